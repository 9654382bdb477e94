"""Fees and rates that no two people entered: a source of the nightly check of the audit log."""

from collections.abc import Iterator

from django.db.models import F

from payments.models import FeeSchedule, StaffRate
from platforms.encryption.seals import Fault
from platforms.models import AuditEntry
from platforms.models.platform import Environment
from platforms.operations import powers

_ENTERED, _ENDED = "fee_schedule.create", "fee_schedule.end"


def _unexplained() -> Iterator[Fault]:
    """Name schedules of production platforms, and rates: fees of a sandbox are nobody's money."""
    schedules = FeeSchedule.objects.filter(platform__environment=Environment.PRODUCTION).order_by("id")
    yield from powers.decided_by_two(schedules.annotate(entered_by=F("created_by")), ["fee_schedule.enter"])
    yield from _ends({schedule.public_id: schedule for schedule in schedules})
    yield from powers.decided_by_two(StaffRate.objects.order_by("id"), ["staff_rate.enter"])


def _ends(schedules: dict[str, FeeSchedule]) -> Iterator[Fault]:
    """Name schedules that end at another moment than the log says: the service may change the end of one."""
    rows = AuditEntry.objects.filter(subject__in=schedules, verb__in=(_ENTERED, _ENDED)).order_by("id")
    ends = dict(rows.values_list("subject", "details__effectiveUntil"))
    for subject, schedule in schedules.items():
        end = schedule.effective_until.isoformat() if schedule.effective_until else None
        if subject in ends and ends[subject] != end:
            yield Fault(powers.UNEXPLAINED, subject, "ends at another moment than the audit log says")


powers.watch(_unexplained)
