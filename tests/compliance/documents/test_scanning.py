"""The adapter for ClamAV, against a daemon that speaks its protocol."""

import io
import socket

import pytest

from compliance.documents import scanning
from tests.compliance.documents import clamd
from tests.support.compliance import sample_documents


@pytest.fixture
def over_tcp():
    listener = socket.create_server(("127.0.0.1", 0))
    address = f"tcp://127.0.0.1:{listener.getsockname()[1]}"
    with clamd.running(listener) as daemon:
        yield daemon, scanning.ClamAv(address)


@pytest.fixture
def over_a_socket_file(tmp_path):
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(tmp_path / "clamd.ctl"))
    with clamd.running(listener) as daemon:
        yield daemon, scanning.ClamAv(f"unix://{tmp_path}/clamd.ctl")


@pytest.fixture(params=["over_tcp", "over_a_socket_file"])
def both(request):
    return request.getfixturevalue(request.param)


def test_a_clean_file_is_clean_and_arrives_whole(both):
    daemon, scanner = both
    content = sample_documents.png() * 3

    assert scanner.scan(io.BytesIO(content)) is None
    assert daemon.seen == [content]


def test_a_virus_is_named(both):
    _, scanner = both

    assert scanner.scan(io.BytesIO(b"x" * 100_000 + sample_documents.EICAR)) == "Win.Test.EICAR_HDB-1"


@pytest.mark.parametrize(
    "answer", [b"", b"stream: OK", b"COMMAND READ TIMED OUT\0", b"stream: no idea\0", b"\xff\xfe\0"]
)
def test_only_a_clear_answer_counts(over_tcp, answer):
    daemon, scanner = over_tcp
    daemon.answer = answer

    if answer == b"stream: OK":
        assert scanner.scan(io.BytesIO(b"x")) is None
    else:
        with pytest.raises(scanning.ScannerUnavailable):
            scanner.scan(io.BytesIO(b"x"))


def test_a_file_that_the_daemon_finds_too_large_is_not_called_clean(over_tcp):
    daemon, scanner = over_tcp
    daemon.largest = 100_000

    with pytest.raises(scanning.ScannerUnavailable):
        scanner.scan(io.BytesIO(bytes(5_000_000)))


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "unix:///nowhere/clamd.ctl"])
def test_a_daemon_that_is_not_there_is_unavailable(address):
    with pytest.raises(scanning.ScannerUnavailable):
        scanning.ClamAv(address).scan(io.BytesIO(b"x"))


@pytest.mark.parametrize("address", ["localhost:3310", "http://localhost:3310", "tcp://", "unix://", "tcp://host:port"])
def test_an_address_that_is_none_is_refused(address):
    with pytest.raises(ValueError, match=r"Port|CLAMAV_ADDRESS"):
        scanning.ClamAv(address)


def test_without_an_address_nothing_is_scanned(settings):
    settings.CLAMAV_ADDRESS = ""

    assert scanning.scan(io.BytesIO(sample_documents.EICAR)) is None
