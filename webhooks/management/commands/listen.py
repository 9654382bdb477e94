"""`manage.py listen`: have a sandbox platform's events sent to a local address, from anywhere."""

import contextlib
import datetime as dt
import json
import os
import re
import signal
import threading
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from platforms.base import clock
from webhooks.developer.listener import forwarding, loop
from webhooks.developer.listener.service import Refused, Service

_OPTIONS = {
    "base_url": "PAYMENTS_BASE_URL",
    "client_id": "PAYMENTS_CLIENT_ID",
    "client_secret": "PAYMENTS_CLIENT_SECRET",
}
_IN_FILE = {"base_url": "baseUrl", "client_id": "clientId", "client_secret": "clientSecret"}
_AGO = re.compile(r"(\d{1,6})([smhd])")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


class Command(BaseCommand):
    """Needs a token of the platform and the service's API; no database of the service, no public address."""

    help = "Send a sandbox platform's events to a local address, signed as they are."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take where to send, and whose events."""
        parser.add_argument(
            "--forward-to", metavar="URL", help="where to send events, such as http://localhost:3000/hooks"
        )
        parser.add_argument("--print-json", action="store_true", help="print the body of every event on a line")
        parser.add_argument(
            "--since", help="begin with what happened from then on: 10m, 2h, 1d, or a time such as 2026-03-01T12:00:00Z"
        )
        for name, variable in _OPTIONS.items():
            option = f"--{name.replace('_', '-')}"
            parser.add_argument(option, help=f"{variable} in the environment, or var/sandbox.json")

    def handle(self, *args: Any, **options: Any) -> None:
        """Listen until interrupted."""
        forward_to = options["forward_to"]
        if forward_to is None and not options["print_json"]:
            raise CommandError("Say where events go: --forward-to URL (or --print-json alone).")
        if forward_to is not None and not forwarding.is_possible(forward_to):
            raise CommandError(f"{forward_to} is not an address: --forward-to takes http:// or https://")
        listening = loop.Loop(
            Service(**self._access(options)),
            forward_to=forward_to,
            since=_moment(options["since"]),
            prints_json=options["print_json"],
            show=self._show,
            tell=self._tell,
        )
        try:
            with _ended_by_interrupt(listening.stop):
                listening.run()
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        self._tell(f"\n{listening.count} events. To go on from here: --since {listening.reached or '1m'}")

    def _show(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def _tell(self, line: str) -> None:
        self.stderr.write(line, style_func=str)
        self.stderr.flush()

    @staticmethod
    def _access(options: dict[str, Any]) -> dict[str, str]:
        """Return address and credentials: from the options, the environment, or what `make run` wrote."""
        found = {name: options[name] or os.environ.get(variable, "") for name, variable in _OPTIONS.items()}
        if not any(found.values()):
            path = settings.VAR_DIR / "sandbox.json"
            if path.exists():
                written = json.loads(path.read_text())
                return {name: written[key] for name, key in _IN_FILE.items()}
        missing = [f"--{name.replace('_', '-')} ({_OPTIONS[name]})" for name, value in found.items() if not value]
        if missing:
            raise CommandError(f"Whose events? Give {', '.join(missing)}; or start the service here with `make run`.")
        return found


@contextlib.contextmanager
def _ended_by_interrupt(stop: threading.Event) -> Iterator[None]:
    """Have the first Ctrl-C set `stop`, and a second one end the process wherever it is."""

    def end(*_: object) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _moment(since: str | None) -> str | None:
    """Return a moment in ISO 8601; `since` may say how long ago."""
    if since is None:
        return None
    ago = _AGO.fullmatch(since)
    try:
        if ago:
            moment: dt.datetime = clock.real_now() - dt.timedelta(**{_UNITS[ago[2]]: int(ago[1])})
        else:
            moment = dt.datetime.fromisoformat(since).astimezone(dt.UTC)
    except (ValueError, OverflowError):
        raise CommandError("--since takes 10m, 2h, 1d, or a time such as 2026-03-01T12:00:00Z") from None
    return moment.isoformat().replace("+00:00", "Z")
