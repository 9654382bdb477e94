"""Two servers, each behind a pooler of its own: the service follows the one that takes writes."""

import contextlib
import pathlib
from collections.abc import Iterator

import psycopg
import pytest

from bench import programs
from config.launch import embedded_postgres, environment
from platforms.database.driver import Connection
from tests.support.servers import clusters

pytestmark = pytest.mark.beside

SAMPLE = pathlib.Path(environment.PROJECT) / "docs" / "samples" / "pgbouncer.ini"


@pytest.fixture(scope="module")
def pair() -> Iterator[tuple[clusters.Server, clusters.Server]]:
    with clusters.folder() as root:
        primary = clusters.Server(root / "one")
        primary.start()
        embedded_postgres.create_database(
            primary.cluster, owner=environment.OWNER, service=environment.SERVICE, name=environment.DATABASE
        )
        primary.execute(f"CREATE TABLE written (); ALTER TABLE written OWNER TO {environment.SERVICE}")
        standby = clusters.Server(root / "two")
        standby.follow(primary)
        yield primary, standby
        standby.end()
        primary.end()


@contextlib.contextmanager
def poolers(pair: tuple[clusters.Server, clusters.Server], ports: tuple[int, int]) -> Iterator[None]:
    with contextlib.ExitStack() as stack:
        for server, port in zip(pair, ports, strict=True):
            stack.enter_context(clusters.pooling(server, SAMPLE, clusters.on_loopback(server, port)))
        yield


def test_a_connection_is_left_when_its_server_becomes_a_standby_and_the_next_leads_to_its_successor(pair):
    clusters.pooler_program()
    primary, standby = pair
    ports = (programs.free_port(), programs.free_port())
    hosts = ",".join(f"127.0.0.1:{port}" for port in reversed(ports))
    url = f"postgresql://{environment.SERVICE}@{hosts}/{environment.DATABASE}?target_session_attrs=read-write"
    with poolers(pair, ports):
        before = Connection.connect(url, prepare_threshold=None, autocommit=True)
        assert before.info.port == ports[0]
        before.execute("INSERT INTO written DEFAULT VALUES")

        standby.execute("SELECT pg_promote()")
        primary.end()
        (primary.cluster.data / "standby.signal").touch()
        primary.start()
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
            before.execute("INSERT INTO written DEFAULT VALUES")
        assert before.closed

    # A pooler goes on saying what its server was: the callback of the page starts it anew.
    with poolers(pair, ports), Connection.connect(url, prepare_threshold=None, autocommit=True) as after:
        assert after.info.port == ports[1]
        after.execute("INSERT INTO written DEFAULT VALUES")
        assert standby.execute("SELECT count(*) FROM written") == [(2,)]
