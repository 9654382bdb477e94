"""Lines of what people have carried out at the bank by hand: no file of ours was there, so no end-to-end id names it.

Two people match such a line with the movement, named by its payment, its item in suspense, or itself. A line that comes
first settles the movement; one that comes later only shows it. A line of money that came back from it returns it.
"""

from django.db.models import Q, QuerySet

from banks.models import BankException, BankPayment, BankPaymentState
from banks.rail import by_hand
from banks.statements import references
from payments.models import SuspenseItem
from payments.providers.base import Direction, Leg
from platforms import audit
from platforms.base import clock, identifiers

_BY_HAND = (BankPaymentState.WAITING, BankPaymentState.SETTLED, BankPaymentState.RETURNED)


def find(one: BankException, text: str) -> BankPayment | None:
    """Return the movement in no file that a text names, if it has the line's amount; None without one.

    `text`: the identifier of a payment by file, of an item in suspense or of the payment, or the end-to-end id.
    """
    row = one.line
    rows = BankPayment.objects.select_related("batch", "platform").filter(
        direction=Direction.PUSH,
        batch=None,
        state__in=_BY_HAND,
        amount=row.amount,
        currency=row.currency,
        platform__in=references.platforms(one.connection),
    )
    payment: BankPayment | None = _named(rows, text.strip()).order_by("-id").first()
    if payment is None or (payment.state == BankPaymentState.WAITING and row.is_credit):
        return None
    return payment


def _named(rows: QuerySet[BankPayment], text: str) -> QuerySet[BankPayment]:
    if key := identifiers.parse("BankPayment", text):
        return rows.filter(id=key)
    if key := identifiers.parse("SuspenseItem", text):
        movements = SuspenseItem.objects.filter(id=key, movement__isnull=False).values_list("movement", flat=True)
        return rows.filter(movement__in=list(movements))
    if key := identifiers.parse("Transaction", text):
        own = list(rows.filter(movement=key).values_list("leg", flat=True))
        # A payment with a refund is named for it: whatever left before has come back.
        return rows.filter(Q(leg=Leg.REFUND) if Leg.REFUND in own else Q(), movement=key)
    return rows.filter(end_to_end_id=text.upper())


def open_item(one: BankException, text: str) -> SuspenseItem | None:
    """Return the open item in suspense that a text names, if the line returns its money; None without one."""
    row, key = one.line, identifiers.parse("SuspenseItem", text.strip())
    if key is None or row.is_credit:
        return None
    item: SuspenseItem | None = SuspenseItem.objects.filter(
        id=key,
        resolved_at=None,
        way="",
        amount=row.amount,
        currency=row.currency,
        platform__in=references.platforms(one.connection),
    ).first()
    return item


def carry_out(
    one: BankException, payment: BankPayment, *, reason: str, actor: audit.Actor, now: clock.RealTime
) -> None:
    """Settle a movement for its line, unless people have ended it before. Raises as `by_hand.carry_out` does."""
    name = one.connection.name
    row = by_hand.find(payment.pk, lock=True)
    if row.state == BankPaymentState.WAITING:
        by_hand.require_waiting(row, lock=True)
        by_hand.settle(row, connection_name=name, reason=reason, actor=actor, now=now)
    elif row.connection_name != name:
        row.connection_name = name
        row.save(update_fields=["connection_name"])


def end_item(
    one: BankException, text: str, *, reason: str, actor: audit.Actor, now: clock.RealTime
) -> BankPayment | None:
    """End the open item that a text names for the line that returns its money; None without one.

    Raises as `by_hand.returned` does.
    """
    item = open_item(one, text)
    if item is None:
        return None
    return by_hand.returned(item_id=item.pk, connection_name=one.connection.name, reason=reason, actor=actor, now=now)
