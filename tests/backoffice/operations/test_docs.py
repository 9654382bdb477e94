"""The operators' page, held against the code."""

import datetime as dt
import pathlib
import re

from payments.models import CaseKind
from payments.workflow import overdue

_DOCS = pathlib.Path(__file__).parents[3] / "docs" / "operator"
TEXT = (_DOCS / "operations.md").read_text()
_UNITS = {"minute": dt.timedelta(minutes=1), "hour": dt.timedelta(hours=1), "day": dt.timedelta(days=1)}


def test_every_limit_is_told_as_it_is():
    told = re.findall(r"\| `([A-Z_]+)` \| (\d+) (minute|hour|day)s? \|", TEXT)

    assert {name: int(number) * _UNITS[unit] for name, number, unit in told} == dict(overdue.LIMITS)
    assert overdue.OVERDUE == overdue.UNATTENDED == dt.timedelta(minutes=15)


def test_every_kind_of_case_is_explained():
    assert set(CaseKind.values) <= set(re.findall(r"`([A-Z_]+)`", TEXT))


def test_every_picture_is_there():
    named = re.findall(r"\(images/([^)]+)\)", TEXT)

    assert named
    assert [name for name in named if not (_DOCS / "images" / name).exists()] == []
