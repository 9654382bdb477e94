"""Fields of the dialogs in which a bank connection is entered or changed, as `banks.rail.terms` declares them."""

import decimal
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django import forms
from unfold.widgets import (
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from banks.formats.records import decimal_text
from banks.models import BankConnection
from banks.rail import terms
from banks.rail.terms import HUNDREDTHS, TERMS, Kind, Term
from platforms.backoffice import amounts, fields
from platforms.base import errors, money
from platforms.models import Platform

CURRENCIES = list(terms.CURRENCIES.items())


def choice(
    label: str, choices: Sequence[tuple[str, str]], help_text: str = "", *, required: bool = True
) -> forms.ChoiceField:
    """Return a field to choose one value of several, or none where it is not required."""
    offered = choices if required else [("", "None"), *choices]
    return forms.ChoiceField(
        label=label, choices=offered, required=required, help_text=help_text, widget=UnfoldAdminSelectWidget
    )


def platforms() -> forms.Field:
    """Return a field to choose a platform, or all of production."""
    return forms.ModelChoiceField(
        queryset=Platform.objects.order_by("name"),
        required=False,
        empty_label="All production platforms",
        widget=UnfoldAdminSelectWidget,
    )


_FIELDS: Mapping[Kind, tuple[type[forms.Field], dict[str, Any]]] = MappingProxyType(
    {
        Kind.TEXT: (forms.CharField, {"widget": UnfoldAdminTextInputWidget}),
        Kind.TIMES: (forms.CharField, {"widget": UnfoldAdminTextInputWidget}),
        Kind.DATES: (forms.CharField, {"widget": UnfoldAdminTextareaWidget(attrs={"rows": 2})}),
        Kind.CHOICE: (forms.ChoiceField, {"widget": UnfoldAdminSelectWidget}),
        Kind.SWITCH: (forms.BooleanField, {"widget": UnfoldBooleanSwitchWidget}),
        Kind.AMOUNT: (fields.AmountField, {}),
        Kind.NUMBER: (
            forms.IntegerField,
            {"min_value": 0, "max_value": money.MAX_AMOUNT, "widget": UnfoldAdminTextInputWidget},
        ),
        Kind.SHARE: (fields.AmountField, {}),
    }
)


def _field(term: Term) -> forms.Field:
    """Return the field that asks for a term."""
    field, arguments = _FIELDS[term.kind]
    if term.kind == Kind.CHOICE:
        none = [("", term.no_choice)] if term.no_choice else []
        arguments = arguments | {"choices": [*none, *term.choices().items()]}
    return field(label=term.label, help_text=term.help, required=term.is_required, initial=term.initial, **arguments)


def of_new(_: BankConnection | None) -> dict[str, forms.Field]:
    """Return the fields for a new connection."""
    made = {"name": _field(terms.NAME), "platform": platforms()}
    return made | {name: _field(term) for name, term in TERMS.items()}


def former(row: BankConnection | None) -> dict[str, forms.Field]:
    """Return the fields for a connection that replaces another, filled in with its present terms."""
    made = {name: _field(term) for name, term in TERMS.items()}
    for name, field in made.items():
        field.initial = _typed(TERMS[name], getattr(row, name), row.currency) if row else None
    return made


def _typed(term: Term, value: Any, currency: str) -> Any:
    """Return a value of a connection as a person would type it."""
    if term.kind in {Kind.TIMES, Kind.DATES}:
        return terms.text(term, value, currency=currency)
    if term.kind == Kind.AMOUNT and value is not None:
        return decimal_text(value, currency)
    if term.kind == Kind.SHARE and value is not None:
        return decimal.Decimal(value) / HUNDREDTHS
    return value


def in_units(_: BankConnection | None, entered: dict[str, Any]) -> dict[str, Any]:
    """Return the entered terms as they are stored: amounts in the smallest unit, shares in hundredths of a percent.

    Raises InvalidInput for more decimals than that.
    """
    made = dict(entered)
    for name, term in TERMS.items():
        value = entered.get(name)
        if value is None:
            # What a dialog leaves empty, and a proposal of an earlier release, has the usual term.
            made |= {name: term.initial} if not term.is_required and term.initial is not None else {}
        elif term.kind == Kind.AMOUNT:
            made[name] = amounts.smallest_units(value, entered["currency"], field=name)
        elif term.kind == Kind.SHARE:
            if value * HUNDREDTHS % 1:
                raise errors.InvalidInput.field(name, "must have two decimals at most")
            made[name] = int(value * HUNDREDTHS)
    return made
