"""Answers whose head is long, odd or broken: the status counts."""

import pytest

from tests.support.servers.raw import raw_server
from webhooks.delivery import client
from webhooks.delivery.client import Request
from webhooks.developer.listener import forwarding

_LINE = b"X-Policy: " + b"a" * 1000 + b"\r\n"
_OK = b"HTTP/1.1 200 OK\r\n"
_DONE = b"Content-Length: 4\r\nRetry-After: 7\r\n\r\ndone"
READ = {
    "a field of 9 KB": _OK + b"Content-Security-Policy: " + b"a" * 9_000 + b"\r\n" + _DONE,
    "130 fields": _OK + b"X-Field: 1\r\n" * 130 + _DONE,
    "1,000 fields": _OK + b"X-Field: 1\r\n" * 1_000 + _DONE,
    "60 KB": _OK + _LINE * 60 + _DONE,
    "a long phrase": b"HTTP/1.1 200 " + b"fine " * 10_000 + b"\r\n" + _DONE,
    "no phrase": b"HTTP/1.1 200\r\n" + _DONE,
    "HTTP/1.0": b"HTTP/1.0 200 OK\r\n" + _DONE,
    "an interim answer": b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + _OK + _DONE,
    "interim answers by the hundred": b"HTTP/1.1 102 Processing\r\n\r\n" * 300 + _OK + _DONE,
}
NOT_READ = {
    "70 KB in lines": _OK + _LINE * 70 + _DONE,
    "70 KB in a line": _OK + b"X: " + b"a" * 70_000 + b"\r\n" + _DONE,
    "a line without end": _OK + b"X: " + b"a" * 1_000_000,
    "a phrase without end": b"HTTP/1.1 200 " + b"fine " * 100_000,
    "broken chunks": _OK + b"Transfer-Encoding: chunked\r\n\r\nthese are no chunks",
    "two lengths": _OK + b"Content-Length: 4\r\nContent-Length: 5\r\n\r\ndone",
    "a field without a name": _OK + b": nothing\r\n\r\n",
    "a long head after an interim answer": b"HTTP/1.1 100 Continue\r\n\r\n" + _OK + _LINE * 70,
}


@pytest.mark.parametrize("answer", READ.values(), ids=READ.keys())
def test_a_head_of_up_to_64_kb_is_read_whatever_its_lines(answer):
    with raw_server(lambda connection: connection.sendall(answer)) as url:
        reply = client.send(Request(url, allow_loopback=True))

    assert (reply.status, reply.body, reply.failure, reply.retry_after) == (200, b"done", None, "7")


@pytest.mark.parametrize("answer", NOT_READ.values(), ids=NOT_READ.keys())
def test_of_what_can_t_be_read_the_status_counts(answer):
    with raw_server(lambda connection: connection.sendall(answer)) as url:
        reply = client.send(Request(url, allow_loopback=True))

    assert (reply.status, reply.failure) == (200, None)
    with raw_server(lambda connection: connection.sendall(answer.replace(b" 200", b" 410"))) as url:
        assert client.send(Request(url, allow_loopback=True)).status == 410


def test_a_head_without_end_is_not_read_on():
    sent = []

    def pour(connection):
        connection.sendall(_OK)
        while True:
            sent.append(connection.send(_LINE * 64))

    with raw_server(pour) as url:
        assert client.send(Request(url, allow_loopback=True)).status == 200

    # What the kernel takes in at both ends, not what a peer could send in ten seconds.
    assert sum(sent) < 50_000_000


def test_the_next_answer_of_a_connection_is_judged_by_itself():
    answers = [READ["130 fields"], READ["60 KB"], b"HTTP/1.1 500\r\nContent-Length: 0\r\n\r\n", b"nonsense\r\n\r\n"]

    def serve(connection):
        for answer in answers[1:]:
            connection.recv(65536)
            connection.sendall(answer)

    with raw_server(lambda connection: (connection.sendall(answers[0]), serve(connection))) as url:
        replies = [client.send(Request(url, allow_loopback=True)) for _ in answers]

    assert [reply.status for reply in replies] == [200, 200, 500, None]


@pytest.mark.parametrize("what", ["130 fields", "70 KB in a line"])
def test_the_listener_takes_the_status_too(what):
    with raw_server(lambda connection: connection.sendall({**READ, **NOT_READ}[what])) as url:
        outcome = forwarding.forward(url, headers={}, body=b"{}")

    assert (outcome.status, outcome.failure) == (200, "")
