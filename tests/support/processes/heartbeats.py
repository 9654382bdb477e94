"""Heartbeats of one test alone: other tests use the broker at the same time."""

import uuid
from collections.abc import Iterator

import pytest

from config.processes import heartbeats
from platforms.base import clock


class Heartbeats:
    """What the broker keeps of them."""

    def __init__(self) -> None:
        client = heartbeats._client()
        assert client is not None
        self._client = client

    def note(self, machine: str, *, seconds_ago: float) -> None:
        """Store a heartbeat of `role:machine` as it was given some time ago."""
        self._client.hset(heartbeats._HASH, machine, str(clock.real_now().timestamp() - seconds_ago))

    def count(self) -> int:
        return int(str(self._client.hlen(heartbeats._HASH)))

    def clear(self) -> None:
        self._client.delete(heartbeats._HASH)


@pytest.fixture
def own_heartbeats(monkeypatch: pytest.MonkeyPatch) -> Iterator[Heartbeats]:
    """Let this test's heartbeats be in a hash of their own."""
    monkeypatch.setattr(heartbeats, "_HASH", f"heartbeats-{uuid.uuid4()}")
    kept = Heartbeats()
    yield kept
    kept.clear()
