"""What a dry run answers, and that it leaves nothing."""

import pytest

from payments.models import JournalEntry, Quote, Transaction
from platforms.models import IdempotencyKey
from tests.support.factories import balance_of
from tests.support.payments import quote_requests
from webhooks.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def source(api, alice):
    account = api.internal_account(alice)
    api.fund(account, 10_000)
    return account


@pytest.fixture
def bank(api, alice):
    return api.external_account(alice)


def _transfer(source, destination, amount, **fields):
    return {"source": {"accountId": source}, "destination": {"accountId": destination}, "amount": amount, **fields}


def test_a_transfer_out_is_told_and_not_made(api, source, bank):
    events = Event.objects.count()

    reply = api.post("/transfer-out?dryRun=true", _transfer(source, bank, 2_500), key="mine")
    real = api.post("/transfer-out", _transfer(source, bank, 2_500), key="mine")

    body = reply.json()
    assert (reply.status_code, real.status_code) == (200, 201), reply.content
    assert body["dryRun"] is True
    assert body["effects"] == {
        "balances": [{"accountId": source, "currency": "USD", "before": 10_000, "after": 7_500}],
        "fees": [],
        "limits": [],
        "events": ["OUTGOING_PAYMENT.PENDING", "INTERNAL_ACCOUNT.BALANCE_UPDATED"],
    }
    assert "id" not in body
    assert "reconciliationInstructions" not in body
    changing = {"id", "reconciliationInstructions", "createdAt", "updatedAt"}
    assert {name: body[name] for name in body if name not in {"dryRun", "effects", *changing}} == {
        name: value for name, value in real.json().items() if name not in changing
    }
    assert "Idempotent-Replayed" not in real
    assert Event.objects.count() == events + 2
    assert balance_of(source) == 7_500


def test_nothing_is_made_by_a_dry_run(api, source, bank):
    events = Event.objects.count()

    api.post("/transfer-out?dryRun=true", _transfer(source, bank, 2_500), key="mine")

    assert Transaction.objects.count() == 0
    assert Event.objects.count() == events
    assert JournalEntry.objects.filter(purpose="TRANSFER_OUT_SENT").count() == 0
    assert IdempotencyKey.objects.filter(key="mine").count() == 0
    assert balance_of(source) == 10_000
    assert api.get("/idempotency-keys/mine").status_code == 404


def test_a_quote_is_priced_and_executed(api, alice, source):
    target = api.internal_account(alice, "EUR")
    body = quote_requests.body(source, target, amount=1_000)
    api.post("/quotes", body)

    quoted = api.post("/quotes?dryRun=true", body)
    made = api.post("/quotes", body).json()
    executed = api.post(f"/quotes/{made['id']}/execute?dryRun=true")
    assert quoted.status_code == 200, quoted.content
    assert "id" not in quoted.json()
    assert quoted.json()["effects"]["events"] == ["OUTGOING_PAYMENT.PENDING"]
    assert executed.status_code == 200, executed.content
    assert executed.json()["status"] == "PROCESSING"
    assert executed.json()["id"] == made["id"]
    assert api.get(f"/quotes/{made['id']}").json()["status"] == "PENDING"
    assert Quote.objects.count() == 2
