"""Fifty requests carry one idempotency key."""

import functools
from typing import Any

import pytest

from payments.models import Transaction
from payments.rates.book import RatesStale
from platforms.http import idempotency
from tests.support import factories, threads
from tests.support.payments import quote_requests

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def payer(api):
    customer = api.customer("Alice Approved")
    source = api.internal_account(customer)
    api.fund(source, 10_000)
    return source, api.external_account(customer)


def test_fifty_duplicates_have_one_effect_and_one_reply(api, payer):
    source, destination = payer

    replies = threads.at_once([functools.partial(api.transfer_out, source, destination, 100, key="duplicate")] * 50)

    assert threads.statuses(replies) == {201: 50}
    assert len({reply.content for reply in replies}) == 1
    assert sum("Idempotent-Replayed" not in reply.headers for reply in replies) == 1
    assert Transaction.objects.count() == 1
    assert factories.balance_of(source) == 9900


def test_control_without_a_key_each_request_has_its_effect(api, payer):
    source, destination = payer

    replies = threads.at_once([functools.partial(api.transfer_out, source, destination, 100)] * 50)

    assert threads.statuses(replies) == {201: 50}
    assert len({reply.content for reply in replies}) == 50
    assert factories.balance_of(source) == 5000


def test_duplicates_of_a_refused_request_all_get_the_same_refusal(api, payer):
    source, destination = payer

    replies = threads.at_once([functools.partial(api.transfer_out, source, destination, 99_999, key="poor")] * 20)

    assert threads.statuses(replies) == {400: 20}
    assert len({reply.content for reply in replies}) == 1
    assert factories.balance_of(source) == 10_000


def test_duplicates_that_create_an_external_account_create_one(api):
    customer = api.customer("Alice Approved")
    body = {"currency": "USD", "accountInfo": factories.usd_account(), "customerId": customer}

    replies = threads.at_once([functools.partial(api.post, "/customers/external-accounts", body, key="account")] * 10)

    assert threads.statuses(replies) == {201: 10}
    assert len({reply.content for reply in replies}) == 1


def test_two_different_requests_with_one_key_are_not_both_done(api, payer):
    source, destination = payer

    replies = threads.at_once(
        [functools.partial(api.transfer_out, source, destination, amount, key="one") for amount in (100, 200)]
    )

    assert threads.statuses(replies) == {201: 1, 422: 1}
    assert Transaction.objects.count() == 1


def test_what_another_request_with_the_key_was_granted_is_not_refused_for_the_moment(api, payer, monkeypatch):
    """Seed 262 of the simulator: of two at once one got a quote, and the other one heard that rates are too old."""
    source, _ = payer
    customer = api.get("/customers").json()["data"][0]["id"]
    asked = quote_requests.body(source, api.external_account(customer, quote_requests.clabe(), "MXN"))
    attempts = vars(idempotency)["_attempts"]
    replies: list[Any] = []

    def find_rates_too_old(attempt):
        if not replies:
            replies.append(None)
            replies[:] = threads.at_once([functools.partial(api.post, "/quotes", asked, key="once")])
            raise RatesStale
        return attempts(attempt)

    monkeypatch.setattr(idempotency, "_attempts", find_rates_too_old)
    second = api.post("/quotes", asked, key="once")

    [first] = replies
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
