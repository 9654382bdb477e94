"""How long a test waits for what should have come long ago."""

import time
from collections.abc import Callable

LONG = 300
"""Seconds. A limit guards against hanging and measures nothing: what takes one here may take sixty elsewhere."""
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.01, 0.25


def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition; fail when it does not come true.

    The longer it has waited, the less often it asks: a test that looks through all processes, or asks the database,
    fifty times a second takes the processor from what it waits for. No wait becomes longer by more than a tenth.
    """
    began = time.monotonic()
    while not condition():
        waited = time.monotonic() - began
        assert waited < LONG
        time.sleep(min(max(waited / 10, _SHORTEST_PAUSE), _LONGEST_PAUSE))
