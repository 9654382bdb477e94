"""The step with the pictures of the identity document."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from compliance.documents import uploads
from compliance.hosted import kyc_links
from compliance.models import Document, KycLink
from config.variables import values
from tests.compliance.hosted.visits import HOME, YOU, Visitor
from tests.support.compliance import full_storage, sample_documents

pytestmark = pytest.mark.django_db

LICENCE = {"documentType": "DRIVERS_LICENSE", "country": "US"}
PASSPORT = {"documentType": "PASSPORT", "country": "US"}


@pytest.fixture(autouse=True)
def _empty_storage(settings, tmp_path):
    stored = values.document_storage((tmp_path / "storage").as_uri())
    settings.STORAGES = {**settings.STORAGES, "documents": stored}


@pytest.fixture
def at_document(link, visitor) -> str:
    visitor.post(f"{link}/you", YOU)
    assert visitor.post(f"{link}/address", HOME)["Location"] == f"{link}/document"
    return f"{link}/document"


def _file(content: bytes, name: str = "photo.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def test_a_passport_needs_one_picture_and_shows_it(visitor, link, at_document):
    reply = visitor.post(at_document, {**PASSPORT, "front": _file(sample_documents.png())})

    # What was uploaded is seen once more where everything is, and not in this step again.
    assert (reply.status_code, reply["Location"]) == (302, f"{link}/check")
    for place in (at_document, f"{link}/check"):
        page = visitor.get(place).content.decode()
        assert page.count("photo.png is uploaded") == 1
        assert page.count(f'src="{link}/picture/front"') == 1
        assert ("Choose another file to replace it" in page) == (place == at_document)
    picture = visitor.get(f"{link}/picture/front")
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/png")
    assert picture.content == sample_documents.png()
    assert "sandbox" in picture["Content-Security-Policy"]
    assert visitor.get(f"{link}/picture/back").status_code == 404
    assert Visitor().get(f"{link}/picture/front").status_code == 404
    assert visitor.post(at_document, PASSPORT)["Location"] == f"{link}/check"
    document = Document.objects.get()
    assert (document.document_type, document.side, document.country) == ("PASSPORT", None, "US")


def test_without_room_a_person_is_told_in_words_and_may_try_again(visitor, at_document):
    visitor.client.raise_request_exception = False
    large = full_storage.large_png()
    with full_storage.no_room():
        page = visitor.post(at_document, {**PASSPORT, "front": _file(large)}, HTTP_ACCEPT="text/html")

    assert (page.status_code, page["Retry-After"], page["Content-Type"]) == (503, "1", "text/html; charset=utf-8")
    assert not Document.objects.exists()
    assert visitor.post(at_document, {**PASSPORT, "front": _file(large)}).status_code == 302


def test_a_licence_needs_both_sides(visitor, at_document):
    one = visitor.post(at_document, {**LICENCE, "front": _file(sample_documents.png())})
    assert one.status_code == 422
    assert "Choose a file for the back." in one.content.decode()
    assert not Document.objects.exists()

    both = visitor.post(
        at_document,
        {**LICENCE, "front": _file(sample_documents.png()), "back": _file(sample_documents.jpeg(), "back.jpg")},
    )

    assert both.status_code == 302
    assert sorted(Document.objects.values_list("side", flat=True)) == ["BACK", "FRONT"]


def test_a_link_takes_so_many_files_and_no_more(visitor, at_document, settings):
    settings.UPLOADS_PER_IDENTITY_LINK = 2
    for content in (b"no picture", sample_documents.png()):
        visitor.post(at_document, {**PASSPORT, "front": _file(content)})

    reply = visitor.post(at_document, {**PASSPORT, "front": _file(sample_documents.jpeg(), "better.jpg")})

    assert reply.status_code == 429
    assert "This link has taken as many files as it may." in reply.content.decode()
    assert (Document.objects.get().file_name, KycLink.objects.get().uploads) == ("photo.png", 2)
    assert visitor.post(at_document, PASSPORT).status_code == 302, "what was sent before is good"


def test_a_busy_service_is_told_to_people_in_their_words(visitor, at_document, acme, monkeypatch):
    """Before, the first field was said to be wrong, with the words of the API."""
    monkeypatch.setattr(uploads._slots, "_patience_seconds", 0.05)
    with uploads._slots.held(acme.platform.id):
        reply = visitor.post(
            at_document, {**LICENCE, "front": _file(sample_documents.png()), "back": _file(sample_documents.jpeg())}
        )

    page = reply.content.decode()
    assert (reply.status_code, reply["Retry-After"]) == (503, "5")
    assert page.count("We are very busy at the moment.") == 1
    assert 'class="field wrong"' not in page
    assert not Document.objects.exists()
    assert KycLink.objects.get().uploads == 0
    assert visitor.post(at_document, {**PASSPORT, "front": _file(sample_documents.png())}).status_code == 302


def test_a_day_that_is_used_up_is_told_to_people_in_their_words(visitor, at_document, settings):
    settings.UPLOAD_BYTES_PER_DAY = 10

    reply = visitor.post(at_document, {**PASSPORT, "front": _file(sample_documents.png())})

    assert reply.status_code == 429
    assert "No more files can be taken today." in reply.content.decode()
    assert not Document.objects.exists()


def test_another_choice_replaces_what_was_uploaded(visitor, at_document):
    visitor.post(
        at_document, {**LICENCE, "front": _file(sample_documents.png()), "back": _file(sample_documents.png())}
    )

    changed = visitor.post(at_document, {**PASSPORT, "front": _file(sample_documents.jpeg(), "passport.jpg")})

    assert changed.status_code == 302
    (document,) = Document.objects.filter(deleted_at=None)
    assert (document.document_type, document.file_name, document.side) == ("PASSPORT", "passport.jpg", None)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (sample_documents.archive(), "This file "),
        (b"", "empty"),
        (b"%PDF-1.7 broken", "This file "),
        (sample_documents.blank_pdf(), "This file "),
    ],
)
def test_a_file_that_is_no_document_is_explained_and_not_kept(visitor, at_document, content, message):
    reply = visitor.post(at_document, {**PASSPORT, "front": _file(content, "photo.png")})

    assert reply.status_code == 422
    assert message in reply.content.decode()
    assert not Document.objects.exists()
    assert "documentType" not in kyc_links.answers(KycLink.objects.get())


def test_what_is_too_large_is_refused_before_it_is_read(visitor, at_document, settings):
    reply = visitor.client.post(
        at_document, data=b"x", content_type="multipart/form-data; boundary=y", CONTENT_LENGTH=str(30_000_000)
    )

    assert reply.status_code == 413
    assert "too large" in reply.content.decode()


def test_one_file_may_have_ten_megabytes(visitor, at_document):
    reply = visitor.post(at_document, {**PASSPORT, "front": _file(b"\x89PNG\r\n\x1a\n" + bytes(10_000_001))})

    assert reply.status_code == 422
    assert "larger than 10 MB" in reply.content.decode()


def test_a_forged_upload_is_refused(visitor, at_document):
    reply = visitor.client.post(at_document, {**PASSPORT, "front": _file(sample_documents.png())})

    assert reply.status_code == 403
    assert not Document.objects.exists()
