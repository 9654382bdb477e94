"""`manage.py load_institutions`: update the directory of banks from its file."""

import pathlib
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from payments.directory import institutions
from platforms.base import clock


class Command(BaseCommand):
    """Load the directory of banks and mobile-money providers. `migrate` does the same each time it runs."""

    help = "Load the banks and mobile-money providers that GET /discoveries lists. Safe to repeat."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("--file", type=pathlib.Path, default=institutions.FILE, help="another file than our own")

    def handle(self, *args: Any, **options: Any) -> None:
        """Load the file in one database transaction."""
        try:
            with transaction.atomic(durable=True):
                loaded = institutions.load(file=options["file"], now=clock.real_now())
        except (institutions.FileRefused, OSError, UnicodeDecodeError) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{loaded.total} institutions: {loaded.written} written, {loaded.retired} retired")
