"""Rows that API, back office and audit log name by a public identifier."""

from typing import ClassVar

from django.db import models

from platforms.kit import identifiers


class WithPublicId(models.Model):
    """A row whose key is a UUIDv7, named `Type:<uuid>`; the type is the model's name unless it says `public_type`."""

    id = models.UUIDField(primary_key=True, default=identifiers.new_key, editable=False)
    public_type: ClassVar[str] = ""

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        """The row's name in API, back office and audit log."""
        return identifiers.public(self.public_type or type(self).__name__, self.id)
