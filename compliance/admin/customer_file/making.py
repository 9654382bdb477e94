"""The file of a customer, put together and drawn."""

import contextlib
import datetime as dt
from collections.abc import Iterable, Iterator

from django.http import HttpRequest

from compliance.admin.customer_file import decided, parts, records, words
from compliance.admin.customer_file.material import Material
from platforms.backoffice import masking, panels
from platforms.base.pdf import files
from platforms.base.pdf.files import Block, Facts, Heading, Text

PLACE = "file"
"""Where higher apps add tables, by `panels.contributed_to`: their cells are plain text."""
_NARROWEST, _WIDEST = 8, 60
"""Widths of their columns, in letters."""


def draw(request: HttpRequest, file: Material, *, by: str, is_open: bool, now: dt.datetime) -> files.Pdf:
    """Return the file as it is at `now`, the platform's time; personal data is masked unless `is_open`.

    The page that asks has checked that the person may have it. Raises NotDrawn, and Busy.
    """
    customer = file.customer
    # Masked in any case: to show personal data of the customer's is no right to those of its accounts.
    tables = panels.contributed(request, customer, place=PLACE)
    with masking.off() if is_open else contextlib.nullcontext():
        blocks = list(_blocks(file, tables, by=by, is_open=is_open, now=now))
    footer = f"{customer.public_id} · {words.moment(now)}"
    return files.draw(blocks, title=f"File of {customer.public_id}", footer=footer, made_at=now)


def _blocks(
    file: Material, tables: Iterable[panels.Panel | None], *, by: str, is_open: bool, now: dt.datetime
) -> Iterator[Block]:
    customer = file.customer
    yield Heading(f"Customer's file: {customer.name or customer.public_id}", 0)
    yield Facts(
        [
            ("Customer", customer.public_id),
            ("Platform", str(customer.platform)),
            ("Made", f"{words.moment(now)}, for {by}"),
            ("Personal data", "shown" if is_open else f"masked: {masking.DOTS} stands for what is not shown"),
        ]
    )
    yield from parts.of_customer(file, is_open=is_open, today=now.date())
    yield from parts.documents(file)
    yield from decided.verifications(file)
    yield from decided.screening(file)
    yield from decided.cases(file)
    yield from decided.notes(file)
    yield from _of_higher_apps(tables)
    yield from records.events(file)
    yield from records.statuses(file)
    yield from records.looks(file)
    yield from records.lists(file)
    yield from records.rules(file)
    yield from records.code(file)
    yield from records.audit_log(file)


def _of_higher_apps(tables: Iterable[panels.Panel | None]) -> Iterator[Block]:
    for panel in tables:
        if panel is not None:
            yield from words.listed(panel.title, panel.headers, panel.rows, _widths(panel), none=panel.note)
            if panel.rows and panel.note:
                yield Text(panel.note)


def _widths(panel: panels.Panel) -> list[int]:
    """Return widths for columns whose content is not known here: by the longest text of each, within bounds."""
    columns = zip(panel.headers, *panel.rows, strict=True)
    return [min(max(_NARROWEST, *map(len, column)), _WIDEST) for column in columns]
