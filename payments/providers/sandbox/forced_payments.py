"""What the sandbox's Lightning node can be told to answer about payments that go out by UMA."""

from collections.abc import Callable

from payments.providers.lightning_node import Payment, PaymentFailure, PaymentState, SettlementUnavailable
from payments.providers.sandbox import forced_rail, magic
from platforms.forcing import catalogue
from platforms.forcing.catalogue import Outcome

STEP = "PAY_INVOICE"
_PENDING = Payment(state=PaymentState.PENDING)
_PAYER = "SELECT platform_id, transaction_id FROM payments_outgoingumapayment WHERE payment_hash = $1::text"


def answer(payment_hash: bytes, ask: Callable[[], Payment]) -> Payment:
    """Return the forced answer about the payment of an invoice, else what the node says; raises its errors."""
    forced = forced_rail.about_invoice(STEP, _PAYER, payment_hash)
    if forced is None:
        return ask()
    name = forced.outcome.name
    if name in PaymentFailure.__members__:
        return Payment(state=PaymentState.FAILED, failure=PaymentFailure(name))
    if name == "UNREACHABLE" and not forced.is_over:
        raise SettlementUnavailable("the platform has forced it")
    payment = ask()
    if name == "REPLY_LOST" and not forced.asked_before:
        raise SettlementUnavailable("the platform has forced it")
    return _PENDING if name == "NEVER" or not forced.is_over else payment


_LONG = int(magic.LONG_PAYMENT.total_seconds())
_OTHERS = (
    ("SETTLED", "pays it", "`COMPLETED`", None),
    ("LATE", "pays it, and tells it `delaySeconds` later", "`PROCESSING`; `COMPLETED` then", _LONG),
    ("NEVER", "pays it, and does not tell it until this outcome is deleted", "`PROCESSING`", None),
    ("UNREACHABLE", "can't be reached for `delaySeconds`, then pays it", "`PROCESSING`, then `COMPLETED`", 60),
    ("REPLY_LOST", "pays it, and its reply is lost: it is asked again", "`COMPLETED`; the money moves once", None),
)
_WHY = {
    PaymentFailure.REFUSED: "the receiver's side has returned the money",
    PaymentFailure.EXPIRED: "the invoice can no longer be paid",
    PaymentFailure.NO_ROUTE: "there is no route to the receiver",
    PaymentFailure.NO_FUNDS: "the node has not got the money",
    PaymentFailure.ERROR: "something has failed",
}
_REASONS = {
    PaymentFailure.REFUSED: "COUNTERPARTY_POST_TX_FAILED",
    PaymentFailure.EXPIRED: "QUOTE_EXECUTION_FAILED",
}

catalogue.register(
    *(
        Outcome(
            step=STEP,
            name=failure.value,
            does=f"Of a payment to a UMA address: the node says that {_WHY[failure]}.",
            shows="`REJECTED` with `failureReason`; the money is back."
            if failure == PaymentFailure.REFUSED
            else "`FAILED` with `failureReason`; the money is back.",
            subjects=forced_rail.SUBJECTS,
            reasons=(_REASONS.get(failure, "LIGHTNING_PAYMENT_FAILED"),),
        )
        for failure in PaymentFailure
    ),
    *(
        Outcome(
            step=STEP,
            name=name,
            does=f"Of a payment to a UMA address: the node {does}.",
            shows=f"{shows}.",
            subjects=forced_rail.SUBJECTS,
            delay=delay,
        )
        for name, does, shows, delay in _OTHERS
    ),
)
