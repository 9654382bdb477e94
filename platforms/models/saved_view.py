"""Saved views: filters of a list that a member of staff has given a name."""

from django.db import models

from platforms.base import identifiers


class SavedView(models.Model):
    """A name for the filters of a list, of one member of staff, who alone sees it. No search is kept."""

    id = models.UUIDField(primary_key=True, default=identifiers.new_key, editable=False)
    username = models.CharField(max_length=150)
    page = models.CharField(max_length=64)
    """The model of the list, such as `payments.Transaction`."""
    name = models.CharField(max_length=60)
    filters = models.CharField(max_length=1000)
    """As in the list's address."""
    created_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["username", "page", "name"], name="saved_view_once"),)

    def __str__(self) -> str:
        return self.name
