"""Texts in the characters that a format allows: transliterated, and never cut."""

import re

import anyascii

from payments.bank_files.records import Unwritable

SEPA = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-?:().,'+ "
"""What every bank of SEPA takes (EPC217-08), and the `x` set of SWIFT without line ends."""
NACHA = "".join(chr(number) for number in range(0x20, 0x7F))
"""Printable ASCII."""

_ALIKE = str.maketrans(dict(zip('&_"`!;[]{}\\~|*#<>', "+-''.,()()/-/..()", strict=True), **{"@": "(at)"}))
_SPACES = re.compile(r"\s+")


def fit(text: str, field: str, *, limit: int, allowed: str = SEPA) -> str:
    """Return a text for people in the allowed characters, spaces joined.

    Raises Unwritable for one that is empty, longer than the limit once it is transliterated, or has a character that
    has no likeness.
    """
    ascii_text = _SPACES.sub(" ", anyascii.anyascii(text)).strip()
    fitting = ascii_text if allowed == NACHA else ascii_text.translate(_ALIKE)
    if (text and not fitting) or set(fitting) - set(allowed):
        raise Unwritable(field, "it has characters that the file's format cannot carry")
    if not fitting:
        raise Unwritable(field, "it is empty")
    if len(fitting) > limit:
        raise Unwritable(field, f"it takes {len(fitting)} characters, and the limit is {limit}")
    return fitting


def identifier(text: str, field: str, *, limit: int, allowed: str = SEPA) -> str:
    """Return an identifier as it is: banks give it back, so no character of it is changed.

    Raises Unwritable for one that is empty, too long, has other characters, spaces around it, or slashes where SEPA
    forbids them (first, last, or two in a row).
    """
    if not text or text != text.strip() or set(text) - set(allowed):
        raise Unwritable(field, "it is empty, or has characters that the file's format cannot carry")
    if len(text) > limit:
        raise Unwritable(field, f"it has {len(text)} characters, and the limit is {limit}")
    if text.startswith("/") or text.endswith("/") or "//" in text:
        raise Unwritable(field, "it begins or ends with a slash, or has two in a row")
    return text
