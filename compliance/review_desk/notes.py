"""Notes of reviewers for each other about a verification."""

import datetime as dt
import uuid

from compliance import queries
from compliance.models import NoteKind, ReviewNote, Verification
from platforms import audit
from platforms.base import errors
from platforms.database.rows import by_key
from platforms.encryption import salted

_LONGEST = 4000


def add(*, verification_id: uuid.UUID, text: str, actor: audit.Actor, now: dt.datetime) -> ReviewNote:
    """Write a note, at any time, also after the decision. Raises VerificationNotFound and InvalidInput for `text`."""
    verification: Verification | None = by_key(Verification.objects, verification_id)
    if verification is None:
        raise queries.VerificationNotFound
    note = write(verification=verification, kind=NoteKind.NOTE, text=text, actor=actor, now=now)
    audit.record(verification, "verification.note", actor=actor, now=now, note=str(note.id), **proof(note))
    return note


def write(*, verification: Verification, kind: NoteKind, text: str, actor: audit.Actor, now: dt.datetime) -> ReviewNote:
    """Write the note of an action that writes the audit row itself. Raises InvalidInput."""
    if not text.strip():
        raise errors.InvalidInput.field("reason", "is needed")
    if len(text) > _LONGEST:
        raise errors.InvalidInput.field("reason", f"must not be longer than {_LONGEST} characters")
    note: ReviewNote = ReviewNote.objects.create(
        verification=verification,
        kind=kind,
        text=text.strip(),
        salt=salted.new_salt(),
        at=now,
        actor_kind=actor.kind,
        actor_id=actor.id,
    )
    return note


def proof(note: ReviewNote) -> dict[str, str]:
    """Return what the audit row of a note's action says of its text: where it is kept, and its salted hash."""
    return salted.proof("ReviewNote", note.id, note.text, salt=note.salt)


def forget(*, customer_id: uuid.UUID) -> int:
    """Empty the notes about a customer; part of its erasure. Return how many there were."""
    found = list(ReviewNote.objects.filter(verification__customer=customer_id).select_for_update(of=("self",)))
    for note in found:
        note.text = note.salt = ""
        note.save(update_fields=["text", "salt"])
    return len(found)
