import asyncio
import socket
import threading
import time

import pytest

from platforms.base import name_servers, network_addresses
from tests.support import patience
from tests.support.servers.raw import raw_server
from tests.support.servers.webhook_receiver import Answer, Receiver
from webhooks.delivery import client, client_engine
from webhooks.delivery.client import Failure, Request


@pytest.fixture
def resolves_to(monkeypatch, fresh_client):
    """Return a function that makes the name server answer every question with the given addresses."""
    real = socket.getaddrinfo

    def pretend(*answers):
        def getaddrinfo(host, port, *args, **kwargs):
            if host.endswith(".example.com"):
                return [entry for answer in answers for entry in real(answer, port, type=socket.SOCK_STREAM)]
            return real(host, port, *args, **kwargs)

        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)

    return pretend


def test_a_request_arrives_as_it_was_made_and_its_reply_comes_back(receiver):
    receiver.answers = [Answer(202, b"noted", {"Retry-After": "7"})]

    reply = client.send(Request(receiver.url + "?a=1", b'{"a":1}', {"X-One": "1"}, allow_loopback=True))

    assert (reply.status, reply.body, reply.failure, reply.retry_after) == (202, b"noted", None, "7")
    [request] = receiver.received
    assert (request.method, request.path, request.body) == ("POST", "/webhooks?a=1", b'{"a":1}')
    assert request.headers["X-One"] == "1"
    assert request.headers["Host"] == f"127.0.0.1:{receiver.port}"
    assert request.headers["Accept-Encoding"] == "identity"


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/",
        "https://127.0.0.1:5432/",
        "https://localhost/",
        "https://[::1]/",
        "https://10.0.0.1/",
        "https://192.168.0.1/",
        "https://100.64.0.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://[fe80::1]/",
        "https://[fd00:ec2::254]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "https://224.0.0.1/",
        "https://0.0.0.0/",
        "https://255.255.255.255/",
        "http://8.8.8.8/",
        "http://example.com/",
        "ftp://example.com/",
        "file:///etc/passwd",
        "https://user:secret@8.8.8.8/",
        "https:///path",
        "//example.com/",
        "",
        "https://[::]/",
        "https://[::127.0.0.1]/",
        "https://[fc00::1]/",
        "https://[fec0::1]/",
        "https://[ff02::1]/",
        "https://[2001::1]/",
        "https://[64:ff9b:1::a00:1]/",
        "https://172.16.0.1/",
        "https://172.31.255.255/",
        "https://192.0.0.192/",
        "https://168.63.129.16/",
        "https://198.18.0.1/",
        "https://240.0.0.1/",
        "https://100.100.100.200/",
        "https://8.8.8.8:22/",
        "https://8.8.8.8:25/",
        "https://8.8.8.8:80/",
        "https://8.8.8.8:0/",
        "https://8.8.8.8:3306/",
        "https://8.8.8.8:5432/",
        "https://8.8.8.8:6379/",
        "https://8.8.8.8:6667/",
        "https://8.8.8.8:11211/",
        "gopher://8.8.8.8/",
        "ws://8.8.8.8/",
        "javascript:alert(1)",
        "data:text/plain,x",
        "unix:///tmp/socket",
    ],
)
def test_a_target_out_of_bounds_is_refused_without_a_connection(url):
    reply = client.send(Request(url))

    assert (reply.status, reply.failure) == (None, Failure.REFUSED_ADDRESS)


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "127.1", "0177.0.0.1", "①②⑦.⓪.⓪.①", "127.0.0.1."])
def test_no_other_spelling_of_loopback_gets_through(host, receiver):
    reply = client.send(Request(f"https://{host}:{receiver.port}/"))

    assert reply.status is None
    assert receiver.received == []


@pytest.mark.parametrize(
    "answers", [("127.0.0.1",), ("10.1.2.3",), ("8.8.8.8", "10.1.2.3"), ("169.254.169.254",), ("::1",)]
)
def test_a_name_with_any_address_out_of_bounds_is_refused(resolves_to, answers):
    resolves_to(*answers)

    reply = client.send(Request("https://rebinding.example.com/"))

    assert reply.failure == Failure.REFUSED_ADDRESS


def test_a_name_that_changes_its_mind_after_the_check_gains_nothing(monkeypatch, fresh_client, receiver):
    """The first answer is public, every later one loopback: the connection goes to what was checked, or nowhere."""
    real, asked = socket.getaddrinfo, []

    def getaddrinfo(host, port, *args, **kwargs):
        if host != "rebinding.example.com":
            return real(host, port, *args, **kwargs)
        asked.append(host)
        # A documentation address stands for the public one: it is let through by the patched table, and leads nowhere.
        return real("192.0.2.1" if len(asked) == 1 else "127.0.0.1", port, type=socket.SOCK_STREAM)

    is_public = network_addresses.is_public
    monkeypatch.setattr(network_addresses, "is_public", lambda address: address == "192.0.2.1" or is_public(address))
    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)

    reply = client.send(Request(f"https://rebinding.example.com:{receiver.port}/", timeout_seconds=0.5))

    assert reply.status is None
    assert len(asked) == 1
    assert receiver.received == []


def test_dns_answers_that_change_between_check_and_connection_reach_nothing_inside(
    monkeypatch, fresh_client, receiver, names
):
    """The machine's resolver asks a name server of the test, which changes its answer each time; no table is changed.

    Public first: the connection goes to that very address, where nobody answers. Then, when a new connection is made,
    loopback: refused.
    """
    name, real = "rebinding.example.com", socket.getaddrinfo
    names.knows(name, "A", ["8.8.8.8"], ["127.0.0.1"])

    def getaddrinfo(host, port, *args, **kwargs):
        found = name_servers.addresses(host, seconds=5) if host == name else [host]
        return [entry for address in found for entry in real(address, port, *args, **kwargs)]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    request = Request(f"https://{name}:{receiver.port}/", timeout_seconds=0.5)

    first = client.send(request)
    # What the name was is forgotten after ten seconds; here at once.
    monkeypatch.setattr(client_engine.Engine, "_instance", None)
    second = client.send(request)

    assert first.failure in {Failure.TIMEOUT, Failure.UNREACHABLE, Failure.TLS}
    assert second.failure == Failure.REFUSED_ADDRESS
    assert [kind for asked, kind in names.asked if asked == name].count("A") == 2, "checked and used: one answer"
    assert receiver.received == []


@pytest.mark.parametrize("port", [443, 8443, 3000, 65535])
def test_other_ports_of_public_addresses_pass_the_check(port):
    assert client_engine._check(f"https://8.8.8.8:{port}/", allow_loopback=False)[1] is False


def test_a_name_with_public_addresses_only_passes_the_check(resolves_to):
    """The control of the test before, without going out: the look-up is answered with what will be connected to."""
    resolves_to("8.8.8.8", "1.1.1.1")
    resolver = client_engine._CheckedResolver(network_addresses.is_public)

    found = asyncio.run(resolver.resolve("rebinding.example.com", 443))

    assert [entry["host"] for entry in found] == ["8.8.8.8", "1.1.1.1"]


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_where_loopback_is_allowed_other_private_addresses_are_not(scheme):
    reply = client.send(Request(f"{scheme}://10.0.0.1/", allow_loopback=True))

    assert reply.failure == Failure.REFUSED_ADDRESS


def test_where_loopback_is_allowed_a_name_that_only_leads_there_is_still_refused(resolves_to, receiver):
    resolves_to("127.0.0.1")

    reply = client.send(Request(f"https://inside.example.com:{receiver.port}/", allow_loopback=True))

    assert reply.failure == Failure.REFUSED_ADDRESS
    assert receiver.received == []


def test_plain_http_goes_to_loopback_only_where_it_is_allowed(receiver):
    refused = client.send(Request(receiver.url))
    sent = client.send(Request(receiver.url, allow_loopback=True))

    assert refused.failure == Failure.REFUSED_ADDRESS
    assert sent.status == 200
    assert len(receiver.received) == 1


def test_redirects_are_not_followed(receiver):
    receiver.answers = [Answer(302, b"", {"Location": receiver.url})]

    reply = client.send(Request(receiver.url, allow_loopback=True))

    assert reply.status == 302
    assert len(receiver.received) == 1


def test_cookies_are_not_kept(receiver):
    receiver.answers = [Answer(200, b"", {"Set-Cookie": "session=1; Path=/"})]

    for _ in range(2):
        client.send(Request(receiver.url.replace("127.0.0.1", "localhost"), allow_loopback=True))

    assert len(receiver.received) == 2
    assert all("Cookie" not in request.headers for request in receiver.received)


def test_proxies_of_the_environment_are_not_used(receiver, monkeypatch, fresh_client):
    with Receiver() as proxy:
        for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        monkeypatch.setenv("no_proxy", "")

        reply = client.send(Request(receiver.url, allow_loopback=True))

        assert reply.status == 200
        assert proxy.received == []


def test_a_long_reply_is_cut(receiver):
    receiver.answers = [Answer(200, b"x" * 50_000)]

    reply = client.send(Request(receiver.url, allow_loopback=True))

    assert reply.body == b"x" * 2048


def test_reading_stops_where_a_reply_has_no_end():
    sent: list[int] = []

    def pour(connection):
        connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while len(sent) < 10_000:
            connection.sendall(b"1000\r\n" + b"x" * 0x1000 + b"\r\n")
            sent.append(0x1000)

    with raw_server(pour) as url:
        reply = client.send(Request(url, allow_loopback=True))

    assert (reply.status, len(reply.body)) == (200, 2048)
    assert sum(sent) < 10_000 * 0x1000


def test_an_endpoint_that_does_not_answer_is_left_after_the_time_limit(receiver, settings):
    settings.WEBHOOK_TIMEOUT_SECONDS = 1
    receiver.answers = [Answer(delay=patience.LONG)]

    reply = client.send(Request(receiver.url, allow_loopback=True))

    assert (reply.status, reply.failure) == (None, Failure.TIMEOUT)
    assert 900 <= reply.milliseconds < 20_000


def test_an_endpoint_that_drips_its_headers_is_left_after_the_time_limit(settings):
    settings.WEBHOOK_TIMEOUT_SECONDS = 1

    def drip(connection):
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        for number in range(1000):
            connection.sendall(b"X-%d: 1\r\n" % number)
            time.sleep(0.1)

    with raw_server(drip) as url:
        reply = client.send(Request(url, allow_loopback=True))

    assert (reply.status, reply.failure) == (None, Failure.TIMEOUT)
    assert reply.milliseconds < 20_000


def test_a_status_counts_even_when_its_body_never_ends(settings):
    settings.WEBHOOK_TIMEOUT_SECONDS = 1

    def stall(connection):
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        time.sleep(2)

    with raw_server(stall) as url:
        reply = client.send(Request(url, allow_loopback=True))

    assert (reply.status, reply.failure) == (200, None)


def test_nobody_at_home_is_a_failure_and_no_exception():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        reply = client.send(Request(f"http://127.0.0.1:{unused.getsockname()[1]}/", allow_loopback=True))

    assert (reply.status, reply.failure) == (None, Failure.UNREACHABLE)


def test_a_name_that_does_not_exist_is_a_failure_and_no_exception(monkeypatch, fresh_client):
    def no_such_name(*_args, **_kwargs):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", no_such_name)

    reply = client.send(Request("https://nowhere.example.com/"))

    assert (reply.status, reply.failure) == (None, Failure.UNREACHABLE)


@pytest.mark.parametrize("answer", [b"SSH-2.0-OpenSSH_9.6\r\n", b"", b"HTTP/1.1 999999 ?\r\n\r\n", b"\0" * 100])
def test_an_answer_that_is_not_http_is_a_failure_and_no_exception(answer):
    with raw_server(lambda connection: connection.sendall(answer)) as url:
        reply = client.send(Request(url, allow_loopback=True))

    assert (reply.status, reply.failure) == (None, Failure.PROTOCOL)


@pytest.mark.parametrize(
    "url", ["https://exa mple.com/", "https://[::1", "https://a:99999/", "https://\0/", "https://é..com/"]
)
def test_a_malformed_url_is_a_failure_and_no_exception(url):
    reply = client.send(Request(url))

    assert reply.status is None
    assert reply.failure is not None


def test_text_of_a_reply_fits_into_a_database_column():
    reply = client.Reply(200, b"a\0b\xff", 1)

    assert reply.text == "a\ufffdb\ufffd"


def test_many_requests_run_at_the_same_time(receiver):
    # Nobody is answered before all have come.
    everybody = threading.Barrier(20)
    receiver.on_request = lambda _: everybody.wait(patience.LONG)
    replies: list[int] = []

    client.send_all(
        [(n, Request(receiver.url, allow_loopback=True)) for n in range(20)], lambda tag, _: replies.append(tag)
    )
    patience.until(lambda: len(replies) == 20)

    assert sorted(replies) == list(range(20))
