"""Calls of adapters in web threads, limited in time and in number.

A time limit of the adapter's own would be better. Where it has none, the thread of the request gives up after
WAIT_SECONDS; the calling thread continues until the adapter returns, and keeps its slot, so there are few of them.
"""

import functools
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future, wait
from typing import TypeVar

from django.conf import settings
from django.db import connection

from platforms.base import errors
from platforms.base.slots import RETRY_SECONDS, Slots

WAIT_SECONDS = 10.0
ASKED = Slots(lambda: max(1, settings.WEB_THREADS // 2))
"""For calls outside of database transactions, by platform."""
IN_TRANSACTION = Slots(lambda: max(1, settings.WEB_THREADS - 1), patience_seconds=1.0)
"""For calls inside of one, by platform: to adapters that only compute, in the thread of the request."""
SOURCES = Slots(lambda: 3)
"""For sources of rates, by source: two threads for one, which may hang in both."""
RATES_PATIENCE_SECONDS = 1.0
"""How long a request waits for one of the slots below: most sources answer sooner, and then all have rates."""
T = TypeVar("T")


@functools.cache
def rates(source: str) -> Slots:
    """Return the slots for requests that wait until a source of rates has answered one of them."""
    return Slots(lambda: max(1, settings.WEB_THREADS // 2), patience_seconds=RATES_PATIENCE_SECONDS)


class NoAnswer(errors.DomainError):
    """The provider has not answered in time."""

    code = "SERVICE_UNAVAILABLE"
    message = "The provider does not answer at the moment. Nothing was done: try again."
    is_passing = True

    def __init__(self) -> None:
        """Take how soon to try again."""
        super().__init__(retryAfter=RETRY_SECONDS)


def ask(call: Callable[[], T], *, party: Hashable, slots: Slots = ASKED) -> T:
    """Return what an adapter answers to a platform's question, or raise what it raises. Never in a transaction.

    `party` is on whose account it takes one of the `slots`. Raises Busy when too many wait already, and NoAnswer.
    """
    answer: Future[T] = Future()

    def run() -> None:
        try:
            with slots.held(party):
                found = call()
        except BaseException as error:  # noqa: BLE001 - raised again where the answer is awaited
            answer.set_exception(error)
        else:
            answer.set_result(found)
        finally:
            # The adapter may have used the database.
            connection.close()

    threading.Thread(target=run, name="provider-question", daemon=True).start()
    wait([answer], WAIT_SECONDS)
    if not answer.done():
        raise NoAnswer
    return answer.result()
