"""Documents that look like documents, for the screens: invented people, drawn here."""

import io
from collections.abc import Sequence

import pypdf
from PIL import Image, ImageDraw, ImageFont
from pypdf.generic import DecodedStreamObject, NameObject

_PAPER, _INK, _SOFT = "#f4efe2", "#22303c", "#7a6f5a"


def passport(name: str, *, born: str, country: str = "United Kingdom", turned: bool = False) -> bytes:
    """A page of a passport as a photograph; `turned`: lying on its side, as telephones often send it."""
    picture = Image.new("RGB", (1500, 1050), _PAPER)
    pen = ImageDraw.Draw(picture)
    for top in range(0, 1050, 14):
        pen.line((0, top, 1500, top + 90), fill="#ece4d0")
    pen.rectangle((70, 200, 470, 720), fill="#c9d3da", outline=_SOFT, width=3)
    pen.ellipse((190, 290, 350, 480), fill="#8fa3b1")
    pen.pieslice((110, 500, 430, 940), 180, 360, fill="#8fa3b1")
    first, _, last = name.rpartition(" ")
    _write(pen, (70, 60), f"{country}  PASSPORT  SPECIMEN", 52)
    lines = [("Surname", last), ("Given names", first), ("Date of birth", born), ("Passport No.", "512 349 876")]
    for place, (label, value) in enumerate(lines):
        _write(pen, (540, 210 + 130 * place), label, 28, _SOFT)
        _write(pen, (540, 245 + 130 * place), value, 52)
    code = f"P<GBR{last}<<{first.replace(' ', '<')}".upper().ljust(44, "<")
    _write(pen, (70, 850), code[:44], 44)
    _write(pen, (70, 930), "5123498763GBR9001310F3001312<<<<<<<<<<<<<<06", 44)
    made = io.BytesIO()
    (picture.rotate(90, expand=True) if turned else picture).save(made, "JPEG", quality=85)
    return made.getvalue()


def sheets(*pages: Sequence[str]) -> bytes:
    """A PDF with a heading and lines of text on each page."""
    writer = pypdf.PdfWriter()
    for heading, *lines in pages:
        page = writer.add_blank_page(width=595, height=842)
        stream = DecodedStreamObject()
        rest = "".join(f" 0 -22 Td ({line}) Tj" for line in lines)
        text = f"BT /F1 22 Tf 70 760 Td ({heading}) Tj /F1 12 Tf 0 -20 Td{rest} ET 0.4 w 70 748 455 0 re S"
        stream.set_data(text.encode())
        page[NameObject("/Contents")] = writer._add_object(stream.flate_encode())
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()


def _write(pen: ImageDraw.ImageDraw, place: tuple[int, int], text: str, size: int, colour: str = _INK) -> None:
    pen.text(place, text, fill=colour, font=ImageFont.load_default(size))
