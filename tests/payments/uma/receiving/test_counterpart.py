"""The sandbox's counterparty as a receiver: it lives on our own receiving code."""

import dataclasses

import pytest
from django.conf import settings as configured
from django.test import Client

from compliance.models import Customer
from payments.ledger import check
from payments.models import IncomingUmaPayment, SandboxInvoiceState, Transaction
from payments.providers import registry
from payments.uma import messages
from payments.uma.identities import identities
from payments.uma.protocol import hosts, keys, transport
from platforms.base import clock
from platforms.models import Platform
from tests.support.uma.senders import Sender, payment_of

pytestmark = pytest.mark.django_db(transaction=True)


@dataclasses.dataclass
class _OurInstitution:
    """Acme as the institution of a sender, with the keys that the service keeps for it."""

    platform: Platform

    @property
    def domain(self) -> str:
        return self.platform.uma_domain

    @property
    def signer(self) -> messages.Signer:
        return identities.signer(platform_id=self.platform.id, domain=self.domain, now=clock.real_now())


class _ToCounterpart(Sender):
    """Somebody of acme's who pays a receiver of the counterparty."""

    def look_up(self):
        url = messages.build_lookup_url(
            self.receiver_address, signer=self.institution.signer, is_subject_to_travel_rule=True, now=clock.real_now()
        )
        return transport.get(url, environment="SANDBOX")

    def _keys(self):
        return keys.of_domain(hosts.counterpart().domain, environment="SANDBOX", now=clock.real_now())


@pytest.fixture
def pays(acme):
    """Return a function that makes somebody of acme's who pays a receiver of the counterparty."""

    def make(user: str) -> _ToCounterpart:
        address = f"${user}@{configured.SANDBOX_UMA_DOMAIN}"
        found = _ToCounterpart(_OurInstitution(acme.platform), acme.platform, "", address)
        answer = found.look_up()
        if answer.is_ok:
            reply = messages.read_lookup_reply(answer.body, receiver=address)
            found.receiver = "Customer:" + reply.callback.rpartition("/")[2]
        return found

    return make


def state_of(payment: Transaction) -> str:
    session = IncomingUmaPayment.objects.get(transaction_id=payment.id)
    invoice = registry.settlement("SANDBOX").find_invoice(bytes.fromhex(session.payment_hash))
    assert invoice is not None
    return invoice.state


def paid(sender, currency="USD") -> Transaction:
    reply = sender.ask(10_00, receiving_currency=currency)
    sender.pay(reply)
    sender.call_back(reply)
    return payment_of(reply)


@pytest.mark.parametrize("currency", ["usd", "eur", "mxn"])
def test_a_payment_to_success_is_taken(pays, worker, currency):
    payment = paid(pays(f"success.{currency}"), currency.upper())

    worker.run()

    payment.refresh_from_db()
    assert (payment.status, state_of(payment)) == ("COMPLETED", SandboxInvoiceState.SETTLED)
    assert check.run().faults == []


def test_a_payment_to_pending_long_is_taken_after_six_minutes_of_the_payers_clock(api, pays, worker):
    payment = paid(pays("pending.long.usd"))
    worker.run()
    assert state_of(payment) == SandboxInvoiceState.ACCEPTED

    api.post("/sandbox/clock/advance", {"seconds": 350})
    worker.run()
    assert state_of(payment) == SandboxInvoiceState.ACCEPTED
    api.post("/sandbox/clock/advance", {"seconds": 15})
    worker.run()

    payment.refresh_from_db()
    assert (payment.status, state_of(payment)) == ("COMPLETED", SandboxInvoiceState.SETTLED)


def test_another_platforms_clock_does_not_hasten_it(rival_api, pays, worker):
    payment = paid(pays("pending.long.usd"))
    worker.run()

    rival_api.post("/sandbox/clock/advance", {"seconds": 3600})
    worker.run()

    assert state_of(payment) == SandboxInvoiceState.ACCEPTED


def test_a_payment_to_fail_compliance_goes_back(pays, worker):
    payment = paid(pays("fail.compliance.usd"))

    worker.run()

    payment.refresh_from_db()
    assert (payment.status, state_of(payment)) == ("REJECTED", SandboxInvoiceState.CANCELLED)
    assert check.run().faults == []


@pytest.mark.parametrize("user", ["somebody", "success", "success.xyz", "success.usd.more", "alice.usd"])
def test_nobody_else_lives_there(pays, user):
    assert pays(user).look_up().status == 404
    assert not Customer.objects.filter(uma_address__endswith=configured.SANDBOX_UMA_DOMAIN).exists()


def test_a_receiver_is_made_once(pays):
    for _ in range(2):
        pays("success.usd")

    assert Customer.objects.filter(uma_address__endswith=configured.SANDBOX_UMA_DOMAIN).count() == 1
    assert Platform.objects.filter(uma_domain=configured.SANDBOX_UMA_DOMAIN).count() == 1


def test_its_domain_is_nobody_elses(api, rival):
    reply = api.patch("/config", {"umaDomain": configured.SANDBOX_UMA_DOMAIN})

    assert (reply.status_code, reply.json()["code"]) == (400, "INVALID_INPUT")


def test_what_counts_is_the_signature_also_of_a_word_to_the_counterparty():
    reply = Client().post(
        "/uma/counterpart/0197d6f0-0000-7000-8000-000000000001", b"{}", content_type="application/json"
    )

    assert reply.json()["code"] == "PARSE_UTXO_CALLBACK_ERROR"
