"""What a customer has and has paid, in sum, and its accounts outside, for reviewers of its identity."""

import dataclasses
import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpRequest

from compliance.models import Customer
from payments.models import ExternalAccount, InternalAccount, Transaction
from platforms.backoffice import amounts, columns, masking, panels
from platforms.base import clock

MOST = 1000
"""Payments that are added up, the newest: a page must not read millions."""
_RECENT = dt.timedelta(days=30)
_COMPLETED, _OUTGOING = "COMPLETED", "OUTGOING"


@dataclasses.dataclass
class _Sum:
    """Completed payments in one direction and currency, amounts in its smallest unit."""

    count: int = 0
    amount: int = 0
    recent_count: int = 0
    recent_amount: int = 0
    first: dt.datetime | None = None
    last: dt.datetime | None = None


@panels.contributed_to("compliance.Customer", place="sums")
def of_customer(_: HttpRequest, customer: Customer) -> Sequence[panels.Panel]:
    """Return balances by account, and completed payments by direction and currency. Costs two queries.

    The page that asks has checked that the person may read them.
    """
    return (_balances(customer), _payments(customer))


@panels.contributed_to("compliance.Customer", place="file")
def of_file(_: HttpRequest, customer: Customer) -> Sequence[panels.Panel]:
    """Return the accounts outside, masked, for the file of a customer, as plain text. Costs one query."""
    rows = ExternalAccount.objects.filter(customer=customer.pk).order_by("created_at", "id")[: MOST + 1]
    lines = [
        (
            account.public_id,
            account.beneficiary_name,
            f"{account.account_type}, {account.currency}",
            masking.masked(account.primary_identifier),
            columns.words(account.status),
            _moments(account),
        )
        for account in rows
    ]
    note = "" if lines else "There is no external account."
    if len(lines) > MOST:
        note = f"These are the first {MOST:,}: there are more."
    headers = ("Id", "Beneficiary", "Type", "Number", "Status", "Made")
    return (panels.Panel("External accounts", headers, lines[:MOST], note=note),)


def _moments(account: ExternalAccount) -> str:
    made = f"{clock.iso(account.created_at)[:19]}Z"
    return f"{made}, deleted {clock.iso(account.deleted_at)[:19]}Z" if account.deleted_at else made


def _balances(customer: Customer) -> panels.Panel:
    accounts = InternalAccount.objects.filter(platform=customer.platform_id, customer=customer.pk)
    rows = accounts.select_related("ledger_account").order_by("currency")
    balances = [
        (account.currency, amounts.major_units(account.ledger_account.balance or 0, account.currency))
        for account in rows
    ]
    return panels.Panel("Balances", ("currency", "balance"), balances, note="" if balances else "No accounts.")


def _payments(customer: Customer) -> panels.Panel:
    # From the end of the index on platform and customer.
    newest = Transaction.objects.filter(platform=customer.platform_id, customer=customer.pk)
    fields = ("type", "status", "sent_amount", "sent_currency", "received_amount", "received_currency", "created_at")
    rows = list(newest.order_by("-created_at", "-id").values_list(*fields)[: MOST + 1])
    sums, others = _added_up(rows[:MOST], since=customer.platform.now() - _RECENT)
    notes = [f"Not completed, or not yet: {others}."] if others else []
    if len(rows) > MOST:
        notes.append(f"Only the newest {MOST} payments are added up: there are older ones.")
    return panels.Panel(
        "Completed payments",
        ("way", "30 days", "30 days, sum", "in all", "sum", "first", "last"),
        [_line(way, currency, total) for (way, currency), total in sorted(sums.items())],
        note=" ".join(notes) or ("" if sums else "No payments."),
    )


def _added_up(rows: Iterable[Sequence[Any]], *, since: dt.datetime) -> tuple[dict[tuple[str, str], _Sum], int]:
    """Return the sums by way and currency, and how many payments are in none. The newest come first."""
    sums: dict[tuple[str, str], _Sum] = {}
    others = 0
    for kind, status, sent, sent_currency, received, received_currency, made in rows:
        if status != _COMPLETED:
            others += 1
            continue
        is_out = kind == _OUTGOING
        amount, currency = (sent, sent_currency) if is_out else (received, received_currency)
        total = sums.setdefault(("paid out" if is_out else "received", currency), _Sum(last=made))
        total.count, total.amount, total.first = total.count + 1, total.amount + amount, made
        if made >= since:
            total.recent_count, total.recent_amount = total.recent_count + 1, total.recent_amount + amount
    return sums, others


def _line(way: str, currency: str, total: _Sum) -> Sequence[str]:
    return (
        way,
        str(total.recent_count),
        amounts.major_units(total.recent_amount, currency),
        str(total.count),
        amounts.major_units(total.amount, currency),
        columns.moment_text(total.first),
        columns.moment_text(total.last),
    )
