"""Erasure of notes on the pages of customers and payments; they are written in `platforms.backoffice.notes`."""

import uuid

from platforms.models import Note


def forget(*, customer: uuid.UUID) -> int:
    """Empty the notes that concern a customer; part of its erasure. Return how many there were."""
    notes = list(Note.objects.filter(customer=customer).select_for_update(of=("self",)).order_by("id"))
    for note in notes:
        note.text = note.salt = ""
        note.save(update_fields=["text", "salt"])
    return len(notes)
