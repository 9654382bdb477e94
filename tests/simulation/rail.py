"""The rail outside: it moves money once for each payment and leg, and tells of it in all the ways in which rails do."""

import contextlib
import dataclasses
import datetime as dt
import random
import uuid
from collections.abc import Callable, Collection, Iterator
from typing import Any

from payments.providers.base import Instruction, Leg, RailOutcome, RailUnavailable, Verdict
from payments.providers.time_limit import TookTooLong
from tests.simulation import scheduler, sometimes, substitutes

_WAYS = {
    "settles": 30,
    "settles later": 12,
    "settles much later": 4,
    "fails": 10,
    "fails later": 8,
    "is away once": 6,
    "carries out and is not heard": 12,
    "is slow": 8,
    "is slow twice": 3,
    "is away for long": 3,
    "hangs": 1,
    "breaks": 3,
    "settles twice": 6,
    "returns": 6,
    "rejects": 3,
    "calls back": 3,
    "keeps the money": 3,
}
_AFTER_SETTLEMENT = {"settles twice", "returns"}
_OF_PAYOUTS = {"calls back", "keeps the money"}
_REFUSES = {
    "fails": Verdict.FAILED,
    "fails later": Verdict.FAILED,
    "rejects": Verdict.REJECTED,
    "calls back": Verdict.CANCELLED,
    "keeps the money": Verdict.FAILED,
}
_HEARD_LATE = 0.06
_LATE_SECONDS = 130
"""Longer than a worker holds a payment whose rail does not answer. An answer that is late comes by then, or when others
ask too."""
_SLOW_QUESTIONS = 2
_INTERRUPTED_AFTER = 30
"""Seconds after which a step is interrupted, and may be another worker's while the call still waits."""
_REASON = "BANK_REJECTED"


@dataclasses.dataclass
class Movement:
    """What the rail knows of one payment's leg."""

    way: str
    leg: str
    amount: int
    is_heard_late: bool = False
    """The first answer arrives when others have asked long since."""
    asked: int = 0
    is_carried_out: bool = False
    is_over: str = ""
    """The last word: no PENDING, and SETTLED only where nothing follows."""
    words: list[str] = dataclasses.field(default_factory=list)

    @property
    def is_promised(self) -> bool:
        """Whether the rail has said that it wants to be asked again, and has news."""
        return self.way == "returns"

    @property
    def is_kept(self) -> bool:
        """Whether the rail has failed, and has the money."""
        return self.way == "keeps the money"


@dataclasses.dataclass(frozen=True)
class Question:
    """A question that a process asks at this moment."""

    process: str
    since: float


class SimulatedRail:
    """The adapter of a seed."""

    def __init__(self, seed: int) -> None:
        """Draw everything by the seed."""
        self.chance = random.Random(f"rail {seed}")
        self.movements: dict[tuple[uuid.UUID, str], Movement] = {}
        self.is_kind = False
        """Faults are over: from now on it answers at once."""
        self._is_clock_moving = False
        self.unclaimed: set[uuid.UUID] = set()
        """Payments whose claims ended as the clock was set forward: who had one, and who has it now, may both ask."""
        self.begun: dict[tuple[str, uuid.UUID], float] = {}
        """When a process last began the step of a payment that belonged to it."""
        self.wrong: list[str] = []
        """Questions that nobody should ask: two processes at once, though none had lost its payment; about what another
        had claimed; about what the rail had not been told."""
        self._asking: dict[tuple[uuid.UUID, str], list[Question]] = {}
        self._lost: set[tuple[str, uuid.UUID]] = set()
        self._ended: set[tuple[uuid.UUID, str]] = set()
        """Movements that staff have ended."""
        self.taken_over: Callable[[str, Collection[str]], None] = lambda _process, _others: None
        """Is told of a process that claims what others have claimed."""
        self._taken: dict[uuid.UUID, set[str]] = {}
        self._holder: dict[uuid.UUID, str] = {}
        """The process that was the last to claim a payment."""

    def takes(self, process: str, payments: Collection[uuid.UUID]) -> None:
        """Note that a process is claiming payments: the claim is not committed yet."""
        self.taken_over(process, sorted({other for key in payments for other in self._taken.get(key, ())}))
        for key in payments:
            self._taken.setdefault(key, set()).add(process)

    def holds(self, process: str, payments: Collection[uuid.UUID]) -> None:
        """Note that a process has claimed payments."""
        self._holder |= dict.fromkeys(payments, process)

    @contextlib.contextmanager
    def clock_moves(self) -> Iterator[None]:
        """Know of a block in which the platform's clock is set forward."""
        self._is_clock_moving = True
        yield
        self._is_clock_moving = False
        self.unclaimed |= self._taken.keys()

    def begins(self, process: str, payment: uuid.UUID) -> None:
        """Note that a process begins the step of a payment, as it still belongs to it."""
        self.begun[process, payment] = substitutes.now()
        self._lost.discard((process, payment))
        if self._holder.get(payment, process) != process:
            self._lost.add((process, payment))

    def gives_up(self, payment: uuid.UUID, leg: str, amount: int) -> bool:
        """Promise staff never to make a movement; False where it is made, or they have its last word."""
        known = self.movements.setdefault((payment, leg), Movement("fails", leg, amount))
        if known.is_carried_out or known.is_over:
            return False
        known.way, known.is_over = "fails", str(Verdict.FAILED)
        return True

    def note_ended(self, payment: uuid.UUID, leg: str) -> None:
        """Note that staff have ended a payment: nobody may be asking about it, or ask again."""
        run = scheduler.running()
        assert run is not None
        for asking in self._asking.get((payment, leg), []):
            if not self._has_stood_still(asking, run) and payment not in self.unclaimed:
                self.wrong.append(f"staff end {payment} while {asking.process} asks about its {leg}")
        self._ended.add((payment, leg))

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Carry a movement out."""
        return self._answer(instruction, "submit")

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        """Tell what became of it."""
        return self._answer(instruction, "status")

    def _answer(self, instruction: Instruction, verb: str) -> RailOutcome:
        run, actor = scheduler.running(), scheduler.current()
        if run is None or actor is None:
            return RailOutcome(Verdict.SETTLED, payment_rail="ACH")
        key = instruction.transaction_id, str(instruction.leg)
        question, asking = Question(actor.process, run.now), self._asking.setdefault(key, [])
        self._compare(key, question, run)
        asking.append(question)
        try:
            return self._asked(instruction, verb, run, actor)
        finally:
            asking.remove(question)

    def _compare(self, key: tuple[uuid.UUID, str], question: Question, run: scheduler.Scheduler) -> None:
        """Note a question that another process is asking, which holds the payment: neither stood still meanwhile."""
        begun = self.begun.get((question.process, key[0]), 0.0)
        if run.still_until.get(question.process, 0) > begun or self._is_clock_moving or key[0] in self.unclaimed:
            return
        if (question.process, key[0]) in self._lost:
            self.wrong.append(f"{question.process} asks about {key[1]} of {key[0]}, which another has claimed since")
        if key in self._ended:
            self.wrong.append(f"{question.process} asks about {key[1]} of {key[0]}, which staff have ended")
        for other in self._asking[key]:
            if other.process != question.process and not self._has_stood_still(other, run):
                self.wrong.append(f"{question.process} and {other.process} ask about {key[1]} of {key[0]} at once")

    @staticmethod
    def _has_stood_still(question: Question, run: scheduler.Scheduler) -> bool:
        """Tell whether others may have claimed a payment since a process began to ask about it."""
        is_old = question.since < run.now - _INTERRUPTED_AFTER
        return is_old or run.still_until.get(question.process, 0) >= question.since

    def _asked(
        self, instruction: Instruction, verb: str, run: scheduler.Scheduler, actor: scheduler.Actor
    ) -> RailOutcome:
        run.step(f"rail {verb}")
        known = self._movement(instruction)
        if verb == "status" and not known.asked:
            self.wrong.append(f"{actor.process} asks what became of {known.leg}, which nobody has submitted")
        known.asked += 1
        sometimes.happened("the rail is asked a second time", known.asked > 1 and verb == "submit")
        before = known.way
        try:
            outcome = self._play(known, run)
        except (RailUnavailable, ZeroDivisionError) as error:
            run.note(actor, f"rail {verb} {instruction.leg} {instruction.amount} {before}: {type(error).__name__}")
            raise
        known.words.append(str(outcome.verdict))
        if known.is_heard_late and known.asked == 1 and not self.is_kind:
            self._wait_for_others(known, run)
        run.note(actor, f"rail {verb} {instruction.leg} {instruction.amount} {before}: {outcome.verdict}")
        run.step("rail answers")
        return dataclasses.replace(outcome, payment_rail=instruction.payment_rail)

    def _wait_for_others(self, known: Movement, run: scheduler.Scheduler) -> None:
        """Let an answer wait until others have asked, or for long."""
        self._hold_up(run, run.now + _LATE_SECONDS, lambda: known.asked > 1)
        self._hold_up(run, run.now + self.chance.choice([0, 0.02, 0.1, 3]))
        sometimes.happened("an answer comes when others have asked long since", known.asked > 1)

    @staticmethod
    def _hold_up(run: scheduler.Scheduler, until: float, is_enough: Callable[[], bool] = lambda: False) -> None:
        """Let an answer wait, whoever interrupts the call: some libraries can't be interrupted."""
        while run.now < until and not is_enough():
            with contextlib.suppress(TookTooLong):
                run.wait(is_enough, until - run.now)

    def _movement(self, instruction: Instruction) -> Movement:
        key = instruction.transaction_id, str(instruction.leg)
        if key not in self.movements:
            ways = dict(_WAYS)
            if instruction.leg != Leg.PAYOUT and instruction.direction == "PULL":
                ways = {way: weight for way, weight in ways.items() if way not in _AFTER_SETTLEMENT}
            if instruction.leg != Leg.PAYOUT:
                ways = {way: weight for way, weight in ways.items() if way not in _OF_PAYOUTS}
            if instruction.leg == Leg.REFUND:
                ways = {"settles": 1, "is slow": 1, "carries out and is not heard": 1}
            way = self.chance.choices([*ways], [*ways.values()])[0]
            # A first answer that is not the last one, and is heard after it, does the most harm.
            is_late = self.chance.random() < (_HEARD_LATE * 4 if "later" in way else _HEARD_LATE)
            self.movements[key] = Movement(way, str(instruction.leg), instruction.amount, is_heard_late=is_late)
        return self.movements[key]

    def _play(self, known: Movement, run: scheduler.Scheduler) -> RailOutcome:
        self._hesitate(known, run)
        if "later" in known.way and known.asked <= 1 + (known.way == "settles much later"):
            after = dt.timedelta(seconds=self.chance.choice([0, 1, 5, 20]))
            return RailOutcome(Verdict.PENDING, ask_again_after=after, provider_reference="known")
        known.is_carried_out = True
        if verdict := _REFUSES.get(known.way):
            sometimes.happened("a rail fails, and keeps the money", known.is_kept)
            return self._end(known, verdict, failure_reason=_REASON, is_money_back=not known.is_kept)
        if known.way in _AFTER_SETTLEMENT and known.is_over not in {"SETTLED", "RETURNED"}:
            return self._end(known, Verdict.SETTLED, ask_again_after=dt.timedelta(seconds=self.chance.choice([0, 3])))
        if known.way == "returns":
            return self._end(known, Verdict.RETURNED, failure_reason=_REASON)
        return self._end(known, Verdict.SETTLED)

    def _hesitate(self, known: Movement, run: scheduler.Scheduler) -> None:
        """Take the time that the rail needs for an answer; raise what it raises in place of one."""
        if self.is_kind:
            return
        is_first = known.asked == 1
        match known.way:
            case "is away once" if is_first:
                raise RailUnavailable
            case "breaks" if is_first:
                message = "the adapter has a fault"
                raise ZeroDivisionError(message)
            case "carries out and is not heard" if is_first:
                known.is_carried_out = True
                raise RailUnavailable
            case "is away for long" if is_first:
                self._wait_for_others(known, run)
                raise RailUnavailable
            case "is slow" if is_first:
                run.wait(None, self.chance.uniform(0.1, 12))
            case "is slow twice" | "is away for long" if known.asked <= _SLOW_QUESTIONS:
                run.wait(None, self.chance.uniform(3, 12))
            case "hangs" if is_first:
                run.wait(None, 45)

    def _end(self, known: Movement, verdict: Verdict, **options: Any) -> RailOutcome:
        known.is_over = str(verdict)
        return RailOutcome(verdict, provider_reference="known", **options)
