"""Texts written by people: kept as received, without invisible characters."""

import unicodedata

_JOINERS = frozenset("\u200c\u200d")
"""Invisible characters in Persian and many Indian names."""


def readable(text: str) -> str:
    """Return a text without control characters, marks that turn its direction, and halves of characters.

    They can't be stored or shown safely, and a payment is not refused for them.
    """
    return "".join(map(_shown, text)).strip()


def _shown(character: str) -> str:
    category = unicodedata.category(character)
    if category in {"Cc", "Zl", "Zp"}:
        return " "
    return "" if category.startswith("C") and character not in _JOINERS else character
