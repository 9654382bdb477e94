"""Re-screening of all live customers after a list has changed: in steps, each from where the last one ended.

A check without new hits leaves no row of its own: the sweep, its list and its end prove it.
"""

import datetime as dt
import itertools
import uuid

from compliance.models import BeneficialOwner, Customer, ScreeningSweep
from compliance.providers import registry
from compliance.screening import screenings
from platforms import audit
from platforms.base import clock
from platforms.models import Environment

SETTLE_TIME = dt.timedelta(minutes=4)
"""Longer than any request or task lives: all checks against the list before have committed by then."""
CHUNK = 100


def advance(*, now: clock.RealTime, limit: int = CHUNK, only: uuid.UUID | None = None) -> int:
    """Screen the next customers of the sweep that is running and due, and return how many there were.

    `only`: nobody but this customer, if it is the next. Does nothing while another process screens. New hits wait for a
    person; a status changes only when one is confirmed.
    """
    due = ScreeningSweep.objects.select_for_update(skip_locked=True)
    sweep = due.filter(is_running=True, started_at__lte=now - SETTLE_TIME).first()
    if sweep is None:
        return 0
    keys = _next(sweep, limit if only is None else 1)
    if only is not None and keys != [only]:
        return 0
    customers = list(Customer.objects.filter(id__in=keys).select_related("platform").order_by("id"))
    for _, group in itertools.groupby(sorted(customers, key=_environment), key=_environment):
        sweep.hit_count += _compare(list(group), now)
    sweep.customer_count += len(customers)
    if customers:
        sweep.cursor = customers[-1].id
    else:
        sweep.is_running, sweep.finished_at = False, now
    sweep.save()
    return len(customers)


def upcoming(*, now: clock.RealTime, limit: int = CHUNK) -> list[uuid.UUID]:
    """Return the keys of the customers that `advance` would screen."""
    sweep = ScreeningSweep.objects.filter(is_running=True, started_at__lte=now - SETTLE_TIME).first()
    return _next(sweep, limit) if sweep is not None else []


def skip(*, key: uuid.UUID) -> None:
    """Continue the running sweep after a customer who can't be screened."""
    sweep = ScreeningSweep.objects.select_for_update().filter(is_running=True).first()
    if sweep is not None and (sweep.cursor is None or sweep.cursor < key):
        sweep.cursor = key
        sweep.save(update_fields=["cursor"])


def compare(*, key: uuid.UUID, now: clock.RealTime) -> None:
    """Screen a customer outside of a sweep, unless deleted meanwhile."""
    _compare(list(Customer.objects.filter(id=key, deleted_at=None).select_related("platform")), now)


def _next(sweep: ScreeningSweep, limit: int) -> list[uuid.UUID]:
    rows = Customer.objects.filter(deleted_at=None, platform__is_regulated_financial_institution=False)
    if sweep.cursor is not None:
        rows = rows.filter(id__gt=sweep.cursor)
    followers = [name for name in Environment.values if registry.screening(name).follows_loaded_lists]
    following = rows.filter(platform__environment__in=followers)
    return list(following.order_by("id").values_list("id", flat=True)[:limit])


def _environment(customer: Customer) -> str:
    return str(customer.platform.environment)


def _compare(customers: list[Customer], now: clock.RealTime) -> int:
    """Screen customers of one environment and store what is new."""
    owners: dict[object, list[BeneficialOwner]] = {}
    for owner in BeneficialOwner.objects.filter(customer__in=customers).order_by("id"):
        owners.setdefault(owner.customer_id, []).append(owner)
    examinations = screenings.examine([(customer, owners.get(customer.id, [])) for customer in customers])
    found = [pair for pair in zip(customers, examinations, strict=True) if pair[1].needs_people]

    def local_now(pair: tuple[Customer, screenings.Examination]) -> dt.datetime:
        return clock.of(pair[0].platform, now)

    return sum(
        screenings.store(list(group), cause=screenings.NEW_LIST, actor=audit.SYSTEM, now=moment)
        for moment, group in itertools.groupby(sorted(found, key=local_now), key=local_now)
    )
