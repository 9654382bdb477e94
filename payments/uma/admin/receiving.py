"""Pages of incoming payments by UMA."""

import dataclasses
from typing import Any

from django.contrib import admin

from payments.models import IncomingUmaPayment
from payments.uma.admin.payments import MADE, payment_of
from platforms.backoffice import amounts, columns, parties
from platforms.backoffice.read_only import ReadOnlyAdmin

_APPROVALS = {"ASKED": "info", "APPROVED": "success", "REFUSED": "danger"}
_ENDINGS = {"UNPAID": "warning", "REFUSED": "danger", "HOLDER_GONE": "danger"}


def _amount(row: IncomingUmaPayment) -> tuple[int | None, str]:
    """Return the amount of the payment in its own currency; nothing where the payment is missing."""
    payment = payment_of(row)
    return (payment.received_amount, payment.received_currency) if payment else (None, "")


_AMOUNT = dataclasses.replace(columns.column("amount", lambda row: columns.money_text(*_amount(row))), money=_amount)


@admin.register(IncomingUmaPayment)
class IncomingUmaPaymentAdmin(ReadOnlyAdmin):
    """Incoming payments by UMA: sender, decision of the platform, and invoice."""

    through = {"Transaction": "transaction_id", "PlatformConfig": "platform_id"}
    exact = ("payment_hash",)
    search_help_text = "Transaction:…, or payment hash"
    list_display = (
        "made",
        parties.CUSTOMER,
        parties.OTHER,
        "amount",
        "approval",
        "ends_as",
        "expires_at",
        "platform",
        "transaction",
    )
    list_filter = ("approval", "ends_as", "platform")
    parties_in = "payment_public_id"
    # Of lists: the page of the payment has them.
    hidden = ("amount", "made")
    loads = ("transaction", "platform")
    shown = (
        columns.label("approval", _APPROVALS),
        columns.msat("amount_msat", title="amount of the invoice"),
        _AMOUNT,
        MADE,
        columns.msat("fee_msat", title="fee"),
        columns.label("ends_as", _ENDINGS),
        columns.document("receiver_information"),
        columns.text("multiplier", lambda rate: f"{rate.normalize():f}"),
        columns.code("invoice"),
        columns.withheld("preimage"),
    )
    titles = {
        "ends_as": "outcome",
        "called_back_at": "replied at",
    }
    groups = (
        ("Payment", ("transaction", "platform", "counterparty_domain", "receiver_address", "ends_as")),
        ("Approval", ("approval", "refusal", "requested_fields", "receiver_information")),
        ("Amounts", ("amount_msat", "fee_msat", "multiplier", "rate_snapshot", "fee_schedule")),
        ("Invoice", ("payment_hash", "invoice", "expires_at", "held_until", "preimage")),
        ("Reply to sender", ("callback_url", "called_back_at")),
    )

    def heading(self, row: Any) -> str:
        """Return how much is received, and from which institution."""
        received = amounts.major_units(row.transaction.received_amount, row.transaction.received_currency)
        return f"{received} from {row.counterparty_domain}"
