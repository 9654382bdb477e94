"""Places: how many threads of a process may wait for others at the same moment.

A pay request waits up to ten seconds for the receiver's platform, and a stranger chooses how slowly the domain that it
names answers. With every thread of a web server waiting, nothing else would be answered; not even the call by which a
platform approves the payment that one of them waits for. So some threads never wait.
"""

import contextlib
import threading
from collections.abc import Iterator

from django.conf import settings

RETRY_SECONDS = 5
"""What those are told who find no place."""


class NoneFree(Exception):
    """All places are taken."""


class _Count:
    """How many are taken in this process."""

    def __init__(self) -> None:
        self.taken = 0
        self.guard = threading.Lock()


_count = _Count()


@contextlib.contextmanager
def held() -> Iterator[None]:
    """Hold a place for the time of a block; raises NoneFree at once when there is none."""
    with _count.guard:
        if _count.taken >= settings.UMA_MOST_WAITING:
            raise NoneFree
        _count.taken += 1
    try:
        yield
    finally:
        with _count.guard:
            _count.taken -= 1
