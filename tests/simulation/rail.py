"""The rail outside: it moves money once for each payment and leg, and tells of it in all the ways in which rails do."""

import dataclasses
import datetime as dt
import random
from typing import TYPE_CHECKING, Any

from payments.providers.base import Instruction, Leg, RailOutcome, RailUnavailable, Verdict
from tests.simulation import scheduler, sometimes

if TYPE_CHECKING:
    import uuid

_WAYS = {
    "settles": 30,
    "settles later": 12,
    "settles much later": 4,
    "fails": 10,
    "fails later": 8,
    "is away once": 6,
    "carries out and is not heard": 12,
    "is slow": 8,
    "hangs": 1,
    "breaks": 3,
    "settles twice": 6,
    "returns": 6,
}
_AFTER_SETTLEMENT = {"settles twice", "returns"}
_REASON = "BANK_REJECTED"


@dataclasses.dataclass
class Movement:
    """What the rail knows of one payment's leg."""

    way: str
    leg: str
    amount: int
    asked: int = 0
    is_carried_out: bool = False
    is_over: str = ""
    """SETTLED, FAILED or RETURNED: the last word."""
    words: list[str] = dataclasses.field(default_factory=list)

    @property
    def is_promised(self) -> bool:
        """Whether the rail has said that it wants to be asked again, and has news."""
        return self.way == "returns"


class SimulatedRail:
    """The adapter of a seed."""

    def __init__(self, seed: int) -> None:
        """Draw everything by the seed."""
        self.chance = random.Random(f"rail {seed}")
        self.movements: dict[tuple[uuid.UUID, str], Movement] = {}
        self.is_kind = False
        """Faults are over: from now on it answers at once."""

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
        run.step(f"rail {verb}")
        known = self._movement(instruction)
        known.asked += 1
        sometimes.happened("the rail is asked a second time", known.asked > 1 and verb == "submit")
        before = known.way
        try:
            outcome = self._play(known, run)
        except (RailUnavailable, ZeroDivisionError) as error:
            run.note(actor, f"rail {verb} {instruction.leg} {instruction.amount} {before}: {type(error).__name__}")
            raise
        known.words.append(str(outcome.verdict))
        run.note(actor, f"rail {verb} {instruction.leg} {instruction.amount} {before}: {outcome.verdict}")
        run.step("rail answers")
        return dataclasses.replace(outcome, payment_rail=instruction.payment_rail)

    def _movement(self, instruction: Instruction) -> Movement:
        key = instruction.transaction_id, str(instruction.leg)
        if key not in self.movements:
            ways = dict(_WAYS)
            if instruction.leg != Leg.PAYOUT and instruction.direction == "PULL":
                ways = {way: weight for way, weight in ways.items() if way not in _AFTER_SETTLEMENT}
            if instruction.leg == Leg.REFUND:
                ways = {"settles": 1, "is slow": 1, "carries out and is not heard": 1}
            way = self.chance.choices([*ways], [*ways.values()])[0]
            self.movements[key] = Movement(way, str(instruction.leg), instruction.amount)
        return self.movements[key]

    def _play(self, known: Movement, run: scheduler.Scheduler) -> RailOutcome:
        is_first = known.asked == 1 and not self.is_kind
        match known.way:
            case "is away once" if is_first:
                raise RailUnavailable
            case "breaks" if is_first:
                message = "the adapter has a fault"
                raise ZeroDivisionError(message)
            case "carries out and is not heard" if is_first:
                known.is_carried_out = True
                raise RailUnavailable
            case "is slow" if is_first:
                run.wait(None, self.chance.uniform(0.1, 12))
            case "hangs" if is_first:
                run.wait(None, 45)
            case "settles later" | "fails later" | "settles much later" if known.asked <= 1 + (
                known.way == "settles much later"
            ):
                after = dt.timedelta(seconds=self.chance.choice([0, 1, 5, 20]))
                return RailOutcome(Verdict.PENDING, ask_again_after=after, provider_reference="known")
        known.is_carried_out = True
        if known.way in {"fails", "fails later"}:
            return self._end(known, Verdict.FAILED, failure_reason=_REASON)
        if known.way in _AFTER_SETTLEMENT and known.is_over != "SETTLED":
            return self._end(known, Verdict.SETTLED, ask_again_after=dt.timedelta(seconds=self.chance.choice([0, 3])))
        if known.way == "returns":
            return self._end(known, Verdict.RETURNED, failure_reason=_REASON)
        return self._end(known, Verdict.SETTLED)

    def _end(self, known: Movement, verdict: Verdict, **options: Any) -> RailOutcome:
        known.is_over = str(verdict)
        return RailOutcome(verdict, provider_reference="known", **options)
