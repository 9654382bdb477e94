"""Pages of case assignments and case notes. The desk itself is in `review_desk`."""

from django.contrib import admin

from compliance.models import ReviewAssignment, ReviewNote
from platforms.backoffice import columns
from platforms.backoffice.read_only import ReadOnlyAdmin

_KINDS = {"NOTE": "", "RELEASE": "info", "REASSIGNMENT": "info", "ESCALATION": "warning"}


@admin.register(ReviewAssignment)
class ReviewAssignmentAdmin(ReadOnlyAdmin):
    """Verifications and the reviewers assigned to them."""

    exact = ("assigned_to", "escalated_by")
    through = {"Verification": "verification_id"}
    search_help_text = "Verification:… or user name"
    list_display = ("verification", "assigned_to", "assigned_at", "escalated_by", "escalated_at")
    loads = ("verification",)


@admin.register(ReviewNote)
class ReviewNoteAdmin(ReadOnlyAdmin):
    """Notes of reviewers. Their text is shown at the desk only."""

    exact = ("actor_id",)
    through = {"Verification": "verification_id"}
    search_help_text = "Verification:… or user name"
    list_display = ("at", "verification", "kind", "actor_id")
    list_filter = ("kind",)
    loads = ("verification",)
    shown = (columns.label("kind", _KINDS), columns.withheld("text"))
