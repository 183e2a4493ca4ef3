"""Systems written as descriptions for the source `http`: they pass the tests of the built-in ones."""

import json
import pathlib
import re
import unittest

import test_systems

DESCRIPTIONS = pathlib.Path(__file__).resolve().parent / "descriptions"


class Described:
    """The system, described: under the same name, with the service on loopback in place of the real one."""

    def sources(self):
        text = (DESCRIPTIONS / f"{self.source}.json").read_text(encoding="utf-8")
        return {self.source: json.loads(re.sub(r"https://[^/\"]+", self.services.origin, text))}


class Wikipedia(Described, test_systems.Wikipedia):
    pass


class Qiita(Described, test_systems.Qiita):
    pass


class QiitaWithAToken(Described, test_systems.QiitaWithAToken):
    pass


class HotPepper(Described, test_systems.HotPepper):
    env = {"HOTPEPPER_API_KEY": "demo"}


if __name__ == "__main__":
    unittest.main()
