"""`manage.py sweep_document_files`: erase files of documents that are due, and files that no document names."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from compliance.documents import retention
from platforms.base import clock


class Command(BaseCommand):
    """Erase files past their retention, and files without a document."""

    help = "Erase retired files that are due, and files that no document names."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the option to look at all days."""
        parser.add_argument("--all", action="store_true", help="look at all days, not only at the last ones")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print how many there were."""
        erased = retention.sweep(now=clock.real_now(), everything=options["all"])
        self.stdout.write(f"{erased} files erased")
