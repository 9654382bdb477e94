"""`manage.py migrate`: Django's, as the owner of the database; then the service's role gets its rights."""

import contextlib
import time
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.core.management.sql import emit_post_migrate_signal
from django.db import Error, connection

from config.database import database_role, grants, structure
from platforms.database.locks import Lock

_WITHOUT_CHANGE = ("check_unapplied", "fake", "fake_initial", "plan", "prune")
"""Options of a call that runs no migration, or not in the usual way."""
_NAME = "config.migrate"
_ASK_SECONDS = 1.0


class Command(migrate.Command):
    """Migrate (an empty database by one script), and apply the table of grants."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Connect as the owner before the first check."""
        with database_role.as_owner():
            return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate, then grant. Without the service's role nothing is changed."""
        role = database_role.service()
        if role is not None and not grants.is_role(role):
            message = f"The role '{role}' of DATABASE_URL is not there. See docs/operator/database.md."
            raise CommandError(message)
        with self._alone():
            self._migrate(*args, **options)
            if role is not None:
                grants.apply(role)

    def _migrate(self, *args: Any, **options: Any) -> None:
        is_run = not any(options[name] for name in _WITHOUT_CHANGE)
        if is_run and not options["app_label"] and structure.make():
            if options["verbosity"]:
                self.stdout.write("The database was empty: it has all tables now.")
            emit_post_migrate_signal(options["verbosity"], options["interactive"], options["database"])
            return
        super().handle(*args, **options)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Wait until no other `migrate` works on this database: two would take each other's work for done.

        By asking again: who waits for a lock has a snapshot, and the other one could wait for the end of that. With the
        settings for a proxy that pools by transaction nobody waits: a session's lock could stay there for ever.
        """
        if settings.PREPARE_THRESHOLD is None:
            yield
            return
        is_told = False
        while not _is_kept():
            if not is_told:
                self.stdout.write("Another migrate is running. Waiting for it.")
                is_told = True
            time.sleep(_ASK_SECONDS)
        try:
            yield
        finally:
            with contextlib.suppress(Error), connection.cursor() as cursor:
                Lock.MIGRATION.release(cursor, _NAME)


def _is_kept() -> bool:
    with connection.cursor() as cursor:
        return Lock.MIGRATION.try_to_keep(cursor, _NAME)
