"""Pages of closed months: the checklist, the figures, what corrects a month, and how far the books are closed."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from payments.admin import names
from payments.admin.month_end import actions  # noqa: F401 - importing declares them
from payments.closing import checklist, figures
from payments.closing.figures import Figure
from payments.models import ClosedBooks, Correction, JournalEntry, MonthClose, MonthFigure, MonthState
from platforms.backoffice import amounts, columns, links, panels
from platforms.backoffice.read_only import ReadOnlyAdmin

_ANSWERED = {"in order": "success", "explained": "info", "open": "warning"}
_STATES = {"BEGUN": "info", "CLOSED": "success", "REOPENED": "warning"}


@admin.register(MonthClose)
class MonthCloseAdmin(ReadOnlyAdmin):
    """Months whose close has begun, or is over."""

    through = {"PlatformConfig": "platform_id"}
    search_help_text = "MonthClose:… or PlatformConfig:…"
    list_display = ("month", "platform", "state", "begun_at", "closed_at", "proposed_by", "closed_by", "edition")
    list_filter = ("state", "platform")
    ordering = ("-month", "-pk")
    loads = ("platform",)
    shown = (
        columns.text("month", lambda month: f"{month:%Y-%m}"),
        columns.label("state", _STATES),
        columns.text("digest", title="digest (SHA-256)", is_wide=True),
    )
    titles = {"edition": "times closed", "closed_by": "approved by"}
    hidden = ("checklist",)
    groups = (
        ("Month", ("public_id", "platform", "month", "state")),
        ("Close", ("begun_at", "begun_by", "closed_at", "proposed_by", "closed_by", "edition", "digest")),
    )

    def heading(self, row: Any) -> str:
        """Return the month and its platform."""
        return f"{row.month:%Y-%m}, {row.platform}"

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the checklist and the figures: as they were kept, or as they are while the close has only begun."""
        is_kept = row.state != MonthState.BEGUN and row.edition > 0
        shown = figures.kept(row) if is_kept else figures.of_journal(row.platform_id, row.month)
        answers: Sequence[tuple[str, str, bool, str]] = [
            (item["title"], item["figure"], item["isFine"], item.get("explanation", "")) for item in row.checklist
        ]
        if not is_kept:
            answers = [(item.title, item.figure, item.is_fine, "") for item in checklist.ask(row, shown)]
        return (_checklist(answers, is_kept=is_kept), *_figures(shown), _corrections(row))


def _checklist(answers: Iterable[tuple[str, str, bool, str]], *, is_kept: bool) -> panels.Panel:
    return panels.Panel(
        title="Checklist",
        headers=("question", "answer", "state", "explanation"),
        rows=[
            (title, text, columns.state_text(_state(explained, is_fine=is_fine), _ANSWERED), explained)
            for title, text, is_fine, explained in answers
        ],
        note="As it was when the month was closed." if is_kept else "As it is now.",
    )


def _state(explained: str, *, is_fine: bool) -> str:
    return "in order" if is_fine else "explained" if explained else "open"


def _figures(shown: Sequence[Figure]) -> Iterable[panels.Panel]:
    for code in sorted({figure.currency for figure in shown}):
        of_code = [figure for figure in shown if figure.currency == code]
        sums = [sum(each) for each in zip(*(figure[2:] for figure in of_code), strict=True)]
        yield panels.Panel(
            title=f"Figures in {code}",
            headers=("account", "opening", "debits", "credits", "closing"),
            rows=[(columns.named_text(each.kind), *_amounts(each[2:], code)) for each in of_code],
            numeric=frozenset({1, 2, 3, 4}),
            totals=("Sum", *_amounts(sums, code)),
            note="Opening and closing are credits less debits.",
        )


def _amounts(values: Iterable[int], code: str) -> Sequence[str]:
    return [amounts.major_units(value, code) for value in values]


def _corrections(row: MonthClose) -> panels.Panel | None:
    """Return the entries of later months that correct this one."""
    corrections = Correction.objects.filter(month=row.month, entry__platform=row.platform_id).select_related("entry")
    rows = [
        (
            links.to(links.page(JournalEntry, each.entry_id), f"#{each.entry_id}"),
            columns.named_text(each.entry.purpose, names.PURPOSES),
            columns.moment_text(each.entry.at),
        )
        for each in corrections.order_by("-entry_id")[: panels.ROWS]
    ]
    if not rows:
        return None
    return panels.Panel(
        title="Corrected later by",
        headers=("entry", "purpose", "booked"),
        rows=rows,
        note=f"The latest {panels.ROWS}." if len(rows) == panels.ROWS else "",
    )


def _sum(name: str) -> columns.Column:
    """Return a column of a sum, which the database keeps as a number without bounds."""
    return columns.column(name, lambda row: columns.money_text(int(getattr(row, name)), row.currency))


@admin.register(MonthFigure)
class MonthFigureAdmin(ReadOnlyAdmin):
    """Figures kept of closed months."""

    through = {"MonthClose": "close_id"}
    exact = ("kind",)
    search_help_text = "MonthClose:… or kind"
    list_display = ("close", "edition", "kind", "opening", "debits", "credits", "closing")
    loads = ("close",)
    shown = (
        columns.named("kind"),
        *map(_sum, ("opening", "debits", "credits", "closing")),
    )


@admin.register(Correction)
class CorrectionAdmin(ReadOnlyAdmin):
    """Entries that correct a closed month."""

    search_help_text = "number of the entry"
    list_display = ("entry", "month")
    loads = ("entry",)
    shown = (columns.text("month", lambda month: f"{month:%Y-%m}"),)


@admin.register(ClosedBooks)
class ClosedBooksAdmin(ReadOnlyAdmin):
    """How far the books of each platform are closed."""

    through = {"PlatformConfig": "platform_id"}
    search_help_text = "PlatformConfig:…"
    list_display = ("platform", "closed_until", "sealed_until")
    loads = ("platform",)
    titles = {"sealed_until": "closed by two people until"}
