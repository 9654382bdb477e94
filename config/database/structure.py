"""The tables of an empty database, made by one script instead of by all migrations so far.

`structure.sql` is the output of pg_dump for a database that was migrated step by step, with the names of its
migrations. A test compares the two and writes the file: `STRUCTURE_WRITE=1 make test
ARGS=tests/launch/test_structure.py`.
"""

import pathlib
import pkgutil

from django.apps import apps
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

FILE = pathlib.Path(__file__).with_name("structure.sql")
Name = tuple[str, str]
"""App and name of a migration."""
_IS_EMPTY = "SELECT current_schema() = 'public' AND to_regclass('public.django_migrations') IS NULL"
"""The script names the schema. In any other schema every migration is run."""


def make() -> bool:
    """Make all tables where nothing was ever migrated. Tell whether no migration remains to run."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_IS_EMPTY)
        if not cursor.fetchone()[0]:
            return False
        # A command of several statements can't be prepared.
        cursor.connection.execute(FILE.read_text(), prepare=False)
    return not missing()


def missing() -> set[Name]:
    """Return the migrations that the database lacks, without importing any."""
    return on_disk() - MigrationRecorder(connection).applied_migrations().keys()


def on_disk() -> set[Name]:
    """Return the migrations of this release."""
    return {
        (app.label, module.name)
        for app in apps.get_app_configs()
        for module in pkgutil.iter_modules([f"{app.path}/migrations"])
        if not module.ispkg and module.name[0] not in "_~"
    }
