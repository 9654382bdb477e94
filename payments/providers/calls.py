"""Calls of rails, each in a thread of its own: one that does not answer holds up nobody but its own platform.

Whoever makes a call waits a moment for the answer. One that takes longer is waited for by another thread, for as long
as a step may take, and whoever made the call goes on with other work. So many calls of one platform, and of one
environment, which has one adapter, are under way at most. A platform whose calls have hung is left alone for a while,
longer each time, until one is answered.
"""

import ctypes
import logging
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, wait

from django.db import connection

from payments.providers.base import RailOutcome
from payments.providers.time_limit import TookTooLong
from platforms.kit import outages

logger = logging.getLogger(__name__)
PATIENCE_SECONDS = 0.2
"""How long whoever makes a call waits for its answer."""
IN_DOUBT_SECONDS = 0.05
"""The same while another call of the platform is without an answer, or its last one has hung."""
MOST_OF_PLATFORM, MOST_OF_ENVIRONMENT = 4, 24
_LONGEST_PAUSE = 300.0
Answer = Callable[[], RailOutcome]
"""Returns what the rail said, or raises what the call raised: TookTooLong, if it was given up."""


class _Calls:
    """The calls of this process whose answers did not come soon."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._of_platform: Counter[uuid.UUID] = Counter()
        self._of_environment: Counter[str] = Counter()
        self._hung: dict[uuid.UUID, tuple[int, float]] = {}
        """How many calls of a platform have hung in a row, and until when it is left alone (monotonic seconds)."""

    def left_out(self) -> tuple[set[uuid.UUID], set[str]]:
        now = time.monotonic()
        with self._guard:
            full = {key for key, count in self._of_platform.items() if count >= MOST_OF_PLATFORM}
            paused = {key for key, (_, until) in self._hung.items() if until > now}
            environments = {key for key, count in self._of_environment.items() if count >= MOST_OF_ENVIRONMENT}
        return full | paused, environments

    def patience(self, platform_id: uuid.UUID) -> float:
        with self._guard:
            is_in_doubt = platform_id in self._hung or self._of_platform[platform_id] > 0
        return IN_DOUBT_SECONDS if is_in_doubt else PATIENCE_SECONDS

    def note_answer(self, platform_id: uuid.UUID) -> None:
        with self._guard:
            self._hung.pop(platform_id, None)

    def begin_to_follow(self, platform_id: uuid.UUID, environment: str) -> None:
        with self._guard:
            self._of_platform[platform_id] += 1
            self._of_environment[environment] += 1

    def end(self, platform_id: uuid.UUID, environment: str, *, has_hung: bool) -> None:
        with self._guard:
            self._of_platform -= Counter([platform_id])
            self._of_environment -= Counter([environment])
            hung, _ = self._hung.pop(platform_id, (0, 0.0))
            if has_hung:
                self._hung[platform_id] = hung + 1, time.monotonic() + min(_LONGEST_PAUSE, 2.0 ** min(hung + 1, 10))


_calls = _Calls()


def left_out() -> tuple[set[uuid.UUID], set[str]]:
    """Return the platforms, and the environments, for which no more calls are to be made for now."""
    return _calls.left_out()


def is_left_out(platform_id: uuid.UUID, environment: str) -> bool:
    """Tell whether no more calls are to be made for a platform for now."""
    platforms, environments = _calls.left_out()
    return platform_id in platforms or environment in environments


def make(
    call: Callable[[], RailOutcome],
    *,
    platform_id: uuid.UUID,
    environment: str,
    seconds: float,
    then: Callable[[Answer], None],
) -> bool:
    """Make a call and hand its answer to `then`: before this returns, if it comes soon, or later in another thread.

    Returns whether it is later. After `seconds` the call is given up, and `then` is told so; what it still says is not
    heard any more.
    """
    answer: Future[RailOutcome] = Future()
    thread = threading.Thread(target=_run, args=(call, answer), name="rail-call", daemon=True)
    began = time.monotonic()
    thread.start()
    wait([answer], min(_calls.patience(platform_id), seconds))
    if answer.done():
        _calls.note_answer(platform_id)
        then(answer.result)
        return False
    _calls.begin_to_follow(platform_id, environment)

    def follow() -> None:
        wait([answer], seconds - (time.monotonic() - began))
        is_given_up = not answer.done()
        _calls.end(platform_id, environment, has_hung=is_given_up)
        if is_given_up:
            _interrupt(thread)
        try:
            then(_raise_too_long if is_given_up else answer.result)
        except Exception as error:
            if not outages.warned(logger, error):
                logger.exception("answer of a slow rail not written down: the lease has to run out")
        finally:
            connection.close()

    threading.Thread(target=follow, name="slow-rail", daemon=True).start()
    return True


def _run(call: Callable[[], RailOutcome], answer: "Future[RailOutcome]") -> None:
    try:
        outcome = call()
    except BaseException as error:  # noqa: BLE001 - raised again where the answer is heard
        answer.set_exception(error)
    else:
        answer.set_result(outcome)
    finally:
        # An adapter may have looked something up.
        connection.close()


def _raise_too_long() -> RailOutcome:
    raise TookTooLong


def _interrupt(thread: threading.Thread) -> None:
    """End a thread at its next line of Python: one that tries again and again would do so for ever."""
    if thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(TookTooLong))
