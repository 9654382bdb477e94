"""Batches reach for the same balances and invoices at once, in any order: none waits for ever, none pays twice."""

import functools
import random

import pytest

from payments.ledger import check
from payments.models import JournalEntry, Transaction
from tests.support import factories, threads
from tests.support.payments import account_examples, lightning_invoices

pytestmark = pytest.mark.django_db(transaction=True)


def out(source, destination, amount):
    sides = {"source": {"accountId": source}, "destination": {"accountId": destination}}
    return {"type": "OUT", **sides, "amount": amount}


def send(api, transfers, mode, key):
    return api.post("/transfers/batch", {"mode": mode, "transfers": transfers}, key=key)


@pytest.fixture
def accounts(api):
    """Four internal accounts with 1,000 each, and an external one."""
    holders = [api.customer(f"Holder {letter}") for letter in "ABCD"]
    internal = [api.internal_account(holder) for holder in holders]
    for account in internal:
        api.fund(account, 1_000)
    return internal, api.external_account(holders[0])


def test_batches_in_opposite_orders_take_each_balance_once(api, accounts):
    internal, outside = accounts
    shuffle = random.Random(7).sample
    lists = [[out(account, outside, 100) for account in shuffle(internal, 4)] for _ in range(10)]
    modes = ["EACH", "ALL"] * 5

    # Each batch is sent twice, as by a client that lost the reply.
    works = [
        functools.partial(send, api, transfers, mode, f"batch-{number}")
        for number, (transfers, mode) in enumerate(zip(lists, modes, strict=True))
        for _ in range(2)
    ]
    replies = threads.at_once(works)

    assert threads.statuses(replies) == {200: 20}
    assert [first.content for first in replies[::2]] == [again.content for again in replies[1::2]]
    assert all(factories.balance_of(account) == 0 for account in internal)
    assert Transaction.objects.count() == JournalEntry.objects.filter(purpose="TRANSFER_OUT_SENT").count() == 40
    assert check.run().faults == []


def test_all_or_none_of_a_balance_that_is_enough_for_three_batches(api, accounts):
    internal, outside = accounts
    transfers = [out(account, outside, 150) for account in (*internal, *internal)]

    replies = threads.at_once([functools.partial(send, api, transfers, "ALL", f"key-{n}") for n in range(8)])

    made = [{result["status"] for result in reply.json()["results"]} for reply in replies]
    assert made.count({201}) == 3
    assert all(statuses in ({201}, {400, 424}, {400}) for statuses in made)
    assert [factories.balance_of(account) for account in internal] == [100] * 4
    assert Transaction.objects.count() == 24


def test_one_batch_gets_the_invoice(api, alice):
    bitcoin = api.internal_account(alice, "BTC")
    api.fund(bitcoin, 1_000_000)
    info = lightning_invoices.account(lightning_invoices.text(satoshis=2_500))
    invoiced = [api.external_account(holder, info, "BTC") for holder in (alice, None)]
    address = api.external_account(
        alice,
        {"accountType": "SPARK_WALLET", "address": account_examples.EXAMPLES["SPARK_WALLET"][1]["address"]},
        "BTC",
    )
    transfers = [out(bitcoin, address, 1), *(out(bitcoin, account, 2_500) for account in invoiced)]

    replies = threads.at_once([functools.partial(send, api, transfers, "EACH", f"key-{n}") for n in range(8)])

    results = [result["status"] for reply in replies for result in reply.json()["results"]]
    assert (results.count(201), results.count(400)) == (9, 15)
    assert factories.balance_of(bitcoin) == 1_000_000 - 2_500 - 8
    assert Transaction.objects.exclude(invoice_hash=None).count() == 1
