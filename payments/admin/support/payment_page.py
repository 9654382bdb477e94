"""The first screen of a payment's page: its state and what to do, who is involved, what happened."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Iterator, Sequence
from typing import TypeVar

from django.contrib import admin
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q
from django.http import HttpRequest
from django.utils.html import format_html

from payments.admin.parties import holder as holder_of
from payments.admin.support import answer, customer_text, money_location, similar, timeline
from payments.admin.support.answer import Answer
from payments.admin.support.money_location import Found
from payments.admin.support.timeline import Step
from payments.models import ExternalAccount, InternalAccount, SuspenseItem, Transaction, TransactionStatus
from platforms.backoffice import actions, amounts, links, masking, panels
from platforms.base import identifiers

_Account = TypeVar("_Account", bound=models.Model)
_OVERDUE = dt.timedelta(minutes=5)
"""A due payment is claimed within seconds; after this time something is wrong with the workers."""
_MANY_ATTEMPTS = 5
_ENDED_BADLY = {TransactionStatus.FAILED, TransactionStatus.REJECTED}


@dataclasses.dataclass(frozen=True, slots=True)
class Party:
    """One side of a payment."""

    role: str
    name: str
    lines: Sequence[str]
    holder: str = ""
    """Whose account it is, where the account says so."""


@dataclasses.dataclass(frozen=True, slots=True)
class Button:
    """A staff action that the person may carry out now; it opens a dialog."""

    text: str
    icon: str
    address: str


@dataclasses.dataclass(frozen=True, slots=True)
class Desk:
    """The data of the template."""

    answer: Answer
    sentence: str
    problems: Sequence[str]
    buttons: Sequence[Button]
    parties: Sequence[Party]
    for_customer: str
    """A text for the customer; empty where none fits."""
    similar: panels.Panel | None
    steps: Sequence[Step]

    @property
    def heading(self) -> str:
        """How much it is, and who pays whom."""
        return f"{self.answer.amount}, {' to '.join(party.name for party in self.parties)}"


def of(request: HttpRequest, payment: Transaction, *, window: Q) -> Desk:
    """Return the desk of a payment, whose platform and customer are loaded. `window` bounds the keys of its events."""
    rows = SuspenseItem.objects.filter(transaction_id=payment.pk).select_related("transaction", "deposit")
    items = list(rows.order_by("pk")[: timeline.MOST])
    location = money_location.find(payment.pk)
    steps = timeline.steps(request, payment, window=window, items=items)
    parties = _parties(request, payment)
    holder_names = money_location.Names(*(party.holder for party in parties))
    since = answer.since(payment, location, steps=steps, items=items)
    return Desk(
        answer=answer.of(payment, location, steps=steps, items=items),
        sentence=money_location.sentence(payment, location, items=items, of=holder_names),
        problems=list(_problems(payment, location, steps, items)),
        buttons=list(_buttons(request, payment, items)),
        parties=parties,
        for_customer=customer_text.of(payment, location, items=items, since=since),
        similar=similar.panel(payment),
        steps=steps,
    )


def _buttons(request: HttpRequest, payment: Transaction, items: Sequence[SuspenseItem]) -> Iterator[Button]:
    """Yield what the person may do about its money in suspense, and about the payment: a note is the last of it."""
    user = request.user
    if not isinstance(user, User):
        return
    for row in (*items, payment):
        for action in actions.of_model(type(row)):
            if actions.may(user, action) and action.offered is not None and action.offered(row, user):
                money = f" {amounts.major_units(row.amount, row.currency)}" if isinstance(row, SuspenseItem) else ""
                yield Button(f"{action.button}{money}", action.icon, links.of_action(type(row), action.word, row.pk))


def _problems(
    payment: Transaction, found: Found, steps: Sequence[Step], items: Sequence[SuspenseItem]
) -> Iterator[str]:
    due = payment.next_action_at
    if due is not None and payment.platform.now() - due > _OVERDUE:
        waited = int((payment.platform.now() - due).total_seconds() // 60)
        yield f"The next step is {waited} minutes late."
    rail_answers = [step.flag for step in steps if step.kind == "Rail"]
    unanswered = next(
        (count for count, flag in enumerate(reversed(rail_answers)) if not flag.endswith(":NONE")), len(rail_answers)
    )
    if due is not None and unanswered >= _MANY_ATTEMPTS:
        yield f"The bank answered unexpectedly {unanswered} times in a row."
    if payment.status in _ENDED_BADLY and _is_contradicted(rail_answers, found):
        yield "The bank confirmed a payment that had been failed: the money may be both paid out and returned."
    for item in items:
        if item.resolved_at is None and not item.way:
            yield format_html(
                "{}.", links.to(links.page(SuspenseItem, item.pk), "Action needed: resolve suspense item")
            )
    lost = sum(step.flag == "ABANDONED" for step in steps)
    if lost:
        yield f"{lost} webhook{'s' if lost > 1 else ''} failed permanently."


def _is_contradicted(said: Sequence[str], found: Found) -> bool:
    payouts = [flag for flag in said if flag.startswith(("TRANSFER:", "PAY_OUT:", "PAY_INVOICE:"))]
    if payouts:
        return payouts[-1].endswith(":SETTLED")
    return bool(said) and said[-1] == "COLLECT:SETTLED" and not found.moved_at


def _parties(request: HttpRequest, payment: Transaction) -> Sequence[Party]:
    sides = (payment.sender, payment.receiver)
    keys = {side: identifiers.parse(side.partition(":")[0], side) for side in sides if ":" in side}
    wanted = [key for key in keys.values() if key]
    outside = {account.public_id: account for account in _visible(request, ExternalAccount, wanted)}
    inside = {account.public_id: account for account in _visible(request, InternalAccount, wanted)}
    return tuple(
        _party(role, side, payment, outside.get(side), inside.get(side))
        for role, side in (("Sender", payment.sender), ("Receiver", payment.receiver))
    )


def _visible(request: HttpRequest, model: type[_Account], keys: Sequence[uuid.UUID]) -> Sequence[_Account]:
    page = admin.site._registry[model]
    if not keys or not page.has_view_permission(request):
        return ()
    return list(model._default_manager.filter(pk__in=keys).select_related("customer"))


def _party(
    role: str,
    side: str,
    payment: Transaction,
    outside: ExternalAccount | None,
    inside: InternalAccount | None,
) -> Party:
    lines: list[str] = [links.to_public_id(side)] if side else ["paid in by bank transfer (quote funding)"]
    account = outside or inside
    customer = account.customer if account else payment.customer
    name = (customer.name or "no name") if customer else f"{payment.platform.name} (the platform itself)"
    holder = name if inside and customer else ""
    if outside is not None:
        holder = holder_of(outside)
        name = holder or name
        lines.append(f"{outside.account_type} {masking.masked(outside.primary_identifier)}".strip())
    elif side.startswith("$"):
        name, holder, lines = side, side, ["UMA address"]
        if customer is not None and customer.uma_address != side:
            customer = None  # of another institution, or of the sandbox
    if customer is not None:
        lines.append(links.to_public_id(customer.public_id))
        # Where the platform gave no name of its own, the key is stored in its place.
        own = "" if customer.platform_customer_id == str(customer.pk) else f"{customer.platform_customer_id} "
        lines.append(f"{own}customer of {payment.platform.name}")
    return Party(role, name, lines, holder)
