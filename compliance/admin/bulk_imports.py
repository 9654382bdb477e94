"""Pages of bulk imports: their progress, and why rows were refused. The files are not shown."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from compliance.models import BulkImport, BulkImportError, BulkImportPart
from platforms.backoffice import columns, panels
from platforms.backoffice.read_only import ReadOnlyAdmin

_STATUSES = {"PENDING": "info", "PROCESSING": "warning", "COMPLETED": "success", "FAILED": "danger"}


@admin.register(BulkImport)
class BulkImportAdmin(ReadOnlyAdmin):
    """Files of customers sent by platforms."""

    through = {"PlatformConfig": "platform_id"}
    search_help_text = "Job:…"
    list_display = (
        "public_id",
        "platform",
        "status",
        "total",
        "processed",
        "successful",
        "failed",
        "created_at",
        "completed_at",
    )
    list_filter = ("status", "platform")
    loads = ("platform",)
    shown = (columns.label("status", _STATUSES),)
    groups = (
        ("Import", ("public_id", "platform", "status", "size", "created_at", "completed_at")),
        ("Progress", ("total", "processed", "successful", "failed")),
        ("Work", ("next_run_at", "attempts", "failures", "position")),
        ("Sent by", ("actor_kind", "actor_id", "request_id", "columns")),
    )

    def heading(self, row: Any) -> str:
        """Return whose file it is, and when it came."""
        return f"{row.platform}, {row.created_at:%Y-%m-%d %H:%M}"

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show why rows were refused."""
        shown = ("row", "correlation_id", "code", "message", "details")
        label = "compliance.BulkImportError"
        return (panels.rows_of(request, label, *shown, title="Errors", bulk_import=row.pk),)


@admin.register(BulkImportError)
class BulkImportErrorAdmin(ReadOnlyAdmin):
    """Rows that did not become customers."""

    through = {"Job": "bulk_import_id"}
    search_help_text = "Job:…"
    list_display = ("bulk_import", "row", "correlation_id", "code", "message")
    loads = ("bulk_import",)


@admin.register(BulkImportPart)
class BulkImportPartAdmin(ReadOnlyAdmin):
    """The parts of files still kept, encrypted."""

    through = {"Job": "bulk_import_id"}
    search_help_text = "Job:…"
    list_display = ("bulk_import", "number")
    loads = ("bulk_import",)
    shown = (columns.withheld("content"),)
