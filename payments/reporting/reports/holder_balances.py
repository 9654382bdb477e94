"""What is owed to holders at a moment, by currency or by account, beside what is held for them."""

import datetime as dt
import functools
import uuid
from collections.abc import Iterator
from typing import Any

from django.db.models import BigIntegerField, Case, F, OuterRef, Q, QuerySet, Subquery, Sum, When
from django.db.models.functions import Coalesce

from payments.ledger.chart import CREDIT, AccountKind
from payments.models import InternalAccount, Posting
from payments.reporting.reports import declared, settlements
from payments.reporting.reports.declared import Asked, Group
from platforms.base.reports.tables import Column, Kind, Row, Table
from platforms.database import replica

ACCOUNT = "account"
"""The group of single accounts, which takes its own columns."""
_PIECE = 2000
"""Accounts that are read at once."""
_SUMS = (
    Column("customers", "Of customers", Kind.AMOUNT, "Balances of customers' internal accounts."),
    Column("platform", "Of the platform", Kind.AMOUNT, "Balances of the platform's internal accounts."),
    Column("underWay", "Under way", Kind.AMOUNT, "Taken from holders or payers, and not yet settled by a rail."),
    Column("suspense", "Suspense", Kind.AMOUNT, "Waits for a decision of the operator."),
    Column("held", "Held", Kind.AMOUNT, "What banks and networks hold for the platform."),
    Column(
        "others",
        "Other",
        Kind.AMOUNT,
        "`held` less all before and `platformFees`: fees of the service, exchanged money, charges of banks, claims.",
    ),
    Column(
        "platformFees", "Platform's fees", Kind.AMOUNT, "Charged by the platform, and not yet in its internal account."
    ),
)
OF_ACCOUNTS = (
    Column("accountId", "Account", Kind.TEXT, "The internal account."),
    Column("customerId", "Customer", Kind.TEXT, "Its holder; left out for the platform's own."),
    Column("platformCustomerId", "Customer's name at the platform", Kind.TEXT, "Your name for the holder."),
    declared.CURRENCY,
    Column("balance", "Balance", Kind.AMOUNT, "The balance up to and including the moment."),
)


def _rows(asked: Asked) -> Iterator[Row]:
    (platform_id,) = asked.platforms
    balances = settlements.balances(platform_id, asked.moment)
    for code in sorted({code for _, code in balances}):
        kinds = (
            (AccountKind.CUSTOMER_FUNDS,),
            (AccountKind.PLATFORM_FUNDS,),
            (AccountKind.PAYOUT_CLEARING, AccountKind.FUNDING_CLEARING),
            (AccountKind.SUSPENSE,),
            (AccountKind.RAIL_SETTLEMENT,),
        )
        amounts = [sum(balances.get((kind, code), 0) for kind in together) for together in kinds]
        *owed, held = amounts
        fees = balances.get((AccountKind.PLATFORM_FEES, code), 0)
        if any((*amounts, fees)):
            yield (code, *amounts, held - sum(owed) - fees, fees)


def accounts(platform_id: uuid.UUID, at: dt.datetime) -> QuerySet[InternalAccount]:
    """Return a platform's internal accounts that were open at a moment; `balance_then` is what each held.

    That is the stored balance less what was posted since: a short way for a moment that is not long ago.
    """
    later = Posting.objects.filter(account=OuterRef("ledger_account_id"), at__gt=at).order_by().values("account")
    signed = Case(When(side=CREDIT, then=F("amount")), default=-F("amount"))
    since = Subquery(later.annotate(total=Sum(signed)).values("total"))
    rows: QuerySet[InternalAccount] = InternalAccount.objects.for_platform(platform_id).filter(created_at__lte=at)
    return rows.select_related("customer").annotate(
        balance_then=F("ledger_account__balance") - Coalesce(since, 0, output_field=BigIntegerField())
    )


def of_account(account: Any) -> Row:
    """Return the row of an account that `accounts` has returned."""
    customer = account.customer
    return (
        account.public_id,
        customer and customer.public_id,
        customer and customer.platform_customer_id,
        account.currency,
        account.balance_then,
    )


def every_account(platform_id: uuid.UUID, at: dt.datetime) -> Table:
    """Return all of them, oldest first, read in pieces while the rows are taken."""
    return Table(OF_ACCOUNTS, _in_pieces(accounts(platform_id, at).order_by("created_at", "id")))


def _in_pieces(rows: QuerySet[InternalAccount]) -> Iterator[Row]:
    following, piece = Q(), list[InternalAccount]()
    while piece := replica.read(functools.partial(list, rows.filter(following)[:_PIECE])):
        yield from map(of_account, piece)
        last = piece[-1]
        following = Q(created_at__gte=last.created_at) & ~Q(created_at=last.created_at, id__lte=last.id)


REPORT = declared.Report(
    name="balances",
    title="Balances at a moment",
    text=(
        "What is owed to customers and to the platform at a moment, and what is held for it, from the journal. By"
        " `account`: the balance of each internal account; their sums are `customers` and `platform`."
    ),
    when=declared.When.MOMENT,
    groups={ACCOUNT: Group(OF_ACCOUNTS[0])},
    usual=(),
    sums=_SUMS,
    read=_rows,
)
