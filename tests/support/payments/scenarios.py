"""Payments brought to every place where money can be: what supporters are asked about."""

from collections.abc import Callable

from payments.models import SuspenseItem, Transaction
from tests.support import factories
from tests.support.payments import quote_requests

Play = Callable[..., str]
"""Called with the API and Alice; returns a transaction's public id."""


def payment_of(public_id: str) -> Transaction:
    payment: Transaction = Transaction.objects.select_related("platform", "customer").get(
        id=public_id.partition(":")[2]
    )
    return payment


def item_of(public_id: str) -> SuspenseItem:
    item: SuspenseItem = SuspenseItem.objects.select_related("platform").get(transaction_id=public_id.partition(":")[2])
    return item


def refund_of(public_id: str) -> str:
    """Where the refund of a payment stands."""
    refund = payment_of(public_id).refund
    assert refund is not None
    return str(refund["status"])


def purpose_of(item: SuspenseItem) -> str:
    """Why the money of an item left suspense."""
    assert item.entry is not None
    return item.entry.purpose


def transfer_out(suffix: str = "789") -> Play:
    """100.00 USD from Alice's internal account to her bank, as the suffix has it."""

    def play(api, alice: str) -> str:
        source = api.internal_account(alice)
        api.fund(source, 100_00)
        target = api.external_account(alice, factories.usd_account(suffix))
        reply = api.transfer_out(source, target, 100_00)
        assert reply.status_code == 201, reply.content
        return str(reply.json()["id"])

    return play


def transfer_in(suffix: str = "789") -> Play:
    """100.00 USD from Alice's bank to her internal account."""

    def play(api, alice: str) -> str:
        source = api.external_account(alice, factories.usd_account(suffix))
        reply = api.transfer_in(source, api.internal_account(alice), 100_00)
        assert reply.status_code == 201, reply.content
        return str(reply.json()["id"])

    return play


def quoted(suffix: str = "789", *, executed: bool = True) -> Play:
    """100.00 USD from Alice's internal account as pesos to her bank in Mexico."""

    def play(api, alice: str) -> str:
        source = api.internal_account(alice)
        api.fund(source, 100_00)
        return _quoted(api, alice, source, suffix, executed=executed)

    return play


def collected(suffix: str = "789", *, source: str = "789") -> Play:
    """100.00 USD from Alice's American bank as pesos to her bank in Mexico."""

    def play(api, alice: str) -> str:
        return _quoted(api, alice, api.external_account(alice, factories.usd_account(source)), suffix)

    return play


def funded(*amounts: int, suffix: str = "789") -> Play:
    """A quote for 100.00 USD that Alice pays from outside, with these amounts."""

    def play(api, alice: str) -> str:
        pesos = api.external_account(alice, quote_requests.clabe(suffix), "MXN")
        quote = quote_requests.quote(api, quote_requests.realtime("USD", alice), pesos).json()
        for amount in amounts:
            body = {"quoteId": quote["id"], "currencyCode": "USD", "currencyAmount": amount}
            assert api.post("/sandbox/send", body).status_code == 200
        return str(quote["transactionId"])

    return play


def _quoted(api, alice: str, source: str, suffix: str, *, executed: bool = True) -> str:
    pesos = api.external_account(alice, quote_requests.clabe(suffix), "MXN")
    reply = quote_requests.quote(api, source, pesos, immediatelyExecute=executed)
    assert reply.status_code == 201, reply.content
    return str(reply.json()["transactionId"])
