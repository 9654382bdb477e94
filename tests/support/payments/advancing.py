"""A step of a payment, taken by a worker that has claimed it: between claim and step a test lets something happen."""

from payments import tasks
from payments.workflow.claims import ClaimedMovement, ClaimedPayment


def advance(claimed: ClaimedPayment | ClaimedMovement) -> None:
    """Take the step of a claimed payment, or of claimed money in suspense, as the worker does."""
    if isinstance(claimed, ClaimedPayment):
        tasks._advance(claimed)
    else:
        tasks._move(claimed)
