"""Many payments reach for one Lightning invoice, by transfers and quotes, through two accounts."""

import functools
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection

from payments.accounts import invoices
from payments.ledger import check
from payments.models import Transaction
from tests.support import threads
from tests.support.payments import lightning_invoices, quote_requests

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def payments(api, alice, dollars) -> list[Callable[[], Any]]:
    """Eight transfers and four executions of quotes, to two accounts that are the same invoice."""
    bitcoin = api.internal_account(alice, "BTC")
    api.fund(bitcoin, 1_000_000)
    info = lightning_invoices.account(lightning_invoices.text(satoshis=2_500))
    accounts = [api.external_account(holder, info, "BTC") for holder in (alice, None)]
    quotes = [
        quote_requests.quote(api, dollars, account, side="RECEIVING", amount=2_500).json()["id"]
        for account in accounts
        for _ in range(2)
    ]
    transfers = [functools.partial(api.transfer_out, bitcoin, account, 2_500) for account in accounts for _ in range(4)]
    return [*transfers, *(functools.partial(api.post, f"/quotes/{quote}/execute") for quote in quotes)]


@pytest.fixture
def without_the_index() -> Iterator[None]:
    """Take away what lets an invoice be paid once."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_indexdef(%s::regclass)", [invoices.ONCE])
        [definition] = cursor.fetchone()
        cursor.execute(f"DROP INDEX {invoices.ONCE}")
    yield
    with connection.cursor() as cursor:
        cursor.execute("UPDATE payments_transaction SET invoice_hash = NULL")
        cursor.execute(definition)


def test_one_payment_gets_the_invoice(payments):
    replies = threads.at_once(payments)

    refused = [reply for reply in replies if reply.status_code == 400]
    assert len(replies) - len(refused) == 1
    assert {reply.json()["code"] for reply in refused} == {"INVALID_BANK_ACCOUNT"}
    assert Transaction.objects.exclude(invoice_hash=None).count() == 1
    assert check.run().faults == []


def test_control_without_the_index_it_is_paid_by_all(payments, without_the_index):
    replies = threads.at_once(payments)

    assert [reply.status_code for reply in replies if reply.status_code == 400] == []
