"""What an open line may be: candidates with what agrees and what differs, for people, who decide.

Every question goes by an index and has a limit, so that the costs do not grow with the payments.
"""

import dataclasses
import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Q

from banks.models import BankBatch, BankException, BankPayment, BankPaymentState, BatchState
from banks.rail import connections
from banks.statements import decided, references
from banks.statements.matching import batch_sums, line_kinds, rules, tolerance
from banks.statements.proposals import near_words
from payments.models import InternalAccount, Quote, QuoteSourceType, SuspenseItem, Transaction, TransactionStatus
from payments.providers.base import Direction
from platforms.base.money import major_units
from platforms.encryption import encryption

MOST = 5
"""Suggestions of a line."""
_POOL = 40
"""Payments of about the line's amount that are looked at."""
_DAYS = dt.timedelta(days=10)
"""How far from the day of the line the value date of a payment may be, if its id is not near."""
_ALIKE = 60
_SAME_ID, _NEAR_ID, _SAME_AMOUNT, _CHARGED, _NAME, _ACCOUNT = 60, 40, 40, 20, 20, 20
_LEAST = 40
"""Points of a suggestion: its amount is the line's, or its id is near."""


@dataclasses.dataclass(frozen=True, slots=True)
class Suggestion:
    """What a line may be; `entered` is what *Match*, or *Credit* if `is_credit`, takes for it."""

    subject: str
    entered: str
    points: int
    agrees: tuple[str, ...]
    differs: tuple[str, ...] = ()
    is_credit: bool = False


def of_line(one: BankException) -> list[Suggestion]:
    """Return what an open line may be, the likeliest first: MOST at most.

    Only what is left to be matched, of the line's connection, currency and side. Costs ten queries at most.
    """
    found = [*_payments(one), *_batches(one), *_items(one), *_beneficiaries(one)]
    return sorted(found, key=lambda suggestion: -suggestion.points)[:MOST]


def _payments(one: BankException) -> Iterator[Suggestion]:
    row = one.line
    terms = connections.current(one.connection.name)
    near = set(near_words.ids(row))
    payments = {payment.pk: payment for payment in [*_by_id(one, near), *_by_amount(one, terms)]}
    batches = {line_kinds.batch_of(payment) for payment in payments.values()} - {""}
    taken = decided.matched([*(payment.public_id for payment in payments.values()), *batches])
    for payment in payments.values():
        if _is_left(one, payment, taken):
            suggestion = _payment(one, payment, terms, is_near=payment.end_to_end_id in near)
            if suggestion.points >= _LEAST:
                yield suggestion


def _by_id(one: BankException, near: set[str]) -> Iterable[BankPayment]:
    """Return the payments of the connection whose end-to-end id is the line's, but for one mistake, or begins so."""
    cut = Q()
    for part in near_words.parts(one.line):
        cut |= Q(end_to_end_id__startswith=part)
    asked = Q(end_to_end_id__in=near) | cut if near or cut else None
    if asked is None:
        return ()
    rows = BankPayment.objects.filter(asked, connection_name=one.connection.name, currency=one.line.currency)
    return rows.select_related("batch").order_by("id")[:_POOL]


def _by_amount(one: BankException, terms: Any) -> Iterable[BankPayment]:
    """Return the payments of the line's amount, or of it without a charge that the terms allow, of its days."""
    row = one.line
    charge = tolerance.most(terms, row.amount) if terms else 0
    amounts = (row.amount, row.amount + charge) if row.is_credit else (row.amount - charge, row.amount)
    rows = BankPayment.objects.filter(
        amount__range=amounts, connection_name__in=[one.connection.name, ""], currency=row.currency
    )
    if row.booked_on is not None:
        days = (row.booked_on - _DAYS, row.booked_on + _DAYS)
        rows = rows.filter(Q(batch=None) | Q(batch__value_date__range=days))
    return (
        rows.filter(platform__in=references.platforms(one.connection)).select_related("batch").order_by("-id")[:_POOL]
    )


def _is_left(one: BankException, payment: BankPayment, taken: set[tuple[str, str]]) -> bool:
    """Tell whether *Match* takes the payment for the line: it has not been matched so, and has gone its way."""
    row, kind = one.line, line_kinds.kind_of(one.line, payment)
    if line_kinds.fee_within(row, payment.amount) is None or line_kinds.undoes_return(row, payment):
        return False
    if payment.batch is None:
        by_hand = {BankPaymentState.SETTLED, BankPaymentState.RETURNED}
        is_waiting = payment.state == BankPaymentState.WAITING and not row.is_credit
        is_out = payment.direction == Direction.PUSH and payment.amount == row.amount
        if not is_out or not (is_waiting or payment.state in by_hand):
            return False
    elif payment.batch.state != BatchState.DELIVERED or payment.state in _ENDED:
        return False
    return not line_kinds.is_again(payment, kind, earlier=taken) and not line_kinds.is_paid_though_failed(
        payment, kind, taken=taken
    )


_ENDED = {BankPaymentState.REFUSED, BankPaymentState.CANCELLED, BankPaymentState.REJECTED}


def _payment(one: BankException, payment: BankPayment, terms: Any, *, is_near: bool) -> Suggestion:
    row, agrees, differs, points = one.line, [], [], 0
    if payment.end_to_end_id in {row.end_to_end_id, *near_words.words(row)}:
        points += _SAME_ID
        agrees.append("end-to-end id")
    elif is_near:
        points += _NEAR_ID
        agrees.append("end-to-end id, but for a letter or two")
    elif any(payment.end_to_end_id.startswith(part) for part in near_words.parts(row)):
        points += _NEAR_ID
        agrees.append("beginning of the end-to-end id")
    charge = line_kinds.fee_within(row, payment.amount) or 0
    if not charge:
        points += _SAME_AMOUNT
        agrees.append("amount")
    else:
        differs.append(_difference(charge, payment, terms=terms, is_credit=row.is_credit))
        points += _CHARGED if terms and charge <= tolerance.most(terms, payment.amount) else 0
    more = _of_content(one, payment)
    for text, agreed, worth in more:
        (agrees if agreed else differs).append(text)
        points += worth if agreed else 0
    return Suggestion(payment.public_id, payment.end_to_end_id, points, tuple(agrees), tuple(differs))


def _difference(charge: int, payment: BankPayment, *, terms: Any, is_credit: bool) -> str:
    """Return by how much a line differs from its payment, and whether the terms would have let that be booked."""
    kept = "less came than" if is_credit else "more was taken than"
    allowed = tolerance.most(terms, payment.amount) if terms else 0
    said = f"; the terms allow {major_units(allowed, payment.currency)}" if allowed else ""
    paid = major_units(payment.amount, payment.currency)
    return f"amount: {major_units(charge, payment.currency)} {kept} the {paid} of the payment{said}"


def _of_content(one: BankException, payment: BankPayment) -> list[tuple[str, bool, int]]:
    """Return whether name and account of a line are the payment's, where both state them."""
    try:
        content: Mapping[str, object] = payment.content
    except encryption.Unreadable:
        return []
    found, row = [], one.line
    name = row.said.get("name", "")
    if name and content.get("name"):
        alike = rules.likeness(name, str(content["name"])) >= _ALIKE
        found.append(("name", alike, _NAME))
    if row.their_account and content.get("number"):
        found.append(("account", tolerance.contradiction(row, content) != "account", _ACCOUNT))
    return found


def _batches(one: BankException) -> Iterator[Suggestion]:
    batches: Sequence[BankBatch] = batch_sums.likely(one.connection, one.line)
    taken = decided.matched(batch.public_id for batch in batches)
    for batch in batches:
        is_back = batch_sums.is_of_payouts(batch) == one.line.is_credit
        if (batch.public_id, "RETURNED" if is_back else "BATCH") not in taken:
            what = ("sum of the batch", "day")
            differs = ("it would all have come back",) if is_back else ()
            yield Suggestion(batch.public_id, batch.message_id, _SAME_AMOUNT + _NAME * (not is_back), what, differs)


def _items(one: BankException) -> Iterator[Suggestion]:
    """Yield open items in suspense that a line of money out may have returned at the bank."""
    row = one.line
    if row.is_credit:
        return
    items = SuspenseItem.objects.filter(
        resolved_at=None,
        way="",
        amount=row.amount,
        currency=row.currency,
        platform__in=references.platforms(one.connection),
    )
    for item in items.order_by("-id")[:MOST]:
        yield Suggestion(item.public_id, item.public_id, _LEAST, ("amount",), ("nobody has ordered its return here",))


def _beneficiaries(one: BankException) -> Iterator[Suggestion]:
    """Yield accounts and unpaid quotes whose reference the text of money in may mean."""
    row, mine = one.line, references.platforms(one.connection)
    if not row.is_credit or row.reason_code or row.is_reversal:
        return
    near = near_words.references(row)
    written = set(near_words.words(row))
    accounts = InternalAccount.objects.filter(funding_reference__in=near, platform__in=mine, currency=row.currency)
    for account in accounts.order_by("id")[:MOST] if near else ():
        yield _credited(account.public_id, account.funding_reference, written, ())
    quotes = Quote.objects.filter(
        transaction__reference__in=near,
        transaction__platform__in=mine,
        transaction__status=TransactionStatus.PENDING,
        source_type=QuoteSourceType.REALTIME_FUNDING,
    ).select_related("transaction")
    for quote in quotes.order_by("id")[:MOST] if near else ():
        yield _credited(
            quote.transaction.public_id, quote.transaction.reference, written, _price(one, quote.transaction)
        )


def _price(one: BankException, payment: Transaction) -> tuple[str, ...]:
    same = (payment.sent_amount, payment.sent_currency) == (one.line.amount, one.line.currency)
    return () if same else ("amount: the quote is paid in full only",)


def _credited(subject: str, reference: str, written: set[str], differs: tuple[str, ...]) -> Suggestion:
    what = "reference" if reference in written else "reference, but for a letter or two"
    return Suggestion(subject, subject, _SAME_ID - 10 * bool(differs), (what,), differs, is_credit=True)
