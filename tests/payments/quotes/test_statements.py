"""How many statements quotes cost. A number that grows here has to be meant."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from payments.models import Quote
from platforms.base import money
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import quote_requests, rate_entries

pytestmark = pytest.mark.django_db(transaction=True)

CREATE = 8
"""Rates · token and key · both sides · fees · currencies held · customer held · payment, history · quote, event, audit
entry, reply: two statements for one would have too many parameters."""
EXECUTE = 8
"""Token and key · quote · payment locked · customer held · account · books · payment · the rest."""


@pytest.fixture
def statements():
    """Return a function that counts the statements of a call, without those that open and close transactions."""

    def count(call):
        with CaptureQueriesContext(connection) as captured:
            reply = call()
        assert reply.status_code < 300, reply.content
        words = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")
        return len([query for query in captured if not query["sql"].startswith(words)])

    return count


@pytest.fixture
def warm(ask, api):
    """A caller whose token, rates and books are known to the process, as in all requests but the first."""
    api.post(f"/quotes/{ask().json()['id']}/execute")
    return ask


def test_asking_executing_and_reading(warm, api, statements):
    quote = warm().json()["id"]

    assert statements(warm) == CREATE
    assert statements(lambda: api.post(f"/quotes/{quote}/execute")) == EXECUTE
    assert statements(lambda: api.get(f"/quotes/{quote}")) == 1


def test_executing_at_once_adds_the_account_the_books_the_payment_and_the_rest(warm, statements):
    assert statements(lambda: warm(immediatelyExecute=True)) == CREATE + 4


def test_a_key_is_looked_for_before_rates_are_and_a_replay_costs_nothing_else(api, dollars, pesos, warm, statements):
    body = quote_requests.body(dollars, pesos)

    assert statements(lambda: api.post("/quotes", body, key="k")) == CREATE + 1
    assert statements(lambda: api.post("/quotes", body, key="k")) == 1


def test_no_quote_costs_more_for_many_currencies_schedules_and_past_quotes(acme, warm, statements):
    before = statements(warm)
    for code in sorted(money.SUPPORTED_CURRENCIES)[:20]:
        rate_entries.schedule(acme, destination_currency=code, variable_rate="0.01")
    for _ in range(20):
        warm()

    assert statements(warm) == before == CREATE
    assert Quote.objects.count() > 20


def test_no_quote_costs_more_on_a_platform_with_every_currency(statements):
    counts = []
    for name, currencies in (("few", ["USD", "MXN"]), ("all", sorted(money.SUPPORTED_CURRENCIES))):
        tenant = factories.tenant(name, currencies=currencies)
        api = Api(tenant.client_id, tenant.client_secret)
        customer = api.customer()
        source, destination = (api.internal_account(customer, code) for code in ("USD", "MXN"))
        quote_requests.quote(api, source, destination)
        counts.append(statements(lambda api=api, ends=(source, destination): quote_requests.quote(api, *ends)))

    assert counts == [CREATE, CREATE]
