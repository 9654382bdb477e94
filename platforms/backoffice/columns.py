"""Columns: how a value is shown, in lists and on pages alike. Each function makes one."""

import dataclasses
import datetime as dt
import functools
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
from platforms.base import clock

EMPTY = "-"
SIGNED = "credits less debits"
"""What the sign of an amount means, on every screen and in every file. A bank's credits are what it gave to us."""
_LONG = 65
_ACRONYMS = {word.lower(): word for word in ("API", "ID", "IP", "KYB", "KYC", "UMA", "URL")}
Colours = Mapping[str, str]
"""Status → success, info, warning, danger or primary; any other is grey."""


# For every cell Django writes the column into the message of an error that it catches: without fields that is cheap.
@dataclasses.dataclass(frozen=True, repr=False)
class Column:
    """A named function from a row to what is shown. Django takes it wherever it takes a callable field."""

    name: str
    short_description: str
    show: Callable[[Any], str]
    is_wide: bool = False
    """The column has a line of the page to itself."""
    is_brief: bool = False
    """Identifiers are shortened: for lists."""
    money: Callable[[Any], tuple[int | None, str]] | None = None
    """The amount in the smallest unit and its currency, where that is what the column shows: for exports."""
    sign: str = "positive"
    """Of an amount: what its sign means. Headings say it, but on screens of what is never negative."""
    in_files: tuple["Column", ...] = ()
    """Columns that stand in an export in place of this one."""
    admin_order_field: str | None = None
    """What a list is sorted by that is sorted by this column; None: it is not."""
    written: Callable[[Any], str] | None = None
    """What a file has in place of what the screen shows."""

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
    """Return a column that shows the result of a function of the row."""
    return Column(name, title or " ".join(_ACRONYMS.get(word, word) for word in name.split("_")), show, is_wide)


def text(name: str, show: Callable[[Any], object] = str, *, title: str = "", is_wide: bool = False) -> Column:
    """Return a column of plain text: the attribute (a dotted path) as formatted by `show`, nothing for None."""
    value = operator.attrgetter(name)
    return column(name, lambda row: "" if value(row) is None else str(show(value(row))), title=title, is_wide=is_wide)


def who() -> Column:
    """Return a column of who did it: staff by user name, a platform by its token, else the service.

    A token is named where the page has put it beside the row as `token`, None for one that is gone; elsewhere its id is
    shown. Files have both fields.
    """
    made = column("who", _who)
    return dataclasses.replace(made, in_files=(text("actor_kind"), text("actor_id")))


def _who(row: Any) -> str:
    if row.actor_kind == "SYSTEM":
        return "the service"
    if row.actor_kind != "TOKEN":
        return str(row.actor_id)
    if "token" not in row.__dict__:
        return format_html("API, token {}", links.to_public_id(f"Token:{row.actor_id}"))
    token = row.__dict__["token"]
    return format_html("API, token {}", links.to(links.page(type(token), token.pk), token.name)) if token else "API"


def moment(name: str) -> Column:
    """Return a column of a time in UTC; in files as ISO 8601 with its zone."""
    value = operator.attrgetter(name)
    made = column(name, lambda row: moment_text(value(row)))
    return dataclasses.replace(made, written=lambda row: clock.iso(value(row)) if value(row) else "")


def moment_text(value: dt.datetime | None) -> str:
    """Return a time in UTC to the second, with the microseconds in its title. The browser adds the local time."""
    if value is None:
        return ""
    utc = value.astimezone(dt.UTC)
    markup = '<time datetime="{0}" title="{0}" class="one-line">{1} UTC</time>'
    return format_html(markup, utc.isoformat(), f"{utc:%Y-%m-%d %H:%M:%S}")


def duration(waited: dt.timedelta) -> str:
    """Return how long something has waited: days and hours, or hours and minutes."""
    hours, minutes = divmod(max(int(waited.total_seconds()), 0) // 60, 60)
    days, hours = divmod(hours, 24)
    text = f"{days} d {hours} h" if days else f"{hours} h {minutes} min"
    return format_html('<span class="one-line">{}</span>', text)


def money(name: str, *, currency: str, title: str = "") -> Column:
    """Return a column of an amount in the major unit, with the stored integer in its title."""
    amount, code = operator.attrgetter(name), operator.attrgetter(currency)
    made = column(name, lambda row: money_text(amount(row), code(row)), title=title)
    return dataclasses.replace(made, money=lambda row: (amount(row), code(row)))


def limit(name: str, *, currency: str) -> Column:
    """Return a column of an amount that is a limit: without decimals where all of them are zero."""
    whole = money(name, currency=currency)
    value, code = operator.attrgetter(name), operator.attrgetter(currency)
    return dataclasses.replace(whole, show=lambda row: _limit(value(row), code(row)))


def _limit(amount: int | None, currency: str) -> str:
    if amount is None:
        return ""
    number, _, code = amounts.major_units(amount, currency).partition(" ")
    shown = number.rstrip("0").rstrip(".") if "." in number else number
    markup = '<span class="one-line amount" title="{} in the smallest unit">{} {}</span>'
    return format_html(markup, amount, shown, code)


def signed(name: str, amount: Callable[[Any], tuple[int | None, str]], *, title: str = "") -> Column:
    """Return a column of an amount that may be negative, and says so: `amount` returns it and its currency."""
    made = column(name, lambda row: money_text(*amount(row)), title=f"{title or name} ({SIGNED})")
    return dataclasses.replace(made, money=amount, sign=SIGNED)


def exchange(name: str, sent: Column, received: Column, *, title: str) -> Column:
    """Return a column of an amount that left and one that arrived: equal ones are written once. Files have both."""

    def show(row: Any) -> str:
        if sent.money is None or received.money is None or received.money(row) in {sent.money(row), (None, "")}:
            return sent.show(row)
        arrived = received.show(row)
        return format_html("{} → {}", sent.show(row), arrived) if arrived else sent.show(row)

    return dataclasses.replace(column(name, show, title=title), in_files=(sent, received))


def money_text(amount: int | None, currency: str) -> str:
    """Return an amount in its major unit, with the stored integer in its title."""
    if amount is None:
        return ""
    shown = amounts.major_units(amount, currency)
    return format_html('<span class="one-line amount" title="{} in the smallest unit">{}</span>', amount, shown)


def msat(name: str, *, title: str) -> Column:
    """Return a column of thousandths of a satoshi in bitcoin, exact, with the stored integer in its title."""
    value = operator.attrgetter(name)
    return column(name, lambda row: _bitcoin(value(row)), title=title)


def _bitcoin(amount: int | None) -> str:
    if amount is None:
        return ""
    satoshi, rest = divmod(amount, 1000)
    whole, _, code = amounts.major_units(satoshi, "BTC").partition(" ")
    fraction = f"{rest:03d}" if rest else ""
    return format_html('<span class="one-line amount" title="{} msat">{}{} {}</span>', amount, whole, fraction, code)


def label(name: str, colours: Colours | None = None, *, title: str = "") -> Column:
    """Return a column of an enumeration's value as a coloured label."""
    value = operator.attrgetter(name)
    return column(name, lambda row: label_text(value(row), colours or {}), title=title)


def label_text(value: str | None, colours: Colours) -> str:
    """Return a value of an enumeration as a coloured label of its words, with the code in the title."""
    return _titled(state_text(value, colours), value) if value else ""


def state_text(state: str, colours: Colours) -> SafeString:
    """Return a state that is no value of an enumeration as a coloured label of words."""
    return _label(words(state), colours.get(state))


@functools.lru_cache(maxsize=1000)
def _label(text: str, colour: str | None) -> SafeString:
    context = {"label": text, "label_type": colour}
    return SafeString(render_to_string("unfold/helpers/display_label.html", context).strip())


def named(name: str, names: Mapping[str, str] | None = None) -> Column:
    """Return a column of a code as words, with the code beside; `names` holds words other than the code's own."""
    value = operator.attrgetter(name)
    return column(name, lambda row: named_text(value(row), names))


def named_text(code: str, names: Mapping[str, str] | None = None) -> str:
    """Return a code as words: with the code beside where these are not its own words, else in the title."""
    return with_code(words(code, names), code) if code else ""


def with_code(text: str, code: str) -> SafeString:
    """Return a text with its code: beside, which lists hide, or in the title where the text says the same."""
    if text == _own_words(code):
        return _titled(text, code)
    return format_html('{} <span class="text-subtle code-beside">{}</span>', text, code)


def _titled(text: str, code: str) -> SafeString:
    return format_html('<span title="{}">{}</span>', code, text)


_SPELT = {"fi": "institution", "id": "ID", "sftp": "SFTP", "uma": "UMA"}
"""Parts of codes that people write otherwise."""


def words(code: str, names: Mapping[str, str] | None = None) -> str:
    """Return the words for a code: those of `names`, else its own."""
    return (names or {}).get(code) or _own_words(code)


@functools.lru_cache(maxsize=1000)
def _own_words(code: str) -> str:
    text = " ".join(_SPELT.get(word, word) for word in code.lower().split("_"))
    return text[:1].upper() + text[1:]


def flag(name: str) -> Column:
    """Return a column of yes or no."""
    value = operator.attrgetter(name)
    return column(name, lambda row: {None: "", True: "yes", False: "no"}[value(row)])


def link(name: str, *, title: str = "") -> Column:
    """Return a column that links to a related object, which the page must load with its rows."""
    return column(name, lambda row: links.related(row, name), title=title, is_wide=True)


def subject(name: str) -> Column:
    """Return a column of a public identifier that links to its object."""
    value = operator.attrgetter(name)
    return column(name, lambda row: links.to_public_id(value(row) or ""), is_wide=True)


def document(name: str, mask: Callable[[Any], object] = masking.personal, *, title: str = "") -> Column:
    """Return a column of JSON, indented, with personal data masked."""
    value = operator.attrgetter(name)
    return column(name, lambda row: document_text(mask(value(row))), title=title, is_wide=True)


def codes(name: str) -> Column:
    """Return a column of several codes, as words."""
    value = operator.attrgetter(name)
    return column(name, lambda row: ", ".join(map(words, value(row))))


def document_text(value: object) -> str:
    """Return JSON, indented."""
    if value is None:
        return ""
    if value in ([], {}):
        return "none"
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
    """Return a column that shows only whether there is a value."""
    value = operator.attrgetter(name)
    return column(name, lambda row: "" if value(row) is None else "not shown")


def default(field: "models.Field[Any, Any]") -> Column:
    """Return the default column of a field. Binary values are secrets or hashes."""
    if isinstance(field, models.ForeignKey):
        default_column = link(field.name)
    elif isinstance(field, models.DateTimeField):
        default_column = moment(field.name)
    elif isinstance(field, models.BooleanField):
        default_column = flag(field.name)
    elif isinstance(field, models.BinaryField):
        default_column = withheld(field.name)
    elif isinstance(field, models.JSONField):
        default_column = document(field.name)
    elif isinstance(field, ArrayField):
        default_column = text(field.name, ", ".join)
    elif field.choices:
        default_column = named(field.name)
    else:
        default_column = text(field.name, is_wide=_is_long(field))
    return default_column


def _is_long(field: "models.Field[Any, Any]") -> bool:
    if isinstance(field, models.CharField):
        return (field.max_length or _LONG) >= _LONG
    return isinstance(field, models.TextField | models.UUIDField)
