"""What lists of payments by UMA show of the payment itself."""

from django.core.exceptions import ObjectDoesNotExist

from payments.models import IncomingUmaPayment, OutgoingUmaPayment, Transaction
from platforms.backoffice import columns


def payment_of(row: IncomingUmaPayment | OutgoingUmaPayment) -> Transaction | None:
    """Return the payment, which the list has loaded; None where it is missing."""
    try:
        payment: Transaction = row.transaction
    except ObjectDoesNotExist:
        return None
    return payment


def _made(row: IncomingUmaPayment | OutgoingUmaPayment) -> str:
    payment = payment_of(row)
    return columns.moment_text(payment.created_at) if payment else ""


MADE = columns.column("made", _made)
