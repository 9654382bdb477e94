"""Pages of transactions: the payment, its history, its journal entries and its events."""

import datetime as dt
import uuid
from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import F, Q
from django.http import HttpRequest, HttpResponse

from payments.admin import quote_panels
from payments.admin.reports import rail_names
from payments.admin.support import actions, explanations, payment_page, proof  # noqa: F401 - declares what can be done
from payments.models import (
    IN_FLIGHT,
    FailureReason,
    Quote,
    Transaction,
    TransactionStatusChange,
    TransactionTally,
    TransactionTallyMark,
)
from payments.reporting.dashboard_metrics import NOT_YET_PAID
from platforms.backoffice import actions as staff_actions
from platforms.backoffice import amounts, columns, links, masking, notes, panels, parties
from platforms.backoffice.lists import days, entered, narrowing
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import clock, identifiers
from platforms.database.rows import by_key

STATUSES = {
    "CREATED": "",
    "PENDING": "info",
    "PROCESSING": "info",
    "COMPLETED": "success",
    "REJECTED": "danger",
    "FAILED": "danger",
    "REFUNDED": "warning",
    "EXPIRED": "warning",
}
_MARGIN = dt.timedelta(minutes=1)


def _due() -> Q:
    """Return the condition for payments that a worker should have taken up, by the clocks of their platforms."""
    return Q(next_action_at__isnull=False, next_action_at__lte=clock.real_now() + F("platform__clock_offset"))


def _under_way() -> Q:
    """Return the condition for payments that have not ended, without unpaid quotes."""
    return Q(next_action_at__isnull=False, status__in=IN_FLIGHT) & ~Q(next_action__in=NOT_YET_PAID)


_DUE = {"now": ("Now", _due), "ever": ("At any time: under way", _under_way)}


def _reasons() -> entered.Choices:
    return entered.worded(FailureReason.values, explanations.FAILURES)


def _quote(row: Transaction) -> str:
    return links.to_public_id(identifiers.public("Quote", row.quote_id)) if row.quote_id else ""


_SENT = columns.money("sent_amount", currency="sent_currency")
_RECEIVED = columns.money("received_amount", currency="received_currency")


@admin.register(Transaction)
class TransactionAdmin(ReadOnlyAdmin):
    """Payments."""

    has_personal_data = True
    exact_by_platform = ("reference", "sender", "receiver")
    through = {"Customer": "customer_id"}
    # A payment's accounts are its ends, which have indexes; the relations have none.
    written_in = {"InternalAccount": ("sender", "receiver"), "ExternalAccount": ("sender", "receiver")}
    stand_for = {"internal_account": "InternalAccount", "external_account": "ExternalAccount"}
    parties_in = "public_id"
    search_help_text = "Transaction:…, Customer:…, an account's id, or bank reference"
    time_of_keys = "created_at"
    list_display = (
        "created_at",
        "status",
        parties.CUSTOMER,
        parties.OTHER,
        "amount",
        "type",
        "reference",
        "platform",
        "public_id",
    )
    list_filter = (
        days.of("created_at", title="day of creation"),
        entered.amounts_of(("sent_amount", "sent_currency"), ("received_amount", "received_currency")),
        entered.by_code("failure_reason", "reason of failure", _reasons),
        entered.one_of("rail", "rail", rail_names.paid_by, of=("external_account",), options=rail_names.choices),
        narrowing.by("due", "due", _DUE),
        "status",
        "type",
        "platform",
    )
    # Of lists: the page has both sides of the amount.
    hidden = ("amount",)
    loads = ("platform",)
    change_form_template = "admin/payments/transaction.html"
    change_form_outer_before_template = "admin/payments/transaction_desk.html"
    shown = (
        columns.label("status", STATUSES),
        columns.named("failure_reason", explanations.FAILURES),
        _SENT,
        _RECEIVED,
        columns.exchange("amount", _SENT, _RECEIVED, title="amount"),
        columns.money("fees", currency="sent_currency"),
        columns.money("platform_fees", currency="sent_currency"),
        columns.text("exchange_rate", lambda rate: f"{rate.normalize():f}"),
        columns.column("quote_id", _quote, title="quote", is_wide=True),
        columns.column("next_action", lambda row: columns.named_text(row.next_action) if row.next_action_at else ""),
        columns.subject("sender"),
        columns.subject("receiver"),
        columns.document("counterparty_information", masking.account),
        columns.document("metadata", masking.personal, title="metadata of the platform"),
    )
    more_in_files = (
        columns.money("fees", currency="sent_currency", title="fees"),
        columns.money("platform_fees", currency="sent_currency", title="platform's part of the fees"),
        columns.text("exchange_rate", lambda rate: f"{rate.normalize():f}"),
        columns.text("failure_reason"),
        columns.column("rail", rail_names.of),
        columns.moment("settled_at"),
        columns.text("description", title="memo"),
    )
    groups = (
        ("Payment", ("public_id", "type", "status", "failure_reason", "reference", "description")),
        ("Of the platform", ("remittance_information", "metadata")),
        (
            "Amounts",
            ("sent_amount", "received_amount", "fees", "platform_fees", "exchange_rate", "rate_details", "quote_id"),
        ),
        ("Parties", ("platform", "customer", "platform_customer_id", "sender", "receiver", "counterparty_information")),
        (
            "Times",
            (
                *("created_at", "updated_at", "payment_rail", "expected_settlement_at", "settled_at"),
                *("next_action_at", "attempts"),
            ),
        ),
    )

    class Media:
        """The letter for a note."""

        js = ("backoffice/queue_keys.js",)

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the notes, the quote, the money that arrived for it, the proof; the rest is in the timeline."""
        return (notes.panel(row.public_id), *_quoted(request, row), proof.panel(request, row))

    def load_for_files(self, rows: Sequence[Any]) -> None:
        """Find the rails."""
        rail_names.load(rows)

    def summary(self, row: Any) -> str:
        """Return status, amount, platform and time."""
        sent = amounts.major_units(row.sent_amount, row.sent_currency)
        who = parties.of(row, self.parties_in).text
        return " · ".join(filter(None, (row.status, sent, who, str(row.platform), f"{row.created_at:%Y-%m-%d %H:%M}")))

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Leave to the head of the page what is offered beside the sentence that it belongs to."""
        beside = {one.word for one in staff_actions.of_model(Transaction)}
        return [one for one in super().get_actions_detail(request, object_id) if one.path not in beside]

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """Begin with the location of the money and the timeline."""
        row = context["original"]
        context["desk"] = payment_page.of(request, row, window=_lifetime(row))
        context["page_name"] = context["desk"].heading
        return super().render_change_form(request, context, *args, **kwargs)


def _quoted(request: HttpRequest, row: Transaction) -> Sequence[panels.Panel | None]:
    """Return the panels of a payment across currencies."""
    quote = by_key(Quote.objects, row.quote_id)
    if quote is None or not request.user.has_perm("payments.view_quote"):
        return ()
    return (
        quote_panels.terms(quote),
        quote_panels.arrivals(request, row.pk),
        quote_panels.suspended(request, transaction=row.pk),
    )


def _lifetime(row: Transaction) -> Q:
    """Bound the keys of rows written while a payment lasted: keys hold real time, and a platform's clock runs ahead."""
    last = int((row.updated_at + _MARGIN).timestamp() * 1000)
    return Q(pk__gte=uuid.UUID(int=row.id.int >> 80 << 80), pk__lt=uuid.UUID(int=last << 80))


@admin.register(TransactionStatusChange)
class TransactionStatusChangeAdmin(ReadOnlyAdmin):
    """All changes of payments' statuses."""

    through = {"Transaction": "transaction_id"}
    search_help_text = "Transaction:…"
    list_display = ("at", "transaction", "from_status", "to_status", "cause", "actor_kind", "actor_id")
    list_filter = ("to_status",)
    loads = ("transaction",)
    shown = (columns.label("from_status", STATUSES), columns.label("to_status", STATUSES))


@admin.register(TransactionTally)
class TransactionTallyAdmin(ReadOnlyAdmin):
    """Stored counts, so that lists need not count."""

    through = {"PlatformConfig": "platform_id"}
    list_display = ("platform", "type", "count")
    loads = ("platform",)


@admin.register(TransactionTallyMark)
class TransactionTallyMarkAdmin(ReadOnlyAdmin):
    """The row up to which the counts have counted."""

    list_display = ("id", "up_to", "payees_up_to", "payees_until")
