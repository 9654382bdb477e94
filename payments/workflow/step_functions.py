"""What each step does: its functions, which stand with their subject and are registered there.

`payments.steps` says of each step what the scheduler, the check of the books and staff need: plain texts. A step has
these functions:

- `settled` and `failed`, if a rail is asked, or a node that answers in a rail's terms: they record the answer;
- `talk`, if the step takes several messages with a node or another institution: it stores what it hears by itself;
- `own`, if nobody is asked.

Apps import their registering modules when they are ready, so that every process knows all functions.
"""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Callable, Collection
from typing import Protocol

from payments.providers.base import RailOutcome, Verdict
from payments.workflow.claims import ClaimedPayment
from payments.workflow.moves import Move

Follow = Callable[[Move, RailOutcome], object]
Talk = Callable[[ClaimedPayment], object]


class Own(Protocol):
    """A function that takes a step by itself, in the caller's database transaction. Safe to repeat."""

    def __call__(self, *, transaction_id: uuid.UUID, now: dt.datetime) -> object:
        """Take the step of a payment, if it is still due."""


@dataclasses.dataclass(frozen=True, slots=True)
class StepFunctions:
    """The functions of a step: those that it has."""

    settled: Follow | None = None
    """After the answer that the step is done, also repeatedly."""
    failed: Follow | None = None
    """After the answer that it has failed, or was returned."""
    talk: Talk | None = None
    """Called outside of database transactions."""
    own: Own | None = None
    in_sets: frozenset[Verdict] = frozenset()
    """The verdicts after which `settled` and `failed` change nothing but what a `Move` collects."""


_registered: dict[str, StepFunctions] = {}


def register(
    step: str,
    *,
    settled: Follow | None = None,
    failed: Follow | None = None,
    talk: Talk | None = None,
    own: Own | None = None,
    in_sets: Collection[Verdict] = (),
) -> None:
    """Name functions of a step; those of one step may come from several modules, each once."""
    known, new = functions_of(step), StepFunctions(settled, failed, talk, own, frozenset(in_sets))
    for kind in StepFunctions.__slots__:
        assert not (getattr(known, kind) and getattr(new, kind)), f"{step} has a function `{kind}` already"
    _registered[step] = StepFunctions(
        settled=settled or known.settled,
        failed=failed or known.failed,
        talk=talk or known.talk,
        own=own or known.own,
        in_sets=new.in_sets or known.in_sets,
    )


def functions_of(step: str) -> StepFunctions:
    """Return the functions of a step: none of one of a later release."""
    return _registered.get(step, StepFunctions())
