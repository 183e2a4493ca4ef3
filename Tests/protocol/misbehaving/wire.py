"""Faults of lines, messages and cancels."""

import json
import time

from well import Well


class AnswersTwice(Well):
    def answer(self, id, answer):
        self.write(b"".join(2 * [json.dumps({"jsonrpc": "2.0", "id": id, **answer}).encode() + b"\n"]))


class IDIsAText(Well):
    def answer(self, id, answer):
        super().answer(str(id), answer)


class NoVersionOfJSONRPC(Well):
    def say(self, **message):
        self.write(json.dumps(message).encode() + b"\n")


class ResultAndError(Well):
    def answer(self, id, answer):
        super().answer(id, {**self.refusal, **answer})


class ErrorIsAText(Well):
    refusal = {"error": "there is no such thing"}


class NeitherIDNorMethod(Well):
    def page(self, id, params):
        self.say(result={})
        return super().page(id, params)


class ItemsOfADetail(Well):
    def detail(self, id, params):
        self.say(method="$/items", params={"id": id, "items": []})
        return super().detail(id, params)


class AsksTheEngine(Well):
    def page(self, id, params):
        self.say(id=id, method="window/showMessage", params={"message": "Hello"})
        return super().page(id, params)


class Batches(Well):
    def say(self, **message):
        self.write(json.dumps([{"jsonrpc": "2.0", **message}]).encode() + b"\n")


class NotUTF8(Well):
    def page(self, id, params):
        self.write(b'{"jsonrpc":"2.0","id":%d,"result":{"items":[{"title":"caf\xe9"}]}}\n' % id)
        return super().page(id, params)


class NotANumber(Well):
    items = [{"title": "a", "fields": {"size": float("nan")}}]


class NestsTooDeep(Well):
    def page(self, id, params):
        self.write(b"[" * 100_000 + b"]" * 100_000 + b"\n")


class RefusesMembers(Well):
    def page(self, id, params):
        return super().page(id, params) if params.keys() <= {"query", "pageSize", "cursor"} else self.refusal


class UnknownMethodIsSilent(Well):
    def unknown(self, id):
        pass


class UnknownMethodSucceeds(Well):
    def unknown(self, id):
        self.say(id=id, result=None)


class UnreadableLineEndsIt(Well):
    def unreadable(self):
        raise ValueError("that is no message")


class AnswersNotifications(Well):
    def notified(self, message):
        if message["method"] == "$/cancelRequest":
            self.say(id=None, result={})


class CancelIsPassedOver(Well):
    """It answers when it has found everything, which takes its time."""

    def page(self, id, params):
        time.sleep(3)
        return super().page(id, params)


class CancelIsNotAnswered(Well):
    def answer(self, id, answer):
        if not self.is_followed_by(b"$/cancelRequest"):
            super().answer(id, answer)


class LateAfterCancel(Well):
    def notified(self, message):
        if message["method"] == "$/cancelRequest":
            self.say(method="$/items", params={"id": message["params"]["id"], "items": [{"title": "late"}]})


class CancelIsAnotherError(Well):
    def answer(self, id, answer):
        super().answer(id, self.refusal if self.is_followed_by(b"$/cancelRequest") else answer)


class HalfALine(Well):
    def page(self, id, params):
        self.write(b'{"jsonrpc":"2.0","id":')
        time.sleep(1000)


class LineWithoutEnd(Well):
    def page(self, id, params):
        while True:
            self.write(b"x" * 65536)


class NothingButItems(Well):
    def page(self, id, params):
        while True:
            self.say(method="$/items", params={"id": id, "items": []})
            time.sleep(0.001)
