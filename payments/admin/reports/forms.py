"""What is asked of a report: its period or moment, its platform, its groups."""

import datetime as dt
from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from payments.reporting.reports.declared import Asked, Report, When
from platforms.backoffice import dialogs
from platforms.base import clock
from platforms.base.reports import periods
from platforms.base.reports.periods import Period
from platforms.models import Platform


class _PlatformChoice(forms.ModelChoiceField):  # type: ignore[type-arg]
    def label_from_instance(self, obj: Any) -> str:
        return f"{obj.name} {obj.environment}"


class ReportForm(forms.Form):
    """What is asked for. Fields that a report does not take are left out."""

    def __init__(self, report: Report, data: Any, today: dt.date) -> None:
        """Begin with the month of today, and with the groups that the report usually has."""
        month = periods.month_of(today)
        initial = {
            "since": month.first.isoformat(),
            "until": month.last.isoformat(),
            "day": today.isoformat(),
            "zone": "UTC",
            "by": list(report.usual),
        }
        super().__init__({**initial, **{name: data.getlist(name) for name in ("by",) if name in data}, **_single(data)})
        day = UnfoldAdminTextInputWidget(attrs={"type": "date"})
        if report.when is When.PERIOD:
            self.fields["since"] = forms.DateField(label="From", widget=day)
            self.fields["until"] = forms.DateField(label="To, included", widget=day)
        elif report.when is When.DAY:
            self.fields["day"] = forms.DateField(label="Day", widget=day)
        else:
            self.fields["at"] = forms.DateTimeField(label="At (UTC)", required=False, widget=dialogs.MomentInput)
        if report.when is not When.MOMENT:
            self.fields["zone"] = forms.CharField(label="Time zone", max_length=64, widget=UnfoldAdminTextInputWidget)
        is_of_one = report.when is not When.PERIOD
        self.fields["platform"] = _PlatformChoice(
            label="Platform",
            queryset=Platform.objects.order_by("name", "environment"),
            required=is_of_one,
            empty_label="Choose" if is_of_one else "All",
            widget=UnfoldAdminSelectWidget,
        )
        if len(report.every_group) > 1:
            choices = [(name, group.column.title) for name, group in report.every_group.items()]
            self.fields["by"] = forms.MultipleChoiceField(
                label="Cut by", choices=choices, required=False, widget=forms.CheckboxSelectMultiple
            )

    def clean_zone(self) -> Any:
        """Return the time zone."""
        zone = periods.zone(self.cleaned_data["zone"])
        if zone is None:
            raise forms.ValidationError("Enter a time zone such as Europe/Berlin.")
        return zone

    def asked(self, report: Report) -> Asked:
        """Return what is asked for; raises InvalidInput for a period that is none."""
        entered = self.cleaned_data
        platform: Platform | None = entered["platform"]
        keys = [platform.pk] if platform else list(Platform.objects.values_list("pk", flat=True))
        chosen = entered.get("by", report.usual)
        groups = [name for name in report.every_group if name in chosen]
        if report.when is When.MOMENT:
            at = entered["at"] or (platform.now() if platform else clock.real_now())
            return Asked(keys, (), at=at)
        first, last = ("day", "day") if report.when is When.DAY else ("since", "until")
        return Asked(keys, groups, Period(entered[first], entered[last], entered["zone"]))


def _single(data: Any) -> dict[str, str]:
    return {name: data.get(name) for name in ("since", "until", "day", "at", "zone", "platform") if name in data}
