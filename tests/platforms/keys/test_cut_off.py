"""Requests are cut off on their way, or their replies: the client learns by the key alone what happened, each time.

Three dozen in every run; `ROUNDS=1000` plays the thousand.
"""

import collections
import concurrent.futures
import dataclasses
import http.client
import io
import json
import os
import random
import re
import socket
import subprocess
import urllib.parse
import uuid
from collections.abc import Iterator
from typing import Any, Literal, cast

import pytest

from config.launch import environment
from tests.support import patience
from tests.support.servers import paying
from tests.support.servers.cutting_proxy import Cut, CuttingProxy
from tests.support.servers.paying import ask
from tests.support.servers.services import Service, running

pytestmark = pytest.mark.service
ROUNDS = int(os.environ.get("ROUNDS", "36"))
BASE = "/2025-10-13"
TOO_MUCH = 999_999_999_999
Verdict = Literal["made", "refused", "never"]


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with running(RATE_LIMIT_PER_SECOND="10000", RATE_LIMIT_BURST="10000") as started:
        yield started


@dataclasses.dataclass
class Round:
    """A payment that is asked for once, and what its client came to know."""

    key: str
    path: str
    amount: int
    cut: Cut
    verdict: Verdict | None = None
    payment: str = ""
    how: str = ""


class _Reply(io.BytesIO):
    """Bytes that can be read as a reply."""

    def makefile(self, *_: Any) -> io.BytesIO:
        return self


def _send(service: Service, port: int, each: Round, body: dict[str, Any]) -> tuple[int, dict[str, Any]] | None:
    """Send a request; return status and JSON of its reply, None where it did not come whole."""
    content = json.dumps(body).encode()
    head = (
        f"POST {BASE}{each.path} HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\nConnection: close\r\n"
        f"Authorization: {service._authorization}\r\nContent-Type: application/json\r\n"
        f"Idempotency-Key: {each.key}\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    received = b""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=patience.LONG) as connection:
            connection.sendall(head.encode() + content)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                received += part
        reply = http.client.HTTPResponse(cast("socket.socket", _Reply(received)))
        reply.begin()
        return reply.status, json.loads(reply.read())
    except (OSError, http.client.HTTPException, ValueError):
        return None


def _decide(each: Round, status: int, reply: dict[str, Any], how: str) -> None:
    each.how = how
    if status == 201:
        each.verdict, each.payment = "made", reply["id"]
    else:
        assert status == 400, (status, reply)
        each.verdict = "refused"


def _learn(service: Service, each: Round) -> None:
    """Learn what happened by the key alone: look it up, and void it where nothing did."""
    path = f"{BASE}/idempotency-keys/{each.key}"

    def is_known() -> bool:
        status, told, _ = ask(service, "GET", path)
        if status == 404:
            status, told, _ = ask(service, "POST", f"{path}/void", {})
            if told.get("state") == "VOIDED":
                each.verdict, each.how = "never", "voided"
                return True
            assert told["code"] in {"IDEMPOTENCY_KEY_USED", "IDEMPOTENCY_KEY_IN_USE", "SERVICE_UNAVAILABLE"}, told
            told = told["details"] if told["code"] == "IDEMPOTENCY_KEY_USED" else {}
        if told.get("state") == "COMPLETED":
            _decide(each, told["replyStatus"], told["reply"], "looked up")
        return each.verdict is not None

    patience.until(is_known)


def _play(service: Service, port: int, each: Round, payer: tuple[str, str]) -> None:
    inside, outside = payer
    source, destination = (inside, outside) if each.path == "/transfer-out" else (outside, inside)
    body = {"source": {"accountId": source}, "destination": {"accountId": destination}, "amount": each.amount}
    reply = _send(service, port, each, body)
    if reply is not None and reply[0] in {201, 400}:
        _decide(each, *reply, "told")
    else:
        _learn(service, each)


def _rounds(chance: random.Random) -> list[Round]:
    rounds = []
    for number in range(ROUNDS):
        kind = number % 6
        # A request has some 400 bytes and a reply some 1,800: some cuts lie behind the end, and cut nothing.
        cut = (
            Cut(request=chance.randrange(420))
            if kind < 2
            else Cut(reply=chance.randrange(2000) if kind < 4 else 0)
            if kind < 5
            else Cut(is_late=True)
        )
        path = chance.choice(["/transfer-out", "/transfer-out", "/transfer-in"])
        # Nobody has that much to send; collected it would be there, and could be sent.
        amount = TOO_MUCH if chance.random() < 0.15 and path == "/transfer-out" else number + 1
        rounds.append(Round(str(uuid.uuid4()), path, amount, cut))
    return rounds


def _payments(service: Service) -> dict[str, int]:
    with service.database() as connection:
        rows = connection.execute("SELECT id, coalesce(sent_amount, received_amount) FROM payments_transaction")
        return {f"Transaction:{key}": amount for key, amount in rows.fetchall()}


def test_the_client_learns_by_the_key_alone_what_happened(service):
    payer = paying.payer(service)
    before = _payments(service).keys()
    rounds = _rounds(random.Random(17))
    of_key = {each.key.encode(): each for each in rounds}

    def cut_of(head: bytes) -> Cut:
        key = re.search(rb"Idempotency-Key: (\S+)", head)
        assert key is not None
        return of_key[key[1]].cut

    with CuttingProxy(service.port, cut_of) as proxy:
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda each: _play(service, proxy.port, each, payer), rounds))
        late = [proxy.send_late(each.key.encode()) for each in rounds if each.cut.is_late]

    # Whoever was voided is refused, however late its request comes.
    assert all(b"IDEMPOTENCY_KEY_VOIDED" in reply for reply in late)
    assert len(late) == ROUNDS // 6
    learned = {each.payment: each.amount for each in rounds if each.verdict == "made"}
    there = {key: amount for key, amount in _payments(service).items() if key not in before}
    assert there == learned
    assert None not in {each.verdict for each in rounds}
    assert {each.verdict for each in rounds if each.amount == TOO_MUCH} <= {"refused", "never"}
    ways = collections.Counter((each.how, each.verdict) for each in rounds)
    print(f"of {ROUNDS}:", dict(ways))  # noqa: T201 - shown by `-s`
    assert {"told", "looked up", "voided"} == {how for how, _ in ways}
    assert service.manage("ledger_check").returncode == 0


def test_a_key_with_every_sign_survives_the_way(service):
    key = "a/b //%2F?#&+;=100%"
    path = f"{BASE}/idempotency-keys/{urllib.parse.quote(key, safe='')}"

    assert ask(service, "GET", path)[0] == 404
    status, told, _ = ask(service, "POST", f"{path}/void", {})
    assert (status, told["key"]) == (200, key)
    assert ask(service, "POST", f"{BASE}/tokens", {"name": "x"}, key=key)[1]["code"] == "IDEMPOTENCY_KEY_VOIDED"


def test_the_commands_of_the_page_do_what_it_says(service):
    page = (environment.PROJECT / "docs" / "platform-developer" / "lost-replies.md").read_text()
    [commands] = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    account, outside = paying.payer(service)
    made = json.loads((service.root / "sandbox.json").read_text())
    variables = {
        "PAYMENTS_CLIENT_ID": made["clientId"],
        "PAYMENTS_CLIENT_SECRET": made["clientSecret"],
        "PAYMENTS_BASE_URL": f"http://127.0.0.1:{service.port}{BASE}",
        "ACCOUNT": account,
        "OUTSIDE": outside,
        "PATH": os.environ["PATH"],
    }

    ended = subprocess.run(["bash", "-eu", "-c", commands], env=variables, capture_output=True, text=True, check=True)

    found, voided, late = (json.loads(line) for line in ended.stdout.splitlines())
    assert (found["state"], found["replyStatus"]) == ("COMPLETED", 201)
    assert found["resource"]["id"] == found["reply"]["id"]
    assert voided["state"] == "VOIDED"
    assert late["code"] == "IDEMPOTENCY_KEY_VOIDED"
