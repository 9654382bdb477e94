"""The column that keeps how a name is spelt."""

from typing import Any

from django.db import models

from platforms.base.spellings import latin


class SpellingsField(models.TextField):  # type: ignore[type-arg]
    """The spellings of a name that another attribute of the row holds, kept with every save."""

    def __init__(self, *args: Any, source: str = "", **options: Any) -> None:
        """Take the name of the attribute."""
        self.source = source
        super().__init__(*args, **{**options, "default": "", "db_default": "", "editable": False})

    def deconstruct(self) -> Any:
        """Add the attribute."""
        name, path, arguments, options = super().deconstruct()
        return name, path, arguments, {**options, "source": self.source}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: FBT001 - Django's signature
        """Compute it anew."""
        value = latin.of(getattr(model_instance, self.source) or "")
        setattr(model_instance, self.attname, value)
        return value
