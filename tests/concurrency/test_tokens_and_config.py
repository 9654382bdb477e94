"""Tokens, configuration, clock and accounts, changed by two at the same moment."""

import datetime as dt
import functools

import pytest

from payments.models import ExternalAccount
from platforms.models import Platform
from tests.conftest import Api
from tests.support import factories, threads

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_token_revoked_while_it_is_in_use_writes_nothing_from_then_on(acme, api, settings):
    settings.TOKENS_PER_PLATFORM = 1000
    created = factories.token(acme.platform)
    used = Api(created.token.client_id, created.client_secret)
    assert used.get("/config").status_code == 200
    written = []

    def write_until_refused():
        for _ in range(200):
            reply = used.post("/tokens", {"name": "x", "permissions": ["VIEW"]})
            if reply.status_code != 201:
                return reply
            written.append(reply.json()["id"])
        return None

    results = threads.at_once(
        [write_until_refused] * 3 + [functools.partial(api.delete, f"/tokens/{created.token.public_id}")]
    )
    after = used.post("/tokens", {"name": "too late", "permissions": ["VIEW"]})

    assert [reply.status_code for reply in results] == [401, 401, 401, 204]
    assert after.status_code == 401
    assert api.get("/tokens", name="x").json()["totalCount"] == len(written)
    assert api.get("/tokens", name="too late").json()["totalCount"] == 0


def test_tokens_made_at_the_same_moment_are_no_more_than_a_platform_may_have(api, settings):
    settings.TOKENS_PER_PLATFORM = 3
    new = {"name": "x", "permissions": ["VIEW"]}

    replies = threads.at_once([functools.partial(api.post, "/tokens", new)] * 6)

    assert threads.statuses(replies) == {201: 2, 403: 4}


def test_of_two_equal_external_accounts_one_is_created(api):
    customer = api.customer("Alice Approved")
    body = {"currency": "USD", "accountInfo": factories.usd_account(), "customerId": customer}

    replies = threads.at_once([functools.partial(api.post, "/customers/external-accounts", body)] * 2)

    assert threads.statuses(replies) == {201: 1, 409: 1}
    assert {reply.json()["code"] for reply in replies if reply.status_code == 409} == {"EXTERNAL_ACCOUNT_EXISTS"}
    assert ExternalAccount.objects.count() == 1


def test_of_two_customers_with_one_uma_address_one_is_created(acme, api):
    body = factories.individual("Alice Approved", umaAddress=f"$alice@{acme.platform.uma_domain}")

    replies = threads.at_once([functools.partial(api.post, "/customers", body)] * 6)

    assert threads.statuses(replies) == {201: 1, 409: 5}
    assert {reply.json()["code"] for reply in replies if reply.status_code == 409} == {"UMA_ADDRESS_EXISTS"}


def test_of_two_platforms_that_take_one_name_of_the_sandbox_one_gets_it(api, rival_api, settings):
    change = {"umaDomain": f"wanted.{settings.SANDBOX_UMA_DOMAIN}"}

    replies = threads.at_once(
        [functools.partial(api.patch, "/config", change), functools.partial(rival_api.patch, "/config", change)]
    )

    assert threads.statuses(replies) == {200: 1, 400: 1}
    assert Platform.objects.filter(uma_domain=change["umaDomain"]).count() == 1


def test_of_two_platforms_that_show_one_domain_to_be_theirs_one_gets_it(acme, rival, api, rival_api):
    change = {"umaDomain": "wanted.example.com"}
    claims = threads.at_once(
        [functools.partial(api.patch, "/config", change), functools.partial(rival_api.patch, "/config", change)]
    )

    found = threads.at_once(
        [functools.partial(factories.domain_checked, "wanted.example.com", of=one.platform) for one in (acme, rival)]
    )

    assert threads.statuses(claims) == {200: 2}, "a claim blocks nobody"
    assert sorted(claim.json()["proxyUmaSubdomain"][:7] for claim in claims) == ["wanted", "wanted-"]
    assert sorted(domain.state for domain in found) == ["UNVERIFIED", "VERIFIED"]


def test_two_advances_of_the_clock_add_up(acme, api):
    replies = threads.at_once([functools.partial(api.post, "/sandbox/clock/advance", {"seconds": 60})] * 10)

    assert threads.statuses(replies) == {200: 10}
    assert Platform.objects.get(id=acme.platform.id).clock_offset == dt.timedelta(minutes=10)


def test_two_changes_of_the_currencies_end_with_one_of_the_lists(acme, api):
    def currencies(*codes):
        return {
            "supportedCurrencies": [
                {
                    "currencyCode": code,
                    "minAmount": 1,
                    "maxAmount": 1000,
                    "requiredCounterpartyFields": [],
                    "enabledTransactionTypes": ["OUTGOING"],
                }
                for code in codes
            ]
        }

    replies = threads.at_once(
        [
            functools.partial(api.patch, "/config", currencies("USD", "KES")),
            functools.partial(api.patch, "/config", currencies("EUR", "KES")),
        ]
    )

    assert threads.statuses(replies) == {200: 2}
    left = [row["currencyCode"] for row in api.get("/config").json()["supportedCurrencies"]]
    assert left in (["USD", "KES"], ["EUR", "KES"])
