"""`manage.py migrate`: Django's, as the owner of the database; then the service's role gets its rights."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.core.management.sql import emit_post_migrate_signal

from config.database import database_role, grants, indexes, structure

_OTHER_THAN_ALL = ("app_label", "check_unapplied", "fake", "fake_initial", "plan", "prune")
"""Options of a call that does something other than bringing the whole database up to date."""


class Command(migrate.Command):
    """Migrate (an empty database by one script; what was interrupted once more), and apply the table of grants."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Connect as the owner before the first check."""
        with database_role.as_owner():
            return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate, then grant. Without the service's role nothing is changed."""
        role = database_role.service()
        if role is not None and not grants.is_role(role):
            message = f"The role '{role}' of DATABASE_URL is not there. See docs/operator/database-roles.md."
            raise CommandError(message)
        is_all = not any(options[name] for name in _OTHER_THAN_ALL)
        is_made = is_all and structure.make()
        if is_all and not is_made:
            for name in indexes.drop_unfinished():
                self.stdout.write(f"The index {name} was not finished when a migration was interrupted: dropped.")
        if is_made:
            if options["verbosity"]:
                self.stdout.write("The database was empty: it has all tables now.")
            emit_post_migrate_signal(options["verbosity"], options["interactive"], options["database"])
        else:
            super().handle(*args, **options)
        if role is not None:
            grants.apply(role)
