"""Held accounts of holders: no entry touches them, whoever writes it.

`payments_post` refuses, under the lock of the balance. A worker's steps for payments of a held account wait
(`payments.due.WAITS`), and go on when the account is released. The check of the books holds and releases accounts;
staff can release one.
"""

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Protocol

from django.db.models import QuerySet

from payments.models import LedgerAccount
from platforms.base import clock, errors


class AccountHeld(errors.DomainError):
    """The account is held while its books are examined, and no money moves on it."""

    code = "FORBIDDEN"
    message = "Money movements of this account are stopped while its books are being checked. Try again later."
    is_passing = True

    def __init__(self) -> None:
        """Add a detail that tells it from other refusals with the same code."""
        super().__init__(reason="ACCOUNT_HELD")


class Watcher(Protocol):
    """Is called with the keys of accounts that were held or released, in the same database transaction."""

    def __call__(self, accounts: Sequence[int], *, now: clock.RealTime) -> None:
        """`now` in real time."""


_watchers: list[Watcher] = []


def watch(told: Watcher) -> None:
    """Have a function called whenever accounts are held or released."""
    _watchers.append(told)


def hold(accounts: Collection[int], *, now: clock.RealTime) -> None:
    """Hold ledger accounts of holders; accounts held already stay so. `now` in real time."""
    _set(LedgerAccount.objects.filter(id__in=accounts, is_guarded=True, held_at=None), now, now=now)


def release_others(accounts: Collection[int], *, now: clock.RealTime) -> None:
    """Release all held accounts except these."""
    _set(LedgerAccount.objects.exclude(held_at=None).exclude(id__in=accounts), None, now=now)


def release(account: int, *, now: clock.RealTime) -> bool:
    """Release an account; False when it is not held."""
    return _set(LedgerAccount.objects.filter(id=account).exclude(held_at=None), None, now=now) > 0


def _set(accounts: QuerySet[LedgerAccount], at: dt.datetime | None, *, now: clock.RealTime) -> int:
    """Set the time since when accounts are held; they are locked in the order of their keys, as entries lock them."""
    keys = list(accounts.order_by("id").select_for_update(no_key=True).values_list("id", flat=True))
    changed = LedgerAccount.objects.filter(id__in=keys).update(held_at=at)
    for told in _watchers if changed else ():
        told(keys, now=now)
    return changed
