"""Times that can be forced to be over at once: that of a quote, and that of a payment which waits for a person."""

from platforms.forcing import catalogue
from platforms.forcing.catalogue import Outcome

EXPIRE, EXPIRED = "EXPIRE", "EXPIRED"
APPROVAL, NOT_DECIDED = "AWAIT_APPROVAL", "NOT_DECIDED"

catalogue.register(
    *(
        Outcome(
            step=step,
            name=name,
            does=f"Of {what}: its time is over at once.",
            shows=f"{shows}.",
            subjects=("transactionId",),
            reasons=(reason,),
            is_repeated=False,
            is_for_next=False,
        )
        for step, name, what, shows, reason in (
            (
                EXPIRE,
                EXPIRED,
                "a quote that was not executed or paid",
                "`EXPIRED`, and `QUOTE_EXPIRED` for whoever executes it",
                "QUOTE_EXPIRED",
            ),
            (
                APPROVAL,
                NOT_DECIDED,
                "a payment beyond the `approvalAbove` of its token, about which nobody has decided",
                "`FAILED` with `failureReason`; money and budget are back",
                "PAYMENT_APPROVAL_TIMED_OUT",
            ),
        )
    )
)
