"""`manage.py audit_verify`: compare the audit log with its seals and name each changed row."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from platforms.base import clock
from platforms.encryption import seals
from platforms.operations import audit_seals


class Command(BaseCommand):
    """Verify the audit log; the exit status is 1 when something was changed."""

    help = "Compare the audit log with its chain of seals and name each fault found."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take a seal that was noted elsewhere."""
        parser.add_argument(
            "--expect", metavar="NUMBER:DIGEST", type=seals.noted, help="a seal that was noted elsewhere"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the check, which also stores its outcome for /readyz."""
        run = audit_seals.verify(now=clock.real_now(), expected=options["expect"])
        for fault in run.faults:
            self.stdout.write(f"{fault['kind']:16} {fault['subject']}: {fault['detail']}")
        self.stdout.write(f"{run.seals} seals, {run.rows} rows, {len(run.faults)} faults")
        head = audit_seals.LOG.head()
        if head:
            self.stdout.write("newest seal {}:{}".format(*head))
        if run.faults:
            raise CommandError("The audit log is not what it was, or does not explain what is there.")
