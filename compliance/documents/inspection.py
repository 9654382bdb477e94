"""Inspect a file: a program that reads it from standard input, in a process of its own, and prints its verdict.

Parsers of file formats have mistakes, and attackers know them. So files are not parsed in the process that holds the
keys and serves everybody else, but in one that has an empty environment, little memory, little time, and no right to
write a file: `isolated` makes it. This program imports nothing of ours.
"""

import io
import json
import pathlib
import sys
import zipfile
from collections.abc import Callable, Mapping

UNSUITABLE = "UNSUITABLE_DOCUMENT"
LOW_QUALITY = "LOW_QUALITY"

CPU_SECONDS = 10
MEMORY_BYTES = 1024 * 1024 * 1024
MAX_PAGES = 500
MIN_PIXELS = 300
"""Of each side of a picture: a smaller one can't be read."""
MAX_PIXELS = 50_000_000
"""Of a whole picture: as telephones take them, and no more than fits into the process's memory."""
MAX_TEXT_BYTES = 50_000_000
"""Of the unpacked drawing instructions of all pages of a PDF."""

PDF, JPEG, PNG = "application/pdf", "image/jpeg", "image/png"
_EXTENSIONS = {PDF: {".pdf"}, JPEG: {".jpg", ".jpeg", ".jpe", ".jfif"}, PNG: {".png"}}
_OF_TELEPHONES = {".heic", ".heif"}
"""Names that telephones leave a picture when they send it as JPEG or PNG."""
_KINDS = {PDF: "a PDF", JPEG: "a JPEG picture", PNG: "a PNG picture"}
_HEADER_WITHIN = 1024
"""Bytes in which readers of PDF look for its beginning."""
_TELLING = frozenset(
    f".{ending}"
    for endings in (
        "avif bmp eps gif heic heif ico jp2 psd svg svgz tif tiff webp",
        "csv doc docm docx odt pages ppt pptx ps rtf txt xls xlsm xlsx xml",
        "bat bin cmd com dll dmg exe hta htm html iso jar js lnk mjs msi php ps1 py scr sh swf vbs xhtml",
        "gz mov mp4 rar tar zip 7z",
    )
    for ending in endings.split()
)
"""Suffixes of names that claim another format. Other suffixes claim nothing: `scan.2024` is a name."""


class Refused(Exception):
    """The file can't serve as a document: a code for programs, a reason for people."""

    def __init__(self, code: str, reason: str) -> None:
        """Take code and reason."""
        self.code = code
        self.reason = reason
        super().__init__(reason)


def inspect(content: bytes, file_name: str) -> str:
    """Return the content type proved by the content; raises Refused."""
    content_type, content = _recognise(content)
    _check_name(file_name, content_type)
    if zipfile.is_zipfile(io.BytesIO(content)):
        raise Refused(UNSUITABLE, "is an archive as well")
    _READERS[content_type](content)
    return content_type


def _recognise(content: bytes) -> tuple[str, bytes]:
    """Return the content type, and the content from where it begins.

    Programs put a byte order mark, line ends or a line of their own before a PDF, and its readers look further on.
    """
    found = next((kind for kind, magic in _MAGIC.items() if content.startswith(magic)), None)
    begin = content.find(_MAGIC[PDF], 0, _HEADER_WITHIN + len(_MAGIC[PDF]))
    if found in {JPEG, PNG}:
        # One file, two contents.
        if _MAGIC[PDF] in content[:2048]:
            raise Refused(UNSUITABLE, "is two files in one")
        return found, content
    if content[4:8] == b"ftyp":
        raise Refused(UNSUITABLE, _film_or_picture(content))
    if begin < 0:
        raise Refused(UNSUITABLE, "is no PDF, JPEG or PNG file, whatever its name says")
    if _is_something_else(content[:begin]):
        raise Refused(UNSUITABLE, "is two files in one: something else comes before the PDF")
    return PDF, content[begin:]


def _is_something_else(before: bytes) -> bool:
    """Tell whether what comes before a PDF makes it another file too: a web page, a script, a picture, a program."""
    return b"<" in before or b"ustar" in before or before.lstrip(_SHOWS_NOTHING).startswith(_OTHERS)


_MAGIC: Mapping[str, bytes] = {PDF: b"%PDF-", JPEG: b"\xff\xd8\xff", PNG: b"\x89PNG\r\n\x1a\n"}
_SHOWS_NOTHING = b"\0 \t\r\n\f\v\x1a\xef\xbb\xbf\xfe\xff"
"""Zeros, blanks, line ends, the end of a text in DOS, byte order marks."""
# fmt: off
_OTHERS = (
    b"#!", b"7z\xbc\xaf", b"BM", b"BZh", b"GIF8", b"II*\0", b"MM\0*", b"MZ", b"PK", b"RIFF", b"Rar!", b"\x1f\x8b",
    b"\x7fELF", b"\x89PNG", b"\xca\xfe\xba\xbe", b"\xd0\xcf\x11\xe0", b"\xff\xd8", b"{\\rtf",
)
# fmt: on
"""How pictures, archives and programs begin."""


def _film_or_picture(content: bytes) -> str:
    """Return why a file in the container of films is refused: mostly a photograph as new telephones take it."""
    brands = {content[place : place + 4] for place in (8, *range(16, 64, 4))}
    if not brands & _PICTURES_OF_TELEPHONES:
        return "is a film, or another file that is no PDF, JPEG or PNG"
    return (
        "is a picture of the kind HEIC or AVIF, which can't be read here. On an iPhone, open Settings, Camera, "
        "Formats, choose Most Compatible, and take the photo again; on other telephones, switch off HEIF or high "
        "efficiency pictures in the camera's settings. A screenshot of the photo will do too"
    )


_PICTURES_OF_TELEPHONES = {
    b"heic",
    b"heix",
    b"heim",
    b"heis",
    b"hevc",
    b"hevx",
    b"heif",
    b"mif1",
    b"msf1",
    b"avif",
    b"avis",
}


def _check_name(file_name: str, content_type: str) -> None:
    ending = pathlib.PurePath(file_name).suffix.lower()
    if content_type != PDF and ending in _OF_TELEPHONES:
        return
    ours = set().union(*_EXTENSIONS.values())
    if ending in (ours | _TELLING) - _EXTENSIONS[content_type]:
        wanted = min(_EXTENSIONS[content_type], key=len)
        is_content = f"but it is {_KINDS[content_type]}: give it a name that ends in {wanted}"
        raise Refused(UNSUITABLE, f"has a name that ends in {ending}, {is_content}")


def _read_pdf(content: bytes) -> None:
    import pypdf
    from pypdf import errors

    if b"%%EOF" not in content[-2048:]:
        raise Refused(LOW_QUALITY, "ends in the middle: the PDF is not complete")
    try:
        _read_pages(pypdf.PdfReader(io.BytesIO(content)))
    except errors.LimitReachedError:
        raise Refused(UNSUITABLE, "unpacks to more than a document needs") from None
    except (Refused, MemoryError):
        raise
    except Exception:  # noqa: BLE001 - the library lets slip whatever a broken file makes it stumble over
        raise Refused(LOW_QUALITY, "is damaged: the PDF can't be read") from None


def _read_pages(reader: "pypdf.PdfReader") -> None:  # type: ignore[name-defined]  # noqa: F821 - imported when needed
    if reader.is_encrypted:
        raise Refused(LOW_QUALITY, "is encrypted or protected by a password")
    count = len(reader.pages)
    if count == 0:
        raise Refused(LOW_QUALITY, "has no pages")
    if count > MAX_PAGES:
        raise Refused(UNSUITABLE, f"has more than {MAX_PAGES} pages")
    _check_harmless(reader)
    size, drawn = 0, False
    for page in reader.pages:
        if page.mediabox.width <= 0 or page.mediabox.height <= 0:
            raise Refused(LOW_QUALITY, "has a page without a size")
        drawing = page.get_contents()
        if drawing is not None:
            text = drawing.get_data()
            size += len(text)
            drawn = drawn or bool(text.strip())
        if size > MAX_TEXT_BYTES:
            raise Refused(UNSUITABLE, "unpacks to more than a document needs")
    if not drawn:
        raise Refused(LOW_QUALITY, "shows nothing: all its pages are empty")


def _check_harmless(reader: "pypdf.PdfReader") -> None:  # type: ignore[name-defined]  # noqa: F821 - imported when needed
    """Refuse what a viewer would run by itself, and what starts a program. Scripts of single form fields may stay."""
    root = reader.root_object
    actions = [root.get("/OpenAction"), *_values(root.get("/AA"))]
    if "/JavaScript" in _dictionary(root.get("/Names")):
        raise Refused(UNSUITABLE, "runs a script when it is opened")
    for page in reader.pages:
        actions += _values(page.get("/AA"))
        notes = _resolved(page.get("/Annots"))
        for note in notes if isinstance(notes, list) else ():
            action = _dictionary(_dictionary(note).get("/A"))
            if action.get("/S") == "/Launch":
                actions.append(action)
    for action in actions:
        if _dictionary(action).get("/S") in _RUN_BY_VIEWERS:
            raise Refused(UNSUITABLE, "runs a script or a program when it is opened or clicked")


_RUN_BY_VIEWERS = frozenset({"/JavaScript", "/Launch", "/ImportData", "/SubmitForm", "/Rendition"})


def _values(actions: object) -> list[object]:
    return list(_dictionary(actions).values())


def _dictionary(value: object) -> dict[str, object]:
    found = _resolved(value)
    return found if isinstance(found, dict) else {}


def _resolved(value: object) -> object:
    return value.get_object() if hasattr(value, "get_object") else value


def _read_jpeg(content: bytes) -> None:
    _read_picture(content, "JPEG")


def _read_png(content: bytes) -> None:
    end = content.rfind(b"IEND")
    # Some programs add a line end or fill up with zeros.
    if end >= 0 and content[end + 8 :].strip(_SHOWS_NOTHING):
        raise Refused(UNSUITABLE, "holds something else behind its picture")
    _read_picture(content, "PNG")


def _read_picture(content: bytes, file_format: str) -> None:
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None  # our own limit, below, is the lower one
    try:
        with Image.open(io.BytesIO(content), formats=[file_format]) as picture:
            _check_size(*picture.size)
            if file_format == "PNG":
                _check_still(picture)
                picture.verify()
        with Image.open(io.BytesIO(content), formats=[file_format]) as picture:
            # Every pixel is decoded; for JPEG at an eighth of the size, which still reads all the data.
            picture.draft(None, (picture.width // 8, picture.height // 8))
            picture.load()
    except (Refused, MemoryError):
        raise
    except Exception:  # noqa: BLE001 - as above
        raise Refused(LOW_QUALITY, "is damaged: the picture can't be decoded") from None


def _check_size(width: int, height: int) -> None:
    if min(width, height) < MIN_PIXELS:
        raise Refused(LOW_QUALITY, f"is too small to be read: {width} by {height} pixels, at least {MIN_PIXELS} each")
    if width * height > MAX_PIXELS:
        raise Refused(UNSUITABLE, f"has more than {MAX_PIXELS // 1_000_000} million pixels")


def _check_still(picture: object) -> None:
    # In a JPEG, cameras store a second, smaller or deeper picture behind the first; that is still one document.
    if getattr(picture, "is_animated", False):
        raise Refused(UNSUITABLE, "moves: it has more than one picture")


_READERS: Mapping[str, Callable[[bytes], None]] = {PDF: _read_pdf, JPEG: _read_jpeg, PNG: _read_png}


def import_readers() -> None:
    """Import the parsers, while their byte code may still be written."""
    import pypdf  # noqa: F401
    from PIL import Image

    Image.preinit()


def main() -> None:
    """Read a line with the file's name as JSON, then the file; print its type, or why it is refused, as JSON."""
    file_name = json.loads(sys.stdin.buffer.readline())
    try:
        content = sys.stdin.buffer.read()
        verdict = {"contentType": inspect(content, file_name)}
    except Refused as refusal:
        verdict = {"code": refusal.code, "reason": refusal.reason}
    except MemoryError:
        verdict = {"code": UNSUITABLE, "reason": "unpacks to more than a document needs"}
    sys.stdout.write(json.dumps(verdict))
