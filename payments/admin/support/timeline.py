"""The timeline of a payment: from the API call through states, ledger and rail to each webhook attempt."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from payments.admin import names
from payments.admin.support import explanations
from payments.admin.support.rail_messages import ANSWERS, SENTENCES
from payments.ledger import chart
from payments.models import (
    FundingReceipt,
    JournalEntry,
    ProviderMessage,
    Quote,
    SuspenseItem,
    Transaction,
    TransactionStatusChange,
)
from platforms.backoffice import amounts, columns, dialogs, links
from platforms.base import clock
from platforms.models import ApiToken, AuditEntry, Proposal

MOST = 200
"""Rows of one kind shown on a page: a payment has a dozen, and one followed for days has more."""
_CALL, _STATE, _MONEY, _RAIL, _DECISION, _EVENT, _ATTEMPT = range(7)
_SIDES = {chart.DEBIT: "debit", chart.CREDIT: "credit"}
STATE_COLOURS = {"COMPLETED": "success", "FAILED": "danger", "REJECTED": "danger", "EXPIRED": "warning"}


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """One entry of the timeline. `details` are shown when the reader opens them."""

    at: dt.datetime
    rank: int
    """Order of entries with the same time: they commit together."""
    order: int
    icon: str
    kind: str
    title: str
    note: str = ""
    details: str = ""
    tone: str = ""
    """danger, warning, success or nothing."""
    flag: str = ""
    """For programs: `step:answer` of a rail, the state of a webhook."""

    @property
    def moment(self) -> str:
        """The time as pages show it."""
        return columns.moment_text(self.at)


def steps(request: HttpRequest, payment: Transaction, *, window: Q, items: Sequence[SuspenseItem]) -> list[Step]:
    """Return the timeline of a payment, oldest first, of the kinds that the person may see. About ten queries."""
    of_events = _Events(request, payment, window)
    sources: tuple[tuple[str, Callable[[], Iterator[Step]]], ...] = (
        ("platforms.AuditEntry", lambda: _calls(payment)),
        ("payments.TransactionStatusChange", lambda: _states(payment)),
        ("payments.JournalEntry", lambda: _entries(payment)),
        ("payments.ProviderMessage", lambda: _messages(payment)),
        ("payments.FundingReceipt", lambda: _receipts(payment)),
        ("payments.SuspenseItem", lambda: _suspended(items)),
        ("platforms.Proposal", lambda: _proposals(payment, items)),
        ("webhooks.Event", of_events.events),
        ("webhooks.Delivery", of_events.attempts),
    )
    visible_steps = chain.from_iterable(make() for label, make in sources if _may_see(request, label))
    return sorted(visible_steps, key=lambda step: (step.at, step.rank, step.order))


def _may_see(request: HttpRequest, label: str) -> bool:
    page: Any = admin.site._registry.get(apps.get_model(label))
    return page is not None and bool(page.has_view_permission(request))


def _calls(payment: Transaction) -> Iterator[Step]:
    """Yield the actions of people and platforms; actions of the service are shown by the other rows."""
    about = [payment.public_id, *([Quote(id=payment.quote_id).public_id] if payment.quote_id else [])]
    rows = list(AuditEntry.objects.filter(subject__in=about).order_by("id")[:MOST])
    by_others = [row for row in rows if row.actor_kind != "SYSTEM" or row.verb.startswith("suspense.")]
    keys = {key for row in by_others if row.actor_kind == "TOKEN" and (key := dialogs.key_of(row.actor_id))}
    tokens = {str(token.id): token for token in ApiToken.objects.filter(id__in=keys)} if keys else {}
    for row in by_others:
        by_token = row.actor_kind == "TOKEN"
        yield Step(
            row.at,
            _CALL if by_token else _DECISION,
            row.pk,
            "api" if by_token else "person",
            "API call" if by_token else "Staff" if row.actor_kind == "STAFF" else "Service",
            columns.with_code(
                links.to(links.page(AuditEntry, row.pk), columns.words(row.verb, explanations.VERBS)), row.verb
            ),
            _who(row, tokens.get(row.actor_id)),
            columns.document_text(row.details) if row.details else "",
        )


def _who(row: AuditEntry, token: ApiToken | None) -> str:
    parts: list[str] = []
    if token is not None:
        parts.append(format_html("token {}", links.to(links.page(ApiToken, token.pk), token.name)))
    elif row.actor_kind != "SYSTEM":
        parts.append(format_html("by {}", row.actor_id))
    if row.details.get("proposedBy"):
        parts.append(format_html("proposed by {}", row.details["proposedBy"]))
    if row.details.get("reason"):
        parts.append(format_html("“{}”", row.details["reason"]))
    if row.request_id:
        by_request = links.listing(AuditEntry, q=row.request_id)
        parts.append(format_html("request {}", links.to(by_request, row.request_id)))
    return format_html_join(" · ", "{}", ((part,) for part in parts))


def _states(payment: Transaction) -> Iterator[Step]:
    for row in TransactionStatusChange.objects.filter(transaction_id=payment.pk).order_by("id")[:MOST]:
        label = columns.label_text(row.to_status, STATE_COLOURS)
        before = f"from {row.from_status} · " if row.from_status else ""
        by = "" if row.actor_kind == "SYSTEM" else f" · by {row.actor_kind.lower()} {_actor(row.actor_id)}"
        note = format_html("{}{}{}", before, columns.named_text(row.cause, explanations.CAUSES), by)
        yield Step(row.at, _STATE, row.pk, "flag", "Status", label, note, tone=STATE_COLOURS.get(row.to_status, ""))


def _actor(actor_id: str) -> str:
    return links.head(actor_id) if len(actor_id) == len(str(uuid.UUID(int=0))) else actor_id


def _entries(payment: Transaction) -> Iterator[Step]:
    rows = JournalEntry.objects.filter(transaction_id=payment.pk).order_by("pk").prefetch_related("postings__account")
    for row in rows[:MOST]:
        note = format_html("reverses #{}", row.reverses_id) if row.reverses_id else ""
        title = names.entry_link(row)
        yield Step(row.at, _MONEY, row.pk, "account_balance", "Ledger entry", title, note, _postings(row))


def _postings(entry: JournalEntry) -> SafeString:
    lines = format_html_join(
        "",
        '<tr><td class="pr-4">{}</td><td class="pr-4">{}</td><td class="text-right">{}</td></tr>',
        (
            (
                _SIDES.get(posting.side, posting.side),
                links.related(posting, "account"),
                amounts.major_units(posting.amount, posting.currency),
            )
            for posting in sorted(entry.postings.all(), key=lambda posting: posting.pk)
        ),
    )
    return format_html("<table>{}</table>", lines)


def _messages(payment: Transaction) -> Iterator[Step]:
    for row in ProviderMessage.objects.filter(transaction_id=payment.pk).order_by("id")[:MOST]:
        question = columns.words(row.step) if row.question == "SUBMIT" else f"{columns.words(row.step)}, status query"
        note = [question, columns.named_text(row.reason, explanations.FAILURES), row.reference]
        answer = f"{SENTENCES.get(row.answer, row.answer)} (attempt {row.attempt})"
        link = links.to(links.page(ProviderMessage, row.pk), answer)
        title = format_html("{} {}", link, columns.label_text(row.answer, ANSWERS))
        yield Step(
            row.at,
            _RAIL,
            row.pk,
            "forum",
            "Rail",
            title,
            format_html_join(" · ", "{}", ((part,) for part in note if part)),
            tone=ANSWERS.get(row.answer, ""),
            flag=f"{row.step}:{row.answer}",
        )


def _receipts(payment: Transaction) -> Iterator[Step]:
    for row in FundingReceipt.objects.filter(transaction_id=payment.pk).order_by("at")[:MOST]:
        money = amounts.major_units(row.amount, row.currency)
        title = links.to(links.page(FundingReceipt, row.pk), f"{money} received")
        yield Step(
            row.at,
            _MONEY,
            0,
            "move_to_inbox",
            "Money received",
            title,
            " · ".join(columns.words(code, names.REASONS) for code in (row.use, row.reason) if code),
        )


def _suspended(items: Sequence[SuspenseItem]) -> Iterator[Step]:
    for row in items:
        money = amounts.major_units(row.amount, row.currency)
        title = links.to(links.page(SuspenseItem, row.pk), f"{money} moved to suspense")
        yield Step(
            row.opened_at,
            _DECISION,
            0,
            "pending_actions",
            "Suspense",
            title,
            columns.words(row.reason, names.REASONS),
            tone="warning",
        )
        if row.resolved_at is not None:
            done = links.to(links.page(SuspenseItem, row.pk), f"{money} resolved from suspense")
            yield Step(
                row.resolved_at,
                _DECISION,
                1,
                "task_alt",
                "Suspense",
                done,
                columns.words(row.way, names.WAYS),
                tone="success",
            )


def _proposals(payment: Transaction, items: Sequence[SuspenseItem]) -> Iterator[Step]:
    about = [payment.public_id, *(item.public_id for item in items)]
    for row in Proposal.objects.filter(subject__in=about).order_by("id")[:MOST]:
        what = columns.words(row.verb, explanations.PROPOSED)
        title = columns.with_code(links.to(links.page(Proposal, row.pk), f"Proposed: {what}"), row.verb)
        note = f"by {row.proposed_by} · “{row.reason}” · {row.status}"
        at = clock.of(payment.platform, row.proposed_at)
        yield Step(at, _DECISION, 0, "how_to_vote", "Proposal", title, note, flag=row.status)


class _Events:
    """The webhooks of a payment; delivery attempts are found by their events."""

    def __init__(self, request: HttpRequest, payment: Transaction, window: Q) -> None:
        self._rows: list[Any] | None = None
        self._wanted = window & Q(resource=payment.public_id)

    def _found(self) -> list[Any]:
        if self._rows is None:
            model = apps.get_model("webhooks.Event")
            self._rows = list(model.objects.filter(self._wanted).defer("payload").order_by("pk")[:MOST])
        return self._rows

    def events(self) -> Iterator[Step]:
        for row in self._found():
            state = columns.with_code(explanations.WEBHOOKS.get(row.state, row.state), row.state)
            title = format_html("{} {}", _page_of(row, row.type), state)
            tone, note = "danger" if row.state == "ABANDONED" else "", row.public_id
            yield Step(
                row.created_at, _EVENT, row.number, "campaign", "Webhook", title, note, tone=tone, flag=row.state
            )

    def attempts(self) -> Iterator[Step]:
        types = {row.pk: row.type for row in self._found()}
        model = apps.get_model("webhooks.Delivery")
        rows = model.objects.filter(event_id__in=list(types)).order_by("pk")[:MOST] if types else []
        for row in rows:
            answer = f"HTTP {row.status}" if row.status else row.error
            title = format_html("{} {}", _page_of(row, f"Attempt {row.attempt}: {answer}"), types[row.event_id])
            is_taken = row.status is not None and 200 <= row.status < 300
            tone = "success" if is_taken else "danger"
            note = f"{row.url} · {row.milliseconds} ms"
            yield Step(row.at, _ATTEMPT, row.pk, "local_shipping", "Delivery", title, note, tone=tone)


def _page_of(row: Any, text: str) -> SafeString:
    return links.to(links.page(type(row), row.pk), text)
