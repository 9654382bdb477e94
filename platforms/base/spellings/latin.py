"""How names are spelt in Latin letters, for searches by people who type no others."""

import itertools
import re
import unicodedata

import anyascii

from platforms.base.spellings import japanese

_LONGEST = 512
_MOST_WORDS = 24
_MARKS = re.compile(r"['`\"\u2018\u2019\u02bb-\u02bf]")
_NO_LETTER = re.compile(r"[^0-9a-z]+")
_SYLLABLE = re.compile(r"[A-Z][a-z]*")
_SYLLABIC = re.compile("[\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]")
"""Scripts of which a letter is a syllable, and a name one piece: Chinese, Korean."""
_SAME_SOUND = (
    *(("sch", "s"), ("tch", "c"), ("ch", "c"), ("sh", "s"), ("kh", "k"), ("gh", "g"), ("ph", "f"), ("th", "t")),
    *(("dh", "d"), ("zh", "j"), ("dj", "j"), ("ck", "k"), ("q", "k"), ("w", "v"), ("x", "ks"), ("z", "s")),
    *(("g", "k"), ("j", "c")),
)
_VOWELS = re.compile("[aeiouyh]")
_DOUBLED = re.compile(r"(.)\1+")
_SOUND = "0"
"""Begins the consonants of a word, which no word of a name does."""


def of(name: str) -> str:
    """Return the words of a name in ASCII, and their consonants; empty where it is ASCII already.

    Arabic and Hebrew write few vowels, and each country spells others its own way: the consonants agree.
    """
    if name.isascii():
        return ""
    pieces = [
        spelling
        for piece in unicodedata.normalize("NFKC", name[:_LONGEST]).split()[:_MOST_WORDS]
        for spelling in _of_piece(piece)
    ]
    pieces = list(dict.fromkeys(pieces))
    joined = ["".join(pair) for pair in itertools.pairwise(pieces)]
    sounds = [sound(piece) for piece in (*pieces, *joined, *(piece[1:] for piece in pieces if piece[0] == "l"))]
    return " ".join(dict.fromkeys([*pieces, *filter(is_telling, sounds)]))


def sound(word: str) -> str:
    """Return the consonants of a word, alike for all ways to spell it: Hussein and Husayn are `0sn`."""
    text = "".join(_NO_LETTER.sub("", anyascii.anyascii(word).lower()))
    for spelt, plain in _SAME_SOUND:
        text = text.replace(spelt, plain)
    return _SOUND + _DOUBLED.sub(r"\1", _VOWELS.sub("", text))


def is_telling(consonants: str) -> bool:
    """Tell whether there are enough consonants to find a name by."""
    return len(consonants) > len(_SOUND) + 1


def _of_piece(piece: str) -> list[str]:
    latin = _MARKS.sub("", anyascii.anyascii(piece))
    words = _NO_LETTER.sub(" ", latin.lower()).split()
    if not _SYLLABIC.search(piece):
        # With an apostrophe it is one word or two.
        return words + _NO_LETTER.sub(" ", anyascii.anyascii(_MARKS.sub(" ", piece)).lower()).split()
    syllables = [syllable.lower() for syllable in _SYLLABLE.findall(latin)]
    given = ["".join(syllables[1:])] if len(syllables) > 2 else []
    return [*words, *syllables, *given, *japanese.readings(piece)]
