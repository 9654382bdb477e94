"""Real files, made by the libraries that make such files: good ones, and all that can be wrong with them."""

import functools
import io
import random
import struct
import zipfile
import zlib
from typing import cast

import pypdf
from PIL import Image
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    NameObject,
    StreamObject,
    TextStringObject,
)

EICAR = rb"X5O!P%@AP[4\PZX54(P^)7CC)7}$" + b"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
"""The text that every scanner reports though it harms nobody. In two parts, so that none reports this file."""


@functools.cache
def pdf(text: str = "Certificate of incorporation", *, pages: int = 1, password: str | None = None) -> bytes:
    """A PDF with a line of text on each page."""
    writer = pypdf.PdfWriter()
    for _ in range(pages):
        _draw(writer, f"BT /F1 24 Tf 100 700 Td ({text}) Tj ET".encode())
    if password is not None:
        writer.encrypt(user_password=password, algorithm="RC4-128")
    return _written(writer)


def blank_pdf() -> bytes:
    writer = pypdf.PdfWriter()
    writer.add_blank_page(width=595, height=842)
    return _written(writer)


def bomb_pdf() -> bytes:
    """A page whose few kilobytes of instructions unpack to 80 million."""
    writer = pypdf.PdfWriter()
    page = writer.add_blank_page(width=595, height=842)
    stream = StreamObject()
    stream._data = zlib.compress(b"0 0 m " * 14_000_000, 9)
    stream[NameObject("/Filter")] = NameObject("/FlateDecode")
    page[NameObject("/Contents")] = writer._add_object(stream)
    return _written(writer)


def acting_pdf(where: str, action: str = "/JavaScript") -> bytes:
    """A PDF with an action: when it (`/OpenAction`, `/AA`, `/Names`) or a page is opened, or on a click."""
    writer = pypdf.PdfWriter()
    _draw(writer, b"BT /F1 24 Tf 100 700 Td (Deed) Tj ET")
    does = DictionaryObject({NameObject("/S"): NameObject(action), NameObject("/JS"): TextStringObject("app.alert(1)")})
    at_events = DictionaryObject({NameObject("/O"): writer._add_object(does)})
    if where == "/Names":
        scripts = ArrayObject([TextStringObject("greeting"), writer._add_object(does)])
        named = DictionaryObject({NameObject("/JavaScript"): DictionaryObject({NameObject("/Names"): scripts})})
        writer._root_object[NameObject("/Names")] = named
    elif where == "page":
        writer.pages[0][NameObject("/AA")] = at_events
    elif where in {"click", "field"}:
        note = DictionaryObject({NameObject("/Subtype"): NameObject("/Widget")})
        note[NameObject("/A" if where == "click" else "/AA")] = does if where == "click" else at_events
        writer.pages[0][NameObject("/Annots")] = ArrayObject([writer._add_object(note)])
    else:
        writer._root_object[NameObject(where)] = does if where == "/OpenAction" else at_events
    return _written(writer)


def pdf_that_unpacks(times: int, *, parts: int = 1) -> bytes:
    """A page of drawing instructions, packed `times` over, and named `parts` times."""
    writer = pypdf.PdfWriter()
    content = b"0 0 m " * 1_000_000
    for _ in range(times):
        content = zlib.compress(content, 9)
    _draw_packed(writer, content, ["/FlateDecode"] * times, parts)
    return _written(writer)


def slow_pdf() -> bytes:
    """A page in a packing that takes seconds to open, of nearly the size a file may have."""
    writer = pypdf.PdfWriter()
    _draw_packed(writer, b"\x80\x0b\x60\x50" * 2_000_000, ["/LZWDecode"], 1)
    return _written(writer)


def endless_pdf() -> bytes:
    """A PDF whose tree of pages holds itself."""
    writer = pypdf.PdfWriter()
    _draw(writer, b"BT ET")
    pages = cast("DictionaryObject", writer._root_object["/Pages"])
    cast("ArrayObject", pages["/Kids"]).append(writer._root_object.raw_get("/Pages"))
    return _written(writer)


def slow_jpeg() -> bytes:
    """A picture of 49 million pixels that is drawn over and over, a hundred thousand times."""
    plain = _saved(Image.new("L", (7000, 7000), 128), "JPEG", progressive=True, quality=50)
    scan = plain[plain.rfind(b"\xff\xda") : -2]
    return plain[:-2] + scan * 100_000 + plain[-2:]


def _draw_packed(writer: pypdf.PdfWriter, content: bytes, filters: list[str], parts: int) -> None:
    stream = StreamObject()
    stream._data = content
    stream[NameObject("/Filter")] = ArrayObject(NameObject(name) for name in filters)
    drawing = writer._add_object(stream)
    writer.add_blank_page(width=595, height=842)[NameObject("/Contents")] = ArrayObject([drawing] * parts)


@functools.cache
def picture(file_format: str = "PNG", size: tuple[int, int] = (640, 400), **options) -> bytes:
    """A picture that compresses as badly as a photograph."""
    width = size[0]
    tile = random.Random(4).randbytes(64 * 64 * 3)
    image = Image.new("RGB", size)
    noise = Image.frombytes("RGB", (64, 64), tile)
    for left in range(0, min(width, 640), 64):
        image.paste(noise, (left, 0))
    return _saved(image, file_format, **options)


def jpeg() -> bytes:
    return picture("JPEG", quality=85)


def png() -> bytes:
    return picture("PNG")


def moving_png() -> bytes:
    frames = [Image.new("RGB", (320, 320), colour) for colour in ("red", "green")]
    return _saved(frames[0], "PNG", save_all=True, append_images=frames[1:])


def two_in_one_jpeg() -> bytes:
    """A photograph with a second picture behind it, as many cameras write it."""
    frames = [Image.new("RGB", (400, 320), colour) for colour in ("red", "green")]
    return _saved(frames[0], "MPO", save_all=True, append_images=frames[1:])


def bomb_png(width: int = 60_000, height: int = 60_000) -> bytes:
    """A picture of one colour: kilobytes that decode to gigabytes."""
    packer = zlib.compressobj(9)
    row = bytes(1 + width // 8)
    rows = b"".join(packer.compress(row) for _ in range(2000)) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", rows) + _chunk(b"IEND", b"")


def archive() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as bundle:
        bundle.writestr("passport.html", "<script>alert(1)</script>")
    return made.getvalue()


def _draw(writer: pypdf.PdfWriter, instructions: bytes) -> None:
    page = writer.add_blank_page(width=595, height=842)
    stream = DecodedStreamObject()
    stream.set_data(instructions)
    page[NameObject("/Contents")] = writer._add_object(stream.flate_encode())


def _written(writer: pypdf.PdfWriter) -> bytes:
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()


def _saved(image: Image.Image, file_format: str, **options) -> bytes:
    made = io.BytesIO()
    image.save(made, file_format, **options)
    return made.getvalue()


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
