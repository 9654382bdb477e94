"""Provider messages: the exchanges between workers and rails, stored for staff looking for money."""

import datetime as dt
import uuid

from payments.models.provider_message import Question
from payments.providers.base import RailOutcome
from platforms.database import writes

NO_ANSWER = "NONE"
RESOLVE = "RESOLVE"
"""The step of money that leaves suspense by a rail."""

_INSERT = """
INSERT INTO payments_providermessage
       (transaction_id, step, attempt, question, answer, reason, reference, milliseconds, at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
"""


def note(
    *,
    transaction_id: uuid.UUID,
    step: str,
    attempt: int,
    known_as: str,
    outcome: RailOutcome | None,
    error: str = "",
    seconds: float,
    now: dt.datetime,
) -> None:
    """Store one exchange, in the block of writes that records its outcome.

    `known_as` is the rail's reference of the movement before the request, empty when it was just submitted. Without an
    `outcome` the rail gave no valid answer, and `error` is the kind of error.
    """
    question = Question.STATUS if known_as else Question.SUBMIT
    answer, reason, reference = NO_ANSWER, error, known_as
    if outcome is not None:
        answer, reason = outcome.verdict.value, outcome.failure_reason or ""
        reference = outcome.provider_reference or known_as
    milliseconds = max(0, round(seconds * 1000))
    writes.write(
        _INSERT,
        [transaction_id, step, attempt, question.value, answer, reason[:64], reference[:64], milliseconds, now],
    )
