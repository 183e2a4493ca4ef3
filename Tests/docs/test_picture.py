"""The picture in the README shows what the binary does, and its drawing code draws what a terminal showed."""

import json
import os
import pathlib
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree as ElementTree

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "e2e")]

from film.cells import Run, Style, runs  # noqa: E402
from film.drawing import svg  # noqa: E402
from film.recording import Frame, Recording  # noqa: E402
from support import BINARY, ROOT  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"


def shown(picture):
    """Returns what a picture shows: for each frame, the percentage of the time at which it begins, and its lines."""
    root = ElementTree.fromstring(picture)
    lines = {group.get("id"): "".join(text.text for text in group.iter(f"{SVG}text")) for group in root.find(f"{SVG}defs")}
    steps = re.findall(r"([\d.]+)%\{", root.find(f"{SVG}style").text)
    film = next(group for group in root.iter(f"{SVG}g") if group.get("class") == "film")
    return [(float(step), [lines[use.get("href")[1:]] for use in frame.iter(f"{SVG}use")]) for step, frame in zip(steps, film)]


class Picture(unittest.TestCase):
    def test_the_picture_shows_what_is_found_today(self):
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        # It is the first thing below the heading and the introduction.
        self.assertTrue(re.match(r"# seekline\n\n.+\n\n!\[.+\]\(clients/python/images/seekline-tui\.svg\)\n", readme), readme[:300])
        frames = shown((ROOT / "clients" / "python" / "images" / "seekline-tui.svg").read_text(encoding="utf-8"))
        self.assertGreater(len(frames), 20)
        self.assertIn("Type to search", "".join(frames[0][1]))
        search = '{"jsonrpc":"2.0","method":"submit","params":{"query":"right arrow"}}\n'
        said = subprocess.run([BINARY], input=search, capture_output=True, text=True, check=True, timeout=60).stdout
        titles = [
            item["title"]
            for message in map(json.loads, said.splitlines()) if message.get("method") == "items"
            for item in message["params"]["items"]
        ]
        last = "\n".join(frames[-1][1])
        self.assertEqual([title for title in titles[:5] if title not in last], [])
        self.assertIn("Code point: U+2194", last)


class Cells(unittest.TestCase):
    def test_styles_continue_until_they_end_even_on_the_next_line(self):
        first, second = runs(["a\x1b[1;38;2;1;2;255mbc", "d\x1b[22;39me\x1b[7;48;5;196mf\x1b[mg"])
        bold = Style(colour="#0102ff", bold=True)
        self.assertEqual(first, [Run(0, 1, "a", Style()), Run(1, 2, "bc", bold)])
        self.assertEqual(
            second,
            [Run(0, 1, "d", bold), Run(1, 1, "e", Style()), Run(2, 1, "f", Style(ground="#ff0000", reversed=True)),
             Run(3, 1, "g", Style())],
        )

    def test_colour_sequences_map_to_the_palette(self):
        for parameters, colour in [
            ("31", "#f7768e"), ("91", "#ff899d"), ("38;5;1", "#f7768e"), ("38;5;16", "#000000"), ("38;5;67", "#5f87af"),
            ("38;5;255", "#eeeeee"), ("38;2;10;0;5", "#0a0005"), ("31;39", None), ("5", None),
        ]:
            ((run,),) = runs([f"\x1b[{parameters}mx"])
            self.assertEqual(run.style.colour, colour, parameters)

    def test_each_character_is_placed_in_its_cell(self):
        (found,) = runs(["ab日é──x"])
        self.assertEqual([(run.column, run.width, run.text) for run in found],
                         [(0, 2, "ab"), (2, 2, "日"), (4, 1, "é"), (5, 2, "──"), (7, 1, "x")])


class Drawing(unittest.TestCase):
    def test_each_frame_is_shown_from_its_time_on(self):
        frames = [Frame(1, ("one", "<&>"), (0, 0)), Frame(2, ("torn", ""), None), Frame(2.001, ("two", "<&>"), None)]
        picture = svg(frames, 10, 2, "a & b", 5)
        # Nobody sees what is there for a thousandth of a second.
        self.assertEqual(shown(picture), [(0, ["one", "<&>"]), (25.02, ["two", "<&>"])])
        # A line that appears again is drawn only once.
        self.assertEqual(picture.count("&lt;&amp;&gt;</text>"), 1)


class Watching(unittest.TestCase):
    def test_what_a_terminal_shows_is_recorded(self):
        with Recording(["sh", "-c", "printf 'ready\\n'; read -r line; printf '\\033[1mgot %s' \"$line\"; read -r line"],
                       os.environ, 30, 4) as recording:
            recording.until("ready")
            recording.type("a b", pause=0)
            recording.until("a b")
            recording.press("Enter", pause=0)
            recording.until("got a b")
        times = [frame.at for frame in recording.frames]
        self.assertEqual(times, sorted(times))
        screens = [["".join(run.text for run in line).rstrip() for line in runs(frame.lines)] for frame in recording.frames]
        for screen in (["ready", "", "", ""], ["ready", "a b", "", ""], ["ready", "a b", "got a b", ""]):
            self.assertIn(screen, screens)
        self.assertTrue(any(run.style.bold for run in runs(recording.frames[-1].lines)[2]))


if __name__ == "__main__":
    unittest.main()
