"""What people wrote: kept as it is read, without what is not seen."""

import unicodedata

_JOINERS = frozenset("\u200c\u200d")
"""Invisible, but Persian names and many Indian ones are not spelt without them."""


def readable(text: str) -> str:
    """Return a text without control characters, marks that turn its direction, and halves of characters.

    Such things can neither be stored nor shown without harm, and a payment is not refused for them.
    """
    return "".join(map(_shown, text)).strip()


def _shown(character: str) -> str:
    category = unicodedata.category(character)
    if category in {"Cc", "Zl", "Zp"}:
        return " "
    return "" if category.startswith("C") and character not in _JOINERS else character
