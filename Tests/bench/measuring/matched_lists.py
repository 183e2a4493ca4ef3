"""Lists for the matcher on its own, as inputs that can be made twice as large."""

from .inputs import MARKS, Input, written


def texts(make):
    """Makes a list of these texts, for the matcher on its own."""
    return lambda size, folder: [written(folder, f"list-{size}", "".join(text + "\n" for text in make(size)))]


def searches(make):
    """Searches the list ten times; each search answers with a line."""

    def talk(peer, size):
        peer.line()
        for _ in range(10):
            peer.write(f"{make(size)}\n".encode())
            peer.line()

    return talk


def search(text):
    return searches(lambda size: text)


MATCHER = ""
ALL = [
    Input("a list: texts", 5000, search("fuzzy fzf 20 tr 1"), MATCHER, flags=texts(lambda n: [f"tests/runner {i}" for i in range(n)])),
    Input("a list: texts that are equal", 5000, search("words plain 20 test"), MATCHER, flags=texts(lambda n: ["a test"] * n)),
    Input("a list: a page far down", 5000, searches(lambda n: f"fuzzy fzf {n} e"), MATCHER, flags=texts(lambda n: ["a test"] * n)),
    Input("a list: a long text", 2000, search("fuzzy fzf 20 aaaaaaaaaa"), MATCHER, flags=texts(lambda n: ["ab" * n])),
    Input("a list: a text that is too long for the best match", 50_000, search("fuzzy fzf 20 aaab"), MATCHER, flags=texts(lambda n: ["a b" * n])),
    Input("a list: a text that nearly contains a word", 20_000, search("words plain 20 aaaaaaab"), MATCHER, flags=texts(lambda n: ["a" * n])),
    Input("a list: a text of combining marks", 5000, search("fuzzy fzf 20 ee"), MATCHER, flags=texts(lambda n: [MARKS * n])),
    Input("a list: a text of full width", 5000, search("fuzzy fzf 20 aｂa"), MATCHER, flags=texts(lambda n: ["ａｂ漢" * n])),
    Input("a list: characters of a query", 250, searches(lambda n: "fuzzy fzf 20 " + "a" * n), MATCHER, flags=texts(lambda n: ["ba" * 200] * 20)),
    Input("a list: words of a query", 150, searches(lambda n: "words plain 20 " + "ab " * n), MATCHER, flags=texts(lambda n: ["abc"] * 200)),
    Input("a list: alternatives of a query", 60, searches(lambda n: "fuzzy fzf 20 " + "x | " * n + "z"), MATCHER, flags=texts(lambda n: ["abc"] * 2000)),
]
