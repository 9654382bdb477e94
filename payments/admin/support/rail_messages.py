"""Pages of the messages of rails about payments."""

from django.contrib import admin

from payments.models import ProviderMessage
from platforms.backoffice import columns
from platforms.backoffice.read_only import ReadOnlyAdmin

ANSWERS = {
    "SETTLED": "success",
    "PENDING": "info",
    "FAILED": "danger",
    "REJECTED": "danger",
    "CANCELLED": "warning",
    "RETURNED": "warning",
    "NONE": "danger",
}
SENTENCES = {
    "SETTLED": "Bank confirmed payment",
    "PENDING": "Bank has not settled yet",
    "FAILED": "Bank failed the payment",
    "REJECTED": "Bank rejected the payment",
    "CANCELLED": "Bank cancelled the payment",
    "RETURNED": "Bank returned the payment",
    "NONE": "No usable answer from the bank",
}


@admin.register(ProviderMessage)
class ProviderMessageAdmin(ReadOnlyAdmin):
    """Each request of a worker to a rail, with the rail's answer."""

    through = {"Transaction": "transaction_id"}
    search_help_text = "number or Transaction:…"
    list_display = ("at", "transaction", "step", "attempt", "question", "answer", "reason", "reference", "milliseconds")
    loads = ("transaction",)
    hidden = ("currency", "account_mark")
    shown = (
        columns.label("answer", ANSWERS),
        columns.column("amount", lambda row: columns.money_text(row.amount, row.currency)),
    )
    groups = (
        ("Exchange", ("id", "transaction", "step", "attempt", "question", "amount")),
        ("Answer", ("answer", "reason", "reference", "milliseconds", "at")),
    )
