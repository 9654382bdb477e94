"""Payments put into batches: at most once, into the open batch of their value date, or refused with a reason.

A payment with a field that the file's format can't carry is REFUSED: it fails at once, and is refunded. For an obstacle
that staff can remove, such as a missing connection or a limit, it is WAITING, and tried again.
"""

import base64
import datetime as dt
import hashlib
import uuid
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db.models import Sum
from django.db.models.functions import Coalesce

from banks.formats import characters
from banks.formats.records import Mandate, Unwritable
from banks.models import BankBatch, BankConnection, BankPayment, BankPaymentState
from banks.rail import bank_days, batches, connections, corrections, formats, payers, spellings
from banks.rail.payers import Payer
from payments.models import ExternalAccount, FailureReason, Quote, SuspenseItem, Transaction
from payments.providers.base import Direction, Instruction, Leg, RailUnavailable
from platforms.database.rows import by_key
from platforms.models import Platform

LONGEST_REASON = 255
_RETURN_TEXT = "Returned payment"
_NAMELESS = f"the name of who paid has no one spelling in Latin letters: {payers.WAYS_ON}"
_TAKES_PART = ("payments", "batches")
"""Beginnings of the names of a payment's fields in a file; the other fields are the connection's."""


class _Refusal(NamedTuple):
    """The reason of a payment without a batch; with `failure_reason` it is final."""

    reason: str
    failure_reason: str = ""


def end_to_end_id(movement: uuid.UUID, leg: str) -> str:
    """Return the id of a movement in files: 75 bits in 15 letters and digits, NACHA's limit."""
    digest = hashlib.sha256(f"{movement}:{leg}".encode()).digest()
    return base64.b32encode(digest)[:15].decode()


def take(*, instruction: Instruction, connection_name: str) -> BankPayment:
    """Put a movement into a batch, in the caller's database transaction; return its row, also without a batch.

    Safe to repeat: only a new movement, or one that is WAITING, is tried. Raises RailUnavailable where the platform is
    not known.
    """
    platform = by_key(Platform.objects.only("clock_offset"), instruction.platform_id)
    if platform is None:
        raise RailUnavailable
    now = platform.now()
    new = new_row(instruction, connection_name=connection_name, now=now)
    # Of two workers with the same movement, one waits here for the other.
    BankPayment.objects.bulk_create([new], ignore_conflicts=True)
    payment: BankPayment = BankPayment.objects.select_for_update().get(movement=new.movement, leg=new.leg)
    if payment.state != BankPaymentState.WAITING:
        return payment
    payment.connection_name = connection_name
    refusal = _join(payment, instruction, now)
    payment.reason = refusal.reason[:LONGEST_REASON] if refusal else ""
    if refusal and refusal.failure_reason:
        payment.state, payment.failure_reason = BankPaymentState.REFUSED, refusal.failure_reason
    payment.save(update_fields=["connection_name", "reason", "state", "failure_reason", "batch", "content"])
    return payment


def new_row(instruction: Instruction, *, connection_name: str, now: dt.datetime) -> BankPayment:
    """Return the row of a movement in no batch, not stored."""
    assert instruction.platform_id is not None
    return BankPayment(
        movement=instruction.transaction_id,
        leg=instruction.leg,
        platform_id=instruction.platform_id,
        direction=instruction.direction,
        end_to_end_id=end_to_end_id(instruction.transaction_id, instruction.leg),
        connection_name=connection_name,
        amount=instruction.amount,
        currency=instruction.currency,
        content={},
        state=BankPaymentState.WAITING,
        taken_at=now,
    )


def _join(payment: BankPayment, instruction: Instruction, now: dt.datetime) -> _Refusal | None:
    """Put a payment into a batch, or return the refusal."""
    if Transaction.objects.filter(id=instruction.transaction_id, external_account__refused_at__isnull=False).exists():
        return _Refusal("a reviewer has refused its account", FailureReason.ACCOUNT_INVALID)
    connection = connections.current(payment.connection_name)
    if connection is None:
        return _Refusal("the bank connection has ended: enter one of its name")
    is_debit = instruction.direction == Direction.PULL
    key = connection.debit_format if is_debit else connection.credit_format
    refusal = _unfit(connection, payment, instruction, key, now)
    if refusal:
        return refusal
    for slot in bank_days.slots(connection, is_debit=is_debit, after=now):
        batch = batches.open_for(connection=connection, key=key, slot=slot, now=now)
        if batch is None or not _has_room(connection, batch, payment.amount):
            continue
        payment.batch, payment.state = batch, BankPaymentState.BATCHED
        return None
    return _Refusal("no value date has room for it: the daily limit, or the calendar of the connection")


def _unfit(
    connection: BankConnection, payment: BankPayment, instruction: Instruction, key: str, now: dt.datetime
) -> _Refusal | None:
    payer = payers.of(payment, instruction)
    if refused := next((reason for reason, holds in _waits(connection, payment, payer, key) if holds), ""):
        return _Refusal(refused)
    latin_name, refused = _spelling(instruction, payer)
    if refused:
        return _Refusal(refused)
    try:
        mandate = _mandate(instruction) if formats.FORMATS[key].scheme else None
        reference = instruction.reference if payer.is_stored else _RETURN_TEXT
        content = formats.content_of(
            payer.info,
            reference=reference,
            text=instruction.remittance if payer.is_stored else "",
            key=key,
            mandate=mandate,
            latin_name=latin_name,
            purpose=_purpose(instruction),
            rail=instruction.payment_rail,
        )
        is_ach = key in formats.NACHA
        corrected = corrections.of(content, connection_name=connection.name) if is_ach else corrections.NONE
        if corrected.is_waiting:
            return _Refusal(corrections.WAITS)
        content |= corrected.fields
        item = formats.Item(payment.end_to_end_id, payment.amount, content)
        formats.file_of(
            connection=connection,
            key=key,
            items=[item],
            message_id=payment.end_to_end_id,
            created=now,
            value_date=now.date(),
        )
    except Unwritable as refusal:
        if not payer.is_stored:
            return _Refusal(f"{refusal.text}: {payers.WAYS_ON}")
        is_ours = not refusal.field.startswith(_TAKES_PART)
        return _Refusal(refusal.text) if is_ours else _Refusal(refusal.text, _failure(refusal.field))
    entered = payment.content.get(payers.ENTERED)
    payment.content = content | ({payers.ENTERED: entered} if entered else {})
    return None


def _waits(connection: BankConnection, payment: BankPayment, payer: Payer, key: str) -> Iterator[tuple[str, bool]]:
    """Yield each obstacle that staff can remove, with whether it exists."""
    limit, of_day = connection.max_payment, connection.max_day
    yield batches.TAKEN_BACK, bool(batches.taken_back([payment]))
    yield "the bank connection has no format for this direction", not key
    yield "the bank connection has an account in another currency", payment.currency != connection.currency
    yield payer.problem, bool(payer.problem)
    yield f"{payers.NOT_KNOWN}: {payers.WAYS_ON}", not payer.info
    unreached = "" if payer.is_stored else formats.reach_problem(payer.info, formats.FORMATS[key].profile)
    yield f"{unreached}: {payers.WAYS_ON}", bool(unreached)
    # What a bank says of a payer has no address, and nobody can enter one.
    no_address = f"the bank needs the address of who paid, which is not known here: {payers.RETURN_IT}"
    yield no_address, connection.needs_addresses and not payer.is_stored
    yield "it is more than the connection's limit of one payment", limit is not None and payment.amount > limit
    yield "it is more than the connection's limit of one day", of_day is not None and payment.amount > of_day


def _failure(field: str) -> str:
    """Return the failure reason for a field that no file can carry: the account's fault, or the payment's."""
    is_amount = field.endswith((".amount", ".remittance"))
    return FailureReason.BANK_REJECTED if is_amount else FailureReason.ACCOUNT_INVALID


def _mandate(instruction: Instruction) -> Mandate | None:
    """Return the mandate of a collection: the account's key, signed on the day of the account's creation.

    The platform has the payer's consent when it adds an account to collect from.
    """
    account = _account(instruction)
    return Mandate(id=account.id.hex, signed_on=account.created_at.date()) if account else None


def _account(instruction: Instruction) -> ExternalAccount | None:
    """Return the stored account of the other side; None for a payer of whom only a bank's line is known."""
    # A movement is a payment's own, or of its money in suspense.
    items = SuspenseItem.objects.filter(movement=instruction.transaction_id, transaction__isnull=False)
    payment = items.values_list("transaction_id", flat=True).first() or instruction.transaction_id
    key: Any = Transaction.objects.filter(id=payment).values_list("external_account_id").first()
    if instruction.leg in {Leg.COLLECTION, Leg.REFUND}:
        key = Quote.objects.filter(transaction_id=payment).values_list("source_external_account_id").first()
    accounts = ExternalAccount.objects.filter(id__in=key or [])
    found: ExternalAccount | None = accounts.only("id", "created_at", "latin_name").first()
    return found


def _purpose(instruction: Instruction) -> str:
    """Return what the quote of a payout is for; empty for other payments, which name no purpose."""
    if instruction.leg != Leg.PAYOUT:
        return ""
    quotes = Quote.objects.filter(transaction_id=instruction.transaction_id)
    return quotes.values_list("purpose", flat=True).first() or ""


def _spelling(instruction: Instruction, payer: Payer) -> tuple[str, str]:
    """Return the spelling of the other side's name that staff have confirmed, or why the payment waits for one.

    Both are empty for a name that is transliterated. A name never fails a payment: the account is right.
    """
    name = formats.name_of(payer.info)
    if characters.can_be_transliterated(name):
        return "", ""
    account = _account(instruction) if payer.is_stored else None
    if account and account.latin_name:
        return account.latin_name, ""
    return "", spellings.WAITS + account.public_id if account else _NAMELESS


def _has_room(connection: BankConnection, batch: BankBatch, amount: int) -> bool:
    """Tell whether an amount is within the day's limit; the day's open batch, the only one to grow, is locked."""
    if connection.max_day is None:
        return True
    of_day = BankPayment.objects.filter(
        batch__connection__name=connection.name,
        batch__value_date=batch.value_date,
        batch__format=batch.format,
    ).exclude(state__in=(BankPaymentState.WAITING, BankPaymentState.CANCELLED))
    return int(of_day.aggregate(sum=Coalesce(Sum("amount"), 0))["sum"]) + amount <= connection.max_day
