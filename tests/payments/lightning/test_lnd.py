"""The LND adapter, against a server that answers as LND's REST interface is documented."""

import datetime as dt
import secrets
import types
from pathlib import Path

import pytest

from payments.account_types import bolt11
from payments.providers.lightning import lnd
from payments.providers.lightning_node import (
    Invoice,
    InvoiceNotAccepted,
    InvoiceOrder,
    InvoiceSettled,
    InvoiceState,
    Payment,
    PaymentFailure,
    PaymentOrder,
    PaymentState,
    SettlementUnavailable,
    hash_of,
)
from tests.payments.lightning import fake_lnd

OURS, THEIRS = "0a" * 16, "0b" * 16


@pytest.fixture
def network(tmp_path, settings, monkeypatch):
    monkeypatch.setattr(lnd, "_WATCH_SECONDS", 0.3)
    with fake_lnd.Network(tmp_path, OURS, THEIRS) as found:
        settings.LND_URL, settings.LND_MACAROON = found.url, OURS
        settings.LND_CERTIFICATE, settings.LND_NETWORK = str(found.certificate), "bcrt"
        yield found


class Node(lnd.LndSettlement):
    """A node of the network; which one, its macaroon says."""

    def __init__(self, settings, macaroon: str) -> None:
        self._settings, self._macaroon = settings, macaroon

    def __getattribute__(self, name: str):
        if not name.startswith("_"):
            self._settings.LND_MACAROON = self._macaroon
        return super().__getattribute__(name)


@pytest.fixture
def sender(network, settings):
    return Node(settings, OURS)


@pytest.fixture
def receiver(network, settings):
    return Node(settings, THEIRS)


@pytest.fixture
def preimage():
    return secrets.token_bytes(32)


def order(preimage: bytes, minutes: float = 5) -> InvoiceOrder:
    return InvoiceOrder(
        payment_hash=hash_of(preimage),
        amount_msat=1_234_567,
        description_hash=b"d" * 32,
        lifetime=dt.timedelta(minutes=minutes),
    )


def payment_of(invoice: Invoice) -> PaymentOrder:
    said = bolt11.decode(invoice.payment_request)
    assert said.amount_msat is not None
    return PaymentOrder(
        payment_request=invoice.payment_request,
        payment_hash=said.payment_hash,
        amount_msat=said.amount_msat,
        most_fee_msat=5_000,
    )


def test_an_invoice_says_what_was_ordered(receiver, preimage):
    invoice = receiver.make_invoice(order(preimage))

    said = bolt11.decode(invoice.payment_request)
    assert (said.amount_msat, said.payment_hash, said.description_hash) == (1_234_567, hash_of(preimage), b"d" * 32)
    assert (said.expiry, said.network, receiver.network) == (dt.timedelta(minutes=5), "bcrt", "bcrt")


def test_the_same_hash_gives_the_same_invoice(receiver, preimage):
    first = receiver.make_invoice(order(preimage))

    assert receiver.make_invoice(order(preimage)) == first


def test_a_payment_is_held_and_then_settles_with_its_proof(sender, receiver, preimage, network):
    invoice = receiver.make_invoice(order(preimage))

    held = sender.pay(payment_of(invoice))
    # The node goes on telling; a worker has other things to do.
    assert network.streams == 1
    accepted = receiver.find_invoice(hash_of(preimage))
    receiver.settle(preimage)
    receiver.settle(preimage)

    assert (held.state, accepted.state) == (PaymentState.PENDING, InvoiceState.ACCEPTED)
    assert sender.track(hash_of(preimage)) == Payment(
        state=PaymentState.SETTLED, preimage=preimage, fee_msat=fake_lnd.FEE_MSAT
    )
    assert network.sent[0]["fee_limit_msat"] == "5000"


def test_an_invoice_is_paid_once(sender, receiver, preimage, network):
    payment = payment_of(receiver.make_invoice(order(preimage)))
    sender.pay(payment)
    again = sender.pay(payment)
    receiver.settle(preimage)

    settled = sender.pay(payment)

    assert (again.state, settled.preimage, len(network.sent)) == (PaymentState.PENDING, preimage, 1)


def test_what_has_failed_is_not_tried_again(sender, receiver, preimage, network):
    payment = payment_of(receiver.make_invoice(order(preimage)))
    sender.pay(payment)
    receiver.cancel(hash_of(preimage))
    receiver.cancel(hash_of(preimage))

    first, second = sender.track(hash_of(preimage)), sender.pay(payment)

    assert first == second == Payment(state=PaymentState.FAILED, failure=PaymentFailure.REFUSED)
    assert len(network.sent) == 1
    with pytest.raises(InvoiceNotAccepted):
        receiver.settle(preimage)


def test_nothing_is_taken_before_somebody_has_paid(receiver, preimage):
    receiver.make_invoice(order(preimage))

    with pytest.raises(InvoiceNotAccepted):
        receiver.settle(preimage)


def test_what_was_taken_can_t_be_sent_back(sender, receiver, preimage):
    sender.pay(payment_of(receiver.make_invoice(order(preimage))))
    receiver.settle(preimage)

    with pytest.raises(InvoiceSettled):
        receiver.cancel(hash_of(preimage))


def test_an_invoice_that_has_run_out_is_a_failed_payment(sender, receiver, preimage):
    invoice = receiver.make_invoice(order(preimage, minutes=0))

    assert sender.pay(payment_of(invoice)) == Payment(state=PaymentState.FAILED, failure=PaymentFailure.EXPIRED)


def test_to_an_outsider_there_is_no_route(sender, preimage):
    outsider = bolt11.Invoice(
        network="bcrt", amount_msat=1000, created_at=dt.datetime.now(dt.UTC), payment_hash=hash_of(preimage)
    )
    invoice = Invoice(bolt11.encode(outsider, private_key=b"\x01" * 32), InvoiceState.OPEN)

    assert sender.pay(payment_of(invoice)) == Payment(state=PaymentState.FAILED, failure=PaymentFailure.NO_ROUTE)


def test_nobody_knows_what_was_never_made(sender, receiver, preimage):
    assert receiver.find_invoice(hash_of(preimage)) is None
    assert sender.track(hash_of(preimage)).state == PaymentState.UNKNOWN
    receiver.cancel(hash_of(preimage))


def test_of_a_broken_line_nothing_is_known(sender, network, preimage):
    network.down = True

    for ask in (lambda: sender.track(hash_of(preimage)), lambda: sender.find_invoice(hash_of(preimage))):
        with pytest.raises(SettlementUnavailable):
            ask()


def test_a_wrong_macaroon_opens_nothing(network, settings, preimage):
    with pytest.raises(SettlementUnavailable, match="signature mismatch"):
        Node(settings, "ff" * 16).make_invoice(order(preimage))


def test_only_the_node_s_own_certificate_is_believed(sender, network, settings, preimage, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    fake_lnd._tls(other)
    settings.LND_CERTIFICATE = str(Path(other, "tls.cert"))

    with pytest.raises(SettlementUnavailable, match="CERTIFICATE_VERIFY_FAILED"):
        sender.track(hash_of(preimage))


def test_who_learns_too_late_that_nothing_was_tried_tries_nothing(sender, receiver, preimage, network, monkeypatch):
    """Before, a paused worker paid again an invoice that another had tried meanwhile, and released."""
    invoice = receiver.make_invoice(order(preimage))
    now, track = [100.0], lnd.LndSettlement.track

    def stand_still(self, payment_hash):
        known = track(self, payment_hash)
        now[0] += lnd._SEND_WITHIN_SECONDS + 1
        return known

    with monkeypatch.context() as slow:
        slow.setattr(lnd, "time", types.SimpleNamespace(monotonic=lambda: now[0]))
        slow.setattr(lnd.LndSettlement, "track", stand_still)
        with pytest.raises(SettlementUnavailable, match="nothing was sent"):
            sender.pay(payment_of(invoice))
    assert network.sent == []

    assert sender.pay(payment_of(invoice)).state == PaymentState.PENDING
    assert len(network.sent) == 1
