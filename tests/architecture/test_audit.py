"""Every operation of the API that writes leaves its row in the audit log."""

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction

from payments.models import Transaction
from platforms.models import AuditEntry
from tests.conftest import Api
from tests.support import endpoints, factories
from tests.support.compliance import bulk_files, cases
from tests.support.compliance.sending import Desk
from tests.support.payments import hosts, quote_requests
from tests.support.tenants import objects_of
from webhooks.delivery import approvals

pytestmark = pytest.mark.django_db
Objects = dict[str, str]


@dataclasses.dataclass(frozen=True)
class Case:
    """A request that changes something: the verbs of the rows that it leaves, and what is sent.

    `of` is the kind of the object in the path; in the body and the query `@kind` stands for the id of another.
    """

    verbs: set[str]
    of: str = ""
    body: dict[str, Any] | None = None
    query: dict[str, str] = dataclasses.field(default_factory=dict)
    send: Callable[[Api, Objects], Any] | None = None
    """Where it is a file that is sent."""
    by: str = "TOKEN"
    """Who stands in one of the rows at least: the service where the request plays somebody elsewhere."""


_PAYER = {"senderUmaAddress": f"$success.usd@{settings.SANDBOX_UMA_DOMAIN}"}
_BY_UMA = {**_PAYER, "customerId": "@customer", "receivingCurrencyCode": "USD", "receivingCurrencyAmount": 500}
_OUT = {"source": {"accountId": "@internal account"}, "destination": {"accountId": "@external account"}, "amount": 1}
_LATER = "2099-01-01T00:00:00Z"
_BANK = {"currency": "USD", "accountInfo": factories.usd_account("222")}
_CASES = {
    "DELETE /customers/external-accounts/{account_id}": Case({"external_account.delete"}, "external account"),
    "DELETE /customers/{customer_id}": Case({"customer.delete"}, "new customer"),
    "DELETE /documents/{document_id}": Case({"document.delete"}, "document"),
    "DELETE /platform/external-accounts/{account_id}": Case({"external_account.delete"}, "platform's external account"),
    "DELETE /tokens/{token_id}": Case({"token.revoke"}, "token"),
    "DELETE /sandbox/outcomes/{outcome_id}": Case({"sandbox.withdraw_outcome"}, "forced outcome"),
    "DELETE /webhook-endpoints/{endpoint_id}": Case({"webhook_endpoint.delete"}, "webhook endpoint"),
    "DELETE /webhook-secrets/{secret_id}": Case({"webhook_secret.end"}, "webhook secret"),
    "GET /customers/kyc-link": Case(
        {"customer.create", "kyc_link.create"}, query={"platformCustomerId": "somebody-new"}
    ),
    "PATCH /beneficial-owners/{beneficial_owner_id}": Case(
        {"beneficial_owner.update"}, "beneficial owner", {"personalInfo": {"firstName": "Another"}}
    ),
    "PATCH /config": Case({"config.update"}, body={"umaDomain": "another.example.com"}),
    "PATCH /webhook-endpoints/{endpoint_id}": Case(
        {"webhook_endpoint.update"}, "webhook endpoint", {"types": ["OUTGOING_PAYMENT.FAILED"]}
    ),
    "PATCH /tokens/{token_id}": Case({"token.limit"}, "token", {"spendingLimits": {"validUntil": _LATER}}),
    "PATCH /customers/{customer_id}": Case(
        {"customer.update"}, "new customer", {"customerType": "INDIVIDUAL", "fullName": "Another Name"}
    ),
    "POST /beneficial-owners": Case({"beneficial_owner.create"}, body=cases.owner_body("@other business")),
    "POST /customers": Case({"customer.create"}, body=factories.individual()),
    "POST /customers/bulk/csv": Case(
        {"bulk_import.start"}, send=lambda api, _: bulk_files.send(api, bulk_files.people(1))
    ),
    "POST /customers/{customer_id}/kyc-link": Case({"kyc_link.create"}, "customer"),
    "POST /customers/external-accounts": Case({"external_account.create"}, body={**_BANK, "customerId": "@customer"}),
    "POST /documents": Case({"document.upload"}, send=lambda api, its: Desk(api).upload(its["customer"])),
    "POST /events/redeliver": Case(
        {"event.redeliver_range"}, body={"startDate": "2026-01-01T00:00:00Z", "endDate": "2026-01-02T00:00:00Z"}
    ),
    "POST /events/{event_id}/redeliver": Case({"event.redeliver"}, "event"),
    "POST /idempotency-keys/{key}/void": Case({"idempotency_key.void"}, "token"),
    "POST /invitations": Case({"invitation.create"}, body={"inviterUma": "@uma address"}),
    "POST /invitations/{invitation_code}/cancel": Case({"invitation.cancel"}, "invitation"),
    "POST /invitations/{invitation_code}/claim": Case(
        {"invitation.claim"}, "rival's invitation", {"inviteeUma": "@uma address"}
    ),
    "POST /payee-verifications": Case(
        {"payee_verification.answer"}, body={"accountIdentifier": "1", "name": "Somebody"}
    ),
    "POST /platform/external-accounts": Case({"external_account.create"}, body=_BANK),
    "POST /quotes": Case(
        {"quote.create"}, body=quote_requests.body("@internal account", "@external account", amount=1)
    ),
    "POST /quotes/{quote_id}/execute": Case({"quote.execute"}, "quote"),
    "POST /sandbox/clock/advance": Case({"sandbox.advance_clock"}, body={"seconds": 1}),
    "POST /sandbox/internal-accounts/{account_id}/fund": Case({"deposit.receive"}, "internal account", {"amount": 1}),
    "POST /sandbox/outcomes": Case(
        {"sandbox.force_outcome"}, body={"for": {"customerId": "@customer"}, "outcome": "FAILED"}
    ),
    "POST /sandbox/send": Case(
        {"deposit.receive", "transaction.processing"}, body={"quoteId": "@quote to be funded", "currencyCode": "USD"}
    ),
    "POST /sandbox/uma/receive": Case({"sandbox.uma_receive", "uma.pay_request", "uma.approve"}, body=_BY_UMA),
    "POST /tokens": Case({"token.create"}, body={"name": "x", "permissions": ["VIEW"]}),
    "POST /transactions/{transaction_id}/approve": Case({"uma.approve"}, "payment to be approved"),
    "POST /transactions/{transaction_id}/cancel": Case({"transaction.failed"}, "transaction"),
    "POST /transactions/{transaction_id}/reject": Case({"transaction.rejected"}, "payment to be approved"),
    "POST /transfer-in": Case(
        {"transfer_in.create"}, body={**_OUT, "source": _OUT["destination"], "destination": _OUT["source"]}
    ),
    "POST /transfer-out": Case({"transfer_out.create"}, body=_OUT),
    "POST /transfers/batch": Case(
        {"transfer_out.create"}, body={"mode": "ALL", "transfers": [{"type": "OUT", **_OUT}]}
    ),
    "POST /verifications": Case({"verification.submit"}, body={"customerId": "@other business"}),
    "POST /webhook-endpoints": Case(
        {"config.update", "webhook_endpoint.create"}, body={"url": "https://acme.example.com/hooks"}
    ),
    "POST /webhook-secrets": Case({"webhook_secret.create"}, body={}),
    "PUT /documents/{document_id}": Case(
        {"document.replace"}, send=lambda api, its: Desk(api).replace(its["document"], country="FR")
    ),
}
_CHANGES_NOTHING = {
    "GET /receiver/external-account/{account_id}": "a look-up is there for a quote to name it, and is forgotten",
    "GET /receiver/uma/{receiver_uma_address}": "the same",
    "POST /crypto/estimate-withdrawal-fee": "an estimate, of which nothing is kept",
    "POST /sandbox/webhooks/listen": "it reads events",
    "POST /sandbox/webhooks/{webhook_id}/answer": "the event has the answer, and the payment what became of it",
    "POST /sandbox/webhooks/test": "the event that it sends is in the list of events",
}
"""The other operations that are no plain reads, and why the audit log has nothing of them."""


class _Died(BaseException):
    """Ends a request as a kill does."""


def _to_be_approved(api: Api, its: Objects, monkeypatch) -> str:
    """Return a payment by UMA that waits for its platform's decision: its requester no longer waits."""

    def die(**_: object) -> None:
        raise _Died

    with monkeypatch.context() as patch:
        patch.setattr(approvals, "ask", die)
        with pytest.raises(_Died):
            api.post("/sandbox/uma/receive", _filled(_BY_UMA, its))
    return str(Transaction.objects.latest("created_at").public_id)


@pytest.fixture
def objects(acme, api, rival, rival_api, monkeypatch) -> Objects:
    its = objects_of(api, acme)
    rivals = hosts.address(rival_api, rival_api.customer("Rita Rival"))
    return its | {
        "new customer": api.customer(),
        "invitation": hosts.invite(api, its["uma address"])["code"],
        "rival's invitation": hosts.invite(rival_api, rivals)["code"],
        "payment to be approved": _to_be_approved(api, its, monkeypatch),
    }


def test_every_operation_that_writes_has_a_case():
    assert {str(endpoint) for endpoint in endpoints.every() if endpoint.writes} == {*_CASES, *_CHANGES_NOTHING}


def test_every_operation_that_writes_leaves_its_row_in_the_audit_log(acme, api, objects):
    wrong: dict[str, Any] = {}
    for endpoint in endpoints.every():
        case = _CASES.get(str(endpoint))
        if case is None:
            continue
        savepoint = transaction.savepoint()
        before = AuditEntry.objects.latest("id").id
        if case.send is not None:
            reply = case.send(api, objects)
        else:
            reply = endpoint.call(api, objects.get(case.of, ""), _filled(case.body, objects), **case.query)
        rows = AuditEntry.objects.filter(id__gt=before, platform_id=acme.platform.id)
        told = {row.verb for row in rows}
        by_caller = [row for row in rows if row.actor_kind == case.by and (row.request_id or case.by == "SYSTEM")]
        transaction.savepoint_rollback(savepoint)
        if told != case.verbs or not by_caller:
            wrong[str(endpoint)] = (reply.status_code, reply.content[:200], told, by_caller)

    assert wrong == {}


def _filled(value: Any, objects: Objects) -> Any:
    if isinstance(value, dict):
        return {name: _filled(part, objects) for name, part in value.items()}
    if isinstance(value, list):
        return [_filled(part, objects) for part in value]
    return objects[value[1:]] if isinstance(value, str) and value.startswith("@") else value
