"""Files for banks: written once from a released batch, stored encrypted, and downloaded by staff with an audit row."""

import datetime as dt
import hashlib
import uuid

from django.db import transaction

from banks.models import BankBatch, BankFile, BatchState
from banks.rail import batches, formats
from platforms import audit
from platforms.database.rows import by_key
from platforms.encryption import encrypted_storage, encryption

ROOT = "bank_files"
"""Apart from documents, whose sweep removes what no document has."""


def write(*, batch: BankBatch, now: dt.datetime) -> None:
    """Write the file of a released batch, with the same bytes at each attempt. Opens its own database transaction.

    The content is stored first: a process killed before it commits the row leaves a content without a row.
    """
    assert batch.released_at is not None
    payments = batches.payments_of(batch)
    content = formats.file_of(
        connection=batch.connection,
        key=batch.format,
        items=batches.items_of(payments),
        message_id=batch.message_id,
        created=batch.released_at,
        value_date=batch.value_date,
        modifier=batch.modifier or "A",
    )
    key = encrypted_storage.put(content, root=ROOT, today=now.date())
    with transaction.atomic(durable=True):
        released = by_key(BankBatch.objects.select_for_update().filter(state=BatchState.RELEASED), batch.pk)
        if released is not None:
            file = BankFile.objects.create(
                batch=released,
                name=f"{batch.connection.name}-{batch.value_date}-{batch.message_id}.{_extension(batch)}",
                storage_key=key,
                size=len(content),
                sha256=hashlib.sha256(content).digest(),
                count=batch.count,
                total=batch.total,
                written_at=now,
            )
            released.state = BatchState.WRITTEN
            released.save(update_fields=["state"])
            audit.record(
                audit.Subject(batch.connection.platform_id, file.public_id),
                "bank_file.write",
                actor=audit.SYSTEM,
                now=now,
                batch=batch.public_id,
                sha256=file.sha256.hex(),
                size=file.size,
            )
    if released is None:
        encrypted_storage.erase(key)


def content_of(file: BankFile) -> bytes:
    """Return the content of a file. Raises Unreadable, also for a changed content."""
    content = encrypted_storage.get(file.storage_key)
    if hashlib.sha256(content).digest() != bytes(file.sha256):
        message = f"{file.storage_key} is not what was written"
        raise encryption.Unreadable(message)
    return content


def note_download(*, file: BankFile, actor: audit.Actor, now: dt.datetime) -> None:
    """Write to the audit log that a person downloads the content."""
    audit.record(
        audit.Subject(file.batch.connection.platform_id, file.public_id),
        "bank_file.download",
        actor=actor,
        now=now,
        sha256=bytes(file.sha256).hex(),
    )


def find(key: uuid.UUID) -> BankFile | None:
    """Return a file with its batch and connection."""
    found: BankFile | None = by_key(BankFile.objects.select_related("batch__connection__platform"), key)
    return found


def _extension(batch: BankBatch) -> str:
    return formats.FORMATS[batch.format].extension
