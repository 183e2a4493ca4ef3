"""Draws frames as an SVG that moves by CSS alone, so that it moves as a picture in a page, too.

Each line that there ever was is drawn once. A frame is a column of references to lines, the frames are side by side
like the pictures of a film, and the film is pulled through the window, a frame at a time. A user who asked for less
motion sees only the last frame.
"""

from html import escape
from itertools import groupby

from film.cells import runs

# In pixels: a cell, the size of its letters, how far their baseline is below its top, the frame around everything.
WIDTH, HEIGHT, SIZE, BASE, EDGE, BAR = 8.4, 18, 14, 13.5, 12, 34
COLOUR, GROUND, FRAME, QUIET = "#c0caf5", "#1a1b26", "#16161e", "#787c99"


def number(value):
    """A number, as short as possible."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def colours(style):
    """The colours of letters and ground; the ground is None if it is the terminal's."""
    letters, ground = style.colour or COLOUR, style.ground
    return (ground or GROUND, letters) if style.reversed else (letters, ground)


def drawn_line(found):
    """The runs of a line as elements whose top left corner is at 0, 0."""
    grounds = []
    for ground, beside in groupby(found, lambda run: colours(run.style)[1]):
        if ground:
            first, *_ = beside = list(beside)
            width = number(sum(run.width for run in beside) * WIDTH)
            grounds.append(f'<rect x="{number(first.column * WIDTH)}" width="{width}" height="{HEIGHT}" fill="{ground}"/>')
    return "".join(grounds + [drawn_text(run) for run in found if run.text.strip()])


def drawn_text(run):
    """The text of a run, as wide as its cells in whatever font."""
    letters, _ = colours(run.style)
    left, width = number(run.column * WIDTH), number(run.width * WIDTH)
    style = "".join(
        attribute for holds, attribute in [
            (letters != COLOUR, f' fill="{letters}"'), (run.style.bold, ' font-weight="bold"'), (run.style.dim, ' opacity=".6"'),
            (run.style.italic, ' font-style="italic"'), (run.style.underlined, ' text-decoration="underline"'),
        ] if holds
    )
    length = f' textLength="{width}"' if run.width > 1 else ""
    if not run.text.isascii():
        length += ' lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{left}" y="{BASE}"{length}{style}>{escape(run.text)}</text>'


def steady(frames, least=0.012):
    """The frames without those too short for anyone to see, such as halves of what was being drawn."""
    ends = [frame.at for frame in frames[1:]] + [float("inf")]
    return [frame for frame, end in zip(frames, ends) if end - frame.at >= least]


def svg(frames, columns, lines, title, end):
    """The film of frames of this size. The last one is shown until `end` seconds, then the film starts again."""
    frames, known, film = steady(frames), {}, []
    for index, frame in enumerate(frames):
        parts = []
        for row, line in enumerate(runs(frame.lines)):
            drawn = drawn_line(line)
            if drawn:
                name = known.setdefault(drawn, f"l{len(known)}")
                parts.append(f'<use href="#{name}" y="{row * HEIGHT}"/>')
        if frame.cursor:
            left, top = frame.cursor[0] * WIDTH, frame.cursor[1] * HEIGHT
            parts.append(f'<rect x="{number(left)}" y="{top}" width="2" height="{HEIGHT}" fill="{COLOUR}"/>')
        film.append(f'<g transform="translate({number(index * columns * WIDTH)} 0)">{"".join(parts)}</g>')
    begin, inner = frames[0].at, columns * WIDTH
    last = number((len(frames) - 1) * inner)
    steps = "".join(
        f"{number(100 * (frame.at - begin) / (end - begin))}%{{transform:translateX(-{number(index * inner)}px)}}"
        for index, frame in enumerate(frames)
    )
    width, height = number(inner + 2 * EDGE), number(lines * HEIGHT + BAR + EDGE)
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="{SIZE}"'
        f' fill="{COLOUR}" role="img">',
        f"<title>{escape(title)}</title>",
        "<style>",
        "text { white-space: pre }",
        f".film {{ animation: film {number(end - begin)}s step-end infinite; transform: translateX(-{last}px) }}",
        f"@keyframes film {{ {steps} }}",
        "@media (prefers-reduced-motion: reduce) { .film { animation: none } }",
        "</style>",
        "<defs>",
        *(f'<g id="{name}">{drawn}</g>' for drawn, name in known.items()),
        "</defs>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{FRAME}"/>',
        "".join(f'<circle cx="{EDGE + 6 + 18 * place}" cy="{BAR / 2}" r="5.5" fill="{fill}"/>'
                for place, fill in enumerate(["#f7768e", "#e0af68", "#9ece6a"])),
        f'<text x="{number(float(width) / 2)}" y="{BAR / 2 + 5}" text-anchor="middle" fill="{QUIET}">{escape(title)}</text>',
        f'<svg x="{EDGE}" y="{BAR}" width="{number(inner)}" height="{lines * HEIGHT}">',
        f'<rect width="100%" height="100%" fill="{GROUND}"/>',
        '<g class="film">',
        *film,
        "</g>",
        "</svg>",
        "</svg>",
        "",
    ])
