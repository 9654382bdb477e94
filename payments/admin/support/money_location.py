"""Where the money of a payment is now, in one sentence: computed from the books, not from the payment's status."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence

from payments import steps
from payments.admin import names
from payments.ledger import balances, chart, movements
from payments.ledger.balances import Movement
from payments.ledger.chart import AccountKind
from payments.models import (
    InternalAccount,
    NextAction,
    SuspenseItem,
    SuspenseWay,
    Transaction,
    TransactionStatus,
    TransactionType,
)
from platforms.backoffice import amounts, columns

BENEFICIARY, PAYER, HOLDER = "BENEFICIARY", "PAYER", "HOLDER"
"""Locations that are not an account of the chart: with the beneficiary, with the payer, in an internal account."""
_HOLDERS = {AccountKind.CUSTOMER_FUNDS.value, AccountKind.PLATFORM_FUNDS.value}
_OUTSIDE = {kind.value for kind, row in chart.CHART.items() if row.normal_side == chart.DEBIT}
_OURS = {AccountKind.EXCHANGE.value, AccountKind.FEES.value, AccountKind.PLATFORM_FEES.value}
_COSTS = {movements.ROUTING_FEE.purpose}
"""Purposes of entries by which money of the service leaves: it was never the payer's."""
_BACK = {movements.FUNDING_RETURNED.purpose, movements.SUSPENSE_GIVEN_BACK.purpose}
"""Purposes of entries by which money leaves to the payer; by any other it leaves to the beneficiary."""


@dataclasses.dataclass(frozen=True, slots=True)
class Part:
    """An amount of money and its location: a kind of account, or one of the three above."""

    place: str
    amount: int
    currency: str
    at: dt.datetime
    """Since when, by the platform's clock."""
    account: str = ""
    """The internal account, where it is in one."""


@dataclasses.dataclass(frozen=True, slots=True)
class Found:
    """Location of a payment's money by the books. Without parts it is where it was before."""

    parts: tuple[Part, ...]
    moved_at: dt.datetime | None
    """When some of it moved last, also if it came back; None where nothing has moved. By the platform's clock."""


@dataclasses.dataclass(frozen=True, slots=True)
class Names:
    """Whose accounts a payment is between; empty where they have no name."""

    payer: str = ""
    beneficiary: str = ""


_NAMELESS = Names()


def find(transaction_id: uuid.UUID) -> Found:
    """Return where the money of a payment is by the books.

    Costs one query, and another one where it is in an internal account or where it was before.
    """
    moved = balances.movements(transaction_id)
    parts = tuple(_parts(moved))
    return Found(parts, max((part.at for part in parts), default=None) or balances.last_moved(transaction_id))


def sentence(payment: Transaction, found: Found, *, items: Sequence[SuspenseItem] = (), of: Names = _NAMELESS) -> str:
    """Say where the money is. `items` are those of the payment in suspense that are open."""
    if found.parts:
        return "; ".join(_of_part(part, payment, items, of) for part in found.parts) + "."
    if found.moved_at:
        return f"{_returned(payment, of)} on {_day(found.moved_at)}."
    if payment.status in {TransactionStatus.FAILED, TransactionStatus.REJECTED, TransactionStatus.EXPIRED}:
        return f"No money has moved: the payment ended as {payment.status} before any did."
    waiting = steps.step_of(payment.next_action).unmoved or "the payment waits for a worker"
    return f"No money has moved: {waiting}."


def _parts(moved: Sequence[Movement]) -> Iterator[Part]:
    sums: dict[tuple[str, int, str], int] = {}
    times: dict[tuple[str, int, str], dt.datetime] = {}
    for movement in moved:
        place = _place(movement)
        if place:
            key = place, movement.account_id, movement.currency
            sums[key] = sums.get(key, 0) + movement.credited
            times[key] = max(times.get(key, movement.at), movement.at)
    # A holder's debit is the other side of a part; money of ours outside is the other side of a debt.
    held = {key: amount for key, amount in sums.items() if amount > 0}
    names = _names([account for place, account, _ in held if place == HOLDER])
    for key, amount in held.items():
        place, account, currency = key
        yield Part(place, amount, currency, times[key], names.get(account, "") if place == HOLDER else "")


def _names(ledger_accounts: Sequence[int]) -> dict[int, str]:
    if not ledger_accounts:
        return {}
    found = InternalAccount.objects.filter(ledger_account__in=ledger_accounts)
    return {account.ledger_account_id: account.public_id for account in found}


def _place(movement: Movement) -> str:
    if movement.kind in _OURS or movement.purpose in _COSTS:
        return ""
    if movement.kind in _OUTSIDE:
        left = movement.credited > 0
        return (PAYER if movement.purpose in _BACK else BENEFICIARY) if left else ""
    return HOLDER if movement.kind in _HOLDERS else movement.kind


def _of_part(part: Part, payment: Transaction, items: Sequence[SuspenseItem], of: Names) -> str:
    money = amounts.major_units(part.amount, part.currency)
    if part.place == BENEFICIARY:
        return (
            f"{money} was paid out to {of.beneficiary or 'the beneficiary'} on {_day(part.at)}{_asked_again(payment)}"
        )
    if part.place == PAYER:
        return f"{money} was returned to {of.payer or 'the payer'} by the rail on {_day(part.at)}"
    if part.place == AccountKind.SUSPENSE:
        return f"{money} {_suspense(part, items)}"
    if part.place == HOLDER:
        return f"{money} is in {part.account or 'an internal account'}"
    say = _SAY.get(part.place)
    return f"{money} {say(payment)}" if say else f"{money} is in the account {part.place} of the ledger"


def _day(at: dt.datetime) -> str:
    return f"{at.astimezone(dt.UTC):%-d %b %Y}"


def _returned(payment: Transaction, of: Names) -> str:
    if payment.type == TransactionType.INCOMING:
        return f"The whole amount was returned to {of.payer or 'the sender'}"
    money = amounts.major_units(payment.sent_amount, payment.sent_currency)
    return f"{money} was returned to {f'the account of {of.payer}' if of.payer else 'the account that paid'}"


def _payout(payment: Transaction) -> str:
    if told := steps.step_of(payment.next_action).cleared:
        return told
    if payment.provider_reference:
        return f"has left the payer and is with the rail ({payment.provider_reference}), which has not settled it yet"
    return "has left the payer and waits in payout clearing: the rail has not taken it yet"


def _funding(payment: Transaction) -> str:
    told = steps.step_of(payment.next_action).cleared if payment.next_action_at is not None else ""
    return told or "came from outside and waits in funding clearing"


def _asked_again(payment: Transaction) -> str:
    if payment.next_action_at is not None and payment.next_action in {NextAction.PAY_OUT, NextAction.TRANSFER}:
        return "; the rail is asked once more whether it came back"
    return ""


_SAY: Mapping[str, Callable[[Transaction], str]] = {
    AccountKind.PAYOUT_CLEARING: _payout,
    AccountKind.FUNDING_CLEARING: _funding,
    AccountKind.WRITTEN_OFF: lambda _: "was written off",
}


def _suspense(part: Part, items: Sequence[SuspenseItem]) -> str:
    same = [item for item in items if item.currency == part.currency and item.resolved_at is None]
    reasons = " and ".join(dict.fromkeys(_reason(item) for item in same))
    under_way = [item for item in same if item.way]
    if under_way and len(under_way) == len(same):
        whom = "the payer" if under_way[0].way == SuspenseWay.GIVE_BACK else "the beneficiary"
        return f"is in suspense ({reasons}); a rail has been told to send it to {whom}"
    return f"is in suspense and needs staff action{f' ({reasons})' if reasons else ''}"


def _reason(item: SuspenseItem) -> str:
    words = columns.words(item.reason, names.REASONS)
    return f"{words[0].lower()}{words[1:]}"
