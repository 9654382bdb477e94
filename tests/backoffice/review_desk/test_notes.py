"""Notes: encrypted, kept as they are, and emptied with the person they speak of."""

import base64
import io

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from compliance.customers import erasure
from compliance.models import ReviewNote
from compliance.queries import VerificationNotFound
from compliance.review_desk import notes
from platforms.base import errors, identifiers
from tests.backoffice.review_desk.conftest import do

pytestmark = pytest.mark.django_db
NEW = base64.urlsafe_b64encode(b"n" * 32).decode()
TEXT = "Called the registrar about the seal."


@pytest.fixture
def note(individual) -> ReviewNote:
    written: ReviewNote = do(notes.add, individual, reason=None, text=TEXT)
    return written


def stored() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT text FROM compliance_reviewnote")
        return str(cursor.fetchone()[0])


def test_the_database_holds_no_readable_text(note):
    assert "registrar" not in stored()
    assert ReviewNote.objects.get().text == TEXT


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE compliance_reviewnote SET actor_id = 'rob'",
        "UPDATE compliance_reviewnote SET at = now()",
        "UPDATE compliance_reviewnote SET kind = 'RELEASE'",
        "DELETE FROM compliance_reviewnote",
    ],
)
def test_who_wrote_it_and_when_stays(note, change):
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)


def test_a_new_key_reaches_notes(note, settings):
    before = stored()
    settings.ENCRYPTION_KEYS = [NEW, *settings.ENCRYPTION_KEYS]

    call_command("rotate_encryption_keys", stdout=io.StringIO())

    settings.ENCRYPTION_KEYS = [NEW]
    assert stored() != before
    assert ReviewNote.objects.get().text == TEXT


def test_when_the_person_is_forgotten_so_is_what_was_noted(api, individual, note):
    assert api.delete(f"/customers/{individual.customer}").status_code in {200, 204}

    do(erasure.erase, customer=individual.row.customer, reason="request 17 of the privacy desk")

    left = ReviewNote.objects.get()
    assert (left.text, left.actor_id, left.kind) == ("", "rita", "NOTE")


def test_a_note_needs_a_text_that_is_not_endless(individual):
    for text in (" ", "x" * 4001):
        with pytest.raises(errors.InvalidInput):
            do(notes.add, individual, reason=None, text=text)


def test_a_note_is_about_a_verification_that_exists(db):
    with pytest.raises(VerificationNotFound):
        do(notes.add, verification_id=identifiers.new_key(), text=TEXT)
