"""Text as people count it: without white space at its ends, in grapheme clusters."""

import unicodedata

# The characters that Unicode calls white space. `str.strip` would also remove U+001C to U+001F.
WHITE_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
ZERO_WIDTH_JOINER = "\u200d"


def trimmed(text: str) -> str:
    """Returns the text without white space at its ends: what is compared, measured and sent."""
    return text.strip(WHITE_SPACE)


def length(text: str) -> int:
    """Returns how many grapheme clusters a text has. Hangul is assumed to be composed, in whole syllables."""
    if text.isascii():
        return len(text) - text.count("\r\n")
    count = 0
    flags = 0  # how many regional indicators are directly before
    before = ""
    for character in text:
        is_flag = "\U0001f1e6" <= character <= "\U0001f1ff"
        joins = (
            continues(character)
            or (before == ZERO_WIDTH_JOINER and is_pictographic(character))
            or (is_flag and flags % 2 == 1)
            or (before == "\r" and character == "\n")
        )
        if not joins or count == 0:
            count += 1
        flags = flags + 1 if is_flag else 0
        before = character
    return count


def continues(character: str) -> bool:
    """Whether a character extends the preceding one, whatever that is."""
    return (
        unicodedata.category(character) in ("Mn", "Me", "Mc")
        or character in (ZERO_WIDTH_JOINER, "\u200c")
        or "\U0001f3fb" <= character <= "\U0001f3ff"
    )


def is_pictographic(character: str) -> bool:
    """Whether a character is one of those that a zero-width joiner joins."""
    return unicodedata.category(character) in ("So", "Sk") or "\U0001f000" <= character <= "\U0001faff"


def is_dense(text: str) -> bool:
    """Whether a text consists of ideographs and kana only."""
    return text != "" and all(map(is_ideograph_or_kana, text))


def is_ideograph_or_kana(character: str) -> bool:
    """Whether a character says as much as a few letters do."""
    if character in "々〆〇ー":
        return True
    name = unicodedata.name(character, "")
    return name.startswith(("CJK UNIFIED", "CJK COMPATIBILITY IDEOGRAPH", "HIRAGANA", "KATAKANA", "HALFWIDTH KATAKANA"))
