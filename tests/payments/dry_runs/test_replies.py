"""What a dry run answers, and that it leaves nothing."""

import pytest

from payments.models import JournalEntry, Quote, Transaction, UmaNonce
from platforms.models import AuditEntry, IdempotencyKey, TokenSpending
from tests.conftest import Api
from tests.support import factories
from tests.support.factories import balance_of
from tests.support.payments import quote_requests, spending
from tests.support.uma.paying import Paying, sandbox
from webhooks.models import Event

pytestmark = pytest.mark.django_db


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
    events, entries = Event.objects.count(), AuditEntry.objects.count()

    api.post("/transfer-out?dryRun=true", _transfer(source, bank, 2_500), key="mine")

    assert AuditEntry.objects.count() == entries
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


def test_a_transfer_in_is_credited_later_and_its_balances_stay(api, source, bank):
    body = api.post("/transfer-in?dryRun=true", _transfer(bank, source, 300)).json()

    assert (body["status"], body["dryRun"]) == ("CREATED", True)
    assert body["effects"]["balances"] == []
    assert Transaction.objects.count() == 0


def test_a_batch_is_told_transfer_by_transfer(api, source, bank):
    transfers = [{"type": "OUT", **_transfer(source, bank, amount)} for amount in (6_000, 6_000, 4_000)]

    body = api.post("/transfers/batch?dryRun=true", {"mode": "EACH", "transfers": transfers}).json()
    real = api.post("/transfers/batch", {"mode": "EACH", "transfers": transfers}).json()

    assert [result["status"] for result in body["results"]] == [201, 400, 201]
    assert [result["status"] for result in real["results"]] == [201, 400, 201]
    assert body["results"][1] == real["results"][1]
    assert "id" not in body["results"][0]["planned"]
    assert body["results"][0]["planned"]["sentAmount"]["amount"] == 6_000
    assert body["effects"]["balances"] == [{"accountId": source, "currency": "USD", "before": 10_000, "after": 0}]
    assert not {"dryRun", "effects"} & real.keys()


def test_the_fees_of_a_quote_are_told(api, acme, source):
    target = api.internal_account(None, "EUR")
    quoted = api.post("/quotes", quote_requests.body(source, target, amount=5_000)).json()

    executed = api.post(f"/quotes/{quoted['id']}/execute?dryRun=true").json()

    told = [fee["amount"] for fee in executed["effects"]["fees"]]
    assert told == [quoted["feesIncluded"]][: 1 if quoted["feesIncluded"] else 0]
    assert [(each["accountId"], each["after"]) for each in executed["effects"]["balances"]] == [(source, 5_000)]


def test_a_cancelled_payment_would_give_its_money_back(api, source, bank):
    made = api.transfer_out(source, bank, 2_500).json()

    body = api.post(f"/transactions/{made['id']}/cancel?dryRun=true").json()

    assert (body["id"], body["status"], body["failureReason"]) == (made["id"], "FAILED", "CANCELLED")
    assert body["effects"]["balances"] == [{"accountId": source, "currency": "USD", "before": 7_500, "after": 10_000}]
    assert api.get(f"/transactions/{made['id']}").json() == made


def test_the_budget_is_told_as_it_would_be_and_nothing_is_taken(api, source, bank):
    agent = spending.limited(api, currencies=spending.a_day(30_00))

    told = [agent.post("/transfer-out?dryRun=true", _transfer(source, bank, 20_00)).json() for _ in range(2)]
    refused = agent.post("/transfer-out?dryRun=true", _transfer(source, bank, 30_01))

    for body in told:
        [limit] = body["effects"]["limits"]
        assert (limit["currency"], limit["budget"]["spent"], limit["budget"]["left"]) == ("USD", 20_00, 10_00)
    assert (refused.status_code, refused.json()["code"]) == (403, "VELOCITY_LIMIT_EXCEEDED")
    assert TokenSpending.objects.count() == 0
    assert spending.budget_of(api, agent)["spent"] == 0


@pytest.mark.parametrize("word", ["", "1", "yes", "True", "on", "null"])
def test_the_parameter_is_true_or_false(api, source, bank, word):
    reply = api.post(f"/transfer-out?dryRun={word}", _transfer(source, bank, 2_500), key="mine")

    assert (reply.status_code, reply.json()["code"]) == (400, "INVALID_INPUT")
    assert [error["field"] for error in reply.json()["details"]["errors"]] == ["dryRun"]
    assert balance_of(source) == 10_000
    assert IdempotencyKey.objects.filter(key="mine").count() == 0


def test_false_is_a_real_request(api, source, bank):
    reply = api.post("/transfer-out?dryRun=false", _transfer(source, bank, 2_500), key="mine")

    assert reply.status_code == 201
    assert balance_of(source) == 7_500
    assert IdempotencyKey.objects.filter(key="mine").count() == 1


def test_other_endpoints_do_not_know_the_parameter(api, alice):
    reply = api.post(f"/customers/{alice}/kyc-link?dryRun=true", {"redirectUri": "https://example.com/"})

    assert [error["field"] for error in reply.json()["details"]["errors"]] == ["dryRun"]


def test_the_permission_is_that_of_the_real_request(acme, source, bank):
    viewer = factories.token(acme.platform, ("VIEW",))

    reply = Api(viewer.token.client_id, viewer.client_secret).post(
        "/transfer-out?dryRun=true", _transfer(source, bank, 1)
    )

    assert (reply.status_code, reply.json()["code"]) == (403, "FORBIDDEN")


def test_a_key_that_was_used_is_not_looked_at(api, source, bank):
    made = api.transfer_out(source, bank, 2_500, key="mine")

    reply = api.post("/transfer-out?dryRun=true", _transfer(source, bank, 2_500), key="mine")

    assert (made.status_code, reply.status_code) == (201, 200)
    assert "Idempotent-Replayed" not in reply
    assert reply.json()["effects"]["balances"][0]["before"] == 7_500


class TestPaymentsToUmaAddresses:
    """The receiver's institution may not be asked."""

    @pytest.fixture
    def paying(self, api, alice, source, worker):
        return Paying(api, alice, source, worker)

    def test_a_quote_is_refused_for_that_and_nobody_is_asked(self, api, paying, source):
        address = sandbox("success.usd")
        lookup = paying.look_up(address).json()["lookupId"]
        body = quote_requests.body(source, "", amount=1_000, lookupId=lookup)
        body["destination"] = {"destinationType": "UMA_ADDRESS", "umaAddress": address}
        before = UmaNonce.objects.count()

        reply = api.post("/quotes?dryRun=true", body)
        unknown = api.post("/quotes?dryRun=true", {**body, "lookupId": "Lookup:0197d6f0-0000-7000-8000-000000000001"})

        assert (reply.status_code, reply.json()["code"]) == (400, "DRY_RUN_NOT_POSSIBLE")
        assert unknown.json()["code"] == api.post("/quotes", {**body, "lookupId": "Lookup:x"}).json()["code"]
        assert UmaNonce.objects.count() == before
        assert Quote.objects.count() == 0

    def test_a_quote_that_is_there_is_executed(self, api, paying, source):
        quote = paying.quote(sandbox("success.usd"), amount=1_000)

        body = api.post(f"/quotes/{quote['id']}/execute?dryRun=true").json()

        assert (body["status"], body["effects"]["balances"][0]["after"]) == ("PROCESSING", 9_000)
        assert api.get(f"/quotes/{quote['id']}").json()["status"] == "PENDING"
