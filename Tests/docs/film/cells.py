"""What is in a line of a terminal, parsed from its text with SGR sequences (ECMA-48, 8.3.117), as tmux writes them."""

import re
import unicodedata
from typing import NamedTuple

PARTS = re.compile("[ -~]+|([\u2500-\u259f])\\1*|[^ -~]")
SEQUENCE = re.compile(r"\x1b\[([\d;:]*)m")
# The sixteen colours that have no values of their own: Tokyo Night's.
NAMED = [
    "#15161e", "#f7768e", "#9ece6a", "#e0af68", "#7aa2f7", "#bb9af7", "#7dcfff", "#a9b1d6",
    "#414868", "#ff899d", "#9fe044", "#faba4a", "#8db0ff", "#c7a9ff", "#a4daff", "#c0caf5",
]


class Style(NamedTuple):
    """How cells look. A colour that is None is the terminal's."""

    colour: str | None = None
    ground: str | None = None
    bold: bool = False
    dim: bool = False
    italic: bool = False
    underlined: bool = False
    reversed: bool = False


class Run(NamedTuple):
    """Adjacent cells that look the same: the column of the first, how many there are, and their text."""

    column: int
    width: int
    text: str
    style: Style


def indexed(number):
    """A colour of the palette of 256 (xterm's)."""
    if number < 16:
        return NAMED[number]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    steps = [0, 95, 135, 175, 215, 255]
    number -= 16
    return "#" + "".join(f"{steps[number // part % 6]:02x}" for part in (36, 6, 1))


FLAGS = {1: ("bold", True), 2: ("dim", True), 3: ("italic", True), 4: ("underlined", True), 7: ("reversed", True),
         23: ("italic", False), 24: ("underlined", False), 27: ("reversed", False)}


def styled(style, parameters):
    """A style after a sequence with these parameters. What is unknown changes nothing."""
    numbers = [int(number or 0) for number in re.split("[;:]", parameters)]
    while numbers:
        number = numbers.pop(0)
        if number == 0:
            style = Style()
        elif number in FLAGS:
            style = style._replace(**dict([FLAGS[number]]))
        elif number == 22:
            style = style._replace(bold=False, dim=False)
        elif number in (38, 48):
            part = "colour" if number == 38 else "ground"
            if numbers[:1] == [5]:
                style = style._replace(**{part: indexed(numbers[1])})
                del numbers[:2]
            elif numbers[:1] == [2]:
                style = style._replace(**{part: "#" + "".join(f"{value:02x}" for value in numbers[1:4])})
                del numbers[:4]
        elif number in (39, 49):
            style = style._replace(**{"colour" if number == 39 else "ground": None})
        elif (base := number % 10) < 8 and number // 10 in (3, 4, 9, 10):
            bright = 8 if number >= 90 else 0
            style = style._replace(**{"colour" if number // 10 in (3, 9) else "ground": NAMED[base + bright]})
    return style


def width(character):
    """How many cells a character takes."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def runs(lines):
    """The runs of each line; a style continues in the next line. A character that is not ASCII is a run of its own, so
    that it is in its cell in whatever font, unless it is a piece of a frame, repeated."""
    found, style = [], Style()
    for line in lines:
        found.append([])
        column = 0
        for index, piece in enumerate(SEQUENCE.split(line)):
            if index % 2:
                style = styled(style, piece)
                continue
            for part in PARTS.finditer(piece):
                cells = sum(map(width, part[0]))
                found[-1].append(Run(column, cells, part[0], style))
                column += cells
    return found
