"""Services that hang, break off, lie, or send unexpected answers."""

import unittest

from support import BINARY, Engine, Services


class Faults(unittest.TestCase):
    """Whatever a service does, the search ends, its error says what was wrong and where, and the next search works."""

    everywhere = [
        ({"hang": 60}, "timeout"), ({"cut": 1}, "http"), ({"lie": 1}, "http"), ({"status": 500}, "http"),
        ({"status": 401}, "auth"), ({"status": 200, "body": ""}, "decode"),
        ({"status": 200, "body": "{}", "kind": "application/octet-stream"}, "decode"),
    ]
    of_json = [({"status": 200, "body": body}, "decode") for body in ("null", "[1, {}", "[[]]", '{"results":[]}', "<p>")]

    def check(self, source, query, faults):
        # Only those that hang should time out.
        hanging = [fault for fault in faults if "hang" in fault[0]]
        self.tell(source, query, hanging, "--set=http.timeoutMs=2000")
        self.tell(source, query, [fault for fault in faults if fault not in hanging])

    def tell(self, source, query, faults, *arguments):
        command = [BINARY, "--source", source, "--log-level", "off", *arguments]
        with Services() as services, services.environment() as env, Engine(command, env=env) as engine:
            for fault, kind in faults:
                with self.subTest(source=source, fault=fault):
                    services.fail(source, **fault)
                    engine.notify("submit", query=query)
                    (error,) = [m["params"] for m in engine.settled() if m.get("method") == "error"]
                    self.assertEqual(error["kind"], kind, error)
                    self.assertIn(services.origin, error["message"])
                    engine.notify("submit", query=query)
                    items = [m["params"] for m in engine.settled() if m.get("method") == "items"]
                    self.assertGreater(items[-1]["count"], 0)

    def test_wikipedia(self):
        self.check("wikipedia", "swift", self.everywhere + self.of_json)

    def test_qiita(self):
        self.check("qiita", "swift", self.everywhere + self.of_json)

    def test_hotpepper(self):
        self.check("hotpepper", "焼肉", self.everywhere + self.of_json)

    def test_yahoo_images(self):
        self.check("yahoo-images", "ねこさん", self.everywhere)

    def test_account_id(self):
        not_found = [({"body": body}, "config") for body in ("", "<p>", '{"error":{"message":"Project not found."}}')]
        self.check("account-id", "jiro", self.everywhere + self.of_json + not_found)


if __name__ == "__main__":
    unittest.main()
