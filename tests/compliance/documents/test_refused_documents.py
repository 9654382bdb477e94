"""What POST and PUT /documents refuse, and how: status, code and the fields named."""

import io
import socket
from typing import Any

import pytest

from compliance.documents import encrypted_storage
from compliance.models import Document
from platforms.models import AuditEntry, IdempotencyKey
from tests.compliance.documents import clamd
from tests.support.compliance import full_storage, sample_documents
from tests.support.compliance.sending import CONTENT_TYPE, encoded

pytestmark = pytest.mark.django_db
FACTS = {"documentType": "PASSPORT", "country": "GB"}
PNG = sample_documents.png()
MISSING = "Customer:0197d6f0-0000-7000-8000-000000000001"


def _refusal(reply):
    body = reply.json()
    return reply.status_code, body["code"], [problem["field"] for problem in body["details"].get("errors", [])]


def _nothing_is_kept():
    return not Document.objects.exists() and not [
        key for day in encrypted_storage.days() for key in encrypted_storage.keys_of(day)
    ]


def test_a_file_for_which_the_storage_has_no_room_is_refused_and_sent_again(desk, alice):
    """Before, the part for which there was room stayed there."""
    large = full_storage.large_png()
    with full_storage.no_room():
        reply = desk.upload(alice, large, key="k")
        assert desk.upload(alice, PNG).status_code == 201, "a small one has room"

    assert (reply.status_code, reply.json()["code"], reply["Retry-After"]) == (503, "SERVICE_UNAVAILABLE", "1")
    [small] = Document.objects.all()
    assert [key for day in encrypted_storage.days() for key in encrypted_storage.keys_of(day)] == [small.storage_key]
    assert desk.upload(alice, large, key="k").status_code == 201


def _parts(holder, changes):
    facts = {"documentType": "PASSPORT", "country": "GB", "documentHolder": holder} | changes
    return [(name, value, None) for name, value in facts.items() if value is not None]


BAD_FACTS: list[tuple[dict[str, Any], list[str]]] = [
    ({"documentType": None}, ["documentType"]),
    ({"documentType": "LIBRARY_CARD"}, ["documentType"]),
    ({"documentType": "passport"}, ["documentType"]),
    ({"documentType": ""}, ["documentType"]),
    ({"country": None}, ["country"]),
    ({"country": "England"}, ["country"]),
    ({"country": "gb"}, ["country"]),
    ({"country": "ZZ"}, ["country"]),
    ({"country": ""}, ["country"]),
    ({"side": "LEFT"}, ["side"]),
    ({"side": ""}, ["side"]),
    ({"documentNumber": "x" * 65}, ["documentNumber"]),
    ({"documentNumber": "   "}, ["documentNumber"]),
    ({"documentNumber": "a\x00b"}, ["documentNumber"]),
    ({"documentHolder": None}, ["documentHolder"]),
    ({"documentType": "?", "country": "?", "side": "?"}, ["documentType", "country", "side"]),
]
BAD_HOLDERS = [
    (MISSING, "USER_NOT_FOUND"),
    ("Customer:1", "USER_NOT_FOUND"),
    ("nobody", "USER_NOT_FOUND"),
    ("x" * 65, "USER_NOT_FOUND"),
    (MISSING.replace("Customer", "Document"), "USER_NOT_FOUND"),
    (MISSING.replace("Customer", "BeneficialOwner"), "BENEFICIAL_OWNER_NOT_FOUND"),
    ("BeneficialOwner:", "BENEFICIAL_OWNER_NOT_FOUND"),
]
BAD_FILES = [
    ("no file", None, None, "INVALID_INPUT"),
    ("an empty file", b"", "passport.png", "INVALID_INPUT"),
    ("a file sent as text", PNG.hex().encode(), None, "INVALID_INPUT"),
    ("text", b"my passport", "passport.png", "UNSUITABLE_DOCUMENT"),
    ("a picture called PDF", PNG, "passport.pdf", "UNSUITABLE_DOCUMENT"),
    ("an archive", sample_documents.archive(), "passport.pdf", "UNSUITABLE_DOCUMENT"),
    ("a bomb", sample_documents.bomb_png(), "passport.png", "UNSUITABLE_DOCUMENT"),
    ("half a picture", PNG[:2000], "passport.png", "LOW_QUALITY"),
    ("a small picture", sample_documents.picture(size=(100, 100)), "passport.png", "LOW_QUALITY"),
    ("an encrypted PDF", sample_documents.pdf(password="x"), "passport.pdf", "LOW_QUALITY"),
    ("a PDF without pages", sample_documents.pdf(pages=0), "passport.pdf", "LOW_QUALITY"),
]


@pytest.mark.parametrize(("changes", "fields"), BAD_FACTS)
def test_bad_facts_are_named_and_nothing_is_kept(desk, alice, changes, fields):
    reply = desk.send("POST", "/documents", encoded([*_parts(alice, changes), ("file", PNG, "passport.png")]))

    assert _refusal(reply) == (400, "INVALID_INPUT", fields)
    assert _nothing_is_kept()


@pytest.mark.parametrize(("changes", "fields"), [row for row in BAD_FACTS if None not in row[0].values()])
def test_bad_changes_are_named_and_nothing_changes(desk, api, alice, changes, fields):
    document = desk.uploaded(alice)

    reply = desk.replace(document["id"], **changes)

    assert _refusal(reply) == (400, "INVALID_INPUT", fields)
    assert api.get(f"/documents/{document['id']}").json() == document


@pytest.mark.parametrize(("holder", "code"), BAD_HOLDERS)
def test_a_holder_that_is_not_there_is_not_found(desk, alice, holder, code):
    assert _refusal(desk.upload(holder)) == (404, code, [])
    assert _nothing_is_kept()


@pytest.mark.parametrize(("content", "name", "code"), [row[1:] for row in BAD_FILES], ids=[row[0] for row in BAD_FILES])
def test_a_bad_file_is_refused_and_nothing_is_kept(desk, alice, content, name, code):
    parts = [] if content is None else [("file", content, name)]

    reply = desk.send("POST", "/documents", encoded([*_parts(alice, {}), *parts]))

    assert _refusal(reply) == (400, code, ["file"])
    assert _nothing_is_kept()


def test_a_bad_file_does_not_take_the_place_of_a_good_one(desk, api, alice):
    document = desk.uploaded(alice)

    assert _refusal(desk.replace(document["id"], b"no picture")) == (400, "UNSUITABLE_DOCUMENT", ["file"])
    assert api.get(f"/documents/{document['id']}").json() == document


def test_all_that_is_wrong_is_named_at_once(desk):
    reply = desk.send("POST", "/documents", encoded([("side", "LEFT", None)]))

    assert _refusal(reply) == (400, "INVALID_INPUT", ["file", "documentType", "country", "documentHolder", "side"])


BAD_BODIES = [
    ("a file twice", encoded([("file", PNG, "a.png"), ("file", PNG, "b.png")]), ["file"]),
    ("a fact twice", encoded([("country", "GB", None), ("country", "FR", None)]), ["country"]),
    (
        "a fact as text and as a file",
        encoded([("country", "GB", None), ("country", "FR", "f")]),
        ["country", "country"],
    ),
    ("a file under another name", encoded([("File", PNG, "a.png")]), ["File"]),
    ("a fact sent as a file", encoded([("documentType", "PASSPORT", "a.txt")]), ["documentType"]),
    ("text that is not UTF-8", encoded([("documentNumber", b"\xff\xfe", None)]), ["documentNumber"]),
    ("no closing boundary", encoded([("country", "GB", None)])[:-6], [""]),
    ("half a file", encoded([("file", PNG, "a.png")])[:5000], [""]),
    ("another boundary", encoded([("country", "GB", None)], "other"), [""]),
    ("no multipart at all", b"country=GB", [""]),
    ("base64 that is none", encoded([("x", "", None)])[:-30] + b"", [""]),
    ("too many parts", encoded([(f"f{number}", "", None) for number in range(1100)]), [""]),
    ("too many files", encoded([(f"f{number}", b"x", "x") for number in range(110)]), [""]),
]


@pytest.mark.parametrize(("body", "fields"), [row[1:] for row in BAD_BODIES], ids=[row[0] for row in BAD_BODIES])
@pytest.mark.parametrize("method", ["POST", "PUT"])
def test_a_body_that_is_not_what_it_should_be_is_refused(desk, alice, method, body, fields):
    path = "/documents" if method == "POST" else f"/documents/{desk.uploaded(alice)['id']}"

    assert _refusal(desk.send(method, path, body)) == (400, "INVALID_INPUT", fields)


@pytest.mark.parametrize(
    "content_type",
    [
        "multipart/form-data",
        "multipart/form-data; boundary=",
        f"multipart/form-data; boundary={'x' * 300}",
        "multipart/form-data; boundary=ä",
    ],
)
def test_a_body_without_a_sound_boundary_is_refused(desk, alice, content_type):
    reply = desk.send("POST", "/documents", encoded(_parts(alice, {})), content_type=content_type)

    assert _refusal(reply) == (400, "INVALID_INPUT", [""])


@pytest.mark.parametrize(
    "content_type",
    ["application/json", "application/pdf", "application/x-www-form-urlencoded", "multipart/mixed; boundary=x", ""],
)
def test_another_media_type_is_refused(desk, alice, content_type):
    reply = desk.send("POST", "/documents", b'{"country": "GB"}', content_type=content_type)

    assert _refusal(reply) == (415, "UNSUPPORTED_MEDIA_TYPE", [])
    assert "multipart/form-data" in reply.json()["message"]


def test_an_empty_body_lacks_everything(desk, alice):
    document = desk.uploaded(alice)

    for content_type in ("", CONTENT_TYPE):
        reply = desk.send("POST", "/documents", b"", content_type=content_type)
        assert _refusal(reply) == (400, "INVALID_INPUT", ["file", "documentType", "country", "documentHolder"])
        reply = desk.send("PUT", f"/documents/{document['id']}", b"", content_type=content_type)
        assert _refusal(reply) == (400, "INVALID_INPUT", [""])


def test_a_replacement_of_nothing_that_can_be_replaced_is_refused(desk, alice):
    document = desk.uploaded(alice)

    assert _refusal(desk.replace(document["id"], colour="green")) == (400, "INVALID_INPUT", [""])


class _Untouchable(io.RawIOBase):
    """A body that fails the test when it is read further than allowed."""

    def __init__(self, content: bytes, allowed: int) -> None:
        self.content, self.allowed, self.taken = content, allowed, 0

    def read(self, size: int = -1) -> bytes:
        assert size > 0
        part = self.content[self.taken : self.taken + size]
        self.taken += len(part)
        assert self.taken <= self.allowed, "read although it was clear that the file is too large"
        return part


def test_a_body_that_says_it_is_too_large_is_refused_unread(desk, alice):
    body = _Untouchable(b"", 0)

    reply = desk.send(
        "POST", "/documents", b"", **{"CONTENT_LENGTH": "10065537", "wsgi.input": body, "CONTENT_TYPE": CONTENT_TYPE}
    )

    assert _refusal(reply) == (413, "PAYLOAD_TOO_LARGE", [])
    assert body.taken == 0


def test_a_body_in_chunks_is_refused_with_a_reason(desk, alice):
    reply = desk.send("POST", "/documents", b"", HTTP_TRANSFER_ENCODING="chunked", CONTENT_LENGTH="")

    assert _refusal(reply) == (400, "INVALID_INPUT", ["Content-Length"])


def test_a_file_of_a_byte_too_many_is_refused_and_its_key_stays_free(desk, alice):
    reply = desk.upload(alice, PNG + bytes(10_000_001 - len(PNG)), key="k")

    assert _refusal(reply) == (413, "PAYLOAD_TOO_LARGE", [])
    assert "10000000 bytes" in reply.json()["message"]
    assert not IdempotencyKey.objects.filter(key="k").exists()
    assert _nothing_is_kept()


def test_a_file_of_the_largest_size_is_taken(desk, alice):
    photograph = sample_documents.jpeg()

    document = desk.uploaded(alice, photograph + bytes(10_000_000 - len(photograph)), name="photograph.jpg")

    assert Document.objects.get(id=document["id"].partition(":")[2]).size == 10_000_000


def test_too_much_text_is_refused(desk, alice):
    reply = desk.send("POST", "/documents", encoded(_parts(alice, {"documentNumber": "x" * 2_000_000})))

    assert _refusal(reply) == (413, "PAYLOAD_TOO_LARGE", [])


def test_a_body_that_ends_early_changes_nothing(desk, alice):
    body = encoded([*_parts(alice, {}), ("file", PNG, "passport.png")])
    short = io.BytesIO(body[:-400])

    reply = desk.send(
        "POST",
        "/documents",
        b"",
        key="k",
        **{"CONTENT_LENGTH": str(len(body)), "wsgi.input": short, "CONTENT_TYPE": CONTENT_TYPE},
    )

    assert _refusal(reply) == (400, "INVALID_INPUT", [""])
    assert not IdempotencyKey.objects.filter(key="k").exists()
    assert _nothing_is_kept()


def test_a_query_parameter_is_refused(desk, alice):
    reply = desk.send("POST", "/documents?draft=1", encoded([*_parts(alice, {}), ("file", PNG, "a.png")]))

    assert _refusal(reply) == (400, "INVALID_INPUT", ["draft"])
    assert _nothing_is_kept()


@pytest.mark.parametrize("query", [{"documentHolders": "x"}, {"limit": "0"}, {"limit": "101"}, {"cursor": "x"}])
def test_a_list_refuses_what_it_does_not_know(api, query):
    assert _refusal(api.get("/documents", **query)) == (400, "INVALID_INPUT", list(query))


@pytest.fixture
def scanner(settings):
    listener = socket.create_server(("127.0.0.1", 0))
    settings.CLAMAV_ADDRESS = f"tcp://127.0.0.1:{listener.getsockname()[1]}"
    with clamd.running(listener) as daemon:
        yield daemon


def test_a_file_with_a_virus_is_refused_and_leaves_a_trace(desk, alice, scanner):
    infected = sample_documents.pdf() + sample_documents.EICAR + b"\n%%EOF"

    reply = desk.upload(alice, infected, name="scan.pdf", key="k")

    assert _refusal(reply) == (400, "UNSUITABLE_DOCUMENT", ["file"])
    assert "EICAR" not in reply.content.decode()
    assert _nothing_is_kept()
    entry = AuditEntry.objects.get(verb="document.infected")
    assert (entry.subject, entry.details["signature"]) == (alice, "Win.Test.EICAR_HDB-1")
    assert desk.upload(alice, infected, name="scan.pdf", key="k").content == reply.content


def test_a_clean_file_is_taken(desk, alice, scanner):
    desk.uploaded(alice)

    assert scanner.seen == [PNG]


def test_what_can_not_be_scanned_is_not_taken_and_may_be_sent_again(desk, alice, settings, scanner):
    address, settings.CLAMAV_ADDRESS = settings.CLAMAV_ADDRESS, "tcp://127.0.0.1:1"

    reply = desk.upload(alice, key="k")

    assert (reply.status_code, reply.json()["code"]) == (500, "INTERNAL_ERROR")
    assert _nothing_is_kept()
    settings.CLAMAV_ADDRESS = address
    assert desk.upload(alice, key="k").status_code == 201
