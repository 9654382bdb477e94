"""Documents: upload, replace, delete, submit, reject. Their files were stored before: see `documents.uploads`."""

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

from django.conf import settings

from compliance import queries
from compliance.documents.uploads import Infected, StoredFile
from compliance.models import Customer, Document, DocumentStatus, RetiredFile
from compliance.verification import locks, verifications
from compliance.verification.document_statuses import belongs_to
from platforms import audit
from platforms.base import clock, errors, identifiers
from platforms.database.rows import by_key

_FIELDS = {"documentType": "document_type", "side": "side", "country": "country", "documentNumber": "document_number"}
"""The API's names of changeable fields, and ours."""


class DocumentSubmitted(errors.DomainError):
    """The document was submitted for a decision, so it can't be changed."""

    code = "DOCUMENT_SUBMITTED"
    message = "This document was submitted for verification. It can be changed again if it is rejected."


def upload(
    *, platform_id: uuid.UUID, details: Mapping[str, Any], file: StoredFile, actor: audit.Actor, now: dt.datetime
) -> Document:
    """Record a document whose file was stored.

    `details` as the API names them, already of the right types. Raises CustomerNotFound or BeneficialOwnerNotFound for
    `documentHolder`, and CustomerDeleted.
    """
    holder = queries.document_holder(platform_id=platform_id, public_id=details["documentHolder"])
    customer = _lock(platform_id, holder.customer_id)
    document = Document(
        platform_id=platform_id,
        customer_id=None if holder.owner_id else holder.customer_id,
        beneficial_owner_id=holder.owner_id,
        created_at=now,
        updated_at=now,
    )
    _take_fields(document, details)
    _take_file(document, file)
    document.save(force_insert=True)
    _finish("upload", document, customer, actor=actor, now=now, documentType=document.document_type)
    return document


def replace(
    *,
    platform_id: uuid.UUID,
    document_id: object,
    changes: Mapping[str, Any],
    file: StoredFile | None,
    actor: audit.Actor,
    now: dt.datetime,
) -> Document:
    """Give a document another file, other facts, or both; fields not named stay. A rejected one is new again.

    Raises DocumentNotFound, DocumentSubmitted, CustomerDeleted, and InvalidInput for nothing or for another holder.
    """
    document, customer = _hold(platform_id, document_id)
    if not changes and file is None:
        raise errors.InvalidInput.field("", "the request body must have at least one part that can be replaced")
    if changes.get("documentHolder", document.holder_id) != document.holder_id:
        raise errors.InvalidInput.field(
            "documentHolder", "must stay the holder that it is: a document is not moved to another"
        )
    _take_fields(document, changes)
    if file is not None:
        _retire_file(document)
        _take_file(document, file)
    document.status = DocumentStatus.UPLOADED
    document.updated_at = now
    document.save()
    parts = sorted([*(set(changes) & set(_FIELDS)), *(["file"] if file else [])])
    _finish("replace", document, customer, actor=actor, now=now, parts=parts)
    return document


def delete(*, platform_id: uuid.UUID, document_id: object, actor: audit.Actor, now: dt.datetime) -> None:
    """Delete a document. Its file is kept for a while and then erased.

    Raises DocumentNotFound, DocumentSubmitted, CustomerDeleted.
    """
    document, customer = _hold(platform_id, document_id)
    _retire_file(document)
    document.deleted_at = document.updated_at = now
    document.save(update_fields=["deleted_at", "updated_at"])
    _finish("delete", document, customer, actor=actor, now=now)


def forget(*, customer_id: uuid.UUID, now: dt.datetime) -> int:
    """Erase all documents of a customer and of its owners: names and numbers at once, files with the next sweep.

    Part of the erasure of a customer, which has locked it and writes the audit row. Returns how many there were.
    """
    rows = Document.objects.filter(belongs_to(customer_id)).select_for_update(no_key=True, of=("self",)).order_by("id")
    forgotten = list(rows)
    for document in forgotten:
        if document.deleted_at is None:
            _retire_file(document)
            document.deleted_at = now
        document.document_number = None
        document.file_name = "erased"
        document.updated_at = now
        document.save()
    RetiredFile.objects.filter(document__in=forgotten, erased_at=None).update(due_at=clock.real_now())
    return len(forgotten)


def record_reading(
    *, document: Document, actor: audit.Actor, now: dt.datetime, page: int | None = None, pages: int | None = None
) -> None:
    """Record that a person is about to be shown the content of a document: all of it, or a page of so many."""
    details: dict[str, object] = {"sha256": bytes(document.sha256).hex()}
    if page is not None:
        details |= {"page": page, "pages": pages}
    audit.record(document, "document.read", actor=actor, now=now, **details)


def record_infection(
    *, platform_id: uuid.UUID, subject: str, infected: Infected, actor: audit.Actor, now: dt.datetime
) -> None:
    """Record that a harmful file was sent; `subject` is the holder, or the document to be replaced."""
    details: dict[str, object] = {"signature": infected.signature, "sha256": infected.sha256.hex()}
    audit.record(audit.Subject(platform_id, subject), "document.infected", actor=actor, now=now, **details)


def require_open(document: Document) -> None:
    """Raise DocumentSubmitted unless the document may be changed."""
    if document.status == DocumentStatus.SUBMITTED:
        raise DocumentSubmitted


def _hold(platform_id: uuid.UUID, document_id: object) -> tuple[Document, Customer]:
    """Lock a document's customer, then the document."""
    found = queries.document(platform_id=platform_id, document_id=document_id)
    customer = _lock(platform_id, found.subject_id)
    current = Document.objects.select_for_update(no_key=True).filter(deleted_at=None)
    document: Document | None = by_key(current, found.id)
    if document is None:
        raise queries.DocumentNotFound
    require_open(document)
    return document, customer


def _lock(platform_id: uuid.UUID, customer_id: uuid.UUID) -> Customer:
    return locks.live_customer(platform_id=platform_id, customer_id=identifiers.public("Customer", customer_id))


def _take_fields(document: Document, fields: Mapping[str, Any]) -> None:
    for name, attribute in _FIELDS.items():
        if name in fields:
            setattr(document, attribute, fields[name])


def _take_file(document: Document, file: StoredFile) -> None:
    document.file_name = file.name
    document.content_type = file.content_type
    document.size = file.size
    document.sha256 = file.sha256
    document.storage_key = file.key


def _retire_file(document: Document) -> None:
    # Files are on a real disk: their retention does not depend on a platform's clock.
    real_now = clock.real_now()
    RetiredFile.objects.create(
        document=document,
        storage_key=document.storage_key,
        sha256=document.sha256,
        retired_at=real_now,
        due_at=real_now + dt.timedelta(days=settings.DOCUMENT_RETENTION_DAYS),
    )


def _finish(
    verb: str, document: Document, customer: Customer, *, actor: audit.Actor, now: dt.datetime, **details: object
) -> None:
    """Update the verification that waits for documents, and write the audit log."""
    verifications.recheck(customer=customer, actor=actor, now=now)
    audit.record(document, f"document.{verb}", actor=actor, now=now, holder=document.holder_id, **details)
