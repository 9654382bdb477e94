"""`manage.py ledger_check`: re-add the books, compare the journal with its seals, and name each fault."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from payments.ledger import check, seals
from payments.reporting import checked_balances
from platforms.encryption.seals import noted


class Command(BaseCommand):
    """Check the books; the exit status is 1 when they are broken."""

    help = "Re-add every journal entry and balance, compare the journal with its seals and name each fault found."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take a seal that was noted elsewhere."""
        parser.add_argument("--expect", metavar="NUMBER:DIGEST", type=noted, help="a seal that was noted elsewhere")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the check, which also stores its outcome for /readyz."""
        outcome = check.run(expected=options["expect"])
        for fault in outcome.faults:
            self.stdout.write(f"{fault['kind']:32} {fault['subject']}: {fault['detail']}")
        self.stdout.write(f"{outcome.entries} entries, {outcome.postings} postings, {len(outcome.faults)} faults")
        if head := seals.LOG.head():
            self.stdout.write("newest seal {}:{}".format(*head))
        if not any(fault["kind"].startswith("BALANCE") for fault in outcome.faults):
            checked_balances.renew()
        if outcome.faults:
            raise CommandError("The books are broken.")
