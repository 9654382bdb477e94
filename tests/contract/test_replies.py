"""Stories in which every reply, good or bad, is held against the document."""

import json
import uuid

import pytest

from compliance.verification import document_statuses
from platforms.base import clock
from tests.contract.conftest import CheckedDesk
from tests.support import api_document, factories
from tests.support.compliance import cases
from tests.support.payments import account_examples, quote_requests
from webhooks.models import Event

pytestmark = pytest.mark.django_db
_ABSENT = "0197d6f0-0000-7000-8000-000000000001"


def test_the_judge_finds_fault():
    good = {"status": 404, "code": "TOKEN_NOT_FOUND", "message": "", "details": {}}
    path = "/2025-10-13/tokens/x"

    assert api_document.problems("get", path, 404, json.dumps(good).encode()) == []
    assert api_document.problems("get", path, 404, json.dumps({**good, "code": "NOPE"}).encode())
    assert api_document.problems("get", path, 404, json.dumps({**good, "surprise": 1}).encode())
    assert api_document.problems("get", path, 404, b'{"status": 404}')
    assert api_document.problems("get", path, 418, b"{}")
    assert api_document.problems("delete", path, 204, b"{}")


def test_platform_and_tokens(api, acme):
    api.get("/config")
    api.get("/config", nonsense=1)
    api.patch("/config", {"webhookEndpoint": "https://example.com/hook"})
    api.patch("/config", {"supportedCurrencies": []})
    api.patch("/config", b"[]")
    token = api.post("/tokens", {"name": "x", "permissions": ["VIEW"], "allowedIps": ["203.0.113.1"]}).json()
    api.post("/tokens", {})
    api.get("/tokens", limit=1)
    api.get("/tokens", limit=0)
    api.get(f"/tokens/{token['id']}")
    api.get("/tokens/x")
    api.delete(f"/tokens/{token['id']}")
    api.delete(f"/tokens/{token['id']}")
    api.post("/tokens", {"name": "x", "permissions": ["VIEW"]}, key="k")
    api.post("/tokens", {"name": "y", "permissions": ["VIEW"]}, key="k")
    api.post("/tokens", b"x" * (1024 * 1024 + 1))


@pytest.mark.parametrize("permission", ["VIEW", "TRANSACT"])
def test_refused_permissions(acme, permission):
    from tests.contract.conftest import CheckedApi

    created = factories.token(acme.platform, (permission,))
    api = CheckedApi(created.token.client_id, created.client_secret)

    assert api.post("/tokens", {"name": "x", "permissions": ["VIEW"]}).status_code == 403
    assert CheckedApi("x", "y").get("/config").status_code == 401


def test_customers(api):
    one = api.customer("Alice Approved", region="GB", platformCustomerId="ours-1")
    api.post("/customers", {"customerType": "BUSINESS", "businessInfo": {"legalName": "Acme"}})
    api.post("/customers", {})
    api.post("/customers", factories.individual(umaAddress="nonsense"))
    api.get("/customers", limit=1)
    api.get("/customers", isIncludingDeleted="maybe")
    api.get(f"/customers/{one}")
    api.get(f"/customers/Customer:{_ABSENT}")
    api.patch(f"/customers/{one}", {"customerType": "INDIVIDUAL", "fullName": "Alice Again"})
    api.patch(f"/customers/{one}", {})
    account = api.internal_account(one)
    api.fund(account, 10)
    assert api.delete(f"/customers/{one}").status_code == 409
    api.transfer_out(account, api.external_account(one), 10)
    other = api.customer("Carol Approved")
    assert api.delete(f"/customers/{other}").status_code == 200
    assert api.delete(f"/customers/{other}").status_code == 410
    assert api.patch(f"/customers/{other}", {"customerType": "INDIVIDUAL"}).status_code == 410


def test_documents(api, alice):
    desk = CheckedDesk(api)
    one = desk.uploaded(alice, documentNumber="P1", side="FRONT", key="k")["id"]
    desk.upload(alice, country="FR", key="k")
    desk.upload(alice, b"no picture")
    desk.upload(f"Customer:{_ABSENT}")
    desk.upload(alice, bytes(10_000_001))
    desk.send("POST", "/documents", b"{}", content_type="application/json")
    api.get("/documents", documentHolder=alice)
    api.get("/documents", limit=0)
    api.get(f"/documents/{one}")
    desk.replace(one, country="FR")
    desk.replace(one)
    document_statuses.submit(customer_id=uuid.UUID(alice.partition(":")[2]), now=clock.real_now())
    assert desk.replace(one, country="GB").status_code == 409
    assert api.delete(f"/documents/{one}").status_code == 409
    other = desk.uploaded(alice)["id"]
    assert api.delete(f"/documents/{other}").status_code == 204
    assert api.delete(f"/documents/{other}").status_code == 404
    api.delete(f"/customers/{alice}")
    assert desk.upload(alice).status_code == 410
    assert desk.replace(one, country="GB").status_code == 410


def test_owners_and_verifications(api, alice):
    customer = cases.business(api)
    begun = cases.submit(api, customer)
    owner = cases.owner(api, customer, middleName="Lee", email="ana@example.com", phoneNumber="+14155550123")
    api.post("/beneficial-owners", cases.owner_body(customer, share=50))
    api.post("/beneficial-owners", cases.owner_body(f"Customer:{_ABSENT}"))
    api.get("/beneficial-owners", customerId=customer, limit=1)
    api.get("/beneficial-owners")
    api.get(f"/beneficial-owners/{owner['id']}")
    api.get(f"/beneficial-owners/BeneficialOwner:{_ABSENT}")
    api.patch(f"/beneficial-owners/{owner['id']}", {"roles": ["UBO", "CONTROL_PERSON"]})
    api.patch(f"/beneficial-owners/{owner['id']}", {"roles": []})
    cases.papers(api, customer, owner)
    assert api.get(f"/verifications/{begun['id']}").json()["verificationStatus"] == "READY_FOR_VERIFICATION"
    assert cases.submit(api, customer)["verificationStatus"] == "APPROVED"
    cases.submit(api, alice)
    api.post("/verifications", {})
    api.post("/verifications", {"customerId": "nobody"})
    api.get("/verifications", verificationStatus="APPROVED")
    api.get("/verifications", verificationStatus="DONE")
    api.get(f"/verifications/Verification:{_ABSENT}")
    assert api.delete(f"/customers/{customer}").status_code == 200
    assert api.post("/verifications", {"customerId": customer}).status_code == 410


@pytest.mark.parametrize("code", sorted(account_examples.EXAMPLES))
def test_an_external_account_of_every_type(api, code):
    currency, info = account_examples.EXAMPLES[code]
    tenant_has_it = api.patch(
        "/config",
        {
            "supportedCurrencies": [
                {
                    "currencyCode": currency,
                    "minAmount": 1,
                    "maxAmount": 10,
                    "requiredCounterpartyFields": [],
                    "enabledTransactionTypes": ["OUTGOING"],
                }
            ]
        },
    )
    assert tenant_has_it.status_code == 200
    customer = api.customer("Alice Approved")
    body = {"currency": currency, "customerId": customer, "accountInfo": info}

    made = api.post("/customers/external-accounts", body)

    assert made.status_code == 201, made.content
    path = f"/customers/external-accounts/{made.json()['id']}"
    assert api.post("/customers/external-accounts", body).status_code == 409
    assert api.get(path).json() == made.json()
    assert api.get("/customers/external-accounts").json()["data"] == [made.json()]
    assert api.get("/customers/internal-accounts", customerId=customer).json()["totalCount"] == 1
    assert api.delete(path).status_code == 204
    assert api.delete(path).status_code == 404


def test_accounts_and_transfers(api, alice, worker):
    internal, external = api.internal_account(alice), api.external_account(alice)
    api.external_account(None)
    api.get("/platform/external-accounts")
    api.get("/platform/internal-accounts")
    api.get("/customers/internal-accounts")
    api.get("/customers/internal-accounts", cursor="x")
    assert api.post(f"/sandbox/internal-accounts/{internal}/fund", {"amount": 10**9}).status_code == 200
    api.post(f"/sandbox/internal-accounts/InternalAccount:{_ABSENT}/fund", {"amount": 1})
    api.post(f"/sandbox/internal-accounts/{internal}/fund", {"amount": 0})
    for suffix in ("002", "004", "005", "789"):
        scenario = api.external_account(alice, factories.usd_account(suffix))
        assert api.transfer_out(internal, scenario, 100).status_code == 201
        assert api.transfer_in(scenario, internal, 100).status_code == 201
    worker.run()
    api.post("/sandbox/clock/advance", {"seconds": 31})
    api.post("/sandbox/clock/advance", {"seconds": -1})
    worker.run()
    api.transfer_out(internal, external, 10**12)
    api.transfer_out(external, internal, 1)
    api.transfer_out(internal, external, 0)
    page = api.get("/transactions").json()
    assert len(page["data"]) == 8
    for payment in page["data"]:
        assert api.get(f"/transactions/{payment['id']}").json() == payment
    api.get(f"/transactions/Transaction:{_ABSENT}")
    api.get("/transactions", status="NOPE")


def test_directories_lookups_and_withdrawal_fees(api, alice):
    assert len(api.get("/discoveries").json()["data"]) > 400
    api.get("/discoveries", country="XX")
    api.get("/discoveries", currency="XYZ")
    assert api.get("/uma-providers", hasBlockedProviders="true", countryCode="MX").json()["totalCount"] == 1
    api.get("/uma-providers", limit=0)
    external = api.external_account(alice)
    assert api.get(f"/receiver/external-account/{external}", customerId=alice).status_code == 200
    api.get(f"/receiver/external-account/{external}")
    api.get(f"/receiver/external-account/{external}", customerId=f"Customer:{_ABSENT}")
    api.get(f"/receiver/external-account/ExternalAccount:{_ABSENT}", customerId=alice)
    withdrawal = {
        "internalAccountId": api.internal_account(alice, "USDC"),
        "currency": "USDC",
        "cryptoNetwork": "BASE",
        "amount": 1_000_000,
        "destinationAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
    }
    assert api.post("/crypto/estimate-withdrawal-fee", withdrawal).status_code == 200
    for change in ({"amount": 1}, {"cryptoNetwork": "TRON"}, {"currency": "EUR"}, {"internalAccountId": "x"}):
        assert api.post("/crypto/estimate-withdrawal-fee", withdrawal | change).status_code in {400, 404}


def test_a_customer_that_may_not_pay(api, bob):
    internal, external = api.internal_account(bob), api.external_account(bob)

    assert api.transfer_out(internal, external, 1).status_code == 403
    assert api.transfer_in(external, internal, 1).status_code == 403


@pytest.mark.parametrize("suffix", ["102", "103", "104", "105", "106", "107", "109", "789"])
def test_every_answer_of_the_name_check(api, alice, suffix):
    info = factories.usd_account(suffix)

    reply = api.post("/customers/external-accounts", {"currency": "USD", "customerId": alice, "accountInfo": info})

    assert reply.status_code == {"105": 400, "109": 500}.get(suffix, 201)


def test_the_sandboxs_webhook_test_without_an_endpoint(api):
    assert api.post("/sandbox/webhooks/test").status_code == 400


def test_events_carry_what_the_document_shows(api, alice, worker):
    internal = api.internal_account(alice)
    api.fund(internal, 1000)
    api.transfer_out(internal, api.external_account(alice), 100)
    api.transfer_in(api.external_account(alice), internal, 100)
    worker.run()
    reads = {"Transaction": "/transactions/{}", "Customer": "/customers/{}"}

    checked = 0
    for event in Event.objects.all():
        kind = event.resource.partition(":")[0]
        if kind in reads:
            path = "/2025-10-13" + reads[kind].format(event.resource)
            data = json.dumps(json.loads(event.payload)["data"]).encode()
            assert api_document.problems("get", path, 200, data) == []
            checked += 1

    assert checked >= 3


def test_exchange_rates(api):
    assert api.get("/exchange-rates").json()["data"]
    api.get("/exchange-rates", sourceCurrency="USD", destinationCurrency=["EUR", "BTC"], sendingAmount=0)
    api.get("/exchange-rates", sourceCurrency="XXX")
    api.get("/exchange-rates", destinationCurrency="")
    api.get("/exchange-rates", sendingAmount=2**63 - 1)
    api.get("/exchange-rates", sendingAmount="x")


def test_quotes(api, alice, bob, worker):
    account = api.internal_account(alice)
    api.fund(account, 1_000_00)
    pesos = api.external_account(alice, quote_requests.clabe(), "MXN")
    quote = quote_requests.quote(api, account, pesos, description="Rent").json()
    api.get(f"/quotes/{quote['id']}")
    api.get(f"/quotes/{quote['id']}", nonsense=1)
    assert api.post(f"/quotes/{quote['id']}/execute").status_code == 200
    assert api.post(f"/quotes/{quote['id']}/execute").status_code == 409
    assert quote_requests.quote(api, account, pesos, amount=10**9, immediatelyExecute=True).status_code == 400
    assert quote_requests.quote(api, account, pesos, immediatelyExecute=True).status_code == 201
    assert quote_requests.quote(api, api.internal_account(bob), pesos).status_code == 403
    assert quote_requests.quote(api, account, f"InternalAccount:{_ABSENT}").status_code == 404
    api.post("/quotes", {})
    api.get(f"/quotes/Quote:{_ABSENT}")
    api.post(f"/quotes/Quote:{_ABSENT}/execute")
    gone = api.customer("Gone Approved")
    left = api.internal_account(gone)
    api.delete(f"/customers/{gone}")
    assert quote_requests.quote(api, left, pesos).status_code == 410
    uma = {"destinationType": "UMA_ADDRESS", "umaAddress": "$bob@example.com"}
    assert api.post("/quotes", quote_requests.body(account, pesos) | {"destination": uma}).status_code == 400


def test_quotes_that_are_paid_in_real_time(api, alice, worker):
    pesos = api.external_account(alice, quote_requests.clabe(), "MXN")
    for currency in factories.CURRENCIES:
        quote_requests.change_currency(api, currency, maxAmount=10**15)
        source = quote_requests.realtime(currency, alice)
        destination = api.internal_account(alice) if currency == "MXN" else pesos
        quote = quote_requests.quote(api, source, destination, amount=100_000_000).json()
        assert quote["paymentInstructions"], currency
        api.get(f"/quotes/{quote['id']}")
        api.get(f"/transactions/{quote['transactionId']}")
        funding = {"quoteId": quote["id"], "currencyCode": currency}
        assert api.post("/sandbox/send", {**funding, "currencyCode": "XXX"}).status_code == 400
        assert api.post("/sandbox/send", {**funding, "currencyAmount": 1}).json()["status"] == "FAILED"
        assert api.post("/sandbox/send", funding).status_code == 200
    worker.run()
    api.post("/sandbox/send", {})
    api.post("/sandbox/send", {"quoteId": f"Quote:{_ABSENT}", "currencyCode": "USD"})


def test_events_of_quoted_payments_carry_what_the_document_shows(api, alice, worker):
    account = api.internal_account(alice)
    api.fund(account, 10_000_00)
    for suffix in ("002", "004", "005", "006", "007", "789"):
        pesos = api.external_account(alice, quote_requests.clabe(suffix), "MXN")
        assert quote_requests.quote(api, account, pesos, immediatelyExecute=True).status_code == 201
    quote_requests.quote(api, quote_requests.realtime("USD", alice), account)
    api.post("/sandbox/clock/advance", {"seconds": 400})
    worker.run()

    events = Event.objects.filter(type__startswith="OUTGOING_PAYMENT.")
    for event in events:
        path = f"/2025-10-13/transactions/{event.resource}"
        data = json.dumps(json.loads(event.payload)["data"]).encode()
        assert api_document.problems("get", path, 200, data) == [], event.type
    assert {event.type.partition(".")[2] for event in events} == {
        "PENDING",
        "PROCESSING",
        "COMPLETED",
        "FAILED",
        "EXPIRED",
        "REFUND_PENDING",
        "REFUND_COMPLETED",
        "REFUND_FAILED",
    }


def test_dry_runs(api):
    customer = api.customer("Alice Approved")
    account, bank = api.internal_account(customer), api.external_account(customer)
    target = api.internal_account(None, "EUR")
    api.fund(account, 10_000)
    out = {"source": {"accountId": account}, "destination": {"accountId": bank}, "amount": 100}
    back = {"source": {"accountId": bank}, "destination": {"accountId": account}, "amount": 100}
    quote = quote_requests.body(account, target, amount=1_000)
    batch = [{"type": "OUT", **out}, {"type": "IN", **back}, {"type": "OUT", **out, "amount": 10**9}]
    made = api.post("/quotes", quote).json()["id"]
    sent = api.post("/transfer-out", out).json()["id"]
    paths = {
        "/transfer-out": out,
        "/transfer-in": back,
        "/transfers/batch": {"mode": "EACH", "transfers": batch},
        "/quotes": quote,
        f"/quotes/{made}/execute": None,
        f"/transactions/{sent}/cancel": None,
    }
    for path, body in paths.items():
        reply = api.post(f"{path}?dryRun=true", body)
        assert (reply.status_code, reply.json().get("dryRun")) == (200, True), reply.content
    assert api.post(f"/transactions/{sent}/approve?dryRun=true", {}).status_code == 409
