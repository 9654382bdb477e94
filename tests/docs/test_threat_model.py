"""The page of threats names tests: they exist, and each row has one."""

import ast
import pathlib
import re

from config.launch import environment

PROJECT = pathlib.Path(environment.PROJECT)
PAGE = (PROJECT / "docs" / "operator" / "threat-model.md").read_text()
_TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def _rows() -> list[list[str]]:
    tables = [line for line in PAGE.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in tables]
    return [row for row in rows if row[0] not in {"What crosses", "---"}]


def test_every_row_says_what_crosses_what_could_happen_what_stops_it_and_names_its_test():
    rows = _rows()

    assert len(rows) > 30
    assert [row for row in rows if len(row) != 4 or not all(row) or not _TEST.search(row[3])] == []


def test_every_test_that_is_named_exists():
    named = _TEST.findall(PAGE)

    missing = [f"{path}::{name}" for path, name in named if name not in _tests_of(PROJECT / path)]

    assert missing == []
    assert PAGE.count("tests/") == len(named), "something looks like a test and is not read as one"


def _tests_of(path: pathlib.Path) -> set[str]:
    if not path.exists():
        return set()
    return {node.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)}
