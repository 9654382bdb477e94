"""Model fields that are encrypted in the database, and blind indexes to find them by.

A value is bound to its table, column and row: copied to another row, it can't be decrypted. It is decrypted when the
attribute is first read, so that loading it without reading it costs nothing. `QuerySet.update` can't write it, because
it knows no row, and a query can only ask whether there is a value.
"""

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import orjson
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.fields.json import KeyTransform
from django.db.models.query_utils import DeferredAttribute
from psycopg.types.json import Jsonb

from platforms.encryption import encryption

_NOT_COMPACT = re.compile(r"[\W_]+")


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class Encrypted:
    """A value as stored in the database."""

    stored: str


@dataclasses.dataclass(frozen=True, slots=True)
class EncryptedColumn:
    """A column encrypted as a whole by the code that writes it, each value bound to its row.

    Values of releases that did not bind them can be decrypted in any row, until `rotate_encryption_keys` rewrites them.
    """

    table: str
    column: str

    def seal(self, plain: bytes, *, row: object) -> bytes:
        """Return what is stored for a value in the row with this key."""
        return encryption.encrypt_bound(plain, context=self._context(row))

    def open(self, stored: bytes, *, row: object) -> bytes:
        """Return the value that is stored in the row with this key; raises Unreadable."""
        return encryption.decrypt_bound(stored, context=self._context(row))

    def _context(self, row: object) -> str:
        return f"{self.table}.{self.column}:{row}"


class OpenedWhenRead(DeferredAttribute):
    """Decrypts when the attribute is first read."""

    field: Any

    def __get__(self, instance: models.Model | None, cls: type[models.Model] | None = None) -> Any:
        if instance is None:
            return self
        value = super().__get__(instance, cls)
        if isinstance(value, Encrypted):
            value = instance.__dict__[self.field.attname] = self.field.open(value, row=instance.pk)
        return value

    def __set__(self, instance: models.Model, value: object) -> None:
        instance.__dict__[self.field.attname] = value


class _EncryptedMixin:
    """What both fields share. `seal` and `open` are for statements that bypass the ORM."""

    descriptor_class = OpenedWhenRead
    model: type[models.Model]
    attname: str
    column: str

    def seal(self, value: Any, *, row: object) -> Encrypted:
        """Return what is stored for a value in the row with this key."""
        raise NotImplementedError

    def open(self, value: Encrypted | str, *, row: object) -> Any:
        """Return the value that is stored in the row with this key; raises Unreadable."""
        raise NotImplementedError

    def from_db_value(self, value: str | None, expression: object, connection: BaseDatabaseWrapper) -> Any:
        """Leave the value encrypted."""
        return None if value is None else Encrypted(value)

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:  # noqa: FBT001 - Django's signature
        """Encrypt a value that was assigned or read; one that was only loaded is stored unchanged."""
        if self.attname not in model_instance.__dict__:
            getattr(model_instance, self.attname)
        value = model_instance.__dict__[self.attname]
        if value is None or isinstance(value, Encrypted) or hasattr(value, "resolve_expression"):
            return value
        return self.seal(value, row=model_instance.pk)

    def get_prep_value(self, value: Any) -> Any:
        """Pass on an encrypted value; refuse a plain one, which belongs to no row."""
        if value is None or isinstance(value, Encrypted) or hasattr(value, "resolve_expression"):
            return value
        message = f"{self.column} is encrypted: save it with its row, and search it by its blind index"
        raise TypeError(message)

    def _context(self, row: object, path: str = "") -> str:
        return f"{self.model._meta.db_table}.{self.column}:{row}{path and ':' + path}"


class EncryptedTextField(_EncryptedMixin, models.TextField):  # type: ignore[type-arg, misc]
    """A text that is encrypted in the database."""

    def seal(self, value: str, *, row: object) -> Encrypted:
        """Return what is stored for a text in the row with this key."""
        return Encrypted(encryption.encrypt(str(value).encode(), context=self._context(row)).decode())

    def open(self, value: Encrypted | str, *, row: object) -> str:
        """Return the text that is stored in the row with this key; raises Unreadable."""
        stored = value.stored if isinstance(value, Encrypted) else value
        return encryption.decrypt(stored.encode(), context=self._context(row)).decode()

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:  # noqa: FBT001, FBT002
        """Return the stored text."""
        value = value if prepared else self.get_prep_value(value)
        return value.stored if isinstance(value, Encrypted) else value


class EncryptedJSONField(_EncryptedMixin, models.JSONField):  # type: ignore[misc]
    """A JSON object with some or all members encrypted; the names of members stay readable.

    Paths are dotted, and each includes everything below it. Name either the `closed` members, the rest being readable,
    or the `opened` ones, the rest being encrypted.
    """

    def __init__(self, *args: Any, opened: Sequence[str] = (), closed: Sequence[str] = (), **options: Any) -> None:
        """Take the paths that are readable, or those that are encrypted."""
        assert not (opened and closed), "name what is open or what is closed"
        self.opened, self.closed = tuple(opened), tuple(closed)
        self._listed = frozenset(self.opened or self.closed)
        self._above = frozenset(path[:end] for path in self._listed for end, sign in enumerate(path) if sign == ".")
        super().__init__(*args, **options)

    def deconstruct(self) -> Any:
        """Add the paths."""
        name, path, arguments, options = super().deconstruct()
        options |= {key: value for key in ("opened", "closed") if (value := getattr(self, key))}
        return name, path, arguments, options

    def seal(self, value: Mapping[str, Any], *, row: object) -> Encrypted:
        """Return what is stored for an object in the row with this key."""

        def close(path: str, part: object) -> str:
            return encryption.encrypt(orjson.dumps(part), context=self._context(row, path)).decode()

        return Encrypted(orjson.dumps(self._changed(value, "", close)).decode())

    def open(self, value: Encrypted | str, *, row: object) -> dict[str, Any]:
        """Return the object that is stored in the row with this key; raises Unreadable."""

        def disclose(path: str, part: object) -> object:
            if not isinstance(part, str):
                raise encryption.Unreadable("not sealed at all")
            return orjson.loads(encryption.decrypt(part.encode(), context=self._context(row, path)))

        stored = value.stored if isinstance(value, Encrypted) else value
        return self._changed(orjson.loads(stored), "", disclose)

    def from_db_value(self, value: Any, expression: object, connection: BaseDatabaseWrapper) -> Any:
        """Leave the object encrypted; of a single member return what is stored."""
        if isinstance(expression, KeyTransform):
            return models.JSONField.from_db_value(self, value, expression, connection)
        return super().from_db_value(value, expression, connection)

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:  # noqa: FBT001, FBT002
        """Return the stored JSON."""
        value = value if prepared else self.get_prep_value(value)
        return Jsonb(value.stored, dumps=str) if isinstance(value, Encrypted) else value

    def get_db_prep_save(self, value: Any, connection: BaseDatabaseWrapper) -> Any:
        """Return the stored JSON."""
        return self.get_db_prep_value(value, connection)

    def _changed(self, value: Mapping[str, Any], above: str, change: Callable[[str, object], object]) -> dict[str, Any]:
        """Return an object with its closed members changed."""
        return dict(self._members(value, above, change))

    def _members(
        self, value: Mapping[str, Any], above: str, change: Callable[[str, object], object]
    ) -> Iterator[tuple[str, object]]:
        for name, part in value.items():
            path = f"{above}{name}"
            if path in self._above and isinstance(part, Mapping):
                yield name, self._changed(part, f"{path}.", change)
            elif part is None or (path in self._listed) != bool(self.closed):
                yield name, part
            else:
                yield name, change(path, part)


class BlindIndexField(models.BinaryField):  # type: ignore[type-arg]
    """The blind index of another attribute of the row, kept with every save; None where that has no value.

    `is_compact`: only letters and digits count, in any case.
    """

    def __init__(self, *args: Any, source: str = "", is_compact: bool = False, **options: Any) -> None:
        """Take the name of the attribute."""
        self.source, self.is_compact = source, is_compact
        super().__init__(*args, **{**options, "max_length": 32, "editable": False})

    def deconstruct(self) -> Any:
        """Add the attribute."""
        name, path, arguments, options = super().deconstruct()
        del options["max_length"]
        return name, path, arguments, {**options, "source": self.source, "is_compact": self.is_compact}

    def digest(self, text: str) -> bytes:
        """Return the index of a value, for queries."""
        wanted = _NOT_COMPACT.sub("", text).upper() if self.is_compact else text
        return encryption.digest(wanted, purpose=f"{self.model._meta.db_table}.{self.column}")

    def pre_save(self, model_instance: models.Model, add: bool) -> bytes | None:  # noqa: FBT001 - Django's signature
        """Compute it anew."""
        text = getattr(model_instance, self.source)
        value = self.digest(text) if text else None
        setattr(model_instance, self.attname, value)
        return value
