"""Columns: how a value is shown, the same in lists and on pages. Each function makes one."""

import dataclasses
import datetime as dt
import json
import operator
from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from platforms.backoffice import amounts, links, masking

EMPTY = "-"
_LONG = 65
_ACRONYMS = {word.lower(): word for word in ("API", "ID", "IP", "KYB", "KYC", "UMA", "URL")}
Colours = Mapping[str, str]
"""Status → success, info, warning, danger or primary; others stay grey."""


@dataclasses.dataclass(frozen=True)
class Column:
    """A named way to show something of a row. Django takes it wherever it takes a callable field."""

    name: str
    short_description: str
    show: Callable[[Any], str]
    is_wide: bool = False
    """It has a line of the page to itself."""
    is_brief: bool = False
    """Identifiers are shortened: for lists."""

    def __call__(self, row: Any) -> str:
        """Return the HTML or text for a row."""
        shown = self.show(row)
        return (links.shortened(shown) if self.is_brief else shown) or EMPTY

    def brief(self) -> "Column":
        """Return the same column for lists."""
        return dataclasses.replace(self, is_brief=True)

    @property
    def __name__(self) -> str:
        """The name that Django puts into CSS classes."""
        return self.name


def column(name: str, show: Callable[[Any], str], *, title: str = "", is_wide: bool = False) -> Column:
    """Return a column that shows what a function makes of the row."""
    return Column(name, title or " ".join(_ACRONYMS.get(word, word) for word in name.split("_")), show, is_wide)


def text(name: str, show: Callable[[Any], object] = str, *, title: str = "", is_wide: bool = False) -> Column:
    """Return a column of plain text: the attribute (a dotted path) as `show` turns it, nothing for None."""
    value = operator.attrgetter(name)
    return column(name, lambda row: "" if value(row) is None else str(show(value(row))), title=title, is_wide=is_wide)


def moment(name: str) -> Column:
    """Return a column of a time in UTC."""
    value = operator.attrgetter(name)
    return column(name, lambda row: moment_text(value(row)))


def moment_text(value: dt.datetime | None) -> str:
    """Return a time in UTC to the second; the microseconds stand in its title."""
    if value is None:
        return ""
    utc = value.astimezone(dt.UTC)
    return format_html('<time title="{}" class="one-line">{} UTC</time>', utc.isoformat(), f"{utc:%Y-%m-%d %H:%M:%S}")


def money(name: str, *, currency: str, title: str = "") -> Column:
    """Return a column of an amount: in the major unit, and beside it the integer that is stored."""
    amount, code = operator.attrgetter(name), operator.attrgetter(currency)
    return column(name, lambda row: money_text(amount(row), code(row)), title=title)


def money_text(amount: int | None, currency: str) -> str:
    """Return an amount in its major unit with the stored integer beside it."""
    if amount is None:
        return ""
    return format_html(
        '<span class="one-line">{} <span class="text-subtle">({})</span></span>',
        amounts.major_units(amount, currency),
        amount,
    )


def label(name: str, colours: Colours | None = None) -> Column:
    """Return a column of a word from a list, coloured."""
    value = operator.attrgetter(name)
    return column(name, lambda row: label_text(value(row), colours or {}))


def label_text(value: str | None, colours: Colours) -> str:
    """Return a word as a coloured label."""
    if not value:
        return ""
    context = {"label": value, "label_type": colours.get(value)}
    return SafeString(render_to_string("unfold/helpers/display_label.html", context).strip())


def named(name: str, names: Mapping[str, str] | None = None) -> Column:
    """Return a column of a code: its words, from `names` where they say others, with the code beside."""
    value = operator.attrgetter(name)
    return column(name, lambda row: named_text(value(row), names))


def named_text(code: str, names: Mapping[str, str] | None = None) -> str:
    """Return a code as words with the code beside."""
    return with_code(words(code, names), code) if code else ""


def with_code(text: str, code: str) -> SafeString:
    """Return a text with its code beside."""
    return format_html('{} <span class="text-subtle">{}</span>', text, code)


def words(code: str, names: Mapping[str, str] | None = None) -> str:
    """Return the words for a code: those of `names`, else its own."""
    return (names or {}).get(code) or code.replace("_", " ").capitalize()


def flag(name: str) -> Column:
    """Return a column of yes or no."""
    value = operator.attrgetter(name)
    return column(name, lambda row: {None: "", True: "yes", False: "no"}[value(row)])


def link(name: str, *, title: str = "") -> Column:
    """Return a column that links to a related object, which the page must load with its rows."""
    return column(name, lambda row: links.related(row, name), title=title, is_wide=True)


def subject(name: str) -> Column:
    """Return a column of a public identifier that links to what it names."""
    value = operator.attrgetter(name)
    return column(name, lambda row: links.to_public_id(value(row) or ""), is_wide=True)


def document(name: str, mask: Callable[[Any], object] = masking.personal) -> Column:
    """Return a column of JSON, indented, with personal data masked."""
    value = operator.attrgetter(name)
    return column(name, lambda row: document_text(mask(value(row))), is_wide=True)


def document_text(value: object) -> str:
    """Return JSON, indented."""
    if value is None:
        return ""
    return format_html(
        '<pre class="document">{}</pre>',
        json.dumps(value, indent=2, ensure_ascii=False, default=str),
    )


def code(name: str) -> Column:
    """Return a column of text whose line breaks count."""
    value = operator.attrgetter(name)
    markup = '<pre class="document">{}</pre>'
    return column(name, lambda row: format_html(markup, value(row)) if value(row) else "", is_wide=True)


def withheld(name: str) -> Column:
    """Return a column that tells whether there is a value, and nothing of it."""
    value = operator.attrgetter(name)
    return column(name, lambda row: "" if value(row) is None else "not shown")


def default(field: "models.Field[Any, Any]") -> Column:
    """Return the column for a field that nothing special was said about. Binary values are secrets or hashes."""
    if isinstance(field, models.ForeignKey):
        made = link(field.name)
    elif isinstance(field, models.DateTimeField):
        made = moment(field.name)
    elif isinstance(field, models.BooleanField):
        made = flag(field.name)
    elif isinstance(field, models.BinaryField):
        made = withheld(field.name)
    elif isinstance(field, models.JSONField):
        made = document(field.name)
    elif isinstance(field, ArrayField):
        made = text(field.name, ", ".join)
    elif field.choices:
        made = named(field.name)
    else:
        made = text(field.name, is_wide=_is_long(field))
    return made


def _is_long(field: "models.Field[Any, Any]") -> bool:
    if isinstance(field, models.CharField):
        return (field.max_length or _LONG) >= _LONG
    return isinstance(field, models.TextField | models.UUIDField)
