"""Stored envelopes. Those that can hold identifiers of people and firms are encrypted, the others stored as sent.

An envelope about a customer carries what its GET shows: tax numbers, and the identity documents of owners. Envelopes
about payments and accounts carry none, and the database itself writes part of some of them.
"""

import uuid
from typing import Any

from django.db import models

from platforms.encryption.encrypted_fields import Encrypted, EncryptedColumn, OpenedWhenRead

_WITH_IDENTIFIERS = ("CUSTOMER.",)
"""Prefixes of the event types whose envelopes can hold identifiers."""
SEALED = EncryptedColumn("webhooks_event", "payload")


def to_store(text: str, *, event_type: str, event_id: uuid.UUID) -> str:
    """Return the stored form of an envelope."""
    if event_type.startswith(_WITH_IDENTIFIERS):
        return SEALED.seal(text.encode(), row=event_id).decode()
    return text


def to_send(stored: str, *, event_id: uuid.UUID) -> str:
    """Return an envelope as it is signed and sent; raises Unreadable when its key is gone, or it is another event's."""
    return stored if stored.startswith("{") else SEALED.open(stored.encode(), row=event_id).decode()


class EnvelopeField(models.TextField):  # type: ignore[type-arg]
    """A column of envelopes that opens them when the ORM reads it. Written by `webhooks.outbox.events`."""

    descriptor_class = OpenedWhenRead

    def from_db_value(self, value: str | None, *_: Any) -> Encrypted | None:
        """Leave it as it is stored."""
        return None if value is None else Encrypted(value)

    def open(self, value: Encrypted, *, row: uuid.UUID) -> str:
        """Return the envelope as it is sent."""
        return to_send(value.stored, event_id=row)

    def deconstruct(self) -> Any:
        """Be a plain text column to migrations."""
        name, _, arguments, options = super().deconstruct()
        return name, "django.db.models.TextField", arguments, options
