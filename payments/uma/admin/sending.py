"""Pages of outgoing payments by UMA, and of the sandbox's network."""

import dataclasses
from typing import Any

from django.contrib import admin

from payments.models import OutgoingUmaPayment, SandboxInvoice
from payments.uma.admin.payments import MADE, payment_of
from platforms.backoffice import amounts, columns, parties
from platforms.backoffice.read_only import ReadOnlyAdmin

_WORDS = {"COMPLETED": "success", "FAILED": "danger"}
_STATES = {"OPEN": "info", "ACCEPTED": "warning", "SETTLED": "success", "CANCELLED": "danger"}


def _amount(row: OutgoingUmaPayment) -> tuple[int | None, str]:
    """Return the amount of the payment in its own currency; nothing where the payment is missing."""
    payment = payment_of(row)
    return (payment.sent_amount, payment.sent_currency) if payment else (None, "")


_AMOUNT = dataclasses.replace(columns.column("amount", lambda row: columns.money_text(*_amount(row))), money=_amount)


@admin.register(OutgoingUmaPayment)
class OutgoingUmaPaymentAdmin(ReadOnlyAdmin):
    """Outgoing payments by UMA: the invoice, the proof of payment, and the messages of the receiver's side."""

    through = {"Transaction": "transaction_id", "PlatformConfig": "platform_id"}
    exact = ("payment_hash",)
    search_help_text = "Transaction:…, or payment hash"
    list_display = (
        "made",
        parties.CUSTOMER,
        parties.OTHER,
        "amount",
        "fee_msat",
        "receiver_status",
        "platform",
        "transaction",
    )
    list_filter = ("platform",)
    parties_in = "payment_public_id"
    # Of lists: the page of the payment has them.
    hidden = ("amount", "made")
    loads = ("transaction", "platform")
    shown = (
        columns.label("receiver_status", _WORDS),
        columns.msat("amount_msat", title="amount of the invoice"),
        _AMOUNT,
        MADE,
        columns.msat("most_fee_msat", title="max. fee"),
        columns.msat("fee_msat", title="fee"),
        columns.code("invoice"),
    )
    titles = {
        "called_back_at": "replied at",
    }
    groups = (
        ("Payment", ("transaction", "platform", "counterparty_domain")),
        ("Invoice", ("payment_hash", "invoice", "amount_msat", "most_fee_msat")),
        ("Proof", ("preimage", "fee_msat")),
        ("Messages with receiver", ("callback_url", "called_back_at", "receiver_status", "receiver_error")),
    )

    def heading(self, row: Any) -> str:
        """Return how much is paid, and to which institution."""
        sent = amounts.major_units(row.transaction.sent_amount, row.transaction.sent_currency)
        return f"{sent} to {row.counterparty_domain}"


@admin.register(SandboxInvoice)
class SandboxInvoiceAdmin(ReadOnlyAdmin):
    """Invoices of the sandbox's network. Each has an incoming payment, and an outgoing one when a platform pays it."""

    exact = ("payment_hash",)
    search_help_text = "payment hash"
    list_display = ("payment_hash", "state", "amount_msat", "created_at", "expires_at", "paid_at", "ended_at")
    list_filter = ("state",)
    shown = (
        columns.label("state", _STATES),
        columns.msat("amount_msat", title="amount"),
        columns.code("payment_request"),
    )
    groups = (
        ("Invoice", ("payment_hash", "payment_request", "amount_msat", "state")),
        ("Time", ("created_at", "expires_at", "paid_at", "ended_at")),
        ("Proof", ("preimage",)),
    )
