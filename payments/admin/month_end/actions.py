"""The dialogs in which a month is begun, closed and opened again, and what each does in words."""

import functools
import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from payments.admin import ledger_closing
from payments.closing import checklist, figures, months
from payments.models import MonthClose, MonthState
from platforms import audit
from platforms.backoffice import amounts
from platforms.backoffice.actions import Action, Fields
from platforms.backoffice.effects import Effect
from platforms.base import clock
from platforms.models import Platform

_EXPLANATION = functools.partial(
    forms.CharField, required=False, max_length=1000, widget=UnfoldAdminTextareaWidget(attrs={"rows": 2})
)


def _begin(*, platform: Platform, month: str, reason: str, actor: audit.Actor, now: clock.RealTime) -> MonthClose:
    return months.begin(platform_id=platform.pk, month=month, reason=reason, actor=actor, now=now)


def _close(
    *,
    month: uuid.UUID | None,
    explanations: dict[str, str],
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> MonthClose:
    return months.close(month=month, explanations=explanations, reason=reason, actor=actor, now=now)


def _foresee_close(*, month: uuid.UUID | None, explanations: dict[str, str]) -> Effect:
    """Return what closing a month would keep. Changes nothing."""
    row = months.find(month)
    shown, items = months.foresee(row, explanations)
    facts: dict[str, str] = {}
    for item in items:
        explained = "" if item.is_fine else explanations.get(item.name, "").strip()
        facts[item.title] = f"{item.figure}. Explained: {explained}" if explained else item.figure
    for code in sorted({figure.currency for figure in shown}):
        debits = sum(figure.debits for figure in shown if figure.currency == code)
        facts[f"Booked in {code}"] = f"{amounts.major_units(debits, code)} on each side"
    facts["Digest of the figures"] = figures.digest(row, shown, edition=row.edition + 1)
    return Effect(
        does=f"{row.month:%Y-%m} of {row.platform.public_id} is closed: its figures are kept, and nothing can be dated"
        " into it any more. What is corrected later is booked in an open month, and names this one.",
        more=facts,
    )


def _foresee_reopen(*, month: uuid.UUID | None) -> Effect:
    """Return what opening a month again would do. Changes nothing."""
    row = months.find(month)
    return Effect(
        does=f"{row.month:%Y-%m} of {row.platform.public_id} is open again. The figures kept of it stay, and are no"
        " longer compared. Entries already booked keep their dates.",
        more={"Until then": row.get_state_display()},
    )


def _explanations(_: MonthClose | None, entered: Mapping[str, Any]) -> dict[str, Any]:
    return {"explanations": {name: text for name, text in entered.items() if text}}


def _to_explain(row: MonthClose | None) -> Fields:
    """Return a field for each answer that is not in order and may be explained, with the answer beside it."""
    if row is None or row.state != MonthState.BEGUN:
        return {name: _EXPLANATION(label=f"{title}: why it may stay") for name, title in checklist.EXPLAINABLE.items()}
    shown = figures.of_journal(row.platform_id, row.month)
    return {
        item.name: _EXPLANATION(
            label=f"{item.title}: why it may stay",
            help_text=f"{item.figure}. Name nobody: the audit log keeps this.",
        )
        for item in checklist.ask(row, shown)
        if item.may_be_explained and not item.is_fine
    }


Action(
    "month.begin",
    roles=ledger_closing.ROLES,
    on=MonthClose,
    is_of_list=True,
    button="Begin a close",
    icon="event_available",
    is_main=True,
    title="Begin the close of a month",
    text="From now on nothing is dated into this month: an entry that comes late is dated from its end on. The month's "
    "figures hold still. Explain them, and propose the close on the page of the month.",
    fields={
        "platform": forms.ModelChoiceField(
            queryset=Platform.objects.order_by("name", "environment"), widget=UnfoldAdminSelectWidget
        ),
        "month": forms.CharField(
            label="Month",
            max_length=7,
            widget=UnfoldAdminTextInputWidget(attrs={"placeholder": "2026-03"}),
            help_text="Year and month, in UTC by the platform's clock. The one after the last closed month.",
        ),
    },
    perform=_begin,
    message="The close has begun: go through the checklist, then propose to close.",
)
Action(
    "month.close",
    roles=ledger_closing.ROLES,
    takes_two=True,
    on=MonthClose,
    button="Close the month",
    icon="lock",
    is_main=True,
    offered=lambda row, _: row.state == MonthState.BEGUN,
    title="Close this month",
    text="A second person sees the same checklist and figures, and approves. The figures are then kept, and compared "
    "with the journal every night.",
    fields=_to_explain,
    key="month",
    arguments=_explanations,
    perform=_close,
    effect=_foresee_close,
    proposed_as="Close a month",
)
Action(
    "month.reopen",
    roles=ledger_closing.ROLES,
    takes_two=True,
    on=MonthClose,
    button="Open it again",
    icon="lock_open",
    offered=lambda row, _: row.state != MonthState.REOPENED,
    title="Open this month again",
    text="Only the last closed month. Do it to explain or check it anew, and close it once more.",
    key="month",
    perform=months.reopen,
    effect=_foresee_reopen,
    proposed_as="Open a closed month again",
)
