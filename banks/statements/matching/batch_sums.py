"""Batches booked by a bank as one sum: one line of a statement for all payments of a file."""

import dataclasses
import datetime as dt
import re
import uuid

from django.db.models import CharField, Exists, OuterRef, Q, Value
from django.db.models.functions import Cast, Concat

from banks.models import (
    BankBatch,
    BankConnection,
    BankMatch,
    BankPayment,
    BankPaymentState,
    BankSetPayment,
    BankStatementLine,
    BatchState,
    MatchKind,
)
from banks.rail import formats
from banks.statements import decided
from banks.statements.matching import unnamed_sums
from platforms.base import identifiers

_ID = re.compile(r"(?<![0-9A-Z])B[0-9a-f]{32}(?![0-9a-f])", re.IGNORECASE)
_BLANKS = re.compile(r"\s+")
NEAR = dt.timedelta(days=5)
"""How far from its value date a batch may be booked, where the line does not name it."""
_MOST = 10
"""Batches shown to people."""
_PAID = (BankPaymentState.BATCHED, BankPaymentState.SETTLED, BankPaymentState.RETURNED)
_PAYOUTS = [key for key, one in formats.FORMATS.items() if not one.is_debit]
_COLLECTIONS = [key for key, one in formats.FORMATS.items() if one.is_debit]
_BALANCED = Q(connection__balances_files=True, format__in=formats.NACHA)
_SUMMED = Q(count__gt=1) | _BALANCED
"""Batches that a line may be the sum of, without naming them or a payment of theirs."""
_KEY = Cast(OuterRef("pk"), CharField())


@dataclasses.dataclass(frozen=True, slots=True)
class Sum:
    """The batch of a line; `fits`: the line's amount is the sum of the batch's payments without the rejected ones."""

    public_id: str
    fits: bool
    end_to_end_ids: tuple[str, ...]
    payments: tuple[str, ...]
    """Their public identifiers."""


def find(connection: BankConnection, row: BankStatementLine, *, by_amount: bool = True) -> Sum | None:
    """Return the batch of a line: the one named by it, or, if `by_amount`, the only one of its amount and time.

    By its amount only a line that says nothing else about itself: see `unnamed_sums`.

    A debit is the sum of payouts, a credit that of collections. A debit that names a batch of collections takes back
    what was collected, and a credit that names one of payouts is what came back: neither is a sum.
    """
    if row.is_reversal or row.is_fee or (row.is_credit and row.reason_code):
        return None
    given_out = BankBatch.objects.filter(
        connection__name=connection.name,
        currency=row.currency,
        state=BatchState.DELIVERED,
        format__in=_COLLECTIONS if row.is_credit else _PAYOUTS,
    )
    if message_ids := _named(row):
        found = given_out.filter(message_id__in=message_ids).values_list("id", flat=True).first()
        return _sum(found, row) if found else None
    if not by_amount or row.booked_on is None or not unnamed_sums.is_possible(connection, row):
        return None
    near = given_out.filter(total=row.amount, value_date__range=(row.booked_on - NEAR, row.booked_on + NEAR))
    # A batch of one payment is found by the payment's end-to-end id, which no line says where files are balanced.
    keys = list(near.filter(_SUMMED).values_list("id", flat=True)[:_MOST])
    if len(keys) > 1:
        # Where every file is a sum, some have the same one: of these, that of the line's own day.
        keys = list(near.filter(_BALANCED, value_date=row.booked_on).values_list("id", flat=True)[:2]) or keys
    found_ = [_sum(key, row) for key in keys[:2]]
    fitting = [one for one in found_ if one.fits]
    return fitting[0] if len(found_) == len(fitting) == 1 else None


def _named(row: BankStatementLine) -> set[str]:
    """Return the ids of batches that a line may name; a bank cuts an id where its field is full."""
    said = row.said
    for text in (said.get("batch", ""), row.bank_reference, said.get("reference", ""), said.get("text", "")):
        for form in (text, _BLANKS.sub("", text)):
            if ids := _ID.findall(form):
                return {f"B{one[1:].lower()}" for one in ids}
    found = _ID.fullmatch(row.end_to_end_id)
    return {f"B{found[0][1:].lower()}"} if found else set()


def is_of_payouts(batch: BankBatch) -> bool:
    """Tell whether a batch pays; else it collects."""
    return batch.format in _PAYOUTS


def paid(key: uuid.UUID) -> list[BankPayment]:
    """Return the payments of a batch that a bank's sum of it has: without those that it rejected."""
    # A payment returned before its settlement was reported has the state REJECTED, but the bank's sum includes it.
    back = BankMatch.objects.filter(kind=MatchKind.RETURNED, subject=Concat(Value("BankPayment:"), _KEY))
    of_sets = BankSetPayment.objects.filter(kind=MatchKind.RETURNED, payment=OuterRef("pk"))
    was_paid = Q(state__in=_PAID) | Q(state=BankPaymentState.REJECTED) & (Exists(back) | Exists(of_sets))
    return list(BankPayment.objects.filter(was_paid, batch=key).defer("content").order_by("id"))


def has_left_out(payment: BankPayment) -> bool:
    """Tell whether the bank's sum of a batch was booked without a payment of it, which the bank had rejected.

    Then no money of the payment came or went, and none can come back.
    """
    if payment.state != BankPaymentState.REJECTED or payment.batch_id is None:
        return False
    of_batch = BankMatch.objects.filter(
        subject=identifiers.public("BankBatch", payment.batch_id),
        kind=MatchKind.BATCH,
        line__statement__kind=decided.MOVES_MONEY,
    )
    match = decided.live(of_batch).select_related("line").first()
    if match is None:
        return False
    # Of money in the bank keeps its charge, on money out it is on top.
    booked = match.line.amount + (match.difference if match.line.is_credit else -match.difference)
    return booked == sum(other.amount for other in paid(payment.batch_id) if other.pk != payment.pk)


def likely(connection: BankConnection, row: BankStatementLine) -> list[BankBatch]:
    """Return delivered batches of the line's amount, its side and its time, whatever the line says: for people."""
    if row.booked_on is None:
        return []
    near = BankBatch.objects.filter(
        connection__name=connection.name,
        currency=row.currency,
        state=BatchState.DELIVERED,
        total=row.amount,
        value_date__range=(row.booked_on - NEAR, row.booked_on + NEAR),
    ).filter(_SUMMED)
    return list(near.order_by("-id")[:_MOST])


def _sum(key: uuid.UUID, row: BankStatementLine) -> Sum:
    payments = paid(key)
    return Sum(
        identifiers.public("BankBatch", key),
        bool(payments) and sum(one.amount for one in payments) == row.amount,
        tuple(one.end_to_end_id for one in payments),
        tuple(one.public_id for one in payments),
    )
