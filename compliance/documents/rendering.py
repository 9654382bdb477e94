"""Draw one page of a file: a program that reads the file, in a process of its own, and prints a plain picture.

A customer's file is never given to a browser unchanged: the browser runs scripts and holds the reviewer's session. It
gets pixels drawn here, in a process like that of `inspection`: with an empty environment, little memory, little time,
and no right to write a file. It imports nothing of ours.
"""

import io
import json
import sys
from typing import Any

CPU_SECONDS = 20
MEMORY_BYTES = 1536 * 1024 * 1024
PIXELS = 2400
"""Of the longer side of the picture: a sheet of paper at 200 dots an inch."""

_PDF = "application/pdf"
_FORMATS = {"image/jpeg": "JPEG", "image/png": "PNG"}


def draw(content: bytes, *, content_type: str, page: int) -> tuple[int, str, bytes]:
    """Return the number of pages, and a page (the first is 1) as a picture: its content type and its bytes.

    Raises IndexError for a page that does not exist, and any error of the libraries for a broken file.
    """
    if content_type == _PDF:
        return _draw_sheet(content, page)
    if page != 1:
        raise IndexError(page)
    return 1, "image/jpeg", _draw_picture(content, _FORMATS[content_type])


def _draw_sheet(content: bytes, page: int) -> tuple[int, str, bytes]:
    import pypdfium2

    document: Any = pypdfium2.PdfDocument(content)
    document.init_forms()  # text typed into the fields of a form belongs to the document
    count = len(document)
    if not 1 <= page <= count:
        raise IndexError(page)
    sheet = document[page - 1]
    scale = PIXELS / max(*sheet.get_size(), 1)
    drawn = io.BytesIO()
    sheet.render(scale=scale).to_pil().convert("RGB").save(drawn, "PNG", compress_level=4)
    return count, "image/png", drawn.getvalue()


def _draw_picture(content: bytes, file_format: str) -> bytes:
    from PIL import Image, ImageOps

    Image.MAX_IMAGE_PIXELS = None  # `inspection` has a lower limit
    with Image.open(io.BytesIO(content), formats=[file_format]) as found:
        found.draft("RGB", (PIXELS, PIXELS))
        picture = ImageOps.exif_transpose(found)
        picture.thumbnail((PIXELS, PIXELS))
        if picture.mode in {"RGBA", "LA", "PA"} or "transparency" in picture.info:
            paper = Image.new("RGBA", picture.size, "white")
            paper.alpha_composite(picture.convert("RGBA"))
            picture = paper
        drawn = io.BytesIO()
        # Saved anew from its pixels: without location, camera or second content.
        Image.frombytes("RGB", picture.size, picture.convert("RGB").tobytes()).save(drawn, "JPEG", quality=88)
    return drawn.getvalue()


def import_readers() -> None:
    """Import the parsers."""
    import pypdfium2  # noqa: F401
    from PIL import Image

    Image.preinit()


def main() -> None:
    """Read a line of JSON with the page to draw, then the file; print a line of JSON, then the picture."""
    wanted = json.loads(sys.stdin.buffer.readline())
    try:
        pages, content_type, picture = draw(
            sys.stdin.buffer.read(), content_type=wanted["contentType"], page=wanted["page"]
        )
        verdict: dict[str, Any] = {"pages": pages, "contentType": content_type}
    except IndexError:
        verdict, picture = {"problem": "NO_SUCH_PAGE"}, b""
    except Exception:  # noqa: BLE001 - the libraries let slip whatever a broken file makes them stumble over
        verdict, picture = {"problem": "UNREADABLE"}, b""
    sys.stdout.buffer.write(json.dumps(verdict).encode() + b"\n" + picture)
