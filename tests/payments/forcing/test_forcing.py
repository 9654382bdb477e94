"""POST, GET and DELETE /sandbox/outcomes: what is taken, what is refused, and which question is answered by what."""

import functools
import itertools
import json
import pathlib
import re

import pytest
from django.conf import settings

from payments.models import TRANSITIONS, FailureReason
from platforms.forcing import asked, catalogue
from tests.payments.forcing import playing
from tests.payments.forcing.stories import STORIES
from tests.support import factories, threads
from tests.support.payments import quote_requests, scenarios

pytestmark = pytest.mark.django_db(transaction=True)


def ask(api, subject, outcome="FAILED", **fields):
    return api.post("/sandbox/outcomes", {"for": subject, "outcome": outcome, **fields})


def waiting(api) -> list[str]:
    return [row["outcome"] for row in api.get("/sandbox/outcomes").json()["forced"] if row["remaining"]]


def status_of(api, payment: str) -> str:
    return str(api.get(f"/transactions/{payment}").json()["status"])


def test_the_list_says_of_each_outcome_what_it_takes(api):
    listed = api.get("/sandbox/outcomes").json()

    assert listed["forced"] == []
    assert len(listed["data"]) == len(catalogue.everything())
    [late] = [one for one in listed["data"] if (one["step"], one["outcome"]) == ("PAY_OUT", "LATE")]
    assert late == {
        "step": "PAY_OUT",
        "outcome": "LATE",
        "description": "Of a quote's payout: the rail leaves it pending for `delaySeconds`, then settles it.",
        "shown": "`expectedSettlementAt`; `COMPLETED` then.",
        "subjects": ["transactionId", "accountId", "customerId", "next"],
        "reasons": [],
        "delaySeconds": 360,
        "isRepeatable": True,
    }


def test_what_was_forced_is_shown_until_it_is_taken_back(api, alice):
    reply = ask(api, {"customerId": alice}, "FAILED", reason="BANK_REJECTED", times=2)

    shown = reply.json()
    assert reply.status_code == 201
    assert shown == {
        "id": shown["id"],
        "for": {"customerId": alice},
        "outcome": "FAILED",
        "reason": "BANK_REJECTED",
        "times": 2,
        "remaining": 2,
        "createdAt": shown["createdAt"],
    }
    assert api.get("/sandbox/outcomes").json()["forced"] == [shown]
    assert api.delete(f"/sandbox/outcomes/{shown['id']}").status_code == 204
    assert api.delete(f"/sandbox/outcomes/{shown['id']}").status_code == 404
    assert api.get("/sandbox/outcomes").json()["forced"] == []


def test_a_reason_is_the_one_that_was_asked_for(api, alice, worker):
    for reason in ("BANK_REJECTED", "ACCOUNT_INVALID"):
        ask(api, {"next": "TRANSFER_OUT"}, "FAILED", reason=reason)
    payments = [scenarios.transfer_out("111")(api, alice), scenarios.transfer_out("222")(api, alice)]
    worker.run()

    assert [playing.story(api, payment)[1] for payment in payments] == ["BANK_REJECTED", "ACCOUNT_INVALID"]


def test_it_comes_before_what_the_account_number_chooses(api, alice, worker):
    ask(api, {"next": "TRANSFER_OUT"}, "SETTLED")
    payment = scenarios.transfer_out("002")(api, alice)
    worker.run()

    assert status_of(api, payment) == "COMPLETED"


def test_the_nearest_subject_counts_and_each_payment_once(api, alice, worker):
    account = api.external_account(alice)
    source = api.internal_account(alice)
    api.fund(source, 400)
    ask(api, {"next": "TRANSFER_OUT"}, "SETTLED")
    ask(api, {"customerId": alice}, "FAILED", reason="TIMED_OUT")
    ask(api, {"accountId": account}, "REJECTED", reason="BANK_REJECTED")
    first, second, third, fourth = (api.transfer_out(source, account, 100).json()["id"] for _ in range(4))
    ask(api, {"transactionId": fourth}, "FAILED", reason="ACCOUNT_INVALID")
    worker.run()

    told = [playing.story(api, payment)[:2] for payment in (first, second, third, fourth)]
    assert [(steps[-1], reason) for steps, reason in told] == [
        ("REJECTED", "BANK_REJECTED"),
        ("FAILED", "TIMED_OUT"),
        ("COMPLETED", None),
        ("FAILED", "ACCOUNT_INVALID"),
    ]
    assert waiting(api) == []


def test_a_completed_payment_comes_back(api, alice, worker):
    for play, outcome, status in (
        (scenarios.transfer_out("111"), "RETURNED", "FAILED"),
        (scenarios.quoted("222"), "CALLED_BACK", "REFUNDED"),
    ):
        payment = play(api, alice)
        worker.run()
        assert status_of(api, payment) == "COMPLETED"

        assert ask(api, {"transactionId": payment}, outcome).status_code == 201
        worker.run()

        assert status_of(api, payment) == status


def test_a_payment_that_waits_is_answered_at_once(api, alice, worker):
    payment = scenarios.quoted("003")(api, alice)
    worker.run()
    assert status_of(api, payment) == "PROCESSING"

    ask(api, {"transactionId": payment}, "FAILED")
    worker.run()

    assert status_of(api, payment) == "FAILED"


def test_deleted_it_holds_nothing_up(api, alice, worker):
    forced = playing.force(api, "TRANSFER_OUT", "NEVER")
    payment = scenarios.transfer_out()(api, alice)
    playing.pass_time(api, worker, 600)
    assert status_of(api, payment) == "PENDING"

    api.delete(f"/sandbox/outcomes/{forced['id']}")
    playing.pass_time(api, worker, 61)

    assert status_of(api, payment) == "COMPLETED"


@pytest.mark.parametrize(
    ("body", "field", "reason"),
    [
        ({"for": {}}, "for", "must have one of transactionId, accountId and customerId, or next"),
        ({"for": {"accountId": "x", "customerId": "y"}}, "for", "must have one of"),
        ({"for": {"next": "EXPIRE"}}, "for.next", "must be a step of which no single question"),
        ({"for": {"next": "NOTHING"}}, "for.next", "must be one of "),
        ({"outcome": "SUNK"}, "outcome", "must be one of CALLED_BACK, CANCELLED,"),
        ({"outcome": "FAILED", "reason": "TIRED"}, "reason", "must be one of COUNTERPARTY_POST_TX_FAILED,"),
        ({"outcome": "NEVER", "reason": "TIMED_OUT"}, "reason", "must be left out: this outcome gives no reason"),
        ({"outcome": "NEVER", "delaySeconds": 1}, "delaySeconds", "must be left out: this outcome takes no time"),
        ({"delaySeconds": -1}, "delaySeconds", "must be at least 0"),
        ({"delaySeconds": 2_592_001}, "delaySeconds", "must be at most 2592000"),
        ({"times": 0}, "times", "must be at least 1"),
        ({"times": 101}, "times", "must be at most 100"),
    ],
)
def test_what_can_not_be_is_refused(api, body, field, reason):
    refusal = api.post("/sandbox/outcomes", {"for": {"next": "PAY_OUT"}, "outcome": "FAILED", **body})

    [error] = refusal.json()["details"]["errors"]
    assert (refusal.status_code, error["field"]) == (400, field)
    assert error["reason"].startswith(reason)
    assert waiting(api) == []


def test_a_payment_is_not_told_what_it_can_not_have(api, alice, worker):
    transfer = scenarios.transfer_in()(api, alice)
    returned = ask(api, {"transactionId": transfer}, "RETURNED")
    worker.run()
    ended = ask(api, {"transactionId": transfer}, "FAILED")

    assert quote_requests.fields_of(returned) == ["outcome"]
    assert quote_requests.fields_of(ended) == ["for.transactionId"]
    assert ended.json()["details"]["errors"][0]["reason"].startswith("must be a payment under way")


def test_nobody_forces_anything_of_another_platform(api, rival_api, alice):
    account, internal = api.external_account(alice), api.internal_account(alice)
    payment = scenarios.transfer_out()(api, alice)
    mine = playing.force(api, "PAY_OUT", "FAILED")
    for subject, code in (
        ({"transactionId": payment}, "TRANSACTION_NOT_FOUND"),
        ({"accountId": account}, "EXTERNAL_ACCOUNT_NOT_FOUND"),
        ({"accountId": internal}, "INTERNAL_ACCOUNT_NOT_FOUND"),
        ({"customerId": alice}, "USER_NOT_FOUND"),
    ):
        assert quote_requests.code_of(ask(rival_api, subject)) == (404, code)
    assert rival_api.delete(f"/sandbox/outcomes/{mine['id']}").status_code == 404
    assert rival_api.get("/sandbox/outcomes").json()["forced"] == []


def test_another_platforms_payment_is_not_answered_by_it(api, rival, rival_api, alice, worker):
    playing.force(rival_api, "TRANSFER_OUT", "FAILED")
    payment = scenarios.transfer_out()(api, alice)
    worker.run()

    assert status_of(api, payment) == "COMPLETED"
    assert waiting(rival_api) == ["FAILED"]


def test_a_hundred_wait_at_most(acme):
    api = playing.client_of(acme)
    for _ in range(100):
        assert ask(api, {"next": "PAY_OUT"}).status_code == 201
    refusal = ask(api, {"next": "PAY_OUT"})

    assert quote_requests.code_of(refusal) == (409, "FORCED_OUTCOME_LIMIT_REACHED")


def test_a_token_of_production_forces_nothing(db):
    bank = factories.tenant("bank", environment="PRODUCTION")
    api = playing.client_of(bank)

    assert api.get("/sandbox/outcomes").status_code == 403
    assert ask(api, {"next": "PAY_OUT"}).status_code == 403


def test_the_service_takes_the_examples_of_the_page(api):
    page = (pathlib.Path(settings.BASE_DIR) / "docs/platform-developer/sandbox.md").read_text()
    examples = re.findall(r'^(?:\| `)?(\{"for": .*?\})(?:`|$)', page, re.MULTILINE)

    assert len(examples) == 13
    for body in examples:
        assert api.post("/sandbox/outcomes", json.loads(body)).status_code == 201, body


def test_each_reason_of_a_failure_can_be_forced():
    offered = {reason for outcome in catalogue.everything() for reason in outcome.reasons}

    # A platform cancels by itself.
    assert {*FailureReason.values} - offered == {"CANCELLED"}


def test_each_transition_of_a_payment_can_be_forced(api, alice, worker):
    expired = scenarios.quoted("111", executed=False)(api, alice)
    ask(api, {"transactionId": expired}, "EXPIRED")
    told = [playing.statuses(expired), *(statuses for of_step in STORIES.values() for statuses, *_ in of_step.values())]
    seen = {pair for statuses in told for pair in itertools.pairwise(statuses)}
    allowed = {(before, after) for before, afters in TRANSITIONS.items() for after in afters}

    # No payment leaves CREATED so: transfers in are CREATED, and never PROCESSING.
    assert allowed - seen == {("CREATED", "PROCESSING")}


def test_two_questions_at_once_are_not_both_answered_by_one(api, acme):
    playing.force(api, "NAME_CHECK", "NOT_MATCHED", times=3)

    question = functools.partial(asked.about, "NAME_CHECK", platform_id=acme.platform.id)
    answers = threads.at_once([question] * 8)

    assert sum(answer is not None for answer in answers) == 3
