"""Tables about quotes on several pages: the price, arrived money, ledger entries, exchange results."""

import uuid
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html

from payments.admin import ledger, names
from payments.ledger import chart
from payments.models import Deposit, JournalEntry, LedgerAccount, Quote, RateSnapshot, SuspenseItem
from payments.queries import ExchangePosition, ExchangeResult
from payments.quotes import explanations
from platforms.backoffice import amounts, columns, links, panels

_ENTRIES = 20


def explanation(quote: Quote) -> Iterator[panels.Panel]:
    """Yield the computation of a quote's price: the path of its rate, and the arithmetic line by line."""
    explained = explanations.explain(quote)
    if explained.crossing is not None and explained.crossing.steps:
        yield panels.Panel(
            title="Path of the mid rate",
            headers=("one", "costs", "of", "as of", "used"),
            rows=[
                (
                    step.pair.destination,
                    f"{step.pair.rate:f}",
                    step.pair.source,
                    columns.moment_text(step.pair.as_of) or "when taken",
                    "inverse" if step.is_inverse else "direct",
                )
                for step in explained.crossing.steps
            ],
            numeric=frozenset({1}),
            note=format_html("From the {}.", _snapshot_link(quote)),
        )
    yield panels.Panel(
        title="Price calculation",
        headers=("item", "calculation", "result"),
        rows=[(line.what, line.working, line.result) for line in explained.lines],
        numeric=frozenset({2}),
        note="DIFFERS FROM THE STORED PRICE. " + "; ".join(explained.differences) + "."
        if explained.differences
        else "Recalculated from the stored rates and fee schedule; matches the stored price.",
    )


def _snapshot_link(quote: Quote) -> str:
    return links.to(links.page(RateSnapshot, quote.rate_snapshot_id), f"rates taken as {quote.rate_snapshot}")


def terms(quote: Quote) -> panels.Panel:
    """Return the terms of a payment's quote, for the page of the payment."""
    lock = "send amount" if quote.lock_side == "SENDING" else "receive amount"
    return panels.Panel(
        title="Quote",
        headers=("quote", "send amount", "fees included", "rate", "receive amount", "fixed amount", "expires"),
        rows=[
            (
                links.to(links.page(Quote, quote.pk), f"Quote:{links.head(quote.pk)}", title=quote.public_id),
                columns.money_text(quote.total_sending, quote.sending_currency),
                columns.money_text(quote.fees_included, quote.sending_currency),
                f"{quote.exchange_rate.normalize():f}",
                columns.money_text(quote.total_receiving, quote.receiving_currency),
                lock,
                columns.moment_text(quote.expires_at),
            )
        ],
        numeric=frozenset({1, 2, 3, 4}),
    )


def arrivals(request: HttpRequest, transaction_id: uuid.UUID) -> panels.Panel | None:
    """Return the money that arrived for a payment from outside; None when nothing did."""
    return _unless_empty(
        panels.rows_of(
            request,
            "payments.FundingReceipt",
            *("at", "amount", "use", "reason"),
            title="Incoming funds",
            transaction=transaction_id,
        )
    )


def suspended(request: HttpRequest, **of: Any) -> panels.Panel | None:
    """Return the suspense items of a payment or a deposit; None when there are none."""
    return _unless_empty(
        panels.rows_of(
            request,
            "payments.SuspenseItem",
            *("opened_at", "state", "amount", "reason"),
            title="Suspense",
            **of,
        )
    )


def _unless_empty(panel: panels.Panel | None) -> panels.Panel | None:
    return panel if panel is not None and panel.rows else None


def books(request: HttpRequest, transaction_id: uuid.UUID) -> panels.Panel | None:
    """Return the entries of a payment as T accounts, oldest first; None when the person may not see the books.

    Costs three queries: entries, postings, accounts.
    """
    more = links.listing(JournalEntry, transaction=transaction_id)
    return _books(request, JournalEntry.objects.filter(transaction=transaction_id), more=more)


def books_of_deposit(request: HttpRequest, deposit: Deposit) -> panels.Panel | None:
    """Return the entry that recorded a deposit, and the one that resolved its suspense item.

    A deposit for a quote has those of its payment. None when the person may not see the books. Costs four queries.
    """
    resolved = SuspenseItem.objects.filter(deposit=deposit).values_list("entry", flat=True)
    if deposit.receipt is not None:
        return books(request, deposit.receipt.transaction_id)
    return _books(request, JournalEntry.objects.filter(pk__in=[deposit.entry_id, *resolved]), more="")


def _books(request: HttpRequest, all_entries: QuerySet[JournalEntry], *, more: str) -> panels.Panel | None:
    if not admin.site._registry[JournalEntry].has_view_permission(request):
        return None
    entries = list(all_entries.order_by("pk").prefetch_related("postings__account")[: _ENTRIES + 1])
    return panels.Panel(
        title="Journal entries",
        headers=("entry", "time", "debited account", "debit", "credit", "credited account"),
        rows=[row for entry in entries[:_ENTRIES] for row in _entry_rows(entry)],
        numeric=frozenset({3, 4}),
        note=f"The first {_ENTRIES}." if len(entries) > _ENTRIES else "",
        more=more,
    )


def _entry_rows(entry: JournalEntry) -> Iterator[tuple[str, ...]]:
    postings = sorted(entry.postings.all(), key=lambda posting: posting.pk)
    debits = [posting for posting in postings if posting.side == chart.DEBIT]
    credits_ = [posting for posting in postings if posting.side == chart.CREDIT]
    heading: tuple[str, ...] = (_entry_link(entry), columns.moment_text(entry.at))
    for left, right in zip_longest(debits, credits_):
        yield (*heading, *ledger.half(left), *reversed(ledger.half(right)))
        heading = ("", "")


def _entry_link(entry: JournalEntry) -> str:
    link = names.entry_link(entry)
    return format_html("{} (reverses #{})", link, entry.reverses_id) if entry.reverses_id else link


def positions(exchange_positions: Sequence[ExchangePosition]) -> panels.Panel:
    """Return received less given currency of the exchange accounts, by platform and currency."""
    return panels.Panel(
        title="FX positions: received less paid out, since the start",
        headers=("platform", "account", f"received less paid out ({columns.SIGNED})"),
        rows=[
            (
                position.platform,
                columns.with_code(
                    links.to(links.page(LedgerAccount, position.account_id), f"Exchange, {position.currency}"),
                    "EXCHANGE",
                ),
                amounts.major_units(position.balance, position.currency),
            )
            for position in exchange_positions
        ],
        numeric=frozenset({2}),
        note="A position is no profit: it is the amount to buy or sell to close it.",
    )


_MORE_DECIMALS = 4
"""Decimals of a rounding difference beyond those of its currency."""


def _rounding(result: ExchangeResult) -> str:
    """Return a rounding difference to some decimals, with all of them in the title."""
    exact = result.rounding.scaleb(-result.decimals)
    shown = round(exact, result.decimals + _MORE_DECIMALS).normalize()
    return format_html('<span title="{0} {2}">{1} {2}</span>', f"{exact.normalize():f}", f"{shown:f}", result.sending)


def roundings(results: Sequence[ExchangeResult], *, days: int) -> panels.Panel:
    """Return the results of pairs of currencies: volume, fees, and rounding differences."""
    return panels.Panel(
        title=f"Payments exchanged in the last {days} days, without reversals",
        headers=("platform", "pair", "payments", "received", "paid out", "fees", "rounding difference"),
        rows=[
            (
                result.platform,
                f"{result.sending} → {result.receiving}",
                f"{result.payments:,}",
                amounts.major_units(result.exchanged, result.sending),
                amounts.major_units(result.given, result.receiving),
                amounts.major_units(result.fees, result.sending),
                _rounding(result),
            )
            for result in results
        ],
        numeric=frozenset({2, 3, 4, 5, 6}),
        note="Receive amounts are rounded down, send amounts up.",
    )
