"""Yahoo! JAPAN's image search: a page of HTML, as untidy as the real ones."""

import html

from service import Answer, number

PAGE = """<!DOCTYPE html>
<html lang="ja"><head><meta charset="utf-8"><title>「{query}」の画像検索結果 - Yahoo!検索</title>
<style>.sw-Thumbnail > img[src="{prefix}style"] {{ display: none }}</style>
<script>var tile = '<img src="{prefix}script" alt="in a script">';</script></head>
<body><!-- <img src="{prefix}comment" alt="in a comment"> -->
<img src="https://s.yimg.jp/images/search/logo.png" alt="Yahoo! JAPAN">
<textarea name=q>{query}<img src="{prefix}textarea"></textarea>
<ul>
{tiles}
</ul><p>1 < 2 && more</p></body></html>"""

TILES = [
    '<li><img src="{source}" alt="{title}" width=180></li>', "<li><IMG ALT='{title}' SRC='{source}'/></li>",
    "<li><img loading=lazy src={source} alt = '{title}'></li>",
    '<li><img\n  class="a > b"\n  src="{source}"\n  src="https://example.org/second.png"\n  alt="{title}"></li>',
]


class Yahoo:
    """The service."""

    path = "/image/search"

    def __init__(self, pictures):
        self.prefix = pictures

    def answer(self, request):
        if "(" not in request.headers.get("user-agent", ""):
            return Answer(b"<h1>403 Forbidden</h1>", 403, kind="text/html")
        words, count = request.query.get("p", ""), number(request.query, "n", 20, range(1, 61)) or 20
        if "nothing" in words:
            count = 0
        title = html.escape(words)
        tiles = "\n".join(
            TILES[index % len(TILES)].format(source=f"{self.prefix}{index}?w=180&amp;h=120", title=f"{title} &#{0x2460 + index % 20};")
            for index in range(count)
        )
        page = PAGE.format(query=title, prefix=self.prefix, tiles=tiles)
        return Answer(page.encode(), kind="text/html; charset=UTF-8")


class Images:
    """The pictures that the pages show: `/images/NAME`, and the same in another size, `/images/NAME/SIZE`."""

    path = "/images/"

    def answer(self, request):
        name = html.escape(request.path.removeprefix(self.path).partition("/")[0])
        hue = sum(name.encode()) * 47 % 360
        picture = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="180" height="120"><rect width="180" height="120" '
            f'fill="hsl({hue},60%,70%)"/><text x="90" y="70" font-size="32" text-anchor="middle">{name}</text></svg>'
        )
        # A browser that cached them would not see them fail.
        return Answer(picture.encode(), headers=["Cache-Control: no-store"], kind="image/svg+xml")
