"""Sets of payments whose sum is a line, and of lines whose sum is a payment: proposed to people, who decide.

A search looks at few payments, of few days, and gives up after so many steps: there may be millions of sets.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from banks.models import BankException, BankPayment, BankPaymentState, BatchState, MatchKind
from banks.statements import decided
from banks.statements.matching import line_kinds

MOST_SHOWN, LARGEST = 3, 8
"""Sets that are shown; members of a set."""
_POOL, _STEPS = 40, 20_000
_DAYS = dt.timedelta(days=10)
"""How far from the day of a line the value date of a payment may be, or the day of another line."""
_OPEN = (BankPaymentState.BATCHED, BankPaymentState.SETTLED)
T = TypeVar("T")


class Covering(NamedTuple):
    """Sets found, MOST_SHOWN at most. `has_more`: there are more of them, or the search gave up before it knew."""

    sets: tuple[tuple[str, ...], ...]
    """Of end-to-end ids of payments; of lines, one end-to-end id and then the identifiers of the other lines."""
    has_more: bool = False


def payments_of(one: BankException) -> Covering:
    """Return the sets of two or more payments whose sum is exactly the line. Costs three queries."""
    pool = [payment for payment in _waiting(one, most=one.line.amount) if payment.amount < one.line.amount]
    found, has_more = search(pool, amount=lambda payment: payment.amount, total=one.line.amount)
    return Covering(tuple(tuple(sorted(each.end_to_end_id for each in members)) for members in found), has_more)


def lines_of(one: BankException) -> Covering:
    """Return the payments that the line is a part of, each with the other lines that wait and make up the rest of it.

    A line that names a payment is a part of no other. Costs four queries.
    """
    row = one.line
    named = [payment for payment in _waiting(one) if payment.amount > row.amount]
    if row.end_to_end_id and any(payment.end_to_end_id == row.end_to_end_id for payment in named):
        named = [payment for payment in named if payment.end_to_end_id == row.end_to_end_id]
    others = _others(one) if named else []
    found: list[tuple[str, ...]] = []
    has_more = False
    for payment in named:
        fitting = [other for other in others if other.line.end_to_end_id in {"", payment.end_to_end_id}]
        rests, may_be_more = search(
            fitting, amount=lambda other: other.line.amount, total=payment.amount - row.amount, least=1
        )
        found += [(payment.end_to_end_id, *sorted(other.public_id for other in each)) for each in rests]
        has_more = has_more or may_be_more
    return Covering(tuple(found[:MOST_SHOWN]), has_more or len(found) > MOST_SHOWN)


def _waiting(one: BankException, *, most: int | None = None) -> list[BankPayment]:
    """Return payments that went the way of the line and that no line of a statement was taken for, the newest first."""
    row = one.line
    if row.booked_on is None or row.reason_code or row.is_reversal:
        return []
    payments = BankPayment.objects.filter(
        connection_name=one.connection.name,
        state__in=_OPEN,
        currency=row.currency,
        direction="PULL" if row.is_credit else "PUSH",
        batch__state=BatchState.DELIVERED,
        batch__value_date__range=(row.booked_on - _DAYS, row.booked_on + _DAYS),
    )
    if most is not None:
        payments = payments.filter(amount__lte=most)
    found = list(payments.defer("content").order_by("-id")[:_POOL])
    batches = {line_kinds.batch_of(payment) for payment in found}
    taken = decided.matched([*(payment.public_id for payment in found), *batches]) if found else set()
    return [payment for payment in found if not line_kinds.is_again(payment, MatchKind.SETTLED, earlier=taken)]


def _others(one: BankException) -> list[BankException]:
    """Return other lines of the connection that wait, of the currency, side and days of this one."""
    row = one.line
    assert row.booked_on is not None, "asked for only where payments were found"
    rows = BankException.objects.select_related("line").filter(
        closed_at=None,
        connection__name=one.connection.name,
        line__currency=row.currency,
        line__is_credit=row.is_credit,
        line__booked_on__range=(row.booked_on - _DAYS, row.booked_on + _DAYS),
    )
    return list(rows.exclude(pk=one.pk).order_by("-id")[:_POOL])


def search(
    pool: Sequence[T], *, amount: Callable[[T], int], total: int, least: int = 2
) -> tuple[list[tuple[T, ...]], bool]:
    """Return sets of this sum, the smallest first, and whether there may be more."""
    ordered = sorted(pool, key=amount, reverse=True)
    amounts = [amount(member) for member in ordered]
    found: list[tuple[T, ...]] = []
    steps = [_STEPS]
    for size in range(least, min(LARGEST, len(ordered)) + 1):
        for places in _places(amounts, size, total, 0, steps):
            found.append(tuple(ordered[place] for place in places))
            if len(found) > MOST_SHOWN:
                return found[:MOST_SHOWN], True
    return found, steps[0] <= 0


def _places(amounts: Sequence[int], size: int, total: int, begin: int, steps: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield the places of so many amounts, from the largest down, whose sum is the total; none after the last step."""
    for at in range(begin, len(amounts) - size + 1):
        steps[0] -= 1
        if steps[0] <= 0 or amounts[at] * size < total:
            return
        if size == 1:
            if amounts[at] == total:
                yield (at,)
        elif amounts[at] < total:
            for rest in _places(amounts, size - 1, total - amounts[at], at + 1, steps):
                yield (at, *rest)
