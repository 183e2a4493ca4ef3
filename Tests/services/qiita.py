"""Qiita's API, version 2: articles by page number, newest first, with a rate limit."""

import email.utils
import hashlib
import time

from service import Answer, fits, number

TAGS = ["Swift", "Python", "Rust", "JavaScript", "初心者", "Linux", "競技プログラミング"]
TITLES = [
    "{tag}で作る検索ボックス", "{tag}入門: はじめの一歩", "How I learned to stop worrying and love {tag}",
    "{tag}の並行処理を理解する", "Debouncing in {tag}, done right", "{tag} & パイプ", "週末に{tag}で遊ぶ",
]


class Qiita:
    """The service."""

    path = "/api/v2/items"
    token = "demo"
    hour = 3600

    def __init__(self, pictures, count=45):
        self.pictures = pictures
        self.articles = []
        self.spent = 0
        self.hour_began = time.time()
        self.publish(count)

    def publish(self, count):
        """Puts new articles before all others."""
        for _ in range(count):
            index = len(self.articles)
            tag = TAGS[index % len(TAGS)]
            title = TITLES[index // len(TAGS) % len(TITLES)].format(tag=tag)
            identifier = hashlib.sha1(str(index).encode()).hexdigest()[:20]
            user = ["taro", "hanako", "qiita"][index % 3]
            body = f"# {title}\n\nThe article number {index + 1}.\n"
            self.articles.insert(0, {
                "id": identifier, "title": title, "url": f"https://qiita.com/{user}/items/{identifier}", "body": body,
                "rendered_body": f"<h1>{title}</h1>", "created_at": f"2026-11-21T{index // 60 % 24:02}:{index % 60:02}:00+09:00",
                "likes_count": index * 7 % 100, "tags": [{"name": tag, "versions": []}],
                "user": {"id": user, "profile_image_url": f"{self.pictures}{user}"},
            })

    def budget(self, headers):
        """Returns how many requests per hour the caller may make; None if the token is wrong."""
        authorization = headers.get("authorization")
        if authorization not in (None, f"Bearer {self.token}"):
            return None
        return 1000 if authorization else 60

    def answer(self, request):
        now = time.time()
        if now - self.hour_began >= self.hour:
            self.hour_began, self.spent = now, 0
        limit = self.budget(request.headers)
        if limit is None:
            return Answer({"message": "Unauthorized", "type": "unauthorized"}, 401)
        if self.spent >= limit:
            return Answer({"message": "Rate limit exceeded", "type": "rate_limit_exceeded"}, 403, self.rates(limit, now))
        self.spent += 1
        identifier = request.path.removeprefix(self.path).removeprefix("/")
        status, headers, body = self.one(identifier) if identifier else self.page(request)
        return Answer(body, status, [*headers, *self.rates(limit, now)])

    def rates(self, limit, now):
        return [
            f"Date: {email.utils.formatdate(now, usegmt=True)}", f"Rate-Limit: {limit}",
            f"Rate-Remaining: {max(limit - self.spent, 0)}", f"Rate-Reset: {int(self.hour_began + self.hour)}",
        ]

    def one(self, identifier):
        for article in self.articles:
            if article["id"] == identifier:
                return 200, [], article
        return 404, [], {"message": "Not found", "type": "not_found"}

    def page(self, request):
        page, size = number(request.query, "page", 1, range(1, 101)), number(request.query, "per_page", 20, range(1, 101))
        if page is None or size is None:
            return 400, [], {"message": "Bad request", "type": "bad_request"}
        words = request.query.get("query", "")
        found = [
            article for article in self.articles
            if fits(words, article["title"], article["body"], article["tags"][0]["name"], article["user"]["id"])
        ]
        headers = [f"Total-Count: {len(found)}"]
        if page * size < len(found):
            headers.append(f'Link: <https://qiita.com{self.path}?page={page + 1}&per_page={size}>; rel="next"')
        return 200, headers, found[(page - 1) * size:page * size]
