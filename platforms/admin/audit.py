"""Pages of the audit log."""

from django.contrib import admin

from platforms.backoffice import columns
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.models import AuditEntry


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """Who did what, when."""

    names_others_in = "subject"
    exact = ("request_id", "actor_id")
    search_help_text = "any public id, request id or actor"
    list_display = ("at", "verb", "subject", "actor_kind", "actor_id", "platform")
    list_filter = ("platform",)
    loads = ("platform",)
    shown = (columns.subject("subject"),)
