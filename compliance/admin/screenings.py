"""Pages of screening: watchlists, checks, hits, re-screening. A hit has a list's data, and only the id of who it is."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from compliance.admin.review_desk import actions, permissions
from compliance.admin.review_desk.dialogs import KeptForm
from compliance.admin.review_desk.evidence import screening
from compliance.models import (
    UNDECIDED,
    HitState,
    ListKind,
    Screening,
    ScreeningHit,
    ScreeningListEntry,
    ScreeningListVersion,
    ScreeningSweep,
    SourceOfFunds,
)
from compliance.review_desk import screening_hits
from platforms.backoffice import columns, links, parties
from platforms.backoffice.actions import Action
from platforms.backoffice.effects import Effect
from platforms.backoffice.lists import narrowing
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.database.rows import by_key

_STATES = {
    "OPEN": "warning",
    "MORE_ASKED": "warning",
    "CLEARED": "success",
    "CONFIRMED": "danger",
    "ACCEPTED": "success",
}
_STANDS = {
    "open": ("To decide", lambda: Q(state__in=UNDECIDED)),
}
_COMPARED = {"Customer": "the customer", "BeneficialOwner": "an owner of a business", "ExternalAccount": "a payee"}


def _about(hit: ScreeningHit) -> str:
    """Return in what part the person or business was compared."""
    return _COMPARED.get(hit.subject.partition(":")[0], hit.subject)


_OUTCOMES = {"CLEAR": "success", "HITS": "warning", "NOT_SCREENED": "danger"}

# Hits of customers are decided on the page of their case; who was accepted may have none that waits.
dataclasses.replace(
    actions.RESOLVE_HIT,
    on=ScreeningHit,
    button="Decide",
    icon="gavel",
    offered=lambda hit, _: (hit.customer_id is None and hit.state in UNDECIDED) or hit.state == HitState.ACCEPTED,
    text="Compare who it is with the entry of the list. Once a payee is cleared, its account can be paid; confirmed, "
    "it is never paid again. A customer who is confirmed is rejected at once. Give as the reason what you compared: "
    "names, dates, places. At least 10 characters.",
    message="The hit is decided.",
    form=KeptForm,
)


def _accept(
    *, hit_id: uuid.UUID, source_of_funds: str, review_on: dt.date, now: dt.datetime, **by: Any
) -> ScreeningHit:
    """Carry out an approved acceptance, by the platform's clock like every decision."""
    source, now = SourceOfFunds(source_of_funds), permissions.hit_time(hit_id)
    return screening_hits.accept(hit_id=hit_id, source_of_funds=source, review_on=review_on, now=now, **by)


def _accepted(*, hit_id: uuid.UUID, source_of_funds: str, review_on: dt.date) -> Effect:
    """Return what an acceptance would do; raises HitNotFound."""
    hit: ScreeningHit | None = by_key(ScreeningHit.objects.select_related("customer"), hit_id)
    if hit is None:
        raise screening_hits.HitNotFound
    return Effect(
        does=f"Says that {hit.subject} is on {hit.list_name} as {hit.entry_reference}, and may be a customer.",
        booked="Nothing.",
        sent="Nothing: the platform is told when the customer is approved.",
        more={"Source of funds": SourceOfFunds(source_of_funds).label, "Looked at again": review_on.isoformat()},
    )


Action(
    "screening_hit.accept",
    roles=permissions.REVIEWERS,
    takes_two=True,
    on=ScreeningHit,
    button="Accept",
    icon="how_to_reg",
    offered=lambda hit, _: hit.kind == ListKind.PEP and hit.state in {*UNDECIDED, HitState.ACCEPTED},
    title="Accept a politically exposed person",
    text="It is the person on the list, and they may be a customer. After a second person approves, the hit no longer "
    "holds up the approval. Give as the reason what you compared, and what shows where the money comes from.",
    fields={
        "source_of_funds": forms.ChoiceField(
            label="Source of funds",
            choices=[("", "Choose one"), *SourceOfFunds.choices],
            widget=UnfoldAdminSelectWidget,
        ),
        "review_on": forms.DateField(
            label="Look at it again on",
            widget=UnfoldAdminTextInputWidget(attrs={"type": "date"}),
            help_text="Within a year. From this day on it is on the reviewers' start page.",
        ),
    },
    key="hit_id",
    perform=_accept,
    effect=_accepted,
    proposed_as="Accept a politically exposed person",
    message="The match is accepted.",
)


@admin.register(ScreeningHit)
class ScreeningHitAdmin(ReadOnlyAdmin):
    """Possible matches with entries of watchlists, to be decided by a person: oldest first."""

    names_relations = False
    exact = ("subject", "entry_reference")
    through = {"Customer": "customer_id", "PlatformConfig": "platform_id"}
    search_help_text = "ScreeningHit:…, Customer:…, BeneficialOwner:…, ExternalAccount:… or the entry's reference"
    parties_in = "subject"
    list_display = (
        "matched_name",
        "state",
        "score",
        "kind",
        parties.CUSTOMER,
        "about",
        "platform",
        "created_at",
        "public_id",
    )
    list_filter = (narrowing.by("stands", "decision", _STANDS), "state", "kind", "platform")
    loads = ("platform", "customer", "screening")
    shown = (
        columns.label("state", _STATES),
        columns.named("kind", screening.KINDS),
        columns.column("subject", lambda hit: links.to_public_id(hit.subject), is_wide=True),
        columns.column("about", _about, title="compared"),
        columns.named("source_of_funds", dict(SourceOfFunds.choices)),
    )
    # Of lists: the page has the whole id of who it is.
    hidden = ("fingerprint", "about")
    groups = (
        ("Hit", ("public_id", "state", "score", "subject", "customer", "platform", "screening", "created_at")),
        ("Entry", ("list_name", "entry_reference", "kind", "matched_name", "details")),
        ("Decision", ("decided_at", "decided_by_kind", "decided_by_id", "reason")),
        ("Acceptance", ("proposed_by", "source_of_funds", "review_on")),
    )

    def heading(self, row: Any) -> str:
        """Return the name on the list, and the score."""
        return f"{row.matched_name}, score {row.score}"

    def get_ordering(self, request: HttpRequest) -> Sequence[str]:
        """Put the oldest first where only those to decide are shown: they are a queue."""
        return ("pk",) if request.GET.get("stands") == "open" else ("-pk",)


@admin.register(Screening)
class ScreeningAdmin(ReadOnlyAdmin):
    """Every comparison of a customer, and of the owners of a business, with watchlists."""

    names_relations = False
    through = {"Customer": "customer_id"}
    search_help_text = "Customer:…"
    list_display = ("at", "outcome", "customer", "cause", "hit_count", "compared_with", "platform")
    list_filter = ("outcome",)
    loads = ("platform", "customer")
    shown = (columns.label("outcome", _OUTCOMES),)
    titles = {"cause": "trigger", "hit_count": "hits", "subjects": "screened names"}
    groups = (
        ("Check", ("id", "outcome", "at", "cause", "platform", "customer", "subjects")),
        ("Lists", ("compared_with", "threshold", "hit_count")),
    )


@admin.register(ScreeningListVersion)
class ScreeningListVersionAdmin(ReadOnlyAdmin):
    """Editions of the lists that `load_sanctions_list` has loaded."""

    exact = ("name", "checksum")
    search_help_text = "name or checksum"
    list_display = ("name", "kind", "is_current", "entry_count", "published_at", "seen_at")
    list_filter = ("is_current",)
    shown = (
        columns.named("kind", screening.KINDS),
        columns.text("checksum", is_wide=True),
        columns.document("changes", lambda value: value),
    )
    groups = (
        ("Edition", ("id", "name", "kind", "form", "is_current", "entry_count", "checksum")),
        ("Times", ("published_at", "loaded_at", "seen_at")),
        ("Differs from the edition before", ("added_count", "changed_count", "removed_count", "changes")),
    )


@admin.register(ScreeningListEntry)
class ScreeningListEntryAdmin(ReadOnlyAdmin):
    """People and businesses on the watchlists, as published by the authorities."""

    exact = ("reference",)
    search_help_text = "the entry's reference in its list"
    list_display = ("reference", "kind", "names", "countries", "version")
    list_filter = ("kind",)
    loads = ("version",)
    shown = (
        columns.column("birth_dates", lambda entry: ", ".join(map(str, entry.birth_dates))),
        columns.column("birth_years", lambda entry: " to ".join(map(str, entry.birth_years or ()))),
    )
    groups = (
        ("Entry", ("id", "version", "reference", "kind", "names", "listed_on")),
        ("Circumstances", ("birth_dates", "birth_years", "countries", "identifiers")),
    )


@admin.register(ScreeningSweep)
class ScreeningSweepAdmin(ReadOnlyAdmin):
    """Comparisons of all live customers and payees with a new watchlist."""

    list_display = ("id", "version", "is_running", "customer_count", "hit_count", "started_at", "finished_at")
    loads = ("version",)
    groups = (
        ("Sweep", ("id", "version", "is_running", "started_at", "finished_at")),
        ("Progress", ("customer_count", "hit_count", "cursor")),
        ("Payees", ("payee_count", "payees_finished_at", "payee_cursor")),
    )
