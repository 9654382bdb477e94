"""Envelopes at rest. Those that can hold identifiers of people and firms lie encrypted, the others as they are sent.

An envelope about a customer carries what its GET shows: tax numbers, and the identity documents of owners. Those about
payments and accounts carry none, and part of theirs is written by the database itself.
"""

from typing import Any

from django.db import models

from platforms.kit import encryption

_WITH_IDENTIFIERS = ("CUSTOMER.",)
"""Beginnings of the types of such events."""


def to_store(text: str, *, event_type: str) -> str:
    """Return an envelope as its column holds it."""
    if event_type.startswith(_WITH_IDENTIFIERS):
        return encryption.seal(text.encode()).decode()
    return text


def to_send(stored: str) -> str:
    """Return an envelope as it is signed and sent; raises Unreadable when its key is gone."""
    return stored if stored.startswith("{") else encryption.unseal(stored.encode()).decode()


class EnvelopeField(models.TextField):  # type: ignore[type-arg]
    """A column of envelopes that opens what is read through the ORM. It is written by `webhooks.events`."""

    def from_db_value(self, value: str | None, *_: Any) -> str | None:
        """Return the envelope as it is sent."""
        return None if value is None else to_send(value)

    def deconstruct(self) -> Any:
        """Be a plain text column to migrations."""
        name, _, arguments, options = super().deconstruct()
        return name, "django.db.models.TextField", arguments, options
