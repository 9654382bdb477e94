"""The scheduler: of many actors, each in a thread of its own, exactly one goes on, chosen by the seed at each step."""

import dataclasses
import enum
import faulthandler
import random
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any

STEP_SECONDS = 0.002
"""A step takes up to so much of the simulated time."""
_HANGS_SECONDS = 900.0
"""Real time after which a step that does not end stops the simulation."""
_MOST_STEPS = 15_000
_BY_RANK, _FALLS, _ANYBODY = 0.5, 0.02, 0.05
"""How many seeds choose by rank; how often whoever has his turn then falls behind all others; how often all are alike.

Where all are alike at each step, hardly anybody is overtaken by a whole line of work between two of his statements.
Source: Burckhardt, Kothari, Musuvathi, Nagarakatte, "A randomized scheduler with probabilistic guarantees" (2010).
"""


class Killed(BaseException):
    """Ends an actor whose process was killed: nothing catches it, and no statement is sent any more."""


class Stuck(Exception):
    """Nobody can go on, and nothing will change that."""


class State(enum.Enum):
    """What an actor waits for."""

    READY = enum.auto()
    WAITING = enum.auto()
    """For a condition, a time, or both."""
    LOCKED = enum.auto()
    """For a lock of the database; its statement has been sent."""
    OVER = enum.auto()


@dataclasses.dataclass(eq=False)
class Actor:
    """One line of work: a request, a worker's task, a thread of either."""

    name: str
    process: str
    work: Callable[[], object]
    state: State = State.READY
    is_ready: Callable[[], bool] | None = None
    until: float | None = None
    is_killed: bool = False
    is_daemon: bool = False
    """Nobody waits for its end."""
    raises: type[BaseException] | None = None
    """What an interruption from another thread raises at the actor's next step."""
    key: str = ""
    """The idempotency key of the request that it is in."""
    backend: int = 0
    """The process of the database whose lock it waits for."""
    error: BaseException | None = None
    rank: float = 0
    gate: threading.Semaphore = dataclasses.field(default_factory=lambda: threading.Semaphore(0))
    switches: int = 0


Hook = Callable[[Actor, str], None]
_here = threading.local()


def current() -> Actor | None:
    """Return the actor of this thread; None where none is played."""
    return getattr(_here, "actor", None)


class Scheduler:
    """A run of one seed. Only the thread of the actor whose turn it is touches it."""

    def __init__(self, seed: int, *, begins: float) -> None:
        """`begins` is the simulated time in seconds of the epoch."""
        self.chance = random.Random(f"schedule {seed}")
        self._is_by_rank, self._last_rank = self.chance.random() < _BY_RANK, 0
        self.began = self.now = begins
        self.actors: list[Actor] = []
        self.trace: list[str] = []
        self.steps = 0
        self.is_over = False
        self.is_granted: Callable[[list[Actor]], set[Actor]] = lambda _: set()
        """Returns those of the actors that no longer wait for a lock of the database."""
        self.at_step: list[Hook] = []
        """Called at each step, before it: they may kill the actor, or let it wait."""
        self.on_time: list[Callable[[float], None]] = []
        self.still_until: dict[str, float] = {}
        """The simulated time until which a process stands still, or last did."""
        self._ended = threading.Event()
        self._failure: BaseException | None = None
        self._numbers: dict[str, int] = {}

    # --- the run ---

    def run(self, works: Mapping[str, tuple[str, Callable[[], object]]]) -> None:
        """Play actors (name → process and work) to their end. Raises Stuck, and the first error of an actor."""
        for name, (process, work) in works.items():
            self.spawn(name, process, work)
        self._hand_on()
        if not self._ended.wait(_HANGS_SECONDS):
            faulthandler.dump_traceback(file=sys.stderr)
            message = "a step does not end"
            raise Stuck(message)
        if self._failure is not None:
            raise self._failure

    def spawn(self, name: str, process: str, work: Callable[[], object], *, is_daemon: bool = False) -> Actor:
        """Add an actor; its name gets a number if there was one of that name."""
        number = self._numbers[name] = self._numbers.get(name, 0) + 1
        numbered, rank = name if number == 1 else f"{name}.{number}", self.chance.random()
        actor = Actor(numbered, process, work, is_daemon=is_daemon, rank=rank)
        self.actors.append(actor)
        threading.Thread(target=self._play, args=[actor], name=f"actor {actor.name}", daemon=True).start()
        return actor

    def stop(self) -> None:
        """End the run: every actor is killed where it stands."""
        self.is_over = True
        for actor in self.actors:
            actor.is_killed = actor.is_killed or actor is not current()

    def _play(self, actor: Actor) -> None:
        _here.actor = actor
        actor.gate.acquire()
        try:
            if not actor.is_killed:
                actor.work()
        except Killed:
            pass
        except BaseException as error:  # noqa: BLE001 - the run ends with it
            actor.error = error
            self.note(actor, f"fails: {type(error).__name__}")
            self._failure = self._failure or error
            self.stop()
        actor.state = State.OVER
        self._hand_on()

    # --- steps ---

    def step(self, what: str) -> None:
        """Let another actor go on, or this one: called before it does `what`."""
        actor = current()
        if actor is None:
            return
        self._check(actor)
        actor.state = State.READY
        self._turn(actor)
        if self.is_over:
            return
        for hook in self.at_step:
            hook(actor, what)
        self._check(actor)

    def wait(self, is_ready: Callable[[], bool] | None, seconds: float | None = None) -> bool:
        """Wait until a condition holds, or until so many simulated seconds are over; tell whether it holds."""
        actor = current()
        if actor is None:
            return is_ready is None or is_ready()
        self._check(actor)
        if is_ready is not None and is_ready():
            return True
        actor.state, actor.is_ready = State.WAITING, is_ready
        actor.until = None if seconds is None else self.now + max(0.0, seconds)
        self._turn(actor)
        actor.is_ready = actor.until = None
        self._check(actor)
        return is_ready is not None and is_ready()

    def wait_for_lock(self, backend: int, seconds: float) -> None:
        """Wait until the database has granted the lock that the actor's statement waits for, or until time is over."""
        actor = current()
        assert actor is not None
        actor.state, actor.backend, actor.until = State.LOCKED, backend, self.now + seconds
        self._turn(actor)
        actor.backend, actor.until = 0, None

    def note(self, actor: Actor | None, what: str) -> None:
        """Add a line to the trace."""
        who = actor.name if actor else "-"
        self.trace.append(f"{self.steps:6d} {(self.now - self.began) * 1000:12.1f} {who:<14s} {what}")

    def kill(self, process: str, *, but: Actor | None = None) -> list[Actor]:
        """Kill all actors of a process, which end at their next step; return them."""
        victims = [each for each in self.actors if each.process == process and each.state != State.OVER]
        for each in victims:
            each.is_killed = each is not but
        return victims

    def stand_still(self, process: str, seconds: float) -> None:
        """Let no actor of a process go on for so many simulated seconds, as a machine does that is out of memory."""
        self.still_until[process] = self.now + seconds

    def is_still(self, process: str) -> bool:
        """Tell whether a process stands still."""
        return self.still_until.get(process, 0.0) > self.now

    def go_on(self, process: str, seconds: float) -> None:
        """Let a process that stands still go on after so many simulated seconds, if it would stand still longer."""
        if self.is_still(process):
            self.still_until[process] = min(self.still_until[process], self.now + seconds)

    # --- who is next ---

    def _check(self, actor: Actor) -> None:
        if actor.is_killed:
            raise Killed
        if actor.raises is not None:
            error, actor.raises = actor.raises, None
            raise error

    def _turn(self, actor: Actor) -> None:
        chosen = self._choose()
        if chosen is not actor:
            if chosen is not None:
                chosen.gate.release()
            actor.gate.acquire()
        actor.state = State.READY

    def _hand_on(self) -> None:
        chosen = self._choose()
        if chosen is None:
            self._ended.set()
        else:
            chosen.gate.release()

    def _choose(self) -> Actor | None:
        """Choose who goes on; time goes on by itself where all wait for it."""
        self.steps += 1
        if self.steps == _MOST_STEPS:
            self._failure = self._failure or Stuck(f"it is not over after {_MOST_STEPS} steps")
            self.stop()
        self._pass(self.chance.random() * STEP_SECONDS)
        self.actors = [each for each in self.actors if each.state != State.OVER]
        if killed := [each for each in self.actors if each.is_killed]:
            return killed[0]  # it ends before anybody meets it again
        if all(each.is_daemon for each in self.actors):
            self.stop()
            return self.actors[0] if self.actors else None
        while self.actors:
            locked = [each for each in self.actors if each.state == State.LOCKED]
            granted = self.is_granted(locked) if locked else set()
            able = [
                each
                for each in self.actors
                if (self._is_able(each) or each in granted) and self.still_until.get(each.process, 0) <= self.now
            ]
            if able:
                return able[0] if len(able) == 1 else self._one_of(able)
            times = [
                max(each.until, self.still_until.get(each.process, 0))
                for each in self.actors
                if each.state in {State.WAITING, State.LOCKED} and each.until is not None
            ]
            times += [until for until in self.still_until.values() if until > self.now]
            if not times:
                waiting = ", ".join(f"{each.name} ({each.state.name})" for each in self.actors)
                self._failure = self._failure or Stuck(f"nobody can go on: {waiting}")
                self.stop()
                for each in self.actors:
                    each.is_killed = True
                return self.actors[0]
            self._pass(max(0.0, min(times) - self.now))
        return None

    def _one_of(self, able: list[Actor]) -> Actor:
        if not self._is_by_rank or self.chance.random() < _ANYBODY:
            return self.chance.choice(able)
        first, *others = sorted(able, key=lambda each: each.rank, reverse=True)
        if self.chance.random() >= _FALLS:
            return first
        self._last_rank -= 1
        first.rank = self._last_rank
        return others[0]

    def _pass(self, seconds: float) -> None:
        self.now += seconds
        for tell in self.on_time:
            tell(self.now)

    def _is_able(self, actor: Actor) -> bool:
        if actor.state == State.READY:
            return True
        return (actor.until is not None and actor.until <= self.now) or (
            actor.is_ready is not None and actor.is_ready()
        )


_running: list[Scheduler] = []


def running() -> Scheduler | None:
    """Return the run of this process, if there is one."""
    return _running[-1] if _running else None


def use(scheduler: Scheduler | None) -> Any:
    """Make a run the one of this process; None: there is none any more."""
    _running[:] = [scheduler] if scheduler else []
    return scheduler
