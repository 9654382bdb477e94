"""`manage.py list_unaccepted`: stored accounts and names that would be refused if they were entered today."""

from typing import Any

from django.core.management.base import BaseCommand

from compliance.customers import unaccepted as unaccepted_names
from payments.accounts import unaccepted as unaccepted_accounts


class Command(BaseCommand):
    """List what the present rules refuse and earlier ones took. Nothing is changed."""

    help = "List external accounts, customers and owners whose details would be refused today. Changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line for each field: whose it is, and the reason, which repeats no value."""
        count = 0
        for account, problems in unaccepted_accounts.find():
            for field, reason in problems:
                count += 1
                self.stdout.write(f"{account.public_id} ({account.status}) {field}: {reason}")
        for public_id, field, reason in unaccepted_names.find():
            count += 1
            self.stdout.write(f"{public_id} {field}: {reason}")
        self.stdout.write(f"{count} fields would be refused today" if count else "Everything would be accepted today")
