"""Counting the statements of a call, and comparing them with `tests/counts.txt`."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.counts import Counts

_OF_TRANSACTIONS = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")


def counted(captured: CaptureQueriesContext) -> int:
    """Return how many statements were captured, without those that open and close database transactions."""
    return len([query for query in captured if not query["sql"].startswith(_OF_TRANSACTIONS)])


class Costs:
    """The type of the fixture `costs`."""

    def __init__(self, counts: Counts, test: str) -> None:
        self._counts, self._test = counts, test

    def __call__(self, count: int, label: str = "") -> None:
        """Compare a count with its row of the table. A test with several counts gives each a label."""
        self._counts.compare(self._test, count, label)

    def call(self, call: Callable[[], Any], label: str = "") -> None:
        """Compare how many statements a request that succeeds takes."""
        with self.of(label):
            reply = call()
        assert reply.status_code < 300, reply.content

    @contextlib.contextmanager
    def of(self, label: str = "") -> Iterator[CaptureQueriesContext]:
        """Compare how many statements the block takes."""
        with CaptureQueriesContext(connection) as captured:
            yield captured
        self(counted(captured), label)


@pytest.fixture
def costs(request: pytest.FixtureRequest) -> Costs:
    """Return what compares counts of statements with `tests/counts.txt`."""
    counts = request.config.pluginmanager.get_plugin("counts")
    assert isinstance(counts, Counts)
    return Costs(counts, request.node.nodeid)


@pytest.fixture
def statements() -> Any:
    """Return a function that counts the statements of a call, without those that open and close transactions."""

    def count(call: Any) -> int:
        with CaptureQueriesContext(connection) as captured:
            reply = call()
        assert reply.status_code < 300, reply.content
        return counted(captured)

    return count


@pytest.fixture
def warm(api: Any) -> Any:
    """A caller whose token is remembered, as it is in all requests but one of every other second."""
    api.get("/config")
    return api
