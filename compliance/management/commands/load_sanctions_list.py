"""`manage.py load_sanctions_list`: put a new edition of a watchlist into use."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from compliance.models import ListKind
from compliance.providers.watchlists import files, forms
from compliance.screening import lists, sources
from platforms import audit
from platforms.base import clock

_SEVERAL_LISTS = "OFAC"
"""Form of two lists: which one it is the file does not say."""


class Command(BaseCommand):
    """Load a watchlist for the screening of customers and payees."""

    help = (
        "Load a list in the form of the United Nations, OFAC (advanced XML), the European Union (FSF 1.1) or the "
        "United Kingdom. Safe to repeat."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("source", help="a file, a folder, whose newest file is taken, or an https address")
        parser.add_argument("--name", help="of the list: editions of one name replace each other; default: its form")
        parser.add_argument("--kind", choices=ListKind.values, default=ListKind.SANCTION.value)
        parser.add_argument(
            "--accept-smaller-or-older", action="store_true", help="even with a fifth of the entries gone"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Load it in one database transaction: a list with a fault changes nothing."""
        now = clock.real_now()
        try:
            with sources.opened(options["source"], now=now) as source:
                loaded = self._load(source, options, now)
        except (files.ListRefused, OSError) as error:
            raise CommandError(f"not loaded, the list in use stays: {error}") from None
        version = loaded.version
        what = "is in use now" if loaded.is_new else "was in use already"
        self.stdout.write(f"{version.name} of {version.published_at:%Y-%m-%d}, {version.entry_count} entries, {what}")
        if loaded.is_new and version.added_count is not None:
            self.stdout.write(
                f"{version.added_count} entries added, {version.changed_count} changed, {version.removed_count} removed"
            )

    def _load(self, source: sources.Opened, options: dict[str, Any], now: clock.RealTime) -> lists.Loaded:
        checksum = files.checksum(source.file)
        with transaction.atomic(durable=True):
            edition = forms.read(source.file)
            if options["name"] is None and edition.form == _SEVERAL_LISTS:
                raise files.ListRefused(
                    "OFAC has two lists of this form: say --name OFAC-SDN or --name OFAC-CONSOLIDATED"
                )
            return lists.load(
                name=options["name"] or edition.form,
                kind=ListKind(options["kind"]),
                checksum=checksum,
                edition=edition,
                actor=audit.operator("load_sanctions_list"),
                now=now,
                seen_at=source.seen_at,
                is_smaller_or_older_accepted=options["accept_smaller_or_older"],
            )
