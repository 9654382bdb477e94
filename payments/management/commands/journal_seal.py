"""`manage.py journal_seal`: seal the journal and print the newest seal, to be kept somewhere else."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from payments.ledger import seals


class Command(BaseCommand):
    """Export the newest seal of the journal: one line, which binds all entries and seals before it."""

    help = "Seal the journal and print its newest seal, NUMBER:DIGEST, for `ledger_check --expect`."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the seal alone, so that it can be written to a file."""
        seals.LOG.seal_all()
        head = seals.LOG.head()
        if head is None:
            raise CommandError("The journal is empty: there is nothing to seal.")
        self.stdout.write("{}:{}".format(*head))
