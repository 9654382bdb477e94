"""Pages of the reviewers' work: whose a verification is, and their notes. The desk itself is in `review_desk`."""

from django.contrib import admin

from compliance.models import ReviewAssignment, ReviewNote
from platforms.backoffice import columns
from platforms.backoffice.read_only import ReadOnlyAdmin

_KINDS = {"NOTE": "", "RELEASE": "info", "REASSIGNMENT": "info", "ESCALATION": "warning"}


@admin.register(ReviewAssignment)
class ReviewAssignmentAdmin(ReadOnlyAdmin):
    """Who works on which verification."""

    exact = ("assigned_to", "escalated_by")
    through = {"Verification": "verification_id"}
    search_help_text = "Verification:… or user name"
    list_display = ("verification", "assigned_to", "assigned_at", "escalated_by", "escalated_at")
    loads = ("verification",)


@admin.register(ReviewNote)
class ReviewNoteAdmin(ReadOnlyAdmin):
    """Notes of reviewers. What they say of people is read at the desk."""

    exact = ("actor_id",)
    through = {"Verification": "verification_id"}
    search_help_text = "Verification:… or user name"
    list_display = ("at", "verification", "kind", "actor_id")
    list_filter = ("kind",)
    loads = ("verification",)
    shown = (columns.label("kind", _KINDS), columns.withheld("text"))
