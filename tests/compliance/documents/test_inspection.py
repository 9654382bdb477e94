"""What a file is, and why it is none that we take: the inspecting program, run as it is run in service."""

import io
import resource
import subprocess
import sys

import pytest
from django.conf import settings

from compliance.documents import checking, inspection
from platforms.base import errors
from platforms.base.isolation import isolated
from tests.support.compliance import sample_documents

pytestmark = pytest.mark.service

UNSUITABLE, LOW_QUALITY = "UNSUITABLE_DOCUMENT", "LOW_QUALITY"
PNG, JPEG, PDF = sample_documents.png(), sample_documents.jpeg(), sample_documents.pdf()

GOOD = [
    ("a PDF", PDF, "deed.pdf", "application/pdf"),
    ("a PDF of the most pages", sample_documents.pdf(pages=500), "DEED.PDF", "application/pdf"),
    ("a form that checks what is typed", sample_documents.acting_pdf("field"), "tax.pdf", "application/pdf"),
    ("a PDF with a link", sample_documents.acting_pdf("click", "/URI"), "deed.pdf", "application/pdf"),
    ("a JPEG", JPEG, "passport.jpg", "image/jpeg"),
    ("a JPEG by its other name", JPEG, "passport.JPEG", "image/jpeg"),
    ("a JPEG with a second picture behind it", sample_documents.two_in_one_jpeg(), "photo.jpg", "image/jpeg"),
    ("a PNG", PNG, "front.png", "image/png"),
    ("a PNG of the smallest size", sample_documents.picture(size=(300, 300)), "front.png", "image/png"),
    ("a PNG without an ending", PNG, "front", "image/png"),
    ("a PNG whose ending claims nothing", PNG, "scan.2024", "image/png"),
    *[
        (f"a PDF behind {what}", before + PDF, "deed.pdf", "application/pdf")
        for what, before in (
            ("a byte order mark", b"\xef\xbb\xbf"),
            ("a byte order mark and a line end", b"\xef\xbb\xbf\r\n"),
            ("a byte order mark of UTF-16", b"\xff\xfe"),
            ("a line end", b"\n"),
            ("the line ends of a form", b"\r\n\r\n"),
            ("zeros and blanks", b"\0\0  \t"),
            ("other text", b"hello\n"),
            ("a line of a mailer", b"Content-Type: application/pdf\r\n\r\n"),
            ("a line of PostScript", b"%!PS-Adobe-3.0 PDF-1.4\n"),
            ("as much as readers of PDF allow", b"x" * 1024),
        )
    ],
    ("a PDF before a line end", PDF + b"\r\n\r\n", "deed.pdf", "application/pdf"),
    ("a PNG before a line end", PNG + b"\n", "front.png", "image/png"),
    ("a PNG before another line end", PNG + b"\r\n", "front.png", "image/png"),
    ("a PNG filled up with zeros", PNG + bytes(4096), "front.png", "image/png"),
    ("a JPEG before a line end", JPEG + b"\r\n", "front.jpg", "image/jpeg"),
    ("a JPEG filled up with zeros", JPEG + bytes(4096), "front.jpg", "image/jpeg"),
    ("a JPEG whose name a telephone has left", JPEG, "IMG_1.HEIC", "image/jpeg"),
    ("a PNG whose name a telephone has left", PNG, "IMG_1.heif", "image/png"),
]
HEIC = b"\0\0\0\x24ftypheic\0\0\0\0mif1MiHEmiafheic\0\0" + bytes(600)

# What takes long to make is made by its test: every worker collects all tests.
BAD = [
    ("text", b"This is to certify", "deed.pdf", UNSUITABLE, "no PDF, JPEG or PNG"),
    ("a web page", b"<html><script>alert(1)</script></html>", "deed.pdf", UNSUITABLE, "no PDF, JPEG or PNG"),
    ("an archive", sample_documents.archive(), "deed.pdf", UNSUITABLE, "no PDF, JPEG or PNG"),
    ("a program", b"MZ\x90\x00" + bytes(500), "passport.jpg", UNSUITABLE, "no PDF, JPEG or PNG"),
    ("a GIF", sample_documents.picture("GIF"), "passport.gif", UNSUITABLE, "no PDF, JPEG or PNG"),
    ("a GIF called PNG", sample_documents.picture("GIF"), "passport.png", UNSUITABLE, "no PDF, JPEG or PNG"),
    ("a TIFF", sample_documents.picture("TIFF"), "passport.tiff", UNSUITABLE, "no PDF, JPEG or PNG"),
    ("a WEBP", sample_documents.picture("WEBP"), "passport.webp", UNSUITABLE, "no PDF, JPEG or PNG"),
    *[
        (f"a PDF behind {what}", before + PDF, "deed.pdf", UNSUITABLE, "two files in one")
        for what, before in (
            ("a web page", b"<html><script>alert(1)</script>"),
            ("a web page behind a byte order mark", b"\xef\xbb\xbf<html>"),
            ("a script", b"#!/bin/sh\nexit\n"),
            ("a program", b"MZ\x90\x00"),
            ("a GIF", b"GIF89a" + bytes(20)),
            ("the head of an archive", b"deed.pdf".ljust(257, b"\0") + b"ustar\x0000".ljust(255, b"\0")),
        )
    ],
    ("a PDF behind more than its readers allow", b"x" * 1025 + PDF, "deed.pdf", UNSUITABLE, "no PDF, JPEG or PNG"),
    ("a photo of an iPhone", HEIC, "IMG_1.HEIC", UNSUITABLE, "Most Compatible"),
    ("a photo of an iPhone called JPEG", HEIC, "IMG_1.jpg", UNSUITABLE, "Most Compatible"),
    (
        "a photo of another telephone",
        b"\0\0\0\x18ftypmif1\0\0\0\0mif1heix" + bytes(600),
        "1.heif",
        UNSUITABLE,
        "HEIF or high efficiency",
    ),
    ("an AVIF", b"\0\0\0\x1cftypavif\0\0\0\0avifmif1" + bytes(600), "1.avif", UNSUITABLE, "A screenshot"),
    ("a film", b"\0\0\0\x18ftypmp42\0\0\0\0isommp42" + bytes(600), "a.mp4", UNSUITABLE, "is a film"),
    ("a PDF with a telephone's name", PDF, "IMG_1.HEIC", UNSUITABLE, "ends in .heic, but it is a PDF"),
    ("a PNG called PDF", PNG, "deed.pdf", UNSUITABLE, "ends in .pdf"),
    ("a PDF called JPEG", PDF, "deed.jpg", UNSUITABLE, "ends in .jpg"),
    ("a PNG called a program", PNG, "front.png.exe", UNSUITABLE, "ends in .exe"),
    ("a PDF and an archive", PDF + sample_documents.archive(), "deed.pdf", UNSUITABLE, "an archive as well"),
    ("a JPEG and an archive", JPEG + sample_documents.archive(), "front.jpg", UNSUITABLE, "an archive as well"),
    (
        "a JPEG and a PDF",
        JPEG[:2] + b"\xff\xfe\x00\x0a%PDF-1.7" + JPEG[2:],
        "front.jpg",
        UNSUITABLE,
        "two files in one",
    ),
    ("a PNG and a web page", PNG + b"<script>alert(1)</script>", "front.png", UNSUITABLE, "behind its picture"),
    ("a moving PNG", sample_documents.moving_png(), "front.png", UNSUITABLE, "more than one picture"),
    ("a PNG that unpacks to gigabytes", sample_documents.bomb_png(), "front.png", UNSUITABLE, "50 million pixels"),
    ("a PDF that unpacks to much", sample_documents.bomb_pdf, "deed.pdf", UNSUITABLE, "unpacks to more"),
    ("a PDF of too many pages", sample_documents.pdf(pages=501), "deed.pdf", UNSUITABLE, "more than 500 pages"),
    (
        "a script when it opens",
        sample_documents.acting_pdf("/OpenAction"),
        "deed.pdf",
        UNSUITABLE,
        "a script or a program",
    ),
    ("a script at an event", sample_documents.acting_pdf("/AA"), "deed.pdf", UNSUITABLE, "a script or a program"),
    (
        "a script of its own",
        sample_documents.acting_pdf("/Names"),
        "deed.pdf",
        UNSUITABLE,
        "a script when it is opened",
    ),
    ("a script of a page", sample_documents.acting_pdf("page"), "deed.pdf", UNSUITABLE, "a script or a program"),
    (
        "a program when it opens",
        sample_documents.acting_pdf("/OpenAction", "/Launch"),
        "deed.pdf",
        UNSUITABLE,
        "a program",
    ),
    (
        "a program when it is clicked",
        sample_documents.acting_pdf("click", "/Launch"),
        "deed.pdf",
        UNSUITABLE,
        "a program",
    ),
    ("a PDF whose pages hold themselves", sample_documents.endless_pdf(), "deed.pdf", LOW_QUALITY, "damaged"),
    ("an encrypted PDF", sample_documents.pdf(password="secret"), "deed.pdf", LOW_QUALITY, "password"),
    ("a PDF that opens with an empty password", sample_documents.pdf(password=""), "deed.pdf", LOW_QUALITY, "password"),
    ("a PDF without pages", sample_documents.pdf(pages=0), "deed.pdf", LOW_QUALITY, "no pages"),
    ("a PDF of empty pages", sample_documents.blank_pdf(), "deed.pdf", LOW_QUALITY, "shows nothing"),
    ("half a PDF", PDF[: len(PDF) // 2], "deed.pdf", LOW_QUALITY, "ends in the middle"),
    ("the frame of a PDF", b"%PDF-1.7\n%%EOF\n", "deed.pdf", LOW_QUALITY, "damaged"),
    ("a PDF without its tables", b"%PDF-1.7\n" + bytes(1000) + b"\n%%EOF\n", "deed.pdf", LOW_QUALITY, "damaged"),
    ("half a JPEG", JPEG[: len(JPEG) // 2], "front.jpg", LOW_QUALITY, "damaged"),
    ("the beginning of a JPEG", b"\xff\xd8\xff\xe0", "front.jpg", LOW_QUALITY, "damaged"),
    ("half a PNG", PNG[: len(PNG) // 2], "front.png", LOW_QUALITY, "damaged"),
    ("a PNG with a wrong check sum", PNG[:60] + b"\x00\x01" + PNG[62:], "front.png", LOW_QUALITY, "damaged"),
    ("a small PNG", sample_documents.picture(size=(640, 299)), "front.png", LOW_QUALITY, "too small"),
    ("a small JPEG", sample_documents.picture("JPEG", size=(299, 640)), "front.jpg", LOW_QUALITY, "too small"),
]


@pytest.mark.parametrize(("content", "name", "expected"), [row[1:] for row in GOOD], ids=[row[0] for row in GOOD])
def test_the_content_says_what_a_file_is(content, name, expected):
    assert checking.content_type(io.BytesIO(content), file_name=name) == expected


@pytest.mark.parametrize(("content", "name", "code", "reason"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_file_that_is_no_document_is_refused_with_a_reason(content, name, code, reason):
    with pytest.raises(errors.InvalidInput) as refusal:
        checking.content_type(io.BytesIO(content() if callable(content) else content), file_name=name)

    assert refusal.value.code == code
    assert [problem["field"] for problem in refusal.value.problems] == ["file"]
    assert reason in refusal.value.problems[0]["reason"]


def _inspected(work: str, file: bytes = b"", *, seconds: int = 1) -> subprocess.CompletedProcess[bytes]:
    """Run the program with so much processor time, and where said with other work in place of the reading of a file."""
    program = f"import runpy, types; module = runpy.run_path({inspection.__file__!r}) | {{'CPU_SECONDS': {seconds}}}\n"
    if work:
        program += f"def work(*_):\n    {work}\nmodule['main'].__globals__.update(inspect=work)\n"
    program += f"runpy.run_path({isolated.__file__!r})['limit'](types.SimpleNamespace(**module))\nmodule['main']()"
    command = [sys.executable, "-I", "-c", program]
    return subprocess.run(command, input=b'"x"\n' + file, capture_output=True, env={}, check=False)


def _verdict_of(work: str) -> str:
    done = _inspected(work)
    return checking._verdict(done.returncode, done.stdout)


@pytest.mark.parametrize(
    ("work", "reason"),
    [("while True: pass", "takes too much work to be read"), ("bytes(2_000_000_000)", "unpacks to more than")],
)
def test_time_and_memory_of_the_program_are_bounded(work, reason):
    with pytest.raises(errors.InvalidInput, match="not suitable") as refusal:
        _verdict_of(work)

    assert reason in refusal.value.problems[0]["reason"]


COSTLY = [
    ("a PDF packed over and over", lambda: sample_documents.pdf_that_unpacks(5), "application/pdf"),
    ("a PDF that repeats itself", lambda: sample_documents.pdf_that_unpacks(1, parts=100_000), "unpacks to more"),
    ("a PNG of the most pixels", lambda: sample_documents.picture(size=(8000, 6200)), "image/png"),
    ("a JPEG of the most pixels", lambda: sample_documents.picture("JPEG", size=(8000, 6200)), "image/jpeg"),
]
"""Files at the limits, read within the time that the service gives them: never an error of ours."""
SLOW = [
    ("a PDF in a slow packing", sample_documents.slow_pdf),
    ("a JPEG that is drawn over and over", sample_documents.slow_jpeg),
]


@pytest.mark.parametrize(("make", "expected"), [row[1:] for row in COSTLY], ids=[row[0] for row in COSTLY])
def test_the_largest_files_are_read_in_the_time_that_the_program_has(make, expected):
    content = make()
    assert len(content) < settings.MAX_FILE_BYTES

    done = _inspected("", content, seconds=inspection.CPU_SECONDS)

    assert expected in _reason_or_type(done)


@pytest.mark.parametrize("make", [row[1] for row in SLOW], ids=[row[0] for row in SLOW])
def test_the_slowest_files_cost_no_more_than_the_program_may(make):
    content = make()
    assert len(content) < settings.MAX_FILE_BYTES
    before = _seconds_of_children()

    done = _inspected("", content, seconds=1)

    # The kernel ends a process at the tick behind its limit.
    assert _seconds_of_children() - before < 1.5
    assert "takes too much work" in _reason_or_type(done)


def _reason_or_type(done: subprocess.CompletedProcess[bytes]) -> str:
    try:
        return checking._verdict(done.returncode, done.stdout)
    except errors.InvalidInput as refusal:
        return str(refusal.problems[0]["reason"])


def _seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_the_program_can_write_no_file(tmp_path):
    done = _inspected(f"open({str(tmp_path / 'loot')!r}, 'wb', buffering=0).write(b'x')")

    assert b"File too large" in done.stderr
    assert (tmp_path / "loot").read_bytes() == b""


def test_a_program_that_fails_is_our_fault_and_not_the_senders():
    with pytest.raises(checking.CheckUnavailable):
        _verdict_of("1 / 0")
