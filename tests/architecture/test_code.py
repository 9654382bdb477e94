"""What the source says: imports, sizes, where database transactions open."""

import ast
import collections
import pathlib
import re
import subprocess
import sys

import pytest

from tests.support import apps

pytestmark = pytest.mark.service

_ROOT = pathlib.Path(__file__).parents[2]
_FILES = [
    path
    for folder in (*apps.PRODUCT, "tests", "bench", "clients")
    for path in sorted((_ROOT / folder).rglob("*.py"))
    if not {"migrations", "generated", "node_modules"} & set(path.parts)
]
_EDGES = {"admin", "api", "flows", "handlers.py", "hosted", "management", "models", "providers", "tasks.py"}
"""Where requests, messages, tasks and pages come in: there database transactions are opened."""
_OF_SEVERAL_TRANSACTIONS = {
    "banks/rail/files.py",
    "banks/rail/rail.py",
    "banks/rail/sweeps.py",
    "banks/statements/incoming/arrivals.py",
    "banks/statements/incoming/importing.py",
    "banks/statements/matching/matching.py",
    "payments/ledger/check.py",
    "payments/ledger/seals.py",
    "payments/proofs/sealing.py",
    "payments/rates/feed.py",
    "payments/reporting/checked_balances.py",
    "payments/reporting/counting.py",
    "payments/reporting/daily_totals.py",
    "payments/reporting/statement_runs.py",
    "payments/transfers/payee_fill.py",
    "payments/transfers/batches.py",
    "payments/transfers/files.py",
    "payments/workflow/advancing.py",
    "payments/workflow/leases.py",
    "platforms/operations/attempts.py",
    "platforms/operations/audit_seals.py",
    "platforms/operations/nightly_checks.py",
    "platforms/operations/unread_pages.py",
    "platforms/operations/staff_powers.py",
    "webhooks/delivery/alerts.py",
    "webhooks/delivery/approvals.py",
    "webhooks/delivery/listeners.py",
    "webhooks/delivery/sender.py",
    "webhooks/developer/ping.py",
    "webhooks/signing/public_keys.py",
}
"""What works in steps, each a database transaction of its own, and calls operations in them."""
_RULES = {"account_types", "formats", "completeness.py", "entries.py", "high_water_mark.py"}
"""Pure functions, over tables of data and of files, what a movement is declared with, and one that counts."""
_OPERATIONS = [
    path
    for path in _FILES
    if path.parts[len(_ROOT.parts)] in {"invitations", "banks", "payments", "compliance", "webhooks"}
    or path.parent == _ROOT / "platforms" / "operations"
    if not (_EDGES | _RULES) & set(path.parts) and str(path.relative_to(_ROOT)) not in _OF_SEVERAL_TRANSACTIONS
]


def test_imports_keep_the_contracts():
    # pyproject.toml, [tool.importlinter]: the stack, the layers inside each app, the doors between them.
    # By a process of its own: the linter switches off the loggers of the one that calls it.
    linter = pathlib.Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([linter, "--no-cache"], cwd=_ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout


def test_no_contract_has_exceptions():
    assert "ignore_imports" not in (_ROOT / "pyproject.toml").read_text()


def test_a_package_has_one_version_whatever_the_python():
    named = re.findall(r"^([a-z0-9._-]+)(?:\[.*\])?==", (_ROOT / "requirements.lock").read_text(), re.MULTILINE)

    assert "django" in named
    assert [name for name in named if named.count(name) > 1] == []


@pytest.mark.parametrize("path", _FILES, ids=lambda path: str(path.relative_to(_ROOT)))
def test_a_file_can_be_read_in_one_sitting(path):
    # The rule is about 400 lines; a table may need a few more.
    assert len(path.read_text().splitlines()) <= 420


def test_operations_leave_opening_database_transactions_to_the_edge():
    # Called, used as a decorator or passed on: the name is what counts.
    found = [
        f"{path.relative_to(_ROOT)}:{node.lineno}"
        for path in _OPERATIONS
        if re.search(r"\b(?:atomic|commit|rollback)\b", text := path.read_text())
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute | ast.Name) and _name(node) in {"atomic", "commit", "rollback"}
    ]

    assert found == []


def test_nobody_locks_a_platform_against_what_names_it():
    """FOR UPDATE does: a payment asks for the platform's key at its commit, and may hold what the other waits for."""
    locks = re.compile(r"\bPlatform\.objects\.select_for_update\((?!no_key=True)")
    of_the_service = [path for path in _FILES if path.parts[len(_ROOT.parts)] in apps.PRODUCT]

    assert [str(path) for path in of_the_service if locks.search(path.read_text())] == []


def test_only_one_function_makes_pauses_longer():
    """Whatever grows with a count is bounded there, in `platforms.base.backoff`; the others shift bits."""
    growing = {
        str(path.relative_to(_ROOT))
        for path in _FILES
        if path.parts[len(_ROOT.parts)] in apps.PRODUCT
        for node in ast.walk(ast.parse(path.read_text()))
        if _grows(node)
    }

    assert growing == {
        "platforms/base/backoff.py",
        "config/launch/interrupts.py",
        "payments/account_types/bolt11.py",
        "payments/proofs/verify_proof.py",
        "compliance/providers/matching.py",
    }


def _grows(node: ast.AST) -> bool:
    """Tell whether something is doubled, or raised to a power that is no constant; powers of ten scale amounts."""
    match node:
        case ast.BinOp(op=ast.Pow() | ast.LShift(), right=ast.Constant()):
            return False
        case ast.BinOp(left=left, op=ast.Pow()):
            return ast.unparse(left) not in {"10", "Fraction(10)"}
        case ast.BinOp(left=ast.Constant(), op=ast.LShift()) | ast.AugAssign(op=ast.Mult(), value=ast.Constant()):
            return True
        case ast.Call(func=ast.Attribute() | ast.Name() as function):
            return _name(function) in {"pow", "exp", "exp2", "ldexp"}
    return False


def test_public_operations_take_keywords_only():
    found = []
    for path in _OPERATIONS:
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                names = {argument.arg for argument in node.args.args}
                if "now" in names or "actor" in names or len(names) > 2:
                    found.append(f"{path.relative_to(_ROOT)}:{node.lineno} {node.name}")

    assert found == []


def test_a_folder_can_be_seen_at_a_glance():
    count = collections.Counter(path.parent.relative_to(_ROOT) for path in _FILES)

    assert [(str(folder), number) for folder, number in count.items() if number > 20] == []


def test_no_test_imports_another():
    """What two of them need lies in `tests/support`, or in a module of their folder that is no test."""
    # Parsed are statements that may be one: to parse all files takes seconds.
    imports = re.compile(r"^\s*(from\s+tests\b[^\n(]*(?:\([^)]*\)|))", re.MULTILINE)
    found = [
        f"{path.relative_to(_ROOT)}: {node.module}"
        for path in _FILES
        for statement in imports.findall(path.read_text())
        if "test_" in statement
        for node in ast.parse(statement).body
        if isinstance(node, ast.ImportFrom)
        if any(
            name.startswith("test_")
            for name in [*(node.module or "").split("."), *(alias.name for alias in node.names)]
        )
    ]

    assert found == []


def test_there_is_no_folder_or_file_for_leftovers():
    names = {path.stem for path in _FILES} | {parent.name for path in _FILES for parent in path.parents}

    assert not names & {"utils", "util", "common", "core", "helpers", "misc"}


def test_only_providers_and_the_models_of_platforms_know_the_sandbox_by_name():
    """Rule 8: production code never asks whether this is the sandbox; its platform's environment chooses providers."""
    magic = [
        str(path.relative_to(_ROOT))
        for path in _FILES
        if path.parts[len(_ROOT.parts)] in {"banks", "payments", "compliance"}
        and "sandbox" not in str(path.relative_to(_ROOT)).lower()
        and ('"SANDBOX"' in path.read_text() or "is_sandbox" in path.read_text())
    ]

    assert magic == []


def _name(node: ast.Attribute | ast.Name) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id
