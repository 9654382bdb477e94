"""What platforms have charged their customers goes to their internal accounts, the fees of a day on the day after.

Until then it is in a shared account of the books, which no payment waits for and which a failed payment can always be
taken from: where more was returned than charged, the rest is taken from the fees of later days.
"""

import dataclasses
import datetime as dt
import uuid

from django.db.models import F

from payments.accounts import internal_accounts
from payments.ledger import movements
from payments.ledger.chart import AccountKind
from payments.models import InternalAccount, PlatformFeePayout
from payments.reporting import daily_totals
from platforms import audit
from platforms.base import clock
from platforms.models import PlatformCurrency
from platforms.operations import platform_fees
from webhooks.outbox import events


@dataclasses.dataclass(frozen=True, slots=True)
class Due:
    """A currency of a platform whose fees of past days have not been moved yet."""

    currency_id: int
    platform_id: uuid.UUID
    code: str


def due(*, now: clock.RealTime, limit: int) -> list[Due]:
    """Return the currencies that are due by the clocks of their platforms, the longest due first."""
    rows = PlatformCurrency.objects.filter(fees_due_at__lte=now + F("platform__clock_offset")).order_by("fees_due_at")
    return [Due(*row) for row in rows.values_list("id", "platform_id", "code")[:limit]]


def pay(*, due: Due, actor: audit.Actor, now: clock.RealTime) -> PlatformFeePayout | None:
    """Move what was charged until the day began, by the platform's clock; None where there is nothing to move.

    Safe to repeat. Raises AccountHeld and BalanceOutOfRange.
    """
    rows = PlatformCurrency.objects.select_for_update(of=("self",), no_key=True).select_related("platform")
    row = rows.filter(id=due.currency_id).first()
    if row is None or row.fees_due_at is None:
        return None
    present = row.platform.now()
    if row.fees_due_at > present:
        return None
    row.fees_due_at = platform_fees.next_day(present)
    row.save(update_fields=["fees_due_at"])
    until = row.fees_due_at - dt.timedelta(days=1)
    amount = unpaid(platform_id=row.platform_id, currency=row.code, at=until)
    if amount <= 0:
        return None
    return _pay(row, amount, until=until, actor=actor, now=present)


def unpaid(*, platform_id: uuid.UUID, currency: str, at: dt.datetime | None = None) -> int:
    """Return what a platform has charged up to a moment and not received, in the smallest unit; negative: too much."""
    for total in daily_totals.totals(at=at, platform_id=platform_id):
        if (total.kind, total.currency) == (AccountKind.PLATFORM_FEES, currency):
            return total.credit - total.debit
    return 0


def _pay(
    row: PlatformCurrency, amount: int, *, until: dt.datetime, actor: audit.Actor, now: dt.datetime
) -> PlatformFeePayout:
    own = InternalAccount.objects.select_related("ledger_account")
    account = own.get(platform_id=row.platform_id, currency=row.code, customer=None)
    payout = PlatformFeePayout(platform_id=row.platform_id, amount=amount, currency=row.code, until=until, at=now)
    posted = movements.PLATFORM_FEES_PAID.post(
        payout, platform_id=row.platform_id, transaction_id=None, party=account.ledger_account_id, now=now
    )
    payout.entry_id = posted.entry_id
    payout.save(force_insert=True)
    events.emit_many([internal_accounts.changed(account, posted, now=now)])
    what = {"amount": amount, "currency": row.code, "until": clock.iso(until)}
    audit.record(payout, "platform_fee_payout.pay", actor=actor, now=now, **what)
    return payout
