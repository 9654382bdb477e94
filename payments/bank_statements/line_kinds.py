"""What a line of a statement does to a payment by file: settle it, return it, or neither."""

from payments.bank_rail import answers
from payments.bank_rail.answers import Answer, Kind
from payments.models import BankPayment, BankPaymentState, BankStatementLine, MatchKind
from payments.providers.base import Direction
from platforms.base import identifiers


def is_again(payment: BankPayment, kind: MatchKind, *, earlier: set[tuple[str, str]]) -> bool:
    """Tell whether another line was matched with the same outcome of a payment, or with its whole batch."""
    is_in_sum = kind == MatchKind.SETTLED and (batch_of(payment), MatchKind.BATCH) in earlier
    return (payment.public_id, kind) in earlier or is_in_sum


def is_paid_though_failed(payment: BankPayment, kind: MatchKind, *, taken: set[tuple[str, str]]) -> bool:
    """Tell whether a line carries out a payment whose holder has the money back, and no line shows its return."""
    is_failed = payment.state == BankPaymentState.REJECTED and kind == MatchKind.SETTLED
    return is_failed and (payment.public_id, MatchKind.RETURNED) not in taken


def batch_of(payment: BankPayment) -> str:
    """Return the public identifier of a payment's batch; empty for one in no batch."""
    return identifiers.public("BankBatch", payment.batch_id) if payment.batch_id else ""


def fits(row: BankStatementLine, payment: BankPayment) -> bool:
    """Tell whether amount and currency of a line are the payment's."""
    return (row.amount, row.currency) == (payment.amount, payment.currency)


def kind_of(row: BankStatementLine, payment: BankPayment) -> MatchKind:
    """Return the outcome of a payment by its line: settled or returned."""
    return MatchKind.SETTLED if _is_forward(row, payment) else MatchKind.RETURNED


def undoes_return(row: BankStatementLine, payment: BankPayment) -> bool:
    """Tell whether a line reverses the return of a payment: its money has gone the way of the payment again."""
    return row.is_reversal and _is_forward(row, payment)


def _is_forward(row: BankStatementLine, payment: BankPayment) -> bool:
    return row.is_credit == (payment.direction == Direction.PULL)


def answer_of(row: BankStatementLine, payment: BankPayment) -> Answer:
    """Return the bank's answer in a line about a payment."""
    if kind_of(row, payment) == MatchKind.SETTLED:
        return Answer(payment.end_to_end_id, Kind.SETTLED)
    return answers.sent_back(payment.end_to_end_id, row.reason_code)
