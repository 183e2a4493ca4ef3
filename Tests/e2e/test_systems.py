"""The five systems that seekline can stand in for, each from beginning to end, over HTTP on loopback."""

import time
import unittest

from support import BINARY, Engine
from system import System


class Wikipedia(System):
    source = "wikipedia"

    def test_typing_paging_to_the_end_refreshing_and_opening_a_detail(self):
        self.assertEqual(self.type("p", "pr", "pro", "prog", "program"), ["scheduled"] * 5)
        self.assertEqual(self.settle()[-3:], ["fetching", "items", "loadMore"])
        self.asked(1)
        self.assertEqual((self.screen.total, len(self.screen.items)), (49, 20))
        for count, status in ((40, "loadMore"), (49, "full")):
            self.assertEqual(self.call("reachedBottom"), "started")
            self.assertEqual(self.settle()[-1], status)
            self.assertEqual(self.screen.count, count)
        self.assertEqual(self.screen.ids, [str(number) for number in range(1, 50)])
        self.assertEqual(self.call("reachedBottom"), "full")
        self.assertEqual(self.call("refresh"), "started")
        self.assertEqual(len(self.screen.items), 49, "the old list is kept until the new page is there")
        self.settle()
        self.assertEqual(self.screen.ids, [str(number) for number in range(1, 21)])
        detail = self.call("openDetail", id="7")
        self.assertEqual(detail["title"], "Swift community")
        self.assertIn("things out & nothing else", detail["text"])
        self.assertEqual(self.screen.items[6]["snippet"][1], "program")

    def test_a_slow_answer_is_superseded_by_a_new_query(self):
        self.services.fail("wikipedia", slow=1)
        self.call("submit", query="python")
        self.services.requests("wikipedia", 1)
        self.call("submit", query="ruby")
        self.settle()
        self.assertEqual({item["title"].split()[0] for item in self.screen.items}, {"Ruby"})


class Qiita(System):
    source = "qiita"

    def test_a_feed_is_scrolled_to_its_end_and_refreshed_with_new_posts(self):
        self.assertEqual(self.call("setQuery", query=""), "scheduled")
        self.assertEqual(self.settle()[-3:], ["fetching", "items", "loadMore"])
        self.services.fail("qiita", hold=1)
        outcomes = [self.call("reachedBottom") for _ in range(50)]
        self.services.requests("qiita", 2)
        self.services.release("qiita")
        self.assertEqual(outcomes.count("started"), 1)
        self.assertEqual(set(outcomes), {"started", "loading"})
        # Two posts are published before the next page: it repeats the last two of the previous page, which are not
        # shown again.
        self.settle()
        self.asked(2)
        self.services.qiita.publish(2)
        statuses = []
        while self.call("reachedBottom") == "started":
            statuses += self.settle()
        self.assertEqual(statuses[-1], "full")
        self.assertEqual(len(self.screen.ids), 45)
        self.assertEqual(len(set(self.screen.ids)), 45)
        self.assertNotIn("query", self.services.requests("qiita")[0].query)
        self.assertEqual(self.call("refresh"), "started")
        self.settle()
        newest = [article["id"] for article in self.services.qiita.articles[:20]]
        self.assertEqual(self.screen.ids, newest)
        article = self.call("openDetail", id=newest[0])
        self.assertTrue(article["text"].startswith("# "))

    def test_many_reached_bottom_events_make_one_request(self):
        self.call("submit", query="")
        self.settle()
        self.services.fail("qiita", hold=1)
        line = b'{"jsonrpc":"2.0","method":"reachedBottom"}\n'
        self.engine.write(line * 50)
        self.services.requests("qiita", 2)
        self.assertTrue(self.call("getState")["loading"])
        self.services.release("qiita")
        self.settle()
        self.asked(2)

    def test_the_hundredth_page_is_the_last(self):
        self.services.qiita.publish(160)
        self.services.qiita.budget = lambda headers: 1000
        self.call("openSession", session="s", options={"pageSize": 2})
        self.call("submit", session="s", query="")
        self.call("reachedBottom", session="s", need=300)
        self.settle_session("s")
        self.assertEqual(self.screen.loading["status"], "full")
        self.assertEqual(len(self.screen.items), 200)
        self.assertEqual(self.asked(100)[-1].query["page"], "100")

    def settle_session(self, name):
        for message in self.engine.settled(name):
            self.screen.take(message)

    def test_the_hourly_request_budget_is_respected(self):
        self.services.qiita.spent = 58
        self.call("submit", query="swift")
        self.settle()
        self.call("submit", query="python")
        self.settle()
        self.assertEqual(len(self.screen.items), 7)
        self.call("submit", query="rust")
        self.assertEqual(self.settle(), ["error: rateLimited", "error"], "nothing is said to be loading")
        self.assertEqual((self.screen.error["kind"], self.screen.error["retryable"]), ("rateLimited", True))
        self.assertLess(3_500_000, self.screen.error["retryAfterMs"])
        self.asked(2)

    def test_a_budget_spent_by_other_programs_is_respected(self):
        self.services.qiita.spent = 60
        self.call("submit", query="swift")
        self.settle()
        self.assertEqual(self.screen.error["kind"], "rateLimited")
        self.assertLess(3_500_000, self.screen.error["retryAfterMs"])
        self.asked(1)
        self.assertEqual(self.call("retry"), "started")
        self.settle()
        self.asked(1)


class QiitaWithAToken(System):
    source = "qiita"
    env = {"QIITA_TOKEN": "demo"}

    def test_the_token_is_sent_and_raises_the_budget(self):
        self.services.qiita.spent = 60
        self.call("submit", query="swift")
        self.settle()
        self.assertEqual(len(self.screen.items), 7)
        self.assertEqual(self.asked(1)[0].headers["authorization"], "Bearer demo")


class HotPepper(System):
    source = "hotpepper"

    def test_typing_submitting_paging_an_error_and_a_retry(self):
        self.assertEqual(self.call("setQuery", query="焼"), "held")
        self.assertEqual(self.call("setQuery", query="焼肉"), "held")
        self.settle()
        self.assertTrue(self.screen.loading["canSubmit"])
        self.asked(0)
        self.assertEqual(self.call("submit"), "started")
        self.settle()
        self.assertEqual((len(self.screen.items), self.screen.total), (18, 18))
        self.assertEqual(self.call("submit", query="店"), "started")
        self.settle()
        self.assertEqual(self.call("reachedBottom"), "started")
        self.settle()
        self.assertEqual(len(self.screen.items), 40)
        for item in self.screen.items:
            self.assertEqual(list(item["fields"]), ["address", "genre", "budget", "capacity", "open", "close"])
            self.assertTrue(all(isinstance(value, str) for value in item["fields"].values()))
        self.services.fail("hotpepper", body='{"results":{"error":[{"code":1000,"message":"サーバ障害エラー"}]}}')
        self.assertEqual(self.call("reachedBottom"), "started")
        self.settle()
        self.assertEqual((self.screen.error["scope"], self.screen.error["kind"]), ("page", "source"))
        self.assertIn("1000: サーバ障害エラー", self.screen.error["message"])
        self.assertEqual(len(self.screen.items), 40)
        self.assertEqual(self.call("retry"), "started")
        self.settle()
        self.assertIsNone(self.screen.error)
        self.assertEqual(len(self.screen.items), 60)
        self.assertEqual([request.query["start"] for request in self.asked(5)], ["1", "1", "21", "41", "41"])
        detail = self.call("openDetail", id=self.screen.items[0]["id"])
        self.assertIn("営業時間: 月～日、祝日: 17:00～23:00 （料理L.O. 22:00）", detail["text"])

    def test_full_width_and_japanese_text_arrives_unchanged(self):
        for query in ("ＡＢＣ　焼肉", "鮨 & bar + 100%?#", "ﾗｰﾒﾝ", "𠮷野家😀", "が"):
            self.call("submit", query=query)
            self.settle()
            self.assertEqual(self.services.requests("hotpepper")[-1].query["keyword"], query)


class YahooImages(System):
    source = "yahoo-images"

    def can_submit(self, text):
        self.assertEqual(self.call("setQuery", query=text), "held")
        return self.call("getState")["canSubmit"]

    def test_the_search_button_follows_typing_a_search_its_results_and_a_failure(self):
        self.assertFalse(self.call("getState")["canSubmit"])
        self.assertFalse(self.can_submit("ね"))
        self.assertFalse(self.can_submit("ねこ"))
        self.assertEqual(self.call("submit"), "tooShort")
        self.assertTrue(self.can_submit("ねこさん"))
        self.services.fail("yahoo-images", hold=1)
        self.assertEqual(self.call("submit"), "started")
        self.assertFalse(self.call("getState")["canSubmit"], "while it runs")
        self.assertEqual(self.call("submit"), "disabled")
        self.services.requests("yahoo-images", 1)
        self.services.release("yahoo-images")
        self.settle()
        self.assertTrue(self.screen.loading["canSubmit"])
        self.assertEqual((len(self.screen.items), self.screen.loading["status"]), (60, "full"))
        self.assertEqual(len(set(self.screen.ids)), 60)
        self.assertEqual(self.screen.items[0]["title"], "ねこさん ①")
        request = self.asked(1)[0]
        self.assertEqual((request.query, request.headers["accept-encoding"]), ({"n": "60", "p": "ねこさん"}, "identity"))
        self.assertRegex(request.headers["user-agent"], r"^seekline/\S+ \(mailto:you@example\.org\)$")
        self.services.fail("yahoo-images", status=500, times=9)
        self.call("submit")
        self.settle()
        self.assertEqual((self.screen.loading["loading"], self.screen.error["httpStatus"]), (False, 500))
        self.assertTrue(self.screen.loading["canSubmit"], "and the button works again")
        self.assertEqual(len(self.screen.items), 60)
        detail = self.call("openDetail", id=self.screen.ids[0])
        self.assertEqual((detail["title"], detail["image"]), ("ねこさん ①", self.screen.ids[0]))

    def test_a_page_that_is_cut_off_is_an_error_not_a_shorter_list(self):
        for fault in ("cut", "lie"):
            self.services.fail("yahoo-images", **{fault: 1})
            self.call("submit", query="ねこさん")
            self.settle()
            self.assertEqual((self.screen.error["kind"], self.screen.items), ("http", []), fault)


class AccountID(System):
    source = "account-id"

    def icon(self):
        """Returns the icon next to the field."""
        if self.screen.error:
            return "cross"
        if self.screen.loading.get("loading"):
            return "spinner"
        return ["cross", "tick"][self.screen.items[0]["fields"]["available"]] if self.screen.items else None

    def test_the_icon_follows_typing_a_taken_name_a_free_name_and_an_error(self):
        started = time.monotonic()
        self.assertEqual(self.type("t", "ta", "tar", "taro"), ["scheduled"] * 4)
        self.see(lambda _: self.icon() == "spinner")
        self.assertGreater(time.monotonic() - started, 0.9, "a second of quiet first")
        self.settle()
        self.assertEqual((self.icon(), self.screen.items[0]["fields"]["available"]), ("cross", False))
        self.assertEqual(self.screen.items[0]["fields"]["message"], "このアカウントIDは現在使用されています。")
        self.assertEqual(self.asked(1)[0].path, "/v1/projects/demo/databases/(default)/documents/accounts/taro")
        self.call("setQuery", query="taro2")
        self.see(lambda screen: screen.items == [])
        self.assertIsNone(self.icon(), "an old cross does not stand beside a new name")
        self.settle()
        self.assertEqual(self.icon(), "tick")
        self.assertEqual(self.screen.items[0]["fields"]["message"], "このアカウントIDは使用できます。")
        self.services.fail("account-id", status=500)
        self.call("setQuery", query="taro3")
        self.settle()
        self.assertEqual((self.icon(), self.screen.error["kind"]), ("cross", "http"))
        self.call("setQuery", query="taro4")
        self.settle()
        self.assertEqual(self.icon(), "tick", "an error does not end the stream")
        self.assertEqual(len(self.services.requests("account-id")), 4)

    def test_a_keystroke_cancels_the_running_check(self):
        self.services.fail("account-id", hang=30)
        self.call("submit", query="taro")
        self.services.requests("account-id", 1)
        self.call("setQuery", query="jiro")
        self.settle()
        self.assertEqual((self.screen.ids, self.icon()), (["jiro"], "tick"))

    def test_names_in_any_script_arrive_unchanged(self):
        for name in ("太郎", "ＴＡＲＯ", "a b", "a%2Fb", "a?b#c", "名前：一"):
            self.call("submit", query=name)
            self.settle()
            self.assertTrue(self.services.requests("account-id")[-1].path.endswith("/accounts/" + name), name)
        self.assertEqual(self.icon(), "tick")

    def test_an_unknown_project_is_an_error_not_a_free_name(self):
        with self.services.environment() as env:
            done = Engine([BINARY, "--source=account-id", "--set=account-id.project=other"], env=env)
            with done as engine:
                engine.notify("submit", query="taro")
                error = engine.until(lambda message: message.get("method") == "error")[-1]["params"]
        self.assertEqual(error["kind"], "config")
        self.assertIn("The database (default) does not exist for projects/other", error["message"])


if __name__ == "__main__":
    unittest.main()
