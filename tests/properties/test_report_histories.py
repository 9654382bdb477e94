"""Whatever has happened on two platforms, every report adds up to the journal.

HISTORIES=1000 plays so many; FIRST=17 begins with another seed.
"""

import os
import random

import pytest

from payments.ledger import check
from tests.properties import bank_recount
from tests.properties.report_comparison import Comparison
from tests.properties.report_history import History, Party, party
from tests.properties.report_recount import Books
from tests.support import databases

_FIRST, _HISTORIES = int(os.environ.get("FIRST", "1")), int(os.environ.get("HISTORIES", "4"))
_CAST = "report_histories"


@pytest.fixture(autouse=True)
def _folder(settings, tmp_path):
    settings.BANK_FILES_FOLDER = str(tmp_path / "bank")


@pytest.fixture(scope="module")
def parties(django_db_setup, django_db_blocker) -> list[Party]:
    with django_db_blocker.unblock(), databases.recorded(_CAST):
        return [party("acme"), party("beta")]


@pytest.mark.timeout(600)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", range(_FIRST, _FIRST + _HISTORIES))
def test_after_any_history_every_report_adds_up_to_the_journal(seed, parties):
    databases.put(_CAST)
    history = History(seed, parties)

    history.play()

    print(*history.told, sep="\n")  # noqa: T201 - pytest shows it where the comparison fails
    books, chance = Books(), random.Random(f"reports {seed}")
    for each in parties:
        each.platform.refresh_from_db()
        Comparison(chance, books, each).all_agree()
    bank_recount.require_agreement(chance, parties[0])
    assert list(check.find()) == []
