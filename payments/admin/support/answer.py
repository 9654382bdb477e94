"""The head of a payment's page: how it stands, since when, what comes next, who has to act, what the platform knows."""

import dataclasses
import datetime as dt
from collections.abc import Iterator, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from payments import steps as workflow
from payments.admin import names
from payments.admin.support import explanations
from payments.admin.support.money_location import BENEFICIARY, Found
from payments.admin.support.timeline import Step
from payments.ledger.chart import AccountKind
from payments.models import IN_FLIGHT, SuspenseItem, SuspenseWay, Transaction, TransactionStatus
from platforms.backoffice import amounts, columns

_LATE = dt.timedelta(minutes=5)
_WHO = {
    workflow.RAIL: "The bank or network.",
    workflow.NODE: "The Lightning network.",
    workflow.COUNTERPARTY: "The other institution.",
}
_WAITS_FOR = {
    "EXPIRE": "The customer or the platform: the quote has to be paid or executed.",
    "END_APPROVAL": "The platform: it has to approve the payment.",
    "AWAIT_APPROVAL": "A person: the payment is beyond what its token may pay alone.",
    "AWAIT_COLLECT": "A person: the payment is beyond what its token may pay alone.",
}
_ENDED = frozenset(TransactionStatus) - set(IN_FLIGHT)


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """What a person on the phone needs first."""

    amount: str
    """What was sent, and what is received where that differs."""
    fee: str
    """The fee; empty without one."""
    status: str
    failure: str
    since: str
    expected: str
    acts: str
    told: str
    decided: Sequence[str]
    """What staff decided, and how that agrees with the status."""


def of(payment: Transaction, found: Found, *, steps: Sequence[Step], items: Sequence[SuspenseItem]) -> Answer:
    """Return the head of a page from what the rest of the page has read. Costs no query."""
    return Answer(
        amount=amount(payment),
        fee=amounts.major_units(payment.fees, payment.sent_currency) if payment.fees else "",
        status=columns.words(payment.status, explanations.STATUSES),
        failure=explanations.failure(payment.failure_reason or ""),
        since=columns.moment_text(since(payment, found, steps=steps, items=items)),
        expected=_expected(payment, items),
        acts=_acts(payment, steps, items),
        told=_told(steps),
        decided=list(_decided(payment, found, items)),
    )


def amount(payment: Transaction) -> str:
    """Return what a payment moves: sent, and received if that is another amount."""
    sent = amounts.major_units(payment.sent_amount, payment.sent_currency)
    received = amounts.major_units(payment.received_amount, payment.received_currency)
    return sent if sent == received else f"{sent} → {received}"


def since(payment: Transaction, found: Found, *, steps: Sequence[Step], items: Sequence[SuspenseItem]) -> dt.datetime:
    """Return since when the money is where it is: its last movement, or the last status where none moved."""
    waiting = [item.opened_at for item in items if item.resolved_at is None]
    if waiting and any(part.place == AccountKind.SUSPENSE for part in found.parts):
        return min(waiting)
    kinds = ("Ledger entry", "Status") if found.moved_at else ("Status",)
    moments = ([step.at for step in steps if step.kind == kind] for kind in kinds)
    return next((max(kind) for kind in moments if kind), payment.updated_at)


def _open(items: Sequence[SuspenseItem]) -> list[SuspenseItem]:
    return [item for item in items if item.resolved_at is None and not item.way]


def _sent(items: Sequence[SuspenseItem]) -> list[SuspenseItem]:
    return [item for item in items if item.resolved_at is None and item.way]


def _expected(payment: Transaction, items: Sequence[SuspenseItem]) -> str:
    if _open(items):
        return "When staff have decided about the money in suspense."
    if _sent(items):
        return "When the bank has settled what staff decided; it is asked until then."
    if payment.next_action_at is None:
        return _ended(payment)
    step = workflow.step_of(payment.next_action)
    due = columns.moment_text(payment.next_action_at)
    if step.is_deadline:
        return format_html("Ends {} if nothing happens before.", due)
    if step.longest is None:
        return format_html("Next attempt {}.", due)
    last = columns.moment_text(payment.updated_at + step.longest)
    return format_html("The bank names no time. Asked next {}; a case is opened {}.", due, last)


def _ended(payment: Transaction) -> str:
    if payment.settled_at is not None:
        return format_html("Settled {}.", columns.moment_text(payment.settled_at))
    return "Nothing more: the payment has ended." if payment.status in _ENDED else "Unknown: nothing is planned."


def _acts(payment: Transaction, steps: Sequence[Step], items: Sequence[SuspenseItem]) -> str:
    proposed = [step.title for step in steps if step.kind == "Proposal" and step.flag == "OPEN"]
    if proposed:
        listed = format_html_join(", ", "{}", ((title,) for title in proposed))
        return format_html("A second person: {}.", listed)
    if _open(items):
        return "Staff: say where the money in suspense goes."
    return _WHO[workflow.RAIL] if _sent(items) else _acts_next(payment)


def _acts_next(payment: Transaction) -> str:
    if payment.next_action_at is None:
        return "Nobody." if payment.status in _ENDED else "Operations: nothing is planned, so it will not go on."
    if payment.platform.now() - payment.next_action_at > _LATE:
        return "Operations: no worker has taken up the next step."
    asks = workflow.step_of(payment.next_action).asks
    return _WAITS_FOR.get(payment.next_action) or _WHO.get(asks, "Nobody: the service goes on by itself.")


def _told(steps: Sequence[Step]) -> str:
    """Return the latest webhook and what became of it."""
    sent = [step for step in steps if step.kind == "Webhook"]
    if not sent:
        return "Nothing so far."
    last = max(sent, key=lambda step: step.order)
    return format_html("{}, {}", last.title, last.moment)


def _decided(payment: Transaction, found: Found, items: Sequence[SuspenseItem]) -> Iterator[SafeString]:
    """Yield what staff decided about money in suspense, and why the status of the payment does not follow it."""
    is_back_out = any(part.place == BENEFICIARY for part in found.parts)
    for item in items:
        if not item.way:
            continue
        money = amounts.major_units(item.amount, item.currency)
        way = columns.named_text(item.way, names.WAYS)
        done = columns.moment_text(item.resolved_at) or "not settled by the bank yet"
        yield format_html("Staff decided about {} in suspense: {} ({}).", money, way, done)
        if item.way == SuspenseWay.PAY_AGAIN and payment.status != TransactionStatus.COMPLETED:
            yield format_html(
                "The status stays {} although the beneficiary {}: that status is final, and the platform gets no "
                "webhook of this.",
                payment.status,
                "has the money" if item.resolved_at and is_back_out else "is paid once more",
            )
