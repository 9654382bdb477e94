"""`manage.py create_platform`: make a tenant and its first API token."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from platforms import audit
from platforms.base import clock, errors
from platforms.models import Environment, Permission
from platforms.operations import api_tokens, platforms


class Command(BaseCommand):
    """Create a platform with its currencies and print the credentials of its first token."""

    help = "Create a platform (tenant) and its first API token. The secret is printed once and never again."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("name", help="the company's name")
        parser.add_argument("--environment", choices=Environment.values, default=Environment.SANDBOX.value)
        parser.add_argument(
            "--uma-domain", required=True, help="domain of its UMA addresses, for example pay.example.com"
        )
        parser.add_argument("--currencies", default="USD,EUR", help="comma separated currency codes")
        parser.add_argument("--contact-email", default="", help="who is told when webhooks fail for long")
        parser.add_argument("--regulated", action="store_true", help="the platform verifies its customers itself")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the platform in one database transaction."""
        now, actor = clock.real_now(), audit.operator("create_platform")
        try:
            with transaction.atomic(durable=True):
                platform = platforms.create_platform(
                    name=options["name"],
                    environment=options["environment"],
                    uma_domain=options["uma_domain"],
                    currencies=[code.strip().upper() for code in options["currencies"].split(",") if code.strip()],
                    contact_email=options["contact_email"],
                    is_regulated=options["regulated"],
                    actor=actor,
                    now=now,
                )
                created = api_tokens.create(
                    platform_id=platform.id,
                    name="first token",
                    permissions=Permission.values,
                    granted_by=frozenset(Permission.values),
                    actor=actor,
                    now=now,
                )
        except errors.InvalidInput as error:
            reasons = "; ".join(f"{problem['field']} {problem['reason']}" for problem in error.problems)
            raise CommandError(reasons) from None
        self.stdout.write(f"platform       {platform.public_id}")
        self.stdout.write(f"api token id   {created.token.public_id}")
        self.stdout.write(f"client id      {created.token.client_id}")
        self.stdout.write(f"client secret  {created.client_secret}")
