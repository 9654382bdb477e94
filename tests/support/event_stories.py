"""Stories by the type of event that they lead to."""

from collections.abc import Callable
from typing import Any

from django.conf import settings as configured
from django.db import transaction

from compliance.models import HitState, ScreeningHit
from compliance.providers import sandbox_screening
from compliance.review_desk import screening_hits
from payments.ledger import holds
from payments.models import InternalAccount
from platforms import audit
from platforms.base import clock
from tests.conftest import Api
from tests.support import factories
from tests.support.compliance import bulk_files, cases
from tests.support.payments import hosts, quote_requests
from tests.support.processes.worker import Worker
from webhooks.outbox.event_types import EventType


class Stage:
    """Who and what the stories need."""

    def __init__(self, api: Api, rival_api: Api, alice: str, worker: Worker) -> None:
        self.api, self.rival_api, self.alice, self.worker = api, rival_api, alice, worker

    def pay_out(self, suffix: str = "789") -> None:
        source = self.api.internal_account(self.alice)
        self.api.fund(source, 1000)
        self.api.transfer_out(source, self.api.external_account(self.alice, factories.usd_account(suffix)), 300)
        self.worker.run()

    def pull_in(self, suffix: str = "789") -> None:
        source = self.api.external_account(self.alice, factories.usd_account(suffix))
        assert self.api.transfer_in(source, self.api.internal_account(self.alice), 300).status_code == 201
        self.worker.run()

    def quote(self, suffix: str = "789", *, seconds: int = 0, is_executed: bool = True) -> None:
        """Ask for pesos, execute, and let the worker do the rest, some time later too."""
        source = self.api.internal_account(self.alice)
        self.api.fund(source, 300_00)
        pesos = self.api.external_account(self.alice, quote_requests.clabe(suffix), "MXN")
        assert quote_requests.quote(self.api, source, pesos, immediatelyExecute=is_executed).status_code == 201
        self.worker.run()
        if seconds:
            assert self.api.post("/sandbox/clock/advance", {"seconds": seconds}).status_code == 200
            self.worker.run()

    def have_money_sent_back(self) -> None:
        """Pay a quote from outside, which fails: the money is on its way back for a while."""
        pesos = self.api.external_account(self.alice, quote_requests.clabe("002"), "MXN")
        quote = quote_requests.quote(self.api, quote_requests.realtime("USD", self.alice), pesos).json()
        sent = self.api.post("/sandbox/send", {"quoteId": quote["id"], "currencyCode": "USD"})
        assert sent.status_code == 200, sent.content
        self.worker.run()

    def verify_business(self, **facts: Any) -> None:
        customer, _ = cases.complete_business(self.api, **facts)
        cases.submit(self.api, customer)

    def complete_what_was_missing(self) -> None:
        customer = cases.business(self.api)
        person = cases.owner(self.api, customer)
        assert cases.submit(self.api, customer)["verificationStatus"] == "RESOLVE_ERRORS"
        cases.papers(self.api, customer, person)

    def be_paid_by_uma(self) -> None:
        body = {
            "senderUmaAddress": f"$success.usd@{configured.SANDBOX_UMA_DOMAIN}",
            "customerId": self.alice,
            "receivingCurrencyCode": "USD",
            "receivingCurrencyAmount": 25_00,
        }
        reply = self.api.post("/sandbox/uma/receive", body)
        assert reply.status_code == 200, reply.content

    def turn_on(self, *features: str) -> None:
        assert self.api.patch("/config", {"features": list(features)}).status_code == 200

    def have_money_refused(self) -> None:
        """Be paid by UMA while the customer's approval ends, with the money held by the network: it goes back."""
        self.turn_on("REFUND_EVENTS")
        self.be_paid_by_uma()
        body = {"customerType": "INDIVIDUAL", "fullName": "Alice Rejected 002"}
        assert self.api.patch(f"/customers/{self.alice}", body).status_code == 200
        self.worker.run()

    def have_an_account_held(self) -> None:
        self.turn_on("ACCOUNT_STATUS_EVENTS")
        [key] = InternalAccount.objects.filter(customer_id=self.alice.partition(":")[2], currency="USD").values_list(
            "ledger_account", flat=True
        )
        with transaction.atomic():
            holds.hold({key}, now=clock.real_now())

    def have_a_payee_cleared(self) -> None:
        """Give the account of somebody who is like an entry of a list, and have a reviewer say that it is another."""
        self.turn_on("ACCOUNT_STATUS_EVENTS")
        info = factories.usd_account() | {"beneficiary": factories.beneficiary(sandbox_screening.ENTRIES[0].names[0])}
        account = self.api.external_account(self.alice, info)
        with transaction.atomic():
            screening_hits.resolve(
                hit_id=ScreeningHit.objects.get(subject=account).id,
                state=HitState.CLEARED,
                reason="Another birth date.",
                actor=audit.SYSTEM,
                now=clock.real_now(),
            )

    def have_an_invitation_claimed(self) -> None:
        inviter = hosts.address(self.api, self.alice)
        invitee = hosts.address(self.rival_api, self.rival_api.customer("Rita Rival"))
        code = hosts.invite(self.api, inviter, amountToSend=5)["code"]
        assert hosts.claim(self.rival_api, code, invitee).status_code == 200

    def set_the_endpoint(self) -> None:
        assert self.api.patch("/config", {"webhookEndpoint": "https://example.com/hooks"}).status_code == 200


STORIES: dict[EventType, Callable[[Stage], object]] = {
    EventType.OUTGOING_PAYMENT_PENDING: Stage.pay_out,
    EventType.OUTGOING_PAYMENT_PROCESSING: Stage.quote,
    EventType.OUTGOING_PAYMENT_COMPLETED: Stage.quote,
    EventType.OUTGOING_PAYMENT_FAILED: lambda stage: stage.pay_out("002"),
    EventType.OUTGOING_PAYMENT_EXPIRED: lambda stage: stage.quote(is_executed=False, seconds=301),
    EventType.OUTGOING_PAYMENT_REFUND_PENDING: Stage.have_money_sent_back,
    EventType.OUTGOING_PAYMENT_REFUND_COMPLETED: lambda stage: stage.quote("002"),
    EventType.OUTGOING_PAYMENT_REFUND_FAILED: lambda stage: stage.quote("007"),
    EventType.INCOMING_PAYMENT_COMPLETED: Stage.pull_in,
    EventType.INCOMING_PAYMENT_FAILED: lambda stage: stage.pull_in("002"),
    EventType.INCOMING_PAYMENT_REFUND_PENDING: Stage.have_money_refused,
    EventType.INCOMING_PAYMENT_REFUND_COMPLETED: Stage.have_money_refused,
    EventType.CUSTOMER_KYC_APPROVED: lambda stage: stage.api.customer("Ada Lovelace"),
    EventType.CUSTOMER_KYC_REJECTED: lambda stage: stage.api.customer("Ada Lovelace 002"),
    EventType.CUSTOMER_KYC_PENDING: lambda stage: stage.api.customer("Ada Lovelace 001"),
    EventType.CUSTOMER_KYB_APPROVED: Stage.verify_business,
    EventType.CUSTOMER_KYB_REJECTED: lambda stage: stage.verify_business(registrationNumber="5523002"),
    EventType.CUSTOMER_KYB_PENDING: lambda stage: stage.verify_business(registrationNumber="5523001"),
    EventType.VERIFICATION_APPROVED: Stage.verify_business,
    EventType.VERIFICATION_REJECTED: lambda stage: stage.verify_business(registrationNumber="5523002"),
    EventType.VERIFICATION_RESOLVE_ERRORS: Stage.complete_what_was_missing,
    EventType.VERIFICATION_PENDING_MANUAL_REVIEW: lambda stage: stage.verify_business(registrationNumber="5523001"),
    EventType.VERIFICATION_READY_FOR_VERIFICATION: Stage.complete_what_was_missing,
    EventType.INTERNAL_ACCOUNT_BALANCE_UPDATED: Stage.pull_in,
    EventType.INTERNAL_ACCOUNT_STATUS_UPDATED: Stage.have_an_account_held,
    EventType.EXTERNAL_ACCOUNT_STATUS_UPDATED: Stage.have_a_payee_cleared,
    EventType.INVITATION_CLAIMED: Stage.have_an_invitation_claimed,
    EventType.BULK_UPLOAD_COMPLETED: lambda stage: bulk_files.imported(stage.api, bulk_files.text(bulk_files.ADA)),
    EventType.BULK_UPLOAD_FAILED: lambda stage: bulk_files.imported(
        stage.api, bulk_files.text(bulk_files.ADA | {"country": "Utopia"})
    ),
    EventType.TEST: Stage.set_the_endpoint,
}
