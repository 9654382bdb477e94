"""What the races of quotes are made of."""

import collections
import functools
import re
import threading

import pytest
from django.db import connection

from payments.api.quotes import execute_quote
from payments.models import JournalEntry, Quote, TransactionStatusChange
from payments.quotes import prices
from platforms.http.endpoints import Endpoint
from tests.support import patience

_GUARD = re.compile(r"AND balance \+ \S+ >= 0")

_LIFETIME = int(prices.LIFETIME.total_seconds())


def execution(api, quote: str, **options):
    return functools.partial(api.post, f"/quotes/{quote}/execute", **options)


def sending(api, quote: str, **fields):
    return functools.partial(api.post, "/sandbox/send", {"quoteId": quote, "currencyCode": "USD", **fields})


def running_out(api, worker):
    """Return the work of moving the clock to the end of a quote's time, and of the worker that notices."""

    def run():
        reply = api.post("/sandbox/clock/advance", {"seconds": _LIFETIME})
        worker.run()
        return reply

    return run


def history(quote: str) -> list[str]:
    payment = Quote.objects.get(id=quote.partition(":")[2]).transaction_id
    return [change.to_status for change in TransactionStatusChange.objects.filter(transaction_id=payment)]


def posted(quote: str) -> dict[str, int]:
    """Count the journal entries of a quote's payment by purpose."""
    payment = Quote.objects.get(id=quote.partition(":")[2]).transaction_id
    return dict(collections.Counter(entry.purpose for entry in JournalEntry.objects.filter(transaction_id=payment)))


def halt(monkeypatch, module, name: str, at: threading.Barrier | threading.Event) -> threading.Event:
    """Let everybody who comes to a function wait there: for each other at a barrier, for a sign at an event.

    Return the sign that somebody has come.
    """
    plain, has_come = getattr(module, name), threading.Event()

    def waiting(*arguments, **options):
        has_come.set()
        assert at.wait(patience.LONG) is not False
        return plain(*arguments, **options)

    monkeypatch.setattr(module, name, waiting)
    return has_come


def without(monkeypatch, *words: str, of: Endpoint = execute_quote) -> None:
    """Take these words out of the statement by which an endpoint writes."""
    statements = of.statements
    assert statements is not None
    text = statements.write
    for each in words:
        assert each in text, "what this control takes out has moved"
        text = text.replace(each, "")
    monkeypatch.setattr(statements, "write", text)


@pytest.fixture
def ledger_without_guard(transactional_db):
    """Take out what keeps a balance from going below zero, in the function and in the table; put it back afterwards."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('payments_post'::regproc)")
        function = cursor.fetchone()[0]
        cursor.execute(
            "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint"
            " WHERE conrelid = 'payments_ledgeraccount'::regclass AND contype = 'c'"
            " AND pg_get_constraintdef(oid) LIKE '%%balance%%>= 0%%'"
        )
        constraints = cursor.fetchall()
        assert _GUARD.search(function), "the guard this control takes out has moved"
        assert constraints, "the constraint this control takes out has moved"
        cursor.execute(_GUARD.sub("", function))
        for name, _ in constraints:
            cursor.execute(f'ALTER TABLE payments_ledgeraccount DROP CONSTRAINT "{name}"')
    yield
    with connection.cursor() as cursor:
        cursor.execute(function)
        # The overspent row is still there; the clean-up after this test takes it away.
        for name, definition in constraints:
            plain = definition.removesuffix(" NOT VALID")
            cursor.execute(f'ALTER TABLE payments_ledgeraccount ADD CONSTRAINT "{name}" {plain} NOT VALID')
