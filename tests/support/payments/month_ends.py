"""Months that are over: a moved clock, the nightly check, and two people who close."""

import datetime as dt

from django.db import transaction

from payments.closing import figures, months
from payments.general_ledger import codes
from payments.ledger import check, journal
from payments.models import (
    Correction,
    JournalEntry,
    LedgerAccount,
    LedgerCheckRun,
    MonthClose,
    MonthFigure,
    StatementRun,
    SuspenseItem,
)
from platforms import audit
from platforms.base import clock
from platforms.models import Platform

OLGA = audit.Actor("STAFF", "olga")
_BOTH = audit.Actor("STAFF", "otto", proposed_by="olga")
EXPLAINED = {"suspense": "the payer is asked", "bank": "in the next statement", "lines": "waits for the bank"}


def end_month(api, platform: Platform) -> dt.date:
    """Move the clock of a sandbox platform to the next month, and check the books; return the month that is over."""
    month = pass_month(api, platform)
    check.run()
    return month


def pass_month(api, platform: Platform) -> dt.date:
    """Move the clock of a sandbox platform to the first day of the next month; return the month that is over."""
    platform.refresh_from_db()
    now = platform.now()
    month = now.date().replace(day=1)
    seconds = int((figures.end_of(month) - now).total_seconds()) + 3600
    assert api.post("/sandbox/clock/advance", {"seconds": seconds}).status_code == 200
    platform.refresh_from_db()
    return month


def now() -> clock.RealTime:
    return clock.real_now()


def begin(platform: Platform, month: dt.date) -> MonthClose:
    text = f"{month:%Y-%m}"
    with transaction.atomic():
        return months.begin(platform_id=platform.pk, month=text, reason="the month is over", actor=OLGA, now=now())


def close(row: MonthClose) -> MonthClose:
    """Close a month as two people, with whatever is open explained."""
    with transaction.atomic():
        return months.close(month=row.pk, explanations=EXPLAINED, reason="all is explained", actor=_BOTH, now=now())


def reopen(row: MonthClose) -> MonthClose:
    with transaction.atomic():
        return months.reopen(month=row.pk, reason="looked at again", actor=_BOTH, now=now())


def month_before(platform: Platform, *, ago: int) -> dt.date:
    """Return the first day of the month that was so many months ago, by the platform's clock."""
    month = platform.now().date().replace(day=1)
    for _ in range(ago):
        month = (month - dt.timedelta(days=1)).replace(day=1)
    return month


def leave(platform: Platform, entry: JournalEntry) -> MonthClose:
    """Close the month before the last one, in which nothing was booked; leave what else a month end makes."""
    LedgerCheckRun.objects.create(started_at=now(), finished_at=now(), entries=0, postings=0)
    row = close(begin(platform, month_before(platform, ago=2)))
    # Of no edition that is compared.
    MonthFigure.objects.create(
        close=row, edition=0, kind="FEES", currency="USD", opening=0, debits=1, credits=0, closing=-1
    )
    Correction.objects.create(entry=entry, month=row.month)
    chart = {"kind": "FEES", "currency": "", "code": "8400", "reason": "the chart of our accountant"}
    codes.enter(platform_id=platform.pk, **chart, actor=OLGA, now=now())
    account = LedgerAccount.objects.filter(platform=platform).earliest("id")
    StatementRun.objects.create(
        platform=platform,
        form="camt",
        since=figures.begin_of(row.month),
        until=figures.end_of(row.month),
        accounts=[account.pk],
        done=1,
        problems=[[account.pk, "camt.053 has currencies of three letters."]],
        created_by=OLGA.id,
        created_at=now(),
        completed_at=now(),
    )
    return row


def item_in_suspense() -> SuspenseItem:
    """Return the one item that waits in suspense."""
    return SuspenseItem.objects.get(resolved_at=None)


def book_late(platform: Platform, month: dt.date, amount: int = 5_00) -> JournalEntry:
    """Credit a holder by nothing but an entry, of a call that began at the end of a month; return the entry."""
    holder = LedgerAccount.objects.filter(platform=platform, kind="CUSTOMER_FUNDS", currency="USD", balance__gt=0).get()
    rail = LedgerAccount.objects.get(platform=platform, kind="RAIL_SETTLEMENT", currency="USD")
    lines = [journal.debit(rail.pk, amount), journal.credit(holder.pk, amount)]
    at = figures.end_of(month) - dt.timedelta(seconds=1)
    with transaction.atomic():
        posted = journal.post(platform_id=platform.pk, purpose="DEPOSIT_CREDITED", lines=lines, now=at)
    return JournalEntry.objects.get(pk=posted.entry_id)
