"""What an adapter of the sandbox is to answer: asked by adapters, before they look their magic values up.

Hardly any question meets a forced outcome, and payments must not get slower by asking. So each process remembers for
KNOWN_SECONDS which platforms have forced anything, and asks about the others nothing. Whoever forces an outcome gets
the reply that much later: whatever the platform does after the reply meets the outcome.
"""

import dataclasses
import datetime as dt
import time
import uuid
from collections.abc import Callable, Sequence
from typing import NamedTuple

from platforms.base import clock
from platforms.database import prepared
from platforms.forcing import catalogue
from platforms.forcing.catalogue import Outcome

KNOWN_SECONDS = 0.025
_PLATFORMS = "SELECT DISTINCT platform_id FROM platforms_forcedoutcome"
# All that may be answered by is locked first, in one order: of two questions at once the second sees what is left.
_TAKE = """
WITH platform AS (
    SELECT $5::timestamptz + clock_offset AS now FROM platforms_platform WHERE id = $1::uuid
), possible AS MATERIALIZED (
    SELECT id, outcome, reason, delay_seconds, remaining, uses, subject
      FROM platforms_forcedoutcome
     WHERE platform_id = $1::uuid
       AND step IN ('', $2::text) AND (subject = '' OR subject = ANY($3::text[]))
       AND outcome = ANY($4::text[]) AND (remaining > 0 OR uses ? $6::text)
     ORDER BY id FOR UPDATE
), chosen AS (
    SELECT * FROM possible
     ORDER BY uses ? $6::text DESC, array_position($3::text[], subject::text) NULLS LAST, id LIMIT 1
), used AS (
    UPDATE platforms_forcedoutcome forced
       SET remaining = forced.remaining - CASE WHEN forced.uses ? $6::text THEN 0 ELSE 1 END,
           uses = CASE WHEN forced.uses ? $6::text OR $6::text = '' THEN forced.uses
                       ELSE forced.uses || jsonb_build_object($6::text, platform.now) END
      FROM chosen, platform WHERE forced.id = chosen.id
    RETURNING forced.id, forced.outcome, forced.reason, forced.delay_seconds,
              CASE WHEN chosen.uses ? $6::text THEN (chosen.uses ->> $6::text)::timestamptz END, platform.now
)
SELECT * FROM used
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Forced:
    """The answer to a question."""

    id: uuid.UUID
    outcome: Outcome
    reason: str
    """Empty where the outcome gives none."""
    delay: dt.timedelta
    asked_before: bool
    """Whether the same question was answered by it before."""
    waited: dt.timedelta
    """How long ago that was, by the platform's clock."""
    now: dt.datetime
    """The platform's time."""

    @property
    def left(self) -> dt.timedelta:
        """How much of the delay is left."""
        return self.delay - self.waited

    @property
    def is_over(self) -> bool:
        """Whether the delay is over."""
        return self.left <= dt.timedelta()


class _Known(NamedTuple):
    read_at: float
    platforms: frozenset[uuid.UUID]


_known = _Known(float("-inf"), frozenset())


def about(
    step: str, *, platform_id: uuid.UUID | None, subjects: Callable[[], Sequence[str]] = tuple, key: str = ""
) -> Forced | None:
    """Return the outcome that the question of a step is to be answered by; None: as usual.

    `subjects` returns the public identifiers of what the question is about, the most important first. The same question
    has the same `key`: it is counted once, and always answered by the same outcome. Without a key each one counts. In a
    database transaction it is counted with it, else at once.
    """
    if platform_id is None or not may_have_any(platform_id):
        return None
    names = [*catalogue.of_step(step)]
    used_as = f"{key} {step}" if key else ""
    rows = prepared.rows(_TAKE, [platform_id, step, [*subjects()], names, clock.real_now(), used_as])
    if not rows:
        return None
    key_of_row, name, reason, delay, first_at, now = rows[0]
    outcome = catalogue.of_step(step)[name]
    seconds = delay if delay is not None else outcome.delay or 0
    return Forced(
        id=key_of_row,
        outcome=outcome,
        reason=reason if reason in outcome.reasons else next(iter(outcome.reasons), ""),
        delay=dt.timedelta(seconds=seconds),
        asked_before=first_at is not None,
        waited=now - first_at if first_at is not None else dt.timedelta(),
        now=now,
    )


def may_have_any(platform_id: uuid.UUID) -> bool:
    """Tell whether a platform has forced anything: hardly any question costs a statement."""
    return platform_id in _platforms_now()


def has_any() -> bool:
    """Tell whether any platform has."""
    return bool(_platforms_now())


def _platforms_now() -> frozenset[uuid.UUID]:
    global _known  # noqa: PLW0603 - replaced as a whole
    if time.monotonic() - _known.read_at >= KNOWN_SECONDS:
        # Before it reads: what is forced meanwhile may be missed for so long, and no longer.
        read_at = time.monotonic()
        _known = _Known(read_at, frozenset(_platforms()))
    return _known.platforms


def _platforms() -> list[uuid.UUID]:
    """Return the platforms that have forced anything, by a connection of its own: it is part of no transaction."""
    database = prepared.take()
    try:
        with database.cursor() as cursor:
            cursor.execute(_PLATFORMS)
            return [row[0] for row in cursor.fetchall()]
    finally:
        prepared.release(database)
