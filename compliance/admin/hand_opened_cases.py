"""Pages of cases that staff opened by hand, and the two actions: open one, decide it."""

import datetime as dt
import uuid
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminSelectWidget

from compliance import queries
from compliance.admin.review_desk import permissions
from compliance.admin.review_desk.dialogs import KeptForm
from compliance.models import CaseOutcome, Customer, CustomerStatus, HandOpenedCase
from compliance.review_desk import hand_opened_cases
from platforms import audit
from platforms.backoffice import columns, links, panels
from platforms.backoffice.actions import Action
from platforms.backoffice.lists import narrowing
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.database.rows import by_key


def _waits() -> Q:
    return Q(decided_at=None)


_STATES = {"WAITING": "warning", "IN_ORDER": "success", "REJECTED": "danger"}


def _open(*, customer_id: uuid.UUID, now: dt.datetime, reason: str, actor: audit.Actor) -> HandOpenedCase:
    """Open a case by the platform's clock."""
    customer: Customer | None = by_key(Customer.objects.select_related("platform"), customer_id)
    if customer is None:
        raise queries.CustomerNotFound
    moment = customer.platform.now()
    return hand_opened_cases.open_case(customer_id=customer_id, reason=reason, actor=actor, now=moment)


def _decide(*, case_id: uuid.UUID, outcome: str, now: dt.datetime, reason: str, actor: audit.Actor) -> HandOpenedCase:
    """Decide a case by the platform's clock."""
    case: HandOpenedCase | None = by_key(HandOpenedCase.objects.select_related("platform"), case_id)
    if case is None:
        raise hand_opened_cases.CaseNotFound
    end, moment = CaseOutcome(outcome), case.platform.now()
    return hand_opened_cases.decide(case_id=case_id, outcome=end, reason=reason, actor=actor, now=moment)


Action(
    "customer.open_case",
    roles=permissions.REVIEWERS,
    on=Customer,
    path="open-case",
    button="Open a case",
    icon="flag",
    offered=lambda row, _: row.status == CustomerStatus.APPROVED and not row.is_deleted,
    title="Open a case",
    text="The customer stays approved and the platform is told nothing. The case waits in the review queue until a "
    "reviewer decides that all is in order, or rejects the customer. Say what you saw. At least 10 characters.",
    key="customer_id",
    form=KeptForm,
    perform=_open,
    message="The case is open. The platform is not told of it.",
)
Action(
    "hand_opened_case.decide",
    roles=permissions.REVIEWERS,
    on=HandOpenedCase,
    button="Decide",
    icon="gavel",
    is_main=True,
    offered=lambda row, _: row.decided_at is None,
    title="Decide a case opened by hand",
    text="In order: nothing changes, and the platform is told nothing. Reject: the customer can move no money, and the "
    "platform is told that it is rejected, without a reason. Say what you compared. At least 10 characters.",
    fields={
        "outcome": forms.ChoiceField(
            label="Decision", choices=[("", "Choose one"), *CaseOutcome.choices], widget=UnfoldAdminSelectWidget
        )
    },
    key="case_id",
    form=KeptForm,
    perform=_decide,
    message="The case is decided.",
)


def waiting(request: HttpRequest) -> panels.Panel | None:
    """Return the cases that wait, the longest waiting first; None for a person who may not see them, or without any."""
    if not admin.site._registry[HandOpenedCase].has_view_permission(request):
        return None
    rows = HandOpenedCase.objects.filter(decided_at=None).select_related("customer", "platform").order_by("opened_at")
    lines = [
        (
            links.to(links.page(HandOpenedCase, case.pk), links.named(case.customer)),
            str(case.platform),
            columns.moment_text(case.opened_at),
            case.opened_by,
        )
        for case in rows[: panels.ROWS]
    ]
    more = links.listing(HandOpenedCase, state="waiting")
    headers = ("customer", "platform", "opened", "by")
    return panels.Panel("Opened by hand", headers, lines, more=more) if lines else None


@admin.register(HandOpenedCase)
class HandOpenedCaseAdmin(ReadOnlyAdmin):
    """Cases about approved customers that somebody opened."""

    through = {"Customer": "customer_id"}
    search_help_text = "HandOpenedCase:…, or Customer:…"
    list_display = ("opened_at", "customer", "state", "opened_by", "decided_at", "decided_by", "platform")
    list_filter = (narrowing.by("state", "state", {"waiting": ("Waiting", _waits)}), "platform")
    loads = ("customer", "platform")
    hidden = ("salt", "conclusion_salt", "outcome")
    shown = (
        columns.column("state", lambda row: columns.state_text(row.outcome or "WAITING", _STATES)),
        columns.text("reason", is_wide=True),
        columns.text("conclusion", title="what was found", is_wide=True),
    )
    groups = (
        ("Case", ("public_id", "state", "customer", "platform", "opened_at", "opened_by", "reason")),
        ("Decision", ("decided_at", "decided_by", "conclusion")),
    )

    class Media:
        """The letter for the button."""

        js = ("backoffice/queue_keys.js",)

    def heading(self, row: Any) -> str:
        """Return whom it is about."""
        return links.named(row.customer)
