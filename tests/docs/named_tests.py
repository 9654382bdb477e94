"""Pages of operators name tests in the last column of their tables: which, and whether they exist."""

import ast
import pathlib
import re

from config.launch import environment

PROJECT = pathlib.Path(environment.PROJECT)
OPERATOR = PROJECT / "docs" / "operator"
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def rows(text: str) -> list[list[str]]:
    """The cells of all rows of a page's tables, without the headings."""
    found: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith("|---"):
            found.pop()
        elif line.startswith("|"):
            found.append([cell.strip() for cell in line.strip().strip("|").split(" | ")])
    return found


def without_test(text: str) -> list[list[str]]:
    """Rows with an empty cell, or whose last cell names no test."""
    return [row for row in rows(text) if not all(row) or not TEST.search(row[-1])]


def missing(text: str) -> list[str]:
    """Tests that a page names and that do not exist."""
    return [f"{path}::{name}" for path, name in TEST.findall(text) if name not in _tests_of(PROJECT / path)]


def _tests_of(path: pathlib.Path) -> set[str]:
    if not path.exists():
        return set()
    return {node.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)}
