"""`manage.py ledger_check`: re-add the books and name each fault."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from payments.ledger import check


class Command(BaseCommand):
    """Check the books; the exit status is 1 when they are broken."""

    help = "Re-add every journal entry and balance and name each fault found."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the check, which also stores its outcome for /readyz."""
        outcome = check.run()
        for fault in outcome.faults:
            self.stdout.write(f"{fault['kind']:32} {fault['subject']}: {fault['detail']}")
        self.stdout.write(f"{outcome.entries} entries, {outcome.postings} postings, {len(outcome.faults)} faults")
        if outcome.faults:
            raise CommandError("The books are broken.")
