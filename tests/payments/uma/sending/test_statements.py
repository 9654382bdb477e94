"""How many statements the steps of a payment to a UMA address take, the other institution's own left out."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from payments.uma.protocol import hosts

pytestmark = pytest.mark.django_db


def count(ask) -> int:
    with CaptureQueriesContext(connection) as captured:
        reply = ask()
    assert reply.status_code in {200, 201}, reply.content
    return len([query for query in captured.captured_queries if "SAVEPOINT" not in query["sql"]])


def test_the_statements_of_each_step_are_known(paying, peer):
    lookup = paying.look_up(peer.address).json()["lookupId"]
    assert hosts.of_name(peer.domain) is None

    looked_up = count(lambda: paying.look_up(peer.address))
    asked = count(lambda: paying.ask(peer.address, lookup=lookup))

    assert (looked_up, asked) == (12, 22)
