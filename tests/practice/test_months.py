"""Seeded months between the service and a practice bank: books and bank agree, or what differs is named.

MONTHS=2000 makes the run long; FIRST=17 begins with another seed.
"""

import os

import pytest

from payments.ledger import check
from tests.practice import agreement, months

pytestmark = [pytest.mark.beside, pytest.mark.django_db(transaction=True)]
_FIRST, _MONTHS = int(os.environ.get("FIRST", "1")), int(os.environ.get("MONTHS", "3"))


@pytest.fixture(autouse=True)
def _folder(settings, tmp_path):
    settings.BANK_FILES_FOLDER = str(tmp_path / "bank")


@pytest.mark.parametrize("seed", range(_FIRST, _FIRST + _MONTHS))
def test_at_the_end_of_a_month_books_and_bank_agree_or_a_line_says_what_differs(seed, api, acme, alice, monkeypatch):
    month = months.Month(seed, api, alice, acme.platform, monkeypatch)
    month.play()

    executed = month.bank.executed()
    assert [one for one in executed if one.times - one.returns > 1] == [], "paid twice"
    assert {one.times for one in executed} <= {1}, "ordered twice"
    gap = month.bank.balance - (agreement.booked() - month.before)
    assert gap == agreement.explained(), months.story(month)
    assert list(check.find()) == []
    assert month.unnamed() == [], months.story(month)
