"""`manage.py rotate_signing_keys`: replace the keys that sign a platform's webhooks."""

import datetime as dt
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from platforms import audit
from platforms.base import clock, identifiers
from platforms.models import Platform
from webhooks.signing import signing_keys


class Command(BaseCommand):
    """Publish new keys now; they sign after the overlap, and the old ones stay published for another overlap."""

    help = "Replace the signing keys of one platform, or of all. Receivers know both keys during the overlap."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        whose = parser.add_mutually_exclusive_group(required=True)
        whose.add_argument("--platform", help="PlatformConfig:<uuid>")
        whose.add_argument("--all", action="store_true", help="every platform")
        parser.add_argument(
            "--overlap-hours",
            type=int,
            default=round(signing_keys.OVERLAP / dt.timedelta(hours=1)),
            help="how long the new keys are published before they sign; 0 when a key has leaked",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Rotate, one database transaction per platform."""
        if options["overlap_hours"] < 0:
            raise CommandError("--overlap-hours must not be negative")
        now, overlap = clock.real_now(), dt.timedelta(hours=options["overlap_hours"])
        for platform_id in self._platforms(options["platform"]):
            with transaction.atomic(durable=True):
                signing_keys.rotate(
                    platform_id=platform_id, actor=audit.operator("rotate_signing_keys"), now=now, overlap=overlap
                )
            name = identifiers.public("PlatformConfig", platform_id)
            self.stdout.write(f"{name}: the new keys sign from {clock.iso(now + overlap)}")

    @staticmethod
    def _platforms(public_id: str | None) -> list[Any]:
        if public_id is None:
            return list(Platform.objects.order_by("id").values_list("id", flat=True))
        key = identifiers.parse("PlatformConfig", public_id)
        if key is None or not Platform.objects.filter(id=key).exists():
            raise CommandError(f"there is no platform {public_id}")
        return [key]
