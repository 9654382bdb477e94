"""`manage.py create_token`: an API token for a platform that has none left to make one with."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from platforms import audit
from platforms.base import identifiers
from platforms.database.rows import by_key
from platforms.models import Permission, Platform
from platforms.operations import api_tokens


class Command(BaseCommand):
    """Create an API token of a platform and print its credentials."""

    help = "Create an API token for a platform, by its public id. The secret is printed once and never again."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("--platform", required=True, help="the platform's id, PlatformConfig:…")
        parser.add_argument(
            "--permissions",
            default=",".join(Permission.values),
            help=f"comma separated; all of them, if left out: {', '.join(Permission.values)}",
        )
        parser.add_argument("--name", default="made by the operator", help="what the token is called in lists")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the token in one database transaction."""
        key = identifiers.parse(Platform.public_type, options["platform"])
        platform = by_key(Platform.objects, key)
        if platform is None:
            message = f"There is no platform {options['platform']}."
            raise CommandError(message)
        try:
            with transaction.atomic(durable=True):
                created = api_tokens.create(
                    platform_id=platform.id,
                    name=_name(options["name"]),
                    permissions=_permissions(options["permissions"]),
                    granted_by=frozenset(Permission.values),
                    actor=audit.operator("create_token"),
                    now=platform.now(),
                )
        except api_tokens.TooManyTokens as error:
            raise CommandError(error.text) from None
        self.stdout.write(f"api token id   {created.token.public_id}")
        self.stdout.write(f"client id      {created.token.client_id}")
        self.stdout.write(f"client secret  {created.client_secret}")


def _name(given: str) -> str:
    if not 1 <= len(given) <= 255:
        raise CommandError("--name has 1 to 255 characters.")
    return given


def _permissions(given: str) -> list[str]:
    wanted = [word.strip().upper() for word in given.split(",") if word.strip()]
    if not wanted or set(wanted) - set(Permission.values):
        message = f"--permissions takes one or more of {', '.join(Permission.values)}."
        raise CommandError(message)
    return wanted
