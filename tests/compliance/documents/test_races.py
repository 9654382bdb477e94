"""Documents that are changed by several requests at the same moment: real threads, real commits."""

import threading

import pytest
from django.db import connection, transaction

from compliance.documents import encrypted_storage, uploads
from compliance.models import Document, DocumentStatus, RetiredFile
from compliance.verification import document_statuses, locks
from platforms.base import clock
from platforms.base.slots import Slots
from tests.support import patience, threads
from tests.support.compliance import sample_documents

pytestmark = pytest.mark.usefixtures("transactional_db")


def test_of_many_who_delete_a_document_one_does(desk, api, alice):
    document = desk.uploaded(alice)

    replies = threads.at_once([lambda: api.delete(f"/documents/{document['id']}")] * 6)

    assert threads.statuses(replies) == {204: 1, 404: 5}
    assert RetiredFile.objects.count() == 1


def test_a_platform_may_send_four_files_at_once(desk, alice, monkeypatch):
    monkeypatch.setattr(uploads, "_slots", Slots(lambda: 2, patience_seconds=patience.LONG))

    replies = threads.at_once([lambda: desk.upload(alice)] * 4)

    assert [reply.status_code for reply in replies] == [201] * 4


@pytest.fixture
def many_slots(monkeypatch):
    """As many files are looked at at once as by several web processes, each of which has slots of its own."""
    monkeypatch.setattr(uploads, "_slots", Slots(lambda: 8))


@pytest.mark.usefixtures("many_slots")
def test_every_file_that_was_replaced_by_many_is_kept_for_a_while(desk, alice):
    document = desk.uploaded(alice)

    replies = threads.at_once([lambda: desk.replace(document["id"], sample_documents.png())] * 4)

    assert threads.statuses(replies) == {200: 4}
    named = {Document.objects.get().storage_key, *RetiredFile.objects.values_list("storage_key", flat=True)}
    assert named == {key for day in encrypted_storage.days() for key in encrypted_storage.keys_of(day)}
    assert len(named) == 5


@pytest.mark.usefixtures("many_slots")
def test_of_duplicates_with_one_key_one_uploads(desk, alice):
    replies = threads.at_once([lambda: desk.upload(alice, key="duplicate")] * 4)

    assert threads.statuses(replies) == {201: 4}
    assert len({reply.content for reply in replies}) == 1
    assert Document.objects.count() == 1


def test_a_document_that_is_being_submitted_is_not_deleted_meanwhile(desk, api, acme, alice):
    document = desk.uploaded(alice)
    replies = []

    def delete() -> None:
        replies.append(api.delete(f"/documents/{document['id']}"))
        connection.close()

    deleting = threading.Thread(target=delete)
    with transaction.atomic():
        customer = locks.live_customer(platform_id=acme.platform.id, customer_id=alice)
        deleting.start()
        deleting.join(1)
        assert deleting.is_alive(), "it waits for the customer's lock"
        document_statuses.submit(customer_id=customer.id, now=clock.real_now())
    deleting.join(patience.LONG)

    assert [(reply.status_code, reply.json()["code"]) for reply in replies] == [(409, "DOCUMENT_SUBMITTED")]
    assert Document.objects.get().status == DocumentStatus.SUBMITTED
