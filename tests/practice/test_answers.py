"""What the bank answers: valid by the published schemas, read by us and by others, each code in its turn."""

import collections
import datetime as dt
import io
import itertools

import mt940
import pytest

from banks.formats import answers, nacha, reasons
from banks.formats.reasons import CodeList
from banks.formats.records import BalanceKind, Level, LineKind
from practice.bank.statements import Statements
from tests.banks.formats import schemas
from tests.practice import folders
from tests.practice.folders import MONDAY

pytestmark = pytest.mark.beside


def message_of(content: bytes) -> str:
    return content.partition(b"tech:xsd:")[2][:15].decode()


@pytest.mark.parametrize("form", Statements)
def test_every_answer_of_a_month_is_valid_and_its_balances_lead_from_day_to_day(tmp_path, form):
    bank = folders.bank(tmp_path, trouble=60, statements=form)
    for number in range(20):
        folders.order(tmp_path, f"B{number}", *range(100, 110), due=dt.date(2026, 11, 24 + number % 5))
        bank.pay_in(amount=5_00 + number, name="Ada Lovelace", text="R-7", at=MONDAY + dt.timedelta(days=number))
    folders.days(bank, 30)
    bank.send_again(MONDAY + dt.timedelta(days=31))

    seen: collections.Counter[str] = collections.Counter()
    for path in folders.answers(tmp_path):
        content = path.read_bytes()
        if path.suffix == ".xml":
            schemas.schema(message_of(content)).validate(content)
            seen[message_of(content)] += 1
    expected = {"pain.002.001.12", "camt.054.001.02" if form is Statements.CAMT_02 else "camt.054.001.08"}
    if form.startswith("camt"):
        expected.add(str(form))
    assert set(seen) == expected
    days = {int(day.head.number or 0): day for day in folders.read_all(tmp_path)}
    balances = {number: {one.kind: one.amount for one in day.balances} for number, day in sorted(days.items())}
    assert list(balances) == list(range(1, len(balances) + 1)), "sent again, none is missing"
    assert balances[1][BalanceKind.OPENING] == 1_000_000_00
    for before, after in itertools.pairwise(balances.values()):
        assert after[BalanceKind.OPENING] == before[BalanceKind.CLOSING]
    assert balances[len(balances)][BalanceKind.CLOSING] == bank.balance


def test_another_maker_reads_the_bank_s_mt940(tmp_path):
    bank = folders.bank(tmp_path, statements=Statements.MT940)
    folders.order(tmp_path, "B1", 10_00, 20_00)
    bank.pay_in(amount=7_00, name="Ada Lovelace", text="R-7", at=MONDAY)
    folders.days(bank, 3)

    read = [one for path in folders.answers(tmp_path, "statement") for one in mt940.parse(path.read_text())]
    amounts = [one.data["amount"].amount for one in read]
    assert sorted(map(float, amounts)) == [-20.0, -10.0, 7.0]


def test_a_payment_is_accepted_booked_on_its_day_and_said_to_be_settled(tmp_path):
    bank = folders.bank(tmp_path)
    ids = folders.order(tmp_path, "B1", 10_00, 20_00)

    bank.step(MONDAY)
    assert folders.answers(tmp_path) == [], "nothing is answered at once"
    bank.step(MONDAY + dt.timedelta(hours=1))
    [report] = folders.answers(tmp_path)
    assert [(one.level, one.status) for one in _statuses(report)] == [(Level.FILE, "ACCP")]
    bank.step(MONDAY + dt.timedelta(days=2))

    _, settled, statement = folders.answers(tmp_path)
    assert [(one.level, one.status, one.message_id) for one in _statuses(settled)] == [(Level.FILE, "ACSC", "B1")]
    day = folders.read(statement)
    assert [(one.kind, one.amount, one.booked_on) for one in day.lines] == [
        (LineKind.DEBIT, 10_00, dt.date(2026, 11, 24)),
        (LineKind.DEBIT, 20_00, dt.date(2026, 11, 24)),
    ]
    assert [one.details[0].end_to_end_id for one in day.lines] == ids
    assert [(one.end_to_end_id, one.amount, one.times, one.returns) for one in bank.executed()] == [
        (ids[0], 10_00, 1, 0),
        (ids[1], 20_00, 1, 0),
    ]


def _statuses(path):
    return list(answers.read(io.BytesIO(path.read_bytes())))


def test_every_reason_code_of_iso_comes_in_its_turn(tmp_path):
    """All payments are in trouble: half are rejected, half come back, each with the next code of its list."""
    bank = folders.bank(tmp_path, trouble=100)
    for number in range(250):
        folders.order(tmp_path, f"B{number}", 1_00, 2_00, 3_00, 4_00)
    folders.days(bank, 14)
    bank.send_again(MONDAY + dt.timedelta(days=15))

    said = {code for path in folders.answers(tmp_path, "report") for one in _statuses(path) for code in one.reasons}
    returned = {
        detail.reason
        for day in folders.read_all(tmp_path, "notification")
        for line in day.lines
        for detail in line.details
    }
    assert said == set(reasons.table()[CodeList.STATUS]) - reasons.DUPLICATES
    assert returned == set(reasons.table()[CodeList.RETURN])


def test_every_reason_code_of_nacha_comes_in_its_turn(tmp_path):
    bank = folders.bank(tmp_path, trouble=100, customer=folders.DOLLARS)
    folders.order_ach(tmp_path, "C", 150)
    folders.order_ach(tmp_path, "D", 50, is_debit=True)
    folders.days(bank, 14)
    bank.send_again(MONDAY + dt.timedelta(days=15))

    returned = [
        one
        for path in folders.answers(tmp_path, "returns")
        for one in nacha.read_returns(io.BytesIO(path.read_bytes()))
    ]
    codes = {one.reason for one in returned}
    returns = set(reasons.table()[CodeList.ACH_RETURN]) - reasons.DISHONOURS
    assert codes == returns | set(reasons.table()[CodeList.ACH_CHANGE])
    executed = {one.end_to_end_id: one for one in bank.executed()}
    for one in returned:
        is_change = one.reason.startswith("C")
        assert one.amount == (0 if is_change else executed[one.id].amount)
        assert executed[one.id].returns == (0 if is_change else 1)
        assert one.is_debit == one.id.startswith("D")
        assert bool(one.correction) == is_change
