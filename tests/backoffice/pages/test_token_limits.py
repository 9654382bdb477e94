"""What a token may spend, and has spent, on its page."""

import pytest

from platforms.models import ApiToken, TokenSpending
from tests.backoffice.conftest import list_of, page_of
from tests.support.backoffice.pages import words
from tests.support.payments.spending import Ways, a_day, limited

pytestmark = pytest.mark.django_db


def test_the_page_of_a_token_shows_its_budget_and_what_is_left(backoffice, api, alice):
    source = api.internal_account(alice)
    api.fund(source, 100_00)
    agent = limited(
        api,
        currencies=[*a_day(50_00), {"currency": "EUR", "amountRange": {"min": 1, "max": 20_00}}],
        allowedPayees=["$carol@vasp.example", bank := api.external_account(alice)],
        validUntil="2099-01-31T00:00:00Z",
    )
    assert Ways(api, alice, source, bank, "").transfer(agent, 12_34)[0] == 201

    page = words(backoffice.get(page_of(ApiToken.objects.get(name="agent"))).content.decode())

    assert "50.00 USD 12.34 USD 37.66 USD" in page
    assert "EUR from 0.01 EUR up to 20.00 EUR no bound" in page
    assert "Pays until: 2099-01-31 00:00:00 UTC" in page
    assert f"Pays only: $c••••@vasp.example, {bank}" in page
    assert "Pays only in: USD, EUR" in page
    assert "12.34 USD" in words(backoffice.get(list_of(TokenSpending)).content.decode())


def test_the_page_of_a_token_without_limits_says_so(backoffice, story):
    page = words(backoffice.get(page_of(ApiToken.objects.get(client_id=story.acme.client_id))).content.decode())

    assert "none: whatever the payer has" in page
    assert "What it may spend" not in page
