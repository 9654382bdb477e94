"""What the launcher tells the person at the keyboard."""

import contextlib
import sys
import time
from collections.abc import Iterator

from config.launch import failures


@contextlib.contextmanager
def step(what: str) -> Iterator[None]:
    """Print one line for a piece of work: its name now, the seconds it took when it is done."""
    say(f"· {what} ... ", end="")
    began = time.monotonic()
    try:
        yield
    except BaseException:
        say("")
        raise
    say(f"{time.monotonic() - began:.1f} s")


def say(text: str, *, end: str = "\n") -> None:
    """Write to standard output at once; a reader that has gone away is no reason to stop."""
    with contextlib.suppress(BrokenPipeError, OSError):
        sys.stdout.write(text + end)
        sys.stdout.flush()


def complain(failure: failures.LaunchError) -> None:
    """Write a failure and its remedy to standard error."""
    with contextlib.suppress(BrokenPipeError, OSError):
        sys.stderr.write(f"\nERROR: {failure.problem}\n{failure.remedy}\n")
        sys.stderr.flush()
