"""`manage.py bank_demo`: a thousand payments out and in through the files of two practice banks."""

import datetime as dt
import json
import time
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from banks.rail import connections
from banks.rail.routes import GRACE
from platforms.base import clock
from practice.bank_demo import play, sides
from practice.demo import fintech
from practice.demo.client import Client

_PLATFORMS = {"EUR": "Nordlicht Payments GmbH", "USD": "Prairie Pay Inc"}


class Command(BaseCommand):
    """Needs the service that runs: its API, its worker and its database."""

    help = "Play ten days of payments by file: two sandbox platforms, two practice banks, a thousand payments."

    def handle(self, *args: Any, **options: Any) -> None:
        """Play once, and tell what the banks and the books say."""
        if settings.IS_PRODUCTION:
            raise CommandError("A demo has no place in production.")
        if connections.current("demo-eur"):
            raise CommandError("It was played here before. `make stop`, remove var/, `make run` for a fresh one.")
        base = _base_url()

        def connect(client_id: str, secret: str) -> Client:
            return Client(base, client_id, secret)

        made = [
            sides.make(name, currency, connect=connect, since=clock.real_now()) for currency, name in _PLATFORMS.items()
        ]
        self._say("Two platforms with their banks; their routes are in force in a minute.")
        time.sleep((GRACE + dt.timedelta(seconds=1)).total_seconds())
        outcomes = play.play(made, wait=fintech.wait_until, say=self._say)
        for outcome in outcomes:
            self._say(f"{outcome.currency}: {outcome}")
        call_command("ledger_check", stdout=self.stdout)
        if not all(outcome.is_whole for outcome in outcomes):
            raise CommandError("Banks and books do not say the same.")

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _base_url() -> str:
    """Return the address of the service that `make run` has started."""
    try:
        return str(json.loads((settings.VAR_DIR / "sandbox.json").read_text())["baseUrl"])
    except (OSError, ValueError, KeyError):
        raise CommandError("Start the service with `make run` in another terminal.") from None
