"""The command line of the listener."""

import argparse
import contextlib
import datetime as dt
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from webhooks.developer.listener import approvals, forwarding, loop
from webhooks.developer.listener.service import Refused, Service

ACCESS = {
    "base_url": "PAYMENTS_BASE_URL",
    "client_id": "PAYMENTS_CLIENT_ID",
    "client_secret": "PAYMENTS_CLIENT_SECRET",
}
_ANSWERS = ("approve", "reject", "ask")
_AGO = re.compile(r"(\d{1,6})([smhd])")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}

Say = Callable[[str], object]


class Misused(Exception):
    """An option is missing or can't be understood; the message says what to give."""


def main() -> int:
    """Listen until interrupted; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="listen.pyz", description="Send a sandbox platform's events to a local address, signed as they are."
    )
    add_options(parser)
    try:
        listen(vars(parser.parse_args()), show=_show, tell=_tell)
    except (Misused, Refused) as error:
        _tell(f"listen: {error}")
        return 1
    return 0


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare where to forward, and whose events."""
    parser.add_argument("--forward-to", metavar="URL", help="where to send events, such as http://localhost:3000/hooks")
    parser.add_argument("--print-json", action="store_true", help="print the body of every event on a line")
    parser.add_argument(
        "--since", help="begin with what happened from then on: 10m, 2h, 1d, or a time such as 2026-03-01T12:00:00Z"
    )
    answers = parser.add_mutually_exclusive_group()
    answers.add_argument("--approve", action="store_true", help="approve each payment that waits for approval")
    answers.add_argument("--reject", action="store_true", help="reject each payment that waits for approval")
    answers.add_argument("--ask", action="store_true", help="ask here about each payment that waits for approval")
    for name, variable in ACCESS.items():
        parser.add_argument(f"--{name.replace('_', '-')}", help=f"{variable} in the environment")


def listen(options: Mapping[str, Any], *, show: Say, tell: Say) -> None:
    """Listen until interrupted. Raises Misused, and Refused when the service refuses a request."""
    forward_to = options["forward_to"]
    if forward_to is not None and not forwarding.is_possible(forward_to):
        raise Misused(f"{forward_to} is not an address: --forward-to takes http:// or https://")
    stop = threading.Event()
    listening = loop.Loop(
        Service(**_access(options)),
        forward_to=forward_to,
        since=_moment(options["since"]),
        prints_json=options["print_json"],
        show=show,
        tell=tell,
        decide=_decide(options, tell=tell, stop=stop),
        stop=stop,
    )
    with _ended_by_interrupt(stop):
        listening.run()
    tell(f"\n{listening.count} events. To go on from here: --since {listening.reached or '1m'}")


def is_named(options: Mapping[str, Any]) -> bool:
    """Tell whether an option or a variable of the environment says whose events are wanted."""
    return any(options[name] or os.environ.get(variable) for name, variable in ACCESS.items())


def _decide(options: Mapping[str, Any], *, tell: Say, stop: threading.Event) -> approvals.Decide | None:
    """Return what answers payments that wait for approval; None when nobody does."""
    if options["approve"] or options["reject"]:
        return approvals.always(approvals.APPROVED if options["approve"] else approvals.REJECTED)
    if options["ask"]:
        return approvals.typed(sys.stdin, tell=tell, stop=stop)
    return approvals.forwarded if options["forward_to"] is not None else None


def _access(options: Mapping[str, Any]) -> dict[str, str]:
    """Return address and credentials, from the options or the environment."""
    access = {name: options[name] or os.environ.get(variable, "") for name, variable in ACCESS.items()}
    missing = [f"--{name.replace('_', '-')} ({ACCESS[name]})" for name, value in access.items() if not value]
    if missing:
        raise Misused(f"Whose events? Give {', '.join(missing)}.")
    if not forwarding.is_possible(access["base_url"]):
        raise Misused(f"{access['base_url']} is not an address: the base URL begins with http:// or https://")
    return access


def _moment(since: str | None) -> str | None:
    """Return a moment in ISO 8601; `since` may say how long ago."""
    if since is None:
        return None
    ago = _AGO.fullmatch(since)
    try:
        if ago:
            moment = loop.now() - dt.timedelta(**{_UNITS[ago[2]]: int(ago[1])})
        else:
            moment = dt.datetime.fromisoformat(since).astimezone(dt.UTC)
    except (ValueError, OverflowError):
        raise Misused("--since takes 10m, 2h, 1d, or a time such as 2026-03-01T12:00:00Z") from None
    return moment.isoformat().replace("+00:00", "Z")


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


def _show(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - a command


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201 - a command
