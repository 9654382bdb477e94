"""Faults at steps: who dies, whose connection is cut, who stands still, which wake-up is lost. Drawn by the seed."""

import random

from platforms.database.driver import Connection
from tests.simulation import sometimes, world
from tests.simulation.scheduler import Actor, Scheduler, State
from tests.simulation.statements import Statements

_DIES, _WEB_DIES, _CUT, _STANDS_STILL, _WAKE_UP_LOST = 0.0025, 0.001, 0.003, 0.003, 0.1


class Faults:
    """The faults of a seed, until they are over."""

    def __init__(
        self, seed: int, run: Scheduler, statements: Statements, *, left_out: frozenset[int] = frozenset()
    ) -> None:
        """`left_out` are numbers of faults that are not played: for a shorter story."""
        self.chance, self.run, self.statements, self.left_out = (
            random.Random(f"faults {seed}"),
            run,
            statements,
            left_out,
        )
        self.count, self.is_over = 0, False
        run.at_step.append(self._at_step)
        statements.after.append(self._after)

    def is_wake_up_lost(self) -> bool:
        """Tell whether a message to the workers gets lost."""
        is_lost = self._draws(_WAKE_UP_LOST)
        sometimes.happened("a wake-up is lost", is_lost)
        if is_lost:
            self.run.note(None, f"fault {self.count}: a wake-up is lost")
        return is_lost

    def _draws(self, probability: float) -> bool:
        if self.is_over or self.chance.random() >= probability:
            return False
        self.count += 1
        return self.count not in self.left_out

    def _at_step(self, actor: Actor, what: str) -> None:
        is_worker, is_web = actor.process.startswith("worker"), actor.process.startswith("web")
        if (is_worker and self._draws(_DIES)) or (is_web and self._draws(_WEB_DIES)):
            sometimes.happened("a worker dies" if is_worker else "a web process dies during a request")
            self.run.note(actor, f"fault {self.count}: {actor.process} is killed before {what}")
            self.kill(actor.process)
        elif (is_worker or is_web) and self._draws(_STANDS_STILL):
            seconds = self.chance.choice([1.0, 4.0, 8.0, 20.0])
            sometimes.happened("a process stands still for longer than a lease", seconds > 7)
            self.run.note(actor, f"fault {self.count}: {actor.process} stands still for {seconds:.0f} s before {what}")
            self.run.stand_still(actor.process, seconds)
            self.run.wait(None, seconds)

    def kill(self, process: str) -> None:
        """End a process: its actors, its connections, what it had in memory."""
        victims = self.run.kill(process)
        locked = {each.backend for each in victims if each.state == State.LOCKED}
        for driver, of in list(self.statements.owner.items()):
            if of == process and not driver.closed and driver.pgconn.backend_pid not in locked:
                self.statements.cut(driver)
        world.forget(process)

    def _after(self, actor: Actor, _driver: Connection, what: str) -> str | None:
        if not self._draws(_CUT):
            return None
        sometimes.happened("a connection is lost after the commit", what == "COMMIT")
        return f"fault {self.count}: the connection is lost after {what}"
