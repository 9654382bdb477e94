"""Rows of lines: inserted by COPY as a save would store them, or not at all."""

import datetime as dt

import pytest
from django.db import IntegrityError, connection, transaction

from banks.formats.records import Detail, Line, LineKind
from banks.models import BankStatement, BankStatementLine
from banks.statements import lines
from platforms.database import copies
from tests.banks.rail import world as rail
from tests.banks.statements import world

pytestmark = pytest.mark.django_db(transaction=True)
_ODD = ["back\\slash", "\\.", "\\N", "ta\tb", "new\nline", "Łukasz 'Gößmann\" 🙂", ""]


@pytest.fixture
def statement(acme):
    rail.connect(acme.platform)
    world.send(world.camt([]))
    return BankStatement.objects.get()


def _rows(statement, *texts: str) -> list[BankStatementLine]:
    """A row for each text: it is the name of the payer, and the line's code."""
    return [
        row
        for number, text in enumerate(texts, start=1)
        for row in lines.rows(
            statement=statement,
            number=number,
            line=Line(
                place=f"entry {number}",
                kind=LineKind.CREDIT,
                amount=10**15 + number,
                currency="EUR",
                is_credit=True,
                booked_on=dt.date(2026, 11, 23) if number % 2 else None,
                code=text,
                details=(Detail(name=text, account=f"FR14 2004 {number}", remittance="Invoice"),),
            ),
        )
    ]


def test_rows_are_stored_as_a_save_stores_them(statement):
    rows = _rows(statement, *_ODD)
    with transaction.atomic():
        copies.insert(rows)

    stored = list(BankStatementLine.objects.order_by("id"))

    names = [field.attname for field in BankStatementLine._meta.concrete_fields]
    binary = {"fingerprint", "account_digest"}
    for one, row in zip(stored, rows, strict=True):
        for name in names:
            found, made = getattr(one, name), getattr(row, name)
            assert (bytes(found) if name in binary else found) == made
        assert bytes(one.account_digest) == BankStatementLine._meta.get_field("account_digest").digest(
            one.their_account
        )
    assert [one.said.get("name", "") for one in stored] == [lines.clean(text, 140) for text in _ODD]
    with connection.cursor() as cursor:
        cursor.execute("SELECT string_agg(content::text, '') FROM payments_bankstatementline")
        [(sealed,)] = cursor.fetchall()
    assert "Invoice" not in sealed
    assert "Gößmann" not in sealed


def test_a_row_that_the_table_refuses_leaves_none(statement):
    rows = _rows(statement, "one", "two")
    rows[1].number = 1
    with pytest.raises(IntegrityError), transaction.atomic():
        copies.insert(rows)

    assert BankStatementLine.objects.count() == 0
    with transaction.atomic():
        copies.insert([])
