"""Filters of lists with fields to fill in, which stand together in one form: days, amounts, one of many codes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db import models
from django.db.models import Q
from django.http import HttpRequest
from django.utils.text import capfirst
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from platforms.backoffice import amounts, columns
from platforms.base import errors, money

MOST_LETTERS = 64
"""Of a text that is entered."""
Choices = Sequence[tuple[str, str]]


class Entered(admin.ListFilter):
    """A filter with fields. What makes no sense is said above the list, which is empty then."""

    title = ""
    template = "admin/backoffice/filters/entered.html"
    parameters: ClassVar[Sequence[str]] = ()
    """Names in the address, which are those of the fields."""
    columns: ClassVar[Sequence[str]] = ()
    """Columns that the condition has, by which an index is looked for."""
    is_indexed: ClassVar[bool] = False
    """An index finds the rows, though no index begins with one of the columns."""
    examples: ClassVar[Sequence[Mapping[str, str]]] = ()
    """Parameters that make sense: for tests of every filter."""

    def __init__(self, request: HttpRequest, params: dict[str, Any], model: type[models.Model], page: Any) -> None:
        """Take the filter's own parameters out of those of the address."""
        super().__init__(request, params, model, page)
        self.request, self.model, self.page = request, model, page
        self.entered = {name: params.pop(name)[-1].strip() for name in self.parameters if name in params}
        self.is_active = any(self.entered.values())
        self.problem = ""

    @property
    def form(self) -> forms.Form:
        """The fields, with what was entered."""
        return self.make_form(self.entered or None)

    def make_form(self, data: Any) -> forms.Form:
        """Return the fields."""
        raise NotImplementedError

    def condition(self, entered: Mapping[str, Any]) -> Q:
        """Return the condition for what was entered; raises InvalidInput."""
        raise NotImplementedError

    def said(self) -> str:
        """Return what is filtered, in a few words."""
        raise NotImplementedError

    def has_output(self) -> bool:
        """Show the fields."""
        return True

    def expected_parameters(self) -> list[str | None]:
        """Return the names in the address."""
        return list(self.parameters)

    def choices(self, changelist: Any) -> Iterator[Mapping[str, object]]:
        """Return none: there are fields."""
        return iter(())

    def queryset(self, request: HttpRequest, queryset: models.QuerySet[Any]) -> models.QuerySet[Any]:
        """Narrow the rows; to none where what was entered makes no sense."""
        if not self.is_active:
            return queryset
        form = self.make_form(self.entered)
        try:
            if form.is_valid():
                return queryset.filter(self.condition(form.cleaned_data))
            self.problem = next(str(problem) for of_field in form.errors.values() for problem in of_field)
        except errors.InvalidInput as refusal:
            self.problem = refusal.text
        messages.error(request, f"Nothing is shown. {self.problem}")
        return queryset.none()


class _OneOf(Entered):
    """One of many codes, or a text."""

    options: ClassVar[Callable[[], Choices] | None] = None
    narrows: ClassVar[Callable[[str], Q]]

    def make_form(self, data: Any) -> forms.Form:
        """Return the list of codes, or the field for a text."""
        form = forms.Form(data, auto_id="filter_%s")
        [name] = self.parameters
        label = capfirst(self.title)
        made = type(self).options
        if made is None:
            form.fields[name] = forms.CharField(
                label=label, required=False, max_length=MOST_LETTERS, widget=UnfoldAdminTextInputWidget
            )
        else:
            problem = {"invalid_choice": f"Choose a {self.title} of the list."}
            form.fields[name] = forms.ChoiceField(
                label=label,
                choices=[("", "All"), *made()],
                required=False,
                widget=UnfoldAdminSelectWidget,
                error_messages=problem,
            )
        return form

    def condition(self, entered: Mapping[str, Any]) -> Q:
        """Return the condition for the code."""
        return type(self).narrows(entered[self.parameters[0]])

    def said(self) -> str:
        """Return the title and what was chosen."""
        value = self.entered[self.parameters[0]]
        made = type(self).options
        return f"{capfirst(self.title)}: {dict(made()).get(value, value) if made else value}"


def one_of(
    parameter: str,
    title: str,
    narrows: Callable[[str], Q],
    *,
    of: Sequence[str],
    options: Callable[[], Choices] | None = None,
    is_indexed: bool = False,
    example: str = "",
) -> type[Entered]:
    """Return a filter by one of many codes, or by a text where there are no `options`.

    `of`: the columns of the condition that `narrows` returns. `example`: a value for tests where there are no options.
    """
    value = example or (options()[0][0] if options else "")
    members = {
        "parameters": (parameter,),
        "title": title,
        "columns": tuple(of),
        "is_indexed": is_indexed,
        "options": staticmethod(options) if options else None,
        "narrows": staticmethod(narrows),
        "examples": ({parameter: value},),
    }
    return type(f"By{parameter.capitalize()}", (_OneOf,), members)


def by_code(column: str, title: str, options: Callable[[], Choices]) -> type[Entered]:
    """Return a filter by the code in a column."""
    return one_of(column, title, lambda value: Q(**{column: value}), of=(column,), options=options)


def worded(codes: Sequence[str], names: Mapping[str, str] | None = None) -> Choices:
    """Return codes with their words, in the order of the words."""
    return sorted(((code, columns.words(code, names)) for code in codes), key=lambda choice: choice[1])


class _Amounts(Entered):
    """A currency, and an amount of it or from one to another."""

    title = "amount"
    parameters: ClassVar[Sequence[str]] = ("currency", "least", "most")
    examples: ClassVar[Sequence[Mapping[str, str]]] = (
        {"currency": "USD"},
        {"currency": "USD", "least": "1", "most": "2"},
    )
    pairs: ClassVar[Sequence[tuple[str, str]]] = ()
    """Columns of an amount and its currency; one of them fits."""

    def make_form(self, data: Any) -> forms.Form:
        """Return the three fields."""
        form = forms.Form(data, auto_id="filter_%s")
        codes = [("", "All"), *((code, code) for code in sorted(money.SUPPORTED_CURRENCIES))]
        problem = {"invalid_choice": "Choose a currency of the list."}
        form.fields["currency"] = forms.ChoiceField(
            label="Currency", choices=codes, required=False, widget=UnfoldAdminSelectWidget, error_messages=problem
        )
        for name, label in (("least", "Amount from"), ("most", "Amount to")):
            wrong = {"invalid": "Enter an amount such as 1234.56."}
            number = UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal"})
            form.fields[name] = forms.DecimalField(
                label=label, required=False, min_value=0, max_digits=30, widget=number, error_messages=wrong
            )
        return form

    def condition(self, entered: Mapping[str, Any]) -> Q:
        """Return the condition. Raises InvalidInput for amounts without a currency, which has their decimals."""
        code, least, most = (entered[name] for name in self.parameters)
        if not code:
            raise errors.InvalidInput([("currency", "is needed")], message="Choose the currency of the amounts.")
        if least is not None and most is not None and most < least:
            raise errors.InvalidInput([("most", "is less")], message="The first amount is larger than the second.")
        units = {end: _units(value, code) for end, value in (("gte", least), ("lte", most)) if value is not None}
        fits = Q()
        for amount, currency in self.pairs:
            fits |= Q(**{currency: code}, **{f"{amount}__{end}": value for end, value in units.items()})
        return fits

    def said(self) -> str:
        """Return the amounts and the currency."""
        least, most = self.entered.get("least", ""), self.entered.get("most", "")
        if least and most:
            amount = least if least == most else f"{least} to {most}"
        else:
            amount = f"from {least}" if least else f"up to {most}" if most else ""
        return " ".join(filter(None, ("Amount:" if amount else "Currency:", amount, self.entered.get("currency", ""))))


def _units(value: Decimal, code: str) -> int:
    return amounts.smallest_units(value, code, field="amount")


def amounts_of(*pairs: tuple[str, str]) -> type[Entered]:
    """Return a filter by amount and currency, of columns of which each pair has an amount and its currency."""
    members = {"pairs": pairs, "columns": tuple(currency for _, currency in pairs)}
    return type("ByAmount", (_Amounts,), members)


def names(filters: Iterable[Any]) -> frozenset[str]:
    """Return the names that filters of a list have in the address; of a filter by a column it is the column's."""
    own = {name for one in filters for name in getattr(one, "parameters", ())}
    return frozenset(own | {getattr(one, "parameter_name", one) for one in filters if not hasattr(one, "parameters")})
