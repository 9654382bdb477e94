"""Lines that wait for being applied: the same as were read, in their order, and readable to nobody else."""

import dataclasses
import datetime as dt

import pytest

from banks.formats.records import Detail, Line, LineKind
from banks.statements.incoming import kept_lines
from banks.statements.incoming.kept_lines import KeptLines
from tests.banks.formats import messages

WHOLE = messages.line(1, details=(messages.detail(), messages.detail(amount=2, reason="AC04", name="Łukasz „x“\n")))
BARE = Line(place="line 1", kind=LineKind.DEBIT, amount=0, currency="EUR", is_credit=False)


def _full(line: Line) -> Line:
    """A line with a value in every field of a date, a text or a number."""
    return dataclasses.replace(
        line, booked_on=dt.date(2026, 2, 28), value_on=dt.date(1999, 12, 31), batch_id="B", text="t", is_booked=False
    )


@pytest.mark.parametrize("at_once", [1, 1000, 10**6])
def test_lines_are_kept_as_they_are_in_their_order(monkeypatch, at_once):
    monkeypatch.setattr(kept_lines, "_AT_ONCE_BYTES", at_once)
    monkeypatch.setattr(kept_lines, "_IN_MEMORY_BYTES", 100)
    taken = [(0, WHOLE), (0, BARE), (1, _full(WHOLE)), (7, _full(BARE)), (7, WHOLE)]

    with KeptLines() as kept:
        for statement, line in taken:
            kept.take(statement, line)
        found = list(kept)

    assert found == taken
    assert [type(line.kind) for _, line in found] == [LineKind] * len(taken)
    assert all(isinstance(detail, Detail) for _, line in found for detail in line.details)


def test_there_may_be_no_lines():
    with KeptLines() as kept:
        assert list(kept) == []


def test_nothing_of_a_line_is_readable_in_the_file():
    with KeptLines() as kept:
        kept.take(0, WHOLE)
        list(kept)
        kept._file.seek(0)
        content = kept._file.read()

    assert len(content) > 100
    for text in (WHOLE.place, WHOLE.details[0].name, WHOLE.details[0].account):
        assert text
        assert text.encode() not in content
