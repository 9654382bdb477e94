"""Whatever a rail can be told to answer is seen by the platform, and the books are right at each step of it."""

import pytest

from payments.providers.sandbox import forced_rail
from platforms.forcing import catalogue
from tests.payments.forcing import playing
from tests.payments.forcing.stories import STORIES

pytestmark = pytest.mark.django_db(transaction=True)

CASES = [f"{step} {name}" for step, told in STORIES.items() for name in told]


def test_each_outcome_of_a_rail_has_its_story():
    offered = {step: set(catalogue.of_step(step)) for step in forced_rail.STEPS_OF_RAILS}

    assert {step: set(told) for step, told in STORIES.items()} == offered


@pytest.mark.parametrize("case", CASES)
def test_what_a_rail_is_told_to_answer_is_seen(api, alice, worker, request, case):
    step, outcome = case.split()
    forced = playing.force(api, step, outcome)
    if step == "DEPOSIT":
        payment = playing.by_uma(api, alice, request.getfixturevalue("sender"), worker)
    else:
        payment = playing.PLAYS[step](api, alice)
    playing.pass_time(api, worker)

    assert playing.story(api, payment) == STORIES[step][outcome]
    [row] = [row for row in api.get("/sandbox/outcomes").json()["forced"] if row["id"] == forced["id"]]
    assert row["remaining"] == 0
