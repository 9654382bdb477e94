"""How the fields of a page stand: under headings, two narrow ones on a line, some left out while they are empty."""

from collections.abc import Iterable, Sequence
from typing import Any

from platforms.backoffice import columns

Under = Sequence[tuple[str, Sequence[columns.Column]]]
"""Headings of a page, and the columns under each."""
Fieldsets = list[tuple[str | None, dict[str, Any]]]


def under_headings(page: Any) -> Under:
    """Return all columns of a page: under the headings that it gives, and what none of them names below."""
    # The public identifier holds the key, and is what people copy.
    key = {page.opts.pk.name: "public_id"} if page.public_type else {}
    given = [(title, [key.get(name, name) for name in names]) for title, names in page.groups]
    named = {*page.hidden, *(name for _, names in given for name in names)}
    fields = [key.get(field.name, field.name) for field in page.opts.concrete_fields]
    special = [column.name for column in page.shown]
    rest = [name for name in dict.fromkeys([*fields, *special]) if name not in named]
    groups = [*given, ("Details" if given else "", rest)]
    return [(title, [page.column(name) for name in names]) for title, names in groups if names]


def filled(under: Under, row: Any, *, if_filled: frozenset[str]) -> Under:
    """Return the columns without those of `if_filled` that have nothing to say about a row."""
    return [
        (title, [column for column in shown if column.name not in if_filled or column.show(row)])
        for title, shown in under
    ]


def fieldsets(under: Under) -> Fieldsets:
    """Return the lines of a page as Django takes them. A heading over nothing is left out."""
    return [(title or None, {"fields": _lines(shown)}) for title, shown in under if shown]


def _lines(shown: Iterable[columns.Column]) -> list[tuple[columns.Column, ...]]:
    """Put two narrow columns that follow each other on one line."""
    lines: list[tuple[columns.Column, ...]] = []
    for column in shown:
        if lines and len(lines[-1]) == 1 and not lines[-1][0].is_wide and not column.is_wide:
            lines[-1] += (column,)
        else:
            lines.append((column,))
    return lines
