"""Money on its way out of suspense that waits: a case for as long as nothing goes on without people.

An open item in suspense is a case of the monitor's own. Once staff have decided where its money goes, it is one again
if the decision can't be carried out: no file can pay it, no worker takes it up, or the bank is silent for too long.
"""

import datetime as dt
import uuid
from collections.abc import Collection, Iterable, Iterator

from banks.models import BankConnection, BankPayment, BankPaymentState
from banks.rail import bank_days
from payments import steps
from payments.models import CaseKind, CaseState, OperationsCase, SuspenseItem
from payments.workflow import cases, monitor, overdue
from payments.workflow.monitor import Finding
from platforms.base import clock, identifiers

_LONGEST = steps.STEPS["GIVE_BACK"].longest
"""How long another rail than files may take."""
_READ = 10_000
"""Items under way that are read by one sweep: they settle within days."""


def _find(now: clock.RealTime) -> Iterable[Finding]:
    """Return a finding for each item whose movement waits, the longest first."""
    under_way = SuspenseItem.objects.filter(resolved_at=None, movement__isnull=False).exclude(way="")
    found = list(_judged(list(under_way.select_related("platform").order_by("opened_at")[:_READ]), now))
    return sorted(found, key=lambda one: one.since)


def _persisting(subjects: Collection[str], now: clock.RealTime) -> Collection[str]:
    """Return those of the subjects whose open case is about a movement that still waits.

    A case from before the decision of staff was about the open item, and has ended with that.
    """
    keys = [key for subject in subjects if (key := identifiers.parse("SuspenseItem", subject))]
    items = SuspenseItem.objects.filter(id__in=keys, resolved_at=None, movement__isnull=False).exclude(way="")
    begun = {one.subject: one.since for one in _judged(list(items.select_related("platform")), now)}
    told = OperationsCase.objects.filter(kind=CaseKind.MONEY_IN_SUSPENSE, state=CaseState.OPEN, subject__in=begun)
    return {subject for subject, since in told.values_list("subject", "since") if since >= begun[subject]}


def _judged(items: list[SuspenseItem], now: dt.datetime) -> Iterator[Finding]:
    rows = {one.movement: one for one in _by_file([item.movement for item in items if item.movement])}
    names = {one.connection_name for one in rows.values()}
    current = {one.name: one for one in BankConnection.objects.filter(name__in=names, ended_at=None)}
    for item in items:
        assert item.movement is not None
        row = rows.get(item.movement)
        why = _why(item, row, current.get(row.connection_name) if row else None, now)
        if why:
            by = f" by {row.connection_name}" if row else ""
            since = identifiers.made_at(item.movement)
            text = f"{item.way} of {_paid(item)}{by} waits since {since:%Y-%m-%d %H:%M} UTC: {why}"
            yield Finding(item.public_id, text[: cases.LONGEST_CAUSE], since, item.platform_id)


def _by_file(movements: list[uuid.UUID]) -> Iterable[BankPayment]:
    rows: Iterable[BankPayment] = (
        BankPayment.objects.select_related("batch").defer("content").filter(movement__in=movements)
    )
    return rows


def _why(item: SuspenseItem, row: BankPayment | None, connection: BankConnection | None, now: dt.datetime) -> str:
    """Return why a movement waits; empty if it goes on by itself."""
    assert item.movement is not None
    local = clock.of(item.platform, now)
    if item.next_attempt_at is not None and local - item.next_attempt_at > overdue.OVERDUE:
        return "no worker has taken it up."
    if row is None:
        assert _LONGEST is not None
        return "its rail has not settled it." if now - identifiers.made_at(item.movement) > _LONGEST else ""
    if row.state == BankPaymentState.WAITING:
        return f"{row.reason}."
    if row.state != BankPaymentState.BATCHED or row.batch is None:
        return ""
    if row.reason:
        return f"{row.reason}."
    days = connection.confirm_days if connection is not None else 0
    last = (
        bank_days.add(row.batch.value_date, days, bank=bank_days.of(connection)) if connection else row.batch.value_date
    )
    return f"the bank has said nothing; its batch is {row.batch.state}." if local.date() > last else ""


def _paid(item: SuspenseItem) -> str:
    if item.transaction_id is not None:
        return identifiers.public("Transaction", item.transaction_id)
    assert item.deposit_id is not None, "an item is of a payment or of a deposit"
    return identifiers.public("Deposit", item.deposit_id)


monitor.watch(CaseKind.MONEY_IN_SUSPENSE, monitor.Source(_find, _persisting))
