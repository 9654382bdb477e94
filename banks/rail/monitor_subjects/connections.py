"""Cases of bank connections: holidays that end, and names that wait for a spelling.

The check of the audit log is told of terms that no two people have entered.
"""

import datetime as dt
from collections.abc import Collection, Iterable

from banks.models import BankConnection, BankPayment, BankPaymentState, RailRoute
from banks.rail import bank_days, connections, spellings
from payments.models import CaseKind
from payments.workflow import monitor
from platforms.base import clock, identifiers
from platforms.encryption.seals import Fault
from platforms.operations import powers

_MOST = 5_000
"""Waiting payments looked at by one sweep."""


def _banks() -> Iterable[Fault]:
    """Name terms in force for production platforms: those of a sandbox move no money."""
    of_production = {"platform": None, "ended_at": None}
    yield from powers.decided_by_two(
        BankConnection.objects.filter(**of_production), ["bank_connection.enter", "bank_connection.replace"]
    )
    yield from powers.decided_by_two(RailRoute.objects.filter(**of_production), ["rail_route.enter"])


powers.watch(_banks)


def _ending_holidays(now: clock.RealTime) -> Iterable[monitor.Finding]:
    """Find bank connections whose known holidays end before the last value date that a payment may get."""
    for bank in BankConnection.objects.filter(ended_at=None).select_related("platform").order_by("id"):
        if ending := bank_days.ending(bank, connections.now_of(bank, now).date()):
            since = min(now, dt.datetime.combine(ending.on, dt.time(), tzinfo=dt.UTC))
            yield monitor.Finding(bank.public_id, ending.sentence, since, bank.platform_id)


def _unspelt(now: clock.RealTime) -> Iterable[monitor.Finding]:
    """Find accounts whose payments by file wait for the name of the beneficiary in Latin letters."""
    waiting = BankPayment.objects.filter(state=BankPaymentState.WAITING, reason__startswith=spellings.WAITS)
    rows = waiting.order_by("id").only("id", "platform_id", "reason", "connection_name")
    by_account: dict[str, list[BankPayment]] = {}
    for row in rows[:_MOST]:
        by_account.setdefault(row.reason.removeprefix(spellings.WAITS), []).append(row)
    for account, payments in by_account.items():
        first = payments[0]
        who, wait = ("A payment", "waits") if len(payments) == 1 else (f"{len(payments)} payments", "wait")
        cause = (
            f"{who} by {first.connection_name} {wait} for the beneficiary's name in Latin letters: "
            f"enter it at {account}, and have it confirmed."
        )
        since = identifiers.made_at(first.pk)
        yield monitor.Finding(account, cause, min(since, now), first.platform_id)


def _still_unspelt(_: Collection[str], now: clock.RealTime) -> Collection[str]:
    return {finding.subject for finding in _unspelt(now)}


def _still_ending(_: Collection[str], now: clock.RealTime) -> Collection[str]:
    return {finding.subject for finding in _ending_holidays(now)}


monitor.watch(CaseKind.BANK_FILE, monitor.Source(_ending_holidays, _still_ending))
monitor.watch(CaseKind.BANK_FILE, monitor.Source(_unspelt, _still_unspelt))
