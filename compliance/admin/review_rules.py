"""Pages of the rules of approvals: those in force for a platform, those that were entered, and records of approvals."""

import uuid
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_GET
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldBooleanWidget

from compliance.models import Deciders, MonthlyTransactionVolume, ReviewApproval, ReviewRule, RuleFlag
from compliance.review_desk import rules
from compliance.review_desk.rules import Rule
from platforms.backoffice import actions, columns, links, panels
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.effects import Effect
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import errors, identifiers
from platforms.database.rows import by_key
from platforms.models import Platform

_DECIDERS: Sequence[tuple[str, str]] = Deciders.choices


def _volume(value: str) -> str:
    return value.removeprefix("VOLUME_").replace("_", " ").replace("TO", "to").replace("UNDER", "under")


_VOLUMES = [(value, f"{_volume(value)} and more") for value in MonthlyTransactionVolume.values]


def _enter(*, platform: uuid.UUID, **entered: Any) -> ReviewRule:
    return rules.enter(platform_id=platform, **entered)


def _entered(
    *,
    platform: uuid.UUID,
    flag: str,
    deciders: str,
    opens_documents: bool,
    asks_checklist: bool,
    least_volume: str,
) -> Effect:
    """Return what a rule would change."""
    row: Platform | None = by_key(Platform.objects, platform)
    if row is None or flag not in RuleFlag.values or deciders not in Deciders.values:
        raise errors.InvalidInput.field("platform", "must be a platform, a flag and a choice of people that there are")
    rule = Rule(RuleFlag(flag), Deciders(deciders), opens_documents, asks_checklist, least_volume)
    return Effect(
        does=f"From now on for {row.public_id}, {rule.name}: {_words(rule)}.",
        booked="Nothing.",
        sent="Nothing.",
        more={"Until now": f"{_words(rules.in_force(row.id)[rule.flag])}."},
    )


def _words(rule: Rule) -> str:
    parts = [rule.deciders.label.lower()]
    if rule.flag == RuleFlag.VOLUME:
        parts.insert(0, f"from {_volume(rule.least_volume)} on" if rule.least_volume else "no case")
    if rule.opens_documents:
        parts.append("every page of the documents opened first")
    if rule.asks_checklist:
        parts.append("checklist of each identity document")
    return ", ".join(parts)


def _yes(label: str, help_text: str) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, widget=UnfoldBooleanWidget, help_text=help_text)


def _choice(label: str, choices: Sequence[tuple[str, str]], **options: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, widget=UnfoldAdminSelectWidget, **options)


_ENTER = Action(
    "review_rule.enter",
    roles=[Role.LEAD_REVIEWER],
    takes_two=True,
    on=ReviewRule,
    is_of_list=True,
    path="enter_rule",
    button="Change a rule",
    icon="rule_settings",
    is_main=True,
    title="Change a rule",
    text="A second lead reviewer approves it. It counts for every approval from then on, also for one that is proposed "
    "already. A case with several flags takes the people of all their rules.",
    fields={
        "platform": forms.ModelChoiceField(
            queryset=Platform.objects.order_by("name", "environment"), widget=UnfoldAdminSelectWidget
        ),
        "flag": _choice("Cases with", [("", "Choose one"), *RuleFlag.choices]),
        "deciders": _choice("Who approves", [("", "Choose one"), *_DECIDERS]),
        "opens_documents": _yes("Documents", "Whoever approves has opened every page of every document."),
        "asks_checklist": _yes("Checklist", "Whoever approves says what they compared on each identity document."),
        "least_volume": _choice(
            "Expected volume a month",
            [("", "No case"), *_VOLUMES],
            required=False,
            help_text="For the rule of that name alone: from which volume on it applies.",
        ),
    },
    perform=_enter,
    effect=_entered,
    subject=lambda *, platform, flag, **_: f"{platform.rpartition(':')[2]} {flag}",
    proposed_as="Change a rule of approvals",
)


@require_GET
def in_force(request: HttpRequest) -> HttpResponse:
    """Show the rules of a platform, or the defaults; who sees the list of rules sees them."""
    if not admin.site._registry[ReviewRule].has_view_permission(request):
        raise PermissionDenied
    platform: Platform | None = by_key(Platform.objects, identifiers.parse("", f":{request.GET.get('platform', '')}"))
    applied = rules.DEFAULTS if platform is None else rules.in_force(platform.id)
    panel = panels.Panel(
        title=str(platform) if platform else "Where a platform has no rule of its own",
        headers=("cases with", "who approves", "documents", "checklist", "since", "change"),
        rows=[_line(request, rule, platform) for rule in applied.values()],
        note="A case with several flags takes the people of all their rules, and everything that one of them asks for. "
        "Whoever is confirmed to be on a list of sanctions is never approved.",
        more=links.listing(ReviewRule),
        more_text="All rules that were entered",
    )
    context = {
        "title": "Approval rules",
        "panels": [panel],
        "platforms": Platform.objects.order_by("name", "environment"),
        "platform": platform,
    }
    return render(request, "admin/compliance/rules.html", {**admin.site.each_context(request), **context})


def _line(request: HttpRequest, rule: Rule, platform: Platform | None) -> Sequence[str]:
    name, row = rule.name, rule.entered
    if rule.flag == RuleFlag.VOLUME:
        name = f"{name}: {_volume(rule.least_volume)} and more" if rule.least_volume else f"{name}: no case"
    since = f"{row.created_at:%Y-%m-%d} by {row.proposed_by} and {row.approved_by}" if row else ""
    change = _change(rule, platform) if platform and actions.may(request.user, _ENTER) else ""
    return (
        name,
        rule.deciders.label,
        "every page opened" if rule.opens_documents else "",
        "each identity document" if rule.asks_checklist else "",
        since or "default",
        change,
    )


def _change(rule: Rule, platform: Platform) -> str:
    """Return a link that opens the dialog with the present rule filled in."""
    filled_in = {
        "platform": str(platform.id),
        "flag": rule.flag.value,
        "deciders": rule.deciders.value,
        "opens_documents": "on" if rule.opens_documents else "",
        "asks_checklist": "on" if rule.asks_checklist else "",
        "least_volume": rule.least_volume,
    }
    address = f"{reverse('admin:compliance_reviewrule_enter_rule')}?{urlencode(filled_in)}"
    return links.that_opens(address, f"Change {rule.name}")


@admin.register(ReviewRule)
class ReviewRuleAdmin(ReadOnlyAdmin):
    """Rules of approvals that were entered, newest first. The newest of a platform and a flag is in force."""

    exact = ("proposed_by", "approved_by")
    through = {"PlatformConfig": "platform_id"}
    search_help_text = "PlatformConfig:… or who entered it"
    list_before_template = "admin/compliance/rules_link.html"
    list_display = (
        *("created_at", "platform", "flag", "deciders", "opens_documents", "asks_checklist"),
        *("proposed_by", "approved_by"),
    )
    list_filter = ("platform", "flag")
    loads = ("platform",)
    shown = (
        columns.named("flag", dict(RuleFlag.choices)),
        columns.named("deciders", dict(_DECIDERS)),
    )
    titles = {"deciders": "who approves", "opens_documents": "documents", "asks_checklist": "checklist"}
    groups = (
        ("Rule", ("public_id", "platform", "flag", "deciders", "opens_documents", "asks_checklist", "least_volume")),
        ("Entry", ("created_at", "proposed_by", "approved_by", "reason")),
    )

    def heading(self, row: Any) -> str:
        """Return the flag, and who approves."""
        return str(row)

    def get_urls(self) -> list[URLPattern]:
        """Add the address of the rules in force."""
        view = self.admin_site.admin_view(in_force)
        return [path("in-force/", view, name="compliance_reviewrule_in_force"), *super().get_urls()]


@admin.register(ReviewApproval)
class ReviewApprovalAdmin(ReadOnlyAdmin):
    """What the rules asked of approvals, and what was looked at before."""

    exact = ("actor_id", "proposed_by")
    through = {"Verification": "verification_id"}
    search_help_text = "Verification:… or user name"
    list_display = ("at", "verification", "proposed_by", "actor_id")
    loads = ("verification",)
    shown = (
        columns.document("rules", lambda value: value),
        columns.document("checklist", lambda value: value),
        columns.text("documents", ", ".join, is_wide=True),
    )
    groups = (
        ("Approval", ("id", "verification", "at", "proposed_by", "actor_kind", "actor_id")),
        ("Looked at", ("rules", "documents", "checklist")),
    )
