"""How many statements quotes cost. A number that grows here has to be meant."""

import pytest

from payments.models import Quote
from platforms.base import money
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import quote_requests, rate_entries

pytestmark = pytest.mark.django_db(transaction=True)

# To ask: rates · one that reads · one that writes. A database transaction begins what is executed at once.
# To execute: one that reads, one that writes.


@pytest.fixture
def warm(ask, api):
    """A caller whose token, rates and books are known to the process, as in all requests but the first."""
    api.post(f"/quotes/{ask().json()['id']}/execute")
    return ask


def test_asking_executing_and_reading(warm, api, costs):
    quote = warm().json()["id"]

    costs.call(warm, "ask")
    costs.call(lambda: api.post(f"/quotes/{quote}/execute"), "execute")
    costs.call(lambda: api.get(f"/quotes/{quote}"), "read")


def test_executing_at_once_adds_the_account_the_books_the_payment_and_the_rest(warm, costs):
    costs.call(lambda: warm(immediatelyExecute=True))


def test_a_key_is_looked_for_before_rates_are_and_a_replay_costs_nothing_else(api, dollars, pesos, warm, costs):
    body = quote_requests.body(dollars, pesos)

    costs.call(lambda: api.post("/quotes", body, key="k"), "ask")
    costs.call(lambda: api.post("/quotes", body, key="k"), "ask again")


def test_no_quote_costs_more_for_many_currencies_schedules_and_past_quotes(acme, warm, statements, costs):
    before = statements(warm)
    for code in sorted(money.SUPPORTED_CURRENCIES)[:20]:
        rate_entries.schedule(acme, destination_currency=code, variable_rate="0.01")
    for _ in range(20):
        warm()

    assert statements(warm) == before
    costs(before)
    assert Quote.objects.count() > 20


def test_no_quote_costs_more_on_a_platform_with_every_currency(statements, costs):
    counts = []
    for name, currencies in (("few", ["USD", "MXN"]), ("all", sorted(money.SUPPORTED_CURRENCIES))):
        tenant = factories.tenant(name, currencies=currencies)
        api = Api(tenant.client_id, tenant.client_secret)
        customer = api.customer()
        source, destination = (api.internal_account(customer, code) for code in ("USD", "MXN"))
        quote_requests.quote(api, source, destination)
        counts.append(statements(lambda api=api, ends=(source, destination): quote_requests.quote(api, *ends)))

    assert counts[0] == counts[1]
    costs(counts[0])
