"""Fifty requests carry one idempotency key."""

import functools

import pytest

from payments.models import Transaction
from tests.support import factories, threads

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
