"""The dialogs of the back office, as somebody without rights is shown them."""

import uuid
from typing import Any

from django.contrib import admin
from django.urls import reverse

SOMEBODY = uuid.UUID("0197f0d2-1111-7000-8000-000000000000")


def _dialogs() -> dict[str, str]:
    """Return the address of a dialog for each action that a page of the site has a button for."""
    found: dict[str, tuple[str, list[object]]] = {}
    registry: dict[Any, Any] = dict(admin.site._registry)
    for model, page in registry.items():
        for action in page.staff_actions.values():
            label = f"admin:{model._meta.app_label}_{model._meta.model_name}_{action.word}"
            if action.roles:
                found.setdefault(action.name, (label, [] if action.is_of_list else [SOMEBODY]))
    return {name: reverse(label, args=args) for name, (label, args) in found.items()}
