"""One story that asks for every operation of the API: what is sent and answered are the examples of the document."""

import dataclasses
import json
import threading
from typing import Any

from django.conf import settings
from django.db import connection

from platforms.base import clock
from tests.conftest import Api
from tests.docs.reference import customers, other_endings, webhook_endpoints
from tests.docs.reference.teller import Example, Teller
from tests.support import examples, factories, patience
from tests.support.payments import account_examples, hosts, quote_requests, sealed_days
from tests.support.payments.spending import dollars, limited
from tests.support.processes.worker import Worker
from tests.support.servers.webhook_receiver import Answer, Receiver
from webhooks.models import Event

FEES: dict[str, Any] = {"fixed_fee": 1_50, "variable_rate": "0.015", "rate_multiplier": "1.01"}
"""What acme is charged for payments from dollars to pesos."""


@dataclasses.dataclass
class Told:
    """The examples in their fixed form: by operation, and an event of each type."""

    operations: dict[str, list[Example]]
    events: dict[str, Example]


def tell(acme: Api, rival: Api, worker: Worker) -> Told:
    """Play the story and return its examples."""
    teller, began = Teller(), clock.real_now()
    with Receiver() as endpoint:
        _platform(teller, acme, endpoint)
        ada = customers.add_person(teller, acme)
        customers.add_business(teller, acme)
        customers.add_from_file(teller, acme)
        accounts = _accounts(teller, acme, ada)
        _payments(teller, acme, worker, ada, accounts)
        _receivers(teller, acme, ada, accounts)
        _sandbox(teller, acme, worker, ada, endpoint)
        _events(teller, acme, endpoint)
        _invitations(teller, acme, rival, ada)
        _listener(teller, rival)
        _endings(teller, acme)
    other_endings.play(acme, worker, ada, accounts)
    recording = examples.Recording(began)
    operations = {name: recording.normalized(shown) for name, shown in teller.shown.items()}
    first = {event.type: event for event in Event.objects.order_by("-number")}
    events = {type_: recording.normalized(json.loads(event.payload)) for type_, event in sorted(first.items())}
    return Told(operations, events)


def _platform(teller: Teller, acme: Api, endpoint: Receiver) -> None:
    currencies = acme.get("/config").json()["supportedCurrencies"]
    body = {"webhookEndpoint": endpoint.url, "supportedCurrencies": [_limits(each) for each in currencies[:2]]}
    kept = [_limits(each) for each in currencies]
    teller.patch(acme, "An endpoint for webhooks", "/config", {"webhookEndpoint": body["webhookEndpoint"]})
    assert acme.patch("/config", {"supportedCurrencies": kept}).status_code == 200
    teller.patch(acme, "What is returned is told", "/config", {"features": ["REFUND_EVENTS"]})
    teller.get(acme, "The configuration", "/config")
    teller.get(acme, "Versions and what can be turned on", "/versions")
    made = teller.post(
        acme,
        "A token that only reads",
        "/tokens",
        {"name": "reporting", "permissions": ["VIEW"], "allowedIps": ["203.0.113.0/24"]},
    )
    teller.get(acme, "Tokens", "/tokens", limit=2)
    teller.get(acme, "A token", f"/tokens/{made['id']}")
    budget = {"currency": "USD", "approvalAbove": 500_00, "budget": {"max": 2000_00, "recurrence": "DAY"}}
    limits = {"currencies": [budget]}
    teller.patch(acme, "A budget for a token", f"/tokens/{made['id']}", {"spendingLimits": limits})
    teller.delete(acme, "A token", f"/tokens/{made['id']}")
    webhook_endpoints.add(teller, acme)
    teller.get(acme, "Secrets that sign", "/webhook-secrets")
    secret = teller.post(acme, "A second secret", "/webhook-secrets", {"overlapHours": 48})
    teller.delete(acme, "A secret", f"/webhook-secrets/{secret['id']}")


def _limits(currency: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in currency.items() if not name.startswith("provider")}


def _accounts(teller: Teller, acme: Api, ada: str) -> dict[str, str]:
    listed = teller.get(
        acme, "A customer's account in dollars", "/customers/internal-accounts", customerId=ada, currency="USD"
    )
    teller.get(acme, "The platform's account in dollars", "/platform/internal-accounts", currency="USD")
    path, own = "/customers/external-accounts", "/platform/external-accounts"
    made: dict[str, str] = {}
    for currency, title in (("USD", "A bank account in dollars"), ("EUR", "A bank account in euros")):
        info = account_examples.EXAMPLES[f"{currency}_ACCOUNT"][1]
        body = {"customerId": ada, "currency": currency, "platformAccountId": f"ada-{currency}", "accountInfo": info}
        made[currency] = teller.post(acme, title, path, body)["id"]
    currency, info = account_examples.EXAMPLES["BASE_WALLET"]
    wallet = {"customerId": ada, "currency": currency, "cryptoNetwork": "BASE", "accountInfo": info}
    teller.post(acme, "A wallet", path, wallet)
    teller.get(acme, "An account", f"{path}/{made['EUR']}")
    teller.get(acme, "Accounts of a customer", path, customerId=ada, limit=2)
    teller.delete(acme, "An account", f"{path}/{made['EUR']}")
    info = factories.usd_account(number="000999888789")
    mine = teller.post(acme, "A bank account", own, {"currency": "USD", "accountInfo": info})["id"]
    teller.get(acme, "An account", f"{own}/{mine}")
    teller.get(acme, "Accounts in dollars", own, currency="USD")
    teller.delete(acme, "An account", f"{own}/{mine}")
    pesos = acme.get("/customers/internal-accounts", customerId=ada, currency="MXN").json()["data"][0]
    number = pesos["fundingPaymentInstructions"][0]["accountOrWalletInfo"]["clabeNumber"]
    question = {"accountIdentifier": number, "name": "Ada Lovelase"}
    teller.post(acme, "A name with a wrong letter", "/payee-verifications", question)
    return {
        "internal": listed["data"][0]["id"],
        "external": made["USD"],
        "pesos": acme.external_account(ada, quote_requests.clabe(), "MXN"),
    }


def _rehearsals(teller: Teller, acme: Api, internal: str, external: str, pesos: str) -> None:
    out = {"source": {"accountId": internal}, "destination": {"accountId": external}, "amount": 20_00}
    teller.post(acme, "What 20 dollars to a bank account would do", "/transfer-out", out, dryRun="true")
    back = {"source": {"accountId": external}, "destination": {"accountId": internal}, "amount": 20_00}
    teller.post(acme, "What 20 dollars from a bank account would do", "/transfer-in", back, dryRun="true")
    wanted = quote_requests.body(internal, pesos, amount=20_00)
    acme.post("/quotes", wanted)
    teller.post(acme, "What 20 dollars as pesos would cost", "/quotes", wanted, dryRun="true")


def _payments(teller: Teller, acme: Api, worker: Worker, ada: str, accounts: dict[str, str]) -> None:
    internal, external = accounts["internal"], accounts["external"]
    teller.post(acme, "1,000 dollars", f"/sandbox/internal-accounts/{internal}/fund", {"amount": 1_000_00})
    out = teller.post(
        acme,
        "25 dollars to a bank account",
        "/transfer-out",
        {
            "source": {"accountId": internal},
            "destination": {"accountId": external},
            "amount": 25_00,
            "metadata": {"order": "A-17"},
            "remittanceInformation": "Invoice 42",
        },
    )["id"]
    teller.post(
        acme,
        "50 dollars from a bank account",
        "/transfer-in",
        {"source": {"accountId": external}, "destination": {"accountId": internal}, "amount": 50_00},
    )
    sides = {"source": {"accountId": internal}, "destination": {"accountId": external}}
    teller.post(
        acme,
        "Two transfers, of which one is too large",
        "/transfers/batch",
        {
            "mode": "EACH",
            "transfers": [{"type": "OUT", **sides, "amount": 5_00}, {"type": "OUT", **sides, "amount": 5_000_00}],
        },
    )
    acme.post("/transfer-out", {**sides, "amount": 7_00}, key="order-17")
    teller.get(acme, "A transfer whose reply was lost", "/idempotency-keys/order-17")
    teller.post(acme, "A request that never arrived", "/idempotency-keys/order-18/void")
    _rehearsals(teller, acme, internal, external, accounts["pesos"])
    mistaken = acme.transfer_out(internal, external, 1_00).json()["id"]
    teller.post(acme, "A transfer that was not sent yet", f"/transactions/{mistaken}/cancel")
    worker.run()
    teller.get(acme, "A transfer that arrived", f"/transactions/{out}")
    _waiting(teller, acme, sides)
    quote = teller.post(
        acme,
        "From an account, 100 dollars with fees",
        "/quotes",
        quote_requests.body(internal, accounts["pesos"], description="Rent for May", purposeOfPayment="GIFT"),
    )["id"]
    teller.get(acme, "A quote", f"/quotes/{quote}")
    executed = teller.post(acme, "A quote from an account", f"/quotes/{quote}/execute")
    worker.run()
    teller.get(acme, "A payment across currencies", f"/transactions/{executed['transactionId']}")
    own_fee = {"currency": "USD", "sourceType": "ACCOUNT", "fixed": 50, "variableRate": 0.005, "minimum": 1_00}
    teller.patch(acme, "What customers are charged beside", "/config", {"feeConfigs": [own_fee]})
    teller.post(
        acme,
        "With a fee of the platform's own",
        "/quotes",
        quote_requests.body(internal, accounts["pesos"], platformFeeOverride={"fixed": 25, "variableRate": 0.01}),
    )
    assert acme.patch("/config", {"feeConfigs": []}).status_code == 200
    realtime = teller.post(
        acme,
        "Paid from outside, exactly 2,000 pesos arrive",
        "/quotes",
        quote_requests.body(quote_requests.realtime("USD", ada), accounts["pesos"], side="RECEIVING", amount=2_000_00),
    )["id"]
    teller.post(acme, "A payment for a quote", "/sandbox/send", {"quoteId": realtime, "currencyCode": "USD"})
    worker.run()
    teller.get(acme, "Payments of a customer", "/transactions", customerId=ada, limit=2)
    path, own = f"/customers/internal-accounts/{internal}", acme.internal_account(None)
    teller.get(acme, "A customer's dollars", path)
    teller.get(acme, "What has changed the balance", f"{path}/entries", limit=3)
    teller.get(acme, "The platform's dollars", f"/platform/internal-accounts/{own}")
    teller.get(acme, "Nothing yet", f"/platform/internal-accounts/{own}/entries")
    for account in (path, f"/platform/internal-accounts/{own}"):
        teller.get(acme, "The statement of a year so far", f"{account}/statement", startDate="2026-01-01T00:00:00Z")
    _proofs(teller, acme, path, own, executed["transactionId"])
    _reports(teller, acme)


def _waiting(teller: Teller, acme: Api, sides: Example) -> None:
    agent = limited(acme, currencies=dollars(approvalAbove=5_00))
    waits = teller.post(agent, "More than its token may send alone", "/transfer-out", {**sides, "amount": 6_00})
    teller.post(acme, "A transfer that its token may not send alone", f"/transactions/{waits['id']}/approve", {})


def _proofs(teller: Teller, acme: Api, account: str, own: str, payment: str) -> None:
    root = sealed_days.seal()
    teller.get(acme, "The days that are sealed", "/proofs/roots")
    teller.get(acme, "A day", f"/proofs/roots/{root.day}")
    teller.get(acme, "A payment across currencies", f"/transactions/{payment}/proof")
    teller.get(acme, "A customer's dollars", f"{account}/proof")
    acme.fund(own, 1_00)
    sealed_days.seal(days=2)
    teller.get(acme, "The platform's dollars", f"/platform/internal-accounts/{own}/proof")


def _reports(teller: Teller, acme: Api) -> None:
    teller.get(acme, "All of them", "/reports")
    today = clock.real_now().date()
    period = {"from": today.replace(day=1).isoformat(), "to": today.isoformat()}
    teller.get(acme, "A month by rail and status", "/reports/payments", **period, groupBy=["rail", "status"])
    teller.get(acme, "A month by corridor", "/reports/fees", **period)
    teller.get(acme, "Today", "/reports/settlement", date=today.isoformat())
    teller.get(acme, "Now", "/reports/balances")


def _receivers(teller: Teller, acme: Api, ada: str, accounts: dict[str, str]) -> None:
    external = accounts["external"]
    teller.get(acme, "A bank account", f"/receiver/external-account/{external}", customerId=ada)
    address = f"$success.mxn@{settings.SANDBOX_UMA_DOMAIN}"
    looked_up = teller.get(acme, "Somebody in Mexico", f"/receiver/uma/{address}", customerId=ada)
    teller.post(
        acme,
        "To a UMA address",
        "/quotes",
        quote_requests.body(accounts["internal"], "", amount=50_00)
        | {
            "lookupId": looked_up["lookupId"],
            "destination": {"destinationType": "UMA_ADDRESS", "umaAddress": address, "currency": "MXN"},
        },
    )
    teller.get(acme, "Banks in Nigeria", "/discoveries", country="NG", currency="NGN")
    teller.get(
        acme,
        "From dollars to pesos and euros",
        "/exchange-rates",
        sourceCurrency="USD",
        destinationCurrency=["MXN", "EUR"],
        sendingAmount=100_00,
    )
    teller.get(acme, "Institutions that take pesos", "/uma-providers", currencyCode="MXN", limit=2)
    teller.post(
        acme,
        "A withdrawal of one dollar coin",
        "/crypto/estimate-withdrawal-fee",
        {
            "internalAccountId": acme.internal_account(None, "USDC"),
            "currency": "USDC",
            "cryptoNetwork": "BASE",
            "amount": 1_000_000,
            "destinationAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
        },
    )


def _incoming(customer: str) -> Example:
    return {
        "senderUmaAddress": f"$success.usd@{settings.SANDBOX_UMA_DOMAIN}",
        "customerId": customer,
        "receivingCurrencyCode": "USD",
        "receivingCurrencyAmount": 25_00,
    }


def _sandbox(teller: Teller, acme: Api, worker: Worker, ada: str, endpoint: Receiver) -> None:
    teller.post(acme, "A minute", "/sandbox/clock/advance", {"seconds": 60})
    teller.get(acme, "Outcomes of a refund", "/sandbox/outcomes", step="GIVE_BACK")
    forced = teller.post(
        acme,
        "The next payment to a customer's bank fails",
        "/sandbox/outcomes",
        {"for": {"customerId": ada, "next": "TRANSFER_OUT"}, "outcome": "FAILED", "reason": "ACCOUNT_INVALID"},
    )
    teller.delete(acme, "A forced outcome", f"/sandbox/outcomes/{forced['id']}")
    incoming = _incoming(ada)
    teller.post(acme, "25 dollars for a customer", "/sandbox/uma/receive", incoming)
    fact = {"receiverCustomerInfo": {"FULL_NAME": "Ada Lovelace"}}
    for verb, title, body in (
        ("approve", "Approved, with a fact that was asked for", fact),
        ("reject", "Rejected", {"reason": "We do not know the sender."}),
    ):
        endpoint.on_request = _decision(teller, acme, verb, title, body)
        endpoint.default = Answer(202, b"")
        acme.post("/sandbox/uma/receive", incoming)
        endpoint.on_request, endpoint.default = (lambda _: None), Answer()
    worker.run()


def _decision(teller: Teller, acme: Api, verb: str, title: str, body: Any) -> Any:
    def decide(request: Any) -> None:
        if request.json["type"] == "INCOMING_PAYMENT.PENDING":
            teller.post(acme, title, f"/transactions/{request.json['data']['id']}/{verb}", body)
            # The connection of the endpoint's thread.
            connection.close()

    return decide


def _events(teller: Teller, acme: Api, endpoint: Receiver) -> None:
    from webhooks import tasks

    endpoint.default = Answer(200, b"ok")
    teller.post(acme, "The endpoint answers", "/sandbox/webhooks/test")
    began = clock.iso(clock.real_now())
    teller.post(acme, "From now on", "/sandbox/webhooks/listen", {})
    acme.patch("/config", {"webhookEndpoint": endpoint.url})
    teller.post(acme, "What happened since", "/sandbox/webhooks/listen", {"startDate": began})
    tasks.deliver_due_events()
    listed = teller.get(acme, "Events of payments", "/events", type="OUTGOING_PAYMENT.COMPLETED", limit=2)
    event = listed["data"][0]["id"]
    teller.get(acme, "An event that was delivered", f"/events/{event}")
    teller.post(acme, "An event", f"/events/{event}/redeliver")
    webhook_endpoints.send_again(teller, acme, event, endpoint)
    teller.post(
        acme,
        "All of a stretch of time",
        "/events/redeliver",
        {"startDate": listed["data"][0]["createdAt"], "endDate": listed["data"][0]["createdAt"]},
    )


def _listener(teller: Teller, rival: Api) -> None:
    """Let a listener answer for a platform that has no endpoint."""
    incoming = _incoming(rival.customer("Lena Listener"))
    wanted: dict[str, Any] = {"answersApprovals": True}
    wanted["cursor"] = rival.post("/sandbox/webhooks/listen", wanted).json()["cursor"]

    def receive() -> None:
        try:
            rival.post("/sandbox/uma/receive", incoming)
        finally:
            connection.close()

    asked: list[Any] = []

    def is_asked() -> bool:
        told = rival.post("/sandbox/webhooks/listen", wanted).json()["data"]
        asked.extend(each for each in told if each["awaitsAnswer"])
        return bool(asked)

    receiving = threading.Thread(target=receive)
    receiving.start()
    patience.until(is_asked)
    event = json.loads(asked[0]["body"])["id"]
    teller.post(rival, "Approved, as an endpoint would", f"/sandbox/webhooks/{event}/answer", {"status": 200})
    receiving.join(patience.LONG)


def _invitations(teller: Teller, acme: Api, rival: Api, ada: str) -> None:
    inviter = hosts.address(acme, ada)
    invitee = hosts.address(rival, rival.customer("Rita Rival"))
    body = {"inviterUma": inviter, "firstName": "Ada", "amountToSend": 12_50}
    code = teller.post(acme, "With an amount to come", "/invitations", body)["code"]
    teller.get(acme, "An invitation", f"/invitations/{code}")
    teller.post(rival, "By a customer of another platform", f"/invitations/{code}/claim", {"inviteeUma": invitee})
    other = hosts.invite(acme, inviter)["code"]
    teller.post(acme, "An invitation", f"/invitations/{other}/cancel")


def _endings(teller: Teller, acme: Api) -> None:
    teller.delete(acme, "A customer without money", f"/customers/{acme.customer('Gone Approved')}")
