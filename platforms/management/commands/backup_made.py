"""`manage.py backup_made base`: tell that a base backup was made, or `drill`, that one was restored and checked."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from platforms import audit
from platforms.base import clock
from platforms.operations import backups


class Command(BaseCommand):
    """Note in the audit log that a backup was made, or that the restore drill was done."""

    help = "Tell that a base backup was made and verified, or one restored. Alarms say when the last is too old."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the argument."""
        parser.add_argument("what", choices=[str(kind) for kind in backups.Kind], help="what was done, just now")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the entry."""
        kind = backups.Kind(options["what"])
        with transaction.atomic(durable=True):
            backups.tell(kind, actor=audit.operator("backup_made"), now=clock.real_now())
        self.stdout.write(f"Noted: {options['what']}.")
