"""Texts in the character set of a format: transliterated. Names are cut to their field, other texts never."""

import re
import unicodedata

import anyascii

from banks.formats import greek
from banks.formats.records import Unwritable

SEPA = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-?:().,'+ "
"""Accepted by every bank of SEPA (EPC217-08); the `x` set of SWIFT without line ends."""
NACHA = "".join(chr(number) for number in range(0x20, 0x7F))
"""Printable ASCII."""

_ALIKE = str.maketrans(dict(zip('&_"`!;[]{}\\~|*#<>$%=^', "+-''.,()()/-/..()....", strict=True), **{"@": "(at)"}))
_SPACES = re.compile(r"\s+")
_WORD = re.compile(r"\S+")
_NOT_COMPACT = re.compile(r"[^A-Z0-9]+")
_REFERENCE = re.compile(r"TX[0-9A-F]{16}")
"""A payment's reference, in a text without blanks: whoever writes one may write it in groups."""
_SLASHES = re.compile(r"/{2,}")
_SPELT_ALIKE = ("LATIN", "GREEK", "CYRILLIC", "MODIFIER")
"""Scripts, by the names of their letters, of which each has a spelling in Latin letters that people carry in passports.

Others are written without vowels (Arabic, Hebrew), by meaning (Chinese), or in an order of their own (Thai), or their
people choose the spelling (Korean): what a table of letters makes of them is nobody's name.
"""
_EMOJI = re.compile(r":[a-z0-9_+-]+:")
_FLAGS = range(0x1F1E6, 0x1F200)
_NUMERO = "\N{NUMERO SIGN}"


def fit(text: str, field: str, *, limit: int, allowed: str = SEPA) -> str:
    """Return a text for people in the allowed characters, spaces joined.

    Raises Unwritable for a text that is empty, longer than the limit after transliteration, or has a character without
    a substitute.
    """
    fitting = _transliterated(text, field, allowed)
    if len(fitting) > limit:
        raise Unwritable(field, f"it takes {len(fitting)} characters, and the limit is {limit}")
    return fitting


def name(text: str, field: str, *, limit: int, allowed: str = SEPA, in_whole_words: bool = False) -> str:
    """Return the name of a person or a company as `fit` does, cut where it is longer than its field.

    Banks cut names themselves: the number of the account decides where the money goes. Symbols and emoji are no part
    of a name and are left out, and so are slashes at its beginning, which banks read as an account's. `in_whole_words`
    leaves out words from the end, as long as two remain. Raises Unwritable for a name that is empty without symbols, or
    has a character without a substitute.
    """
    letters = "".join(letter for letter in text if letter == _NUMERO or unicodedata.category(letter) != "So")
    if letters != text and not any(map(str.isalpha, letters)):
        raise Unwritable(field, "it has symbols and no letters")
    fitting = part(letters, field, limit=None, allowed=allowed)
    if in_whole_words and len(fitting) > limit:
        words = fitting[: limit + 1].rpartition(" ")[0].rstrip()
        fitting = words if " " in words else fitting
    return fitting[:limit].rstrip("/ ")


def memo(text: str, reference: str, *, limit: int, allowed: str = SEPA) -> str:
    """Return a platform's text for the other side, and the payment's reference after it where both fit.

    Nothing in the text fails a payment: what has no substitute in the allowed characters is left out, and the rest is
    cut to the limit. The reference stands alone where nothing is left, and in place of a text that reads as if it had
    the reference of another payment: lines of statements are matched by it.
    """
    letters = "".join(letter for letter in text if unicodedata.category(letter) != "So" and not _is_unknown(letter))
    latin = _ascii(letters) if allowed == NACHA else _ascii(letters).translate(_ALIKE)
    kept = _SPACES.sub(" ", "".join(letter for letter in latin if letter in allowed))
    fitting = _SLASHES.sub("/", kept).strip("/ ")
    if not fitting or _REFERENCE.search(_NOT_COMPACT.sub("", fitting.upper())):
        return reference
    both = f"{fitting} {reference}"
    return both if len(both) <= limit else fitting[:limit].rstrip("/ ")


def part(text: str, field: str, *, limit: int | None, allowed: str = SEPA) -> str:
    """Return a part of a name or an address as `fit` does, without slashes at its ends and without two in a row."""
    fitting = _SLASHES.sub("/", _transliterated(text, field, allowed)).strip("/ ")
    if not fitting:
        raise Unwritable(field, "it is empty")
    if limit is not None and len(fitting) > limit:
        raise Unwritable(field, f"it takes {len(fitting)} characters, and the limit is {limit}")
    return fitting


def is_spelt(text: str) -> bool:
    """Tell whether a name has one spelling in Latin letters, so that it may be transliterated.

    Banks compare the names of beneficiaries with what their customers are called.
    """
    letters = (mark for mark in unicodedata.normalize("NFKC", text) if unicodedata.category(mark).startswith("L"))
    return all(unicodedata.name(letter, "").startswith(_SPELT_ALIKE) for letter in letters)


def can_be_transliterated(text: str) -> bool:
    """Tell whether a name goes into a file without people: it has one spelling, and something is left of it there."""
    if not is_spelt(text):
        return False
    try:
        return bool(name(text, "name", limit=len(text)))
    except Unwritable:
        return False


def _transliterated(text: str, field: str, allowed: str) -> str:
    if any(_is_unknown(letter) for letter in text):
        raise Unwritable(field, "it has characters that the file's format cannot carry")
    ascii_text = _SPACES.sub(" ", _ascii(text)).strip()
    fitting = ascii_text if allowed == NACHA else ascii_text.translate(_ALIKE)
    if (text and not fitting) or set(fitting) - set(allowed):
        raise Unwritable(field, "it has characters that the file's format cannot carry")
    if not fitting:
        raise Unwritable(field, "it is empty")
    return fitting


def _ascii(text: str) -> str:
    # Composed first: of a short i that is written as two characters the library reads two.
    text = greek.spell_pairs(unicodedata.normalize("NFC", text))
    return text if text.isascii() else _WORD.sub(_ascii_word, text)


def _ascii_word(word: re.Match[str]) -> str:
    spelt = [anyascii.anyascii(letter) for letter in word[0] if ord(letter) not in _FLAGS]
    latin = "".join(letters for letters in spelt if not _EMOJI.fullmatch(letters))
    # Of a capital that takes two letters the library gives a small second one.
    return latin.upper() if len(word[0]) > 1 and word[0].isupper() else latin


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
