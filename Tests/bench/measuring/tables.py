"""Tables in Markdown, printed row by row as they are measured, so that the README's can be copied from one run."""

import statistics

WIDTH = 62


def begin(columns, name=""):
    """Prints the header of a table; `name` says what its rows are."""
    line(name, columns)
    print(f"|{'-' * (WIDTH + 2)}|{'|'.join('-' * (max(12, len(column)) + 1) + ':' for column in columns)}|")


def row(name, columns, cells):
    """Prints a row; `cells` maps columns to the known values."""
    line(name, [f"{cells.get(column) or '–':>{max(12, len(column))}}" for column in columns])


def line(name, cells):
    print(f"| {name:{WIDTH}} | {' | '.join(f'{cell:>12}' for cell in cells)} |", flush=True)


def amount(value):
    """Formats a number with two significant digits, or three from a hundred on; large ones in millions."""
    if value is None:
        return None
    if abs(value) >= 999_500:
        return f"{amount(value / 1e6)} M"
    if abs(value) >= 100:
        digits = len(str(int(abs(value)))) - 3
        return f"{round(value / 10 ** digits) * 10 ** digits:,}"
    return f"{value:.0f}" if abs(value) >= 9.95 else f"{value:.1f}"


def time(nanoseconds):
    """Formats a time with its unit."""
    if nanoseconds is None:
        return None
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{amount(nanoseconds / size)} {unit}"
    return f"{amount(nanoseconds)} ns"


def times(values):
    """Formats the median of times, and their 95th percentile."""
    values = sorted(values)
    return f"{time(statistics.median(values))} (p95 {time(values[int(len(values) * 0.95)])})"


def rate(value):
    """Formats a rate per second."""
    return f"{amount(value / 1e3)} k/s" if value < 1e6 else f"{amount(value / 1e6)} M/s"
