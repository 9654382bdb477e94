"""Pages of the rail of bank files: bank connections, routes, batches and their release, payments."""

import decimal
import uuid
from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from banks.admin import our_accounts
from banks.admin.rail import effects, terms, words
from banks.models import BankBatch, BankConnection, BankPayment, RailRoute
from banks.rail import bank_days, batches, by_hand, connections, formats, routes
from payments.account_types import table
from platforms.backoffice import amounts, columns, fields, links, panels
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.read_only import ReadOnlyAdmin

BATCHES = {"OPEN": "info", "CLOSED": "warning", "DELIVERED": "success", "CANCELLED": "", "RELEASED": "primary"}
PAYMENTS = {"WAITING": "warning", "REFUSED": "danger", "SETTLED": "success", "REJECTED": "danger", "RETURNED": "danger"}
_ACCOUNT_TYPES = [(one, one) for one in sorted(table.ACCOUNT_TYPES)]
_TWO: dict[str, Any] = {"roles": [Role.OPERATIONS], "takes_two": True}


def _label(key: str) -> str:
    return formats.FORMATS[key].label if key else ""


def _enter(*, platform: uuid.UUID | None, **entered: Any) -> BankConnection:
    return connections.enter(platform=platform, **entered)


Action(
    "bank_connection.enter",
    **_TWO,
    on=BankConnection,
    is_of_list=True,
    path="enter_connection",
    button="Enter a connection",
    icon="add",
    is_main=True,
    title="Enter a bank connection",
    text="A second person approves it. Payments go by it once a route leads there.",
    fields=terms.of_new,
    arguments=terms.in_units,
    effect=effects.enter_connection,
    perform=_enter,
    subject=lambda *, name, **_: f"bank connection {name}"[:64],
)
Action(
    "bank_connection.replace",
    **_TWO,
    on=BankConnection,
    path="replace_connection",
    button="Change",
    icon="edit",
    offered=lambda row, _: row.ended_at is None,
    title="Change this bank connection",
    text="A second person approves it. Batches that are open go on as they are.",
    fields=terms.former,
    key="connection",
    arguments=terms.in_units,
    effect=effects.replace_connection,
    perform=connections.replace,
)
Action(
    "bank_connection.end",
    **_TWO,
    on=BankConnection,
    path="end_connection",
    button="End",
    icon="link_off",
    offered=lambda row, _: row.ended_at is None,
    title="End this bank connection",
    text="A second person approves it. End the routes to it first.",
    key="connection",
    effect=effects.end_connection,
    perform=connections.end,
)


def _enter_route(*, platform: uuid.UUID | None, **entered: Any) -> RailRoute:
    return routes.enter(platform=platform, **entered)


Action(
    "rail_route.enter",
    **_TWO,
    on=RailRoute,
    is_of_list=True,
    path="enter_route",
    button="Enter a route",
    icon="add",
    is_main=True,
    title="Enter a route",
    text="A second person approves it. It holds for payments made a minute later, and after.",
    fields=lambda _: {
        "platform": terms.platforms(),
        "currency": terms.choice("Currency", terms.CURRENCIES, required=False),
        "account_type": terms.choice("Account type", _ACCOUNT_TYPES, required=False),
        "connection_name": fields.text("Bank connection", "Its name. Empty: the rail of the settings.", required=False),
    },
    effect=effects.enter_route,
    perform=_enter_route,
    subject=lambda *, currency, account_type, connection_name, **_: (
        f"route {account_type or currency or 'any'} to {connection_name or 'settings'}"[:64]
    ),
)
Action(
    "rail_route.end",
    **_TWO,
    on=RailRoute,
    path="end_route",
    button="End",
    icon="event_busy",
    offered=lambda row, _: row.ended_at is None,
    title="End this route",
    text="A second person approves it. Payments that were made before stay with it.",
    key="route",
    effect=effects.end_route,
    perform=routes.end,
)


def _shown(row: BankBatch | None, _: dict[str, Any]) -> dict[str, Any]:
    """Return the digest of the payments shown: exactly these are released."""
    if row is None:
        raise batches.BatchNotFound
    return {"digest": row.digest}


_BATCH: dict[str, Any] = {"on": BankBatch, "key": "batch"}
Action(
    "bank_batch.close",
    **_BATCH,
    roles=[Role.OPERATIONS],
    path="close_batch",
    button="Close batch",
    icon="lock",
    offered=lambda row, _: row.state == "OPEN",
    title="Close this batch before its cut-off",
    text="It takes no more payments. Nothing is sent before a second person has released it.",
    perform=batches.close,
    message="Closed.",
)
Action(
    "bank_batch.check",
    **_BATCH,
    roles=[Role.OPERATIONS],
    path="check_batch",
    button="Check again",
    icon="refresh",
    offered=lambda row, _: row.state == "CLOSED",
    title="Check this batch again",
    text="Payments that have ended since, or whose accounts are held, are taken out. The totals are computed anew.",
    perform=batches.check,
    message="Checked.",
)
Action(
    "bank_batch.release",
    **_BATCH,
    **_TWO,
    path="release_batch",
    button="Release",
    icon="send",
    is_main=True,
    offered=lambda row, _: row.state == "CLOSED",
    title="Release this batch to the bank",
    text="A second person approves it, exactly as it is shown. Then the file is written and delivered.",
    arguments=_shown,
    effect=effects.release_batch,
    perform=batches.release,
    proposed_as="Release a bank batch",
)
Action(
    "bank_batch.cancel",
    **_BATCH,
    **_TWO,
    path="cancel_batch",
    button="Cancel",
    icon="cancel",
    offered=lambda row, _: row.state in {"OPEN", "CLOSED"},
    title="Cancel this batch",
    text="A second person approves it. Its payments go into the next batches.",
    effect=effects.cancel_batch,
    perform=batches.cancel,
)


_NACHA = ("credit_description", "debit_description", "balances_files")
_DAYS = ("calendar", "holidays", "worked_days", "holidays_end")


@admin.register(BankConnection)
class BankConnectionAdmin(ReadOnlyAdmin):
    """Our accounts at banks, with the terms of their banks. A change is another row."""

    exact = ("name",)
    search_help_text = "name"
    titles = {
        "bic": "BIC",
        "answers_folder": "folder of files from the bank",
        "credit_format": "format of payments out",
        "confirm_days": "days until a statement shows what the bank has told",
        "credit_lead_days": "days to the value date, out",
        "debit_format": "format of collections",
        "debit_lead_days": "days to the value date, collections",
        "max_payment": "limit of one payment",
        "max_day": "limit of one value date",
        "max_charge": "largest bank charge within a line",
        "max_charge_share": "the same in percent of the payment",
        "max_day_charges": "all such charges of a day",
        "sender_id": "sender's ID",
        "sftp_host": "SFTP server",
        "sftp_port": "SFTP port",
        "sftp_user": "SFTP user",
        "sftp_host_key": "SFTP host key",
    }
    list_display = ("account", "name", "credit_format", "debit_format", "delivery", "ended_at")
    loads = ("platform",)
    # Of lists: the page has the name of the bank, and the number.
    hidden = ("account",)
    shown = (
        columns.column("account", our_accounts.named),
        columns.text("cut_offs", lambda found: ", ".join(f"{one:%H:%M}" for one in found), title="cut-offs"),
        columns.column("calendar", bank_days.named, is_wide=True),
        columns.text("holidays", lambda found: ", ".join(str(one) for one in found), is_wide=True),
        columns.text("worked_days", lambda found: ", ".join(str(one) for one in found), is_wide=True),
        columns.column("holidays_end", effects.holidays_end, title="end of the holidays", is_wide=True),
        columns.text("credit_format", _label),
        columns.text("debit_format", _label),
        columns.money("max_payment", currency="currency"),
        columns.money("max_day", currency="currency"),
        columns.money("max_charge", currency="currency"),
        columns.text("max_charge_share", lambda share: f"{decimal.Decimal(share) / 100} %"),
        columns.money("max_day_charges", currency="currency"),
    )
    groups = (
        ("Account", ("public_id", "name", "platform", "currency", "account_number")),
        ("Owner", ("owner_name", "owner_street", "owner_postal_code", "owner_town", "owner_country")),
        ("Bank", ("bic", "clearing_number", "bank_name", "sender_id")),
        ("Formats", ("credit_format", "debit_format", "needs_addresses", *_NACHA, "max_payment", "max_day")),
        ("Calendar", ("cut_offs", "time_zone", "credit_lead_days", "debit_lead_days", "confirm_days", *_DAYS)),
        ("Charges within lines", ("max_charge", "max_charge_share", "max_day_charges")),
        ("Delivery", ("delivery", "folder", "answers_folder", "sftp_host", "sftp_port", "sftp_user", "sftp_host_key")),
        ("Entry", ("entered_by", "created_at", "ended_at", "reason")),
    )

    def named(self, row: Any) -> str:
        """Return the bank, the currency and the last four of our account."""
        return our_accounts.named(row)


@admin.register(RailRoute)
class RailRouteAdmin(ReadOnlyAdmin):
    """Routes of payments to bank connections: for each payment the most specific one in force when it was made."""

    exact = ("connection_name",)
    search_help_text = "name of a bank connection"
    list_display = ("route", "platform", "currency", "account_type", "connection_name", "effective_at", "ended_at")
    loads = ("platform",)
    shown = (columns.column("route", str),)


@admin.register(BankBatch)
class BankBatchAdmin(ReadOnlyAdmin):
    """Batches: payments for one file."""

    exact = ("message_id",)
    search_help_text = "BankBatch:… or the id of the message"
    titles = {"count": "payments", "cut_off_at": "cut-off", "part_name": "name while it is written"}
    list_display = ("public_id", "value_date", "connection", "state", "count", "total", "cut_off_at", "problem")
    list_filter = ("state",)
    loads = ("connection",)
    shown = (
        columns.label("state", BATCHES),
        columns.money("total", currency="currency"),
        columns.text("format", lambda key: formats.FORMATS[key].label, is_wide=True),
        columns.text("digest", is_wide=True),
        columns.text("message_id", title="message ID", is_wide=True),
        columns.text("problem", is_wide=True),
    )
    groups = (
        ("Batch", ("public_id", "state", "connection", "format", "value_date", "cut_off_at")),
        ("Totals and checks", ("count", "total", "problem", "digest")),
        ("People", ("closed_at", "closed_by", "released_at", "released_by")),
    )

    def prepare(self, request: HttpRequest, rows: Sequence[Any], *, is_page: bool) -> None:
        """Count what open batches have now: their totals are stored when they are closed."""
        still_open = [row for row in rows if row.state == "OPEN"]
        sums = batches.sums_of([row.pk for row in still_open]) if still_open else {}
        for row in still_open:
            row.count, row.total = sums.get(row.pk, (0, 0))

    def named(self, row: Any) -> str:
        """Return the value date, the number of payments and their total; of an open batch, if they were counted."""
        if row.state == "OPEN" and not row.count:
            return f"{row.value_date}, open"
        payments = "1 payment" if row.count == 1 else f"{row.count} payments"
        return f"{row.value_date}, {payments}, {amounts.major_units(row.total, row.currency)}"

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the payments and the file."""
        shown = ("public_id", "amount", "state", "end_to_end_id", "bank_code")
        return (
            panels.rows_of(request, "banks.BankFile", "name", "count", "total", "written_at", batch=row.pk),
            panels.rows_of(request, "banks.BankPayment", *shown, title="Payments", batch=row.pk),
        )


@admin.register(BankPayment)
class BankPaymentAdmin(ReadOnlyAdmin):
    """Payments by file, with the answers of banks."""

    exact = ("end_to_end_id",)
    through = {"BankBatch": "batch_id", "PlatformConfig": "platform_id"}
    search_help_text = "end-to-end id, BankPayment:… or BankBatch:…"
    list_display = ("public_id", "taken_at", "amount", "state", "reason", "end_to_end_id", "batch", "platform")
    list_filter = (words.ByLine, "state", "platform")
    loads = ("platform", "batch")
    shown = (
        columns.money("amount", currency="currency"),
        columns.named("leg"),
        columns.named("direction", {"PUSH": "Paid out", "PULL": "Collected"}),
        columns.label("state", PAYMENTS),
        columns.text("content", lambda _: "encrypted"),
        columns.text("reason", is_wide=True),
        columns.column("movement", lambda row: links.to_public_id(by_hand.subject_of(row)), is_wide=True),
    )
    groups = (
        ("Payment", ("public_id", "platform", "movement", "leg", "direction", "amount", "currency")),
        ("By file", ("state", "batch", "end_to_end_id", "connection_name", "reason", "content")),
        ("Bank", ("bank_code", "failure_reason", "answered_at", "unconfirmed_since", "taken_at")),
    )

    def named(self, row: Any) -> str:
        """Return how much it is, and what the bank knows it by."""
        return f"{amounts.major_units(row.amount, row.currency)}, {row.end_to_end_id}"
