"""Names of people and companies: what can be one."""

import unicodedata

_SPELLING = frozenset("\u200c\u200d\u200e\u200f\u061c")
"""Not seen, but names are spelt with them: joiners of Persian and Indian ones, marks between two directions."""
DIRECTION_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""They turn the direction of what follows: a way to show another name than the one that is stored."""
_SEPARATORS = frozenset({"Zl", "Zp"})


def problem(name: str) -> str | None:
    """Return why a text can't be a name, None when it can; never repeats the text."""
    categories = [unicodedata.category(character) for character in name if character not in _SPELLING]
    if any(category.startswith("C") or category in _SEPARATORS for category in categories):
        return "must not contain control characters, or others that are not seen"
    if not any(category.startswith("L") for category in categories):
        return "must contain a letter"
    return None
