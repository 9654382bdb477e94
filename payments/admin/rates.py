"""Pages of exchange rates and fee schedules; the dialogs in which staff enter both."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from payments.admin import rate_effects
from payments.models import FeeSchedule, PlatformFeePayout, RateFeed, RateSnapshot, StaffRate
from payments.pricing import fee_schedules
from payments.providers import registry
from payments.rates import rate_entries
from platforms.backoffice import amounts, columns, dialogs, fields, links, panels
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import clock, errors, money
from platforms.models import Platform

_CURRENCIES = [(code, f"{code}, {money.currency(code).name}") for code in sorted(money.SUPPORTED_CURRENCIES)]
_ONE = [("", "Choose one"), *_CURRENCIES]
_THEIR_CLOCK = "By the platform's clock."
_OR_ANY = [("", "Any"), *_CURRENCIES]
_STATES = {"FRESH": "success", "FAILING": "danger", "NEVER TAKEN": "danger", "TOO OLD": "danger"}


def _state(feed: RateFeed) -> str:
    return columns.state_text(_word(feed), _STATES)


def _word(feed: RateFeed) -> str:
    if feed.taken_at is None:
        return "NEVER TAKEN"
    if feed.failing_since:
        return "FAILING"
    source = registry.rate_sources(settings.PROVIDERS).get(feed.source)
    as_of = feed.snapshot.as_of if feed.snapshot and feed.snapshot.as_of else feed.taken_at
    return "TOO OLD" if source is None or as_of < clock.real_now() - source.stale_after else "FRESH"


def _fixed_fee(schedule: FeeSchedule) -> str:
    return columns.money_text(schedule.fixed_fee, schedule.source_currency) if schedule.source_currency else "0"


def _currency(label: str, choices: Sequence[tuple[str, str]], *, help_text: str = "") -> forms.ChoiceField:
    required = choices is _ONE
    return forms.ChoiceField(
        label=label, choices=choices, required=required, widget=UnfoldAdminSelectWidget, help_text=help_text
    )


def _moment(label: str, help_text: str) -> forms.DateTimeField:
    return forms.DateTimeField(label=label, required=False, widget=dialogs.MomentInput, help_text=f"UTC. {help_text}")


def _number(label: str, *, initial: str, help_text: str) -> forms.DecimalField:
    return forms.DecimalField(
        label=label, initial=initial, widget=UnfoldAdminTextInputWidget, help_text=help_text, max_digits=30
    )


def _percent(label: str, *, least: Decimal, greatest: Decimal, help_text: str) -> forms.DecimalField:
    return forms.DecimalField(
        label=label,
        initial="0",
        min_value=least,
        max_value=greatest,
        decimal_places=fee_schedules.DECIMALS - 2,
        widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal"}),
        help_text=help_text,
    )


_TWO_OF_OPERATIONS: dict[str, Any] = {"roles": [Role.OPERATIONS], "takes_two": True}

Action(
    "staff_rate.enter",
    **_TWO_OF_OPERATIONS,
    on=StaffRate,
    is_of_list=True,
    path="enter_rate",
    button="Enter a rate",
    icon="add",
    is_main=True,
    title="Enter an exchange rate",
    text="A second person approves it. Applies to quotes within seconds of the start time, where platforms use manual "
    "rates.",
    fields={
        "source": _currency("Source currency", _ONE),
        "destination": _currency("Destination currency", _ONE),
        "rate": _number(
            "Rate", initial="", help_text="Price of one unit of the destination currency, in the source currency."
        ),
        "effective_at": _moment("Effective from", "Empty: as soon as it is approved."),
    },
    perform=rate_entries.enter,
    effect=rate_effects.enter_rate,
    subject=lambda *, source, destination, **_: f"{source} for {destination}",
)


def _enter_schedule(
    *,
    platform: uuid.UUID,
    variable_rate: Decimal,
    rate_multiplier: Decimal,
    effective_from: dt.datetime | None,
    effective_until: dt.datetime | None,
    **entered: Any,
) -> FeeSchedule:
    return fee_schedules.create(
        platform_id=platform,
        variable_rate=variable_rate,
        rate_multiplier=rate_multiplier,
        effective_from=effective_from,
        effective_until=effective_until,
        **entered,
    )


def _corridor(*, platform: str, source_currency: str, destination_currency: str, **_: Any) -> str:
    return f"{platform} {source_currency or 'any'}→{destination_currency or 'any'}"


def _schedule(_: Any, entered: dict[str, Any]) -> dict[str, Any]:
    """Return what a schedule stores: the fee in smallest units, a share and a multiplier in place of per cent."""
    return entered | {
        "fixed_fee": _fixed_units(entered["fixed_fee"], entered["source_currency"]),
        "variable_rate": entered["variable_rate"] / 100,
        "rate_multiplier": 1 + entered["rate_multiplier"] / 100,
    }


def _fixed_units(fee: Decimal, source_currency: str) -> int:
    if fee and not source_currency:
        problem = "needs a source currency: the fixed fee is an amount in it"
        raise errors.InvalidInput.field("source_currency", problem)
    return amounts.smallest_units(fee, source_currency, field="fixed_fee") if fee else 0


Action(
    "fee_schedule.enter",
    **_TWO_OF_OPERATIONS,
    on=FeeSchedule,
    is_of_list=True,
    path="enter_schedule",
    button="Enter a schedule",
    icon="add",
    is_main=True,
    title="Enter a fee schedule",
    text="A second person approves it. Applies to new quotes from the start time. Existing quotes keep theirs.",
    fields={
        "platform": forms.ModelChoiceField(queryset=Platform.objects.order_by("name"), widget=UnfoldAdminSelectWidget),
        "source_currency": _currency("Source currency", _OR_ANY),
        "destination_currency": _currency(
            "Destination currency", _OR_ANY, help_text="The most specific schedule applies."
        ),
        "fixed_fee": fields.AmountField(
            may_be_zero=True,
            initial="0",
            label="Fixed fee",
            help_text="In the source currency, such as 1.50. Needs one, unless it is 0.",
        ),
        "variable_rate": _percent(
            "Variable fee (%)",
            least=Decimal(0),
            greatest=fee_schedules.GREATEST_SHARE * 100,
            help_text="Of the whole send amount: 1.5 is 1.5 %.",
        ),
        "rate_multiplier": _percent(
            "FX margin (%)",
            least=(fee_schedules.LEAST_MULTIPLIER - 1) * 100,
            greatest=(fee_schedules.GREATEST_MULTIPLIER - 1) * 100,
            help_text="1 is a margin of 1 %: the sender pays 1 % more than the mid rate.",
        ),
        "effective_from": _moment("Effective from", f"{_THEIR_CLOCK} Empty: as soon as it is approved."),
        "effective_until": _moment("Effective until", f"{_THEIR_CLOCK} Empty: until it is ended."),
    },
    arguments=_schedule,
    perform=_enter_schedule,
    effect=rate_effects.enter_schedule,
    subject=_corridor,
)


def _end_schedule(*, schedule: uuid.UUID | None, effective_until: dt.datetime | None, **by: Any) -> FeeSchedule:
    return fee_schedules.end(schedule_id=schedule, at=effective_until, **by)


Action(
    "fee_schedule.end",
    **_TWO_OF_OPERATIONS,
    on=FeeSchedule,
    path="end_schedule",
    button="End",
    icon="event_busy",
    title="End this fee schedule",
    text="A second person approves it. From then on the next most specific schedule applies; without one, no fee.",
    fields={"effective_until": _moment("Ends at", f"{_THEIR_CLOCK} Empty: as soon as it is approved.")},
    key="schedule",
    perform=_end_schedule,
    effect=rate_effects.end_schedule,
    proposed_as="End a fee schedule",
)


@admin.register(StaffRate)
class StaffRateAdmin(ReadOnlyAdmin):
    """Rates entered by staff, newest first. A correction is another entry."""

    exact = ("source", "destination", "entered_by")
    search_help_text = "currency code or who entered it"
    list_display = ("source", "destination", "rate", "effective_at", "entered_by", "reason", "created_at")
    shown = (columns.text("rate", lambda rate: f"{rate.normalize():f}"),)
    groups = (
        ("Rate", ("public_id", "source", "destination", "rate", "effective_at")),
        ("Entry", ("entered_by", "created_at", "reason")),
    )


@admin.register(FeeSchedule)
class FeeScheduleAdmin(ReadOnlyAdmin):
    """Fees and FX margins of platforms. A change is another schedule; an existing one can only be ended."""

    exact = ("source_currency", "destination_currency", "created_by")
    through = {"PlatformConfig": "platform_id"}
    search_help_text = "currency code, PlatformConfig:… or who entered it"
    list_display = (
        "corridor",
        "fixed_fee",
        "variable_rate",
        "rate_multiplier",
        "effective_from",
        "effective_until",
        "platform",
        "created_by",
    )
    list_filter = ("platform",)
    loads = ("platform",)
    shown = (
        columns.column("corridor", str),
        columns.column("fixed_fee", _fixed_fee),
        columns.text("variable_rate", lambda share: f"{(share * 100).normalize():f} %", title="variable fee"),
        columns.text(
            "rate_multiplier",
            lambda multiplier: f"{((multiplier - 1) * 100).normalize():f} %",
            title="FX margin",
        ),
    )
    groups = (
        ("Schedule", ("public_id", "platform", "corridor", "source_currency", "destination_currency")),
        ("Charges", ("fixed_fee", "variable_rate", "rate_multiplier")),
        ("Effective", ("effective_from", "effective_until")),
        ("Entry", ("created_by", "created_at", "reason")),
    )


@admin.register(PlatformFeePayout)
class PlatformFeePayoutAdmin(ReadOnlyAdmin):
    """What platforms have charged their customers, moved to their internal accounts."""

    through = {"PlatformConfig": "platform_id"}
    search_help_text = "PlatformConfig:…"
    list_display = ("at", "amount", "platform", "until", "entry", "public_id")
    list_filter = ("platform",)
    loads = ("platform", "entry")
    hidden = ("currency",)  # with the amount
    titles = {"until": "fees charged until", "entry": "ledger entry"}
    shown = (columns.money("amount", currency="currency"),)
    groups = (("Payout", ("public_id", "platform", "amount", "until", "at", "entry")),)


@admin.register(RateFeed)
class RateFeedAdmin(ReadOnlyAdmin):
    """Sources of exchange rates: the age of their rates, and their failures."""

    list_display = ("source", "state", "taken_at", "due_at", "last_error")
    loads = ("snapshot",)
    shown = (columns.column("state", _state),)
    groups = (
        ("Source", ("source", "state", "taken_at", "due_at", "snapshot")),
        ("Attempts", ("tried_at", "failing_since", "last_error")),
    )

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the snapshots of the source."""
        shown = ("taken_at", "as_of", "pairs")
        taken = panels.rows_of(request, "payments.RateSnapshot", *shown, title="Snapshots", source=row.pk)
        # The list offers no filter by source, which would read it all for its choices; it can be searched.
        return (taken and dataclasses.replace(taken, more=links.listing(RateSnapshot, q=row.pk)),)


@admin.register(RateSnapshot)
class RateSnapshotAdmin(ReadOnlyAdmin):
    """Snapshots of rates. A quote names the snapshot that its price was computed from."""

    list_display = ("taken_at", "source", "as_of", "pairs", "id")
    exact = ("source",)
    search_help_text = "key or source"
    shown = (columns.column("pairs", lambda snapshot: f"{len(snapshot.pairs)}", title="pairs of currencies"),)
    groups = (("Snapshot", ("id", "source", "taken_at", "as_of", "pairs")),)

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the pairs as a table."""
        return (
            panels.Panel(
                title="Rates",
                headers=("one", "costs", "of", "as of"),
                rows=[
                    (pair["destination"], pair["rate"], pair["source"], pair.get("asOf", "when taken"))
                    for pair in row.pairs
                ],
                numeric=frozenset({1}),
            ),
        )
