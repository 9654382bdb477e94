"""A text about a payment for its customer, made from the books and the status.

It holds amounts, days and the reference on the bank statement: no name, no account, no identifier of ours. Where no
prepared text fits there is none, and staff write one.
"""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence

from payments.admin.support.money_location import BENEFICIARY, HOLDER, PAYER, Found, Part
from payments.ledger.chart import AccountKind
from payments.models import IN_FLIGHT, NextAction, SuspenseItem, SuspenseWay, Transaction, TransactionType
from payments.workflow.suspense import PAID_AGAIN
from platforms.backoffice import amounts

_REASONS: Mapping[str, str] = {
    "INSUFFICIENT_FUNDS": "there was not enough money in the account that was to be debited",
    "ACCOUNT_INVALID": "the receiving account could not be paid",
    "BANK_REJECTED": "the bank rejected it",
    "TIMED_OUT": "the bank did not confirm it in time",
    "LNURLP_FAILED": "the receiver's provider could not be reached",
    "PAY_REQUEST_FAILED": "the receiver's provider did not accept it",
    "PAYMENT_APPROVAL_WEBHOOK_ERROR": "it could not be approved",
    "PAYMENT_APPROVAL_TIMED_OUT": "it was not approved in time",
    "OFFRAMP_FAILED": "the receiver's bank did not take it",
    "MISSING_MANDATORY_PAYEE_DATA": "data about the receiver were missing",
    "QUOTE_EXPIRED": "the offer had expired",
    "LIGHTNING_PAYMENT_FAILED": "the network found no way to the receiver",
    "CANCELLED": "it was cancelled before it was sent",
    "FUNDING_AMOUNT_MISMATCH": "the amount that arrived was not the one of the offer",
}
_WAITING = {
    NextAction.EXPIRE: "We have not received the money for it yet. Without it the offer ends on {end}, and nothing is "
    "charged.",
    NextAction.END_APPROVAL: "It waits to be approved. No money has moved yet.",
    NextAction.AWAIT_APPROVAL: "It waits to be approved. The money is set apart until then.",
    NextAction.AWAIT_COLLECT: "It waits to be approved. No money has moved yet.",
    NextAction.RECEIVE: "The sender has not paid it yet. No money has moved.",
    NextAction.COLLECT: "We have asked the bank for the money, and wait for its answer.",
    NextAction.TRANSFER: "We have asked the bank for the money, and wait for its answer.",
}
_NOTHING_TO_DO = "There is nothing for you to do; we will keep asking."


def of(payment: Transaction, found: Found, *, items: Sequence[SuspenseItem], since: dt.datetime) -> str:
    """Return the text; empty where none fits. Costs no query."""
    said = _said(payment, found, items, since)
    if not said:
        return ""
    money = amounts.major_units(payment.sent_amount, payment.sent_currency)
    reference = f", reference {payment.reference}" if payment.reference else ""
    kind = "Your payment" if payment.type == TransactionType.OUTGOING else "The payment to you"
    return " ".join([f"{kind} of {money} ({_day(payment.created_at)}{reference}):", *said])


def _said(payment: Transaction, found: Found, items: Sequence[SuspenseItem], since: dt.datetime) -> Sequence[str]:
    ended = _why(payment)
    if found.parts:
        sentences = [
            _PLACES[part.place](payment, part, items, since) if part.place in _PLACES else "" for part in found.parts
        ]
        # A part without words, such as money written off, needs a person to explain it.
        return [*ended, *dict.fromkeys(sentences)] if all(sentences) else []
    if payment.status not in IN_FLIGHT:
        if found.moved_at:
            return [*ended, f"The whole amount, fees included, was returned on {_day(since)}."]
        return [*ended, "No money was charged."]
    if payment.next_action_at is None or payment.next_action not in _WAITING:
        return ["It is being prepared. No money has moved yet.", _NOTHING_TO_DO]
    return [_WAITING[NextAction(payment.next_action)].format(end=_day(payment.next_action_at))]


def _why(payment: Transaction) -> list[str]:
    if payment.status in IN_FLIGHT or payment.status == "COMPLETED":
        return []
    reason = _REASONS.get(payment.failure_reason or "")
    return [f"It could not be completed: {reason}." if reason else "It could not be completed."]


def _in_payout(payment: Transaction, part: Part, _: Sequence[SuspenseItem], since: dt.datetime) -> str:
    money = _money(part)
    if payment.next_action == NextAction.PAY_IN:
        return f"{money} is being credited to the receiving account. {_NOTHING_TO_DO}"
    if not payment.provider_reference:
        return f"{money} is about to be sent to the receiver's bank. {_NOTHING_TO_DO}"
    day = _day(since)
    return f"{money} has been with the receiver's bank since {day}, which has not confirmed it yet. {_NOTHING_TO_DO}"


def _in_funding(payment: Transaction, part: Part, _: Sequence[SuspenseItem], since: dt.datetime) -> str:
    is_back = payment.next_action_at is not None and payment.next_action == NextAction.GIVE_BACK
    where = "is on its way back to the account that it came from" if is_back else "has arrived with us"
    return f"{_money(part)} {where}. {_NOTHING_TO_DO}"


def _in_suspense(_: Transaction, part: Part, items: Sequence[SuspenseItem], since: dt.datetime) -> str:
    open_ones = [item for item in items if item.resolved_at is None and item.currency == part.currency]
    if open_ones and all(item.way == SuspenseWay.PAY_AGAIN for item in open_ones):
        return f"{_money(part)} is on its way to the receiver once more. {_NOTHING_TO_DO}"
    if open_ones and all(item.way == SuspenseWay.GIVE_BACK for item in open_ones):
        return f"{_money(part)} is on its way back to the account that it came from. {_NOTHING_TO_DO}"
    if open_ones and all(item.reason == PAID_AGAIN for item in open_ones):
        return f"{_money(part)} arrived beyond it. It is safe with us while we clear up where it has to go."
    return f"{_money(part)} is safe with us while we clear up where it has to go. We will tell you."


def _with_beneficiary(payment: Transaction, part: Part, items: Sequence[SuspenseItem], since: dt.datetime) -> str:
    again = [item for item in items if item.way == SuspenseWay.PAY_AGAIN and item.resolved_at is not None]
    if again:
        return f"We paid {_money(part)} to the receiver once more on {_day(again[-1].resolved_at)}."
    day = _day(payment.settled_at or since)
    return (
        f"{_money(part)} was paid out to the receiver's account on {day}. If it can't be found there, the receiver can "
        "ask the bank for it by the reference."
    )


def _with_holder(payment: Transaction, part: Part, _: Sequence[SuspenseItem], since: dt.datetime) -> str:
    return f"{_money(part)} was credited to the account with us on {_day(since)}."


def _with_payer(payment: Transaction, part: Part, _: Sequence[SuspenseItem], since: dt.datetime) -> str:
    return f"{_money(part)} was returned on {_day(since)} to the account that it came from."


_PLACES: Mapping[str, Callable[[Transaction, Part, Sequence[SuspenseItem], dt.datetime], str]] = {
    AccountKind.PAYOUT_CLEARING.value: _in_payout,
    AccountKind.FUNDING_CLEARING.value: _in_funding,
    AccountKind.SUSPENSE.value: _in_suspense,
    BENEFICIARY: _with_beneficiary,
    HOLDER: _with_holder,
    PAYER: _with_payer,
}


def _money(part: Part) -> str:
    return amounts.major_units(part.amount, part.currency)


def _day(moment: dt.datetime | None) -> str:
    return f"{moment.astimezone(dt.UTC):%d %B %Y}".lstrip("0") if moment else ""
