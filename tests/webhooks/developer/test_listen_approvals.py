"""The listener answers payments that wait for approval: the real file, over the network."""

import contextlib
import json
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from config.documents import listener
from tests.support import factories, patience
from tests.support.processes import listening
from tests.support.servers.webhook_receiver import Answer, Receiver
from webhooks.developer.listener import approvals
from webhooks.developer.listener.loop import Loop
from webhooks.developer.listener.service import Service

pytestmark = [pytest.mark.beside, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def access(acme, live_server):
    """What a developer knows of the service."""
    created = factories.token(acme.platform, permissions=["TRANSACT"])
    yield {
        "base_url": f"{live_server.url}/2025-10-13",
        "client_id": created.token.client_id,
        "client_secret": created.client_secret,
    }
    # The platform is the same in all tests, and the service would wait some seconds more for who has gone.
    listening.forget(acme.platform)


@pytest.fixture
def listen(access, acme, tmp_path):
    """Return a function that starts the listener, ready to be asked."""
    started = []
    (tmp_path / "listen.pyz").write_bytes(listener.packed())

    def start(*arguments, answers=True):
        process = subprocess.Popen(
            [sys.executable, "listen.pyz", *arguments],
            cwd=tmp_path,
            env={f"PAYMENTS_{name.upper()}": value for name, value in access.items()},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        started.append(process)
        assert process.stderr is not None
        assert process.stderr.readline().startswith("Listening to")
        if answers:  # as its first request says
            patience.until(lambda: listening.seconds_left(acme.platform) > 0)
        return process

    yield start
    for process in started:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        process.communicate()


@contextlib.contextmanager
def forwarding_to(url, access):
    """Do what the command does with `--forward-to`, in a thread."""
    said: list[str] = []
    loop = Loop(
        Service(**access),
        forward_to=url,
        since=None,
        prints_json=False,
        show=said.append,
        tell=said.append,
        decide=approvals.forwarded,
    )
    # The first request says that it answers.
    loop.step()
    thread = threading.Thread(target=loop.run)
    thread.start()
    try:
        yield said
    finally:
        loop.stop.set()
        thread.join()


def end(process):
    process.send_signal(signal.SIGINT)
    shown, told = process.communicate(timeout=patience.LONG)
    assert process.returncode == 0, told
    return shown, told


@pytest.fixture
def receive(api, alice):
    """Return a function that has the sandbox's counterparty pay Alice and tells how the payment stands then."""

    def pay(sender="success.usd"):
        body = {
            "senderUmaAddress": f"${sender}@uma.sandbox.localhost",
            "customerId": alice,
            "receivingCurrencyCode": "USD",
            "receivingCurrencyAmount": 25_00,
        }
        reply = api.post("/sandbox/uma/receive", body)
        assert reply.status_code == 200, reply.content
        return reply.json()["status"], reply.json().get("failureReason")

    return pay


@pytest.mark.parametrize(
    ("option", "ending", "words"),
    [
        ("--approve", ("PENDING", None), "answered 200: approved"),
        ("--reject", ("REJECTED", None), "answered 403: rejected"),
    ],
)
def test_an_option_answers_every_question(receive, listen, option, ending, words):
    listening = listen(option)

    assert receive() == ending
    shown, told = end(listening)
    assert "INCOMING_PAYMENT.PENDING Webhook:" in shown
    assert words in told


@pytest.mark.parametrize(("typed", "ending"), [("y\n", ("PENDING", None)), ("what?\nn\n", ("REJECTED", None))])
def test_somebody_at_the_terminal_is_asked(receive, listen, alice, typed, ending):
    listening = listen("--ask")
    # Typed ahead: the command reads it when it asks.
    listening.stdin.write(typed)
    listening.stdin.flush()

    assert receive() == ending
    _, told = end(listening)
    assert f"Approve 25.00 USD from $success.usd@uma.sandbox.localhost for {alice}?" in told


@pytest.mark.parametrize(
    ("answer", "sender", "ending"),
    [
        (Answer(200, b"{}"), "success.usd", ("PENDING", None)),
        (Answer(200, b'{"receiverCustomerInfo": {"TAX_ID": "1"}}'), "fail.payee.data.usd", ("PENDING", None)),
        (Answer(200, b"{}"), "fail.payee.data.usd", ("FAILED", "MISSING_MANDATORY_PAYEE_DATA")),
        (Answer(403, b"{}"), "success.usd", ("REJECTED", None)),
        (Answer(422, b"{}"), "success.usd", ("FAILED", "PAY_REQUEST_FAILED")),
        (Answer(500, b""), "success.usd", ("FAILED", "PAYMENT_APPROVAL_WEBHOOK_ERROR")),
        (Answer(200, delay=7), "success.usd", ("FAILED", "PAYMENT_APPROVAL_TIMED_OUT")),
    ],
)
def test_a_server_on_the_developers_machine_answers_as_an_endpoint_would(receive, access, answer, sender, ending):
    with Receiver() as server:
        server.default = answer
        with forwarding_to(server.url, access) as said:
            assert receive(sender) == ending

        assert server.received[0].json["type"] == "INCOMING_PAYMENT.PENDING"
    assert [line for line in said if "INCOMING_PAYMENT.PENDING" in line]


def test_a_server_may_answer_by_a_call(api, receive, listen):
    def pay():
        try:
            return receive()
        finally:
            connection.close()

    with Receiver() as server, ThreadPoolExecutor(1) as pool:
        server.default = Answer(202)
        listening = listen("--forward-to", server.url)
        paid = pool.submit(pay)

        told = next(line for line in listening.stderr if line.startswith("Webhook:"))
        assert "answered 202: a call is to come" in told
        payment = server.received[0].json["data"]["id"]
        assert api.post(f"/transactions/{payment}/approve").status_code == 200
        assert paid.result() == ("PENDING", None)
        end(listening)


def test_without_options_events_are_printed_and_everything_is_approved(receive, listen):
    listening = listen("--print-json", answers=False)

    assert receive() == ("PENDING", None)
    shown, _ = end(listening)
    assert "INCOMING_PAYMENT.PENDING" not in [json.loads(line)["type"] for line in shown.splitlines()]


def test_it_says_that_an_endpoint_is_asked_in_its_place(api, receive, listen, settings):
    settings.ALLOW_LOOPBACK_WEBHOOKS = True
    with Receiver() as endpoint:
        api.patch("/config", {"webhookEndpoint": endpoint.url})
        listening = listen("--reject", answers=False)
        told = next(line for line in listening.stderr if "webhookEndpoint" in line)

        assert receive() == ("PENDING", None)
        end(listening)
    assert "has a webhookEndpoint, which is asked" in told
