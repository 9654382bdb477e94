"""Texts in the character set of a format: transliterated. Names are cut to their field, other texts never."""

import re
import unicodedata

import anyascii

from payments.bank_files.records import Unwritable

SEPA = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-?:().,'+ "
"""Accepted by every bank of SEPA (EPC217-08); the `x` set of SWIFT without line ends."""
NACHA = "".join(chr(number) for number in range(0x20, 0x7F))
"""Printable ASCII."""

_ALIKE = str.maketrans(dict(zip('&_"`!;[]{}\\~|*#<>', "+-''.,()()/-/..()", strict=True), **{"@": "(at)"}))
_SPACES = re.compile(r"\s+")


def fit(text: str, field: str, *, limit: int, allowed: str = SEPA) -> str:
    """Return a text for people in the allowed characters, spaces joined.

    Raises Unwritable for a text that is empty, longer than the limit after transliteration, or has a character without
    a substitute.
    """
    fitting = _transliterated(text, field, allowed)
    if len(fitting) > limit:
        raise Unwritable(field, f"it takes {len(fitting)} characters, and the limit is {limit}")
    return fitting


def name(text: str, field: str, *, limit: int, allowed: str = SEPA) -> str:
    """Return the name of a person or a company as `fit` does, cut where it is longer than its field.

    Banks cut names themselves: the number of the account decides where the money goes. Raises Unwritable for a name
    that is empty, or has a character without a substitute.
    """
    return _transliterated(text, field, allowed)[:limit].rstrip()


def _transliterated(text: str, field: str, allowed: str) -> str:
    if any(_is_unknown(letter) for letter in text):
        raise Unwritable(field, "it has characters that the file's format cannot carry")
    ascii_text = _SPACES.sub(" ", anyascii.anyascii(text)).strip()
    fitting = ascii_text if allowed == NACHA else ascii_text.translate(_ALIKE)
    if (text and not fitting) or set(fitting) - set(allowed):
        raise Unwritable(field, "it has characters that the file's format cannot carry")
    if not fitting:
        raise Unwritable(field, "it is empty")
    return fitting


def _is_unknown(letter: str) -> bool:
    """Tell whether the transliteration drops a character that it does not know.

    Accents, marks of direction and letters without a sound are dropped rightly.
    """
    if letter.isascii() or anyascii.anyascii(letter):
        return False
    return unicodedata.category(letter) in _NO_LETTERS or unicodedata.name(letter, "").startswith(_RARE)


_NO_LETTERS = frozenset({"Cc", "Cn", "Co", "Cs"})
"""Control characters, and numbers that Unicode gives no character."""
_RARE = ("CJK", "CUNEIFORM")
"""Scripts of which only a part has a transliteration."""


def identifier(text: str, field: str, *, limit: int, allowed: str = SEPA) -> str:
    """Return an identifier unchanged: banks return it, so no character of it may differ.

    Raises Unwritable for one that is empty, too long, has other characters, surrounding spaces, or slashes where SEPA
    forbids them (first, last, or two in a row).
    """
    if not text or text != text.strip() or set(text) - set(allowed):
        raise Unwritable(field, "it is empty, or has characters that the file's format cannot carry")
    if len(text) > limit:
        raise Unwritable(field, f"it has {len(text)} characters, and the limit is {limit}")
    if text.startswith("/") or text.endswith("/") or "//" in text:
        raise Unwritable(field, "it begins or ends with a slash, or has two in a row")
    return text
