"""The list of one's own saved views. Each is opened and deleted above the list that it is of."""

from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest

from platforms.backoffice import columns
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.models import SavedView


@admin.register(SavedView)
class SavedViewAdmin(ReadOnlyAdmin):
    """Names for filters; nobody sees those of others."""

    list_display = ("name", "page", "filters", "created_at")
    shown = (columns.text("filters", is_wide=True),)
    titles = {"page": "list"}

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        """Return the views of the person who looks."""
        return super().get_queryset(request).filter(username=request.user.get_username())
