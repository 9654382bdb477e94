"""What the pages about faults, backups, upgrades and keys name exists: tests, commands, rows for what is tested."""

import re

import pytest
from django.core.management import get_commands

from config.launch import environment
from tests.docs import named_tests
from tests.support.servers import faults, lasting_faults, watching

_PAGES = ("backup.md", "disaster.md", "keys.md", "outages.md", "upgrade.md")
_WITH_TESTS = {"disaster.md": 6, "keys.md": 11, "outages.md": 19}
"""Pages whose rows all name a test, and how many rows there are at least."""


def _text(page: str) -> str:
    return (named_tests.OPERATOR / page).read_text()


def _what_happens() -> str:
    """Return the tables of faults, without the one of how each is seen."""
    return _text("outages.md").partition(watching.HEADING)[0]


@pytest.mark.parametrize("page", _PAGES)
def test_every_test_that_a_page_names_exists(page):
    text = _text(page)

    assert named_tests.missing(text) == []
    assert text.count("tests/") == len(named_tests.TEST.findall(text)), "something looks like a test and is not read"


@pytest.mark.parametrize("page", _WITH_TESTS)
def test_every_row_names_the_test_that_shows_it(page):
    text = _what_happens() if page == "outages.md" else _text(page)

    assert len(named_tests.rows(text)) >= _WITH_TESTS[page]
    assert named_tests.without_test(text) == []


@pytest.mark.parametrize("page", _PAGES)
def test_every_command_that_a_page_names_exists(page):
    named = set(re.findall(r"manage\.py ([a-z_]+)", _text(page)))

    assert named - set(get_commands()) == set()


def test_every_fault_that_is_tested_has_its_row_with_its_test():
    rows = {row[0].lower(): row for row in named_tests.rows(_what_happens())}

    assert len({len(row) for row in rows.values()}) == 1, "a row for each fault, with a cell for each heading"
    for names, test in (
        (faults.KILLED, "test_a_killed_process_comes_back_and_nothing_is_lost"),
        (faults.STOPPED, "test_a_stopped_process_goes_on_and_nothing_is_lost"),
    ):
        for name in names:
            assert f"`tests/faults/test_processes.py::{test}`" in rows[name][-1], name


def test_every_fault_names_its_alarm_and_those_alarms_lead_back_to_the_page():
    """Anchors are checked where the pages are made: a broken one ends `make docs`."""
    alarms = {
        row[0].partition("]")[0].strip("["): row for row in named_tests.rows(_text("monitoring.md")) if len(row) == 4
    }
    named = set()
    for row in named_tests.rows(_what_happens()):
        found = re.findall(r"\[(\w+)\]\(monitoring\.md#(\w+)\)", row[-2])
        assert found or row[-2] == "none", row[0]
        assert [anchor for name, anchor in found if anchor != name.lower()] == []
        named |= {name for name, _ in found}

    assert named == {name for name, row in alarms.items() if "(outages.md#" in row[-1]}
    assert [name for name, row in alarms.items() if ".md" not in row[-1]] == []


def test_every_fault_has_its_row_of_how_it_is_seen_and_how_that_is_known():
    seen = watching.rows()

    assert list(seen) == [row[0].lower() for row in named_tests.rows(_what_happens())]
    for name, row in seen.items():
        tests = named_tests.TEST.findall(row.known_by)
        assert tests or row.known_by.startswith("by reasoning: "), name
        if not row.known_by.startswith("by "):
            [(path, _)] = tests
            assert name in (named_tests.PROJECT / path).read_text().lower() or name in lasting_faults.FAULTS, name
    compared = {name for name, row in seen.items() if "/test_seen.py::" in row.known_by}
    assert compared == set(lasting_faults.FAULTS)


def test_every_secret_has_its_row():
    keys = " ".join(row[0] for row in named_tests.rows(_text("keys.md")))

    assert [name for name in environment.new_secrets() if f"`{name}`" not in keys] == []
