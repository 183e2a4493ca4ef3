"""The table of what can go wrong, `protocol/failures.md`, made from what the engine reported."""

from network_faults import SECTIONS
from support import ROOT

DOCUMENT = ROOT / "protocol" / "failures.md"


def parts():
    """Returns the document's text before its sections, and the sections."""
    beginning, mark, sections = DOCUMENT.read_text(encoding="utf-8").partition("\n## ")
    return beginning, mark + sections


def write(sections):
    """Replaces the document's sections."""
    DOCUMENT.write_text(parts()[0] + sections, encoding="utf-8")


def sections_of(network):
    """Returns the sections, as observed in a test."""
    lines, names = [], iter(network.places.all)
    for title, faults in SECTIONS.items():
        lines += ["", f"## {title}", "", "| what happens | kind | message | reported | retryable |", "|---|---|---|---|---|"]
        for fault in faults:
            name = next(names)
            params, _ = network.told[name]
            if "kind" not in params:
                lines.append(f"| {fault.name} | | none: the answer is used | {fault.when.words} | |")
                continue
            message = params["message"].replace(network.places.all[name].origin, "SERVER")
            again = "yes" if params["retryable"] else "no"
            if "retryAfterMs" in params:
                again += f", in {params['retryAfterMs'] // 1000} s"
            lines.append(f"| {fault.name} | `{params['kind']}` | {message} | {fault.when.words} | {again} |")
    return "\n".join(lines) + "\n"
