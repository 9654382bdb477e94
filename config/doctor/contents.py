"""Checks of stored values: this process's keys against them, and the results of the nightly checks."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connection, models
from django.db.models.functions import Cast

from config.doctor.findings import Finding, Level
from config.management.commands.rotate_encryption_keys import BLOBS, Blob
from payments.ledger import check as ledger_check
from payments.ledger import seals as journal_seals
from platforms.base import clock
from platforms.database import sql
from platforms.encryption.encrypted_fields import BlindIndexField, EncryptedJSONField, EncryptedTextField
from platforms.encryption.encryption import Unreadable
from platforms.http import authentication
from platforms.models import ApiToken
from platforms.operations import audit_seals, backups

_ROWS = 20
"""Rows read of each table: the first and the last. Each is found by its key."""
_BACKUPS = {backups.Kind.BASE: "base backup", backups.Kind.DRILL: "drill of a restore"}
_NOTHING_FITS = "TOKEN_HASH_KEY made the hash of no token that this database has: every platform would be refused."
_REMEDY_OF_TOKENS = (
    "Put the former key back. If it is lost, make a platform a token with `manage.py create_token`: "
    "docs/operator/disaster.md."
)


def encryption_keys() -> Iterator[Finding]:
    """Report columns with values encrypted by none of ENCRYPTION_KEYS."""
    unreadable = [name for name, readable in _columns() if not all(readable)]
    if unreadable:
        yield Finding(
            "keys",
            Level.ERROR,
            f"ENCRYPTION_KEYS does not decrypt what is stored in {', '.join(unreadable)}.",
            "Put the key back that it was encrypted with, behind the first: docs/operator/settings.md. Without it the "
            "values are lost.",
        )


def blind_index_key() -> Iterator[Finding]:
    """Report blind indexes made with another key than BLIND_INDEX_KEY: searches by them find nothing."""
    wrong = [
        f"{field.model._meta.db_table}.{field.column}"
        for field in _fields(BlindIndexField)
        if any(_is_indexed(row, field) is False for row in _ends(field.model._default_manager.all()))
    ]
    if wrong:
        yield Finding(
            "keys",
            Level.ERROR,
            f"BLIND_INDEX_KEY is not the one that made {', '.join(wrong)}.",
            "Put the former key back, or run `manage.py rotate_encryption_keys --blind-indexes`.",
        )


def token_hash_key() -> Iterator[Finding]:
    """Report tokens in use whose hash was made by none of the keys: their platforms are refused."""
    fitting, others = _tokens_by_key()
    if others and not fitting:
        yield Finding("keys", Level.ERROR, _NOTHING_FITS, _REMEDY_OF_TOKENS)
    elif others:
        yield Finding(
            "keys",
            Level.WARNING,
            f"{others} of {fitting + others} tokens are refused: a key made their hashes that is not named.",
            "Put it into TOKEN_HASH_KEY_FALLBACKS, or revoke the tokens that nobody wants.",
        )


def _tokens_by_key() -> tuple[int, int]:
    """Return how many tokens in use have a hash made by a key of ours, and by another; of some it is not known."""
    known = ApiToken.objects.filter(revoked_at=None, key_fingerprint__isnull=False)
    numbers = dict(known.values_list("key_fingerprint").annotate(number=models.Count("id")))
    ours = authentication.fingerprints()
    fitting = sum(number for fingerprint, number in numbers.items() if bytes(fingerprint) in ours)
    return fitting, sum(numbers.values()) - fitting


def unfit_keys() -> Iterator[str]:
    """Yield a sentence for each key that fits nothing of what is stored: it belongs to another database.

    A key that fits some of it is no reason not to start, as a single row may be damaged: that is what the findings are
    for. Raises DatabaseError without an answer, or without tables.
    """
    readable = [each for _, column in _columns() for each in column]
    if readable and not any(readable):
        yield "ENCRYPTION_KEYS decrypts nothing of what this database has. Put the key back that it was encrypted with."
    indexed = [
        fits
        for field in _fields(BlindIndexField)
        for row in _ends(field.model._default_manager.all())
        if (fits := _is_indexed(row, field)) is not None
    ]
    if indexed and not any(indexed):
        yield "BLIND_INDEX_KEY made none of the indexes that this database has. Put the former key back."
    fitting, others = _tokens_by_key()
    if others and not fitting:
        yield f"{_NOTHING_FITS} {_REMEDY_OF_TOKENS}"


def seal_keys() -> Iterator[Finding]:
    """Report a newest seal, of the audit log or the journal, not verified by AUDIT_SEAL_KEYS."""
    logs = {"audit log": audit_seals.LOG, "journal": journal_seals.LOG}
    wrong = [name for name, log in logs.items() if not log.is_newest_ours()]
    if wrong:
        yield Finding(
            "seals",
            Level.ERROR,
            f"AUDIT_SEAL_KEYS does not verify the newest seal of the {' and the '.join(wrong)}.",
            "Put the key back that made it, behind the first. If it was never away, somebody has changed the seal: "
            "docs/operator/staff.md.",
        )


_MEANINGS = {
    "unchecked": (Level.NOTE, "was never checked", "The first check runs within a day of the start of beat."),
    "stale": (Level.WARNING, "was last checked too long ago", "Do worker and beat run? See the log of the worker."),
    "broken": (Level.ERROR, "has faults", "`manage.py ledger_check` names them: docs/operator/operations.md."),
    "altered": (
        Level.ERROR,
        "is not as it was sealed",
        "`manage.py audit_verify` names the rows: docs/operator/staff.md.",
    ),
}


def nightly_checks() -> Iterator[Finding]:
    """Report faults found by the last checks of the ledger and of the audit log, or checks too long ago."""
    for name, state in {"ledger": ledger_check.state(), "audit log": audit_seals.state()}.items():
        if state != "ok":
            level, meaning, remedy = _MEANINGS[state]
            yield Finding("nightly checks", level, f"The {name} {meaning}.", remedy)
    if late := ledger_check.late_parts():
        remedy = "Each night reads a seventh: see the log of the worker, or run `manage.py ledger_check`."
        parts = f"A week was too short to read: {', '.join(late)}."
        yield Finding("nightly checks", Level.WARNING, parts, remedy)


def told_backups() -> Iterator[Finding]:
    """Report backups that nobody has told of, or too long ago, in production."""
    if not settings.IS_PRODUCTION:
        return
    for kind, limit in backups.LATE_AFTER.items():
        told = backups.last(kind)
        if told is None or clock.real_now() - told > limit:
            when = "was never told" if told is None else f"was told on {told:%Y-%m-%d}"
            yield Finding(
                "backups",
                Level.WARNING,
                f"The last {_BACKUPS[kind]} {when}.",
                f"After the next one run `manage.py backup_made {kind}`: docs/operator/backup.md.",
            )


def _columns() -> Iterator[tuple[str, list[bool]]]:
    for field in (*_fields(EncryptedTextField), *_fields(EncryptedJSONField)):
        rows = field.model._default_manager.annotate(stored_text=Cast(field.name, models.TextField()))
        stored = _ends(rows.values_list("pk", "stored_text"))
        name = f"{field.model._meta.db_table}.{field.column}"
        yield name, [_is_readable(field, text, row=key) for key, text in stored if text]
    for blob in BLOBS:
        name = f"{blob.sealed.table}.{blob.sealed.column}"
        yield name, [_is_readable(blob.sealed, bytes(value), row=row) for row, value in _of_blob(blob)]


def _fields(kind: type[Any]) -> list[Any]:
    return [each for model in apps.get_models() for each in model._meta.concrete_fields if isinstance(each, kind)]


def _ends(rows: "models.QuerySet[Any, Any]") -> list[Any]:
    return [*rows.order_by("pk")[:_ROWS], *rows.order_by("-pk")[:_ROWS]]


def _of_blob(blob: Blob) -> list[tuple[object, Any]]:
    column = blob.sealed.column
    content = f"convert_to({column}, 'UTF8')" if blob.is_text else column
    newest = sql.of_constants(
        "(SELECT * FROM {table} ORDER BY id DESC LIMIT {rows}) newest", table=blob.sealed.table, rows=_ROWS
    )
    statement = sql.of_constants(
        "SELECT {row}, {content} FROM {newest} WHERE {only} AND {column} IS NOT NULL",
        row=blob.row,
        content=content,
        newest=newest,
        only=blob.only,
        column=column,
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [])  # with parameters, if none: two percent signs are one
        return list(cursor.fetchall())


def _is_readable(sealed: Any, stored: Any, *, row: object) -> bool:
    try:
        sealed.open(stored, row=row)
    except (Unreadable, ValueError, AttributeError, TypeError):
        # A damaged value may have any form.
        return False
    return True


def _is_indexed(row: models.Model, field: BlindIndexField) -> bool | None:
    """Tell whether our key made a row's index; None where nothing can be compared."""
    try:
        text, stored = getattr(row, field.source), getattr(row, field.attname)
    except (Unreadable, ValueError, AttributeError, TypeError):
        # Said of the encrypted column.
        return None
    return bytes(stored) == field.digest(text) if text and stored is not None else None
