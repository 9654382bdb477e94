"""Which tests run: those of a kind, those that a change concerns, and those that reach most for their time."""

import pathlib

import pytest

from tests.selection import changed, closeness, kinds, measuring, reach, units
from tests.selection.measuring import chosen

REACHED = {"broad": {1, 2, 3, 4}, "narrow": {1, 2}, "alone": {9}, "nothing": set()}
MODULE = """
LIMIT = 5

class Sender:
    field = 1

    def send(self):
        return [LIMIT for _ in ()]

def other():
    def inner():
        return 1
    return inner
"""


def test_what_reaches_most_for_its_time_is_chosen():
    assert chosen(REACHED, {"broad": 2.0, "narrow": 2.0, "alone": 2.0, "nothing": 2.0}, most=2) == {"broad"}
    assert chosen(REACHED, {"broad": 5.0, "narrow": 1.0, "alone": 1.0, "nothing": 1.0}, most=2) == {"narrow", "alone"}


def test_a_line_that_nothing_else_reaches_counts_more_than_one_that_was_reached():
    seconds = {"broad": 2.0, "narrow": 2.0, "alone": 1.5, "nothing": 1.0}

    # Of two lines that were reached once each is worth a half: 1 for 2 seconds, against 1 for 1.5.
    assert chosen(REACHED, seconds, most=4) == {"broad", "alone"}


def test_lines_are_reached_again_while_time_is_left():
    seconds = {"broad": 2.0, "narrow": 2.0, "alone": 2.0, "nothing": 2.0}

    assert chosen(REACHED, seconds, most=6) == {"broad", "alone", "narrow"}
    assert chosen(REACHED, seconds, most=8) == set(REACHED)
    assert chosen(REACHED, seconds, most=1) == set()


def test_who_is_always_run_counts_as_having_reached():
    seconds = {"broad": 2.0, "narrow": 1.0, "alone": 1.0, "nothing": 1.0}

    assert chosen(REACHED, seconds, most=1, always=["broad"]) == {"broad", "alone"}


def _changed(old: str, new: str) -> set[str]:
    return units.changed(units.of_module("m.py", MODULE), units.of_module("m.py", MODULE.replace(old, new)))


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("LIMIT = 5", "LIMIT = 6", {"m.py:LIMIT"}),
        ("field = 1", "field = 2", {"m.py:Sender"}),
        ("class Sender:", "class Sender(dict):", {"m.py:Sender"}),
        ("[LIMIT", "[1 + LIMIT", {"m.py:Sender.send"}),
        ("return 1", "return 2", {"m.py:other"}),
        ("def other", "def another", {"m.py:other", "m.py:another"}),
        ("LIMIT = 5", "LIMIT = 5  # a comment", set()),
    ],
)
def test_a_change_is_of_the_units_it_stands_in(old, new, names):
    assert _changed(old, new) == names


def test_who_uses_a_constant_or_a_class_is_found():
    module = units.of_module("m.py", MODULE)

    assert [name for name, statements in module.items() if units.mentions(statements, {"LIMIT"})] == [
        "m.py:LIMIT",
        "m.py:Sender.send",
    ]
    assert units.mentions(units.of_module("n.py", "def use(): return m.LIMIT")["n.py:use"], {"LIMIT"})


def test_what_a_module_imports_is_named_whichever_way_it_is_written():
    source = "import a.b\nfrom c import d\n\ndef test():\n    from e.f import g as h\n"

    assert units.imported(source) == {"a.b", "c", "c.d", "e.f", "e.f.g"}


def test_a_line_of_a_body_belongs_to_its_unit_and_the_head_of_a_function_to_none():
    lines = units.lines(units.of_module("m.py", MODULE))

    assert [lines.get(number) for number in (2, 4, 5, 7, 8, 12)] == [
        "m.py:LIMIT",
        None,
        "m.py:Sender",
        None,
        "m.py:Sender.send",
        "m.py:other",
    ]


def test_the_map_names_first_what_takes_little_and_reaches_few():
    rows = {
        "short": reach.Row(1, is_quick=True, reached=0b011),
        "long": reach.Row(9, is_quick=True, reached=0b011),
        "narrow": reach.Row(1, is_quick=True, reached=0b001),
        "elsewhere": reach.Row(1, is_quick=True, reached=0b100),
    }
    made = reach.Map("commit", ("a", "b", "c"), rows)

    assert made.reaching(made.bits({"a"})) == ["narrow", "short", "long"]
    assert made.reaching(made.bits({"b", "unknown"})) == ["short", "long"]
    assert made.reaching(made.bits({"unknown"})) == []


_FOUND_BY_FOUR = (
    "tests/backoffice/support_desk/test_search.py::test_an_account_is_found_by_its_last_four_and_by_its_beneficiary"
)
_SETTLED = "tests/payments/transfers/test_transfers.py::test_transfer_out_is_settled"
_SCREENED = "tests/compliance/screening/test_screenings.py::test_owners_are_screened_with_their_business"


def test_of_hundreds_of_tests_those_come_first_that_have_the_words_of_the_change():
    assert closeness.closest(closeness.words("last_four"), [_SETTLED, _FOUND_BY_FOUR]) == [_FOUND_BY_FOUR]
    assert closeness.closest(closeness.words("read four"), [_SETTLED, _FOUND_BY_FOUR]) == []


def test_a_word_that_all_have_tells_nothing_apart():
    words = {"tests", "payments", "screening"}

    assert closeness.closest(words, [_SETTLED, _SCREENED])[0] == _SCREENED


def test_lists_take_turns():
    assert closeness.alternately(["a", "b", "c"], ["b", "d"]) == ["a", "b", "c", "d"]
    assert closeness.alternately([], ["a"]) == ["a"]


def test_the_first_that_take_the_budget_run_and_what_is_too_long_is_left():
    seconds = {"long": 9.0, "first": 2.0, "second": 3.0, "third": 2.0}

    assert changed.within(["first", "long", "second", "third"], seconds, 6.0) == ["first", "second"]
    assert changed.within(["long"], seconds, 6.0) == []


def test_a_test_without_a_row_is_found_by_what_its_file_imports():
    """What `/metrics` shows is tested in a file that starts processes, which the map does not measure."""
    names = changed.importers({"config/metrics/figures.py"})

    assert "tests/platforms/http/test_metrics.py::test_all_figures_can_be_had" in names
    assert reach.read().rows.keys().isdisjoint(names)


def test_a_map_that_knows_too_few_of_the_tests_says_so():
    rows = {f"test{number}": reach.Row(1, is_quick=True, reached=1) for number in range(100)}
    made = reach.Map("commit", ("a",), rows)

    assert made.staleness({*rows, "new"}) == ""
    assert "6 test functions are not in it" in made.staleness({*rows, *(f"new{number}" for number in range(6))})
    assert "There is no map" in reach.Map("").staleness(set(rows))


def test_the_rows_of_some_tests_are_measured_anew_in_the_second_of_the_map():
    former = reach.Map(
        "commit",
        ("b", "d"),
        {"kept": reach.Row(4, is_quick=True, reached=0b11), "again": reach.Row(2, is_quick=True, reached=0b01)},
        {"old": 1.0},
    )
    rows = {"again": reach.Row(6, is_quick=False, reached=0b01), "new": reach.Row(3, is_quick=True, reached=0b11)}

    made = reach.merged(former, reach.Map("later", ("a", "d"), rows, {"old": 1.0}))

    assert made.reaching(made.bits({"d"})) == ["new", "kept"]
    assert made.reaching(made.bits({"a"})) == ["again", "new"]
    assert made.reaching(made.bits({"b"})) == ["kept"]
    assert {name: row.seconds for name, row in made.rows.items()} == {"kept": 4, "again": 2, "new": 1}
    assert {name for name, row in made.rows.items() if row.is_quick} == {"kept", "again"}
    with pytest.raises(LookupError, match="in the map already"):
        reach.merged(former, reach.Map("later", ("a",), {"new": rows["new"]}))


def test_a_map_that_was_measured_on_a_busy_machine_is_the_same(tmp_path, monkeypatch):
    """With seconds of the clock, a minute's worth of tests was a third of one after a busy measurement."""
    kept = []
    for load in (1, 3):
        monkeypatch.setattr(reach, "FILE", tmp_path / "map.json.xz")
        rows = {
            name: reach.Row(seconds * load, is_quick=False, reached=1) for name, seconds in (("a", 0.5), ("b", 4.0))
        }
        reach.write(reach.Map("commit", ("unit",), rows))
        kept.append({name: row.seconds for name, row in reach.read().rows.items()})

    assert kept[0] == kept[1] == {"a": 0.222, "b": 1.778}


def test_a_map_that_is_made_without_reports_keeps_what_other_kinds_took(tmp_path, monkeypatch):
    kept, gone, ran = "tests/launch/test_checks.py", "tests/launch/test_gone.py", "tests/launch/test_run.py"
    monkeypatch.setattr(reach, "FILE", tmp_path / "map.json.xz")
    monkeypatch.setattr(measuring, "_REPORTS", tmp_path)
    reach.write(reach.Map("commit", files={kept: 3.0, gone: 2.0, ran: 5.0}))
    case = '<testcase classname="tests.launch.test_run" time="1.5"/>'
    (tmp_path / "service.xml").write_text(f"<testsuites><testsuite>{case}</testsuite></testsuites>")

    assert measuring.of_other_kinds() == {kept: 3.0, ran: 1.5}


def test_the_map_in_the_tree_knows_what_a_change_concerns():
    """A function that moves money, and a test of it that everybody would name."""
    made = reach.read()
    reaching = made.reaching(made.bits({"payments/pricing/arithmetic.py:to_units"}))

    assert any(name.startswith("tests/payments/pricing/") for name in reaching[:20])


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        ("", kinds.COMMON),
        ("pytestmark = pytest.mark.service\n", kinds.SERVICE),
        ("pytestmark = [pytest.mark.django_db, pytest.mark.beside]\n", kinds.BESIDE),
        ("pytestmark = [\n    pytest.mark.django_db,\n    pytest.mark.service,\n]\n", kinds.SERVICE),
        ("pytestmark = pytest.mark.django_db\n\n\n@pytest.mark.service\ndef test(): ...\n", kinds.COMMON),
    ],
)
def test_a_file_says_its_kind_at_its_head(head, kind, tmp_path: pathlib.Path):
    file = tmp_path / "test_it.py"
    file.write_text(head)

    assert kinds.of(file) == kind


def test_the_tests_that_changes_are_mapped_to_exist():
    mapped = {each for _, of_pattern in changed.FOLDERS for each in of_pattern}
    single = {each for each in mapped if "::" in each}

    assert [each for each in sorted(mapped - single) if not (changed.ROOT / each).is_dir()] == []
    assert single <= reach.read().rows.keys()
