"""The demo of two banks, with fewer days: what the banks have done and what the books say agree to the last unit."""

import datetime as dt
from typing import Any

import pytest

from banks import tasks as bank_tasks
from banks.models import BankStatement
from banks.rail import routes
from banks.statements import decided
from payments import tasks
from payments.ledger import check
from platforms.base import clock
from practice.bank_demo import play, sides
from tests.conftest import Api

pytestmark = [pytest.mark.beside, pytest.mark.django_db(transaction=True)]


class Client:
    """The demo's client, by the test's API."""

    def __init__(self, client_id: str, secret: str) -> None:
        self._api = Api(client_id, secret)

    def get(self, path: str, **query: str) -> dict[str, Any]:
        return self._done(self._api.get(path, **query))

    def post(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        return self._done(self._api.post(path, body))

    def _done(self, reply) -> dict[str, Any]:
        assert reply.status_code < 300, (reply.status_code, reply.content)
        done: dict[str, Any] = reply.json()
        return done


def test_payments_lines_and_balances_are_those_of_the_banks_own_books(settings, tmp_path, monkeypatch):
    settings.BANK_FILES_FOLDER = str(tmp_path / "bank")
    monkeypatch.setattr(play, "DAYS", 2)
    monkeypatch.setattr(play, "OUT", 6)
    monkeypatch.setattr(play, "IN", 4)
    monkeypatch.setattr(sides, "TROUBLE", 60)
    since = clock.RealTime(clock.real_now() - dt.timedelta(hours=1))
    made = [sides.make(name, code, connect=Client, since=since) for name, code in (("Nord", "EUR"), ("Prairie", "USD"))]
    routes.forget()

    said: list[str] = []

    def wait(is_so, what):
        while not is_so():
            tasks.advance_due_payments()
            bank_tasks.advance_bank_batches()

    outcomes = play.play(made, wait=wait, say=said.append)
    assert said[-1] == "Day 2 of 2: 24 payments are with the banks."
    for outcome in outcomes:
        assert (outcome.ordered, outcome.paid_in) == (12, 8)
        assert outcome.is_whole, str(outcome)
        assert (outcome.executed_twice, outcome.differing, outcome.wrong, outcome.unforeseen) == (0, 0, 0, 0)
        assert outcome.by_people == outcome.unmatchable == 1
        assert outcome.by_rule + outcome.by_people == outcome.lines > outcome.paid_in
        assert outcome.books == outcome.bank_balance
        assert "executed twice 0" in str(outcome)
    formats = BankStatement.objects.filter(kind=decided.MOVES_MONEY).values_list("currency", "file__format")
    assert set(formats) == {("EUR", "CAMT"), ("USD", "SWIFT")}
    assert list(check.find()) == []
