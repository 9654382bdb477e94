"""Who an object concerns: its customer, and who is at the other end. Shown in lists and search results by name.

Each app says it for its public types; lists of any app then show it, also of types that they know nothing of.
"""

import dataclasses
import operator
import unicodedata
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.html import format_html

from platforms.backoffice import columns, links, masking


@dataclasses.dataclass(frozen=True)
class Parties:
    """The names: each empty where there is nobody, or where nobody is known."""

    customer: str = ""
    customer_id: uuid.UUID | None = None
    other: str = ""
    """Where the money goes or comes from: a name and the last four of the account, or an address."""
    is_receiver: bool = True
    """The money goes to `other`; else it comes from there."""

    @property
    def text(self) -> str:
        """Both, in the direction of the money."""
        return " → ".join(self._in_order)

    @property
    def words(self) -> str:
        """The same as people say it, for headings."""
        return " to ".join(self._in_order)

    @property
    def _in_order(self) -> list[str]:
        names = [_apart(name) for name in (self.customer, self.other) if name]
        return names if self.is_receiver else names[::-1]


def _apart(name: str) -> str:
    """Return a name that is read from right to left between signs which keep the arrow and the digits beside it apart.

    For plain text, such as headings. In HTML `<bdi>` does the same.
    """
    if all(unicodedata.bidirectional(letter) not in _LEFTWARDS for letter in name):
        return name
    beginning, dots, rest = name.partition(masking.DOTS)
    return f"{_ISOLATE}{beginning.rstrip()}{_END_OF_ISOLATE} {dots}{rest}".rstrip()


_LEFTWARDS = {"R", "AL"}
"""Letters of Hebrew and Arabic, and scripts like these."""
_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"

NOBODY = Parties()
Find = Callable[[Sequence[uuid.UUID]], Mapping[uuid.UUID, Parties]]
_finders: dict[str, Find] = {}


def of_type(public_type: str) -> Callable[[Find], Find]:
    """Register the function that finds the parties of objects of a type: one query, or two, for any number of keys."""

    def register(find: Find) -> Find:
        _finders[public_type] = find
        return find

    return register


def find(public_ids: Iterable[str]) -> dict[str, Parties]:
    """Return the parties by public identifier. Costs what the function of each type among them costs."""
    by_type: dict[str, dict[uuid.UUID, str]] = defaultdict(dict)
    for public_id in public_ids:
        typed_key = links.key_in(public_id)
        if typed_key is not None and typed_key[0] in _finders:
            by_type[typed_key[0]][typed_key[1]] = public_id
    parties_by_id: dict[str, Parties] = {}
    for public_type, keys in by_type.items():
        parties_by_key = _finders[public_type](list(keys))
        parties_by_id |= {public_id: parties_by_key[key] for key, public_id in keys.items() if key in parties_by_key}
    return parties_by_id


def load(rows: Sequence[Any], named_in: str) -> None:
    """Find the parties of rows at once; `of` then costs nothing.

    `named_in`: the attribute, as a dotted path, with the public identifier of what says who a row concerns.
    """
    if not named_in or not rows:
        return
    name = operator.attrgetter(named_in)
    parties_by_id = find(name(row) for row in rows)
    for row in rows:
        row._parties = parties_by_id.get(name(row), NOBODY)


def of(row: Any, named_in: str) -> Parties:
    """Return the parties of a row."""
    if not hasattr(row, "_parties"):
        load([row], named_in)
    made: Parties = getattr(row, "_parties", NOBODY)
    return made


CUSTOMER, OTHER = "customer_name", "other_party"
"""Names of the columns."""


def column(name: str, named_in: str) -> columns.Column:
    """Return the column CUSTOMER or OTHER."""
    if name == CUSTOMER:
        return columns.column(CUSTOMER, lambda row: _customer(of(row, named_in)), title="customer")
    return columns.column(OTHER, lambda row: _other(of(row, named_in)), title="to / from")


def _customer(parties: Parties) -> str:
    model = links.public_types().get("Customer")
    if not parties.customer:
        return ""
    if model is None or parties.customer_id is None:
        return format_html("<bdi>{}</bdi>", parties.customer)
    name = format_html("<bdi>{}</bdi>", parties.customer)
    return links.to(links.page(model, parties.customer_id), name, title=f"Customer:{parties.customer_id}")


def _other(parties: Parties) -> str:
    if not parties.other:
        return ""
    name, dots, digits = parties.other.partition(f" {masking.DOTS}")
    # The digits in an element of their own: beside letters read from right to left they would come before the dots.
    number = format_html(' <bdi class="one-line">{}</bdi>', f"{dots.strip()}{digits}") if dots else ""
    direction = "to" if parties.is_receiver else "from"
    return format_html("{} <bdi>{}</bdi>{}", direction, name, number)
