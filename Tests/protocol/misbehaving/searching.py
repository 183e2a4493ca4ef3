"""Faults of pages, details and actions."""

import sys
import time

from well import Well


class Slow(Well):
    def page(self, id, params):
        time.sleep(0.3)
        return super().page(id, params)


class Page(Well):
    """One whose pages are not as they should be."""

    def result(self, result, params):
        return result

    def page(self, id, params):
        answer = super().page(id, params)
        answer["result"] = self.result(answer["result"], params)
        return answer


class ItemsMissing(Page):
    def result(self, result, params):
        return {}


class TitleMissing(Well):
    items = [{"id": "a"}]


class TitleIsANumber(Well):
    items = [{"title": 7}]


class LineIsZero(Well):
    items = [{"title": "a", "location": {"path": "/a", "line": 0}}]


class CursorIsANumber(Page):
    def result(self, result, params):
        return {**result, "next": 5}


class TooManyRows(Page):
    def result(self, result, params):
        return {"items": [{"title": str(number)} for number in range(params["pageSize"] + 1)]}


class SameIDTwice(Well):
    items = [{"id": "a", "title": "A"}, {"title": "a"}]


class SamePageAgain(Page):
    def result(self, result, params):
        return {**result, "next": "0"}


class AlwaysANext(Page):
    def result(self, result, params):
        return {"items": result["items"], "next": str(int(params.get("cursor", 0)) + params["pageSize"])}


class UnknownAction(Well):
    items = [{"title": "a", "actions": ["eat"]}]


class ActionsWithoutPerform(Well):
    can = ["page", "stream", "detail"]


class ItemsWithoutPerform(ActionsWithoutPerform):
    more = {}


class FindsNothing(Well):
    items = []


class PageFails(Well):
    def page(self, id, params):
        return {"error": {"code": -32000, "message": "nothing was found"}}


class StreamsUndeclared(Well):
    can = ["page", "detail", "perform"]


class ItemsOfNobody(Well):
    def page(self, id, params):
        self.say(method="$/items", params={"id": 4711, "items": []})
        return super().page(id, params)


class ItemsBehindTheAnswer(Well):
    def page(self, id, params):
        self.answer(id, super().page(id, params))
        self.say(method="$/items", params={"id": id, "items": [{"title": "late"}]})
        return self.refusal


class LongQueryEndsIt(Well):
    def page(self, id, params):
        if len(params["query"]) > 9999:
            sys.exit("line too long")
        return super().page(id, params)


class DashIsAnOption(Well):
    def page(self, id, params):
        if params["query"].startswith("-"):
            sys.exit("unknown option " + params["query"])
        return super().page(id, params)


class LineEndsAreWritten(Well):
    def page(self, id, params):
        self.write(b'{"jsonrpc":"2.0","id":%d,"result":{"items":[{"title":"%s"}]}}\n' % (id, params["query"].encode()))


class OnlyOnce(Well):
    asked = 0

    def page(self, id, params):
        self.asked += 1
        if self.asked > 2:
            time.sleep(1000)
        return super().page(id, params)


class OneAtATime(Well):
    """It takes three requests, and answers the last of those that come at once."""

    def answer(self, id, answer):
        if not self.is_followed_by(b'"page"'):
            super().answer(id, answer)


class DetailOfAnything(Well):
    def detail(self, id, params):
        return {"result": {"text": "It is long."}}


class DetailOfNothing(Well):
    def detail(self, id, params):
        return self.refusal


class TextMissing(Well):
    def detail(self, id, params):
        answer = super().detail(id, params)
        return answer if "error" in answer else {"result": {"title": "a"}}


class CannotDetail(Well):
    can = ["page", "stream", "perform"]

    def detail(self, id, params):
        return {"result": {"text": ""}}


class PerformsAnything(Well):
    def perform(self, id, params):
        return {"result": {"message": "done"}}
