"""The steps of a payment, a row each: who is asked, what is in clearing, when it is overdue, what staff can do.

Read by what claims due work and what looks for it, by the check of the books, by what opens cases, by staff's actions
and by the page that says where the money is. What follows an answer is in `payments.workflow.outcomes`. The scheduler,
which imports no Django, reads this too: everything is said in plain texts.
"""

import dataclasses
import datetime as dt
from collections.abc import Mapping
from types import MappingProxyType

_DAY, _HOUR, _MINUTE = dt.timedelta(days=1), dt.timedelta(hours=1), dt.timedelta(minutes=1)
RAIL, NODE, COUNTERPARTY, NOBODY = "RAIL", "NODE", "COUNTERPARTY", "NOBODY"
"""Who is asked: a rail; a Lightning node; an address that a stranger has chosen; nobody outside."""


@dataclasses.dataclass(frozen=True, slots=True)
class Clearing:
    """What a payment has in clearing while a step is due: in which account, and in which statuses (none: in any)."""

    kind: str
    statuses: tuple[str, ...] = ("PROCESSING",)
    types: tuple[str, ...] = ("OUTGOING", "INCOMING")


_LEAVES = Clearing("PAYOUT_CLEARING")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of a payment, by the name of its NextAction."""

    asks: str
    leg: str = ""
    """Which movement a rail is asked for (`providers.base.Leg`)."""
    clearing: Clearing | None = None
    """Money that is in clearing without its step due is in nobody's hands."""
    moves_money: bool = True
    """It waits while an account of the payment is held."""
    longest: dt.timedelta | None = None
    """How long a payment may keep its status before it. Banks close on weekends; our own books never do. None: it ends
    by itself at its time, and what it misses is a worker."""
    failures: tuple[str, ...] = ()
    """With which reasons staff can end the payment: those that platforms know for it. None: they can't."""
    is_deadline: bool = False
    """It ends a wait for somebody else: nothing for staff to hurry."""
    unmoved: str = ""
    """Where the money is that has not moved yet."""
    cleared: str = ""
    """Where the money is that is in clearing. Empty: what holds for any payment there."""


STEPS: Mapping[str, Step] = MappingProxyType(
    {
        "TRANSFER": Step(
            asks=RAIL,
            leg="TRANSFER",
            clearing=Clearing("PAYOUT_CLEARING", ("CREATED", "PENDING", "PROCESSING"), ("OUTGOING",)),
            longest=3 * _DAY,
            failures=("TIMED_OUT", "BANK_REJECTED", "ACCOUNT_INVALID", "INSUFFICIENT_FUNDS"),
            unmoved="the rail has not yet said that it has collected it",
        ),
        "EXPIRE": Step(
            asks=NOBODY, moves_money=False, is_deadline=True, unmoved="the quote has not been executed or paid"
        ),
        "COLLECT": Step(
            asks=RAIL,
            leg="COLLECTION",
            longest=3 * _DAY,
            failures=("QUOTE_EXECUTION_FAILED",),
            unmoved="the rail is collecting it from the payer's account",
        ),
        "PAY_OUT": Step(
            asks=RAIL,
            leg="PAYOUT",
            clearing=_LEAVES,
            longest=_DAY,
            failures=("QUOTE_EXECUTION_FAILED", "OFFRAMP_FAILED"),
        ),
        "PAY_IN": Step(
            asks=NOBODY,
            clearing=_LEAVES,
            longest=15 * _MINUTE,
            cleared="has left the payer and waits to be credited to the receiving internal account",
        ),
        "GIVE_BACK": Step(
            asks=RAIL,
            leg="REFUND",
            clearing=Clearing("FUNDING_CLEARING", ()),
            longest=3 * _DAY,
            cleared="came from outside and is on its way back to who paid: the rail has not confirmed it yet",
        ),
        "END_APPROVAL": Step(
            asks=NOBODY,
            moves_money=False,
            is_deadline=True,
            unmoved="the payment waits for the platform to approve it",
        ),
        "RECEIVE": Step(
            asks=NODE,
            clearing=_LEAVES,
            longest=_DAY,
            unmoved="the sender's side has not paid the invoice yet",
            cleared="is held for us by the network, and not ours yet",
        ),
        "DEPOSIT": Step(
            asks=RAIL,
            leg="PAYOUT",
            clearing=_LEAVES,
            longest=_DAY,
            cleared="has come in and is on its way to the receiver's bank: the rail has not settled it yet",
        ),
        "CONFIRM": Step(asks=COUNTERPARTY, moves_money=False),
        "PAY_INVOICE": Step(asks=NODE, clearing=_LEAVES, longest=_HOUR),
        "CALL_BACK": Step(asks=COUNTERPARTY, moves_money=False),
    }
)


def step_of(name: str) -> Step:
    """Return a step; one that a later release wrote is like any that nobody is asked about."""
    return STEPS.get(name, _UNKNOWN)


_UNKNOWN = Step(asks=NOBODY, moves_money=False)


def asking(*whom: str) -> tuple[str, ...]:
    """Return the names of the steps that ask one of these."""
    return tuple(sorted(name for name, step in STEPS.items() if step.asks in whom))
