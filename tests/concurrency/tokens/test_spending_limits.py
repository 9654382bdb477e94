"""Payments by one token at once: its budget is spent to the last unit, and not one unit further.

Some thousands of attempts; `ATTEMPTS=100000` takes so many.
"""

import functools
import os
import threading

import pytest
from django.db import connection

from payments.ledger import check
from payments.models import Transaction
from platforms.models import TokenSpending
from tests.support import factories, threads
from tests.support.payments import quote_requests
from tests.support.payments.spending import Ways, a_day, budget_of, limited

pytestmark = pytest.mark.django_db(transaction=True)
_ATTEMPTS = int(os.environ.get("ATTEMPTS", "2000"))
_CONNECTIONS = 8
_CONDITION = "WHERE kept.spent <= (budget ->> 'max')::bigint - excluded.spent"


@pytest.fixture
def ways(api, alice):
    source = api.internal_account(alice)
    api.fund(source, 10_000_000)
    return Ways(api, alice, source, api.external_account(alice), api.internal_account(None))


def _batch(ways, agent):
    """Two transfers, each by itself."""
    sides = {"source": {"accountId": ways.source}, "destination": {"accountId": ways.bank}}
    body = {"mode": "EACH", "transfers": [{"type": "OUT", **sides, "amount": amount} for amount in (5, 3)]}
    return [result["status"] for result in agent.post("/transfers/batch", body).json()["results"]]


def test_a_budget_is_not_overspent_by_attempts_from_many_connections(api, ways):
    """Half of what is tried is enough to use the budget up, by every way that debits a balance."""
    agent = limited(api, currencies=a_day(_ATTEMPTS * 3))
    tries = iter(range(_ATTEMPTS))
    mutex = threading.Lock()

    def attempts():
        made: list[int] = []
        while True:
            with mutex:
                number = next(tries, None)
            if number is None:
                return made
            if number % 8 == 0:
                made += _batch(ways, agent)
            elif number % 8 == 1:
                made.append(ways.at_once(agent, 4)[0])
            else:
                made.append(ways.transfer(agent, 7)[0])

    results = threads.at_once([attempts] * _CONNECTIONS)

    statuses = {status for made in results for status in made}
    assert statuses == {201, 403}
    spent = sum(Transaction.objects.values_list("sent_amount", flat=True))
    assert spent <= _ATTEMPTS * 3
    # What is left would have paid for no further attempt of the smallest kind.
    assert (budget_of(api, agent)["spent"], budget_of(api, agent)["left"]) == (spent, _ATTEMPTS * 3 - spent)
    assert budget_of(api, agent)["left"] < 3
    assert factories.balance_of(ways.source) == 10_000_000 - spent
    assert check.run().faults == []


@pytest.fixture
def _without_the_condition(transactional_db):
    """Take out of the function what keeps the sum within the budget; put it back afterwards."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('platforms_take_spending'::regproc)")
        [function] = cursor.fetchone()
        assert _CONDITION in function, "the condition that this control takes out has moved"
        cursor.execute(function.replace(_CONDITION, ""))
    yield
    with connection.cursor() as cursor:
        cursor.execute(function)


@pytest.mark.usefixtures("_without_the_condition")
def test_control_without_the_condition_the_budget_is_overspent(api, ways):
    agent = limited(api, currencies=a_day(10))

    replies = threads.at_once([functools.partial(ways.transfer, agent, 7)] * 4)

    assert [status for status, _ in replies] == [201] * 4


def test_of_several_quotes_executed_at_once_the_budget_pays_one(api, ways):
    agent = limited(api, currencies=a_day(150))
    quotes = [quote_requests.quote(agent, ways.source, ways.own, amount=100).json()["id"] for _ in range(8)]

    replies = threads.at_once([functools.partial(agent.post, f"/quotes/{quote}/execute") for quote in quotes])

    assert threads.statuses(replies) == {200: 1, 403: 7}
    assert TokenSpending.objects.get().spent == 100


def test_payments_at_once_with_a_change_go_by_the_limits_before_or_after_it(api, ways):
    """Lowered while payments are made: whatever was taken later is within the lower budget."""
    agent = limited(api, currencies=a_day(1_000))
    lowered = {"spendingLimits": {"currencies": a_day(200)}}

    def pay_until_refused():
        paid = 0
        while ways.transfer(agent, 10)[0] == 201:
            paid += 10
        return paid

    def lower():
        reply = api.patch(f"/tokens/{agent.token}", lowered)
        assert reply.status_code == 200, reply.content
        return reply.json()["spendingLimits"]["currencies"][0]["budget"]["spent"]

    *paid, spent_before = threads.at_once([pay_until_refused] * 4 + [lower])

    # The reply of the change shows at least what was spent before it; nothing was taken beyond the lower budget then.
    assert sum(paid) == TokenSpending.objects.get().spent <= max(200, spent_before)


def test_attempts_with_one_key_take_once(api, ways):
    agent = limited(api, currencies=a_day(1_000))

    replies = threads.at_once([functools.partial(ways.transfer, agent, 10, "k")] * 8)

    assert [status for status, _ in replies] == [201] * 8
    assert budget_of(api, agent)["spent"] == 10
