"""Headers as no client should send them, over real sockets, at the web role without a proxy."""

import json
import os
import socket
import urllib.parse

import pytest
from django.db import connection

from bench import programs
from platforms.models import ApiToken
from tests.conftest import BASE, Api
from tests.support import patience

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]


@pytest.fixture(scope="module")
def port(django_db_setup, tmp_path_factory):
    parts = urllib.parse.urlsplit(os.environ["DATABASE_URL"])
    with pytest.MonkeyPatch.context() as patch:
        root = tmp_path_factory.mktemp("var")
        (root / "log").mkdir()
        patch.setenv("VAR_DIR", str(root))
        variables = {
            "DATABASE_URL": parts._replace(path=f"/{connection.settings_dict['NAME']}").geturl(),
            "WEB_WORKERS": "1",
        }
        with programs.web("odd-headers", variables=variables) as web:
            yield web.port


class Sender:
    """Asks for a token, with lines of its own in the header."""

    body = json.dumps({"name": "odd", "permissions": ["VIEW"]}).encode()

    def __init__(self, port: int, authorization: str) -> None:
        self.port = port
        self.usual = {
            "Host": f"127.0.0.1:{port}",
            "Authorization": authorization,
            "Content-Type": "application/json",
            "Content-Length": str(len(self.body)),
        }

    def __call__(self, *lines: str) -> tuple[int, bytes]:
        """Return status and body of the reply."""
        head = [f"POST {BASE}/tokens HTTP/1.1", *(f"{name}: {value}" for name, value in self.usual.items()), *lines]
        with socket.create_connection(("127.0.0.1", self.port), timeout=patience.LONG) as line:
            line.sendall("\r\n".join([*head, "Connection: close", "", ""]).encode() + self.body)
            answer = b"".join(iter(lambda: line.recv(65536), b""))
        shown, _, content = answer.partition(b"\r\n\r\n")
        return int(shown.split()[1]), content


@pytest.fixture
def send(port, acme):
    return Sender(port, Api(acme.client_id, acme.client_secret).headers["Authorization"])


@pytest.mark.parametrize(
    "lines",
    [
        ("Idempotency-Key: a", "Idempotency-Key: b"),
        ("Idempotency-Key: a", "Idempotency-Key: a"),
        ("Idempotency-Key: a", "idempotency-KEY: a", "IDEMPOTENCY-KEY: c"),
        ("Idempotency-Key: a", "Idempotency-Key: "),
        ("Idempotency-Key: ", "Idempotency-Key: a"),
        ("Idempotency-Key: ", "Idempotency-Key: "),
        ("Idempotency-Key: a,b",),
    ],
)
def test_a_key_that_is_sent_twice_is_refused_and_nothing_is_done(send, lines):
    status, body = send(*lines)

    assert status == 400
    assert json.loads(body)["details"]["errors"][0]["field"] == "Idempotency-Key"
    assert not ApiToken.objects.filter(name="odd").exists()


@pytest.mark.parametrize(
    ("name", "status"), [("Authorization", 401), ("Content-Type", 415), ("Host", 400), ("Content-Encoding", 415)]
)
def test_no_other_header_that_counts_may_be_there_twice(send, name, status):
    line = f"{name}: {send.usual.get(name, 'identity')}"

    assert send(*[line] * (1 if name in send.usual else 2))[0] == status
    assert not ApiToken.objects.filter(name="odd").exists()


def test_two_lengths_are_refused_unless_they_are_equal(send):
    """The same length twice says one thing; the standard lets a server take it."""
    assert send(f"Content-Length: {int(send.usual['Content-Length']) - 1}")[0] == 400
    assert not ApiToken.objects.filter(name="odd").exists()
    assert send(f"Content-Length: {send.usual['Content-Length']}")[0] == 201


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ([f"X-{number}: 1" for number in range(90)], 201),
        ([f"X-{number}: 1" for number in range(1001)], 431),
        (["X-Long: " + "a" * 100_000], 201),
        (["X-Long: " + "a" * 1_000_000], 431),
        (["Cookie: " + "a=b; " * 20_000], 201),
    ],
)
def test_headers_by_the_thousand_and_by_the_megabyte_are_no_fault_of_ours(send, lines, status):
    assert send(*lines)[0] == status
