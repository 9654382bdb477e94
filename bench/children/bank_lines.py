"""A worker's step with a stored statement: read, store and match its lines."""

import gc
import resource
import time

from banks.models import BankException, BankIncomingFile, BankMatch, BankStatementLine
from banks.statements.incoming import importing
from platforms.base import clock


def run() -> dict[str, float]:
    """Apply the file that waits; return seconds, KiB of memory before and more at most, and how many lines are what."""
    # As a worker's processes do.
    gc.collect()
    gc.freeze()
    before, began, used = _peak(), time.monotonic(), time.process_time()
    importing.advance(now=clock.real_now())
    seconds, used = time.monotonic() - began, time.process_time() - used
    [state] = BankIncomingFile.objects.values_list("state", flat=True)
    if state != "APPLIED":
        raise AssertionError(state)
    return {
        "seconds": seconds,
        "processor": used,
        "before": before,
        "more": _peak() - before,
        "lines": BankStatementLine.objects.count(),
        "matched": BankMatch.objects.count(),
        "waiting": BankException.objects.count(),
    }


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
