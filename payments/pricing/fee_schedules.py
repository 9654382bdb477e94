"""Fee schedules: charges of a platform for exchanging, entered by staff."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import orjson

from payments.models import FeeSchedule
from payments.pricing import arithmetic
from payments.pricing.arithmetic import Fees
from platforms import audit
from platforms.base import clock, errors, money
from platforms.database import prepared
from platforms.database.rows import by_key
from platforms.models import Platform

LEAST_MULTIPLIER, GREATEST_MULTIPLIER = Decimal("0.5"), Decimal(2)
"""A margin beyond these is a typing error."""
DECIMALS = 8
"""Of a variable rate and a multiplier."""
GREATEST_SHARE = 1 - Decimal(1).scaleb(-DECIMALS)
"""Fees are less than everything."""


@dataclasses.dataclass(frozen=True, slots=True)
class FeeTerms:
    """Fees and margin of a corridor at a moment. Without a schedule: no fee, no margin."""

    schedule_id: uuid.UUID | None = None
    fees: Fees = dataclasses.field(default_factory=Fees)
    multiplier: Decimal = Decimal(1)

    def exchange_rate(self, mid_rate: Decimal) -> Decimal:
        """Return the charged rate: the mid rate with the margin, rounded once like every rate."""
        return arithmetic.round_rate(Fraction(mid_rate) * Fraction(self.multiplier))


@dataclasses.dataclass(frozen=True, slots=True)
class Tariff:
    """All the schedules of a platform that are effective at a moment, the strongest of each corridor first."""

    _terms: dict[tuple[str, str], FeeTerms]

    def terms(self, *, sending: str, receiving: str) -> FeeTerms:
        """Return the terms of a corridor: the most specific schedule, the source before the destination."""
        corridors = ((sending, receiving), (sending, ""), ("", receiving), ("", ""))
        return next((self._terms[corridor] for corridor in corridors if corridor in self._terms), FeeTerms())


_EFFECTIVE = (
    "SELECT id, fixed_fee, variable_rate, rate_multiplier, source_currency, destination_currency"
    " FROM payments_feeschedule"
    " WHERE platform_id = $1 AND effective_from <= $2 AND (effective_until IS NULL OR effective_until > $2)"
)
_LATEST_FIRST = " ORDER BY effective_from DESC, id DESC"
_OF_PLATFORM = f"{_EFFECTIVE}{_LATEST_FIRST}"
_OF_CORRIDOR = f"{_EFFECTIVE} AND source_currency IN ($3, '') AND destination_currency IN ($4, ''){_LATEST_FIRST}"


STATED = """
(SELECT json_agg(json_build_array(id, fixed_fee, variable_rate::text, rate_multiplier::text,
                                  source_currency, destination_currency) ORDER BY effective_from DESC, id DESC)::text
   FROM payments_feeschedule
  WHERE platform_id = {platform} AND effective_from <= {now} AND (effective_until IS NULL OR effective_until > {now})
    AND source_currency IN ({sending}, '') AND destination_currency IN ({receiving}, ''))
"""
"""SQL: what `stated` takes of a corridor, within a statement that reads more."""


def stated(text: str | None, *, sending: str, receiving: str) -> FeeTerms:
    """Return the fees and the margin of a corridor from what STATED has read; None where there is no schedule."""
    rows = [
        (uuid.UUID(key), fixed_fee, Decimal(variable_rate), Decimal(multiplier), source, destination)
        for key, fixed_fee, variable_rate, multiplier, source, destination in orjson.loads(text or "[]")
    ]
    return _tariff(rows).terms(sending=sending, receiving=receiving)


def find(*, platform_id: uuid.UUID, sending: str, receiving: str, now: dt.datetime) -> FeeTerms:
    """Return the fees and the margin of a corridor: one query."""
    found = prepared.rows(_OF_CORRIDOR, [platform_id, now, sending, receiving])
    return _tariff(found).terms(sending=sending, receiving=receiving)


def tariff(*, platform_id: uuid.UUID, now: dt.datetime) -> Tariff:
    """Return the fees and margins of all corridors of a platform: one query."""
    return _tariff(prepared.rows(_OF_PLATFORM, [platform_id, now]))


def create(
    *,
    platform_id: uuid.UUID,
    source_currency: str,
    destination_currency: str,
    fixed_fee: int,
    variable_rate: Decimal,
    rate_multiplier: Decimal,
    effective_from: dt.datetime | None,
    effective_until: dt.datetime | None,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> FeeSchedule:
    """Enter a schedule for a corridor ('' for any currency) from a moment (None: now) on.

    Moments are by the platform's clock; `now` is real time. `fixed_fee` in the smallest unit of the source currency,
    `variable_rate` a share of the whole sending amount, `rate_multiplier` the margin on the mid rate. Raises
    InvalidInput that names every wrong field.
    """
    platform = by_key(Platform.objects, platform_id)
    present = clock.of(platform, now)
    begins = effective_from or present
    problems = [
        *_currency_problems(source_currency=source_currency, destination_currency=destination_currency),
        *_fee_problems(fixed_fee, variable_rate, rate_multiplier),
    ]
    if fixed_fee > 0 and not source_currency:
        problems.append(("fixed_fee", "needs a source currency: it is an amount in it"))
    if begins < present:
        problems.append(("effective_from", "must not be in the past: what was quoted stays as it was"))
    if effective_until is not None and effective_until <= begins:
        problems.append(("effective_until", "must be later than the beginning"))
    if platform is None:
        problems.append(("platform", "must be a platform that there is"))
    _refuse([*problems, *_reason_problems(reason)])
    schedule: FeeSchedule = FeeSchedule.objects.create(
        platform_id=platform_id,
        source_currency=source_currency,
        destination_currency=destination_currency,
        fixed_fee=fixed_fee,
        variable_rate=variable_rate,
        rate_multiplier=rate_multiplier,
        effective_from=begins,
        effective_until=effective_until,
        created_by=actor.proposed_by or actor.id,
        reason=reason.strip(),
        created_at=present,
    )
    _audit(schedule, "fee_schedule.create", reason=reason, actor=actor, now=present)
    return schedule


def end(
    *, schedule_id: uuid.UUID | None, at: dt.datetime | None, reason: str, actor: audit.Actor, now: clock.RealTime
) -> FeeSchedule:
    """End a schedule `at` a moment (None: now) not in the past; an existing end can only be moved nearer.

    A schedule that has not begun ends at its beginning. Moments are by the platform's clock;
    `now` is real time. Raises InvalidInput.
    """
    rows = FeeSchedule.objects.select_for_update(of=("self",)).select_related("platform")
    schedule: FeeSchedule | None = by_key(rows, schedule_id)
    if schedule is None:
        raise errors.InvalidInput.field("schedule", "must be a schedule that there is")
    present = clock.of(schedule.platform, now)
    problems = _reason_problems(reason)
    if at is not None and at < present:
        problems.append(("effective_until", "must not be in the past: what was quoted stays as it was"))
    ends = max(at or present, schedule.effective_from)
    if schedule.effective_until is not None and schedule.effective_until <= ends:
        problems.append(("effective_until", "must be before the end that the schedule has"))
    _refuse(problems)
    schedule.effective_until = ends
    schedule.save(update_fields=["effective_until"])
    _audit(schedule, "fee_schedule.end", reason=reason, actor=actor, now=present)
    return schedule


def _tariff(rows: Iterable[tuple[Any, ...]]) -> Tariff:
    terms: dict[tuple[str, str], FeeTerms] = {}
    for key, fixed, variable_rate, multiplier, source, destination in rows:
        terms.setdefault((source, destination), FeeTerms(key, Fees(fixed, variable_rate), multiplier))
    return Tariff(terms)


def _currency_problems(**codes: str) -> list[tuple[str, str]]:
    return [
        (name, "is not a currency of this service")
        for name, code in codes.items()
        if code and code not in money.SUPPORTED_CURRENCIES
    ]


def _fee_problems(fixed_fee: int, variable_rate: Decimal, rate_multiplier: Decimal) -> list[tuple[str, str]]:
    problems = []
    if not 0 <= fixed_fee <= money.MAX_AMOUNT:
        problems.append(("fixed_fee", f"must be between 0 and {money.MAX_AMOUNT}"))
    if not _is_share(variable_rate, least=Decimal(0), greatest=GREATEST_SHARE):
        problems.append(("variable_rate", f"must be at least 0 and less than 1, with at most {DECIMALS} decimals"))
    if not _is_share(rate_multiplier, least=LEAST_MULTIPLIER, greatest=GREATEST_MULTIPLIER):
        bounds = f"{LEAST_MULTIPLIER} and {GREATEST_MULTIPLIER}"
        problems.append(("rate_multiplier", f"must be between {bounds}, with at most {DECIMALS} decimals"))
    return problems


def _is_share(value: Decimal, *, least: Decimal, greatest: Decimal) -> bool:
    return value.is_finite() and least <= value <= greatest and value == round(value, DECIMALS)


def _reason_problems(reason: str) -> list[tuple[str, str]]:
    return [] if reason.strip() else [("reason", "must say why")]


def _refuse(problems: list[tuple[str, str]]) -> None:
    if problems:
        raise errors.InvalidInput(problems)


def _audit(schedule: FeeSchedule, verb: str, *, reason: str, actor: audit.Actor, now: dt.datetime) -> None:
    ends = schedule.effective_until
    audit.record(
        schedule,
        verb,
        actor=actor,
        now=now,
        corridor=str(schedule),
        fixedFee=schedule.fixed_fee,
        variableRate=f"{schedule.variable_rate:f}",
        rateMultiplier=f"{schedule.rate_multiplier:f}",
        effectiveFrom=schedule.effective_from.isoformat(),
        effectiveUntil=ends.isoformat() if ends else None,
        reason=reason.strip(),
    )
