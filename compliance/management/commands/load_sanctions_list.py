"""`manage.py load_sanctions_list`: put a new edition of a watchlist into use."""

import io
import pathlib
from typing import IO, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from compliance.models import ListKind
from compliance.providers import un_list
from compliance.screening import lists
from platforms import audit
from platforms.base import clock
from webhooks.delivery import client

_TIMEOUT_SECONDS = 300


class Command(BaseCommand):
    """Load a watchlist for the screening of customers."""

    help = "Load a consolidated list in the XML form of the United Nations. Safe to repeat."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("source", help="a file, or an https address")
        parser.add_argument("--name", default="UN", help="of the list: editions of one name replace each other")
        parser.add_argument("--kind", choices=ListKind.values, default=ListKind.SANCTION.value)
        parser.add_argument(
            "--accept-smaller-or-older", action="store_true", help="even with a fifth of the entries gone"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Load it in one database transaction: a list with a fault changes nothing."""
        try:
            with _open(options["source"]) as file:
                loaded = self._load(file, options)
        except (un_list.ListRefused, OSError) as error:
            raise CommandError(f"not loaded, the list in use stays: {error}") from None
        version = loaded.version
        what = "is in use now" if loaded.is_new else "was in use already"
        self.stdout.write(f"{version.name} of {version.published_at:%Y-%m-%d}, {version.entry_count} entries, {what}")

    def _load(self, file: IO[bytes], options: dict[str, Any]) -> lists.Loaded:
        checksum = un_list.checksum(file)
        with transaction.atomic(durable=True):
            return lists.load(
                name=options["name"],
                kind=ListKind(options["kind"]),
                checksum=checksum,
                edition=un_list.read(file),
                actor=audit.operator("load_sanctions_list"),
                now=clock.real_now(),
                is_smaller_or_older_accepted=options["accept_smaller_or_older"],
            )


def _open(source: str) -> IO[bytes]:
    if not source.lower().startswith(("http://", "https://")):
        return pathlib.Path(source).open("rb")
    reply = client.send(
        client.Request(
            url=source,
            method="GET",
            headers={"Accept": "application/xml, text/xml"},
            allow_loopback=settings.ALLOW_LOOPBACK_WEBHOOKS,
            keep_bytes=un_list.MOST_BYTES + 1,
            read_bytes=un_list.MOST_BYTES + 1,
            timeout_seconds=_TIMEOUT_SECONDS,
        )
    )
    if reply.failure is not None or reply.status != 200:
        raise un_list.ListRefused(f"no file there: {reply.failure or f'HTTP status {reply.status}'}")
    return io.BytesIO(reply.body)
