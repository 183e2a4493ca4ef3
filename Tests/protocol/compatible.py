"""What a later version of the protocol breaks: schemas as they were, compared with schemas as they are.

What the engine sends may grow: members, definitions, words. What a client sends may be asked for less. Everything that
was there must still be there, and mean the same.
"""

# Keywords that take something away from what a schema allows.
NARROWING = {"additionalProperties", "const", "enum", "maximum", "minLength", "minimum", "pattern", "type"}


def breaks(old, new, ours):
    """What `new` breaks that `old` promised, in words; `ours` if these are messages of the engine's."""
    found = []
    _compare(old, new, ours, "", found)
    return found


def _compare(old, new, ours, place, found):
    if isinstance(old, dict) and isinstance(new, dict):
        for name, value in old.items():
            where = f"{place}/{name}"
            if name in ("description", "title"):
                continue
            if name == "required":
                _required(set(value), set(new.get(name, [])), ours, place, found)
            elif name not in new:
                found.append(f"{where} is gone")
            elif name in ("anyOf", "enum"):
                # Words and methods may be added.
                missing = [one for one in map(_plain, value) if one not in map(_plain, new[name])]
                found.extend(f"{where} has lost {one}" for one in missing)
            elif name == "allOf":
                calls = {_key(one): one for one in new[name]}
                for one in value:
                    _compare(one, calls.get(_key(one), {}), ours, f"{where}/{_key(one)}", found)
            else:
                _compare(value, new[name], ours, where, found)
        if "required" in new and "required" not in old:
            _required(set(), set(new["required"]), ours, place, found)
        for name in (new.keys() - old.keys()) & NARROWING:
            found.append(f"{place}/{name} is new, and narrower")
    elif old != new:
        found.append(f"{place} was {old!r} and is {new!r}")


def _required(old, new, ours, place, found):
    if ours:
        found.extend(f"{place} need not have `{name}` any more" for name in sorted(old - new))
    else:
        found.extend(f"{place} must have `{name}` now" for name in sorted(new - old))


def _key(schema):
    """What tells one part of an `allOf` from another."""
    return str(schema.get("if") or schema.get("$ref") or sorted(schema))


def _plain(schema):
    if isinstance(schema, dict):
        return {name: _plain(value) for name, value in schema.items() if name != "description"}
    return [_plain(value) for value in schema] if isinstance(schema, list) else schema
