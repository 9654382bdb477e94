"""Whatever a rail can be told to answer is seen by the platform, and the books are right at each step of it."""

import pytest

from payments.providers.sandbox import forced_rail
from platforms.forcing import catalogue
from tests.payments.forcing import playing

pytestmark = pytest.mark.django_db(transaction=True)

_DONE = (["PENDING", "COMPLETED"], None, None)
_QUOTED = (["PENDING", "PROCESSING", "COMPLETED"], None, None)
_IN = (["CREATED", "COMPLETED"], None, None)
_WAITED = (["CREATED", "PENDING", "COMPLETED"], None, None)
_REFUNDED = (["PENDING", "FAILED"], "FUNDING_AMOUNT_MISMATCH", "COMPLETED")
_NOT_REFUNDED = (["PENDING", "FAILED"], "FUNDING_AMOUNT_MISMATCH", "FAILED")
STORIES = {
    "TRANSFER_OUT": {
        **dict.fromkeys(("SETTLED", "LATE", "EARLY", "DUPLICATE", "UNREACHABLE", "REPLY_LOST"), _DONE),
        "NEVER": (["PENDING"], None, None),
        "FAILED": (["PENDING", "FAILED"], "TIMED_OUT", None),
        "REJECTED": (["PENDING", "REJECTED"], "TIMED_OUT", None),
        "RETURNED": (["PENDING", "COMPLETED", "FAILED"], "TIMED_OUT", "COMPLETED"),
        "CALLED_BACK": (["PENDING", "COMPLETED", "REFUNDED"], None, "COMPLETED"),
    },
    "TRANSFER_IN": {
        **dict.fromkeys(("SETTLED", "DUPLICATE", "UNREACHABLE", "REPLY_LOST"), _IN),
        **dict.fromkeys(("LATE", "EARLY"), _WAITED),
        "NEVER": (["CREATED", "PENDING"], None, None),
        "FAILED": (["CREATED", "FAILED"], "TIMED_OUT", None),
        "REJECTED": (["CREATED", "REJECTED"], "TIMED_OUT", None),
    },
    "COLLECT": {
        **dict.fromkeys(("SETTLED", "LATE", "UNREACHABLE", "REPLY_LOST"), _QUOTED),
        "NEVER": (["PENDING", "PROCESSING"], None, None),
        "FAILED": (["PENDING", "PROCESSING", "FAILED"], "QUOTE_EXECUTION_FAILED", None),
    },
    "PAY_OUT": {
        **dict.fromkeys(("SETTLED", "LATE", "EARLY", "DUPLICATE", "UNREACHABLE", "REPLY_LOST"), _QUOTED),
        "NEVER": (["PENDING", "PROCESSING"], None, None),
        "FAILED": (["PENDING", "PROCESSING", "FAILED"], "QUOTE_EXECUTION_FAILED", "COMPLETED"),
        "REJECTED": (["PENDING", "PROCESSING", "REJECTED"], "QUOTE_EXECUTION_FAILED", "COMPLETED"),
        "CANCELLED": (["PENDING", "PROCESSING", "REFUNDED"], None, "COMPLETED"),
        "RETURNED": (["PENDING", "PROCESSING", "COMPLETED", "FAILED"], "QUOTE_EXECUTION_FAILED", "COMPLETED"),
        "CALLED_BACK": (["PENDING", "PROCESSING", "COMPLETED", "REFUNDED"], None, "COMPLETED"),
        "MONEY_KEPT": (["PENDING", "PROCESSING", "FAILED"], "QUOTE_EXECUTION_FAILED", "FAILED"),
    },
    "GIVE_BACK": {
        **dict.fromkeys(("SETTLED", "LATE", "UNREACHABLE", "REPLY_LOST"), _REFUNDED),
        **dict.fromkeys(("FAILED", "RETURNED"), _NOT_REFUNDED),
        "NEVER": (["PENDING", "FAILED"], "FUNDING_AMOUNT_MISMATCH", "PENDING"),
    },
    "DEPOSIT": {
        **dict.fromkeys(("SETTLED", "LATE", "EARLY", "DUPLICATE", "UNREACHABLE", "REPLY_LOST"), _QUOTED),
        "NEVER": (["PENDING", "PROCESSING"], None, None),
        "FAILED": (["PENDING", "PROCESSING", "FAILED"], "OFFRAMP_FAILED", None),
        "RETURNED": (["PENDING", "PROCESSING", "COMPLETED", "FAILED"], "OFFRAMP_FAILED", None),
        "MONEY_KEPT": (["PENDING", "PROCESSING", "FAILED"], "OFFRAMP_FAILED", None),
    },
}
"""By step and outcome: the statuses of the payment, why it failed, and where its refund stands in the end."""
CASES = [(step, name) for step, told in STORIES.items() for name in told]


def test_each_outcome_of_a_rail_has_its_story():
    offered = {step: set(catalogue.of_step(step)) for step in forced_rail.STEPS_OF_RAILS}

    assert {step: set(told) for step, told in STORIES.items()} == offered


@pytest.mark.parametrize(("step", "outcome"), CASES, ids=[":".join(case) for case in CASES])
def test_what_a_rail_is_told_to_answer_is_seen(api, alice, worker, request, step, outcome):
    forced = playing.force(api, step, outcome)
    if step == "DEPOSIT":
        payment = playing.by_uma(api, alice, request.getfixturevalue("sender"), worker)
    else:
        payment = playing.PLAYS[step](api, alice)
    playing.pass_time(api, worker)

    assert playing.story(api, payment) == STORIES[step][outcome]
    [row] = [row for row in api.get("/sandbox/outcomes").json()["forced"] if row["id"] == forced["id"]]
    assert row["remaining"] == 0
