"""What is really said: requests, replies and events of stories that lead to every type of event and of account."""

import dataclasses
import json
from typing import Any

from django.db import connection

from payments.account_types import table
from platforms.models import Platform
from tests.conftest import Api
from tests.payments.account_types import shapes
from tests.support import api_document
from tests.support.compliance import cases
from tests.support.event_stories import STORIES, Stage
from tests.support.payments import account_examples, quote_requests
from tests.support.processes.worker import Worker
from tests.support.servers.webhook_receiver import Receiver
from tests.support.uma.paying import Paying, sandbox
from webhooks.models import Event


@dataclasses.dataclass(frozen=True)
class Said:
    """A body: of a request (`status` 0) or of a reply of an operation."""

    operation: str
    status: int
    body: Any


class Recorder(Api):
    """A client that notes what it sends and gets."""

    def __init__(self, client_id: str, client_secret: str) -> None:
        super().__init__(client_id, client_secret)
        self.said: list[Said] = []

    def get(self, path: str, **query: Any) -> Any:
        reply = super().get(path, **query)
        self._note("get", path, None, reply)
        return reply

    def _send(self, method: str, path: str, body: Any, key: str | None, headers: dict[str, str]) -> Any:
        reply = super()._send(method, path, body, key, headers)
        self._note(method, path, body, reply)
        return reply

    def _note(self, method: str, path: str, body: Any, reply: Any) -> None:
        operation = api_document.operation(method, path.partition("?")[0])
        if body is not None and reply.status_code < 300:
            self.said.append(Said(operation["operationId"], 0, body))
        if reply.content:
            self.said.append(Said(operation["operationId"], reply.status_code, reply.json()))


@dataclasses.dataclass(frozen=True)
class Record:
    """All that was said, the events that were told, and ways to pay in for each type of account."""

    said: list[Said]
    events: list[dict[str, Any]]
    instructions: list[dict[str, Any]]


def play(api: Recorder, rival_api: Recorder, platform: Platform, worker: Worker) -> Record:
    """Play the stories, each with a customer of its own."""
    for story in STORIES.values():
        story(Stage(api, rival_api, api.customer("Alice Approved"), worker))
    _be_asked(api, rival_api, worker)
    _pay_by_uma(api, worker)
    _rehearse_and_cancel(api)
    _change_customers(api)
    _register_accounts(rival_api)
    instructions = [
        each
        for currency in sorted(table.CURRENCIES)
        for each in shapes.FUNDING.instructions(
            currency=currency, account_key=shapes.KEY, reference="F-1", holder_is_platform=True
        )
    ]
    # The sandbox is paid by no invoice.
    invoice = {"accountType": "LIGHTNING", "invoice": "lnbc15u1p3xnhl2pp5jptserfk3zk4qy42tlucycrfwxhydvlemu9pqr93"}
    shapes.assert_fits(invoice, "funding", "LIGHTNING")
    instructions.append({"accountOrWalletInfo": invoice})
    events = [json.loads(event.payload) for event in Event.objects.for_platform(platform.id).order_by("number")]
    return Record(api.said + rival_api.said, events, instructions)


def _be_asked(api: Recorder, rival_api: Api, worker: Worker) -> None:
    """Let money come in whose receiver the platform is asked about."""
    with Receiver() as endpoint:
        endpoint.on_request = lambda _: connection.close()
        api.patch("/config", {"webhookEndpoint": endpoint.url})
        Stage(api, rival_api, api.customer("Alice Approved"), worker).be_paid_by_uma()
        api.patch("/config", {"webhookEndpoint": ""})
    worker.run()
    api.get("/transactions")


def _pay_by_uma(api: Recorder, worker: Worker) -> None:
    customer = api.customer("Alice Approved")
    account = api.internal_account(customer)
    api.fund(account, 1_000_00)
    paying = Paying(api, customer, account, worker)
    paying.pay(sandbox("success.usd"))
    source = quote_requests.realtime("USD", customer)
    lookup = paying.look_up(sandbox("success.usd")).json()["lookupId"]
    asked = {"destinationType": "UMA_ADDRESS", "umaAddress": sandbox("success.usd")}
    body = quote_requests.body(source, "", lookupId=lookup) | {"destination": asked}
    assert api.post("/quotes", body).status_code == 201


def _rehearse_and_cancel(api: Recorder) -> None:
    """Rehearse payments both ways in one request, make them, and cancel them before a rail is asked."""
    customer = api.customer("Alice Approved")
    account, outside = api.internal_account(customer), api.external_account(customer)
    api.fund(account, 1_000)
    sides = ({"accountId": account}, {"accountId": outside})
    transfers = [
        {"type": type_, "source": source, "destination": destination, "amount": 100}
        for type_, (source, destination) in (("OUT", sides), ("IN", sides[::-1]))
    ]
    batch = {"mode": "ALL", "transfers": transfers}
    assert api.post("/transfers/batch?dryRun=true", batch).status_code == 200
    for result in api.post("/transfers/batch", batch).json()["results"]:
        assert api.post(f"/transactions/{result['transaction']['id']}/cancel").status_code == 200


def _change_customers(api: Recorder) -> None:
    person, company = api.customer("Alice Approved"), cases.business(api)
    assert api.patch(f"/customers/{person}", {"customerType": "INDIVIDUAL", "nationality": "MX"}).status_code == 200
    changes = {"customerType": "BUSINESS", "businessInfo": {"taxId": "12-3456789"}}
    assert api.patch(f"/customers/{company}", changes).status_code == 200


def _register_accounts(api: Recorder) -> None:
    """Register an account of each type, of a person and of a company."""
    currencies = {currency for currency, _ in account_examples.EXAMPLES.values()}
    limits = {
        "minAmount": 1,
        "maxAmount": 10,
        "enabledTransactionTypes": ["OUTGOING"],
        "requiredCounterpartyFields": [],
    }
    wanted = [{"currencyCode": currency, **limits} for currency in sorted(currencies)]
    assert api.patch("/config", {"supportedCurrencies": wanted}).status_code == 200
    for beneficiary in (account_examples.PERSON, account_examples.COMPANY):
        customer = api.customer("Alice Approved")
        for currency, info in account_examples.EXAMPLES.values():
            changed = info | ({"beneficiary": beneficiary} if "beneficiary" in info else {})
            body = {"currency": currency, "customerId": customer, "accountInfo": changed}
            reply = api.post("/customers/external-accounts", body)
            assert reply.status_code == 201, reply.content
