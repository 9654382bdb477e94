"""Identifiers: UUIDv7 keys inside, `Type:<uuid>` strings at the edge."""

import datetime as dt
import re
import uuid

import uuid_utils.compat

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.ASCII)
_PAYMENT = re.compile(f'"(?:id|transactionId)":"(Transaction:{_UUID.pattern})"')


def new_key() -> uuid.UUID:
    """Return a new UUIDv7: keys made later sort later, so indexes grow at one end."""
    return uuid_utils.compat.uuid7()


def first_key(moment: dt.datetime) -> uuid.UUID:
    """Return the smallest key of a moment: 48 bits of milliseconds, then zeros.

    There are no keys before 1970: an earlier moment gets the smallest of all.
    """
    return uuid.UUID(int=max(0, int(moment.timestamp() * 1000)) << 80)


def made_at(key: uuid.UUID) -> dt.datetime:
    """Return the real time at which a key was made, in UTC, to the millisecond: a key begins with it."""
    return dt.datetime.fromtimestamp((key.int >> 80) / 1000, tz=dt.UTC)


def public(type_name: str, key: uuid.UUID) -> str:
    """Return the public form of a key, for example `Customer:0197...`."""
    return f"{type_name}:{key}"


def is_one(text: str) -> bool:
    """Tell whether a text has the form of a public identifier, of any type."""
    prefix, _, value = text.partition(":")
    return prefix.isascii() and prefix.isalpha() and _UUID.fullmatch(value) is not None


def parse(type_name: str, text: object) -> uuid.UUID | None:
    """Return the key inside a public identifier; None when `text` is not one of `type_name`."""
    if not isinstance(text, str):
        return None
    prefix, _, value = text.partition(":")
    if prefix != type_name or not _UUID.fullmatch(value):
        return None
    return uuid.UUID(value)


def payments_in(text: str) -> list[str]:
    """Return the public identifiers of the payments that JSON text is about, each once, in its order."""
    return [*dict.fromkeys(_PAYMENT.findall(text))]
