"""What a token may spend: every limit, through every way in which a token pays."""

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from payments.ledger import check
from payments.models import Transaction
from platforms.base import clock
from platforms.models import TokenSpending
from tests.support import factories
from tests.support.payments import quote_requests, spending
from tests.support.payments.spending import a_day, budget_of, dollars, limited

pytestmark = [pytest.mark.django_db, pytest.mark.any_clock]
_REFUSED = (403, "VELOCITY_LIMIT_EXCEEDED")


@pytest.fixture
def ways(api, alice):
    source = api.internal_account(alice)
    api.fund(source, 1_000_00)
    return spending.Ways(api, alice, source, api.external_account(alice), api.internal_account(None))


@pytest.fixture(params=spending.WAYS)
def way(request, ways):
    """One of the ways to pay, with its name."""
    return request.param, getattr(ways, request.param)


def _refusal(outcome):
    status, error = outcome
    assert (status, error["code"]) == _REFUSED, outcome
    return error


def test_a_budget_is_spent_to_the_unit_and_no_further(api, ways, way):
    _, pay = way
    agent = limited(api, currencies=a_day(30_00))

    assert pay(agent, 20_00)[0] == 201
    refused = _refusal(pay(agent, 10_01))
    assert pay(agent, 10_00)[0] == 201

    told = budget_of(api, agent)
    assert (told["spent"], told["left"]) == (30_00, 0)
    assert refused["details"] == {
        "limit": "budget",
        "currency": "USD",
        "max": 30_00,
        "recurrence": "DAY",
        "left": 10_00,
        "renewsAt": told["renewsAt"],
        "amount": 10_01,
    }
    assert refused["message"] == (
        "This token has 10.00 USD of its budget left, and the payment needs 10.01 USD. It begins anew at"
        f" {told['renewsAt']}."
    )
    assert factories.balance_of(ways.source) == 970_00


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        ({"currencies": dollars(amountRange={"max": 9_99})}, {"limit": "amountRange", "max": 9_99, "amount": 10_00}),
        ({"currencies": dollars(amountRange={"min": 10_01})}, {"limit": "amountRange", "min": 10_01, "amount": 10_00}),
        ({"currencies": dollars(budget={"max": 9_99, "recurrence": "NONE"})}, {"limit": "budget", "left": 9_99}),
        ({"currencies": [{"currency": "EUR"}]}, {"limit": "currencies", "currency": "USD"}),
        ({"allowedPayees": ["$somebody@else.example"]}, {"limit": "allowedPayees"}),
        ({"validFrom": "2099-01-01T00:00:00Z"}, {"limit": "validFrom", "validFrom": "2099-01-01T00:00:00.000000Z"}),
        ({"validUntil": "2020-01-01T00:00:00Z"}, {"limit": "validUntil", "validUntil": "2020-01-01T00:00:00.000000Z"}),
    ],
    ids=["most", "least", "budget", "currency", "payee", "from", "until"],
)
def test_what_is_beyond_a_limit_is_refused_and_moves_nothing(api, ways, way, limits, told):
    _, pay = way
    agent = limited(api, **limits)

    refused = _refusal(pay(agent, 10_00))

    assert told.items() <= refused["details"].items()
    assert refused["message"].startswith("This token ")
    assert refused["retryable"] is False
    assert factories.balance_of(ways.source) == 1_000_00
    assert not Transaction.objects.exclude(status="PENDING").exists()
    assert not TokenSpending.objects.filter(spent__gt=0).exists()


def test_what_is_within_all_limits_is_paid(api, ways, way):
    name, pay = way
    now = clock.real_now()
    agent = limited(
        api,
        currencies=dollars(amountRange={"min": 10_00, "max": 10_00}, budget={"max": 10_00, "recurrence": "MONTH"}),
        allowedPayees=["$somebody@else.example", ways.payee(name)],
        validFrom=clock.iso(now - dt.timedelta(days=1)),
        validUntil=clock.iso(now + dt.timedelta(days=900)),
    )

    assert pay(agent, 10_00)[0] == 201
    assert budget_of(api, agent)["left"] == 0
    assert check.run().faults == []


def test_a_budget_begins_anew_with_the_day_of_the_platforms_clock(api, ways):
    agent = limited(api, currencies=a_day(10_00))
    assert ways.transfer(agent, 10_00)[0] == 201
    renews_at = _refusal(ways.transfer(agent, 1))["details"]["renewsAt"]

    assert api.post("/sandbox/clock/advance", {"seconds": 86_400}).status_code == 200

    assert renews_at == f"{renews_at[:10]}T00:00:00.000000Z"
    assert budget_of(api, agent)["left"] == 10_00
    assert budget_of(api, agent)["renewsAt"] > renews_at
    assert ways.transfer(agent, 10_00)[0] == 201
    assert _refusal(ways.transfer(agent, 1))["details"]["left"] == 0


def test_a_month_and_all_time_do_not_begin_anew_with_the_day(api, ways):
    agents = [limited(api, currencies=dollars(budget={"max": 5_00, "recurrence": name})) for name in ("MONTH", "NONE")]
    assert [ways.transfer(agent, 5_00)[0] for agent in agents] == [201, 201]

    assert api.post("/sandbox/clock/advance", {"seconds": 32 * 86_400}).status_code == 200

    assert ways.transfer(agents[0], 5_00)[0] == 201
    assert "renewsAt" not in _refusal(ways.transfer(agents[1], 1))["details"]
    assert "does not begin anew" in _refusal(ways.transfer(agents[1], 1))["message"]


def test_the_same_request_again_takes_once(api, ways, way):
    name, pay = way
    if name.startswith(("quote", "address")):
        pytest.skip("each try asks for a quote of its own")
    agent = limited(api, currencies=a_day(15_00))

    assert [pay(agent, 10_00, "k")[0] for _ in range(3)] == [201] * 3

    assert budget_of(api, agent)["spent"] == 10_00


def test_a_refusal_is_not_kept_under_its_key(api, ways):
    agent = limited(api, currencies=a_day(9_99))
    _refusal(ways.transfer(agent, 10_00, "k"))

    assert api.patch(f"/tokens/{agent.token}", {"spendingLimits": {"currencies": a_day(10_00)}}).status_code == 200

    assert ways.transfer(agent, 10_00, "k")[0] == 201


def test_what_is_refused_for_another_reason_takes_nothing(api, ways, way):
    _, pay = way
    agent = limited(api, currencies=a_day(5_000_00))

    assert pay(agent, 2_000_00)[0] != 201

    assert budget_of(api, agent)["spent"] == 0


def test_a_payment_that_fails_later_stays_in_the_sum(api, ways, worker):
    agent = limited(api, currencies=a_day(10_00))
    refusing = api.external_account(ways.customer, factories.usd_account("002"))
    assert agent.transfer_out(ways.source, refusing, 10_00).status_code == 201
    worker.run()

    assert factories.balance_of(ways.source) == 1_000_00
    assert budget_of(api, agent)["left"] == 0
    _refusal(ways.transfer(agent, 1))


def test_a_quote_takes_when_it_is_executed_and_money_that_comes_takes_nothing(api, ways):
    agent = limited(api, currencies=a_day(1_00))

    assert quote_requests.quote(agent, ways.source, ways.own, amount=100_00).status_code == 201
    assert agent.transfer_in(ways.bank, ways.source, 50_00).status_code == 201

    assert budget_of(api, agent)["spent"] == 0


def test_a_quote_is_taken_in_the_currency_that_leaves(api, ways):
    pesos = api.external_account(ways.customer, quote_requests.clabe(), "MXN")
    agent = limited(api, currencies=[{"currency": "USD", "budget": {"max": 10_00, "recurrence": "DAY"}}])
    quote = quote_requests.quote(agent, ways.source, pesos, amount=10_00).json()

    assert agent.post(f"/quotes/{quote['id']}/execute").status_code == 200

    assert budget_of(api, agent)["spent"] == 10_00


def test_a_quote_that_collects_from_a_bank_account_counts(api, ways):
    agent = limited(api, currencies=a_day(10_00))
    body = quote_requests.body(ways.bank, ways.own, amount=10_01, immediatelyExecute=True)

    assert _refusal((403, agent.post("/quotes", body).json()))["details"]["left"] == 10_00
    reply = agent.post("/quotes", {**body, "lockedCurrencyAmount": 10_00})

    assert reply.status_code == 201, reply.content
    assert budget_of(api, agent)["spent"] == 10_00


def _out(ways, amount):
    return {
        "type": "OUT",
        "source": {"accountId": ways.source},
        "destination": {"accountId": ways.bank},
        "amount": amount,
    }


def test_the_transfers_of_a_batch_take_in_turns(api, ways):
    agent = limited(api, currencies=dollars(amountRange={"max": 50_00}, budget={"max": 60_00, "recurrence": "DAY"}))
    amounts = [40_00, 50_01, 30_00, 20_00, 1]

    reply = agent.post("/transfers/batch", {"mode": "EACH", "transfers": [_out(ways, amount) for amount in amounts]})

    results = reply.json()["results"]
    assert [result["status"] for result in results] == [201, 403, 403, 201, 403]
    told = [result["error"]["details"] for result in results if "error" in result]
    assert [(each["limit"], each.get("left")) for each in told] == [
        ("amountRange", None),
        ("budget", 20_00),
        ("budget", 0),
    ]
    assert budget_of(api, agent)["spent"] == 60_00


def test_a_transfer_that_the_balance_does_not_pay_leaves_the_budget_to_the_next(api, ways):
    agent = limited(api, currencies=a_day(1_500_00))
    batch = {"mode": "EACH", "transfers": [_out(ways, 1_000_01), _out(ways, 900_00)]}

    results = agent.post("/transfers/batch", batch).json()["results"]

    assert [result["status"] for result in results] == [400, 201]
    assert budget_of(api, agent)["spent"] == 900_00


def test_a_batch_of_which_all_or_none_is_made_takes_all_or_nothing(api, ways):
    agent = limited(api, currencies=a_day(50_00))
    batch = {"mode": "ALL", "transfers": [_out(ways, 30_00), _out(ways, 20_01)]}

    results = agent.post("/transfers/batch", batch).json()["results"]
    assert [result["error"]["code"] for result in results] == ["BATCH_REFUSED", "VELOCITY_LIMIT_EXCEEDED"]
    assert budget_of(api, agent)["spent"] == 0

    batch["transfers"][1]["amount"] = 20_00
    assert [result["status"] for result in agent.post("/transfers/batch", batch).json()["results"]] == [201, 201]
    assert budget_of(api, agent)["left"] == 0


def test_each_token_has_a_budget_of_its_own(api, ways, rival_api):
    agents = [limited(api, currencies=a_day(10_00)) for _ in range(2)]
    outsider = limited(rival_api, currencies=a_day(10_00))

    assert [ways.transfer(agent, 10_00)[0] for agent in agents] == [201, 201]
    # The refusal of another platform's account comes first, and takes nothing.
    assert ways.transfer(outsider, 10_00)[0] == 404
    assert budget_of(rival_api, outsider)["spent"] == 0
    assert ways.transfer(api, 500_00)[0] == 201


def _statements(pay, *args):
    with CaptureQueriesContext(connection) as caught:
        assert pay(*args)[0] == 201
    return [query["sql"] for query in caught.captured_queries]


def test_limits_cost_no_statement_but_the_note_of_a_batch(api, ways, way):
    name, pay = way
    agent = limited(api, currencies=a_day(900_00))
    free = limited(api, allowedPayees=[ways.payee(name)])
    assert api.patch(f"/tokens/{free.token}", {"spendingLimits": {}}).status_code == 200
    for each in (agent, free):
        pay(each, 10_00)

    counts = [len(_statements(pay, each, 10_00)) for each in (free, agent)]

    assert counts[1] - counts[0] == (name == "batch")
