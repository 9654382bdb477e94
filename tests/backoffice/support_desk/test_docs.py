"""The support desk's page for staff, held against the code."""

import pathlib
import re

import pytest

from payments.models import SuspenseWay
from payments.workflow import suspense
from platforms.backoffice import actions, search

_DOCS = pathlib.Path(__file__).parents[3] / "docs"
TEXT = (_DOCS / "operator" / "support.md").read_text()


def test_everything_that_is_searched_by_is_explained():
    told = set(re.findall(r"\| \*([^*]+)\*", TEXT))

    assert {known.why for known in search._sources} <= told


@pytest.mark.parametrize("reason", suspense.WAYS)
def test_where_money_in_suspense_can_go_is_told_as_it_is(reason):
    columns = re.findall(r"`(\w+)`", next(line for line in TEXT.splitlines() if line.startswith("| Reason |")))
    row = next(line for line in TEXT.splitlines() if line.startswith(f"| `{reason}` |"))
    cells = [cell.strip() for cell in row.strip("|").split("|")][2:]

    assert columns == SuspenseWay.values
    assert {way for way, cell in zip(columns, cells, strict=True) if cell == "yes"} == set(suspense.WAYS[reason])


def test_who_has_to_agree_is_told_as_it_is():
    told = {"transaction.retry": "no", "transaction.fail_and_refund": "yes", "suspense.resolve": "yes"}
    told["event.redeliver"] = "no"

    for name, answer in told.items():
        assert actions.declared()[name].takes_two == (answer == "yes")


def test_every_picture_is_there():
    named = re.findall(r"\(images/([^)]+)\)", TEXT)

    assert named
    assert [name for name in named if not (_DOCS / "operator" / "images" / name).exists()] == []
