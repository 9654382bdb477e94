"""The page of threats names tests: they exist, and each row has one."""

from tests.docs import named_tests

PAGE = (named_tests.OPERATOR / "threat-model.md").read_text()


def test_every_row_says_what_crosses_what_could_happen_what_stops_it_and_names_its_test():
    rows = named_tests.rows(PAGE)

    assert len(rows) > 30
    assert [row for row in rows if len(row) != 4] + named_tests.without_test(PAGE) == []


def test_every_test_that_is_named_exists():
    assert named_tests.missing(PAGE) == []
    assert PAGE.count("tests/") == len(named_tests.TEST.findall(PAGE)), "something looks like a test and is not read"
