"""A server that has stopped costs each process one wait, not one for each of its connections."""

import os
import signal
from collections.abc import Iterator

import psycopg
import pytest

from platforms.database.driver import Connection, has_news
from tests.support.servers import clusters

pytestmark = pytest.mark.service

ANSWER_SECONDS = 4.0


@pytest.fixture(scope="module")
def server() -> Iterator[clusters.Server]:
    with clusters.folder() as root:
        server = clusters.Server(root / "one")
        server.start()
        yield server
        server.end()


def connected(server: clusters.Server, *, answers_within: float) -> tuple[Connection, int]:
    """Return a connection, and the process of the server that it has."""
    link = Connection.connect(host=server.socket, user="postgres", autocommit=True)
    link.answers_within = answers_within
    return link, link.info.backend_pid


def ask_in_vain(link: Connection, backend: int) -> None:
    os.kill(backend, signal.SIGSTOP)
    try:
        with pytest.raises(psycopg.OperationalError, match="does not answer"):
            link.execute("SELECT 1")
    finally:
        os.kill(backend, signal.SIGCONT)


def test_connections_made_before_a_silence_are_not_waited_for(server):
    other, _ = connected(server, answers_within=ANSWER_SECONDS)
    assert not has_news(other)

    ask_in_vain(*connected(server, answers_within=ANSWER_SECONDS))

    assert has_news(other)
    later, _ = connected(server, answers_within=ANSWER_SECONDS)
    assert not has_news(later)
    other.close()
    later.close()


def test_a_wait_that_was_meant_to_be_short_says_nothing_of_the_server(server):
    other, _ = connected(server, answers_within=ANSWER_SECONDS)

    ask_in_vain(*connected(server, answers_within=0.1))

    assert not has_news(other)
    other.close()
