"""Rows with a public identifier, used by API, back office and audit log."""

from typing import Any, ClassVar

from django.db import models

from platforms.base import identifiers


class WithPublicId(models.Model):
    """A row whose key is a UUIDv7, named `Type:<uuid>`."""

    id = models.UUIDField(primary_key=True, default=identifiers.new_key, editable=False)
    public_type: ClassVar[str]
    """The name of the model, unless that says another."""

    class Meta:
        abstract = True

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.public_type = vars(cls).get("public_type", cls.__name__)

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        """The row's name in API, back office and audit log."""
        return identifiers.public(self.public_type, self.id)
