"""Pages of quotes: their terms and computation; money that arrived for them; suspense items."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import URLPattern
from unfold.decorators import action

from payments import queries
from payments.admin import names, quote_panels, suspense_ageing
from payments.admin.support import actions  # noqa: F401 - declares what can be done
from payments.admin.transactions import STATUSES
from payments.models import FundingReceipt, Quote, QuoteSourceType, SuspenseItem
from payments.workflow import suspense
from platforms.backoffice import amounts, columns, links, masking, panels, parties
from platforms.backoffice.lists import days, entered, narrowing
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.models import Platform

_QUOTE_STATUSES = {status: STATUSES[status] for status in ("PENDING", "PROCESSING", "COMPLETED", "FAILED", "EXPIRED")}
_USES = {"APPLIED": "success", "RETURNING": "warning", "SUSPENSE": "danger"}
_ITEM_STATES = {"OPEN": "danger", "WITH THE RAIL": "info", "RESOLVED": "success"}
_STANDS = {
    "open": ("Open", lambda: Q(resolved_at=None, way="")),
    "sent": ("With the rail", lambda: ~Q(way="") & Q(resolved_at=None)),
    "resolved": ("Resolved", lambda: Q(resolved_at__isnull=False)),
}
_PERIODS = (7, 31, 366)
"""Days of the report of FX profit and loss."""


def _source(quote: Quote) -> str:
    if quote.source_type == QuoteSourceType.REALTIME_FUNDING:
        return "paid in real time"
    return links.to_public_id(quote.transaction.sender)


_AMOUNTS = ("total_sending", "total_receiving", "fees_included", "platform_fees")


@admin.register(Quote)
class QuoteAdmin(ReadOnlyAdmin):
    """Terms of payments across currencies."""

    has_personal_data = True
    through = {"Transaction": "transaction_id"}
    search_help_text = "Quote:… or Transaction:…"
    list_display = (
        "created_at",
        "status",
        parties.CUSTOMER,
        parties.OTHER,
        "total_sending",
        "total_receiving",
        "platform",
        "public_id",
    )
    parties_in = "public_id"
    list_filter = ("lock_side", "source_type", "platform")
    loads = ("platform", "transaction")
    titles = {"lock_side": "fixed amount", "platform_fees": "platform's part of the fees"}
    if_filled = frozenset({"platform_fees", "platform_fee_terms"})
    shown = (
        columns.label("status", _QUOTE_STATUSES),
        columns.money("total_sending", currency="sending_currency", title="send amount"),
        columns.money("total_receiving", currency="receiving_currency", title="receive amount"),
        columns.money("fees_included", currency="sending_currency"),
        columns.money("platform_fees", currency="sending_currency"),
        columns.money("bridge_amount", currency="bridge_currency", title="leaves the service"),
        columns.column("source", _source, is_wide=True),
        columns.column("destination", lambda quote: links.to_public_id(quote.transaction.receiver), is_wide=True),
        columns.text("exchange_rate", lambda rate: f"{rate.normalize():f}"),
        columns.text("rounding", lambda rounding: f"{rounding.normalize():f}", title="rounding difference (units)"),
        columns.document("counterparty_information", masking.account),
        columns.document("sender_information", masking.account),
    )
    groups = (
        ("Quote", ("public_id", "status", "transaction", "platform", "customer", "created_at", "expires_at")),
        ("Amounts", (*_AMOUNTS, "rounding", "lock_side", "exchange_rate")),
        (
            "Pricing",
            (
                *("rate_snapshot", "fee_schedule", "sending_currency", "receiving_currency"),
                *("rate_details", "platform_fee_terms"),
            ),
        ),
        ("Parties", ("source_type", "source", "destination", "payment_rail", "crypto_network")),
        ("Extra data", ("purpose", "sender_information", "counterparty_information", "lookup_id")),
    )
    actions_list = ("exchange_result",)

    def heading(self, row: Any) -> str:
        """Return both amounts, and who would pay whom."""
        sent = amounts.major_units(row.total_sending, row.sending_currency)
        received = amounts.major_units(row.total_receiving, row.receiving_currency)
        return ", ".join(filter(None, (f"{sent} → {received}", parties.of(row, self.parties_in).words)))

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the computation of the price, the money that arrived, the suspense items, and the ledger entries."""
        return (
            *quote_panels.explanation(row),
            quote_panels.arrivals(request, row.transaction_id),
            quote_panels.suspended(request, transaction=row.transaction_id),
            quote_panels.books(request, row.transaction_id),
        )

    # By this method and not by the permission's own name, which the theme would look up in the database at start-up.
    def has_viewing_permission(self, request: HttpRequest) -> bool:
        """Tell whether a person may see the results of exchanging."""
        return request.user.has_perm("payments.view_quote") and request.user.has_perm("payments.view_ledgeraccount")

    @action(  # type: ignore[untyped-decorator]
        description="FX profit and loss",
        permissions=["viewing"],
        icon="currency_exchange",
        url_path="exchange-result",
    )
    def exchange_result(self, request: HttpRequest) -> TemplateResponse:
        """Show received and given amounts of each currency, and rounding differences of each pair."""
        typed = request.GET.get("days", "")
        days = int(typed) if typed in {str(period) for period in _PERIODS} else _PERIODS[0]
        context = {
            **self.admin_site.each_context(request),
            "title": "FX profit and loss",
            "page_name": "FX profit and loss",
            "opts": self.opts,
            "panels": (
                quote_panels.positions(queries.exchange_positions()),
                quote_panels.roundings(queries.exchange_results(since=dt.timedelta(days=days)), days=days),
            ),
            "periods": [(period, f"?days={period}", period == days) for period in _PERIODS],
        }
        return TemplateResponse(request, "admin/backoffice/report.html", context)


@admin.register(FundingReceipt)
class FundingReceiptAdmin(ReadOnlyAdmin):
    """Money that arrived for quotes, and its use."""

    through = {"Transaction": "transaction_id"}
    search_help_text = "key or Transaction:…"
    list_display = ("at", "amount", "use", "reason", parties.CUSTOMER, parties.OTHER, "platform", "transaction")
    parties_in = "transaction.public_id"
    list_filter = ("use", "platform")
    loads = ("platform", "transaction")
    shown = (
        columns.money("amount", currency="currency"),
        columns.label("use", _USES),
        columns.named("reason", names.REASONS),
    )
    groups = (("Receipt", ("id", "transaction", "amount", "currency", "use", "reason", "at", "platform")),)

    def heading(self, row: Any) -> str:
        """Return how much arrived, and its use."""
        return f"{amounts.major_units(row.amount, row.currency)}, {columns.words(row.use).lower()}"


def _state(item: SuspenseItem) -> str:
    state = "RESOLVED" if item.resolved_at else "WITH THE RAIL" if item.way else "OPEN"
    return columns.state_text(state, _ITEM_STATES)


def _age(item: SuspenseItem) -> str:
    return age(item.opened_at, item.resolved_at, item.platform)


def age(opened_at: dt.datetime, ended_at: dt.datetime | None, platform: Platform) -> str:
    """Return how long something has waited, or waited, by the platform's clock, by which it was opened."""
    return columns.duration((ended_at or platform.now()) - opened_at)


_OF_ITEM = (parties.CUSTOMER, parties.OTHER)
_RESOLUTION = ("way", "credited", "entry", "next_attempt_at", "attempts", "movement", "provider_reference")


def _to_do(item: SuspenseItem) -> str:
    if item.resolved_at is not None:
        return ""
    if item.way:
        return "Nothing for now: the bank or network is asked. If it does not pay, the item is open again."
    ways = ", or ".join(names.WAYS[way].lower() for way in suspense.ways(item))
    return f"Press Resolve; a second person approves it: {ways}. {_ASK_FIRST.get(item.reason, '')}"


_ASK_FIRST = {
    "PAYOUT_NOT_GIVEN_BACK": "Ask the bank first whether it has paid the beneficiary after all.",
    "PAID_AGAIN": "The quote was paid before: what came the second time belongs to the payer.",
}


@admin.register(SuspenseItem)
class SuspenseItemAdmin(ReadOnlyAdmin):
    """Money that waits for a person's decision: open items first, the oldest first."""

    through = {"Transaction": "transaction_id", "Deposit": "deposit_id"}
    search_help_text = "key, Transaction:… or Deposit:…"
    # Descending order puts the times that are missing first.
    ordering = ("-resolved_at", "pk")
    time_of_keys = "opened_at"
    list_display = (
        "opened_at",
        "age",
        "state",
        "amount",
        "reason",
        parties.CUSTOMER,
        parties.OTHER,
        "platform",
        "transaction",
        "deposit",
    )
    parties_in = "public_id"
    list_filter = (
        days.of("opened_at", title="day it was opened"),
        entered.amounts_of(("amount", "currency")),
        entered.by_code("reason", "reason", lambda: entered.worded(list(suspense.WAYS), names.REASONS)),
        narrowing.by("stands", "state", _STANDS),
        "platform",
    )
    loads = ("platform", "transaction", "deposit")
    shown = (
        columns.money("amount", currency="currency"),
        columns.column("state", _state),
        columns.column("age", _age),
        columns.named("reason", names.REASONS),
        columns.named("way", names.WAYS),
        columns.text("attempts", lambda number: str(number or "")),
        columns.column("to_do", _to_do, title="what to do", is_wide=True),
    )
    titles = {"attempts": "attempts so far", "way": "resolution", "entry": "ledger entry", "movement": "bank movement"}
    list_before_template = "admin/payments/suspense_links.html"
    hidden = ("currency",)  # with the amount
    groups = (
        ("Item", ("state", "amount", "reason", "to_do", *_OF_ITEM, "transaction", "deposit", "receipt")),
        ("Times", ("age", "opened_at", "resolved_at")),
        ("Resolution", _RESOLUTION),
        ("Record", ("id", "platform")),
    )
    if_filled = frozenset({"transaction", "deposit", "receipt", "to_do", "resolved_at", *_OF_ITEM, *_RESOLUTION})

    def heading(self, row: Any) -> str:
        """Return how much it is, why it waits, and whom it concerns."""
        whom = parties.of(row, self.parties_in).words
        return f"{self.named(row)}, {whom}" if whom else self.named(row)

    def named(self, row: Any) -> str:
        """Return how much it is, and why it waits."""
        return f"{amounts.major_units(row.amount, row.currency)}: {columns.words(row.reason, names.REASONS)}"

    def get_urls(self) -> list[URLPattern]:
        """Add the address of the ageing report."""
        return [*suspense_ageing.urls(), *super().get_urls()]

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the money that arrived for the payment, and its ledger entries or those of the deposit."""
        if row.deposit is not None:
            return (quote_panels.books_of_deposit(request, row.deposit),)
        of = row.transaction_id
        return quote_panels.arrivals(request, of), quote_panels.books(request, of)
