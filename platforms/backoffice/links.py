"""Addresses of back office pages, found through the admin site's registry."""

import functools
import re
import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib import admin
from django.core.exceptions import ObjectDoesNotExist
from django.db import models
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from platforms.base import identifiers

_PUBLIC_ID = re.compile(r"\b([A-Z][A-Za-z]+):([0-9a-f]{8}-(?:[0-9a-f]{4}-){2})[0-9a-f]{4}-[0-9a-f]{12}\b(?![^<>]*>)")
"""A public identifier in text, not in an attribute of a tag; what stands for it when it is shortened."""
_KEY = re.compile("[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
_DIGITS = 32
_SHORTEST_HEAD = 12
"""Digits of a key that hold the millisecond in which it was made."""
_HEAD = re.compile(r"(?:([A-Za-z]+):)?([0-9A-Fa-f][0-9A-Fa-f-]{11,35})(?:…|\.\.\.)?")


def page(model: type[models.Model], key: object) -> str:
    """Return the address of an object's page."""
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[key])


def listing(model: type[models.Model], **filters: Any) -> str:
    """Return the address of a model's list, narrowed to `filters`."""
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    return f"{address}?{urlencode(filters)}" if filters else address


def next_of(rows: models.QuerySet[Any], key: object) -> Any:
    """Return the row of a queue behind a key, the newest first; behind the last comes the first. None: no other."""
    behind = rows.filter(pk__lt=key).order_by("-pk").first()
    return behind or rows.exclude(pk=key).order_by("-pk").first()


def before(rows: models.QuerySet[Any], key: object) -> Any:
    """Return the row of a queue before a key, the newest first; before the first comes the last. None: no other."""
    ahead = rows.filter(pk__gt=key).order_by("pk").first()
    return ahead or rows.exclude(pk=key).order_by("pk").first()


def of_action(model: type[models.Model], word: str, key: object) -> str:
    """Return the address of the dialog of a staff action about an object."""
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{word}", args=[key])


def to_dialog(model: type[models.Model], word: str, key: object, text: object, **filled_in: str) -> SafeString:
    """Return a link that opens the dialog of a staff action, with these of its fields filled in."""
    return that_opens(f"{of_action(model, word, key)}?{urlencode(filled_in)}", text)


def that_opens(address: str, text: object) -> SafeString:
    """Return a link that opens the dialog at an address."""
    markup = (
        '<a href="{0}" class="text-link one-line" x-data hx-get="{0}" hx-target="#modal-content" hx-select="#dialog"'
        ' x-on:htmx:after-on-load="openModal = true">{1}</a>'
    )
    return format_html(markup, address, text)


def to(address: str, text: object, *, title: str = "", letter: str = "") -> SafeString:
    """Return a link, which a letter may open (`queue_keys.js`)."""
    keys = format_html(' aria-keyshortcuts="{}"', letter) if letter else ""
    return format_html('<a href="{}" class="text-link one-line" title="{}"{}>{}</a>', address, title, keys, text)


def related(row: models.Model, name: str) -> str:
    """Return a link to a related object; a missing one is named by its key."""
    key = getattr(row, f"{name}_id", None)
    try:
        related_row = getattr(row, name)
    except ObjectDoesNotExist:
        related_row = None
    if related_row is not None:
        of_row = admin.site._registry.get(type(row))
        text = named(related_row) if getattr(of_row, "names_relations", True) else str(related_row)
        return to(page(type(related_row), related_row.pk), text, title=str(related_row))
    return "" if key is None else f"{key} (missing)"


def named(row: models.Model) -> str:
    """Return what its page calls an object: the name of a person or an account, else its public identifier."""
    registered: Any = admin.site._registry.get(type(row))
    return (registered.named(row) if registered is not None else "") or str(row)


def to_public_id(text: str) -> SafeString:
    """Return a public identifier as a link to its page; other text, and types without a page, unchanged."""
    prefix = text.partition(":")[0]
    model = public_types().get(prefix)
    key = identifiers.parse(prefix, text) if model else None
    return to(page(model, key), text) if model and key else format_html("{}", text)


def by_kind(text: str) -> str:
    """Return a public identifier as a link that says what kind of object it is; other text unchanged."""
    typed_key = key_in(text)
    model = public_types().get(typed_key[0]) if typed_key else None
    if typed_key is None or model is None:
        return text
    return to(page(model, typed_key[1]), capfirst(str(model._meta.verbose_name)), title=text)


def head(key: object) -> str:
    """Return a key cut short. What is left has the time in it, by which the index of keys finds it."""
    return f"{str(key)[:18]}…"


def heading(row: models.Model) -> str:
    """Return what the page of an object is headed by, with keys cut short."""
    registered: Any = admin.site._registry.get(type(row))
    text = registered.heading(row) if registered is not None else str(row)
    return cut(text)


def cut(text: str) -> str:
    """Return a text with its keys cut short."""
    return _KEY.sub(lambda key: head(key[0]), text)


def shortened(html: str) -> str:
    """Return a list's cell with its public identifier shortened, the whole of it in the title."""
    escaped = conditional_escape(html)  # plain text is not yet HTML
    found = _PUBLIC_ID.search(escaped)
    if not found:
        return html
    short = format_html('<span class="one-line" title="{}">{}:<wbr>{}</span>', found[0], found[1], head(found[2]))
    return SafeString(escaped[: found.start()] + short + escaped[found.end() :])


@functools.cache
def public_types() -> Mapping[str, type[models.Model]]:
    """Return the model of each public type with pages."""
    registry: Mapping[type[models.Model], Any] = admin.site._registry
    return {page.public_type: model for model, page in registry.items() if getattr(page, "public_type", "")}


def key_in(text: str) -> tuple[str, uuid.UUID] | None:
    """Return the type and key of a public identifier, or `""` and the key of a bare UUID; None for other text."""
    prefix, colon, value = text.rpartition(":")
    known = {name.lower(): name for name in public_types()}
    key = identifiers.parse("", f":{value.lower()}")
    if key is None or (colon and prefix.lower() not in known):
        return None
    return known.get(prefix.lower(), ""), key


def bounds_in(text: str) -> tuple[str, uuid.UUID, uuid.UUID] | None:
    """Return the type, or `""`, with the first and the last key that begin as a whole or shortened identifier does."""
    head = _HEAD.fullmatch(text)
    known = {name.lower(): name for name in public_types()}
    prefix = (head[1] or "").lower() if head else ""
    digits = head[2].replace("-", "").lower() if head else ""
    is_written_so = head is not None and str(uuid.UUID(digits.ljust(32, "0")[:32])).startswith(head[2].lower())
    if not is_written_so or not _SHORTEST_HEAD <= len(digits) <= _DIGITS or (prefix and prefix not in known):
        return None
    return known.get(prefix, ""), uuid.UUID(digits.ljust(_DIGITS, "0")), uuid.UUID(digits.ljust(_DIGITS, "f"))
