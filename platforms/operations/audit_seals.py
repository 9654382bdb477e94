"""Seals of the audit log and their check. Made after the rows, so that no payment waits for another one's.

The check also looks for what the log should explain and does not (`powers`), and for reasons that are no longer those
whose hashes the log has (`reasons`).
"""

import dataclasses
import datetime as dt
import logging
from collections.abc import Iterator, Sequence
from typing import ClassVar

from django.db import transaction
from django.db.models import Sum

from platforms.base import clock
from platforms.encryption import seals
from platforms.models import AuditCheckRun, AuditSeal, CheckPart, NightlyCheck
from platforms.operations import check_keys, nightly_checks, powers, reasons, staff_powers
from platforms.operations.check_keys import NUMBERS, Function, Keys, OfKeys, Seals
from platforms.operations.nightly_checks import Finding, Page, Part

logger = logging.getLogger(__name__)
TASK = "platforms.verify_audit_log"
DUE = nightly_checks.due("audit", first="EXISTS (SELECT FROM platforms_auditentry)")
MOST_FAULTS = 1000
STALE_AFTER = dt.timedelta(hours=49)
"""A check that has not run for two nights proves nothing about the log."""
LOG = seals.Log(
    "platforms_auditentry",
    """
    SELECT id, platform_id, at, actor_kind, actor_id, verb, subject, request_id, details::text
      FROM platforms_auditentry WHERE id > %s AND id <= %s ORDER BY id
    """,
    AuditSeal,
)


@dataclasses.dataclass(frozen=True, slots=True)
class _Reasons(OfKeys):
    """The part that compares reasons with their hashes in the log."""

    has_rounds: ClassVar[bool] = True
    is_small: ClassVar[bool] = False

    def read(self, page: Page, _: dt.datetime | None) -> Iterator[Finding]:
        """Yield the differences of the reasons that rows of a page name."""
        keys = check_keys.between(self.keys, page)
        for fault in reasons.differences(int(keys["after"]), int(keys["until"])):
            yield fault.stored


def verify(*, now: dt.datetime, expected: seals.Head | None = None) -> AuditCheckRun:
    """Compare the whole log with its seals, with who has power and with reviewers' reasons, and store the result.

    `expected` was noted elsewhere.
    """
    pages = {part.name: list(check_keys.everything(part, check=CHECK, former=None)) for part in _parts(expected)}
    findings = [finding for read in pages.values() for _, in_page in read for finding in in_page]
    staff_powers.renew_marks(now=clock.real_now())
    with transaction.atomic():
        for finding in findings:
            finding["since"] = now.isoformat()
        nightly_checks.record_whole(CHECK, pages, began_at=now)
        return _store(findings, now)


def begin(*, now: clock.RealTime) -> bool:
    """Begin tonight's check, unless it is under way or was made."""
    if not nightly_checks.begin(CHECK, now=now):
        return False
    staff_powers.renew_marks(now=now)
    return True


def step() -> int | None:
    """Read the next page of tonight's check; None where nothing is left, or another worker reads."""
    return nightly_checks.step(CHECK, now=clock.real_now())


def state() -> str:
    """Return the result of the last check in a word, for /readyz."""
    last = AuditCheckRun.objects.order_by("-id").first()
    if last is None:
        return "unchecked"
    if last.faults:
        return "altered"
    is_stale = last.finished_at < clock.real_now() - STALE_AFTER or nightly_checks.late(CHECK, now=clock.real_now())
    return "stale" if is_stale else "ok"


def _parts(expected: seals.Head | None = None) -> Sequence[Part]:
    rows = Keys(LOG.table, NUMBERS)
    return (
        Seals(LOG, _known, list, expected),
        # Few rows give power, and each night all of them are looked at.
        Function("powers", powers.unexplained),
        _Reasons("reasons", rows),
    )


def _known() -> int:
    last = AuditCheckRun.objects.order_by("-seals").values_list("seals", flat=True).first()
    return last or 0


def _found(findings: Sequence[Finding]) -> None:
    logger.error("faults in the audit log", extra={"count": len(findings)})


def _ended(night: NightlyCheck, rows: Sequence[CheckPart]) -> None:
    _store([one for row in rows for one in row.faults], night.began_at)


def _store(findings: Sequence[Finding], began_at: dt.datetime) -> AuditCheckRun:
    faults = [{name: one[name] for name in ("kind", "subject", "detail")} for one in findings][:MOST_FAULTS]
    if faults:
        logger.critical("the audit log is not what it was: see manage.py audit_verify", extra={"count": len(faults)})
    return AuditCheckRun.objects.create(
        started_at=began_at,
        finished_at=clock.real_now(),
        seals=LOG.count(),
        rows=AuditSeal.objects.aggregate(rows=Sum("rows"))["rows"] or 0,
        faults=faults,
    )


def _stored(kind: str, subject: str, detail: str) -> Finding:
    return seals.Fault(kind, subject, detail).stored


CHECK = nightly_checks.Check("audit", _parts, _found, _ended, _stored)
