"""Money that came back without its end-to-end id in the bank's field: found by what the text of the line names.

A bank that returns a payment repeats its text, which has the payment's reference, or writes the id into the text.
"""

import re
import uuid
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q

from banks.models import GIVEN_OUT, BankConnection, BankPayment, BankPaymentState, BankStatementLine
from banks.statements import lines, references
from payments.models import Quote, QuoteSourceType, Transaction
from payments.providers.base import Direction

_ID = re.compile(r"\b[A-Z2-7]{15}\b")


class Back(NamedTuple):
    """A movement of ours that a line may have brought back."""

    payment: BankPayment
    reference: str
    """Of the payment that it is a movement of; empty for money out of suspense."""
    is_doubtful: bool
    """The line may pay the same quote a second time just as well: nothing in it says which."""


def find(connection: BankConnection, rows: Iterable[BankStatementLine]) -> dict[uuid.UUID, list[Back]]:
    """Return the settled movements out of each line's amount that the line names; those without any are left out.

    A line that is marked as a return may name one that is not known to have settled. Costs three queries at most.
    """
    references_of = {row.pk: set(lines.words(row)) for row in rows}
    ids_of = {row.pk: ids(row) for row in rows}
    every = {word for words in references_of.values() for word in words}
    every_id = {word for words in ids_of.values() for word in words}
    if not every and not every_id:
        return {}
    mine = references.platforms(connection).values("id")
    named = dict(Transaction.objects.filter(platform__in=mine, reference__in=every).values_list("id", "reference"))
    given_out = BankPayment.objects.filter(
        Q(movement__in=named) | Q(end_to_end_id__in=every_id),
        connection_name=connection.name,
        direction=Direction.PUSH,
        batch__state__in=GIVEN_OUT,
    )
    payments = list(given_out.defer("content").prefetch_related("platform"))
    prices = _prices(payments) if payments else {}
    found: dict[uuid.UUID, list[Back]] = defaultdict(list)
    for row in rows:
        is_marked = bool(row.reason_code or row.is_reversal)
        for payment in payments:
            reference = named.get(payment.movement, "")
            by_id = payment.end_to_end_id in ids_of[row.pk]
            fits = (payment.amount, payment.currency) == (row.amount, row.currency)
            has_left = is_marked or by_id or payment.state in {BankPaymentState.SETTLED, BankPaymentState.RETURNED}
            if fits and has_left and (by_id or reference in references_of[row.pk]):
                is_doubtful = not (is_marked or by_id) and prices.get(payment.movement) == (row.amount, row.currency)
                found[row.pk].append(Back(payment, reference, is_doubtful))
    return found


def _prices(payments: Iterable[BankPayment]) -> dict[uuid.UUID, tuple[int, str]]:
    """Return what is paid from outside for the quotes of these movements."""
    quotes = Quote.objects.filter(
        transaction__in=[one.movement for one in payments], source_type=QuoteSourceType.REALTIME_FUNDING
    )
    rows = quotes.values_list("transaction_id", "total_sending", "sending_currency")
    return {key: (amount, currency) for key, amount, currency in rows}


def ids(row: BankStatementLine) -> set[str]:
    """Return what may be end-to-end ids of ours in the references and the text of a line."""
    said = row.said
    texts = (row.bank_reference, said.get("reference", ""), said.get("text", ""))
    return {word for text in texts for word in _ID.findall(text.upper())}
