"""Sums of batches, and single payments, in MT940 of German banks: ids cut in two, and numbers of the bank's own."""

import pytest

from banks.models import BankBatch, BankStatementLine
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bank(acme):
    return rail.connect(acme.platform)


def _sum_of(batch: BankBatch, text: str, reference: str = "NONREF") -> bytes:
    """Return a statement with one line for the payments of a batch: 30.00 EUR in all."""
    lines = world.mt940([Entry(-30_00, reference, day=batch.value_date)]).splitlines(keepends=True)
    return b"".join(f":86:{text}\r\n".encode() if line.startswith(b":86:") else line for line in lines)


@pytest.mark.parametrize(
    "written",
    [
        ("177?00SAMMLER?20KREF+{0}?21{1}?22SVWZ+PAYROLL", "NONREF"),
        ("177?00SAMMLER?20SVWZ+PAYROLL?21KREF+?22{0} ?23{1}", "KREF+"),
        ("177?00SAMMLER?20EREF+{0}?21{1}?22SVWZ+PAYROLL", "4711000815"),
        ("177?00SAMMLER?20SVWZ+BATCH {0}?21{1}", "4711000815"),
        ("177?00SAMMLER?20SVWZ+PAYROLL?21ABWA+ACME", "4711000815"),
        ("SAMMLER", "KREF+"),
        ("SAMMLER", "NOTPROVIDED"),
    ],
    ids=["KREF cut", "KREF cut with blanks", "EREF cut", "in the text", "a bank's number", "no name", "no id"],
)
def test_the_sum_of_a_batch_is_found_whatever_a_german_bank_writes(api, bank, worker, alice, written):
    paid = rail.given_out(api, worker, alice, 10_00, 20_00)
    batch, (text, reference) = BankBatch.objects.get(), written

    world.send(_sum_of(batch, text.format(batch.message_id[:20], batch.message_id[20:]), reference))
    worker.run()

    assert (world.kinds(), world.waiting()) == (["BATCH"], [])
    assert [rail.payment_of(one).status for one in paid] == ["COMPLETED"] * 2
    assert "?2" not in BankStatementLine.objects.get().said["text"]
    assert world.books_are_right()


def test_the_id_of_another_batch_is_not_taken_for_the_only_one_of_its_sum(api, bank, worker, alice):
    rail.given_out(api, worker, alice, 10_00, 20_00)
    other = "B" + "0" * 32

    world.send(_sum_of(BankBatch.objects.get(), f"177?00SAMMLER?20KREF+{other[:22]}?21{other[22:]}"))

    assert (world.kinds(), world.waiting()) == ([], ["UNKNOWN"])


@pytest.mark.parametrize("cut", [5, 10])
def test_a_payment_is_found_by_an_id_that_is_cut_in_two(api, bank, worker, alice, cut):
    [paid] = rail.given_out(api, worker, alice, 30_00)
    name = world.id_of(paid)

    world.send(_sum_of(BankBatch.objects.get(), f"177?20KREF+NONREF EREF+{name[:cut]}?21{name[cut:]}?22SVWZ+A", "77"))
    worker.run()

    assert (world.kinds(), rail.payment_of(paid).status) == (["SETTLED"], "COMPLETED")
