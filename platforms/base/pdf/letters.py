"""Which font has a letter, and what is written for a letter that none has. Imports nothing of ours."""

import dataclasses
import functools
import re
import unicodedata
from collections.abc import Callable
from importlib import resources

from anyascii import anyascii

Ranges = tuple[tuple[int, int], ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Font:
    """A font's file in its package, and the code points for which it is asked."""

    name: str
    package: str
    file: str
    ranges: Ranges

    @property
    def path(self) -> str:
        """The path of the file."""
        return str(resources.files(self.package) / self.file)


FIRST = Font("sans", "fontpkg_noto_sans", "files/NotoSans[wdth,wght].ttf", ((0x20, 0x10FFFF),))
"""Latin, Greek, Cyrillic and Devanagari."""
OTHERS = (
    Font("hebrew", "fontpkg_heebo", "files/Heebo[wght].ttf", ((0x590, 0x5FF), (0xFB1D, 0xFB4F))),
    Font(
        "arabic",
        "fontpkg_noto_sans_arabic",
        "files/NotoSansArabic[wdth,wght].ttf",
        ((0x600, 0x6FF), (0x750, 0x77F), (0x8A0, 0x8FF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFC)),
    ),
    Font("thai", "fontpkg_noto_sans_thai", "files/NotoSansThai[wdth,wght].ttf", ((0xE00, 0xE7F),)),
    Font(
        "cjk",
        "noto_cjk_sans_jp_regular",
        "NotoSansCJKjp-Regular.otf",
        ((0x1100, 0x11FF), (0x2E80, 0xA4CF), (0xA960, 0xD7FF), (0xF900, 0xFAFF), (0xFE30, 0xFFEF), (0x1B000, 0x323AF)),
    ),
)
_JOINERS = "\u200c\u200d"
"""Invisible, and part of how words of Persian and Hindi are written."""
_JOINED = re.compile(
    "[\u0300-\u036f\u0590-\u10ff\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d\u20d0-\u20ff\ufb1d-\ufdff\ufe20-\ufefc]"
)
"""Marks above and below letters, and scripts whose letters are joined, put above each other or run leftwards."""


def needs_shaping(text: str) -> bool:
    """Tell whether letters of a text are joined, put above each other, or run from right to left."""
    return not text.isascii() and _JOINED.search(text) is not None


def font_for(letter: str) -> Font | None:
    """Return the font that is asked for a letter which the first one does not have; None: there is none."""
    return next((font for font in OTHERS if _is_in(ord(letter), font.ranges)), None)


def written(text: str, has: Callable[[str], bool]) -> str:
    """Return a text of which every letter can be shown; `has` tells whether a font has one. Line feeds stay.

    What no font has is written in Latin letters in brackets. So is, by its code, what is invisible or turns the
    direction of its surroundings.
    """
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    done: list[str] = []
    unknown = ""
    for letter in text:
        if unknown and unicodedata.category(letter)[0] == "M":
            unknown += letter
            continue
        shown = _shown(letter, has)
        if shown and not (unknown and shown == " "):
            done.append(_in_latin(unknown) + shown)
            unknown = ""
        else:
            unknown += letter
    return "".join([*done, _in_latin(unknown)])


def _shown(letter: str, has: Callable[[str], bool]) -> str:
    """Return what stands for a letter; empty where no font has it."""
    if letter in "\n" + _JOINERS:
        return letter
    category = unicodedata.category(letter)
    if category == "Zs" or letter in "\t\r":
        return " "
    if category[0] == "C" or category in {"Zl", "Zp"}:
        return _code(letter)
    return letter if has(letter) else ""


def _in_latin(unknown: str) -> str:
    """Return letters that no font has in Latin ones, in brackets, with the blanks behind them."""
    if not unknown:
        return ""
    word = unknown.rstrip()
    latin = _latin(word)
    return (f"[{latin}]" if latin else "".join(map(_code, word))) + " " * (len(unknown) - len(word))


@functools.lru_cache(maxsize=1000)
def _latin(word: str) -> str:
    latin: str = anyascii(word)
    return latin.strip()


def _code(letter: str) -> str:
    return f"[U+{ord(letter):04X}]"


def _is_in(code: int, ranges: Ranges) -> bool:
    return any(first <= code <= last for first, last in ranges)
