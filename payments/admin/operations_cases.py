"""Pages of cases: the operators' queue, and the dialogs in which they claim, note, release and close."""

import dataclasses
import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Q
from django.http import HttpRequest
from django.utils.html import format_html

from payments.admin.facts import case_facts
from payments.models import (
    CaseState,
    DayMark,
    LedgerDay,
    OperationsCase,
    OperationsCaseStep,
    RailDay,
    SandboxRailDay,
)
from payments.workflow import cases
from platforms.backoffice import columns, links, panels, parties
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.lists import narrowing
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import clock

_STATES = {"OPEN": "warning", "CLOSED": "success"}


_DAY = dt.timedelta(days=1)


def _within() -> Q:
    return Q(state=CaseState.OPEN, since__gte=clock.real_now() - _DAY)


def _beyond() -> Q:
    return Q(state=CaseState.OPEN, since__lt=clock.real_now() - _DAY)


_WAITS = {"within": ("For a day at most", _within), "beyond": ("For more than a day", _beyond)}


def _cause(case: OperationsCase) -> str:
    account = case_facts.of(case).account
    beside = format_html(' <span class="text-subtle">{}</span>', account) if account else ""
    return format_html("{}{}", case_facts.in_words(case.cause), beside)


def _money(case: OperationsCase) -> tuple[int | None, str]:
    facts = case_facts.of(case)
    return facts.amount, facts.currency


def _amount(case: OperationsCase) -> str:
    return columns.money_text(*_money(case))


def _sum(name: str) -> columns.Column:
    """Return a column of a sum, which the database keeps as a number without bounds."""
    return columns.column(name, lambda row: columns.money_text(int(getattr(row, name)), row.currency))


def _is_open(case: OperationsCase, _: User) -> bool:
    return case.state == CaseState.OPEN


_OF_CASE: dict[str, Any] = {"roles": [Role.OPERATIONS, Role.ADMINISTRATOR], "on": OperationsCase, "key": "case_id"}

Action(
    "case.claim",
    **_OF_CASE,
    button="Take it",
    icon="front_hand",
    is_main=True,
    offered=lambda case, user: _is_open(case, user) and not case.assigned_to,
    title="Take this case",
    text="Others see that you are its owner.",
    perform=cases.claim,
    message="The case is yours.",
)
Action(
    "case.note",
    **_OF_CASE,
    button="Note",
    icon="sticky_note_2",
    offered=_is_open,
    title="Add a note",
    text="It stays in the history of the case.",
    submit="Save",
    perform=cases.note,
    message="Note saved.",
)
Action(
    "case.close",
    **_OF_CASE,
    button="Close",
    icon="task_alt",
    offered=lambda case, user: _is_open(case, user) and case.assigned_to in {"", user.get_username()[:64]},
    title="Close this case",
    text="Cases close automatically when their cause is resolved. Close one whose cause is acceptable: no other case "
    "is opened for the same cause.",
    submit="Close",
    perform=cases.close,
    message="The case is closed.",
)
Action(
    "case.release",
    **_OF_CASE,
    button="Release",
    icon="undo",
    offered=lambda case, user: _is_open(case, user) and bool(case.assigned_to),
    title="Release this case",
    text="The case has no owner then; somebody else can take it.",
    submit="Release",
    perform=cases.release,
    message="The case is released.",
)


@admin.register(OperationsCase)
class OperationsCaseAdmin(ReadOnlyAdmin):
    """Work that does not proceed by itself. Open cases come oldest first."""

    names_others_in = "subject"
    link_title = "Cases"
    exact = ("assigned_to",)
    search_help_text = "Case:…, what it is about, or who has it"
    list_display = (
        "kind",
        "cause",
        "amount",
        parties.CUSTOMER,
        parties.OTHER,
        "age",
        "state",
        "assigned_to",
        "platform",
        "about",
        "public_id",
    )
    parties_in = "subject"
    list_filter = (narrowing.by("waits", "open", _WAITS), "state", "kind", "platform")
    loads = ("platform",)
    shown = (
        columns.label("state", _STATES),
        columns.named("kind"),
        columns.subject("subject"),
        columns.column("cause", _cause, is_wide=True),
        dataclasses.replace(columns.column("amount", _amount), money=_money),
        dataclasses.replace(
            columns.column("about", lambda case: links.by_kind(case.subject)), in_files=(columns.subject("subject"),)
        ),
        columns.column("age", case_facts.age, title="stuck for"),
        columns.column("to_do", case_facts.to_do, title="what to do", is_wide=True),
    )
    # Of lists: the page has the whole id.
    hidden = ("about",)
    if_filled = frozenset({"amount", "assigned_at", "platform", "closed_at", "closed_by", "resolution"})
    groups = (
        ("Case", ("state", "kind", "cause", "to_do", "subject", "amount", "age", "since", "opened_at")),
        ("Owner", ("assigned_to", "assigned_at", "platform", "public_id")),
        ("Closed", ("closed_at", "closed_by", "resolution")),
    )

    def heading(self, row: Any) -> str:
        """Return what is stuck, and whom that concerns; where that is nobody, the object."""
        return f"{columns.words(row.kind)}: {parties.of(row, self.parties_in).words or row.subject}"

    def prepare(self, request: HttpRequest, rows: Sequence[Any], *, is_page: bool) -> None:
        """Load the amounts, and since when what they are about has waited."""
        case_facts.load(rows)

    def get_ordering(self, request: HttpRequest) -> Sequence[str]:
        """Put the oldest first where only open cases are shown: it is a queue."""
        return ("pk",) if request.GET.get("state__exact") == CaseState.OPEN else ("-pk",)

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the case's history, and other cases of the same subject if there are any."""
        steps = ("at", "kind", "actor_id", "text")
        shown = ("public_id", "kind", "state", "opened_at", "closed_by", "resolution")
        of_subject = panels.rows_of(
            request, "payments.OperationsCase", *shown, title="All cases of this object", subject=row.subject
        )
        return (
            panels.rows_of(request, "payments.OperationsCaseStep", *steps, title="History", case=row.pk),
            of_subject if of_subject and len(of_subject.rows) > 1 else None,
        )


@admin.register(OperationsCaseStep)
class OperationsCaseStepAdmin(ReadOnlyAdmin):
    """Steps in the history of cases."""

    through = {"Case": "case_id"}
    search_help_text = "Case:…"
    list_display = ("at", "case", "kind", "actor_id", "text")
    loads = ("case",)
    shown = (columns.text("text", case_facts.in_words, is_wide=True),)


@admin.register(LedgerDay)
class LedgerDayAdmin(ReadOnlyAdmin):
    """Daily totals of postings, from which balances are computed."""

    through = {"PlatformConfig": "platform_id"}
    exact = ("kind", "currency")
    search_help_text = "kind, currency or PlatformConfig:…"
    list_display = ("day", "kind", "debit", "credit", "platform")
    list_filter = ("platform",)
    loads = ("platform",)
    shown = (_sum("debit"), _sum("credit"))


@admin.register(RailDay)
class RailDayAdmin(ReadOnlyAdmin):
    """Daily totals of payments, from which charts are drawn."""

    exact = ("rail", "currency")
    search_help_text = "rail or currency"
    list_display = ("day", "rail", "currency", "begun", "completed", "failed", "amount")
    shown = (_sum("amount"),)


@admin.register(SandboxRailDay)
class SandboxRailDayAdmin(ReadOnlyAdmin):
    """Daily totals of a sandbox platform's payments, by its own clock."""

    through = {"PlatformConfig": "platform_id"}
    exact = ("rail", "currency")
    search_help_text = "rail, currency or PlatformConfig:…"
    list_display = ("day", "rail", "currency", "begun", "completed", "failed", "amount", "platform")
    list_filter = ("platform",)
    loads = ("platform",)
    shown = (_sum("amount"),)


@admin.register(DayMark)
class DayMarkAdmin(ReadOnlyAdmin):
    """The row up to which the daily totals have counted."""

    list_display = ("name", "up_to")
