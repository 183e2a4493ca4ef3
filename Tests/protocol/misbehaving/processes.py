"""Faults of the beginning and the end."""

import os
import subprocess
import sys
import time

from well import Well


class ExitsAtOnce(Well):
    def run(self):
        print("it cannot be configured", file=sys.stderr)
        sys.exit(3)


class SaysNothing(Well):
    def initialize(self, id, params):
        print("it waits for the moon", file=sys.stderr, flush=True)
        time.sleep(1000)


class NeverReads(Well):
    def run(self):
        time.sleep(1000)


class GreetsPeople(Well):
    def run(self):
        self.write(b"Welcome to the provider!\n")
        super().run()


class Refuses(Well):
    def initialize(self, id, params):
        return self.refusal


class OtherVersion(Well):
    def initialize(self, id, params):
        answer = super().initialize(id, params)
        answer["result"]["protocolVersion"] = "2.0"
        return answer


class NoName(Well):
    def initialize(self, id, params):
        answer = super().initialize(id, params)
        del answer["result"]["name"]
        return answer


class CannotPage(Well):
    can = ["detail"]


class CanWhatIsNothing(Well):
    can = ["page", "stream", "details", "perform", "sing"]


class SetsWhatIsNoOption(Well):
    more = Well.more | {"options": {"debounceMs": 50, "minlength": 1, "colour": "red"}}


class TooMuchAtATime(Well):
    more = {"concurrent": 17}


class SpeaksUnasked(Well):
    def write(self, data):
        super().write(data + b'{"jsonrpc":"2.0","id":7,"result":{"items":[]}}\n')


class LivesOn(Well):
    def end(self):
        time.sleep(1000)


class LeavesAChild(Well):
    def end(self):
        subprocess.Popen(["sleep", "1000"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class HoldsTheOutputOpen(Well):
    def end(self):
        subprocess.Popen(["sleep", "1000"])


class ClosesItsOutput(Well):
    def page(self, id, params):
        os.close(1)
        time.sleep(1000)
