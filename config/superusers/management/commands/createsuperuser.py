"""`manage.py createsuperuser`: Django's, as the owner of the database, and in the audit log."""

from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.contrib.auth.models import User
from django.core.management.base import CommandError
from django.db import ProgrammingError, transaction

from config.database import database_role
from platforms import audit
from platforms.base import clock
from platforms.operations import staff_powers


class Command(createsuperuser.Command):
    """Make an account with every role. The service's database role may not: DATABASE_OWNER_URL names who may."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Connect as the owner before the first question."""
        with database_role.as_owner():
            return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the account, then its row in the audit log: no database transaction waits while somebody types."""
        before = _names()
        try:
            super().handle(*args, **options)
        except ProgrammingError as error:
            if getattr(error.__cause__, "sqlstate", "") != "42501":
                raise
            message = (
                "Only the owner of the database makes superusers: set DATABASE_OWNER_URL. See docs/operator/staff.md."
            )
            raise CommandError(message) from None
        with transaction.atomic(durable=True):
            for name in sorted(_names() - before):
                staff_powers.record_superuser(name, actor=audit.operator("createsuperuser"), now=clock.real_now())


def _names() -> set[str]:
    return set(User.objects.filter(is_superuser=True).values_list("username", flat=True))
