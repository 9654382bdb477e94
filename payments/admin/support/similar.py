"""Other payments of the same customer and amount: what a customer who says "it came twice" speaks of."""

from collections.abc import Sequence

from django.db.models import Q

from payments.admin.support import timeline
from payments.models import Transaction
from platforms.backoffice import amounts, columns, links
from platforms.backoffice.panels import Panel

_LOOKED_AT = 500
"""The newest payments of the customer that are searched: no amount is looked for among all payments."""
_MOST = 10


def panel(payment: Transaction) -> Panel | None:
    """Return the others, the newest first; None where there are none. Costs one query, by the customer's index."""
    newest = Transaction.objects.filter(platform=payment.platform_id, customer=payment.customer_id)
    keys = newest.order_by("-created_at", "-id").values("pk")[:_LOOKED_AT]
    same = Q(sent_amount=payment.sent_amount, sent_currency=payment.sent_currency)
    same |= Q(received_amount=payment.received_amount, received_currency=payment.received_currency)
    others = Transaction.objects.filter(same, pk__in=keys).exclude(pk=payment.pk).order_by("-created_at", "-id")
    rows = [_row(other) for other in others[: _MOST + 1]]
    if not rows:
        return None
    return Panel(
        "Other payments of this customer and amount",
        ("made", "status", "sent", "received", "reference"),
        rows[:_MOST],
        numeric=frozenset({2, 3}),
        note=f"The newest {_MOST}." if len(rows) > _MOST else f"Among the customer's newest {_LOOKED_AT} payments.",
    )


def _row(payment: Transaction) -> Sequence[str]:
    created = links.to(
        links.page(Transaction, payment.pk), columns.moment_text(payment.created_at), title=payment.public_id
    )
    return (
        created,
        columns.label_text(payment.status, timeline.STATE_COLOURS),
        amounts.major_units(payment.sent_amount, payment.sent_currency),
        amounts.major_units(payment.received_amount, payment.received_currency),
        payment.reference,
    )
