"""The listener: events reach a machine without a public address, as they would reach an endpoint."""

import contextlib
import datetime as dt
import json
import os
import re
import select
import signal
import subprocess
import sys
import time

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from platforms.base import clock, identifiers
from tests.support import factories, patience
from tests.support.servers import webhook_receiver as receivers
from tests.support.servers.webhook_receiver import Answer, Receiver
from tests.webhooks.wire import Wire
from webhooks.developer.listener import loop
from webhooks.developer.listener.service import Refused, Service
from webhooks.models import Event

pytestmark = [pytest.mark.beside, pytest.mark.usefixtures("database")]


@pytest.fixture
def without_endpoint(new_platform):
    """A platform without an endpoint."""
    return new_platform()


@pytest.fixture
def token(without_endpoint):
    return factories.token(without_endpoint, permissions=["TRANSACT"])


@pytest.fixture
def wire(live_server):
    with Wire(live_server.thread.port) as wire:
        yield wire


@pytest.fixture
def access(token, wire):
    """What a developer knows of the service."""
    return {
        "base_url": f"http://127.0.0.1:{wire.port}/2025-10-13",
        "client_id": token.token.client_id,
        "client_secret": token.client_secret,
    }


class Listening:
    """The file of the documents, in a folder with nothing else; `python` is how it is run."""

    def __init__(self, folder, access, *arguments, python=(sys.executable,)):
        (folder / "listen.pyz").write_bytes(Client().get("/docs/listen.pyz").content)
        self.process = subprocess.Popen(
            [*python, "listen.pyz", *arguments],
            cwd=folder,
            env={f"PAYMENTS_{name.upper()}": value for name, value in access.items()},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def wait_until_ready(self):
        assert self.process.stderr is not None
        assert self.process.stderr.readline().startswith("Listening to http://127.0.0.1:")

    def end(self):
        """Press Ctrl-C; return what was written meanwhile."""
        self.process.send_signal(signal.SIGINT)
        shown, told = self.process.communicate(timeout=patience.LONG)
        assert self.process.returncode == 0, told
        return shown, told


@pytest.fixture
def listen(access, wire, tmp_path):
    """Return a function that starts the listener."""
    started = []

    def start(*arguments, **options):
        listening = Listening(tmp_path, access, *arguments, **options)
        started.append(listening.process)
        listening.wait_until_ready()
        # The first reply says where "from now on" begins.
        patience.until(lambda: b'"cursor"' in wire.said)
        return listening

    yield start
    for process in started:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        process.communicate()


@pytest.fixture
def said() -> list[str]:
    """The output and messages of a loop."""
    return []


@pytest.fixture
def steps(access, receiver, said):
    """Return a function that makes a loop, whose steps the test takes itself."""

    def make(forward_to=None, **options):
        return loop.Loop(
            Service(**access),
            forward_to=forward_to or receiver.url,
            since=options.get("since"),
            prints_json=options.get("prints_json", False),
            show=said.append,
            tell=said.append,
        )

    return make


def test_events_arrive_with_signatures_that_fit_and_a_line_each(without_endpoint, receiver, listen, emit):
    receiver.answers = [Answer(200), Answer(500)]
    listening = listen("--forward-to", receiver.url)
    first = emit(without_endpoint, data={"description": "Zoë ≠ Zoe, \u2028"})
    second = emit(without_endpoint, data={"n": 2})
    receiver.wait_for(2)
    shown, told = listening.end()

    assert receiver.ids == [first.public_id, second.public_id]
    assert [request.json["sequence"] for request in receiver.received] == [1, 2]
    pem = Client().get(f"/webhook-keys/{without_endpoint.id}.pem").content.decode()
    listed = Client().get(f"/webhook-keys/{without_endpoint.id}").json()["keys"]
    key = next(entry["standardWebhooksKey"] for entry in listed if entry["algorithm"] == "ED25519")
    for request in receiver.received:
        assert receivers.is_signed_by(request, pem)
        assert receivers.is_standard_webhook(request, key)
        assert request.headers["Content-Type"] == "application/json"
    lines = shown.splitlines()
    assert len(lines) == 2
    for line, event, status in zip(lines, (first, second), (200, 500), strict=True):
        assert re.fullmatch(rf"\d\d:\d\d:\d\d {event.type} {event.public_id} → {status} \(\d+ ms\)", line)
    assert re.search(r"\n2 events\. To go on from here: --since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\n$", told)


def test_what_happens_while_the_network_is_cut_arrives_afterwards(without_endpoint, receiver, listen, emit, wire):
    listening = listen("--forward-to", receiver.url)
    emit(without_endpoint, data={"n": 0})
    receiver.wait_for(1)
    wire.cut()
    time.sleep(1.5)
    for n in range(1, 4):
        emit(without_endpoint, data={"n": n})
    wire.repair()
    receiver.wait_for(4)
    _, told = listening.end()

    assert [request.json["data"]["n"] for request in receiver.received] == [0, 1, 2, 3]
    assert told.count("Trying again") == 1
    assert told.count("Connected again.") == 1


def test_bodies_are_printed_as_they_are_where_nothing_is_forwarded(without_endpoint, listen, emit):
    listening = listen("--print-json")
    event = emit(without_endpoint, data={"description": "Zoë"})
    assert select.select([listening.process.stdout], [], [], patience.LONG)[0]
    shown, told = listening.end()

    assert json.loads(shown) == json.loads(event.payload) | {"sequence": 1}
    assert f"{event.type} {event.public_id}\n" in told


def test_python_without_packages_runs_it_and_is_told_that_nobody_checks_signatures_there(
    without_endpoint, listen, emit
):
    listening = listen(python=(sys.executable, "-I", "-S"))
    told = listening.process.stderr.readline()
    event = emit(without_endpoint)
    assert select.select([listening.process.stdout], [], [], patience.LONG)[0]
    shown, _ = listening.end()

    assert "Signatures are not checked here" in told
    assert re.fullmatch(rf"\d\d:\d\d:\d\d {event.type} {event.public_id}\n", shown)


def test_a_receiver_that_is_not_there_holds_up_nothing(without_endpoint, steps, emit, said):
    with Receiver() as gone:
        url = gone.url
    listening = steps(url)
    listening.step()
    emit(without_endpoint)

    listening.step()
    listening.step()

    [line] = said
    assert "no answer: Connection refused" in line


def test_an_event_that_was_tampered_with_is_not_forwarded(without_endpoint, receiver, steps, emit, wire):
    listening = steps()
    listening.step()
    emit(without_endpoint, data={"amount": 100})
    wire.tamper = lambda content: content.replace(b"100", b"900")

    with pytest.raises(Refused, match="is not signed with the platform's keys"):
        listening.step()

    assert receiver.received == []


def test_keys_that_are_replaced_while_it_listens_are_read_anew(without_endpoint, receiver, steps, emit):
    listening = steps()
    listening.step()
    emit(without_endpoint)
    call_command("rotate_signing_keys", "--all", "--overlap-hours", "0")

    listening.step()

    assert len(receiver.received) == 1


def test_a_slow_receiver_gets_fresh_signatures_and_each_event_once(
    without_endpoint, receiver, steps, emit, monkeypatch
):
    monkeypatch.setattr(loop, "_STALE_SECONDS", 0.05)
    receiver.default = Answer(delay=0.1)
    listening = steps()
    listening.step()
    for n in range(4):
        emit(without_endpoint, data={"n": n})

    taken = 0
    while listening.step() or taken == 0:
        taken += 1

    assert taken == 3
    assert [request.json["data"]["n"] for request in receiver.received] == [0, 1, 2, 3]


def test_it_begins_with_what_happened_since(without_endpoint, receiver, steps, emit):
    emit(without_endpoint, data={"n": 0})
    Event.objects.update(id=identifiers.first_key(clock.real_now() - dt.timedelta(hours=2)))
    emit(without_endpoint, data={"n": 1})

    steps(since=clock.iso(clock.real_now() - dt.timedelta(hours=1))).step()

    assert [request.json["data"]["n"] for request in receiver.received] == [1]


def test_redirects_of_the_receiver_are_not_followed(without_endpoint, receiver, steps, emit, said):
    receiver.answers = [Answer(302, headers={"Location": receiver.url})]
    listening = steps()
    listening.step()
    emit(without_endpoint)

    listening.step()

    assert len(receiver.received) == 1
    assert "→ 302" in said[0]


class TestItSaysWhatIsWrong:
    def complaint(self, access, **options):
        with pytest.raises(CommandError) as raised:
            call_command("listen", **{"forward_to": "http://127.0.0.1:9/", **access, **options})
        return str(raised.value)

    def test_with_an_address_that_is_none(self, access):
        assert "--forward-to takes http://" in self.complaint(access, forward_to="localhost:3000")
        assert "the base URL begins with http://" in self.complaint(access, base_url="pay.example.com/2025-10-13")

    def test_with_credentials_that_are_not_known(self, access):
        said = self.complaint(access, client_secret="wrong")

        assert "answers 401" in said
        assert "Check the client id and secret." in said

    def test_with_a_token_of_production(self, access, new_platform):
        created = factories.token(new_platform(environment="PRODUCTION"))
        said = self.complaint(access, client_id=created.token.client_id, client_secret=created.client_secret)

        assert "answers 403" in said
        assert "sandbox platform" in said

    def test_with_an_address_that_is_not_the_apis(self, access, wire):
        assert "answers 404" in self.complaint(access, base_url=f"http://127.0.0.1:{wire.port}/2019-01-01")

    def test_without_credentials(self, settings, tmp_path):
        settings.VAR_DIR = tmp_path

        assert "--base-url (PAYMENTS_BASE_URL), --client-id" in self.complaint({})
        assert "--client-secret (PAYMENTS_CLIENT_SECRET)" in self.complaint({"base_url": "http://x", "client_id": "y"})

    @pytest.mark.parametrize("since", ["yesterday", "10 m", "2026-13-01", "999999d", "-1h"])
    def test_with_a_moment_that_is_none(self, access, since):
        assert "--since takes 10m" in self.complaint(access, since=since)


@pytest.fixture
def sandbox_file(access, settings, tmp_path):
    """What `make run` writes down."""
    settings.VAR_DIR = tmp_path
    names = {"base_url": "baseUrl", "client_id": "clientId", "client_secret": "clientSecret"}
    (tmp_path / "sandbox.json").write_text(json.dumps({names[name]: value for name, value in access.items()}))


@pytest.mark.usefixtures("sandbox_file")
def test_credentials_are_found_in_the_file_of_make_run(without_endpoint, receiver, emit, capsys):
    emit(without_endpoint)
    receiver.on_request = lambda _: os.kill(os.getpid(), signal.SIGINT)

    call_command("listen", forward_to=receiver.url, since="1m")

    assert len(receiver.received) == 1
    assert "→ 200" in (said := capsys.readouterr()).out
    assert "1 events. To go on from here: --since" in said.err
