"""Statements, without those that begin and end database transactions: at most twice those of the real request."""

import pytest

from tests.support.payments import quote_requests

pytestmark = pytest.mark.django_db(transaction=True)


def _transfer(source, destination, amount):
    return {"source": {"accountId": source}, "destination": {"accountId": destination}, "amount": amount}


def test_a_transfer_out(warm, source, bank, costs):
    warm.transfer_out(source, bank, 1)
    with costs.of("real"):
        warm.transfer_out(source, bank, 1)
    with costs.of("dry run"):
        warm.post("/transfer-out?dryRun=true", _transfer(source, bank, 1))


def test_a_transfer_in(warm, source, bank, costs):
    warm.transfer_in(bank, source, 1)
    with costs.of("real"):
        warm.transfer_in(bank, source, 1)
    with costs.of("dry run"):
        warm.post("/transfer-in?dryRun=true", _transfer(bank, source, 1))


def test_a_quote_and_its_execution(warm, source, costs):
    body = quote_requests.body(source, warm.internal_account(None, "EUR"), amount=1_000)
    first = warm.post("/quotes", body).json()["id"]
    warm.post(f"/quotes/{first}/execute")
    with costs.of("real quote"):
        quote = warm.post("/quotes", body).json()
    with costs.of("dry run of a quote"):
        warm.post("/quotes?dryRun=true", body)
    with costs.of("dry run of an execution"):
        warm.post(f"/quotes/{quote['id']}/execute?dryRun=true")
    with costs.of("real execution"):
        warm.post(f"/quotes/{quote['id']}/execute")


def test_a_batch(warm, source, bank, costs):
    body = {"mode": "EACH", "transfers": [{"type": "OUT", **_transfer(source, bank, 1)}] * 5}
    warm.post("/transfers/batch", body)
    with costs.of("real"):
        warm.post("/transfers/batch", body)
    with costs.of("dry run"):
        warm.post("/transfers/batch?dryRun=true", body)


def test_a_cancellation(warm, source, bank, costs):
    made, other = (warm.transfer_out(source, bank, 1).json()["id"] for _ in range(2))
    warm.post(f"/transactions/{other}/cancel")
    with costs.of("dry run"):
        warm.post(f"/transactions/{made}/cancel?dryRun=true")
    with costs.of("real"):
        warm.post(f"/transactions/{made}/cancel")
