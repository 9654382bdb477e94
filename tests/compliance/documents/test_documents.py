"""Documents over the API: uploaded, read, listed, replaced, deleted."""

import datetime as dt
import hashlib

import pytest
from django.conf import settings
from django.db import IntegrityError, connection

from compliance.documents import encrypted_storage, uploads
from compliance.models import Document, DocumentStatus, RetiredFile, UploadDay
from compliance.verification import document_statuses, documents
from platforms.base import clock
from platforms.models import AuditEntry
from tests.conftest import Api
from tests.support import factories
from tests.support.compliance import sample_documents
from tests.support.compliance.sending import Desk

pytestmark = pytest.mark.django_db
UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"


def _row(document) -> Document:
    found: Document = Document.objects.get(id=document["id"].partition(":")[2])
    return found


def _refusal(reply):
    body = reply.json()
    return reply.status_code, body["code"], [problem["field"] for problem in body["details"].get("errors", [])]


def _stored() -> set[str]:
    return {key for day in encrypted_storage.days() for key in encrypted_storage.keys_of(day)}


def test_a_document_is_uploaded_and_shown(desk, api, alice):
    reply = desk.upload(
        alice,
        sample_documents.pdf(),
        name="Deed of 2024.pdf",
        documentType="PROOF_OF_ADDRESS",
        side="FRONT",
        documentNumber="AB 1",
    )

    assert reply.status_code == 201
    shown = reply.json()
    assert shown == {
        "id": shown["id"],
        "documentHolder": alice,
        "documentType": "PROOF_OF_ADDRESS",
        "side": "FRONT",
        "country": "GB",
        "documentNumber": "AB 1",
        "fileName": "Deed of 2024.pdf",
        "createdAt": shown["createdAt"],
        "updatedAt": shown["createdAt"],
    }
    assert api.get(f"/documents/{shown['id']}").json() == shown
    assert api.get("/documents").json() == {"data": [shown], "hasMore": False, "totalCount": 1}


def test_what_was_not_said_is_not_shown(desk, alice):
    shown = desk.uploaded(alice)

    assert set(shown) == {"id", "documentHolder", "documentType", "country", "fileName", "createdAt", "updatedAt"}


@pytest.mark.parametrize("kind", ["pdf", "jpeg", "png"])
def test_a_file_of_each_format_is_kept_as_it_was_sent(desk, alice, kind):
    content = getattr(sample_documents, kind)()

    row = _row(desk.uploaded(alice, content, name="a file"))

    assert row.content_type == {"pdf": "application/pdf", "jpeg": "image/jpeg", "png": "image/png"}[kind]
    assert (row.size, bytes(row.sha256)) == (len(content), hashlib.sha256(content).digest())
    assert encrypted_storage.get(row.storage_key) == content


def test_the_number_of_a_document_is_encrypted_in_the_database(desk, alice):
    row = _row(desk.uploaded(alice, documentNumber="P1234567"))

    with connection.cursor() as cursor:
        cursor.execute("SELECT document_number FROM compliance_document WHERE id = %s", [row.id])
        stored = cursor.fetchone()[0]
    assert row.document_number == "P1234567"
    assert "P1234567" not in stored


def test_the_name_of_a_file_is_no_path(desk, alice):
    for sent in ("../../etc/passwd", "C:\\\\papers\\\\passwd", "/etc/passwd"):
        assert desk.uploaded(alice, name=sent)["fileName"] == "passwd"


def test_a_list_shows_the_newest_first_by_pages_and_by_holder(desk, api, alice):
    other = api.customer("Carol Approved")
    mine = [desk.uploaded(alice)["id"] for _ in range(3)]
    theirs = desk.uploaded(other)["id"]

    page = api.get("/documents", documentHolder=alice, limit=2).json()
    rest = api.get("/documents", documentHolder=alice, limit=2, cursor=page["nextCursor"]).json()

    assert [row["id"] for row in page["data"]] == mine[:0:-1]
    assert [row["id"] for row in rest["data"]] == mine[:1]
    assert (page["hasMore"], rest["hasMore"], page["totalCount"]) == (True, False, 3)
    assert [row["id"] for row in api.get("/documents").json()["data"]] == [theirs, *mine[::-1]]


@pytest.mark.parametrize("holder", ["Customer:0197d6f0-0000-7000-8000-000000000001", "BeneficialOwner:nobody"])
def test_a_list_for_a_holder_that_is_none_is_empty(desk, api, alice, holder):
    desk.uploaded(alice)

    assert api.get("/documents", documentHolder=holder).json()["data"] == []


def test_a_part_is_replaced_and_the_rest_stays(desk, api, alice):
    before = desk.uploaded(alice, side="FRONT", documentNumber="1")

    reply = desk.replace(before["id"], country="FR", documentNumber="2")

    assert reply.status_code == 200
    after = reply.json()
    assert after == before | {"country": "FR", "documentNumber": "2", "updatedAt": after["updatedAt"]}
    assert after["updatedAt"] > before["updatedAt"]
    assert api.get(f"/documents/{before['id']}").json() == after
    assert not RetiredFile.objects.exists()


def test_a_new_file_takes_the_place_of_the_old_one_which_is_kept_for_a_while(desk, alice):
    document = desk.uploaded(alice, sample_documents.png())
    old = _row(document)

    reply = desk.replace(document["id"], sample_documents.pdf(), name="better.pdf")

    assert (reply.status_code, reply.json()["fileName"]) == (200, "better.pdf")
    new = _row(document)
    assert encrypted_storage.get(new.storage_key) == sample_documents.pdf()
    assert new.content_type == "application/pdf"
    retired = RetiredFile.objects.get()
    assert (retired.storage_key, bytes(retired.sha256)) == (old.storage_key, bytes(old.sha256))
    assert retired.due_at - retired.retired_at == dt.timedelta(days=settings.DOCUMENT_RETENTION_DAYS)
    assert encrypted_storage.get(old.storage_key) == sample_documents.png()


def test_every_part_may_be_replaced_at_once(desk, alice):
    document = desk.uploaded(alice)

    reply = desk.replace(
        document["id"],
        sample_documents.jpeg(),
        name="back.jpg",
        documentType="NATIONAL_ID",
        country="IT",
        side="BACK",
        documentNumber="CA00000AA",
    )

    assert reply.json() == {
        "id": document["id"],
        "documentHolder": alice,
        "documentType": "NATIONAL_ID",
        "side": "BACK",
        "country": "IT",
        "documentNumber": "CA00000AA",
        "fileName": "back.jpg",
        "createdAt": document["createdAt"],
        "updatedAt": reply.json()["updatedAt"],
    }


def test_the_holder_of_a_document_never_changes(desk, api, alice):
    document, other = desk.uploaded(alice), api.customer("Carol Approved")

    assert _refusal(desk.replace(document["id"], documentHolder=other)) == (400, "INVALID_INPUT", ["documentHolder"])
    assert desk.replace(document["id"], documentHolder=alice).status_code == 200


def test_a_deleted_document_is_gone_and_its_file_is_kept_for_a_while(desk, api, alice):
    document = desk.uploaded(alice)
    key = _row(document).storage_key

    reply = api.delete(f"/documents/{document['id']}")

    assert (reply.status_code, reply.content) == (204, b"")
    assert api.get("/documents").json()["data"] == []
    for again in (
        api.get(f"/documents/{document['id']}"),
        api.delete(f"/documents/{document['id']}"),
        desk.replace(document["id"], country="FR"),
        desk.replace(document["id"], sample_documents.png()),
    ):
        assert _refusal(again) == (404, "DOCUMENT_NOT_FOUND", [])
    assert RetiredFile.objects.get().storage_key == key
    assert _stored() == {key}


def test_a_submitted_document_stays_as_it_is_until_it_is_rejected(desk, api, alice):
    document = desk.uploaded(alice)
    customer_id = _row(document).subject_id
    assert document_statuses.submit(customer_id=customer_id, now=clock.real_now()) == 1
    files_before = _stored()

    for reply in (
        desk.replace(document["id"], country="FR"),
        desk.replace(document["id"], sample_documents.jpeg(), name="x.jpg"),
        api.delete(f"/documents/{document['id']}"),
    ):
        assert _refusal(reply) == (409, "DOCUMENT_SUBMITTED", [])
    assert _stored() == files_before

    assert document_statuses.reject(customer_id=customer_id, now=clock.real_now()) == 1
    assert desk.replace(document["id"], sample_documents.jpeg(), name="x.jpg").status_code == 200
    assert _row(document).status == DocumentStatus.UPLOADED


def test_a_rejected_document_may_be_deleted(desk, api, alice):
    document = desk.uploaded(alice)
    row = _row(document)
    document_statuses.submit(customer_id=row.subject_id, now=clock.real_now())
    document_statuses.reject(customer_id=row.subject_id, now=clock.real_now(), document_ids=[row.id])

    assert api.delete(f"/documents/{document['id']}").status_code == 204


def test_only_the_named_documents_are_rejected(desk, alice):
    one, other = _row(desk.uploaded(alice)), _row(desk.uploaded(alice))
    document_statuses.submit(customer_id=one.subject_id, now=clock.real_now())

    assert document_statuses.reject(customer_id=one.subject_id, now=clock.real_now(), document_ids=[one.id]) == 1

    assert Document.objects.get(id=one.id).status == DocumentStatus.REJECTED
    assert Document.objects.get(id=other.id).status == DocumentStatus.SUBMITTED


def test_of_a_deleted_customer_nothing_changes_any_more(desk, api, alice):
    document = desk.uploaded(alice)
    assert api.delete(f"/customers/{alice}").status_code == 200

    for reply in (
        desk.upload(alice),
        desk.replace(document["id"], country="FR"),
        api.delete(f"/documents/{document['id']}"),
    ):
        assert _refusal(reply) == (410, "CUSTOMER_DELETED", [])
    assert api.get(f"/documents/{document['id']}").json() == document


def test_a_document_of_a_forgotten_customer_says_nothing_and_its_file_is_due(desk, alice):
    old = _row(desk.uploaded(alice, documentNumber="P1234567"))
    desk.replace(old.public_id, sample_documents.pdf(), name="ada lovelace.pdf")

    assert documents.forget(customer_id=old.subject_id, now=clock.real_now()) == 1

    row = Document.objects.get()
    assert (row.document_number, row.file_name, row.deleted_at is None) == (None, "erased", False)
    assert RetiredFile.objects.filter(due_at__lte=clock.real_now()).count() == 2


def test_nobody_sees_the_documents_of_another_platform(desk, rival_desk, rival_api, alice):
    document = desk.uploaded(alice)

    for reply in (
        rival_api.get(f"/documents/{document['id']}"),
        rival_api.delete(f"/documents/{document['id']}"),
        rival_desk.replace(document["id"], country="FR"),
        rival_desk.replace(document["id"], sample_documents.png()),
    ):
        assert _refusal(reply) == (404, "DOCUMENT_NOT_FOUND", [])
    assert _refusal(rival_desk.upload(alice)) == (404, "USER_NOT_FOUND", [])
    assert rival_api.get("/documents").json()["data"] == []
    assert rival_api.get("/documents", documentHolder=alice).json()["data"] == []
    assert len(_stored()) == 1


@pytest.mark.parametrize("permission", ["VIEW", "TRANSACT"])
def test_a_token_without_manage_reads_and_changes_nothing(acme, desk, alice, permission):
    document = desk.uploaded(alice)
    created = factories.token(acme.platform, (permission,))
    clerk = Desk(Api(created.token.client_id, created.client_secret))

    assert clerk.api.get(f"/documents/{document['id']}").json() == document
    assert clerk.api.get("/documents").status_code == 200
    for reply in (
        clerk.upload(alice),
        clerk.replace(document["id"], country="FR"),
        clerk.api.delete(f"/documents/{document['id']}"),
    ):
        assert _refusal(reply) == (403, "FORBIDDEN", [])
    assert len(_stored()) == 1


def test_every_change_is_in_the_audit_log_without_personal_data(desk, api, alice):
    document = desk.uploaded(alice, documentNumber="P1234567")
    desk.replace(document["id"], sample_documents.pdf(), name="ada.pdf", country="FR")
    api.delete(f"/documents/{document['id']}")

    entries = list(AuditEntry.objects.filter(subject=document["id"]).order_by("id"))

    assert [(entry.verb, entry.actor_kind, entry.details) for entry in entries] == [
        ("document.upload", "TOKEN", {"holder": alice, "documentType": "PASSPORT"}),
        ("document.replace", "TOKEN", {"holder": alice, "parts": ["country", "file"]}),
        ("document.delete", "TOKEN", {"holder": alice}),
    ]


def test_the_same_key_gives_the_same_document_byte_for_byte(desk, alice):
    first = desk.upload(alice, key="k")
    second = desk.upload(alice, key="k")
    third = desk.upload(alice, key="k", boundary="another-boundary-as-clients-choose")

    assert (first.status_code, first.content) == (201, second.content)
    assert first.content == third.content
    assert (first.headers.get("Idempotent-Replayed"), second["Idempotent-Replayed"]) == (None, "true")
    assert Document.objects.count() == len(_stored()) == 1


def test_the_same_key_with_another_file_is_refused(desk, alice):
    desk.upload(alice, key="k")

    for other in (
        desk.upload(alice, sample_documents.jpeg(), name="passport.png", key="k"),
        desk.upload(alice, name="other.png", key="k"),
        desk.upload(alice, country="FR", key="k"),
        desk.upload(alice, side="FRONT", key="k"),
    ):
        assert _refusal(other) == (422, "IDEMPOTENCY_KEY_REUSED", [])
    assert Document.objects.count() == len(_stored()) == 1


def test_a_refused_file_is_refused_again_under_its_key(desk, alice):
    first = desk.upload(alice, b"no picture", key="k")
    second = desk.upload(alice, b"no picture", key="k")

    assert (first.status_code, first.json()["code"]) == (400, "UNSUITABLE_DOCUMENT")
    assert (second.content, second["Idempotent-Replayed"]) == (first.content, "true")


def test_replacing_and_deleting_are_replayed_too(desk, api, alice):
    document = desk.uploaded(alice)

    replies = [desk.replace(document["id"], sample_documents.pdf(), name="a.pdf", key="r") for _ in range(2)]
    gone = [api.delete(f"/documents/{document['id']}", key="d") for _ in range(2)]

    assert replies[0].content == replies[1].content
    assert [reply.status_code for reply in replies + gone] == [200, 200, 204, 204]
    assert RetiredFile.objects.count() == 2


@pytest.mark.parametrize("rows", [1, 5])
def test_a_list_takes_page_and_total_however_many_there_are(desk, api, alice, costs, rows):
    for _ in range(rows):
        desk.uploaded(alice)

    costs.call(lambda: api.get("/documents"), "all")
    costs.call(lambda: api.get("/documents", documentHolder=alice), "of a holder")


def test_reading_takes_the_document(desk, api, alice, costs):
    document = desk.uploaded(alice)

    costs.call(lambda: api.get(f"/documents/{document['id']}"))


def test_what_uploading_replacing_and_deleting_take(desk, api, alice, costs):
    # The holder and the day's bytes before the file is looked at.
    # Then: opening, holder, lock, document, waiting verification, audit.
    document = desk.uploaded(alice)
    costs.call(lambda: desk.upload(alice), "upload")
    # A key costs a look whether the file was sent before.
    costs.call(lambda: desk.upload(alice, key="k"), "upload with a key")
    costs.call(lambda: desk.upload(alice, key="k"), "upload again")
    # Opening, document, two locks, document, waiting verification, audit.
    costs.call(lambda: desk.replace(document["id"], country="FR"), "change")
    # The document and the day's bytes before the file is looked at, and the row of the former file.
    costs.call(lambda: desk.replace(document["id"], sample_documents.png()), "replace the file")
    costs.call(lambda: api.delete(f"/documents/{document['id']}"), "delete")


def test_the_database_takes_a_document_of_one_holder_only(desk, alice):
    row = _row(desk.uploaded(alice))

    with pytest.raises(IntegrityError, match="document_has_one_holder"):
        Document.objects.filter(id=row.id).update(customer=None)


def test_files_of_one_platform_wait_for_a_slot_of_theirs_and_not_for_long(  # noqa: PLR0917 - fixtures
    desk, rival_desk, rival_api, acme, alice, monkeypatch
):
    """Before, each waited without an end, with a thread of the web server."""
    monkeypatch.setattr(uploads._slots, "_patience_seconds", 0.1)
    customer = rival_api.customer("Rita Rival")
    with uploads._slots.held(acme.platform.id):
        refused = desk.upload(alice)
        others = rival_desk.upload(customer)

    assert (refused.status_code, refused.json()["code"], refused["Retry-After"]) == (429, "RATE_LIMITED", "5")
    assert others.status_code == 201, others.content
    assert not Document.objects.filter(platform=acme.platform).exists()
    assert desk.upload(alice).status_code == 201
    # What was refused before anybody looked at it is not counted.
    assert UploadDay.objects.get(platform=acme.platform).files == 1
