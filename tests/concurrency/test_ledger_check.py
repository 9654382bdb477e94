"""The books are checked while payments move: a payment that is half looked at before a change is no fault."""

import functools
import time

import pytest

from payments.ledger import check, check_parts
from payments.models import JournalEntry
from payments.reporting import daily_totals
from platforms.operations import check_keys
from tests.support import factories, threads
from tests.support.payments import quote_requests

pytestmark = pytest.mark.django_db(transaction=True)
_SECONDS = 8


def until(end: float, work) -> list[object]:
    done = []
    while time.monotonic() < end:
        done.append(work())
    return done


def test_no_false_alarm_while_payments_move(api, alice, dollars, pesos, worker, monkeypatch):  # noqa: PLR0917 - fixtures
    # Several ranges, so that payments move between one and the next.
    monkeypatch.setattr(check_keys, "RANGE", 7)
    bank, euros = api.external_account(alice, factories.usd_account("004")), api.internal_account(alice, "EUR")
    api.fund(dollars, 1_000_000_00)

    def pay() -> None:
        assert api.transfer_out(dollars, bank, 1_00).status_code == 201
        assert api.transfer_in(bank, dollars, 1_00).status_code == 201

    def exchange() -> None:
        assert quote_requests.quote(api, dollars, euros, amount=5_00, immediatelyExecute=True).status_code == 201
        quote = quote_requests.quote(api, quote_requests.realtime("USD", alice), pesos, amount=5_00).json()
        for amount in (5_00, 3_00):
            body = {"quoteId": quote["id"], "currencyCode": "USD", "currencyAmount": amount}
            assert api.post("/sandbox/send", body).status_code == 200

    def look() -> list[check_parts.Fault]:
        return list(check.find())

    end = time.monotonic() + _SECONDS
    works = [pay, exchange, worker.run, worker.run, daily_totals.advance, look, look]
    results = threads.at_once([functools.partial(until, end, work) for work in works])

    for result in results:
        if isinstance(result, Exception):
            raise result
    looked = [faults for result in results[-2:] for faults in result]
    assert looked
    assert [faults for faults in looked if faults] == []
    assert JournalEntry.objects.count() > 20
    worker.run()
    assert check.run().faults == []
