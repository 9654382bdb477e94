"""Pages of the audit log and of the seals that prove it unchanged."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from platforms.backoffice import columns, effects
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.models import AuditCheckRun, AuditEntry, AuditSeal


def _outcome(run: AuditCheckRun) -> str:
    return columns.state_text("ALTERED" if run.faults else "WHOLE", {"ALTERED": "danger", "WHOLE": "success"})


def _effect(entry: AuditEntry) -> str:
    return effects.table(entry.details.get("effect") or {}, getattr(entry, "names", {}))


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """Who did what, when."""

    names_others_in = "subject"
    link_title = "Audit log"
    exact = ("request_id", "actor_id")
    search_help_text = "any public id, request id or actor"
    list_display = ("at", "verb", "subject", "actor_kind", "actor_id", "platform")
    list_filter = ("platform",)
    loads = ("platform",)
    shown = (columns.subject("subject"), columns.column("effect", _effect, is_wide=True))
    groups = (("Entry", ("at", "verb", "subject", "actor_kind", "actor_id", "platform", "effect")),)

    def prepare(self, request: HttpRequest, rows: Sequence[Any], *, is_page: bool) -> None:
        """Load the names in what a proposal was to do."""
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


@admin.register(AuditCheckRun)
class AuditCheckRunAdmin(ReadOnlyAdmin):
    """The nightly comparison of the audit log with its seals."""

    list_display = ("finished_at", "outcome", "seals", "rows", "started_at")
    shown = (columns.column("outcome", _outcome),)
    groups = (("Check", ("outcome", "started_at", "finished_at", "seals", "rows", "faults")),)
