"""SQL is put together from constants of the code alone."""

import ast
import pathlib
from collections.abc import Iterator

from tests.support import apps

_ROOT = pathlib.Path(__file__).parents[2]
_AT_RUN_TIME = {
    "config/doctor/contents.py": "tables and columns of models",
    "config/management/commands/rotate_encryption_keys.py": "tables and columns of models",
    "payments/due.py": "conditions of this module, and names of tables that callers have in their statements",
    "banks/statements/shown.py": "kinds of decisions of this module",
    "banks/statements/nightly/claims.py": "rows of the table of movements",
    "payments/ledger/books_comparison.py": "names of tables that apps register",
    "platforms/operations/check_keys.py": "tables and columns that comparisons have in their code",
    "payments/ledger/comparison.py": "rows of the table of movements",
    "payments/ledger/terms_comparison.py": "moments in SQL of this module",
    "payments/reporting/reports/declared.py": "the column of a key, which reports have in their code",
    "payments/reporting/reports/fee_totals.py": "groups of this module",
    "payments/ledger/check_parts.py": "tables that comparisons name in their code",
    "payments/reporting/reports/outstanding.py": "statements that apps register",
    "payments/reporting/reports/payment_totals.py": "groups of this module",
    "payments/reporting/reports/revenue.py": "groups of this module",
    "payments/workflow/leases.py": "the queue's own table and columns",
    "payments/workflow/claims.py": "conditions of `payments.due`, and the queue's own table and columns",
    "payments/workflow/overdue.py": "columns and conditions of this module, and what rails of our own register",
    "platforms/audit.py": "the table's columns, which the module lists",
    "platforms/backoffice/search.py": "tables and expressions of indexes that pages name in their code",
    "platforms/database/high_water.py": "tables of models",
    "platforms/database/key_times.py": "tables and columns of models",
    "webhooks/delivery/claim_statements.py": "names and conditions that `queues` has in its code",
    "webhooks/delivery/outcome_statements.py": "the same",
    "platforms/operations/nightly_checks.py": "names of checks, and conditions, in the code",
    "platforms/http/pagination.py": "tables, columns and conditions that lists have in their code",
    "platforms/database/spelt.py": "tables and expressions that migrations have in their code",
    "platforms/database/writes.py": "steps that callers have in their code",
}
"""Where pieces are put together in a function: what they are. When a module is loaded, nothing comes from outside."""


def _sources() -> Iterator[tuple[str, str]]:
    for app in apps.PRODUCT:
        for path in sorted((_ROOT / app).rglob("*.py")):
            yield str(path.relative_to(_ROOT)), path.read_text()


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr == "of_constants":
            yield each


def _in_functions(tree: ast.AST) -> Iterator[ast.Call]:
    for each in ast.walk(tree):
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _calls(each)


def test_no_statement_is_put_together_in_another_way():
    """The linter finds the others; it is told to look away nowhere."""
    assert {name for name, source in _sources() if "noqa: S608" in source} == set()


def test_the_text_is_written_where_it_is_used():
    written = [call.args for _, source in _sources() for call in _calls(ast.parse(source))]

    assert all(len(args) == 1 and isinstance(args[0], ast.Constant) for args in written)
    assert len(written) > 40


def test_pieces_are_constants_where_nothing_says_otherwise():
    assert {name for name, source in _sources() if any(_in_functions(ast.parse(source)))} == _AT_RUN_TIME.keys()
