"""`manage.py listen`: the listener, beside `make run` without anything to set."""

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from webhooks.developer.listener import command
from webhooks.developer.listener.service import Refused

_IN_FILE = {"base_url": "baseUrl", "client_id": "clientId", "client_secret": "clientSecret"}


class Command(BaseCommand):
    """Needs a token of the platform and the service's API, but neither its database nor a public address."""

    help = "Send a sandbox platform's events to a local address, signed as they are."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare where to forward, and whose events."""
        command.add_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Listen until interrupted."""
        try:
            command.listen({**options, **self._access(options)}, show=self._show, tell=self._tell)
        except (command.Misused, Refused) as error:
            raise CommandError(str(error)) from None

    def _show(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def _tell(self, line: str) -> None:
        self.stderr.write(line, style_func=str)
        self.stderr.flush()

    @staticmethod
    def _access(options: dict[str, Any]) -> dict[str, str]:
        """Return what `make run` wrote, where neither options nor environment name a platform."""
        path = settings.VAR_DIR / "sandbox.json"
        if command.is_named(options) or not path.exists():
            return {}
        written = json.loads(path.read_text())
        return {name: written[key] for name, key in _IN_FILE.items()}
