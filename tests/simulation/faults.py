"""Faults at steps: who dies, whose connection is cut, who stands still, which wake-up is lost. Drawn by the seed."""

import random
from collections.abc import Collection

from platforms.database.driver import Connection
from tests.simulation import sometimes, substitutes, world
from tests.simulation.scheduler import Actor, Scheduler, State
from tests.simulation.statements import Statements

_DIES, _WEB_DIES, _CUT, _STANDS_STILL, _WAKE_UP_LOST = 0.0025, 0.001, 0.003, 0.003, 0.1
_RESTARTS = 0.0002
_CLOCK_MOVES = 0.001
_CLOCKS_DIFFER = 0.3
"""The part of the seeds in which the clocks of machines differ from the database's, and move."""
_WRONG_BY = 2.0
"""Seconds by which a clock may be wrong, in both directions."""
_PLACES = (
    *("", "", "COMMIT", "FOR UPDATE", "INSERT", "rail answers", "http reply"),
    # The effects of answers that are recorded together; the outcomes of deliveries.
    *("payments_providermessage", "webhooks_eventstream"),
)
"""Words of the steps at which processes of a seed stand still and die more often than elsewhere: the seed draws one."""
_MORE_STILL, _MORE_DEATHS = 30, 5
"""How many times more often."""
_SOON = 0.7
"""How often a process that stands still goes on as another claims its work."""


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
        self._clocks_differ = self.chance.random() < _CLOCKS_DIFFER
        self._place = self.chance.choice(_PLACES)
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
        self._at_machine(actor)
        is_worker, is_web = actor.process.startswith("worker"), actor.process.startswith("web")
        is_place = bool(self._place) and self._place in what
        deaths, stills = (_MORE_DEATHS, _MORE_STILL) if is_place else (1, 1)
        if (is_worker and self._draws(_DIES * deaths)) or (is_web and self._draws(_WEB_DIES * deaths)):
            sometimes.happened("a worker dies" if is_worker else "a web process dies during a request")
            self.run.note(actor, f"fault {self.count}: {actor.process} is killed before {what}")
            self.kill(actor.process)
        elif (is_worker or is_web) and self._draws(_STANDS_STILL * stills):
            seconds = self.chance.choice([1.0, 8.0, 20.0, 20.0])
            sometimes.happened("a process stands still for longer than a lease", seconds > 7)
            self.run.note(actor, f"fault {self.count}: {actor.process} stands still for {seconds:.0f} s before {what}")
            self.run.stand_still(actor.process, seconds)
            self.run.wait(lambda: not self.run.is_still(actor.process), seconds)

    def takes_over(self, process: str, claimed: Collection[str]) -> None:
        """Let processes that stand still go on as another has just claimed what was theirs: some of them, and soon."""
        for other in claimed:
            if other != process and self.run.is_still(other) and self.chance.random() < _SOON:
                sometimes.happened("a process goes on as another takes its work over")
                self.run.go_on(other, self.chance.choice([0, 0.02, 0.1, 1]))
                self.run.note(None, f"{other} goes on soon")

    def _at_machine(self, actor: Actor) -> None:
        """Restart the database, or move the clock of the machine of an actor."""
        if self._draws(_RESTARTS):
            sometimes.happened("the database restarts")
            self.run.note(actor, f"fault {self.count}: the database restarts")
            self.statements.restart()
        if self._clocks_differ and self._draws(_CLOCK_MOVES):
            seconds = self.chance.uniform(-_WRONG_BY, _WRONG_BY)
            sometimes.happened("a machine's clock moves")
            self.run.note(actor, f"fault {self.count}: the clock of {actor.process} is wrong by {seconds:.3f} s")
            substitutes.wrong_by[actor.process] = seconds

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
