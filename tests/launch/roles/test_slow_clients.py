"""Clients that are slow, large, in chunks or compressed, over real sockets, at the web role without a proxy."""

import contextlib
import http.client
import json
import os
import pathlib
import resource
import select
import shutil
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

import pytest
import requests
from django.db import connection, transaction

from bench import cpu, programs
from platforms.models import Permission
from tests.conftest import BASE, Api
from tests.support import factories, patience
from tests.support.compliance import sample_documents, sending
from tests.support.servers import watching
from tests.support.servers.plain_http import Client

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]

MANY = 500
PAUSE, WHOLE, HEADERS, QUEUE = 10, 15, 10, 4
"""Seconds: for the next byte, the whole body and the headers of a client, and for others to wait for a thread."""
THREADS = 2
MB = 1_000_000
ROOM = 120 * MB
"""For large bodies, of all clients; two thirds for one of them."""


@pytest.fixture(scope="module")
def server(django_db_setup, tmp_path_factory):
    parts = urllib.parse.urlsplit(os.environ["DATABASE_URL"])
    with pytest.MonkeyPatch.context() as patch:
        root = tmp_path_factory.mktemp("var")
        (root / "log").mkdir()
        patch.setenv("VAR_DIR", str(root))
        limits = {
            "BODY_PAUSE_SECONDS": PAUSE,
            "BODY_SECONDS": WHOLE,
            "HEADER_SECONDS": HEADERS,
            "QUEUE_SECONDS": QUEUE,
            "WEB_THREADS": THREADS,
            "WEB_WORKERS": 1,
            # The bucket of the token is shared with this process, which has filled it up to its own burst.
            "RATE_LIMIT_PER_SECOND": 100_000,
            "RATE_LIMIT_BURST": 100_000,
            "UMA_RATE_BURST": 100_000,
            "LARGE_BODIES_BYTES": ROOM,
        }
        variables = {
            "DATABASE_URL": parts._replace(path=f"/{connection.settings_dict['NAME']}").geturl(),
            **{name: str(value) for name, value in limits.items()},
        }
        with programs.web("slow-clients", variables=variables) as web:
            yield web


@pytest.fixture
def client(server, acme):
    return Client(server.port, Api(acme.client_id, acme.client_secret).headers["Authorization"])


@pytest.fixture
def opened():
    """Connections that a test opens, closed when it ends; there may be more than a process usually has files."""
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    lines: list[socket.socket] = []
    yield lines
    for line in lines:
        line.close()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, most))


def _has_said(line, seconds=0):
    poll = select.poll()
    poll.register(line, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


def test_others_are_answered_while_hundreds_are_slow_in_every_way(client, opened, api, alice):
    account = api.internal_account(alice)
    nobody = f"/uma/payreq/{uuid.uuid4()}"
    large = "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"
    headers = [client.open("POST /uma/pay") for _ in range(MANY)]
    silent = [client.open("") for _ in range(20)]
    unread = [client.open(client.head("GET", large)) for _ in range(200)]
    outsiders = [client.open(client.head("POST", nobody, Content_Length=500), b"{") for _ in range(MANY // 2)]
    known = []
    for number in range(MANY // 2):
        length = (500, 500_000)[number % 2]
        known.append(client.open(client.head("POST", f"{BASE}/customers", Content_Length=length), b"{"))
        if number % (THREADS * 5) == 0:
            # Each waits for a thread once. A queue that would take seconds refuses, so it is let run empty.
            patience.until(lambda: client.call("GET", f"{BASE}/config")[0] == 200)
    opened += headers + silent + unread + outsiders + known
    last = known[-THREADS * 8 :]

    for _ in range(5):
        assert client.call("GET", "/healthz")[0] == 200
        assert client.call("GET", "/readyz")[0] in {200, 503}  # there is no broker here
        # On a busy machine it may say that it has no time just now: then one asks again.
        patience.until(lambda: client.call("GET", f"{BASE}/config")[0] == 200)
        assert client.call("POST", f"{BASE}/sandbox/internal-accounts/{account}/fund", b'{"amount": 1}')[0] == 200
    assert not any(map(_has_said, last)), "they were answered while these waited"

    for line in known:
        status, body, shown = client.answer(line)
        assert (status, body["code"]) == (408, "REQUEST_TIMEOUT")
        assert shown["X-Request-Id"]
        assert line.recv(1) == b"", "the connection ends"
    for line in outsiders:
        status, body, _ = client.answer(line)
        assert (status, body["status"]) == (408, "ERROR")
    assert all(line.recv(1) == b"" for line in headers + silent)


def test_a_body_that_goes_on_for_ever_has_an_end(client):
    line = client.open(client.head("POST", f"{BASE}/customers", Content_Length=500), b"{")

    with contextlib.closing(line), contextlib.suppress(ConnectionError):
        while not _has_said(line, 0.5):
            line.sendall(b" ")
        assert client.answer(line)[0] == 408


def test_who_reads_no_reply_is_cut_off(client):
    """Long after it was ready: the kernel keeps on trying, at growing intervals."""
    large = "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"
    line = socket.socket()
    with contextlib.closing(line):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", client.port))
        # Several, one behind the other, are more than the system keeps for a reader.
        line.sendall(client.head("GET", large).replace("\n", "\r\n").encode() * 8)
        here = line.getsockname()[1]
        patience.until(lambda: not _is_connected(client.port, here))


def _is_connected(port, other):
    wanted = f":{port:04X}", f":{other:04X}"
    rows = [row.split() for row in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return any(row[1].endswith(wanted[0]) and row[2].endswith(wanted[1]) and row[3] == "01" for row in rows)


def test_a_queue_that_is_too_long_refuses_and_health_goes_on(client, api, alice):
    source, target = api.internal_account(alice), api.external_account(alice)
    api.fund(source, 1000)
    transfer = {"source": {"accountId": source}, "destination": {"accountId": target}, "amount": 1}
    made: list[int] = []
    statuses: list[int] = []

    def pay():
        made.append(client.call("POST", f"{BASE}/transfer-out", json.dumps(transfer).encode())[0])

    def read():
        status, body, headers = client.call("GET", f"{BASE}/config")
        statuses.append(status)
        if status == 503:
            assert body["code"] == "SERVICE_UNAVAILABLE"
            assert 1 <= int(headers["Retry-After"]) <= 30
            assert headers["X-Request-Id"]

    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE payments_ledgeraccount IN EXCLUSIVE MODE")
        payers = [threading.Thread(target=pay) for _ in range(THREADS)]
        for each in payers:
            each.start()
        readers = []
        while 503 not in statuses and any(each.is_alive() for each in payers):
            readers.append(threading.Thread(target=read))
            readers[-1].start()
            assert client.call("GET", "/healthz")[0] == 200
            time.sleep(0.2)
        status, told, _ = client.call("GET", "/readyz")
        assert watching.of_readyz(status, told) == watching.rows()["more requests than the threads can serve"].readyz
    for each in payers + readers:
        each.join()

    assert 503 in statuses
    assert client.call("GET", f"{BASE}/config")[0] == 200, "it goes on"


# --- refusals arrive ---


def _by_http_client(port, path, body, headers):
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=patience.LONG)
    with contextlib.closing(line):
        line.request("POST", path, body, headers)
        with line.getresponse() as reply:
            return reply.status


def _by_urllib(port, path, body, headers):
    asked = urllib.request.Request(f"http://127.0.0.1:{port}{path}", body, headers)
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(asked, timeout=patience.LONG)
    with error.value as reply:
        return reply.code


def _by_requests(port, path, body, headers):
    return requests.post(f"http://127.0.0.1:{port}{path}", body, headers=headers, timeout=patience.LONG).status_code


_FETCH = """
const [url, size, headers] = process.argv.slice(1);
const reply = await fetch(url, {method: "POST", body: new Uint8Array(+size), headers: JSON.parse(headers)});
await reply.text();
console.log(reply.status);
"""


def _by_node(port, path, body, headers):
    if shutil.which("node") is None:
        pytest.skip("no node on this machine")
    words = ["node", "--input-type=module", "-e", _FETCH, f"http://127.0.0.1:{port}{path}", str(len(body))]
    told = subprocess.run([*words, json.dumps(headers)], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return int(told.stdout)


def _by_curl(port, path, body, headers):
    options = [word for name, value in headers.items() for word in ("-H", f"{name}: {value}")]
    words = ["curl", "-sS", "-o", "/dev/null", "-w", "%{http_code}", "--data-binary", "@-", *options]
    told = subprocess.run([*words, f"http://127.0.0.1:{port}{path}"], input=body, capture_output=True, check=True)
    return int(told.stdout)


@pytest.mark.parametrize("send", [_by_http_client, _by_urllib, _by_requests, _by_curl, _by_node])
def test_a_refusal_reaches_a_client_that_writes_first(client, acme, send):
    reader = factories.token(acme.platform, permissions=[Permission.VIEW])
    good, weak = client.authorization, Api(reader.token.public_id, reader.client_secret).headers["Authorization"]
    json_, form = "application/json", sending.CONTENT_TYPE
    table = [
        (413, "/customers", 1_200_000, good, json_),
        (413, "/customers", 5 * MB, good, json_),
        (413, "/documents", 11 * MB, good, form),
        (413, "/tokens", 40 * MB, good, json_),
        (413, "/customers/bulk/csv", 105 * MB, good, form),
        (401, "/customers", 5 * MB, "Basic bm9ib2R5Om5vdGhpbmc=", json_),
        (403, "/documents", 9 * MB, weak, form),
        (404, "/nothing", 5 * MB, good, json_),
        (405, "/config", 5 * MB, good, json_),
    ]

    found = [
        (send(client.port, f"{BASE}{path}", bytes(size), {"Authorization": who, "Content-Type": kind}), path, size)
        for _, path, size, who, kind in table
    ]

    assert found == [(status, path, size) for status, path, size, *_ in table]


# --- bodies in chunks, and compressed ones ---


def _pieces(content, size=50_000):
    return (content[at : at + size] for at in range(0, len(content), size))


def test_bodies_in_chunks_are_read(client, alice):
    person = json.dumps(factories.individual("Ada Chunked")).encode()
    photograph = sample_documents.jpeg() + bytes(200_000)
    facts = [("documentType", "PASSPORT", None), ("country", "GB", None), ("documentHolder", alice, None)]
    document = sending.encoded([*facts, ("file", photograph, "passport.jpg")])
    csv = sending.encoded([("file", b"customerType\nINDIVIDUAL\n" * 20_000, "people.csv")])

    made = client.call("POST", f"{BASE}/customers", _pieces(person, 7))
    stored = client.call("POST", f"{BASE}/documents", _pieces(document), Content_Type=sending.CONTENT_TYPE)
    listed = client.call("POST", f"{BASE}/customers/bulk/csv", _pieces(csv), Content_Type=sending.CONTENT_TYPE)
    asked = client.call("POST", f"/uma/payreq/{uuid.uuid4()}", _pieces(b"{}", 1))

    assert made[0] == 201, made
    assert stored[0] == 201, stored
    assert listed[0] in {202, 400}, listed
    assert asked[0] in {400, 404}, asked
    assert asked[1]["status"] == "ERROR"


@pytest.mark.parametrize(
    ("path", "size", "kind", "status"),
    [
        ("/customers", 1024 * 1024 + 1, "application/json", 413),
        ("/documents", 10_200_000, sending.CONTENT_TYPE, 413),
        ("/nothing", 2 * MB, "application/json", 404),
    ],
)
def test_bodies_in_chunks_have_the_same_limits(client, path, size, kind, status):
    found = client.call("POST", f"{BASE}{path}", _pieces(b" " * size), Content_Type=kind)

    assert (found[0], found[1]["status"]) == (status, status)


def test_a_body_in_chunks_that_breaks_off_does_nothing(client):
    person = json.dumps(factories.individual("Ada Broken")).encode()
    head = client.head("POST", f"{BASE}/customers", Content_Type="application/json", Transfer_Encoding="chunked")
    line = client.open(head, b"%x\r\n%s\r\n" % (len(person), person))

    with contextlib.closing(line):
        line.shutdown(socket.SHUT_WR)
        assert client.answer(line)[0] == 400

    found = client.call("GET", f"{BASE}/customers")[1]
    assert all(each.get("fullName") != "Ada Broken" for each in found["data"])


@pytest.mark.parametrize("path", [f"{BASE}/customers", f"{BASE}/documents", "/uma/payreq/x"])
def test_compressed_bodies_are_refused_by_what_is_taken(client, path):
    status, body, headers = client.call("POST", path, b"\x1f\x8b\x08", Content_Encoding="gzip")

    assert (status, headers["Accept-Encoding"]) == (415, "identity")
    assert "Content-Encoding" in json.dumps(body)


def test_a_header_with_an_underscore_passes_for_no_other(client):
    assert client.call("GET", f"{BASE}/config", X_Nothing="1")[0] == 200
    line = client.open(f"GET {BASE}/config HTTP/1.1\nHost: 127.0.0.1\nContent_Length: 5\n\n")
    with contextlib.closing(line):
        assert client.answer(line)[0] == 401


# --- memory ---


def test_large_files_pass_through_a_flat_memory(client, server):
    csv = sending.encoded([("file", b"wrong,header\n" + b"1,2\n" * 24_000_000, "people.csv")])
    assert client.call("GET", f"{BASE}/config")[0] == 200
    before = _peaks(server.pid)

    status, body, _ = client.call("POST", f"{BASE}/customers/bulk/csv", csv, Content_Type=sending.CONTENT_TYPE)

    assert status in {202, 400}, body
    assert _peaks(server.pid) - before < 48 * 1024


def _peaks(pid):
    """Return the largest memory, in kB, that the processes of a web server ever had."""
    texts = [pathlib.Path(f"/proc/{each}/status").read_text() for each in _family(pid)]
    return max(int(text.split("VmHWM:")[1].split()[0]) for text in texts)


# --- disk ---


def test_so_much_is_taken_of_large_bodies_at_once_and_no_more(client, opened):
    """Before, all that were announced were taken, each up to 100 MB on the disk."""
    path = f"{BASE}/customers/bulk/csv"

    def announce(megabytes):
        head = client.head(
            "POST", path, Content_Type=sending.CONTENT_TYPE, Content_Length=megabytes * MB, Expect="100-continue"
        )
        opened.append(client.open(head))
        assert _has_said(opened[-1], patience.LONG)
        return opened[-1]

    first = announce(60)
    assert first.recv(1024).startswith(b"HTTP/1.1 100")
    refused = announce(60)

    status, body, headers = client.answer(refused)

    assert (status, body["code"], headers["Retry-After"]) == (503, "SERVICE_UNAVAILABLE", "5")
    assert "uploaded" in body["message"]
    assert announce(5).recv(1024).startswith(b"HTTP/1.1 100"), "what there is room for is taken"
    for line in opened:
        line.close()
    patience.until(lambda: announce(60).recv(1024).startswith(b"HTTP/1.1 100"))


def test_a_full_disk_is_told_as_such_and_nothing_is_kept(client, server, acme):
    """The largest file that the server may write stands for the disk's end."""
    csv = sending.encoded([("file", b"customerType\nINDIVIDUAL\n" * 200_000, "people.csv")])
    path = f"{BASE}/customers/bulk/csv"
    family = _family(server.pid)
    before = [resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in family]
    for pid, (_, hard) in zip(family, before, strict=True):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (2 * MB, hard))
    try:
        status, body, headers = client.call("POST", path, csv, Content_Type=sending.CONTENT_TYPE)
        assert client.call("GET", f"{BASE}/config")[0] == 200
    finally:
        for pid, limits in zip(family, before, strict=True):
            resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)

    assert (status, body["code"], headers["Retry-After"]) == (503, "SERVICE_UNAVAILABLE", "5")
    assert client.call("POST", path, csv, Content_Type=sending.CONTENT_TYPE)[0] in {202, 400}


def _family(pid):
    return [pid, *(each for each, found in cpu.look_at_all().items() if found.parent == pid)]
