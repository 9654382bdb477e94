"""What staff do with closed months: the cases of the test that looks at the audit log."""

from collections.abc import Callable, Mapping
from typing import Any

from django.urls import reverse

from payments import tasks
from payments.models import LedgerCheckRun, MonthClose, StatementRun
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


def _make_statements(its: Any) -> Any:
    platform = str(its.story.acme.platform.pk)
    days = {"first": "2026-01-01", "last": "2026-12-31"}
    return its.ask("statement_run.begin", platform=platform, kind="CUSTOMER_FUNDS", currency="USD", form="csv", **days)


def _take_statements(its: Any) -> Any:
    _make_statements(its)
    tasks.make_statements()
    return its.one.get(
        reverse("admin:payments_statementrun_archive", args=[StatementRun.objects.latest("created_at").pk])
    )


CASES: Mapping[str, Callable[[Any], Any]] = {
    "account_code.enter": _enter_code,
    "general_ledger.export": _take_journal,
    "month.begin": _begin,
    "month.close": _close,
    "statement_run.begin": _make_statements,
    "statement_run.download": _take_statements,
    "month.reopen": lambda its: its.ask("month.reopen", MonthClose.objects.get()),
}
