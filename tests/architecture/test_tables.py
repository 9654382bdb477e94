"""Whose tables the code of an app names: its own, and of others those of a list with reasons."""

import pathlib
import re
import tomllib

import pytest
from django.apps import apps

from tests.support.apps import STACK

_ROOT = pathlib.Path(__file__).parents[2]
_TABLES = {
    model._meta.db_table: app
    for app in STACK
    for model in apps.get_app_config(app).get_models(include_auto_created=True)
}
_SHARED = {
    # Who a row belongs to, which clock counts and what may be moved: columns that every app above joins by key.
    "platforms_platform",
    "platforms_platformcurrency",
    # Which institution a domain is.
    "platforms_umadomain",
    # How long due work that failed is left alone: part of each claim.
    "platforms_workfailure",
    # The search box of the back office finds a payment by the key of its request.
    "platforms_idempotencykey",
}
"""Tables of `platforms`, on which all stand, that SQL of other apps reads."""
_OF_PAYMENTS = {
    # Whom money is for, what has arrived, what waits in suspense: the nightly check joins rows of banks with them.
    *("payments_deposit", "payments_fundingreceipt", "payments_internalaccount", "payments_suspenseitem"),
    *("payments_quote", "payments_transaction"),
    # Which payments have changed since the night before, so that their rows are compared again.
    "payments_transactionstatuschange",
    # The entries that fees, recalls and claims must have.
    *("payments_journalentry", "payments_ledgeraccount", "payments_posting"),
}
"""Tables of `payments` that SQL of banks reads: one database, in which a payment by file is one row of each app."""
_WORD = re.compile(r"\w+")


def _named(text: str, *, by: str) -> set[str]:
    return {word for word in _WORD.findall(text) if _TABLES.get(word, by) != by}


def _of_others(app: str) -> dict[str, set[str]]:
    """The tables of other apps that files of an app name; migrations keep what they were landed with."""
    return {
        str(path.relative_to(_ROOT)): found
        for path in sorted((_ROOT / app).rglob("*"))
        if path.suffix in {".py", ".sql", ".html"} and "migrations" not in path.parts
        if (found := _named(path.read_text(), by=app))
    }


@pytest.mark.parametrize("app", STACK)
def test_no_app_names_the_tables_of_another(app):
    known = _SHARED | _OF_PAYMENTS if app == "banks" else _SHARED
    assert {path: found - known for path, found in _of_others(app).items() if found - known} == {}


def test_what_is_shared_is_read_by_others():
    read = {app: {table for found in _of_others(app).values() for table in found} for app in STACK}

    assert set().union(*read.values()) - _OF_PAYMENTS == _SHARED
    assert read["banks"] - _SHARED == _OF_PAYMENTS


def test_the_name_of_a_table_is_seen_wherever_it_stands():
    statement = 'f"SELECT id FROM compliance_customer WHERE {column} = %s"  # public."payments_transaction"'

    assert _named(statement, by="payments") == {"compliance_customer"}
    assert _named(statement, by="webhooks") == {"compliance_customer", "payments_transaction"}
    assert _named("SELECT id FROM compliance_party", by="payments") == set()


def test_every_room_of_every_app_stands_in_a_contract():
    """`exhaustive` needs containers, which the stack itself has not: its apps are all packages that there are."""
    linter = tomllib.loads((_ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    layers = [contract for contract in linter["contracts"] if contract["type"] == "layers"]
    [stack] = [contract for contract in layers if "containers" not in contract]
    packages = {path.parent.name for path in _ROOT.glob("*/__init__.py")} - {"tests", "bench", "clients", "deploy"}

    assert set(stack["layers"]) == set(linter["root_packages"]) == packages
    assert [contract["name"] for contract in layers if contract is not stack and not contract.get("exhaustive")] == []
    assert {name for contract in layers for name in contract.get("containers", ())} >= packages - {"config"}
