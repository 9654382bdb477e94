"""What staff enter: schedules and rates, through the operations."""

import datetime as dt
from decimal import Decimal
from typing import Any

from django.db import transaction

from payments.models import FeeSchedule, StaffRate
from payments.pricing import fee_schedules
from payments.rates import rate_entries
from platforms import audit
from platforms.base import clock
from tests.support import factories

CLERK = audit.Actor(kind="STAFF", id="clerk")


def schedule(tenant: factories.Tenant, *, now: clock.RealTime | None = None, **fields: Any) -> FeeSchedule:
    entry: dict[str, Any] = {
        "source_currency": "",
        "destination_currency": "",
        "fixed_fee": 0,
        "variable_rate": "0",
        "rate_multiplier": "1",
        "effective_from": None,
        "effective_until": None,
        "reason": "agreed with the platform",
        **fields,
    }
    entry["variable_rate"] = Decimal(entry["variable_rate"])
    entry["rate_multiplier"] = Decimal(entry["rate_multiplier"])
    with transaction.atomic():
        return fee_schedules.create(platform_id=tenant.platform.id, actor=CLERK, now=now or clock.real_now(), **entry)


def rate(
    source: str,
    destination: str,
    value: str,
    *,
    effective_at: dt.datetime | None = None,
    now: dt.datetime | None = None,
    reason: str = "the desk says so",
) -> StaffRate:
    with transaction.atomic():
        return rate_entries.enter(
            source=source,
            destination=destination,
            rate=Decimal(value),
            effective_at=effective_at,
            reason=reason,
            actor=CLERK,
            now=now or clock.real_now(),
        )


def end(schedule, *, at=None, now=None, reason="the contract has ended") -> FeeSchedule:
    with transaction.atomic():
        return fee_schedules.end(
            schedule_id=schedule.id, at=at, reason=reason, actor=CLERK, now=now or clock.real_now()
        )
