"""`manage.py erase_customer Customer:… --reason …`: erase a deleted customer's personal data."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from compliance.customers import erasure
from compliance.models import Customer
from platforms import audit
from platforms.base import errors, identifiers
from platforms.database.rows import by_key


class Command(BaseCommand):
    """Erase a customer as a person; the books keep their numbers."""

    help = "Forget a deleted customer: names, addresses, identifiers, accounts, documents, and copies of them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments: customer and reason."""
        parser.add_argument("customer", help="the public identifier, Customer:…")
        parser.add_argument("--reason", required=True, help="who asked and where that is filed; name no person")

    def handle(self, *args: Any, **options: Any) -> None:
        """Erase in one database transaction."""
        key = identifiers.parse("Customer", options["customer"])
        customer = by_key(Customer.objects.select_related("platform"), key)
        if customer is None:
            raise CommandError("there is no such customer")
        try:
            with transaction.atomic(durable=True):
                erasure.erase(
                    customer=customer,
                    actor=audit.operator("erase_customer"),
                    reason=options["reason"],
                    now=customer.platform.now(),
                )
        except errors.DomainError as refusal:
            raise CommandError(f"{refusal.code}: {refusal.text} {dict(refusal.details) or ''}") from None
        self.stdout.write(f"{customer.public_id} is forgotten")
