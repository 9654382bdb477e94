"""Counting the statements of a call."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext


@pytest.fixture
def statements():
    """Return a function that counts the statements of a call, without those that open and close transactions."""

    def count(call):
        with CaptureQueriesContext(connection) as captured:
            reply = call()
        assert reply.status_code < 300, reply.content
        words = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")
        return len([query for query in captured if not query["sql"].startswith(words)])

    return count


@pytest.fixture
def warm(api):
    """A caller whose token is remembered, as it is in all requests but one of every other second."""
    api.get("/config")
    return api
