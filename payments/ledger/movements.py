"""Movements: entries of payments and deposits, as they are posted and as `payments.ledger.check` expects them.

`MOVEMENTS` lists every journal entry that a payment or a deposit can have: its condition, and its accounts. The books
may hold nothing else, and nothing twice.

Accounts are declared once. Conditions and amounts are the check's own: SQL over the facts of a payment (`FACTS`), and
where an entry belongs to a deposit, a receipt or a suspense item, over that row. Posted amounts come from the objects
in the code (`Money.posted`), so that the check finds a disagreement of the two.
"""

from collections.abc import Mapping
from types import MappingProxyType

from payments.ledger.chart import CREDIT, DEBIT, AccountKind
from payments.ledger.entries import Line, Money, Movement, move, own, undo

HOLDER, RECEIVER, REFUNDED, OWN_OR_WRITTEN_OFF = "holder", "receiver", "customer's account", "own or written off"
"""Accounts other than the platform's shared ones: the payment's internal account, the internal account that a quote
pays to, the payer's (in the currency of an item) or the one named by staff, and the account that staff write money off
to. A deposit's holder is the internal account that it is for."""


_SENT = Money(
    "payment.sent_amount", "payment.sent_currency", lambda of: (of.payment.sent_amount, of.payment.sent_currency)
)
_RECEIVED = Money(
    "payment.received_amount",
    "payment.received_currency",
    lambda of: (of.payment.received_amount, of.payment.received_currency),
)
_PAID = Money(
    "payment.total_sending", "payment.sending_currency", lambda of: (of.quote.total_sending, of.quote.sending_currency)
)
_EXCHANGED = Money(
    "payment.total_sending - payment.fees_included",
    "payment.sending_currency",
    lambda of: (of.quote.total_sending - of.quote.fees_included, of.quote.sending_currency),
)
_FEES = Money(
    "payment.fees_included - payment.platform_fees",
    "payment.sending_currency",
    lambda of: (of.quote.fees_included - (of.quote.platform_fees or 0), of.quote.sending_currency),
)
_PLATFORM_FEES = Money(
    "payment.platform_fees",
    "payment.sending_currency",
    lambda of: (of.quote.platform_fees or 0, of.quote.sending_currency),
)
_LEAVING = Money(
    "payment.leaving_amount",
    "payment.leaving_currency",
    lambda of: (of.quote.leaving_amount, of.quote.leaving_currency),
)
_UMA_EXCHANGED = Money(
    "payment.sent_amount - payment.fees",
    "payment.sent_currency",
    lambda of: (of.payment.sent_amount - of.payment.fees, of.payment.sent_currency),
)
_UMA_FEES = Money("payment.fees", "payment.sent_currency", lambda of: (of.payment.fees, of.payment.sent_currency))


_ROUTING = own("payment.routing_fee", "payment.leaving_currency")
_GIVEN_BACK = own("payment.arrived", "payment.sending_currency")
_ARRIVED = own("receipt.amount", "receipt.currency")
_DEPOSITED = own("deposit.amount", "deposit.currency")
_SUSPENDED = own("item.amount", "item.currency")


_PAYOUT, _FUNDING = AccountKind.PAYOUT_CLEARING, AccountKind.FUNDING_CLEARING
_RAIL, _EXCHANGE = AccountKind.RAIL_SETTLEMENT, AccountKind.EXCHANGE
_SUSPENSE = AccountKind.SUSPENSE

_TRANSFER_OUT = "payment.road = 'TRANSFER' AND payment.type = 'OUTGOING'"
_TRANSFER_IN = "payment.road = 'TRANSFER' AND payment.type = 'INCOMING'"
_UMA_IN = "payment.road = 'UMA'"


def _executed(when: str, payer: str, moment: str) -> Movement:
    lines = (
        Line(DEBIT, payer, _PAID),
        Line(CREDIT, _EXCHANGE, _EXCHANGED),
        *move(_EXCHANGE, _PAYOUT, _LEAVING),
        Line(CREDIT, AccountKind.FEES, _FEES),
        Line(CREDIT, AccountKind.PLATFORM_FEES, _PLATFORM_FEES),
    )
    return Movement("QUOTE_EXECUTED", moment, f"payment.is_executed AND {when}", lines)


DEPOSIT_CREDITED = Movement(
    "DEPOSIT_RECEIVED",
    "money for an internal account arrived",
    "deposit.use = 'CREDITED'",
    move(_RAIL, HOLDER, _DEPOSITED),
    of="deposit",
)
DEPOSIT_SUSPENDED = Movement(
    "DEPOSIT_RECEIVED",
    "money arrived that can't be credited, and waits for a person",
    "deposit.use = 'SUSPENSE'",
    move(_RAIL, _SUSPENSE, _DEPOSITED),
    of="deposit",
)
TRANSFER_OUT_SENT = Movement("TRANSFER_OUT_SENT", "transfer out made", _TRANSFER_OUT, move(HOLDER, _PAYOUT, _SENT))
TRANSFER_OUT_SETTLED = Movement(
    "TRANSFER_OUT_SETTLED", "… settled", f"{_TRANSFER_OUT} AND payment.is_settled", move(_PAYOUT, _RAIL, _SENT)
)
TRANSFER_OUT_CAME_BACK = undo(
    "TRANSFER_OUT_CAME_BACK",
    "… came back, or was called back, after it had settled",
    f"{TRANSFER_OUT_SETTLED.when} AND payment.status IN ('FAILED', 'REFUNDED')",
    TRANSFER_OUT_SETTLED,
)
TRANSFER_OUT_RETURNED = undo(
    "TRANSFER_OUT_RETURNED",
    "… failed, was rejected, or came back",
    f"{_TRANSFER_OUT} AND payment.status IN ('FAILED', 'REJECTED', 'REFUNDED')",
    TRANSFER_OUT_SENT,
)
TRANSFER_IN_SETTLED = Movement(
    "TRANSFER_IN_SETTLED",
    "transfer in settled",
    f"{_TRANSFER_IN} AND payment.is_settled",
    move(_RAIL, HOLDER, _RECEIVED),
)
TRANSFER_IN_CAME_BACK = undo(
    "TRANSFER_IN_CAME_BACK",
    "… the payer's bank took it back after it had settled",
    f"{TRANSFER_IN_SETTLED.when} AND payment.status = 'FAILED'",
    TRANSFER_IN_SETTLED,
)
FUNDING_RECEIVED = Movement(
    "FUNDING_RECEIVED",
    "money for a quote arrived from outside",
    "true",
    move(_RAIL, _FUNDING, _ARRIVED),
    of="receipt",
)
EXECUTED_FROM_HOLDER = _executed("payment.is_from_holder", HOLDER, "quote executed, paid from an internal account")
EXECUTED_FROM_OUTSIDE = _executed(
    "NOT payment.is_from_holder", _FUNDING, "quote executed, paid with money from outside"
)
PAYOUT_SETTLED = Movement(
    "PAYOUT_SETTLED",
    "payout of a quote settled",
    "payment.is_executed AND payment.is_settled AND payment.receiver IS NULL",
    move(_PAYOUT, _RAIL, _LEAVING),
)
PAYOUT_CREDITED = Movement(
    "PAYOUT_CREDITED",
    "… credited to a holder",
    "payment.is_executed AND payment.is_settled AND payment.receiver IS NOT NULL",
    move(_PAYOUT, RECEIVER, _LEAVING),
)
ROUTING_FEE = Movement(
    "ROUTING_FEE",
    "the way to a UMA address had a price",
    "payment.is_executed AND payment.routing_fee > 0",
    move(_EXCHANGE, _RAIL, _ROUTING),
)
PAYOUT_RETURNED = undo(
    "PAYOUT_RETURNED", "… came back", f"{PAYOUT_SETTLED.when} AND payment.has_failed", PAYOUT_SETTLED
)
QUOTE_REVERSED = undo(
    "QUOTE_REVERSED",
    "quote failed, paid from an internal account",
    "payment.is_executed AND payment.has_failed AND NOT payment.is_payout_kept AND payment.is_from_holder",
    EXECUTED_FROM_HOLDER,
)
QUOTE_REVERSED_TO_OUTSIDE = undo(
    "QUOTE_REVERSED",
    "quote failed, paid with money from outside",
    "payment.is_executed AND payment.has_failed AND NOT payment.is_payout_kept AND NOT payment.is_from_holder",
    EXECUTED_FROM_OUTSIDE,
)
FUNDING_RETURNED = Movement(
    "FUNDING_RETURNED",
    "money from outside refunded",
    "payment.road = 'QUOTE' AND NOT payment.is_from_holder AND NOT payment.has_refund_failed"
    " AND (payment.refund_status = 'COMPLETED' OR payment.has_refund_come_back)",
    move(_FUNDING, _RAIL, _GIVEN_BACK),
)
UMA_ACCEPTED = Movement(
    "UMA_ACCEPTED",
    "money offered by UMA, in bitcoin",
    f"{_UMA_IN} AND payment.is_accepted",
    (
        Line(DEBIT, _RAIL, _SENT),
        Line(CREDIT, _EXCHANGE, _UMA_EXCHANGED),
        *move(_EXCHANGE, _PAYOUT, _RECEIVED),
        Line(CREDIT, AccountKind.FEES, _UMA_FEES),
    ),
)
UMA_CREDITED = Movement(
    "UMA_CREDITED",
    "… taken, and credited",
    f"{_UMA_IN} AND payment.status = 'COMPLETED' AND payment.external_account_id IS NULL",
    move(_PAYOUT, HOLDER, _RECEIVED),
)
UMA_PAID_OUT = Movement(
    "PAYOUT_SETTLED",
    "money that came by UMA paid out to a bank",
    f"{_UMA_IN} AND payment.is_settled AND payment.external_account_id IS NOT NULL",
    move(_PAYOUT, _RAIL, _RECEIVED),
)
UMA_PAYOUT_RETURNED = undo(
    "PAYOUT_RETURNED", "… the bank sent it back", f"{UMA_PAID_OUT.when} AND payment.status = 'FAILED'", UMA_PAID_OUT
)
UMA_KEPT = Movement(
    "UMA_KEPT",
    "… the bank did not take it",
    f"{_UMA_IN} AND payment.failure_reason = 'OFFRAMP_FAILED' AND NOT payment.is_suspended",
    move(_PAYOUT, HOLDER, _RECEIVED),
)
UMA_RETURNED = undo(
    "UMA_RETURNED",
    "… the network had returned it",
    f"{UMA_ACCEPTED.when} AND payment.status = 'FAILED' AND payment.failure_reason IS DISTINCT FROM 'OFFRAMP_FAILED'",
    UMA_ACCEPTED,
)
FUNDING_SUSPENDED = Movement(
    "SUSPENDED",
    "money that could not be refunded, or was paid again, waits for a person",
    "item.reason IN ('PAID_AGAIN', 'REFUND_FAILED')",
    move(_FUNDING, _SUSPENSE, _SUSPENDED),
    of="item",
)
PAYOUT_SUSPENDED = Movement(
    "SUSPENDED",
    "money whose payout failed and did not come back waits for a person",
    "item.reason = 'PAYOUT_NOT_GIVEN_BACK'",
    move(_PAYOUT, _SUSPENSE, _SUSPENDED),
    of="item",
)
HOLDER_SUSPENDED = Movement(
    "SUSPENDED",
    "money that came back for a closed account waits for a person",
    "item.reason = 'PAYER_GONE'",
    move(HOLDER, _SUSPENSE, _SUSPENDED),
    of="item",
)
CAME_BACK = Movement(
    "CAME_BACK",
    "a refund, or money sent out of suspense, came back after it had settled, and waits for a person",
    "item.reason IN ('REFUND_CAME_BACK', 'PAYOUT_CAME_BACK', 'PAID_AGAIN_CAME_BACK')",
    move(_RAIL, _SUSPENSE, _SUSPENDED),
    of="item",
)
SUSPENSE_GIVEN_BACK = Movement(
    "SUSPENSE_GIVEN_BACK",
    "… refunded to the payer",
    "item.is_resolved AND item.way = 'GIVE_BACK' AND item.reason NOT IN ('PAYOUT_NOT_GIVEN_BACK', 'PAYOUT_CAME_BACK')",
    move(_SUSPENSE, _RAIL, _SUSPENDED),
    of="item",
)
SUSPENSE_RELEASED = Movement(
    "SUSPENSE_RELEASED",
    "… returned by reversing payout and exchange",
    "item.is_resolved AND item.way = 'GIVE_BACK' AND item.reason IN ('PAYOUT_NOT_GIVEN_BACK', 'PAYOUT_CAME_BACK')",
    move(_SUSPENSE, _PAYOUT, _SUSPENDED),
    of="item",
)
SUSPENSE_PAID = Movement(
    "SUSPENSE_PAID",
    "… paid to the beneficiary",
    "item.is_resolved AND item.way = 'PAY_AGAIN'",
    move(_SUSPENSE, _RAIL, _SUSPENDED),
    of="item",
)
SUSPENSE_CREDITED = Movement(
    "SUSPENSE_CREDITED",
    "… credited to the customer, or to whom staff named",
    "item.is_resolved AND item.way = 'CREDIT_HOLDER'",
    move(_SUSPENSE, REFUNDED, _SUSPENDED),
    of="item",
)
SUSPENSE_WRITTEN_OFF = Movement(
    "SUSPENSE_WRITTEN_OFF",
    "… written off",
    "item.is_resolved AND item.way = 'WRITE_OFF'",
    move(_SUSPENSE, OWN_OR_WRITTEN_OFF, _SUSPENDED),
    of="item",
)
PLATFORM_FEES_PAID = Movement(
    "PLATFORM_FEES_PAID",
    "a platform's fees of the days before, to its internal account",
    "true",
    move(AccountKind.PLATFORM_FEES, HOLDER, own("payout.amount", "payout.currency")),
    of="payout",
)
# In the order of their definition: no row can be left out.
MOVEMENTS: tuple[Movement, ...] = tuple(row for row in [*globals().values()] if isinstance(row, Movement))
"""Every entry that a payment or a deposit can have. A new one begins here."""

FORMER_PURPOSES: Mapping[str, str] = MappingProxyType({"SANDBOX_FUNDING": "DEPOSIT_RECEIVED"})
"""Former purposes of deposits' entries, from before the table of deposits: the journal never changes."""
