"""What the books must say of payments and deposits: the specification that `payments.ledger.check` compares them with.

`MOVEMENTS` lists every journal entry that a payment or a deposit can have: when it has it, and between which accounts.
Nothing else may be in the books, and nothing twice. `IN_CLEARING` lists what each step of a payment leaves in clearing
until it is taken.

Conditions and amounts are SQL over the facts of a payment (`FACTS`), and where an entry belongs to a deposit, to a
receipt of money or to an item in suspense, over that row.
"""

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType

from payments.ledger.chart import CREDIT, DEBIT, AccountKind
from payments.models import IN_FLIGHT, NextAction, TransactionStatus, TransactionType

HOLDER, RECEIVER, REFUNDED, OWN_OR_WRITTEN_OFF = "holder", "receiver", "customer's account", "own or written off"
"""Accounts that are not one of the platform's shared ones: of the payment's internal account, of the internal account
that a quote pays to, of who paid (in the currency of an item) or whom staff named, and where staff let money go that
nobody claims. Of a deposit the holder is the internal account that it is for."""


@dataclasses.dataclass(frozen=True, slots=True)
class Money:
    """An amount in the smallest unit and its currency, both in SQL."""

    amount: str
    currency: str


_SENT = Money("payment.sent_amount", "payment.sent_currency")
_RECEIVED = Money("payment.received_amount", "payment.received_currency")
_PAID = Money("payment.total_sending", "payment.sending_currency")
_EXCHANGED = Money("payment.total_sending - payment.fees_included", "payment.sending_currency")
_FEES = Money("payment.fees_included", "payment.sending_currency")
_LEAVING = Money("payment.leaving_amount", "payment.leaving_currency")
_ROUTING = Money("payment.routing_fee", "payment.leaving_currency")
_GIVEN_BACK = Money("payment.arrived", "payment.sending_currency")
_UMA_EXCHANGED = Money("payment.sent_amount - payment.fees", "payment.sent_currency")
_UMA_FEES = Money("payment.fees", "payment.sent_currency")
_ARRIVED = Money("receipt.amount", "receipt.currency")
_DEPOSITED_MONEY = Money("deposit.amount", "deposit.currency")
_SUSPENDED = Money("item.amount", "item.currency")


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
    """A journal entry: its purpose, the moment in words, the condition in SQL, and its lines."""

    purpose: str
    moment: str
    when: str
    lines: tuple[Line, ...]
    reverses: str = ""
    """The purpose of the entry that it undoes."""
    of: str = "payment"
    """What has one such entry: the `payment`, each `receipt` of money, each `item` in suspense, each `deposit`."""


def _move(debit: str, credit: str, money: Money) -> tuple[Line, ...]:
    return Line(DEBIT, debit, money), Line(CREDIT, credit, money)


def _undo(purpose: str, moment: str, when: str, movement: Movement) -> Movement:
    """Return the movement that undoes another one."""
    return Movement(purpose, moment, when, tuple(line.undone() for line in movement.lines), movement.purpose)


_PAYOUT, _FUNDING = AccountKind.PAYOUT_CLEARING, AccountKind.FUNDING_CLEARING
_RAIL, _EXCHANGE = AccountKind.RAIL_SETTLEMENT, AccountKind.EXCHANGE
_SUSPENSE = AccountKind.SUSPENSE

_TRANSFER_OUT = "payment.road = 'TRANSFER' AND payment.type = 'OUTGOING'"
_TRANSFER_IN = "payment.road = 'TRANSFER' AND payment.type = 'INCOMING'"
_UMA_IN = "payment.road = 'UMA'"
_SENT_OUT = Movement("TRANSFER_OUT_SENT", "transfer out made", _TRANSFER_OUT, _move(HOLDER, _PAYOUT, _SENT))


def _executed(when: str, payer: str, moment: str) -> Movement:
    lines = (
        Line(DEBIT, payer, _PAID),
        Line(CREDIT, AccountKind.FEES, _FEES),
        Line(CREDIT, _EXCHANGE, _EXCHANGED),
        *_move(_EXCHANGE, _PAYOUT, _LEAVING),
    )
    return Movement("QUOTE_EXECUTED", moment, f"payment.is_executed AND {when}", lines)


_SETTLED_OUT = Movement(
    "TRANSFER_OUT_SETTLED", "… settled", f"{_TRANSFER_OUT} AND payment.is_settled", _move(_PAYOUT, _RAIL, _SENT)
)
_FROM_HOLDER = _executed("payment.is_from_holder", HOLDER, "quote executed, paid from an internal account")
_FROM_OUTSIDE = _executed("NOT payment.is_from_holder", _FUNDING, "quote executed, paid with money from outside")
_SETTLED = Movement(
    "PAYOUT_SETTLED",
    "payout of a quote settled",
    "payment.is_executed AND payment.is_settled AND payment.receiver IS NULL",
    _move(_PAYOUT, _RAIL, _LEAVING),
)
_ACCEPTED = Movement(
    "UMA_ACCEPTED",
    "money offered by UMA, in bitcoin",
    f"{_UMA_IN} AND payment.is_accepted",
    (
        Line(DEBIT, _RAIL, _SENT),
        Line(CREDIT, AccountKind.FEES, _UMA_FEES),
        Line(CREDIT, _EXCHANGE, _UMA_EXCHANGED),
        *_move(_EXCHANGE, _PAYOUT, _RECEIVED),
    ),
)
_DEPOSITED = Movement(
    "PAYOUT_SETTLED",
    "money that came by UMA paid out to a bank",
    f"{_UMA_IN} AND payment.is_settled AND payment.external_account_id IS NOT NULL",
    _move(_PAYOUT, _RAIL, _RECEIVED),
)

MOVEMENTS: tuple[Movement, ...] = (
    Movement(
        "DEPOSIT_RECEIVED",
        "money for an internal account arrived",
        "deposit.use = 'CREDITED'",
        _move(_RAIL, HOLDER, _DEPOSITED_MONEY),
        of="deposit",
    ),
    Movement(
        "DEPOSIT_RECEIVED",
        "money arrived that can't be credited, and waits for a person",
        "deposit.use = 'SUSPENSE'",
        _move(_RAIL, _SUSPENSE, _DEPOSITED_MONEY),
        of="deposit",
    ),
    _SENT_OUT,
    _SETTLED_OUT,
    _undo(
        "TRANSFER_OUT_CAME_BACK",
        "… came back, or was called back, after it had settled",
        f"{_SETTLED_OUT.when} AND payment.status IN ('FAILED', 'REFUNDED')",
        _SETTLED_OUT,
    ),
    _undo(
        "TRANSFER_OUT_RETURNED",
        "… failed, was rejected, or came back",
        f"{_TRANSFER_OUT} AND payment.status IN ('FAILED', 'REJECTED', 'REFUNDED')",
        _SENT_OUT,
    ),
    Movement(
        "TRANSFER_IN_SETTLED",
        "transfer in settled",
        f"{_TRANSFER_IN} AND payment.status = 'COMPLETED'",
        _move(_RAIL, HOLDER, _RECEIVED),
    ),
    Movement(
        "FUNDING_RECEIVED",
        "money for a quote arrived from outside",
        "true",
        _move(_RAIL, _FUNDING, _ARRIVED),
        of="receipt",
    ),
    _FROM_HOLDER,
    _FROM_OUTSIDE,
    _SETTLED,
    Movement(
        "PAYOUT_CREDITED",
        "… credited to a holder",
        "payment.is_executed AND payment.is_settled AND payment.receiver IS NOT NULL",
        _move(_PAYOUT, RECEIVER, _LEAVING),
    ),
    Movement(
        "ROUTING_FEE",
        "the way to a UMA address had a price",
        "payment.is_executed AND payment.routing_fee > 0",
        _move(_EXCHANGE, _RAIL, _ROUTING),
    ),
    _undo("PAYOUT_RETURNED", "… came back", f"{_SETTLED.when} AND payment.has_failed", _SETTLED),
    _undo(
        "QUOTE_REVERSED",
        "quote failed, paid from an internal account",
        "payment.is_executed AND payment.has_failed AND NOT payment.is_payout_kept AND payment.is_from_holder",
        _FROM_HOLDER,
    ),
    _undo(
        "QUOTE_REVERSED",
        "quote failed, paid with money from outside",
        "payment.is_executed AND payment.has_failed AND NOT payment.is_payout_kept AND NOT payment.is_from_holder",
        _FROM_OUTSIDE,
    ),
    Movement(
        "FUNDING_RETURNED",
        "money from outside given back",
        "payment.road = 'QUOTE' AND NOT payment.is_from_holder AND payment.refund_status = 'COMPLETED'"
        " AND NOT payment.has_refund_failed",
        _move(_FUNDING, _RAIL, _GIVEN_BACK),
    ),
    _ACCEPTED,
    Movement(
        "UMA_CREDITED",
        "… taken, and credited",
        f"{_UMA_IN} AND payment.status = 'COMPLETED' AND payment.external_account_id IS NULL",
        _move(_PAYOUT, HOLDER, _RECEIVED),
    ),
    _DEPOSITED,
    _undo("PAYOUT_RETURNED", "… the bank sent it back", f"{_DEPOSITED.when} AND payment.status = 'FAILED'", _DEPOSITED),
    Movement(
        "UMA_KEPT",
        "… the bank did not take it",
        f"{_UMA_IN} AND payment.failure_reason = 'OFFRAMP_FAILED' AND NOT payment.is_suspended",
        _move(_PAYOUT, HOLDER, _RECEIVED),
    ),
    _undo(
        "UMA_RETURNED",
        "… the network had given it back",
        f"{_ACCEPTED.when} AND payment.status = 'FAILED' AND payment.failure_reason IS DISTINCT FROM 'OFFRAMP_FAILED'",
        _ACCEPTED,
    ),
    Movement(
        "SUSPENDED",
        "money that could not be given back, or was paid again, waits for a person",
        "item.reason IN ('PAID_AGAIN', 'REFUND_FAILED')",
        _move(_FUNDING, _SUSPENSE, _SUSPENDED),
        of="item",
    ),
    Movement(
        "SUSPENDED",
        "money whose payout failed and did not come back waits for a person",
        "item.reason = 'PAYOUT_NOT_GIVEN_BACK'",
        _move(_PAYOUT, _SUSPENSE, _SUSPENDED),
        of="item",
    ),
    Movement(
        "SUSPENDED",
        "money that came back for a closed account waits for a person",
        "item.reason = 'PAYER_GONE'",
        _move(HOLDER, _SUSPENSE, _SUSPENDED),
        of="item",
    ),
    Movement(
        "SUSPENSE_GIVEN_BACK",
        "… given back to who paid",
        "item.is_resolved AND item.way = 'GIVE_BACK' AND item.reason <> 'PAYOUT_NOT_GIVEN_BACK'",
        _move(_SUSPENSE, _RAIL, _SUSPENDED),
        of="item",
    ),
    Movement(
        "SUSPENSE_RELEASED",
        "… given back by undoing payout and exchange",
        "item.is_resolved AND item.way = 'GIVE_BACK' AND item.reason = 'PAYOUT_NOT_GIVEN_BACK'",
        _move(_SUSPENSE, _PAYOUT, _SUSPENDED),
        of="item",
    ),
    Movement(
        "SUSPENSE_PAID",
        "… paid to the beneficiary",
        "item.is_resolved AND item.way = 'PAY_AGAIN'",
        _move(_SUSPENSE, _RAIL, _SUSPENDED),
        of="item",
    ),
    Movement(
        "SUSPENSE_CREDITED",
        "… credited to the customer, or to whom staff named",
        "item.is_resolved AND item.way = 'CREDIT_HOLDER'",
        _move(_SUSPENSE, REFUNDED, _SUSPENDED),
        of="item",
    ),
    Movement(
        "SUSPENSE_WRITTEN_OFF",
        "… written off",
        "item.is_resolved AND item.way = 'WRITE_OFF'",
        _move(_SUSPENSE, OWN_OR_WRITTEN_OFF, _SUSPENDED),
        of="item",
    ),
)
"""Every entry that a payment or a deposit can have. A new one begins here."""

FORMER_PURPOSES: Mapping[str, str] = MappingProxyType({"SANDBOX_FUNDING": "DEPOSIT_RECEIVED"})
"""What entries of deposits were called that are older than the table of deposits: the journal never changes."""


@dataclasses.dataclass(frozen=True, slots=True)
class Clearing:
    """What a payment has in clearing while a step is due: in which account, and in which statuses."""

    kind: AccountKind
    statuses: tuple[TransactionStatus, ...] = (TransactionStatus.PROCESSING,)
    types: tuple[TransactionType, ...] = (TransactionType.OUTGOING, TransactionType.INCOMING)


_LEAVES = Clearing(_PAYOUT)
IN_CLEARING: Mapping[NextAction, Clearing | None] = MappingProxyType(
    {
        NextAction.TRANSFER: Clearing(_PAYOUT, IN_FLIGHT, (TransactionType.OUTGOING,)),
        NextAction.EXPIRE: None,
        NextAction.COLLECT: None,
        NextAction.PAY_OUT: _LEAVES,
        NextAction.PAY_IN: _LEAVES,
        NextAction.GIVE_BACK: Clearing(_FUNDING, tuple(TransactionStatus)),
        NextAction.END_APPROVAL: None,
        NextAction.RECEIVE: _LEAVES,
        NextAction.DEPOSIT: _LEAVES,
        NextAction.CONFIRM: None,
        NextAction.PAY_INVOICE: _LEAVES,
        NextAction.CALL_BACK: None,
    }
)
"""Of every step. Money that is in clearing without one of these steps due is in nobody's hands."""
