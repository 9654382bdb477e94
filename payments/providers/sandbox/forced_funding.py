"""What can be forced of the money that is to come for a quote."""

import uuid
from collections.abc import Sequence

from platforms.forcing import asked, catalogue
from platforms.forcing.catalogue import Outcome

FUNDING = "FUNDING"


def chosen(*, platform_id: uuid.UUID, subjects: Sequence[str]) -> str:
    """Return the outcome that was forced of a payment for a quote; empty: the usual one."""
    forced = asked.about(FUNDING, platform_id=platform_id, subjects=lambda: subjects)
    return forced.outcome.name if forced else ""


catalogue.register(
    *(
        Outcome(
            step=FUNDING,
            name=name,
            does=f"Of a payment by `POST /sandbox/send`: {does}.",
            shows=f"{shows}.",
            subjects=("transactionId", "customerId"),
            reasons=(reason,) if reason else (),
        )
        for name, does, shows, reason in (
            (
                "AMOUNT_DIFFERS",
                "a unit more than the quote's total is paid",
                "`FAILED` with `failureReason`, and a `refund`",
                "FUNDING_AMOUNT_MISMATCH",
            ),
            ("TOO_LATE", "the quote expires before the money is there", "`EXPIRED`, and a `refund`", "QUOTE_EXPIRED"),
            ("PAID_TWICE", "it is paid a second time", "`COMPLETED` once: staff decide about the second", ""),
            ("TOLD_TWICE", "the bank tells of it twice", "`COMPLETED` once, and the money counts once", ""),
        )
    ),
)
