"""Addresses of back office pages, found through the admin site's registry."""

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

from platforms.base import identifiers

_PUBLIC_ID = re.compile(r"\b([A-Z][A-Za-z]+):[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}([0-9a-f]{12})\b")


def page(model: type[models.Model], key: object) -> str:
    """Return the address of an object's page."""
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[key])


def listing(model: type[models.Model], **filters: Any) -> str:
    """Return the address of a model's list, narrowed to `filters`."""
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    return f"{address}?{urlencode(filters)}" if filters else address


def to(address: str, text: object, *, title: str = "") -> SafeString:
    """Return a link."""
    return format_html('<a href="{}" class="text-link one-line" title="{}">{}</a>', address, title, text)


def related(row: models.Model, name: str) -> str:
    """Return a link to the object that a relation leads to; one that should be there and is not is named by its key."""
    key = getattr(row, f"{name}_id", None)
    try:
        found = getattr(row, name)
    except ObjectDoesNotExist:
        found = None
    if found is not None:
        return to(page(type(found), found.pk), found)
    return "" if key is None else f"{key} (missing)"


def to_public_id(text: str) -> SafeString:
    """Return a public identifier as a link to its page; other text, and types without a page, as they are."""
    prefix = text.partition(":")[0]
    model = public_types().get(prefix)
    key = identifiers.parse(prefix, text) if model else None
    return to(page(model, key), text) if model and key else format_html("{}", text)


def shortened(html: str) -> str:
    """Return a list's cell with its public identifier cut to what tells it from others, the whole in its title."""
    escaped = conditional_escape(html)  # plain text is not yet HTML
    found = _PUBLIC_ID.search(escaped)
    if not found:
        return html
    short = format_html('<span class="one-line" title="{}">{}:…{}</span>', found[0], found[1], found[2])
    # The address of a link holds the key alone, so the first identifier with a type is the text.
    return SafeString(escaped[: found.start()] + short + escaped[found.end() :])


def public_types() -> Mapping[str, type[models.Model]]:
    """Return the model of each type of public identifier that has pages."""
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
