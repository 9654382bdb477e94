"""How many statements a request costs. A number that grows here has to be meant."""

import pytest

from tests.support import factories

pytestmark = pytest.mark.django_db


def test_a_token_is_loaded_once(api, statements):
    # The token with its platform, and the note that it was used.
    first = statements(lambda: api.get("/config"))

    assert first - statements(lambda: api.get("/config")) == 2


def test_reading_the_configuration_takes_platform_and_currencies(warm, costs):
    costs.call(lambda: warm.get("/config"))


@pytest.mark.parametrize("rows", [1, 20])
def test_listing_tokens_takes_page_and_total_however_many_there_are(acme, warm, costs, rows):
    for _ in range(rows):
        factories.token(acme.platform)

    costs.call(lambda: warm.get("/tokens"))


def test_reading_a_token_takes_the_token(acme, warm, costs):
    token = factories.token(acme.platform).token

    costs.call(lambda: warm.get(f"/tokens/{token.public_id}"))


def test_creating_a_token_takes_the_opening_the_lock_the_limits_the_count_the_token_and_the_audit(warm, costs):
    costs.call(lambda: warm.post("/tokens", {"name": "x", "permissions": ["VIEW"]}))


def test_a_key_costs_no_statement_more_and_a_replay_two_in_all(warm, costs):
    def create():
        return warm.post("/tokens", {"name": "x", "permissions": ["VIEW"]}, key="k")

    costs.call(create, "first")
    costs.call(create, "again")
