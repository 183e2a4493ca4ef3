"""What a later version of the protocol breaks: schemas as they were, compared with schemas as they are.

What the engine sends may grow: members, definitions, words. New members are not required, or a reader made from these
schemas could not read an older engine. Less may be required of what a client sends. Everything that was there must
still be there, and mean the same.
"""

# Keywords that take something away from what a schema allows.
NARROWING = {
    "additionalProperties", "const", "enum", "maxItems", "maxLength", "maximum", "minItems", "minLength", "minimum",
    "pattern", "type",
}


def breaks(old, new, ours):
    """What `new` breaks that `old` promised, in words; `ours` if these are messages of the engine."""
    found = []
    _compare(old, new, ours, "", found)
    return found


def _compare(old, new, ours, place, found):
    if not (isinstance(old, dict) and isinstance(new, dict)):
        if old != new:
            found.append(f"{place} was {old!r} and is {new!r}")
    elif place.endswith(("/properties", "/definitions")):
        # The names are those of members, not of keywords.
        for name, value in old.items():
            _compare_if_there(value, new, name, ours, place, found)
    else:
        _compare_schemas(old, new, ours, place, found)


def _compare_if_there(value, new, name, ours, place, found):
    if name in new:
        _compare(value, new[name], ours, f"{place}/{name}", found)
    else:
        found.append(f"{place}/{name} is gone")


def _compare_schemas(old, new, ours, place, found):
    for name in old.keys() - {"description", "title", "required"}:
        where = f"{place}/{name}"
        if name in ("anyOf", "enum") and name in new:
            # Words and methods may be added.
            missing = [one for one in map(_plain, old[name]) if one not in map(_plain, new[name])]
            found.extend(f"{where} has lost {one}" for one in missing)
        elif name == "allOf" and name in new:
            calls = {_key(one): one for one in new[name]}
            for one in old[name]:
                _compare(one, calls.get(_key(one), {}), ours, f"{where}/{_key(one)}", found)
        else:
            _compare_if_there(old[name], new, name, ours, place, found)
    _required(set(old.get("required", [])), set(new.get("required", [])), ours, place, found)
    found.extend(f"{place}/{name} is new, and narrower" for name in (new.keys() - old.keys()) & NARROWING)


def _required(old, new, ours, place, found):
    if ours:
        found.extend(f"{place} need not have `{name}` any more" for name in sorted(old - new))
    found.extend(f"{place} must have `{name}` now" for name in sorted(new - old))


def _key(schema):
    """What tells one part of an `allOf` from another."""
    return str(schema.get("if") or schema.get("$ref") or sorted(schema))


def _plain(schema):
    if isinstance(schema, dict):
        return {name: _plain(value) for name, value in schema.items() if name != "description"}
    return [_plain(value) for value in schema] if isinstance(schema, list) else schema
