"""No migration holds up payments for long: squawk, a linter of PostgreSQL migrations, reads the SQL of each."""

import json
import pathlib
import shutil
import subprocess
import sys

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.support import apps

pytestmark = pytest.mark.service

_LOCKS = (
    "adding-field-with-default",
    "adding-foreign-key-constraint",
    "adding-not-nullable-field",
    "adding-required-field",
    "adding-serial-primary-key-field",
    "ban-concurrent-index-creation-in-transaction",
    "ban-drop-column",
    "ban-drop-not-null",
    "ban-drop-table",
    "changing-column-type",
    "constraint-missing-not-valid",
    "disallowed-unique-constraint",
    "renaming-column",
    "renaming-table",
    "require-concurrent-index-creation",
    "require-concurrent-index-deletion",
    "transaction-nesting",
)
"""Rules about locks, and about what the release before needs; others are of style."""
_LANDED = {
    "payments.0005_deposits": {
        "adding-foreign-key-constraint",
        "ban-drop-not-null",
        "constraint-missing-not-valid",
        "disallowed-unique-constraint",
    },
    "payments.0007_accounts_by_type": {"require-concurrent-index-creation", "require-concurrent-index-deletion"},
    "payments.0008_owned_domains": {"changing-column-type", "constraint-missing-not-valid"},
    "platforms.0004_uma_domains": {"require-concurrent-index-deletion"},
}
"""Migrations that landed before squawk read them, before the first release: what landed never changes."""


def _squawk(folder: pathlib.Path, files: dict[str, tuple[str, bool]]) -> dict[str, set[str]]:
    """Lint the SQL of migrations, each with whether it is one database transaction; return the rules they break."""
    program = shutil.which("squawk", path=str(pathlib.Path(sys.executable).parent))
    assert program is not None
    found: dict[str, set[str]] = {}
    for is_atomic in (True, False):
        names = [name for name, (_, atomic) in files.items() if atomic is is_atomic]
        for name in names:
            (folder / f"{name}.sql").write_text(files[name][0])
        if not names:
            continue
        options = ["--reporter=Json", "--pg-version=14", *(["--assume-in-transaction"] if is_atomic else [])]
        told = subprocess.run(
            [program, *options, *(str(folder / f"{name}.sql") for name in names)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert told.returncode in {0, 1}, told.stderr
        for violation in json.loads(told.stdout):
            if violation["rule_name"] in _LOCKS or violation["rule_name"] == "syntax-error":
                found.setdefault(pathlib.Path(violation["file"]).stem, set()).add(violation["rule_name"])
    return found


@pytest.mark.django_db(transaction=True)
def test_a_migration_holds_up_nobody_for_long(tmp_path):
    loader = MigrationExecutor(connection).loader
    files = {}
    for key, migration in loader.disk_migrations.items():
        # The first one of an app makes its tables, which nobody uses yet.
        if key[0] in apps.STACK and not key[1].startswith("0001"):
            files[".".join(key)] = "\n".join(loader.collect_sql([(migration, False)])), migration.atomic
    assert len(files) > 15

    assert _squawk(tmp_path, files) == _LANDED


def test_the_linter_notices_what_it_is_for(tmp_path):
    bad = {
        "column": ("ALTER TABLE payments_transaction ADD COLUMN note text NOT NULL;", "adding-required-field"),
        "index": ("CREATE INDEX x ON payments_transaction (amount);", "require-concurrent-index-creation"),
        "key": (
            "ALTER TABLE payments_quote ADD CONSTRAINT k FOREIGN KEY (a) REFERENCES platforms_platform (id);",
            "adding-foreign-key-constraint",
        ),
        "check": ("ALTER TABLE payments_posting ADD CONSTRAINT c CHECK (amount > 0);", "constraint-missing-not-valid"),
        "type": ("ALTER TABLE payments_posting ALTER COLUMN amount TYPE numeric;", "changing-column-type"),
        "name": ("ALTER TABLE payments_posting RENAME COLUMN amount TO sum;", "renaming-column"),
        "gone": ("ALTER TABLE payments_posting DROP COLUMN amount;", "ban-drop-column"),
    }

    found = _squawk(tmp_path, {name: (sql, True) for name, (sql, _) in bad.items()})

    assert {name: rule in found.get(name, ()) for name, (_, rule) in bad.items()} == dict.fromkeys(bad, True)
    new = "CREATE TABLE x (id bigint PRIMARY KEY, a text NOT NULL); CREATE INDEX y ON x (a);"
    assert _squawk(tmp_path, {"new": (new, True)}) == {}, "a table that is made there is used by nobody"
