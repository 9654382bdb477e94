"""Transactions: how one begins and how its status moves. The only writers of status and history."""

import datetime as dt
import uuid

from django.db import connection

from payments import representations
from payments.models import TRANSITIONS, Transaction, TransactionStatus, TransactionStatusChange, TransactionType
from platforms import audit
from platforms.kit import errors, states
from webhooks import events

EVENT_OF_STATUS: dict[str, dict[str, str]] = {
    TransactionType.OUTGOING: {
        TransactionStatus.PENDING: "OUTGOING_PAYMENT.PENDING",
        TransactionStatus.PROCESSING: "OUTGOING_PAYMENT.PROCESSING",
        TransactionStatus.COMPLETED: "OUTGOING_PAYMENT.COMPLETED",
        TransactionStatus.FAILED: "OUTGOING_PAYMENT.FAILED",
        TransactionStatus.REJECTED: "OUTGOING_PAYMENT.FAILED",
        TransactionStatus.EXPIRED: "OUTGOING_PAYMENT.EXPIRED",
    },
    TransactionType.INCOMING: {
        TransactionStatus.PENDING: "INCOMING_PAYMENT.PENDING",
        TransactionStatus.COMPLETED: "INCOMING_PAYMENT.COMPLETED",
        TransactionStatus.FAILED: "INCOMING_PAYMENT.FAILED",
        TransactionStatus.REJECTED: "INCOMING_PAYMENT.FAILED",
    },
}
"""What a platform hears when a payment reaches a status. The catalogue has no event of its own for REJECTED;
the payload's status tells it from FAILED."""


class TransactionNotFound(errors.NotFound):
    """The platform has no such transaction."""

    code = "TRANSACTION_NOT_FOUND"
    message = "There is no such transaction."


_INSERT = """
WITH payment AS (
    INSERT INTO payments_transaction (
        id, platform_id, customer_id, platform_customer_id, type, status, internal_account_id, external_account_id,
        sender, receiver, sent_amount, sent_currency, received_amount, received_currency, fees, reference,
        description, created_at, updated_at, next_action_at
    ) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
    RETURNING id, status
)
INSERT INTO payments_transactionstatuschange (transaction_id, to_status, at, cause, actor_kind, actor_id)
SELECT id, status, %s, %s, %s, %s FROM payment
"""


def begin(payment: Transaction, *, cause: str, actor: audit.Actor, now: dt.datetime) -> None:
    """Store a new transaction with the first row of its history: one statement, it is part of every payment."""
    with connection.cursor() as cursor:
        cursor.execute(
            _INSERT,
            [
                payment.id,
                payment.platform_id,
                payment.customer_id,
                payment.platform_customer_id,
                payment.type,
                payment.status,
                payment.internal_account_id,
                payment.external_account_id,
                payment.sender,
                payment.receiver,
                payment.sent_amount,
                payment.sent_currency,
                payment.received_amount,
                payment.received_currency,
                payment.fees,
                payment.reference,
                payment.description,
                payment.created_at,
                payment.updated_at,
                payment.next_action_at,
                now,
                cause,
                actor.kind,
                actor.id,
            ],
        )


def move(payment: Transaction, *, to: str, cause: str, actor: audit.Actor, now: dt.datetime) -> None:
    """Move a locked transaction to another status and write its history; other changed fields are saved with it.

    Raises ForbiddenTransition, a programming error, for a move the state table does not have.
    """
    states.require(TRANSITIONS, payment.status, to)
    before, payment.status, payment.updated_at = payment.status, to, now
    payment.save(
        update_fields=[
            "status",
            "updated_at",
            "failure_reason",
            "settled_at",
            "next_action_at",
            "attempts",
            "provider_reference",
        ]
    )
    TransactionStatusChange.objects.create(
        transaction_id=payment.id,
        from_status=before,
        to_status=to,
        at=now,
        cause=cause,
        actor_kind=actor.kind,
        actor_id=actor.id,
    )


def status_event(payment: Transaction, *, now: dt.datetime) -> events.NewEvent | None:
    """Return the event for the status that a transaction has reached, None where the catalogue has none."""
    event_type = EVENT_OF_STATUS[payment.type].get(payment.status)
    if event_type is None:
        return None
    return events.NewEvent(
        platform_id=payment.platform_id,
        type=event_type,
        resource=payment.public_id,
        data=representations.transaction(payment),
        now=now,
    )


def lock(transaction_id: uuid.UUID) -> Transaction | None:
    """Return a transaction locked for change, None when another worker holds it."""
    return Transaction.objects.select_for_update(skip_locked=True, of=("self",)).filter(id=transaction_id).first()
