"""Pages of screening: watchlists, checks, hits, re-screening. A hit has a list's data, and only the id of who it is."""

import dataclasses
from typing import Any

from django.contrib import admin

from compliance.admin.review_desk import actions, screening
from compliance.models import (
    HitState,
    Screening,
    ScreeningHit,
    ScreeningListEntry,
    ScreeningListVersion,
    ScreeningSweep,
)
from platforms.backoffice import columns, links
from platforms.backoffice.read_only import ReadOnlyAdmin

_STATES = {"OPEN": "warning", "CLEARED": "success", "CONFIRMED": "danger"}
_OUTCOMES = {"CLEAR": "success", "HITS": "warning", "NOT_SCREENED": "danger"}

# Hits of customers are decided on the page of their case.
dataclasses.replace(
    actions.RESOLVE_HIT,
    on=ScreeningHit,
    button="Decide",
    icon="gavel",
    offered=lambda hit, _: hit.customer_id is None and hit.state == HitState.OPEN,
    text="Compare the payee below with the entry of the list. Once cleared, its account can be paid; confirmed, it is "
    "never paid again. Give as the reason what you compared: names, dates, places. At least 10 characters.",
    message="The hit is decided.",
    form=None,
)


@admin.register(ScreeningHit)
class ScreeningHitAdmin(ReadOnlyAdmin):
    """Possible matches with entries of watchlists, to be decided by a person: oldest first."""

    names_relations = False
    exact = ("subject", "entry_reference")
    through = {"Customer": "customer_id", "PlatformConfig": "platform_id"}
    search_help_text = "ScreeningHit:…, Customer:…, BeneficialOwner:…, ExternalAccount:… or the entry's reference"
    ordering = ("pk",)
    list_display = ("public_id", "state", "score", "kind", "matched_name", "subject", "platform", "created_at")
    list_filter = ("state", "kind", "platform")
    loads = ("platform", "customer", "screening")
    shown = (
        columns.label("state", _STATES),
        columns.named("kind", screening.KINDS),
        columns.column("subject", lambda hit: links.to_public_id(hit.subject), is_wide=True),
    )
    hidden = ("fingerprint",)
    groups = (
        ("Hit", ("public_id", "state", "score", "subject", "customer", "platform", "screening", "created_at")),
        ("Entry", ("list_name", "entry_reference", "kind", "matched_name", "details")),
        ("Decision", ("decided_at", "decided_by_kind", "decided_by_id", "reason")),
    )

    def heading(self, row: Any) -> str:
        """Return the name on the list, and the score."""
        return f"{row.matched_name}, score {row.score}"


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
    list_display = ("name", "kind", "is_current", "entry_count", "published_at", "loaded_at")
    list_filter = ("is_current",)
    shown = (columns.named("kind", screening.KINDS),)
    groups = (
        ("Edition", ("id", "name", "kind", "is_current", "entry_count", "published_at", "loaded_at", "checksum")),
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
