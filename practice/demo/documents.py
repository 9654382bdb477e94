"""Papers as customers send them: a passport as a picture (PNG), what a registry or a supplier prints as a PDF."""

import io
import time
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

_PASSPORT, _PAGE = (900, 620), (827, 1169)
"""Sizes in pixels; the page is A4 at 100 dots per inch."""
_PAPER, _INK, _SKIN = "#f4efe4", "#1d2b4f", "#d8b48f"
_PRINTED = time.gmtime(0)
"""A PDF names a time; the same one makes it the same file in every run."""


def passport(*, name: str, country: str, birth_date: str, number: str) -> bytes:
    """Return the page of a passport with the picture; `name` in Latin letters."""
    image = Image.new("RGB", _PASSPORT, _PAPER)
    draw = ImageDraw.Draw(image)
    for line in range(0, _PASSPORT[0], 24):
        draw.line((line, 0, line + 160, _PASSPORT[1]), fill="#eae2cf")
    draw.rectangle((40, 110, 280, 420), fill="#dfe6ee", outline=_INK)
    draw.ellipse((105, 165, 215, 300), fill=_SKIN)
    draw.pieslice((70, 310, 250, 520), 180, 360, fill=_INK)
    _write(draw, (40, 40), f"PASSPORT   {country}", size=40)
    facts = (("Name", name), ("Nationality", country), ("Date of birth", birth_date), ("Passport No.", number))
    for row, (what, value) in enumerate(facts):
        _write(draw, (320, 110 + 80 * row), what, size=18, fill="#6b6b6b")
        _write(draw, (320, 132 + 80 * row), value, size=30)
    machine = "<".join(name.upper().split())
    _write(draw, (40, 480), f"P<{country}<{machine}".ljust(44, "<")[:44], size=30)
    _write(draw, (40, 530), f"{number}<{country}{birth_date.replace('-', '')[2:]}".ljust(44, "<")[:44], size=30)
    content = io.BytesIO()
    image.save(content, "PNG")
    return content.getvalue()


def page(title: str, lines: Sequence[str]) -> bytes:
    """Return a PDF of one page; all texts in Latin letters."""
    image = Image.new("L", _PAGE, "white")
    draw = ImageDraw.Draw(image)
    _write(draw, (80, 90), title, size=34, fill="black")
    draw.line((80, 145, _PAGE[0] - 80, 145), fill="black", width=2)
    for row, line in enumerate(lines):
        _write(draw, (80, 190 + 44 * row), line, size=22, fill="black")
    content = io.BytesIO()
    image.save(content, "PDF", resolution=100, creationDate=_PRINTED, modDate=_PRINTED)
    return content.getvalue()


def _write(draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, *, size: int, fill: str = _INK) -> None:
    draw.text(at, text, fill=fill, font=ImageFont.load_default(size))
