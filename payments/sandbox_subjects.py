"""Payments and accounts that outcomes are forced for, in the sandbox: which questions may still be asked about them."""

import datetime as dt
import functools
import uuid

from payments.accounts.external_accounts import ExternalAccountNotFound
from payments.accounts.internal_accounts import InternalAccountNotFound
from payments.due import ADVANCE_TASK
from payments.models import (
    ExternalAccount,
    IncomingUmaPayment,
    InternalAccount,
    NextAction,
    Quote,
    Transaction,
    TransactionStatus,
    TransactionType,
)
from payments.providers.sandbox import (  # noqa: F401 - they register what can be forced
    beneficiaries,
    forced_funding,
    forced_invoices,
    forced_payments,
    forced_rail,
    forced_times,
    rates,
    uma_counterpart,
)
from payments.quotes import quotes, releasing
from payments.workflow import transactions
from payments.workflow.transactions import TransactionNotFound
from platforms.base import identifiers, jobs
from platforms.database.rows import by_key
from platforms.forcing import catalogue
from platforms.forcing.catalogue import Subject
from platforms.models import ForcedOutcome
from webhooks.outbox import events

_COMES_BACK = ("RETURNED", "CALLED_BACK")
_OVER = (TransactionStatus.FAILED, TransactionStatus.REJECTED, TransactionStatus.REFUNDED, TransactionStatus.EXPIRED)
_BY_RAIL = (NextAction.TRANSFER, NextAction.PAY_OUT)
"""The last steps of payments that can come back."""
_WEBHOOK = "WEBHOOK"
"""What is sent about a payment under way."""
_UNDER_WAY = "a payment under way, or one that was paid out and can come back"


def _preimage(payment_hash: bytes) -> bytes:
    return bytes.fromhex(IncomingUmaPayment.objects.get(payment_hash=payment_hash.hex()).preimage)


forced_invoices.preimages_by(_preimage)


def find_payment(platform_id: uuid.UUID, public_id: str) -> Subject:
    """Return a payment with the steps that may still come; raises TransactionNotFound."""
    key = identifiers.parse(Transaction.public_type, public_id)
    payment = transactions.lock(key) if key else None
    if payment is None or payment.platform_id != platform_id:
        raise TransactionNotFound
    then = functools.partial(_hurry, payment)
    if payment.status in _OVER and payment.next_action_at is None:
        return Subject(payment.public_id, (), instead=_UNDER_WAY)
    if payment.status == TransactionStatus.COMPLETED:
        can_come_back = payment.type == TransactionType.OUTGOING and payment.next_action in _BY_RAIL
        steps = _names(payment, payment.next_action) if can_come_back else ()
        return Subject(payment.public_id, steps, instead=_UNDER_WAY, only=_COMES_BACK, then=then)
    return Subject(payment.public_id, (*_ahead(payment), _WEBHOOK), instead=_UNDER_WAY, then=then)


def find_account(platform_id: uuid.UUID, public_id: str) -> Subject:
    """Return an internal or external account; raises ExternalAccountNotFound and InternalAccountNotFound."""
    if key := identifiers.parse(ExternalAccount.public_type, public_id):
        external = by_key(ExternalAccount.objects.for_platform(platform_id).filter(deleted_at__isnull=True), key)
        if external is None:
            raise ExternalAccountNotFound
        return Subject(external.public_id, catalogue.steps())
    internal = by_key(
        InternalAccount.objects.for_platform(platform_id), identifiers.parse(InternalAccount.public_type, public_id)
    )
    if internal is None:
        raise InternalAccountNotFound
    return Subject(internal.public_id, catalogue.steps())


def _names(payment: Transaction, step: str) -> tuple[str, ...]:
    """Return what a step of a payment is called for clients."""
    if step == NextAction.TRANSFER:
        return ("TRANSFER_OUT",) if payment.type == TransactionType.OUTGOING else ("TRANSFER_IN",)
    return (step,)


def _ahead(payment: Transaction) -> tuple[str, ...]:
    """Return the steps that a payment may still take."""
    if payment.status not in {TransactionStatus.CREATED, TransactionStatus.PENDING, TransactionStatus.PROCESSING}:
        return _names(payment, payment.next_action) if payment.next_action_at is not None else ()
    first = (forced_times.APPROVAL,) if payment.awaits_approval else ()
    if payment.quote_id is not None:
        return (*first, *_ahead_of_quote(payment))
    if payment.awaits_approval or payment.next_action == NextAction.TRANSFER:
        return (*first, *_names(payment, NextAction.TRANSFER))
    is_undecided = payment.next_action in {NextAction.END_APPROVAL, NextAction.RECEIVE}
    ahead = [forced_invoices.STEP] if is_undecided else []
    return (*ahead, NextAction.DEPOSIT.value) if payment.external_account_id else tuple(ahead)


def _ahead_of_quote(payment: Transaction) -> tuple[str, ...]:
    quote = Quote.objects.get(transaction_id=payment.id)
    ahead: list[str] = [NextAction.EXPIRE.value] if payment.status == TransactionStatus.PENDING else []
    if quote.source_internal_account_id is None:
        ahead += [NextAction.COLLECT.value] if quote.source_external_account_id else [forced_funding.FUNDING]
        ahead.append(NextAction.GIVE_BACK.value)
    if quote.destination_address:
        ahead.append(NextAction.PAY_INVOICE.value)
    elif quote.destination_external_account_id is not None:
        ahead.append(NextAction.PAY_OUT.value)
    return tuple(ahead)


def _hurry(payment: Transaction, row: ForcedOutcome) -> None:
    """Have the payment's step asked about now, where the outcome is one of it: it may not be due for minutes.

    Nobody is asked about a time: it is over then.
    """
    if row.outcome in {forced_times.EXPIRED, forced_times.NOT_DECIDED}:
        if row.outcome == forced_times.EXPIRED:
            events.emit_many(quotes.run_out(payment=payment, now=row.created_at))
        else:
            releasing.expire(transaction_id=payment.id, now=row.created_at)
        row.remaining = 0
        row.save(update_fields=["remaining"])
        return
    fitting = [name for name in _names(payment, payment.next_action) if row.outcome in catalogue.of_step(name)]
    is_back = payment.status == TransactionStatus.COMPLETED
    if not fitting or (payment.next_action_at is None and not is_back):
        return
    payment.next_action_at = _earlier(payment.next_action_at, row.created_at)
    # The rail has accepted it before: it is asked what has become of it.
    if is_back:
        payment.provider_reference = payment.provider_reference or str(payment.id)
    payment.save(update_fields=["next_action_at", "provider_reference"])
    jobs.notify(ADVANCE_TASK)


def _earlier(due: dt.datetime | None, now: dt.datetime) -> dt.datetime:
    return now if due is None else min(due, now)


catalogue.register_subject("transactionId", find_payment)
catalogue.register_subject("accountId", find_account)
