"""Receivers in networks of the operator's own, a proxy on the way out, and an authority of one's own."""

import ipaddress
import socket

import pytest

from platforms.models import Environment
from tests.support.servers.connect_proxy import ConnectProxy
from tests.support.servers.webhook_receiver import Receiver
from webhooks.delivery import client
from webhooks.delivery.client import Failure, Request

OPEN = tuple(map(ipaddress.ip_network, ("10.20.0.0/16", "fd12:3456::/32")))
HOST = "hooks.example.com"


@pytest.fixture
def own_address():
    """An address of this machine that others in its network see."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            # Nothing is sent: the system only says from where it would be.
            asking.connect(("8.8.8.8", 9))
        except OSError:
            pytest.skip("this machine has no network")
        return asking.getsockname()[0]


@pytest.fixture
def resolves(monkeypatch, fresh_client):
    """Return a function that has a name server answer for names below example.com."""
    real = socket.getaddrinfo

    def pretend(*answers):
        def getaddrinfo(host, port, *args, **kwargs):
            hosts = answers if host.endswith(".example.com") else [host]
            return [entry for each in hosts for entry in real(each, port, type=socket.SOCK_STREAM)]

        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)

    return pretend


@pytest.fixture
def trusted(authority, monkeypatch, settings, tmp_path):
    """Return what gives a server's TLS context for a name, of an authority that CA_FILE alone names."""
    monkeypatch.delenv("SSL_CERT_FILE")
    settings.CA_FILE = str(tmp_path / "ca.pem")
    return authority


def test_a_receiver_in_an_allowed_network_is_called(resolves, trusted, own_address):
    networks = (ipaddress.ip_network(own_address),)
    resolves(own_address)
    with Receiver(trusted(HOST), address=own_address) as receiver:
        url = f"https://{HOST}:{receiver.port}/hook"

        refused, called = client.send(Request(url)), client.send(Request(url, networks=networks))

        assert (refused.status, refused.failure) == (None, Failure.REFUSED_ADDRESS)
        assert (called.status, called.failure) == (200, None)
        assert [each.path for each in receiver.received] == ["/hook"]


_OUT_OF_BOUNDS = [
    *("10.21.0.1", "10.19.255.255", "127.0.0.1", "169.254.169.254", "192.168.1.1", "0x7f000001", "0x0a150001"),
    *("[::1]", "[::ffff:10.20.0.1]", "[64:ff9b::a14:1]", "[2002:a14:1::]", "[fd00:ec2::254]", "localhost"),
]


@pytest.mark.parametrize("host", _OUT_OF_BOUNDS)
def test_with_allowed_networks_every_other_address_is_refused_in_any_spelling(fresh_client, host):
    reply = client.send(Request(f"https://{host}:8443/", networks=OPEN))

    assert (reply.status, reply.failure) == (None, Failure.REFUSED_ADDRESS)


@pytest.mark.parametrize("host", ["127.1", "2130706433", "①②⑦.⓪.⓪.①", "127.0.0.1."])
def test_with_allowed_networks_no_other_spelling_of_loopback_gets_through(fresh_client, receiver, host):
    assert client.send(Request(f"https://{host}:{receiver.port}/", networks=OPEN)).status is None
    assert receiver.received == []


@pytest.mark.parametrize("url", ["http://10.20.0.1/", "https://10.20.0.1:5432/", "https://user@10.20.0.1/"])
def test_an_allowed_network_takes_https_alone_and_no_port_of_others(fresh_client, url):
    assert client.send(Request(url, networks=OPEN)).failure == Failure.REFUSED_ADDRESS


def test_a_name_with_an_address_inside_and_one_out_of_bounds_is_refused(resolves):
    resolves("10.20.0.1", "10.21.0.1")

    assert client.send(Request(f"https://{HOST}/", networks=OPEN)).failure == Failure.REFUSED_ADDRESS


def test_an_event_reaches_a_receiver_in_an_allowed_network(  # noqa: PLR0917 - fixtures
    resolves, trusted, own_address, settings, new_platform, emit, deliver
):
    resolves(own_address)
    settings.WEBHOOK_ALLOWED_NETWORKS = (ipaddress.ip_network(own_address),)
    with Receiver(trusted(HOST), address=own_address) as receiver:
        event = emit(new_platform(f"https://{HOST}:{receiver.port}/hook", Environment.PRODUCTION))
        deliver()

        assert [each.json["id"] for each in receiver.received] == [event.public_id]


@pytest.mark.parametrize("credentials", ["", "user:p%40ss@"])
def test_a_public_receiver_is_called_through_the_proxy_by_a_checked_address(resolves, trusted, settings, credentials):
    resolves("8.8.8.8")
    names = []
    tls = trusted(HOST)
    tls.sni_callback = lambda _socket, name, _context: names.append(name)
    with Receiver(tls) as receiver, ConnectProxy(("127.0.0.1", receiver.port)) as proxy:
        settings.EGRESS_PROXY = f"http://{credentials}127.0.0.1:{proxy.port}"

        replies = [client.send(Request(f"https://{HOST}/hook", b"x")) for _ in range(2)]

        assert [(reply.status, reply.failure) for reply in replies] == [(200, None)] * 2
        # The proxy is told no name, which it could find to lead elsewhere.
        assert proxy.asked == ["CONNECT 8.8.8.8:443 HTTP/1.1"]
        assert proxy.header("Host") == "8.8.8.8"
        assert proxy.credentials == ("user:p@ss" if credentials else "")
        assert names == [HOST]
        assert [each.headers["Host"] for each in receiver.received] == [HOST] * 2
        assert "Proxy-Authorization" not in receiver.received[0].headers


def test_a_certificate_of_another_name_is_refused_through_the_proxy(resolves, trusted, settings):
    resolves("8.8.8.8")
    with Receiver(trusted("other.example.com")) as receiver, ConnectProxy(("127.0.0.1", receiver.port)) as proxy:
        settings.EGRESS_PROXY = f"http://127.0.0.1:{proxy.port}"

        first = client.send(Request("https://other.example.com/"))
        second = client.send(Request(f"https://{HOST}/"))

        assert (first.status, second.status, second.failure) == (200, None, Failure.TLS)
        assert len(proxy.asked) == 2, "no connection that was made for another name is used"


@pytest.mark.parametrize("answers", [("127.0.0.1",), ("10.1.2.3",), ("8.8.8.8", "10.1.2.3"), ("169.254.169.254",)])
def test_the_proxy_is_not_asked_for_an_address_out_of_bounds(resolves, settings, answers):
    resolves(*answers)
    with ConnectProxy(("127.0.0.1", 9)) as proxy:
        settings.EGRESS_PROXY = f"http://127.0.0.1:{proxy.port}"
        urls = [f"https://{HOST}/", "https://10.0.0.1/", "https://127.1/", "https://[::ffff:8.8.8.8]/"]

        assert {client.send(Request(url)).failure for url in urls} == {Failure.REFUSED_ADDRESS}
        assert proxy.asked == []


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 403 Forbidden\r\n\r\n",
        b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nbroken\0header\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 20_000 + b"\r\n",
    ],
)
def test_what_the_proxy_answers_is_no_answer_of_the_receiver(resolves, settings, receiver, answer):
    resolves("8.8.8.8")
    with ConnectProxy(("127.0.0.1", receiver.port), answer) as proxy:
        settings.EGRESS_PROXY = f"http://127.0.0.1:{proxy.port}"

        reply = client.send(Request(f"https://{HOST}/"))

        assert (reply.status, reply.failure) == (None, Failure.UNREACHABLE)
        assert receiver.received == []


def test_allowed_networks_are_reached_without_the_proxy(resolves, trusted, settings, own_address):
    resolves(own_address)
    networks = (ipaddress.ip_network(own_address),)
    with Receiver(trusted(HOST), address=own_address) as receiver, ConnectProxy(("127.0.0.1", 9)) as proxy:
        settings.EGRESS_PROXY = f"http://127.0.0.1:{proxy.port}"

        reply = client.send(Request(f"https://{HOST}:{receiver.port}/", networks=networks))

        assert (reply.status, proxy.asked) == (200, [])


def test_this_machine_is_reached_without_the_proxy(fresh_client, settings, receiver):
    settings.EGRESS_PROXY = "http://127.0.0.1:9"

    assert client.send(Request(receiver.url, allow_loopback=True)).status == 200
