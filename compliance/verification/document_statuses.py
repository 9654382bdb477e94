"""Statuses of documents set by a verification and its decision: submitted, or rejected."""

import datetime as dt
import uuid
from collections.abc import Iterable

from django.db.models import Q, QuerySet

from compliance.models import Document, DocumentStatus


def submit(*, customer_id: uuid.UUID, now: dt.datetime) -> int:
    """Mark all documents of a customer and of its owners as submitted; return how many were not.

    Part of submitting a verification, which has locked the customer and writes the audit row.
    """
    return (
        _of_customer(customer_id)
        .exclude(status=DocumentStatus.SUBMITTED)
        .update(status=DocumentStatus.SUBMITTED, updated_at=now)
    )


def reject(*, customer_id: uuid.UUID, now: dt.datetime, document_ids: Iterable[uuid.UUID] | None = None) -> int:
    """Mark submitted documents of a customer and of its owners as rejected, so that they can be replaced.

    All of them, or those that `document_ids` names. Part of a decision, which has locked the customer and writes the
    audit row. Returns how many there were.
    """
    rows = _of_customer(customer_id).filter(status=DocumentStatus.SUBMITTED)
    if document_ids is not None:
        rows = rows.filter(id__in=list(document_ids))
    return rows.update(status=DocumentStatus.REJECTED, updated_at=now)


def _of_customer(customer_id: uuid.UUID) -> QuerySet[Document]:
    rows: QuerySet[Document] = Document.objects.filter(belongs_to(customer_id), deleted_at=None)
    return rows


def belongs_to(customer_id: uuid.UUID) -> Q:
    """Return the condition on documents of a customer and of its owners."""
    return Q(customer_id=customer_id) | Q(beneficial_owner__customer_id=customer_id)
