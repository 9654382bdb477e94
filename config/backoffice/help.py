"""Which page of the documents explains a page of the back office, and what an empty list would hold."""

import dataclasses
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from config.backoffice.help_texts import DOCUMENTS, EMPTY

_FIRST = "reviewer/back-office.md"


@dataclasses.dataclass(frozen=True, slots=True)
class Help:
    """What the page of a request offers to who does not know it."""

    address: str
    """The page of the documents, with the section."""
    empty: str
    """What the list would hold, and how it comes there; empty for pages that are no list."""


def of(request: HttpRequest) -> dict[str, Any]:
    """Add the help of the page to what templates know. It is looked up by those alone that ask for it."""
    return {"page_help": lambda: of_name(request.resolver_match.url_name or "" if request.resolver_match else "")}


def of_name(name: str) -> Help:
    """Return the help of the page whose address has this name: that of the longest name in the table it begins with."""
    table = max((one for one in DOCUMENTS if name == one or name.startswith(f"{one}_")), key=len, default="")
    return Help(address_of(DOCUMENTS.get(table, _FIRST)), EMPTY.get(table, ""))


def address_of(document: str) -> str:
    """Return the address of a file below `docs/`, with its section, as the service serves it."""
    file, _, section = document.partition("#")
    page = file.removesuffix(".md")
    return f"/docs/{page}/{f'#{section}' if section else ''}"


def apply() -> None:
    """Give the pages of tables their help: what writes an empty list knows the page, and no request."""
    for model, page in admin.site._registry.items():
        setattr(page, "page_help", of_name(f"{model._meta.app_label}_{model._meta.model_name}"))  # noqa: B010 - no attribute of Django's
