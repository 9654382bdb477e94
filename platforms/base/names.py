"""Names of people and companies: the check of their characters. Texts that show nothing are no texts."""

import unicodedata

import anyascii

_SPELLING = frozenset("\u200c\u200d\u200e\u200f\u061c")
"""Invisible characters that names are spelt with: joiners in Persian and Indian names, direction marks."""
DIRECTION_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that reverse the text after them: they could show another name than the one stored."""
_BLANK_LETTERS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that are drawn as nothing: fillers of Korean and Khmer, and the blank of Braille."""
_SEPARATORS = frozenset({"Zl", "Zp"})


def problem(name: str) -> str | None:
    """Return why a text can't be a name, None when it can; never repeats the text."""
    categories = [unicodedata.category(character) for character in name if character not in _SPELLING]
    if any(category.startswith("C") or category in _SEPARATORS for category in categories):
        return "must not contain control characters, or others that are not seen"
    if not any(unicodedata.category(letter).startswith("L") for letter in name if letter not in _BLANK_LETTERS):
        return "must contain a letter"
    if not any(map(_is_spoken, unicodedata.normalize("NFKC", name))):
        return "must contain a letter that is spoken; signs of tone or breath alone are no name"
    return None


def shows_nothing(text: str) -> bool:
    """Tell whether nothing of a text is seen: blanks, marks without a letter, and letters that are drawn as nothing."""
    return all(map(_is_unseen, text))


def _is_spoken(character: str) -> bool:
    """Tell whether a letter can be said: signs of tone or breath, which count as letters, are no name by themselves."""
    category = unicodedata.category(character)
    if character in _BLANK_LETTERS or not category.startswith("L"):
        return False
    is_latin = unicodedata.name(character, "").startswith("LATIN")
    return any(map(str.isalpha, anyascii.anyascii(character))) or (category == "Lo" and not is_latin)


def _is_unseen(character: str) -> bool:
    # Other control characters than white space, and lone surrogates, are errors of their own.
    category = unicodedata.category(character)
    return character in _BLANK_LETTERS or character.isspace() or category == "Cf" or category[0] in "ZM"
