"""What staff do with closed months: the cases of the test that looks at the audit log."""

from collections.abc import Callable, Mapping
from typing import Any

from django.urls import reverse

from payments.models import LedgerCheckRun, MonthClose
from platforms.base import clock
from tests.support.payments import month_ends


def _begin(its: Any) -> Any:
    platform = its.story.acme.platform
    month = month_ends.month_before(platform, ago=1)
    return its.ask("month.begin", platform=str(platform.pk), month=f"{month:%Y-%m}")


def _close(its: Any) -> Any:
    """Nothing was booked in the month, and the books were checked since."""
    now = clock.real_now()
    LedgerCheckRun.objects.create(started_at=now, finished_at=now, entries=0, postings=0)
    _begin(its)
    return its.ask("month.close", MonthClose.objects.get(state="BEGUN"), **month_ends.EXPLAINED)


def _take_journal(its: Any) -> Any:
    asked = {"platform": its.story.acme.platform.pk, "since": "2026-03-01", "until": "2026-03-31", "form": "CSV"}
    return its.one.get(reverse("admin:payments_general_ledger_file"), **asked)


def _enter_code(its: Any) -> Any:
    platform = str(its.story.acme.platform.pk)
    return its.ask("account_code.enter", platform=platform, kind="FEES", currency="", account_code="8400")


CASES: Mapping[str, Callable[[Any], Any]] = {
    "account_code.enter": _enter_code,
    "general_ledger.export": _take_journal,
    "month.begin": _begin,
    "month.close": _close,
    "month.reopen": lambda its: its.ask("month.reopen", MonthClose.objects.get()),
}
