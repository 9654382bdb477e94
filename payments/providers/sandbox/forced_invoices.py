"""What the sandbox's Lightning node can be told to do with the invoice of a payment that comes in by UMA."""

from collections.abc import Callable

from payments.providers.lightning_node import SettlementUnavailable
from payments.providers.sandbox import forced_rail
from platforms.forcing import catalogue
from platforms.forcing.catalogue import Outcome

STEP = "RECEIVE"
RETURNED, RETURNED_LATE, TAKEN, UNREACHABLE = "RETURNED", "RETURNED_LATE", "TAKEN", "UNREACHABLE"
_PAYEE = "SELECT platform_id, transaction_id FROM payments_incomingumapayment WHERE payment_hash = $1::text"
_preimages: list[Callable[[bytes], bytes]] = []


def chosen(payment_hash: bytes) -> str:
    """Return the outcome that was forced of an invoice; empty: as usual. Raises SettlementUnavailable."""
    forced = forced_rail.about_invoice(STEP, _PAYEE, payment_hash)
    if forced is None:
        return ""
    if forced.outcome.name == UNREACHABLE and not forced.is_over:
        raise SettlementUnavailable("the platform has forced it")
    return forced.outcome.name


def preimages_by(find: Callable[[bytes], bytes]) -> None:
    """Take the function that returns the preimage of an invoice by its payment hash: only the receiver has it."""
    _preimages[:] = [find]


def preimage_of(payment_hash: bytes) -> bytes:
    """Return the secret of an invoice, which the node of the network gets only when money is taken."""
    [find] = _preimages
    return find(payment_hash)


catalogue.register(
    *(
        Outcome(
            step=STEP,
            name=name,
            does=f"Of the invoice of a payment that comes by UMA: the node {does}.",
            shows=f"{shows}.",
            subjects=forced_rail.SUBJECTS,
            reasons=(reason,) if reason else (),
            delay=delay,
        )
        for name, does, shows, reason, delay in (
            (RETURNED, "has returned the money before anybody looked", "`EXPIRED`", "QUOTE_EXPIRED", None),
            (
                RETURNED_LATE,
                "has returned the money when it is to be taken",
                "`PROCESSING`, then `FAILED` with a `refund`",
                "QUOTE_EXECUTION_FAILED",
                None,
            ),
            (
                TAKEN,
                "has taken the money before the payment was accepted",
                "`FAILED`: staff decide about the money",
                "OFFRAMP_FAILED",
                None,
            ),
            (UNREACHABLE, "can't be reached for `delaySeconds`", "`PENDING`, then `COMPLETED`", "", 60),
        )
    )
)
