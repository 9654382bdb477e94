"""Retention of files: kept, erased in time, swept without a document, encrypted under new keys."""

import base64
import datetime as dt
import io
import os

import pytest
from django.core.management import CommandError, call_command

from compliance import tasks
from compliance.documents import encrypted_storage, retention
from compliance.models import Document, RetiredFile
from platforms.base import clock
from tests.conftest import MOVED
from tests.support.compliance import sample_documents

pytestmark = pytest.mark.django_db
DAY = dt.timedelta(days=1)


def _stored() -> set[str]:
    return {key for day in encrypted_storage.days() for key in encrypted_storage.keys_of(day)}


def _new_key() -> str:
    return base64.urlsafe_b64encode(os.urandom(32)).decode()


@pytest.fixture
def document(desk, alice) -> Document:
    """A document whose file was replaced once."""
    public_id = desk.uploaded(alice)["id"]
    desk.replace(public_id, sample_documents.pdf(), name="a.pdf")
    found: Document = Document.objects.get()
    return found


def test_a_replaced_file_is_erased_when_its_time_is_over(document, settings):
    retired = RetiredFile.objects.get()
    settings.DOCUMENT_RETENTION_DAYS = 30

    assert retention.sweep(now=clock.RealTime(retired.due_at - DAY / 24)) == 0
    assert _stored() == {document.storage_key, retired.storage_key}
    assert retention.sweep(now=clock.RealTime(retired.due_at)) == 1

    assert _stored() == {document.storage_key}
    assert RetiredFile.objects.get().erased_at == retired.due_at
    assert retention.sweep(now=clock.RealTime(retired.due_at)) == 0


def test_the_file_of_a_deleted_document_is_erased_too(document, api):
    api.delete(f"/documents/{document.public_id}")

    assert retention.sweep(now=clock.real_now() + 31 * DAY) == 2
    assert _stored() == set()


def test_a_file_that_no_document_names_is_swept_two_days_later(document):
    today = clock.real_now()
    orphan = encrypted_storage.put(b"left behind by a request that failed", today=today.date())

    assert retention.sweep(now=today + DAY) == 0
    assert retention.sweep(now=today + 2 * DAY) == 1

    assert orphan not in _stored()
    assert len(_stored()) == 2


def test_old_days_are_looked_at_when_asked(document):
    orphan = encrypted_storage.put(b"from long ago", today=dt.date(2020, 1, 1))

    assert tasks.sweep_document_files() == 0
    assert orphan in _stored()
    out = io.StringIO()
    call_command("sweep_document_files", "--all", stdout=out)

    assert out.getvalue() == "1 files erased\n"
    assert orphan not in _stored()


def test_a_file_of_a_refused_request_is_an_orphan_and_nothing_more(desk, alice, api, monkeypatch):
    """The customer is deleted between the check of the file and the database transaction."""
    take = encrypted_storage.put

    def deleted_meanwhile(*args, **kwargs):
        key = take(*args, **kwargs)
        assert api.delete(f"/customers/{alice}").status_code == 200
        return key

    monkeypatch.setattr(encrypted_storage, "put", deleted_meanwhile)

    assert desk.upload(alice).status_code == 410
    assert len(_stored()) == 1
    assert retention.sweep(now=clock.real_now() + 3 * DAY) == 1


def test_all_files_are_encrypted_under_a_new_key_and_the_old_one_is_not_needed_any_more(document, settings):
    old, new = settings.ENCRYPTION_KEYS[0], _new_key()
    retired = RetiredFile.objects.get().storage_key
    settings.ENCRYPTION_KEYS = [new, old]

    first, second = io.StringIO(), io.StringIO()
    call_command("rotate_document_keys", stdout=first)
    call_command("rotate_document_keys", stdout=second)

    assert first.getvalue() == "2 files encrypted anew, 0 were under the current key already\n"
    assert second.getvalue() == "0 files encrypted anew, 2 were under the current key already\n"
    settings.ENCRYPTION_KEYS = [new]
    assert (encrypted_storage.get(document.storage_key), encrypted_storage.get(retired)) == (
        sample_documents.pdf(),
        sample_documents.png(),
    )


def test_a_file_that_can_not_be_read_is_named_and_the_others_are_done(document, settings):
    settings.ENCRYPTION_KEYS = [_new_key(), *settings.ENCRYPTION_KEYS]
    encrypted_storage.erase(document.storage_key)

    with pytest.raises(CommandError, match=document.storage_key):
        call_command("rotate_document_keys", stdout=io.StringIO())
    assert encrypted_storage.renew(RetiredFile.objects.get().storage_key) is False


@pytest.mark.parametrize("days_ahead", [MOVED], indirect=True)
def test_a_file_of_a_platform_whose_clock_was_moved_goes_after_thirty_real_days(document, settings):
    retired = RetiredFile.objects.get()

    assert retired.due_at - retired.retired_at == settings.DOCUMENT_RETENTION_DAYS * DAY
    assert retention.sweep(now=clock.RealTime(clock.real_now() + 31 * DAY)) == 1
