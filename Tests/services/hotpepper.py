"""Hot Pepper's gourmet search: restaurants by keyword, errors with status 200."""

from service import Answer, fits, number

AREAS = ["銀座", "新宿", "渋谷", "梅田", "札幌", "那覇"]
GENRES = [
    ("焼肉・ホルモン", "焼肉 {name}"), ("居酒屋", "鮮魚と地酒 {name}"), ("イタリアン・フレンチ", "Trattoria {name}"),
    ("ラーメン", "中華そば {name}"), ("寿司", "鮨 {name}"), ("カフェ・スイーツ", "Cafe & Bar {name}"),
    ("お好み焼き・もんじゃ", "鉄板 {name}"),
]
NAMES = ["たけ", "さくら", "BLUE"]


def shops(pictures):
    index = 0
    for name in NAMES:
        for area in AREAS:
            for genre, pattern in GENRES:
                index += 1
                identifier = f"J{index:09}"
                yield {
                    "id": identifier, "name": f"{pattern.format(name=name)} {area}店", "address": f"{area}{index % 9 + 1}−{index % 5 + 1}",
                    "genre": {"name": genre, "code": f"G{index % 17:03}"},
                    "budget": {"name": "3001～4000円", "average": "3500円" if index % 2 else "", "code": "B003"},
                    # The service is inconsistent here: a number, a string, or nothing.
                    "capacity": [index % 80 + 10, str(index % 80 + 10), ""][index % 3],
                    "open": "月～日、祝日: 17:00～23:00\n（料理L.O. 22:00）", "close": "なし" if index % 4 else "",
                    "urls": {"pc": f"https://www.hotpepper.jp/str{identifier}/"},
                    "photo": {"pc": {size: f"{pictures}{index}/{size}" for size in "lms"}},
                    "logo_image": f"{pictures}{index}/logo",
                }


class HotPepper:
    """The service."""

    path = "/hotpepper/gourmet/v1/"
    key = "demo"

    def __init__(self, pictures):
        self.shops = list(shops(pictures))

    def answer(self, request):
        query = request.query
        if query.get("key") != self.key:
            return self.error(2000, f"APIキーまたはIPアドレスの認証エラーです。({query.get('key')})")
        start, count = number(query, "start", 1, range(1, 10_000)), number(query, "count", 10, range(1, 101))
        if start is None or count is None:
            return self.error(3000, "start, count のパラメータ不正です。")
        if "id" in query:
            found = [shop for shop in self.shops if shop["id"] == query["id"]]
        elif query.get("keyword"):
            found = [shop for shop in self.shops if fits(query["keyword"], shop["name"], shop["address"], shop["genre"]["name"])]
        else:
            return self.error(3000, "少なくとも１つの条件を入れてください。")
        page = found[start - 1:start - 1 + count]
        return self.results(results_available=len(found), results_returned=str(len(page)), results_start=start, shop=page)

    def error(self, code, message):
        return self.results(error=[{"code": code, "message": message}])

    @staticmethod
    def results(**members):
        return Answer({"results": {"api_version": "1.30", **members}})
