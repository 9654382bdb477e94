"""Several rails in one environment: each instruction goes to the rail that is named for it, and stays there."""

from typing import ClassVar

import pytest

from config.variables import values
from payments.ledger import check
from payments.providers.base import Instruction, RailOutcome
from payments.providers.sandbox.rail import SandboxRail
from tests.journeys.quote_stories import ask, mxn_account
from tests.support import factories
from tests.support.payments.arrivals import arrive, item_of, resolve

pytestmark = pytest.mark.django_db(transaction=True)
_HERE = __name__


class _Noting(SandboxRail):
    """The sandbox's; it notes what it is asked, and under which name."""

    heard: ClassVar[list[tuple[str, str, str, str]]] = []

    def submit(self, instruction: Instruction) -> RailOutcome:
        self._note("submit", instruction)
        return super().submit(instruction)

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        self._note("status", instruction)
        return super().status(instruction, provider_reference)

    def _note(self, asked: str, instruction: Instruction) -> None:
        self.heard.append((type(self).__name__, asked, instruction.leg, instruction.currency))


class Ach(_Noting): ...


class Dollars(_Noting): ...


class Spei(_Noting): ...


class Rest(_Noting): ...


@pytest.fixture
def heard(adapters, monkeypatch):
    monkeypatch.setenv(
        "SANDBOX_RAIL", f"{_HERE}.Rest, USD_ACCOUNT={_HERE}.Ach, USD={_HERE}.Dollars, MXN_ACCOUNT={_HERE}.Spei"
    )
    adapters(rail=values.rails("SANDBOX_RAIL", "none"))
    _Noting.heard.clear()
    return _Noting.heard


def test_a_transfer_goes_by_the_rail_of_its_account_type_and_is_asked_after_there(api, worker, alice, heard):
    source = api.internal_account(alice)
    api.fund(source, 100_00)
    api.transfer_out(source, api.external_account(alice, factories.usd_account("005")), 10_00)

    worker.run()
    api.post("/sandbox/clock/advance", {"seconds": 61})
    worker.run()

    assert heard == [("Ach", "submit", "TRANSFER", "USD"), ("Ach", "status", "TRANSFER", "USD")]
    assert list(check.find()) == []


def test_a_payout_goes_by_the_rail_of_what_it_pays_to(api, worker, alice, heard):
    account = api.internal_account(alice)
    api.fund(account, 1_000_00)
    source = {"sourceType": "ACCOUNT", "accountId": account}
    payment = ask(api, source, api.external_account(alice, mxn_account("789"), "MXN"), immediatelyExecute=True)

    worker.run()

    assert heard == [("Spei", "submit", "PAYOUT", "MXN")]
    assert api.get(f"/transactions/{payment.json()['transactionId']}").json()["status"] == "COMPLETED"


def test_what_no_rail_is_named_for_goes_by_the_rail_for_the_rest(api, worker, alice, heard):
    source = api.internal_account(alice, "EUR")
    api.fund(source, 100_00)
    iban = {"accountType": "EUR_ACCOUNT", "iban": "DE89370400440532013000"}
    beneficiary = factories.beneficiary()
    api.transfer_out(source, api.external_account(alice, {**iban, "beneficiary": beneficiary}, "EUR"), 10_00)

    worker.run()

    assert heard == [("Rest", "submit", "TRANSFER", "EUR")]


def test_money_goes_back_by_the_rail_of_its_currency(acme, worker, heard):
    item = item_of(arrive(acme.platform, 9_00))
    resolve(item, "GIVE_BACK")

    worker.run()

    item.refresh_from_db()
    assert item.resolved_at is not None
    assert heard == [("Dollars", "submit", "REFUND", "USD")]


def test_one_rail_for_everything_is_named_alone(monkeypatch):
    assert values.rails("NO_RAIL_IS_NAMED", "default.Rail") == "default.Rail"
    monkeypatch.setenv("A_RAIL", "bank.Rail")
    assert values.rails("A_RAIL", "default.Rail") == "bank.Rail"
    monkeypatch.setenv("A_RAIL", "EUR=sepa.Rail")
    assert values.rails("A_RAIL", "default.Rail") == {"*": "default.Rail", "EUR": "sepa.Rail"}
