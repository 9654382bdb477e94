"""`manage.py rotate_uma_keys`: replace UMA keys of identities, without a gap for holders of the old ones."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from payments.uma.identities import identities
from payments.uma.protocol import hosts
from platforms import audit
from platforms.base import clock
from platforms.models import Environment


class Command(BaseCommand):
    """Rotate the keys of one identity, named by its domain, or of all."""

    help = "Make successors of UMA keys. They sign when every copy of the present ones has ended, an hour from now."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments: a domain, and whether the present keys may be compromised."""
        parser.add_argument("--domain", help="only the identity that has this domain")
        parser.add_argument("--at-once", action="store_true", help="the present keys may be in wrong hands: no overlap")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rotate, and print from when on the successors sign."""
        now = clock.real_now()
        platform_ids = identities.identities()
        if options["domain"] is not None:
            # One domain may belong to a platform of each environment.
            found = {hosts.of_domain(options["domain"].lower(), environment=each) for each in Environment.values}
            platform_ids = [host.platform_id for host in found if host is not None]
            if not platform_ids:
                raise CommandError("No identity of this service has that domain.")
        actor, rotated = audit.operator("rotate_uma_keys"), 0
        for platform_id in platform_ids:
            with transaction.atomic(durable=True):
                if options["at_once"]:
                    identities.replace_at_once(platform_id=platform_id, actor=actor, now=now)
                    rotated += 1
                else:
                    rotated += identities.rotate(platform_id=platform_id, actor=actor, now=now)
        moment = clock.iso(now if options["at_once"] else now + identities.COPIES_LIVE)
        self.stdout.write(f"{rotated} of {len(platform_ids)} identities rotated: new keys sign from {moment} on.")
