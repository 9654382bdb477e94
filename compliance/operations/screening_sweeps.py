"""All live customers compared once more, because a list has changed: in steps, from where the last one ended.

A run that found nothing new leaves no row of its own: the sweep, its list and its end are the proof of it.
"""

import datetime as dt
import itertools
import logging

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction

from compliance.models import BeneficialOwner, Customer, ScreeningSweep
from compliance.operations import screenings
from compliance.providers import registry
from platforms import audit
from platforms.kit import clock, identifiers
from platforms.models import Environment
from platforms.operations import work_failures

logger = logging.getLogger(__name__)
TASK = "compliance.rescreen_customers"
SETTLE_TIME = dt.timedelta(minutes=4)
"""Longer than any request or task lives: who still compared with the list before has committed by then."""
CHUNK = 100


def advance(*, now: clock.RealTime, limit: int = CHUNK) -> int:
    """Compare the next customers of the sweep that is running and due, and return how many there were.

    Does nothing while another process does it. New hits wait for a person; a status changes only when one confirms.
    """
    due = ScreeningSweep.objects.select_for_update(skip_locked=True)
    sweep = due.filter(is_running=True, started_at__lte=now - SETTLE_TIME).first()
    if sweep is None:
        return 0
    customers = _next(sweep, limit)
    for _, group in itertools.groupby(sorted(customers, key=_environment), key=_environment):
        sweep.hit_count += _compare_all(list(group), now)
    sweep.customer_count += len(customers)
    if customers:
        sweep.cursor = customers[-1].id
    else:
        sweep.is_running, sweep.finished_at = False, now
    sweep.save()
    return len(customers)


def compare_failed(*, now: clock.RealTime) -> None:
    """Compare customers once more whom a sweep could not compare, each when its pause is over."""
    keys = [identifiers.parse("Customer", subject) for subject in work_failures.due(work=TASK, now=now)]
    rows = Customer.objects.filter(id__in=[key for key in keys if key], deleted_at=None).select_related("platform")
    for customer in rows.order_by("id"):
        _compare_one(customer, now)


def _compare_all(customers: list[Customer], now: clock.RealTime) -> int:
    """Compare customers at once; if that fails, one by one: whoever can't be compared is left for later."""
    try:
        with transaction.atomic():
            return _compare(customers, now)
    except SoftTimeLimitExceeded:
        raise
    except Exception:
        logger.exception("customers are compared one by one")
        return sum(_compare_one(customer, now) for customer in customers)


def _compare_one(customer: Customer, now: clock.RealTime) -> int:
    found, platform_id = 0, customer.platform_id
    with (
        work_failures.contained(work=TASK, subject=customer.public_id, platform_id=platform_id, now=now),
        transaction.atomic(),
    ):
        found += _compare([customer], now)
    return found


def _next(sweep: ScreeningSweep, limit: int) -> list[Customer]:
    rows = Customer.objects.filter(deleted_at=None, platform__is_regulated_financial_institution=False)
    if sweep.cursor is not None:
        rows = rows.filter(id__gt=sweep.cursor)
    followers = [name for name in Environment.values if registry.screening(name).follows_loaded_lists]
    return list(rows.filter(platform__environment__in=followers).select_related("platform").order_by("id")[:limit])


def _environment(customer: Customer) -> str:
    return str(customer.platform.environment)


def _compare(customers: list[Customer], now: clock.RealTime) -> int:
    """Compare customers of one environment and store what is new."""
    owners: dict[object, list[BeneficialOwner]] = {}
    for owner in BeneficialOwner.objects.filter(customer__in=customers).order_by("id"):
        owners.setdefault(owner.customer_id, []).append(owner)
    examinations = screenings.examine([(customer, owners.get(customer.id, [])) for customer in customers])
    found = [pair for pair in zip(customers, examinations, strict=True) if pair[1].needs_people]
    return sum(
        screenings.store(list(group), cause=screenings.NEW_LIST, actor=audit.SYSTEM, now=now + ahead)
        for ahead, group in itertools.groupby(sorted(found, key=_ahead), key=_ahead)
    )


def _ahead(found: tuple[Customer, screenings.Examination]) -> dt.timedelta:
    ahead: dt.timedelta = found[0].platform.clock_offset
    return ahead
