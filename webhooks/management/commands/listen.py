"""`manage.py listen`: forward a sandbox platform's events to a local address, from any machine."""

import contextlib
import datetime as dt
import json
import os
import re
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from platforms.base import clock
from webhooks.developer.listener import approvals, forwarding, loop
from webhooks.developer.listener.service import Refused, Service

_OPTIONS = {
    "base_url": "PAYMENTS_BASE_URL",
    "client_id": "PAYMENTS_CLIENT_ID",
    "client_secret": "PAYMENTS_CLIENT_SECRET",
}
_IN_FILE = {"base_url": "baseUrl", "client_id": "clientId", "client_secret": "clientSecret"}
_ANSWERS = ("approve", "reject", "ask")
_AGO = re.compile(r"(\d{1,6})([smhd])")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


class Command(BaseCommand):
    """Needs a token of the platform and the service's API, but neither its database nor a public address."""

    help = "Send a sandbox platform's events to a local address, signed as they are."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare where to forward, and whose events."""
        parser.add_argument(
            "--forward-to", metavar="URL", help="where to send events, such as http://localhost:3000/hooks"
        )
        parser.add_argument("--print-json", action="store_true", help="print the body of every event on a line")
        parser.add_argument(
            "--since", help="begin with what happened from then on: 10m, 2h, 1d, or a time such as 2026-03-01T12:00:00Z"
        )
        answers = parser.add_mutually_exclusive_group()
        answers.add_argument("--approve", action="store_true", help="approve each payment that waits for approval")
        answers.add_argument("--reject", action="store_true", help="reject each payment that waits for approval")
        answers.add_argument("--ask", action="store_true", help="ask here about each payment that waits for approval")
        for name, variable in _OPTIONS.items():
            option = f"--{name.replace('_', '-')}"
            parser.add_argument(option, help=f"{variable} in the environment, or var/sandbox.json")

    def handle(self, *args: Any, **options: Any) -> None:
        """Listen until interrupted."""
        forward_to = options["forward_to"]
        if forward_to is None and not any(options[name] for name in ("print_json", *_ANSWERS)):
            raise CommandError("Say where events go: --forward-to URL (or --print-json, --approve, --reject or --ask).")
        if forward_to is not None and not forwarding.is_possible(forward_to):
            raise CommandError(f"{forward_to} is not an address: --forward-to takes http:// or https://")
        stop = threading.Event()
        listening = loop.Loop(
            Service(**self._access(options)),
            forward_to=forward_to,
            since=_moment(options["since"]),
            prints_json=options["print_json"],
            show=self._show,
            tell=self._tell,
            decide=self._decide(options, stop),
            stop=stop,
        )
        try:
            with _ended_by_interrupt(listening.stop):
                listening.run()
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        self._tell(f"\n{listening.count} events. To go on from here: --since {listening.reached or '1m'}")

    def _decide(self, options: dict[str, Any], stop: threading.Event) -> approvals.Decide | None:
        """Return what answers payments that wait for approval; None when nobody does."""
        if options["approve"] or options["reject"]:
            return approvals.always(approvals.APPROVED if options["approve"] else approvals.REJECTED)
        if options["ask"]:
            return approvals.typed(sys.stdin, tell=self._tell, stop=stop)
        return approvals.forwarded if options["forward_to"] is not None else None

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
    """Make the first Ctrl-C set `stop`, and a second one end the process at once."""

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
