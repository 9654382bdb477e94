"""How long a test waits for what should have come long ago."""

from collections.abc import Callable

from config.launch import processes

LONG = 300
"""Seconds. A limit guards against hanging and measures nothing: what takes one here may take sixty elsewhere."""


def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition; fail when it does not come true."""
    assert processes.wait_until(condition, seconds=LONG)
