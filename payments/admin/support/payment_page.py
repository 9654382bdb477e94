"""What stands at the top of a payment's page: where the money is, what is wrong, who is involved, what happened."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Iterator, Sequence
from typing import TypeVar

from django.contrib import admin
from django.db import models
from django.db.models import Q
from django.http import HttpRequest
from django.utils.html import format_html

from payments.admin.support import money_location, timeline
from payments.admin.support.money_location import Found
from payments.admin.support.timeline import Step
from payments.models import ExternalAccount, InternalAccount, SuspenseItem, Transaction, TransactionStatus
from platforms.backoffice import links, masking
from platforms.base import identifiers

_Account = TypeVar("_Account", bound=models.Model)
_OVERDUE = dt.timedelta(minutes=5)
"""A due payment is taken up in seconds; by then something is wrong with the workers."""
_MANY_ATTEMPTS = 5
_ENDED_BADLY = {TransactionStatus.FAILED, TransactionStatus.REJECTED}


@dataclasses.dataclass(frozen=True, slots=True)
class Party:
    """One side of a payment."""

    role: str
    name: str
    lines: Sequence[str]


@dataclasses.dataclass(frozen=True, slots=True)
class Desk:
    """What the template shows."""

    sentence: str
    problems: Sequence[str]
    parties: Sequence[Party]
    steps: Sequence[Step]


def of(request: HttpRequest, payment: Transaction, *, window: Q) -> Desk:
    """Return the desk of a payment, whose platform and customer are loaded. `window` bounds the keys of its events."""
    items = list(SuspenseItem.objects.filter(transaction_id=payment.pk).order_by("pk")[: timeline.MOST])
    found = money_location.find(payment.pk)
    steps = timeline.steps(request, payment, window=window, items=items)
    return Desk(
        sentence=money_location.sentence(payment, found, items=items),
        problems=list(_problems(payment, found, steps, items)),
        parties=_parties(request, payment),
        steps=steps,
    )


def _problems(
    payment: Transaction, found: Found, steps: Sequence[Step], items: Sequence[SuspenseItem]
) -> Iterator[str]:
    due = payment.next_action_at
    if due is not None and payment.platform.now() - due > _OVERDUE:
        waited = int((payment.platform.now() - due).total_seconds() // 60)
        yield f"The next step is {waited} minutes late."
    said = [step.flag for step in steps if step.kind == "Rail"]
    unheard = next((count for count, flag in enumerate(reversed(said)) if not flag.endswith(":NONE")), len(said))
    if due is not None and unheard >= _MANY_ATTEMPTS:
        yield f"The bank answered unexpectedly {unheard} times in a row."
    if payment.status in _ENDED_BADLY and _is_contradicted(said, found):
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
    return bool(said) and said[-1] == "COLLECT:SETTLED" and not found.has_moved


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
    name = _name_of(customer) if customer else f"{payment.platform.name} (the platform itself)"
    if outside is not None:
        holder = outside.account_info.get("beneficiary") or {}
        name = holder.get("fullName") or holder.get("legalName") or name
        lines.append(f"{outside.account_type} {masking.masked(outside.primary_identifier)}".strip())
    elif side.startswith("$"):
        name = side
    if customer is not None:
        lines.append(links.to_public_id(customer.public_id))
        # Where the platform gave no name of its own, the key stands for it.
        own = "" if customer.platform_customer_id == str(customer.pk) else f"{customer.platform_customer_id} "
        lines.append(f"{own}customer of {payment.platform.name}")
    return Party(role, name, lines)


def _name_of(customer: object) -> str:
    business = getattr(customer, "business_info", None) or {}
    return getattr(customer, "full_name", None) or business.get("legalName") or "no name"
