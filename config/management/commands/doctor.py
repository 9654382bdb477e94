"""`manage.py doctor`: what is wrong with this installation, and what to do."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from config.doctor import examination, findings
from platforms import release


class Command(BaseCommand):
    """Print a line for each finding. The exit status is 0 without any, 1 with warnings only, 2 with errors."""

    help = "Say what is wrong with this installation and what to do. Ends with 0 (nothing), 1 (warnings) or 2 (errors)."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("--before-start", action="store_true", help="nothing runs yet: leave out what has to run")
        parser.add_argument("--json", action="store_true", help="for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Examine the installation."""
        found, asked = examination.examine(before_start=options["before_start"])
        running = release.name()
        if options["json"]:
            self.stdout.write(findings.as_json(found, asked, running))
        else:
            self.stdout.write("\n".join(findings.lines(found, asked, running)))
        if status := findings.status(found):
            sys.exit(status)
