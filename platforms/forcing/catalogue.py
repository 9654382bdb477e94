"""What can be forced, and about what: each app registers its own.

A step is a question that the sandbox answers in place of the outside world, such as the payout of a quote. An outcome
is an answer to it.
"""

import dataclasses
import uuid
from collections.abc import Callable, Collection, Sequence
from typing import Any

SHORTEST_DELAY, LONGEST_DELAY = 0, 30 * 24 * 3600
"""Seconds by the platform's clock."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """An answer to the question of a step."""

    step: str
    name: str
    does: str
    """What the other side does, in a sentence."""
    shows: str
    """What the platform's client sees of it, in a sentence."""
    subjects: tuple[str, ...] = ()
    """What it can be forced for: kinds of subjects, such as `accountId`."""
    reasons: tuple[str, ...] = ()
    """The reasons that it can give. The first one is given where none is asked for."""
    delay: int | None = None
    """How many seconds it takes where no delay is asked for; None: it takes none."""
    is_repeated: bool = True
    """Whether it can be asked for more than once: `times`."""
    is_for_next: bool = True
    """Whether it can be forced for whatever is asked next, and not for a subject alone."""


@dataclasses.dataclass(frozen=True, slots=True)
class Subject:
    """An object that an outcome is forced for."""

    public_id: str
    steps: Collection[str]
    """The steps that may still be asked about it."""
    instead: str = "one with such a step"
    """What the object must be, where there is no such step."""
    only: Collection[str] | None = None
    """The outcomes that are still possible; None: all of the steps."""
    then: Callable[[Any], None] | None = None
    """Called with the new row: what is to happen at once."""


Find = Callable[[uuid.UUID, str], Subject]
"""Returns the subject of a platform by its public identifier; raises NotFound."""

_outcomes: dict[str, dict[str, Outcome]] = {}
_subjects: dict[str, Find] = {}


def register(*outcomes: Outcome) -> None:
    """Add outcomes, each once."""
    for outcome in outcomes:
        of_step = _outcomes.setdefault(outcome.step, {})
        assert outcome.name not in of_step, f"{outcome.step} has an outcome {outcome.name} already"
        of_step[outcome.name] = outcome


def register_subject(kind: str, find: Find) -> None:
    """Say how the subjects of a kind are found."""
    assert kind not in _subjects, f"{kind} is found already"
    _subjects[kind] = find


def everything() -> list[Outcome]:
    """Return all outcomes, by step and name."""
    return [of_step[name] for _, of_step in sorted(_outcomes.items()) for name in sorted(of_step)]


def steps() -> Sequence[str]:
    """Return the names of all steps."""
    return sorted(_outcomes)


def of_step(step: str) -> dict[str, Outcome]:
    """Return the outcomes of a step by their names: none of one that is unknown."""
    return _outcomes.get(step, {})


def find_subject(kind: str, platform_id: uuid.UUID, public_id: str) -> Subject:
    """Return a platform's subject; raises NotFound."""
    return _subjects[kind](platform_id, public_id)
