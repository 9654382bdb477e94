"""What is asked before a month is closed: each question with its figure, and whether people may explain it.

Apps above add the questions of which they alone know the answer.
"""

import collections
import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Q, Sum

from payments.closing import figures
from payments.closing.figures import Figure
from payments.ledger.chart import AccountKind
from payments.models import LedgerCheckRun, MonthClose, SuspenseItem
from platforms.base import clock, money
from platforms.models import Platform


class Item(NamedTuple):
    """A question and its answer."""

    name: str
    """In proposals, dialogs and the kept checklist."""
    title: str
    figure: str
    """The answer in words, without personal data."""
    is_fine: bool
    may_be_explained: bool = True
    """Whether a month is closed though it is not fine, once people have explained it."""


Ask = Callable[[Platform, dt.date], Iterable[Item]]
_others: list[Ask] = []
EXPLAINABLE: dict[str, str] = {"suspense": "Suspense"}
"""Names of what people may explain → its title."""


def register(ask: Ask, titles: Mapping[str, str]) -> None:
    """Have an app above asked too; `titles` of those of its questions that may be explained, by name."""
    _others.append(ask)
    EXPLAINABLE.update(titles)


def ask(close: MonthClose, shown: Sequence[Figure]) -> Sequence[Item]:
    """Return all questions about a month with their answers; `shown` are its figures. Changes nothing."""
    platform = close.platform
    own = (_checked(platform, close.month), _balanced(shown), _suspense(platform, close.month, shown))
    return [*own, *(item for question in _others for item in question(platform, close.month))]


def _checked(platform: Platform, month: dt.date) -> Item:
    """The nightly check has run since the month ended, and found nothing in the books of the platform."""
    title = "Check of the books"
    since = clock.real(platform, figures.end_of(month))
    run = LedgerCheckRun.objects.filter(started_at__gte=since).order_by("-finished_at").first()
    if run is None:
        text = "The books have not been checked since the month ended. Wait for the night, or run ledger_check."
        return Item("checked", title, text, is_fine=False, may_be_explained=False)
    faults = [fault for fault in run.faults if fault.get("platform_id") in {None, str(platform.pk)}]
    text = f"{len(faults)} faults" if faults else "Checked since the month ended, without a fault"
    return Item("checked", title, text, is_fine=not faults, may_be_explained=False)


def _balanced(shown: Sequence[Figure]) -> Item:
    sums = collections.Counter[tuple[str, str]]()
    for figure in shown:
        sums["opening", figure.currency] += figure.opening
        sums["turnover", figure.currency] += figure.debits - figure.credits
    wrong = sorted({code for (_, code), total in sums.items() if total})
    text = f"Does not add up in {', '.join(wrong)}" if wrong else "Debits equal credits in every currency"
    return Item("balanced", "Trial balance", text, is_fine=not wrong, may_be_explained=False)


def _suspense(platform: Platform, month: dt.date, shown: Sequence[Figure]) -> Item:
    """What was in suspense at the end of the month, by the journal, beside the items that waited then."""
    end = figures.end_of(month)
    waited = SuspenseItem.objects.filter(Q(resolved_at=None) | Q(resolved_at__gte=end), platform=platform)
    rows = waited.filter(opened_at__lt=end).values("currency").annotate(total=Sum("amount"))
    of_items = {row["currency"]: int(row["total"]) for row in rows}
    of_books = {figure.currency: figure.closing for figure in shown if figure.kind == AccountKind.SUSPENSE}
    text = "; ".join(_of_currency(of_books, of_items)) or "Nothing in suspense"
    return Item("suspense", EXPLAINABLE["suspense"], text, is_fine=not any({*of_books.values(), *of_items.values()}))


def _of_currency(of_books: Mapping[str, int], of_items: Mapping[str, int]) -> Iterator[str]:
    for code in sorted({*of_books, *of_items}):
        booked, waiting = of_books.get(code, 0), of_items.get(code, 0)
        if booked == waiting:
            if booked:
                yield f"{money.major_units(booked, code)} of items that wait"
        else:
            items = money.major_units(waiting, code)
            yield f"{money.major_units(booked, code)} in the books, {items} of items that wait"
