"""Panels for support on the pages of customers and platforms: balances, latest payments, problems."""

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib import admin
from django.db import models
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join

from compliance.models import Customer
from payments.admin import names
from payments.admin.transactions import STATUSES
from payments.models import InternalAccount, LedgerAccount, SuspenseItem, Transaction
from platforms.backoffice import amounts, columns, links, panels, parties
from platforms.models import Platform

_ROWS = 10
_OVERDUE = dt.timedelta(minutes=5)
"""A due payment is claimed within seconds; after this time something is wrong."""


@panels.contributed_to("compliance.Customer")
def of_customer(request: HttpRequest, customer: Customer) -> Sequence[panels.Panel | None]:
    """Return the panels of a customer's page. Costs five queries."""
    now, mine = customer.platform.now(), Q(platform=customer.platform_id, customer=customer.pk)
    items = Q(transaction__customer=customer.pk) | Q(deposit__internal_account__customer=customer.pk)
    return (
        _problems(request, mine, items, now),
        _payments(request, mine, customer=customer.pk),
        _balances(request, mine),
    )


@panels.contributed_to("platforms.Platform")
def of_platform(request: HttpRequest, platform: Platform) -> Sequence[panels.Panel | None]:
    """Return the panels of a platform's page. Costs five queries."""
    theirs = Q(platform=platform.pk)
    return (
        _problems(request, theirs, theirs, platform.now()),
        _payments(request, theirs, platform=platform.pk),
        _balances(request, theirs & Q(customer=None)),
    )


@panels.contributed_to("payments.ExternalAccount")
@panels.contributed_to("payments.InternalAccount")
def of_account(request: HttpRequest, account: Any) -> Sequence[panels.Panel | None]:
    """Return the latest payments from and to an account. Costs three queries."""
    if not _may_see(request, Transaction):
        return ()
    latest: dict[object, Transaction] = {}
    for side in ("sender", "receiver"):
        rows = Transaction.objects.filter(platform=account.platform_id, **{side: account.public_id})
        latest |= {row.pk: row for row in rows.order_by("-created_at", "-id")[:_ROWS]}
    newest = sorted(latest.values(), key=lambda row: (row.created_at, row.pk), reverse=True)
    return (_payments_of(newest[:_ROWS], more="", shown=(parties.CUSTOMER, parties.OTHER)),)


def _problems(request: HttpRequest, payments: Q, items: Q, now: dt.datetime) -> panels.Panel | None:
    rows: list[Sequence[str]] = []
    if _may_see(request, SuspenseItem):
        waiting = SuspenseItem.objects.filter(items, resolved_at=None).order_by("opened_at")[:_ROWS]
        rows += (
            (
                columns.moment_text(item.opened_at),
                links.to(links.page(SuspenseItem, item.pk), "in suspense"),
                amounts.major_units(item.amount, item.currency),
                columns.named_text(item.reason, names.REASONS) if not item.way else _on_its_way(item),
            )
            for item in waiting
        )
    if _may_see(request, Transaction):
        # By the index of due payments, which holds only payments under way.
        late = Transaction.objects.filter(payments, next_action_at__lt=now - _OVERDUE).order_by("next_action_at")
        rows += (
            (
                columns.moment_text(payment.next_action_at),
                links.to(links.page(Transaction, payment.pk), "overdue payment", title=payment.public_id),
                amounts.major_units(payment.sent_amount, payment.sent_currency),
                f"{columns.words(payment.next_action)} is late, {payment.attempts} attempts so far",
            )
            for payment in late[:_ROWS]
        )
    if not rows:
        return None
    return panels.Panel("Open problems", ("since", "what", "amount", "why"), rows, numeric=frozenset({2}))


def _on_its_way(item: SuspenseItem) -> str:
    return f"{columns.words(item.way, names.WAYS)}: with the rail"


def _balances(request: HttpRequest, of_holder: Q) -> panels.Panel | None:
    if not _may_see(request, InternalAccount):
        return None
    accounts = InternalAccount.objects.filter(of_holder).select_related("ledger_account").order_by("currency")
    empty = [account for account in accounts if not account.ledger_account.balance]
    return panels.Panel(
        "Balances",
        ("account", "balance", "changed", "statement"),
        [
            (
                _account(account),
                amounts.major_units(account.ledger_account.balance, account.currency),
                columns.moment_text(account.changed_at),
                _statement(request, account),
            )
            for account in accounts
            if account.ledger_account.balance
        ],
        numeric=frozenset({1}),
        note=format_html("Nothing in {}.", format_html_join(", ", "{}", ((_account(one),) for one in empty)))
        if empty
        else "",
    )


def _account(account: InternalAccount) -> str:
    return links.to(links.page(InternalAccount, account.pk), account.currency, title=account.public_id)


def _statement(request: HttpRequest, account: InternalAccount) -> str:
    if not _may_see(request, LedgerAccount):
        return ""
    return links.to(reverse("admin:payments_ledger_statement", args=[account.ledger_account_id]), "Open statement")


def _payments(request: HttpRequest, mine: Q, **filters: Any) -> panels.Panel | None:
    if not _may_see(request, Transaction):
        return None
    # In the order of the indexes on platform and customer, from their end.
    latest = Transaction.objects.filter(mine).order_by("-created_at", "-id")[:_ROWS]
    shown = (parties.OTHER,) if "customer" in filters else (parties.CUSTOMER, parties.OTHER)
    return _payments_of(latest, more=links.listing(Transaction, **filters), shown=shown)


def _payments_of(latest: Iterable[Transaction], *, more: str, shown: Sequence[str]) -> panels.Panel:
    """Return a table of payments with the names of their `shown` parties, which cost one query."""
    payments = list(latest)
    parties.load(payments, "public_id")
    who = [parties.column(name, "public_id") for name in shown]
    return panels.Panel(
        "Latest payments",
        ("made", "status", *(column.short_description for column in who), "amount", "reference"),
        [_payment_row(payment, who) for payment in payments],
        numeric=frozenset({2 + len(who)}),
        more=more,
    )


def _payment_row(payment: Transaction, who: Sequence[columns.Column]) -> Sequence[str]:
    sent = amounts.major_units(payment.sent_amount, payment.sent_currency)
    received = amounts.major_units(payment.received_amount, payment.received_currency)
    made = columns.moment_text(payment.created_at)
    return (
        links.to(links.page(Transaction, payment.pk), made, title=payment.public_id),
        columns.label_text(payment.status, STATUSES),
        *(column(payment) for column in who),
        sent if sent == received else f"{sent} → {received}",
        payment.reference,
    )


def _may_see(request: HttpRequest, model: type[models.Model]) -> bool:
    return bool(admin.site._registry[model].has_view_permission(request))
