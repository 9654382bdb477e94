"""A seed, played in a process of its own.

It is a child of the one that has made the database: each begins with the same memory.
"""

import dataclasses
import gc
import hashlib
import json
import logging
import os
import random
import signal
import time
import traceback
from collections import deque
from collections.abc import Iterable, Iterator
from typing import NoReturn

from tests.simulation import oracle, scheduler, sometimes, statements, substitutes, world
from tests.simulation.actors import Play
from tests.simulation.faults import Faults

_DROPPED_AT_ONCE = 48
"""Databases of seeds that are over."""


@dataclasses.dataclass
class Result:
    """What became of a seed."""

    seed: int
    digest: str
    """Of the trace."""
    steps: int
    faults: int
    problems: list[str]
    fired: dict[str, int]
    seconds: float
    trace: list[str] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True)
class Options:
    """How seeds are played."""

    is_told: bool = False
    keeps_trace: bool = False
    left_out: frozenset[int] = frozenset()


def play(seed: int, tenant: world.Tenant, options: Options) -> Result:
    """Play a seed in this process, which can play no second one."""
    began = time.monotonic()
    problems: list[str] = []
    outside = world.begin(seed)
    told = world.Time()
    with world.database(seed, told) as monitor:
        run = scheduler.Scheduler(seed, begins=substitutes.BEGINS + 60)
        random.seed(f"random {seed}")
        scheduler.use(run)
        run.on_time.append(told.write)
        seen = statements.Statements(run, monitor, is_told=options.is_told)
        statements.install(seen)
        played = Play(seed, run, tenant, outside)
        played.faults = Faults(seed, run, seen, left_out=options.left_out)
        for other in (outside.rail, outside.endpoint, outside.bank):
            other.taken_over = played.faults.takes_over
        outside.broker.is_lossy = played.faults.is_wake_up_lost
        try:
            run.run(played.works())
        except Exception as error:  # noqa: BLE001 - what ends a run is what it has found
            problems.append("".join(traceback.format_exception(error))[-3000:])
        finally:
            scheduler.use(None)
        run.note(None, world.places(monitor))
        if not problems:
            problems += oracle.problems(played, monitor)
        outside.bank.forget()
    text = "\n".join(run.trace)
    return Result(
        seed,
        hashlib.sha256(text.encode()).hexdigest(),
        run.steps,
        played.faults.count,
        problems,
        sometimes.taken(),
        time.monotonic() - began,
        run.trace if options.keeps_trace else [],
    )


def in_children(
    numbers: Iterable[int], tenant: world.Tenant, options: Options, *, at_once: int = 1
) -> Iterator[Result]:
    """Play seeds, each in a child of this process, so many beside each other; return results in the order of seeds.

    Their databases are dropped while no seed is played: every backend of the server would forget into which page of a
    table it wrote last.
    """
    waiting: deque[_Child] = deque()
    left: list[str] = []
    # A child shares the memory of its parent until it writes there, and ends before its own garbage matters.
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        for number in numbers:
            waiting.append(_Child(number, tenant, options))
            left.append(waiting[-1].database)
            while len(waiting) >= (1 if len(left) >= _DROPPED_AT_ONCE else at_once):
                yield waiting.popleft().result()
            if not waiting:
                world.drop(left)
                left.clear()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for child in waiting:
            child.end()
        world.drop(left)


class _Child:
    """A process that plays a seed, and a thread that reads what it says."""

    def __init__(self, seed: int, tenant: world.Tenant, options: Options) -> None:
        self.seed = seed
        reading, writing = os.pipe()
        self._process = os.fork()
        if not self._process:
            os.close(reading)
            _play_and_exit(seed, tenant, options, writing)
        os.close(writing)
        self._pipe = os.fdopen(reading)
        self.database = world.name_for(self._process)

    def end(self) -> None:
        """End it before it has a result."""
        self._pipe.close()
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)

    def result(self) -> Result:
        with self._pipe as pipe:
            text = pipe.read()
        os.waitpid(self._process, 0)
        if not text:
            return Result(self.seed, "", 0, 0, ["the process of the seed has ended"], {}, 0.0)
        return Result(**json.loads(text))


def _play_and_exit(seed: int, tenant: world.Tenant, options: Options, writing: int) -> NoReturn:
    code = 1
    try:
        with os.fdopen(writing, "w") as pipe:
            logging.disable(logging.NOTSET if options.is_told else logging.CRITICAL)
            json.dump(dataclasses.asdict(play(seed, tenant, options)), pipe)
        code = 0
    except BaseException:  # noqa: BLE001 - the parent tells of it
        traceback.print_exc()
    finally:
        os._exit(code)
