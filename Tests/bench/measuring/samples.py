"""A page as services write them, of any size."""


def html_page(images):
    """Returns a page of about 800 bytes per image, as services write them: scripts, styles, comments, deep markup."""
    card = (
        '<li class="sw-Thumbnail sw-Thumbnail--tile" data-cl-params="_cl_vmodule:lst;_cl_link:tmb;_cl_position:{0};">'
        "<!-- tile {0} --><div class='sw-ThumbnailGrid__details'><a href=\"/image/detail?p=cat&amp;n={0}\" "
        'target=_blank rel="noopener nofollow"><figure><img class="lazy" loading=lazy width=180 height=120 '
        'src="https://msp.c.yimg.jp/images/v2/FUTi93tXq405grZVGgDq{0}?w=180&amp;h=120" alt="\u732b {0} &amp; more"></figure>'
        '<p class="title">\u732b\u306e\u753b\u50cf {0}</p><p class=site>example{0}.jp</p></a></div>'
        "<script>window.__t&&__t.push({{'n':{0},'html':'<img src=x>'}});</script></li>\n"
    )
    style = "<style>.sw-Thumbnail > a{display:block}</style>\n"
    text = "<p>" + "Some text between the pictures, which is there to be skipped. " * 4 + "</p>\n"
    body = "".join(card.format(number) + text for number in range(images))
    return f"<!DOCTYPE html><html><head><title>\u732b</title>{style}</head><body><ul>{body}</ul></body></html>".encode()
