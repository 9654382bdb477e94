"""Pages of invitations."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest

from invitations import codes
from invitations.models import Invitation
from platforms.backoffice import columns, search
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.backoffice.terms import Term

_STATUSES = {"PENDING": "info", "CLAIMED": "success", "EXPIRED": "", "CANCELLED": "warning"}


@search.source(
    "invitation code", rank=0, needs="invitations.Invitation", fits=lambda term: codes.read(term.text) is not None
)
def _by_code(term: Term, limit: int) -> Iterator[search.Key]:
    found = Invitation.objects.filter(code=codes.read(term.text))
    yield from ((Invitation, key) for key in found.values_list("pk", flat=True)[:limit])


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    """Invitations, with inviter and invitee."""

    exact = ("code",)
    through = {"Customer": "inviter_id", "PlatformConfig": "platform_id"}
    search_help_text = "Code, as in the link or as typed, or Customer:… of the inviter"
    list_display = ("code", "status", "inviter", "invitee", "amount", "platform", "created_at", "expires_at")
    list_filter = ("status", "platform")
    loads = ("platform", "inviter", "invitee")
    shown = (
        columns.text("code", codes.grouped),
        columns.label("status", _STATUSES),
        columns.money("amount", currency="currency", title="to be sent"),
    )
    groups = (
        ("Invitation", ("public_id", "code", "status", "platform", "created_at", "expires_at", "ended_at")),
        ("Customers", ("inviter", "invitee", "first_name")),
        ("Amount", ("amount", "currency")),
    )

    def get_search_results(
        self, request: HttpRequest, queryset: models.QuerySet[Any], search_term: str
    ) -> tuple[models.QuerySet[Any], bool]:
        """Find a code in any spelling."""
        term = search_term.strip()
        return super().get_search_results(request, queryset, codes.read(term) or term)
