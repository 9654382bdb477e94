"""Pages of documents as pictures: drawn by us, harmless, logged."""

import io
import pathlib

import pytest
from django.urls import reverse
from PIL import Image

from compliance.documents import encrypted_storage, isolation, pages, rendering
from compliance.models import Document
from platforms.backoffice.actions import Role
from platforms.base.slots import Slots
from platforms.models import AuditEntry
from tests.backoffice.conftest import BackOffice
from tests.backoffice.review_desk import case_documents
from tests.backoffice.review_desk.conftest import person
from tests.support.compliance import sample_documents
from tests.support.compliance.sending import Desk

pytestmark = pytest.mark.django_db


def address(document: str, page: int = 1) -> str:
    return reverse("admin:compliance_document_page", args=[document.partition(":")[2], page])


def opened(reply) -> Image.Image:
    return Image.open(io.BytesIO(reply.content))


@pytest.fixture
def excerpt(api, alice) -> str:
    content = case_documents.sheets(("State registry excerpt", "Number 5523001"), ("Members", "Ana Marsh, 45 %"))
    return str(Desk(api).uploaded(alice, content, name="excerpt.pdf", documentType="STATE_REGISTRY_EXCERPT")["id"])


def test_each_page_of_a_pdf_is_a_picture_of_its_own(rita, excerpt):
    first, second = rita.get(address(excerpt)), rita.get(address(excerpt, 2))

    assert (first.status_code, first["Content-Type"], first["X-Document-Pages"]) == (200, "image/png", "2")
    assert opened(first).format == "PNG"
    assert max(opened(first).size) == rendering.PIXELS
    assert opened(first).tobytes() != opened(second).tobytes()
    assert opened(first).convert("L").getextrema() == (0, 255)  # something is drawn on it


def test_a_browser_neither_runs_nor_keeps_nor_embeds_it(rita, excerpt):
    reply = rita.get(address(excerpt))

    assert reply["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert reply["X-Content-Type-Options"] == "nosniff"
    assert reply["Cross-Origin-Resource-Policy"] == "same-origin"
    assert reply["Cache-Control"].startswith("no-store, private")


def test_each_page_that_is_seen_is_logged_with_its_number(rita, excerpt):
    rita.get(address(excerpt, 2))

    entry = AuditEntry.objects.get(verb="document.read")
    assert (entry.subject, entry.actor_id, entry.details["page"]) == (excerpt, "rita", 2)


@pytest.mark.parametrize("page", [0, 3, 999_999])
def test_a_page_that_is_not_there_is_not_found_and_not_logged(rita, excerpt, page):
    assert rita.get(address(excerpt, page)).status_code == 404
    assert not AuditEntry.objects.filter(verb="document.read").exists()


def test_who_may_not_read_documents_sees_no_page(excerpt):
    for role in (Role.SUPPORT, Role.OPERATIONS):
        assert BackOffice(person(f"person-{role}", role)).get(address(excerpt)).status_code == 403


def test_a_document_whose_file_is_gone_is_not_found(rita, excerpt):
    Document.objects.update(storage_key="documents/2026-01-01/gone")

    assert rita.get(address(excerpt)).status_code == 404


def test_a_deleted_document_is_not_found(api, rita, excerpt):
    assert api.delete(f"/documents/{excerpt}").status_code == 204

    assert rita.get(address(excerpt)).status_code == 404


def test_of_a_photograph_only_the_pixels_are_left(api, alice, rita):
    place = Image.Exif()
    place[0x010E] = "taken at home"  # a description
    place[0x0112] = 6  # lies on its side
    photograph = io.BytesIO()
    Image.new("RGB", (800, 400), "navy").save(photograph, "JPEG", exif=place)
    document = Desk(api).uploaded(alice, photograph.getvalue(), name="passport.jpg")["id"]

    reply = rita.get(address(document))

    assert b"taken at home" in photograph.getvalue()
    assert b"taken at home" not in reply.content
    assert not opened(reply).getexif()
    assert opened(reply).size == (400, 800)


def test_a_second_picture_behind_a_photograph_is_not_shown(api, alice, rita):
    document = Desk(api).uploaded(alice, sample_documents.two_in_one_jpeg(), name="passport.jpg")["id"]

    drawn = opened(rita.get(address(document)))

    assert drawn.format == "JPEG"
    assert getattr(drawn, "n_frames", 1) == 1


def test_what_is_transparent_is_drawn_on_white():
    picture = io.BytesIO()
    Image.new("RGBA", (400, 400), (0, 0, 0, 0)).save(picture, "PNG")

    _, _, drawn = rendering.draw(picture.getvalue(), content_type="image/png", page=1)

    assert Image.open(io.BytesIO(drawn)).getpixel((10, 10)) == (255, 255, 255)


@pytest.mark.parametrize("content", [b"%PDF-1.7 and nothing else", b"", sample_documents.pdf()[:300]])
def test_a_broken_file_is_an_answer_and_not_an_error(rita, monkeypatch, excerpt, content):
    monkeypatch.setattr(encrypted_storage, "get", lambda _: content)

    assert rita.get(address(excerpt)).status_code == 404


def test_nobody_waits_long_for_those_who_came_first(rita, excerpt, monkeypatch):
    taken = Slots(lambda: 2, patience_seconds=0.01)
    monkeypatch.setattr(pages, "_slots", taken)
    with taken.held(), taken.held():
        refused = rita.get(address(excerpt))

    assert (refused.status_code, refused.content) == (429, b"Too many pages are being drawn at this moment.")
    assert not AuditEntry.objects.filter(verb="document.read").exists()
    assert rita.get(address(excerpt)).status_code == 200


def test_the_program_that_draws_knows_nothing_of_ours():
    program = pathlib.Path(rendering.__file__).read_text()

    assert "import compliance" not in program
    assert "from compliance" not in program
    assert "from platforms" not in program
    assert "django" not in program


def test_it_is_ended_when_it_takes_too_much_memory():
    # 30,000 by 30,000 pixels of one colour: half a megabyte that wants three gigabytes.
    wanted = {"contentType": "image/png", "page": 1}

    _, output = isolation.run(isolation.RENDERING, wanted, io.BytesIO(sample_documents.bomb_png(30_000, 30_000)))

    assert output in {b"", b'{"problem": "UNREADABLE"}\n'}
