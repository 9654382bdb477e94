"""Pages of the audit log and of what proves that it is as it was written."""

from django.contrib import admin

from platforms.backoffice import columns
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.models import AuditCheckRun, AuditEntry, AuditSeal


def _outcome(run: AuditCheckRun) -> str:
    return columns.label_text("ALTERED" if run.faults else "WHOLE", {"ALTERED": "danger", "WHOLE": "success"})


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
    shown = (columns.subject("subject"),)


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
    """What comparing the log with its seals has found, every night."""

    list_display = ("finished_at", "outcome", "seals", "rows", "started_at")
    shown = (columns.column("outcome", _outcome),)
    groups = (("Check", ("outcome", "started_at", "finished_at", "seals", "rows", "faults")),)
