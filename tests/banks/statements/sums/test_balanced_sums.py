"""Lines of balanced NACHA files: each is the sum of one file, also of a file with a single payment."""

import datetime as dt

import pytest

from banks.models import BankBatch
from tests.banks.incoming import ach
from tests.banks.rail import world as rail
from tests.banks.statements import world

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("day", "decided"),
    [(0, [["COMPLETED"], ["PENDING"]]), (1, [["PENDING"], ["COMPLETED"]]), (2, [["PENDING"], ["PENDING"]])],
    ids=["of the first day", "of the second day", "of neither day"],
)
def test_of_two_files_with_the_same_sum_a_line_settles_that_of_its_day(request, acme, worker, alice, *, day, decided):
    api = request.getfixturevalue("api")
    connection = rail.connect(acme.platform, **rail.DOLLARS | ach.FOLDERS, balances_files=True)
    paid = [ach.given_out(api, worker, alice, 10_00)[0] for _ in range(2)]
    for number, some in enumerate(paid):
        value_date = world.DAY + dt.timedelta(days=number)
        BankBatch.objects.filter(id__in=[rail.row_of(some[0]).batch_id]).update(value_date=value_date)

    line = world.plain_sum(-10_00, world.DAY + dt.timedelta(days=day), text="ACH OFFSET", name=connection.owner_name)
    world.put(_camt(line), folder=ach.FOLDERS["answers_folder"])
    world.read()
    worker.run()

    assert [[rail.payment_of(one).status for one in some] for some in paid] == decided
    assert world.waiting() == ([] if day < 2 else ["UNKNOWN"])
    assert world.books_are_right()


def _camt(line: world.Entry) -> bytes:
    """Return a statement of the account in dollars, which has no IBAN."""
    content = world.camt([line], account="OURS").replace(b"EUR", b"USD")
    number = rail.DOLLARS["account_number"].encode()
    return content.replace(b"<IBAN>OURS</IBAN>", b"<Othr><Id>" + number + b"</Id></Othr>")
