"""Pages of the audit log and of the seals that prove it unchanged."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils.html import format_html

from platforms.backoffice import columns, dialogs, effects
from platforms.backoffice.lists import days, entered
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.models import ApiToken, AuditCheckRun, AuditEntry, AuditSeal, CheckPart, NightlyCheck


def _outcome(run: AuditCheckRun) -> str:
    return columns.state_text("ALTERED" if run.faults else "WHOLE", {"ALTERED": "danger", "WHOLE": "success"})


def _effect(entry: AuditEntry) -> str:
    return effects.table(entry.details.get("effect") or {}, getattr(entry, "names", {}))


_words: dict[str, str] = {}


def say(words: Mapping[str, str]) -> None:
    """Register words for verbs whose own are not plain."""
    _words.update(words)


def _verb(entry: AuditEntry) -> str:
    """Return what was done in words, with the verb of the log in the title."""
    about, _, done = entry.verb.partition(".")
    own = f"{columns.words(about)}: {columns.words(done).lower()}" if done else columns.words(about)
    return format_html('<span title="{}">{}</span>', entry.verb, _words.get(entry.verb, own))


def _load_tokens(entries: Sequence[AuditEntry]) -> None:
    keys = {entry: dialogs.key_of(entry.actor_id) for entry in entries if entry.actor_kind == "TOKEN"}
    tokens = ApiToken.objects.in_bulk({key for key in keys.values() if key}) if keys else {}
    for entry, key in keys.items():
        entry.__dict__["token"] = tokens.get(key)


def _at(entry: AuditEntry) -> str:
    """Return the time by the platform's clock, and that its clock is ahead where it is: the log is in real order."""
    ahead = entry.platform.clock_offset if entry.platform else None
    beside = format_html(' <span class="text-subtle board-note">clock {} d ahead</span>', ahead.days) if ahead else ""
    return format_html("{}{}", columns.moment_text(entry.at), beside)


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """Who did what, when."""

    names_others_in = "subject"
    link_title = "Audit log"
    exact = ("request_id", "actor_id")
    search_help_text = "any public id, request id or actor"
    time_of_keys = "at"
    list_display = ("at", "verb", "subject", "who", "platform")
    list_filter = (
        days.of("at", title="day"),
        entered.one_of("verb", "verb", lambda verb: Q(verb=verb), of=("verb",), example="note.write"),
        entered.one_of(
            "person",
            "member of staff",
            lambda name: Q(actor_kind="STAFF", actor_id=name),
            of=("actor_id",),
            example="administrator",
            is_indexed=True,
        ),
        "platform",
    )
    loads = ("platform",)
    titles = {"verb": "what"}
    shown = (
        columns.column("at", _at),
        dataclasses.replace(columns.column("verb", _verb), in_files=(columns.text("verb"),)),
        columns.subject("subject"),
        columns.who(),
        columns.column("effect", _effect, is_wide=True),
    )
    groups = (("Entry", ("at", "verb", "subject", "who", "actor_kind", "actor_id", "platform", "effect")),)
    if_filled = frozenset({"effect"})

    def prepare(self, request: HttpRequest, rows: Sequence[Any], *, is_page: bool) -> None:
        """Load the names of tokens, and those in what a proposal was to do."""
        _load_tokens(rows)
        if is_page:
            for row in rows:
                row.names = effects.names(row.details.get("effect", {}).values(), request)


@admin.register(AuditSeal)
class AuditSealAdmin(ReadOnlyAdmin):
    """The chain of seals: what `manage.py audit_verify` compares the log with."""

    list_display = ("number", "rows", "after_id", "last_id", "sealed_at")
    shown = (
        columns.text("digest", lambda value: bytes(value).hex(), title="digest (SHA-256, keyed)", is_wide=True),
        columns.text("index", lambda value: f"{len(value)} bytes"),
    )
    groups = (("Seal", ("number", "sealed_at", "digest")), ("Rows", ("rows", "after_id", "last_id", "index")))


@admin.register(NightlyCheck)
class NightlyCheckAdmin(ReadOnlyAdmin):
    """When each nightly check began and ended."""

    list_display = ("name", "began_at", "ended_at")
    groups = (("Night", ("name", "began_at", "ended_at", "former_at")),)


@admin.register(CheckPart)
class CheckPartAdmin(ReadOnlyAdmin):
    """How far each part of a nightly check is, and until when it is good."""

    list_display = ("name", "parent", "stage", "rows", "good_until", "whole_since")
    loads = ("parent",)
    shown = (columns.column("stage", lambda part: part.get_stage_display()),)
    groups = (
        ("Read", ("name", "parent", "stage", "rows", "pages", "good_until", "whole_since")),
        ("Tonight", ("position", "new_after", "new_next")),
        ("This round", ("round_began_at", "round_position", "round_rows", "round_size")),
        ("Found", ("faults",)),
    )


@admin.register(AuditCheckRun)
class AuditCheckRunAdmin(ReadOnlyAdmin):
    """The nightly comparison of the audit log with its seals."""

    list_display = ("finished_at", "outcome", "seals", "rows", "started_at")
    shown = (columns.column("outcome", _outcome),)
    groups = (("Check", ("outcome", "started_at", "finished_at", "seals", "rows", "faults")),)
