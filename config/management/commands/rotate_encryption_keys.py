"""`manage.py rotate_encryption_keys`: re-encrypt values in the database under the current key."""

import dataclasses
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection, models, transaction
from django.db.models.functions import Cast

from compliance.models import kyc_link
from payments.models.uma import protocol
from platforms.database import sql
from platforms.encryption import encryption
from platforms.encryption.encrypted_fields import (
    BlindIndexField,
    EncryptedColumn,
    EncryptedJSONField,
    EncryptedTextField,
)
from platforms.models import idempotency_key
from webhooks.models import payloads, signing_key

_SEALED = encryption.current_prefix()[:3]


@dataclasses.dataclass(frozen=True)
class Blob:
    """A column encrypted as a whole: which rows are encrypted, and the SQL name of the row that a value is bound to."""

    sealed: EncryptedColumn
    only: str = "true"
    row: str = "id"
    is_text: bool = False


BLOBS = (
    Blob(signing_key.ENCRYPTED_PRIVATE_KEY, only="sealed_private_key <> ''"),
    Blob(protocol.ENCRYPTED_PRIVATE_KEY, only="sealed_private_key <> ''"),
    Blob(idempotency_key.ENCRYPTED_BODY, only="is_sealed", row="platform_id || ':' || key"),
    Blob(kyc_link.ENCRYPTED_ANSWERS),
    Blob(payloads.SEALED, only="payload NOT LIKE '{%%'", is_text=True),
)
"""Parts of imported files are left out: they are deleted when their import ends, within a day."""
COPIES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {"banks.BankStatementLine.account_digest": ("banks.BankRule", "account_digest")}
)
"""By the blind index: model and column that have values of it too, and no value that they could be computed from."""


class Command(BaseCommand):
    """Re-encrypt values under an older key or bound to no row, in batches. After a stop it continues where it was."""

    help = "Bring all that is encrypted in the database under the first of ENCRYPTION_KEYS."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the size of a batch, and whether BLIND_INDEX_KEY was changed."""
        parser.add_argument("--batch", type=int, default=500, help="rows per database transaction")
        parser.add_argument("--blind-indexes", action="store_true", help="BLIND_INDEX_KEY was changed: index anew")

    def handle(self, *args: Any, **options: Any) -> None:
        """Say how many rows of each column there were."""
        for model in apps.get_models():
            for field in model._meta.concrete_fields:
                if isinstance(field, EncryptedTextField | EncryptedJSONField):
                    self._say(field, sum(_renew(model, field, options["batch"])))
                elif isinstance(field, BlindIndexField) and options["blind_indexes"]:
                    self._say(field, sum(_index(model, field, options["batch"])))
        for blob in BLOBS:
            count = sum(_renew_blobs(blob, options["batch"]))
            self.stdout.write(f"{blob.sealed.table}.{blob.sealed.column}: {count}")

    def _say(self, field: "models.Field[Any, Any]", count: int) -> None:
        self.stdout.write(f"{field}: {count}")


def _renew(model: type[models.Model], field: EncryptedTextField | EncryptedJSONField, batch: int) -> Iterator[int]:
    """Yield the number of rows re-encrypted in each batch. SQL finds those not under the current key."""
    name, current = field.name, encryption.current_prefix()
    others = rf"{_SEALED[:-1]}\.(?!{current[3:-1]}\.)[0-9a-f]{{8}}\."
    rows = model._default_manager.annotate(stored_text=Cast(name, models.TextField()))
    old = rows.filter(stored_text__regex=others).order_by("pk")
    last: Any = None
    while True:
        with transaction.atomic():
            later = old if last is None else old.filter(pk__gt=last)
            found = list(later.select_for_update(of=("self",), no_key=True).values_list("pk", "stored_text")[:batch])
            for key, stored in found:
                value: Any = field.open(stored, row=key)
                _write(model, field, key, field.seal(value, row=key).stored)
        if not found:
            return
        yield len(found)
        last = found[-1][0]


def _write(model: type[models.Model], field: EncryptedTextField | EncryptedJSONField, key: Any, stored: str) -> None:
    # Bypasses the ORM, so that nothing else of the row changes, not even its time of change.
    cast = "::jsonb" if isinstance(field, EncryptedJSONField) else ""
    with connection.cursor() as cursor:
        cursor.execute(
            sql.of_constants(
                "UPDATE {db_table} SET {column} = %s{cast} WHERE id = %s",
                db_table=model._meta.db_table,
                column=field.column,
                cast=cast,
            ),
            [stored, key],
        )


def _index(model: type[models.Model], field: BlindIndexField, batch: int) -> Iterator[int]:
    last: Any = None
    copied = _copied(field)
    while True:
        with transaction.atomic():
            rows = model._default_manager.order_by("pk").select_for_update(of=("self",), no_key=True)
            found = list((rows if last is None else rows.filter(pk__gt=last))[:batch])
            for row in found:
                former = bytes(getattr(row, field.attname) or b"")
                row.save(update_fields=[field.name])
                if former in copied:
                    _copy(field, former, getattr(row, field.attname))
        if not found:
            return
        yield len(found)
        last = found[-1].pk


def _copied(field: BlindIndexField) -> set[bytes]:
    """Return the values of an index in its copy: few, for people enter them."""
    if str(field) not in COPIES:
        return set()
    copy, name = COPIES[str(field)]
    stored = apps.get_model(copy)._default_manager.exclude(**{name: None}).values_list(name, flat=True)
    return {bytes(value) for value in stored}


def _copy(field: BlindIndexField, former: bytes, value: bytes) -> None:
    copy, name = COPIES[str(field)]
    apps.get_model(copy)._default_manager.filter(**{name: former}).update(**{name: value})


def _renew_blobs(blob: Blob, batch: int) -> Iterator[int]:
    table, column = blob.sealed.table, blob.sealed.column
    content = f"convert_to({column}, 'UTF8')" if blob.is_text else column
    while True:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                sql.of_constants(
                    "SELECT id, {row}, {content} FROM {table} WHERE {only} AND {column} IS NOT NULL"
                    " AND position(%s::bytea IN {content}) <> 1 ORDER BY id LIMIT %s FOR NO KEY UPDATE",
                    row=blob.row,
                    content=content,
                    table=table,
                    only=blob.only,
                    column=column,
                ),
                [encryption.current_bound_prefix().encode(), batch],
            )
            found = cursor.fetchall()
            cursor.executemany(
                sql.of_constants("UPDATE {table} SET {column} = %s WHERE id = %s", table=table, column=column),
                [(_renewed(blob, row, bytes(sealed)), key) for key, row, sealed in found],
            )
        if not found:
            return
        yield len(found)


def _renewed(blob: Blob, row: object, stored: bytes) -> bytes | str:
    fresh = blob.sealed.seal(blob.sealed.open(stored, row=row), row=row)
    return fresh.decode() if blob.is_text else fresh
