"""`manage.py support_packet`: one archive for somebody who helps, without secrets and personal data."""

import pathlib
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.support import packet
from platforms.base import clock


class Command(BaseCommand):
    """Write the archive; nobody but its owner can read the file."""

    help = "Write an archive for support: what doctor, metrics, settings, database and nightly checks say. No secrets."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("file", type=pathlib.Path, help="a new file, such as support.zip")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file; one that exists stays as it is."""
        content, file = packet.make(now=clock.real_now()), options["file"]
        try:
            file.touch(mode=0o600, exist_ok=False)
            file.write_bytes(content)
        except OSError as error:
            message = f"{file} can't be written ({type(error).__name__}). Name a new file."
            raise CommandError(message) from None
        self.stdout.write(f"Wrote {file}: {len(content)} bytes. Read it before you send it.")
