"""Names of people and companies: the check of their characters."""

import unicodedata

_SPELLING = frozenset("\u200c\u200d\u200e\u200f\u061c")
"""Invisible characters that names are spelt with: joiners in Persian and Indian names, direction marks."""
DIRECTION_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that reverse the text after them: they could show another name than the one stored."""
_SEPARATORS = frozenset({"Zl", "Zp"})


def problem(name: str) -> str | None:
    """Return why a text can't be a name, None when it can; never repeats the text."""
    categories = [unicodedata.category(character) for character in name if character not in _SPELLING]
    if any(category.startswith("C") or category in _SEPARATORS for category in categories):
        return "must not contain control characters, or others that are not seen"
    if not any(category.startswith("L") for category in categories):
        return "must contain a letter"
    return None
