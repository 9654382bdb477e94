"""Statements of several accounts in one file: each goes to its own connection, or the file waits and says why."""

import re

import pytest
from django.db import transaction

from banks.models import BankConnection, BankIncomingFile, BankMatch, BankStatement
from banks.rail import connections
from platforms.base import clock
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support import factories

pytestmark = pytest.mark.django_db(transaction=True)
OTHER = "DE75512108001245126199"


@pytest.fixture
def bank(acme):
    return rail.connect(acme.platform)


def _connect(platform, **changes) -> BankConnection:
    terms = rail.EURO | {"name": "second-bank", "account_number": OTHER, "folder": "second/out", "answers_folder": ""}
    entered = terms | changes | {"platform": platform.id}
    with transaction.atomic():
        return connections.enter(**entered, reason="the contract", actor=rail.ANNA, now=clock.real_now())


def _together(*statements: bytes) -> bytes:
    """Return one message with the statements of several."""
    first, *others = (one.decode() for one in statements)
    inner = "".join(found for one in others for found in re.findall(r"<Stmt>.*</Stmt>", one, re.DOTALL))
    return first.replace("</BkToCstmrStmt>", f"{inner}</BkToCstmrStmt>").encode()


def _swift(*accounts: str) -> bytes:
    [text] = [world.mt940([Entry(7_00, text="fee")])]
    return b"\r\n".join(text.replace(b"12030000/0000202051", one.encode()) for one in accounts)


def test_each_statement_of_a_file_goes_to_the_connection_of_its_account(api, acme, bank, worker, alice):
    second = _connect(acme.platform)
    [paid] = rail.given_out(api, worker, alice, 10_00)
    reference = world.reference_of(api, alice)

    world.send(
        _together(
            world.camt([Entry(5_00, text=reference)], number=1, account=OTHER),
            world.camt([Entry(-10_00, world.id_of(paid))], number=2),
            world.camt([Entry(7_00, text=reference)], number=3, opening=1_005_00, account=OTHER),
        )
    )
    worker.run()

    assert BankIncomingFile.objects.get().state == "APPLIED"
    names = list(BankStatement.objects.order_by("number").values_list("connection_name", flat=True))
    assert names == [second.name, bank.name, second.name]
    assert [one.line.connection_name for one in BankMatch.objects.order_by("line__number")] == names
    assert rail.payment_of(paid).status == "COMPLETED"
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 12_00
    assert world.books_are_right()


def test_a_statement_that_came_with_another_account_s_is_not_booked_again(api, acme, bank, alice):
    _connect(acme.platform, answers_folder="second/in")
    arrived = world.camt([Entry(5_00, text=world.reference_of(api, alice))], account=OTHER)

    world.send(_together(world.camt([]), arrived))
    world.put(arrived, folder="second/in")
    world.read()

    assert factories.balance_of(api.internal_account(alice, "EUR")) == 5_00
    assert list(BankIncomingFile.objects.values_list("state", flat=True)) == ["APPLIED"] * 2


def _set_aside() -> str:
    file = BankIncomingFile.objects.get()
    assert file.state == "SET_ASIDE"
    assert not BankStatement.objects.exists()
    return f"{file.place}: {file.problem}"


@pytest.mark.parametrize("file", ["camt", "swift"])
def test_a_file_with_the_statement_of_an_unknown_account_waits_and_is_read_once_that_has_a_connection(acme, bank, file):
    files = {
        "camt": _together(world.camt([Entry(7_00)]), world.camt([Entry(8_00)], number=2, account=OTHER)),
        "swift": _swift("12030000/0000202051", "51210800/1245126199"),
    }

    world.send(files[file])
    assert _set_aside() == (
        "statement 2: its account, which ends in 6199, has no bank connection: enter one for it, then read the file"
    )
    _connect(acme.platform)
    BankIncomingFile.objects.update(state="RECEIVED", finished_at=None, place="", problem="")
    world.read()

    assert BankIncomingFile.objects.get().state == "APPLIED"
    assert sorted(BankStatement.objects.values_list("connection_name", flat=True)) == [bank.name, "second-bank"]


def test_a_statement_goes_to_no_connection_of_another_platform_and_to_none_that_has_ended(acme, rival, bank):
    _connect(rival.platform)
    _connect(acme.platform, name="ended-bank", account_number=OTHER)
    BankConnection.objects.filter(name="ended-bank").update(ended_at=clock.real_now())

    world.send(_together(world.camt([Entry(7_00)]), world.camt([Entry(8_00)], number=2, account=OTHER)))

    assert "has no bank connection" in _set_aside()


def test_a_statement_of_an_account_with_two_connections_waits(acme, bank):
    _connect(acme.platform)
    _connect(acme.platform, name="third-bank", folder="third/out")

    world.send(_together(world.camt([Entry(7_00)]), world.camt([Entry(8_00)], number=2, account=OTHER)))

    assert "has several bank connections" in _set_aside()


def test_balances_tell_the_side_of_reversals_and_the_money_is_booked_once_on_it(api, bank, alice):
    reference = world.reference_of(api, alice)
    text = world.camt([Entry(5_00, text=reference), Entry(-7_00, is_reversal=True)]).decode()
    side, other = "<CdtDbtInd>DBIT</CdtDbtInd><RvslInd>", "<CdtDbtInd>CRDT</CdtDbtInd><RvslInd>"
    assert side in text

    world.send(text.replace(side, other).encode())

    assert [(one.amount, one.is_credit) for one in world.lines()] == [(5_00, True), (7_00, False)]
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 5_00
