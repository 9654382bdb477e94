"""What a movement is made of: amounts and lines, in the check's SQL and as they are posted."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Callable
from typing import Any, NamedTuple

from payments.ledger import journal
from payments.ledger.chart import CREDIT, DEBIT, SYSTEM_KINDS, AccountKind, system_account


@dataclasses.dataclass(frozen=True, slots=True)
class Money:
    """An amount in the smallest unit and its currency, both in SQL."""

    amount: str
    currency: str
    posted: Callable[[Any], tuple[int, str]]
    """Returns amount and currency for posting from a `Move`, a row with both, or an Amount."""


class Amount(NamedTuple):
    """A computed amount to be posted."""

    amount: int
    currency: str


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """One side of an entry. `account` is a kind of the chart, or one of the names above."""

    side: str
    account: str
    money: Money

    def undone(self) -> "Line":
        """Return the line of the reversing entry."""
        return dataclasses.replace(self, side=CREDIT if self.side == DEBIT else DEBIT)


@dataclasses.dataclass(frozen=True, slots=True)
class Movement:
    """A journal entry: its purpose, a description of its moment, the condition in SQL, and its lines."""

    purpose: str
    moment: str
    when: str
    lines: tuple[Line, ...]
    reverses: str = ""
    """The purpose of the entry that it reverses."""
    of: str = "payment"
    """The row with one such entry: the `payment`, each `receipt`, each `item` in suspense, each `deposit`, each
    `payout` of a platform's fees; apps above have rows of their own."""

    def post(
        self,
        of: object,
        *,
        platform_id: uuid.UUID,
        transaction_id: uuid.UUID | None,
        party: int | None,
        now: dt.datetime,
    ) -> journal.PostResult:
        """Write the entry of a `Move`, a row or an Amount, with its `lines_of`. Raises the errors of `journal.post`."""
        return journal.post(
            platform_id=platform_id,
            purpose=self.purpose,
            lines=self.lines_of(of, platform_id=platform_id, party=party),
            now=now,
            transaction_id=transaction_id,
        )

    def lines_of(self, of: object, *, platform_id: uuid.UUID, party: int | None) -> list[journal.Line]:
        """Return the lines of a `Move`, a row or an Amount; those with amount zero are left out.

        `party` is the key of the account that is not one of the platform's shared ones, for lines that need it.
        """
        lines = []
        for line in self.lines:
            amount, currency = line.money.posted(of)
            if not amount:
                continue
            if line.account in SYSTEM_KINDS:
                kind = AccountKind(line.account)
                account = system_account(platform_id=platform_id, kind=kind, currency=currency)
            else:
                assert party is not None, f"{self.purpose} names {line.account}"
                account = party
            lines.append(journal.Line(account, line.side, amount))
        return lines


def own(amount: str, currency: str) -> Money:
    """Return money with the amount and currency of the entry's own row, or of an Amount."""
    return Money(amount, currency, lambda of: (of.amount, of.currency))


def move(debit: str, credit: str, money: Money) -> tuple[Line, ...]:
    """Return the two lines of money that moves from one account to another."""
    return Line(DEBIT, debit, money), Line(CREDIT, credit, money)


def undo(purpose: str, moment: str, when: str, movement: Movement) -> Movement:
    """Return the movement that reverses another one."""
    return Movement(purpose, moment, when, tuple(line.undone() for line in movement.lines), movement.purpose)
