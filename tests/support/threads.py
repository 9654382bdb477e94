"""Running the same thing many times at once."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection

from tests.support import patience


def at_once(works: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run each of `works` in a thread of its own, all from the same moment; return their results or exceptions."""
    start = threading.Barrier(len(works))
    results: list[Any] = [None] * len(works)

    def run(index: int, work: Callable[[], Any]) -> None:
        try:
            connection.ensure_connection()
            start.wait(patience.LONG)
            results[index] = work()
        except Exception as error:  # noqa: BLE001 - the test looks at what came out
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index, work)) for index, work in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(patience.LONG)
    assert not any(thread.is_alive() for thread in threads), "a thread hangs"
    return results


def statuses(replies: Sequence[Any]) -> dict[int, int]:
    """Count replies by HTTP status; an exception is raised as it came."""
    counts: dict[int, int] = {}
    for reply in replies:
        if isinstance(reply, Exception):
            raise reply
        counts[reply.status_code] = counts.get(reply.status_code, 0) + 1
    return counts
