"""`manage.py make_probe`: make the platform in which the service plays a payment each minute."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from config.probe import playing
from platforms import audit
from platforms.base import clock, errors


class Command(BaseCommand):
    """Make the probe's platform, or lead its webhooks to the present PUBLIC_BASE_URL."""

    help = "Make the sandbox platform of the probe, or correct the address of its webhooks. PROBE=true turns it on."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it in one database transaction."""
        checked = playing.check()
        try:
            with transaction.atomic(durable=True):
                made = playing.set_up(checked, actor=audit.operator("make_probe"), now=clock.real_now())
        except errors.InvalidInput as error:
            reasons = "; ".join(str(problem["reason"]) for problem in error.problems)
            raise CommandError(f"PUBLIC_BASE_URL can't be the address of its webhooks: it {reasons}.") from None
        self.stdout.write(f"platform  {made.public_id}")
        self.stdout.write(f"webhooks  {made.webhook_endpoint}")
        if not settings.PROBE:
            self.stdout.write("It does nothing until PROBE=true is set for web and worker.")
