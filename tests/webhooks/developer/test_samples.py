"""The sample receivers of the documents take what we really send, and nothing else."""

import datetime as dt
import http.client
import os
import subprocess
import sys

import pytest
from django.db import transaction
from django.test import Client

from bench import programs
from config.launch import environment
from platforms.base import clock
from platforms.models import Platform
from tests.support import factories, node, patience
from tests.support.servers.webhook_receiver import Receiver
from webhooks.models import Delivery, Event, EventState
from webhooks.signing import signing_keys

pytestmark = [pytest.mark.service, pytest.mark.usefixtures("database")]

_SAMPLES = environment.PROJECT / "docs" / "samples"
_COMMANDS = {
    "Python": [sys.executable, str(_SAMPLES / "receive_webhooks.py")],
    "Node.js": [str(node.NODE), str(_SAMPLES / "receive_webhooks.mjs")],
}


class Sample:
    """A sample that runs in a folder with nothing else."""

    def __init__(self, command, folder, variables):
        self.port = programs.free_port()
        self.url = f"http://127.0.0.1:{self.port}/hooks"
        self.process = subprocess.Popen(
            [*command, str(self.port)],
            cwd=folder,
            env={"PATH": os.environ["PATH"], **variables},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.line() == f"listening on http://127.0.0.1:{self.port}"

    def line(self):
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip()

    def post(self, headers, body):
        """Send what an attacker may send; return the status."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience.LONG)
        kept = {name: value for name, value in headers.items() if name != "Content-Length"}
        try:
            connection.request("POST", "/hooks", body=body, headers=kept)
            return connection.getresponse().status
        finally:
            connection.close()


@pytest.fixture(params=_COMMANDS)
def sample(request, platform, live_server, tmp_path):
    """A sample that is the platform's endpoint."""
    created = factories.token(platform, permissions=["VIEW"])
    variables = {
        "PAYMENTS_BASE_URL": f"{live_server.url}/2025-10-13",
        "PAYMENTS_CLIENT_ID": created.token.client_id,
        "PAYMENTS_CLIENT_SECRET": created.client_secret,
    }
    running = Sample(_COMMANDS[request.param], tmp_path, variables)
    Platform.objects.filter(id=platform.id).update(webhook_endpoint=running.url)
    yield running
    running.process.kill()
    running.process.communicate()


@pytest.fixture
def genuine(platform, emit, deliver):
    """A request that we really sent, to somebody who kept it."""
    with Receiver() as spy:
        before = Platform.objects.get(id=platform.id).webhook_endpoint
        Platform.objects.filter(id=platform.id).update(webhook_endpoint=spy.url)
        emit(platform, data={"id": "Transaction:1", "description": "Zoë ≠ Zoe, \u2028"})
        deliver()
        Platform.objects.filter(id=platform.id).update(webhook_endpoint=before)
        return spy.received[0]


def test_a_delivered_event_is_taken(sample, platform, emit, deliver):
    event = emit(platform, data={"id": "Transaction:1", "description": "Zoë ≠ Zoe, \u2028"})

    deliver()

    assert Delivery.objects.get().status == 200
    assert sample.line() == f"signed {event.type} Transaction:1"


def test_an_event_that_comes_again_is_taken_and_not_handled_again(sample, platform, emit, deliver):
    event = emit(platform, data={"id": "Transaction:1"})
    deliver()
    Event.objects.update(state=EventState.PENDING, next_attempt_at=clock.real_now())

    deliver()

    assert list(Delivery.objects.values_list("status", flat=True)) == [200, 200]
    assert [sample.line(), sample.line()] == [f"{news} {event.type} Transaction:1" for news in ("signed", "again")]


def test_what_was_changed_on_its_way_is_refused(sample, genuine):
    sent_at = str(int(genuine.headers["Webhook-Timestamp"]) - 1)
    forgeries = [
        (genuine.headers, genuine.body.replace(b"COMPLETED", b"FAILED")),
        (genuine.headers, genuine.body + b" "),
        (genuine.headers | {"Webhook-Id": "Webhook:2"}, genuine.body),
        (genuine.headers | {"Webhook-Timestamp": sent_at}, genuine.body),
        (genuine.headers | {"Webhook-Timestamp": "soon"}, genuine.body),
        (genuine.headers | {"Webhook-Signature": "v1a,AAAA"}, genuine.body),
        (genuine.headers | {"Webhook-Signature": "v1a,%%%"}, genuine.body),
        (genuine.headers | {"Webhook-Signature": "v1a"}, genuine.body),
        (
            genuine.headers | {"Webhook-Signature": genuine.headers["Webhook-Signature"].replace("v1a", "v1")},
            genuine.body,
        ),
        ({"Content-Type": "application/json"}, genuine.body),
        ({}, b""),
    ]

    assert [sample.post(headers, body) for headers, body in forgeries] == [401] * len(forgeries)
    assert {sample.line() for _ in forgeries} == {"FORGED"}
    assert sample.post(genuine.headers, genuine.body) == 200


def test_what_was_sent_long_ago_is_refused(sample, platform, genuine):
    with transaction.atomic():
        signer = signing_keys.signers(platform_ids=[platform.id], now=clock.real_now())[platform.id]

    def sent(minutes_ago):
        moment = clock.real_now() - dt.timedelta(minutes=minutes_ago)
        return signer.headers(event_id=genuine.json["id"], body=genuine.body, sent_at=moment)

    assert [sample.post(sent(minutes), genuine.body) for minutes in (6, -6, 4)] == [401, 401, 200]


def test_another_platforms_signature_is_refused(sample, genuine, new_platform):
    other = new_platform()
    Client().get(f"/webhook-keys/{other.id}")
    with transaction.atomic():
        signer = signing_keys.signers(platform_ids=[other.id], now=clock.real_now())[other.id]

    headers = signer.headers(event_id=genuine.json["id"], body=genuine.body, sent_at=clock.real_now())

    assert sample.post(headers, genuine.body) == 401
