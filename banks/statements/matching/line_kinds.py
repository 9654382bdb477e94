"""What a line of a statement does to a payment by file: settle it, return it, or neither."""

from banks.models import BankPayment, BankPaymentState, BankStatementLine, MatchKind
from banks.rail import answers
from banks.rail.answers import Answer, Kind
from payments.providers.base import Direction
from platforms.base import identifiers


def is_again(payment: BankPayment, kind: MatchKind, *, earlier: set[tuple[str, str]]) -> bool:
    """Tell whether another line was matched with the same outcome of a payment, or of its whole batch."""
    of_batch = MatchKind.BATCH if kind == MatchKind.SETTLED else kind
    return (payment.public_id, kind) in earlier or (batch_of(payment), of_batch) in earlier


def is_paid_though_failed(payment: BankPayment, kind: MatchKind, *, taken: set[tuple[str, str]]) -> bool:
    """Tell whether a line carries out a payment whose holder has the money back, and no line shows its return."""
    is_failed = payment.state == BankPaymentState.REJECTED and kind == MatchKind.SETTLED
    return is_failed and (payment.public_id, MatchKind.RETURNED) not in taken


def batch_of(payment: BankPayment) -> str:
    """Return the public identifier of a payment's batch; empty for one in no batch."""
    return identifiers.public("BankBatch", payment.batch_id) if payment.batch_id else ""


def fits(row: BankStatementLine, payment: BankPayment) -> bool:
    """Tell whether amount and currency of a line are the payment's, or differ by the fee that the line states."""
    return (row.amount, row.currency) == (payment.amount, payment.currency) or stated_fee(row, payment) > 0


def fee_within(row: BankStatementLine, amount: int) -> int | None:
    """Return what the bank has taken for itself within a line about this amount: 0 for none.

    Money out is more by it, money in less. None, if the line has more money for us than the amount.
    """
    difference = amount - row.amount if row.is_credit else row.amount - amount
    return difference if difference >= 0 else None


def stated_fee(row: BankStatementLine, payment: BankPayment) -> int:
    """Return the fee by which a line differs from its payment, where the bank states exactly that fee; else 0."""
    stated = row.said.get("charges", "")
    difference = fee_within(row, payment.amount) if row.currency == payment.currency else None
    return difference if difference and stated == f"{difference}" else 0


def kind_of(row: BankStatementLine, payment: BankPayment) -> MatchKind:
    """Return the outcome of a payment by its line: settled or returned."""
    is_forward = row.is_credit == (payment.direction == Direction.PULL)
    return MatchKind.SETTLED if is_forward else MatchKind.RETURNED


def undoes_return(row: BankStatementLine, payment: BankPayment) -> bool:
    """Tell whether a line reverses the return of a payment: its money has gone the way of the payment again."""
    return row.is_reversal and kind_of(row, payment) == MatchKind.SETTLED


def answer_of(row: BankStatementLine, payment: BankPayment, *, kind: MatchKind) -> Answer:
    """Return the bank's answer in a line about a payment, which is of the kind that `kind_of` tells."""
    if kind == MatchKind.SETTLED:
        return Answer(payment.end_to_end_id, Kind.SETTLED)
    return answers.return_of(payment.end_to_end_id, row.reason_code)
