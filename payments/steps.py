"""The steps of a payment, a row each: the party asked, money in clearing, time limits, actions of staff.

Read by the claims and sweeps, by the check of the books, by the monitor, by staff actions, and by the page that shows
where the money is. What a step does is in `payments.workflow.step_functions`. The scheduler, which imports no
Django, reads this too: all values are plain texts.
"""

import dataclasses
import datetime as dt
from collections.abc import Mapping
from types import MappingProxyType

_DAY, _HOUR, _MINUTE = dt.timedelta(days=1), dt.timedelta(hours=1), dt.timedelta(minutes=1)
RAIL, NODE, COUNTERPARTY, NOBODY = "RAIL", "NODE", "COUNTERPARTY", "NOBODY"
"""The party asked: a rail; a Lightning node; an address chosen by an outsider; none."""


@dataclasses.dataclass(frozen=True, slots=True)
class Clearing:
    """A payment's money in clearing while a step is due: the account, and the statuses (none: any)."""

    kind: str
    statuses: tuple[str, ...] = ("PROCESSING",)
    types: tuple[str, ...] = ("OUTGOING", "INCOMING")


_LEAVES = Clearing("PAYOUT_CLEARING")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of a payment, by the name of its NextAction."""

    asks: str
    leg: str = ""
    """The movement requested from a rail (`providers.base.Leg`)."""
    clearing: Clearing | None = None
    """Money in clearing without its step being due is a fault."""
    moves_money: bool = True
    """Whether it waits while an account of the payment is held."""
    needs_payee: bool = True
    """Whether a step that moves money waits while a reviewer has to look at the payee's account."""
    longest: dt.timedelta | None = None
    """How long a payment may keep its status before it. Banks close on weekends; our own books never do. None: it ends
    by itself at its time, and only a missing worker can delay it."""
    failures: tuple[str, ...] = ()
    """Reasons with which staff can end the payment: those documented for it. None: they can't."""
    is_deadline: bool = False
    """It ends a wait for another party: staff can't speed it up."""
    unmoved: str = ""
    """Where the money is, if it has not moved yet."""
    cleared: str = ""
    """Where the money is, if it is in clearing. Empty: the general sentence for clearing."""


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
            needs_payee=False,
            clearing=Clearing("FUNDING_CLEARING", ()),
            longest=3 * _DAY,
            cleared="came from outside and is being refunded to the payer: the rail has not confirmed it yet",
        ),
        "END_APPROVAL": Step(
            asks=NOBODY,
            moves_money=False,
            is_deadline=True,
            unmoved="the payment waits for the platform to approve it",
        ),
        "RECEIVE": Step(
            asks=NODE,
            needs_payee=False,
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
        "AWAIT_APPROVAL": Step(
            asks=NOBODY,
            moves_money=False,
            is_deadline=True,
            clearing=Clearing("PAYOUT_CLEARING", ("PENDING", "PROCESSING"), ("OUTGOING",)),
            cleared="is set apart, and waits for a person to approve the payment",
        ),
        "AWAIT_COLLECT": Step(
            asks=NOBODY,
            moves_money=False,
            is_deadline=True,
            unmoved="a person has to approve the payment before it is collected",
        ),
    }
)


def step_of(name: str) -> Step:
    """Return a step; one of a later release counts as a step that asks no party."""
    return STEPS.get(name, _UNKNOWN)


_UNKNOWN = Step(asks=NOBODY, moves_money=False)


def asking(*whom: str) -> tuple[str, ...]:
    """Return the names of the steps that ask one of these parties."""
    return tuple(sorted(name for name, step in STEPS.items() if step.asks in whom))
