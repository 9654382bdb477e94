"""The page of due work that failed when it was last tried."""

from django.contrib import admin

from platforms.backoffice import columns
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.models import WorkFailure


@admin.register(WorkFailure)
class WorkFailureAdmin(ReadOnlyAdmin):
    """Work that failed, how often in a row, and since when. A row is deleted when an attempt succeeds."""

    names_others_in = "subject"
    exact = ("work",)
    search_help_text = "any public id, or the name of a task"
    list_display = ("since", "work", "subject", "error", "failures", "last_at", "platform")
    list_filter = ("platform",)
    loads = ("platform",)
    shown = (columns.subject("subject"),)
    groups = (("Failure", ("work", "subject", "error", "failures", "since", "last_at", "platform")),)
