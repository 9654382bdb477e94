"""The probe: a payment of its own each minute, never in production, and where it is stuck."""

import datetime as dt

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from config import tasks
from config.doctor import running
from config.metrics import figures
from config.probe import places, playing
from config.processes import heartbeats
from payments.models import Transaction
from platforms.base import clock
from platforms.models import ApiToken, AuditEntry, Platform
from tests.support.servers.webhook_receiver import Receiver
from webhooks.delivery import sender

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def probe(settings, own_heartbeats, capsys):
    settings.PROBE = settings.ALLOW_LOOPBACK_WEBHOOKS = True
    for role in heartbeats.ROLES:
        heartbeats.give(role)
    call_command("make_probe")
    return Platform.objects.get(is_probe=True)


@pytest.fixture
def receiver(probe):
    """Where the webhooks go: the socket between the service and its own view."""
    with Receiver() as receiver:
        Platform.objects.filter(id=probe.id).update(webhook_endpoint=receiver.url)
        yield receiver


def _taken(client, receiver):
    """What the service's own endpoint answers to what was sent."""
    return {
        client.post(
            "/probe/webhook",
            sent.body,
            content_type="application/json",
            headers={"X-Service-Signature": sent.headers["X-Service-Signature"]},
        ).status_code
        for sent in receiver.received
    }


def _grow_older(probe, **by):
    """Have all that the probe did have happened earlier."""
    with transaction.atomic():
        for payment in Transaction.objects.for_platform(probe.id):
            Transaction.objects.filter(id=payment.id).update(created_at=payment.created_at - dt.timedelta(**by))


def _place():
    found = places.progress_of_probe()
    assert found is not None
    return found[1]


def test_a_round_is_paid_and_its_webhook_is_received(probe, worker, receiver, client):
    assert tasks.play_probe() == 1
    worker.run()
    sender.run()

    payment = Transaction.objects.for_platform(probe.id).get()
    assert (payment.status, payment.sent_amount) == ("COMPLETED", playing.AMOUNT)
    assert _taken(client, receiver) == {204}
    found = places.progress_of_probe()
    assert found is not None
    told, place = found
    assert place == ""
    assert told.settled_in is not None
    assert told.delivered_in is not None
    assert dt.timedelta() <= told.settled_in <= told.delivered_in
    assert list(running.probe()) == []
    rows = AuditEntry.objects.filter(subject=payment.public_id)
    assert {row.request_id for row in rows} == {str(payment.request_id)}
    names = {sample.name: sample.value for metric in figures._probe(clock.real_now()) for sample in metric.samples}
    assert names.keys() == {"payments_probe_age_seconds", "payments_probe_seconds", "payments_probe_stuck"}


def test_it_is_off_unless_it_is_turned_on(probe, settings, client):
    settings.PROBE = False

    assert tasks.play_probe() == 0
    assert figures._probe(clock.real_now()) == []
    assert list(running.probe()) == []
    assert client.post("/probe/webhook").status_code == 404


def test_turned_on_without_its_platform_it_says_so(settings):
    settings.PROBE = True

    assert tasks.play_probe() == 0
    [finding] = running.probe()
    assert "make_probe" in finding.remedy


def test_only_what_the_service_has_signed_is_taken(probe, client):
    for headers in ({}, {"X-Service-Signature": "AAAA"}, {"X-Service-Signature": "ß"}):
        assert client.post("/probe/webhook", b"{}", content_type="application/json", headers=headers).status_code == 400
    assert client.get("/probe/webhook").status_code == 405


def test_it_can_touch_no_real_money(probe):
    assert not ApiToken.objects.filter(platform=probe).exists()
    with pytest.raises(IntegrityError, match="platform_probe_in_sandbox"), transaction.atomic():
        Platform.objects.filter(id=probe.id).update(environment="PRODUCTION")
    tasks.play_probe()
    payment = Transaction.objects.for_platform(probe.id).get()
    assert {account.platform_id for account in (payment.internal_account, payment.external_account)} == {probe.id}


def test_set_up_again_it_corrects_the_address_alone(probe, settings, capsys):
    settings.PUBLIC_BASE_URL = "https://pay.example.com"
    call_command("make_probe")

    assert Platform.objects.get(is_probe=True).webhook_endpoint == "https://pay.example.com/probe/webhook"
    assert "https://pay.example.com/probe/webhook" in capsys.readouterr().out


def test_three_unfinished_rounds_are_the_most(probe):
    assert [tasks.play_probe() for _ in range(5)] == [1, 1, 1, 0, 0]


def test_a_stopped_worker_beat_and_delivery_are_told_apart(probe, worker, receiver, monkeypatch):
    tasks.play_probe()
    worker.run()
    sender.run()
    assert _place() == ""
    _grow_older(probe, seconds=200)
    assert _place() == "BEGIN"
    alive = {"worker", "beat"}
    monkeypatch.setattr(heartbeats, "lives", lambda role: role in alive)
    alive.discard("beat")
    assert _place() == "BEAT"
    alive.clear()
    assert _place() == "WORKER"
    alive.update({"worker", "beat"})

    tasks.play_probe()
    assert _place() == ""
    _grow_older(probe, seconds=70)
    assert _place() == "SETTLEMENT"
    alive.discard("worker")
    assert _place() == "WORKER"
    alive.add("worker")
    worker.run()
    assert _place() == "DELIVERY"
    [finding] = running.probe()
    assert "DELIVERY" in finding.message
    sender.run()
    assert _place() == ""
