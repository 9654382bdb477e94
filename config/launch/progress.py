"""Messages of the launcher to the person at the keyboard."""

import contextlib
import sys
import threading
import time
from collections.abc import Iterator

from config.launch import failures

_FIRST_SECONDS = 2.0
_THEN_EVERY_SECONDS = 5.0


@contextlib.contextmanager
def step(what: str) -> Iterator[None]:
    """Print one line for a piece of work: its name now, the seconds as they pass, and the total at the end."""
    say(f"· {what} ...", end="")
    began, over = time.monotonic(), threading.Event()
    teller = threading.Thread(target=_tell_time, args=(began, over), daemon=True)
    teller.start()
    total = ""
    try:
        yield
        total = f" {time.monotonic() - began:.1f} s"
    finally:
        over.set()
        teller.join()
        say(total)


def _tell_time(began: float, over: threading.Event) -> None:
    pause = _FIRST_SECONDS
    while not over.wait(pause):
        say(f" {time.monotonic() - began:.0f} s ...", end="")
        pause = _THEN_EVERY_SECONDS


def say(text: str, *, end: str = "\n") -> None:
    """Write to standard output at once; a reader that has gone away is no reason to stop."""
    with contextlib.suppress(OSError):
        sys.stdout.write(text + end)
        sys.stdout.flush()


def complain(failure: failures.LaunchError) -> None:
    """Write a failure and its remedy to standard error."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"\nERROR: {failure.problem}\n{failure.remedy}\n")
        sys.stderr.flush()
