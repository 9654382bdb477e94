"""Notes of staff on the pages of customers, payments and platforms: write, and empty when a customer is erased."""

import datetime as dt
import uuid

from platforms import audit
from platforms.base import errors
from platforms.encryption import salted
from platforms.models import Note

LONGEST = 4000


def add(*, about: audit.Subject, customer: uuid.UUID | None, text: str, actor: audit.Actor, now: dt.datetime) -> Note:
    """Write a note, at any time. `customer`: key of the customer whom it concerns, with whom it is erased.

    `now` is the platform's time. The audit row has the salted hash of the text. Raises InvalidInput for `reason`: a
    text of 1 to 4000 characters is needed.
    """
    text = text.strip()
    if not text:
        raise errors.InvalidInput.field("reason", "is needed")
    if len(text) > LONGEST:
        raise errors.InvalidInput.field("reason", f"must not be longer than {LONGEST} characters")
    note: Note = Note.objects.create(
        platform_id=about.platform_id,
        subject=about.public_id,
        customer=customer,
        text=text,
        salt=salted.new_salt(),
        at=now,
        actor_kind=actor.kind,
        actor_id=actor.id,
    )
    proof = {"reasonIn": f"Note:{note.id}", "reasonSha256": salted.digest(note.text, salt=note.salt)}
    audit.record(about, "note.write", actor=actor, now=now, **proof)
    return note


def forget(*, customer: uuid.UUID) -> int:
    """Empty the notes that concern a customer; part of its erasure. Return how many there were."""
    notes = list(Note.objects.filter(customer=customer).select_for_update(of=("self",)).order_by("id"))
    for note in notes:
        note.text = note.salt = ""
        note.save(update_fields=["text", "salt"])
    return len(notes)
