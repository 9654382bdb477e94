"""The back office as a whole: its environment badge, its start page, its search box."""

from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from unfold.dataclasses import SearchResult

from config.backoffice import dashboard
from platforms import release
from platforms.backoffice import search as searches
from platforms.backoffice.sign_in import emergency


def environment(request: HttpRequest) -> list[str]:
    """Return the badge shown on every page."""
    return [settings.ENVIRONMENT.capitalize(), "danger" if settings.IS_PRODUCTION else "info"]


def running_release(request: HttpRequest) -> dict[str, str]:
    """Return what the menu of the signed-in person tells of the code that runs."""
    return {"running_release": release.name()}


def sign_on(request: HttpRequest) -> dict[str, bool]:
    """Return whether pages offer the sign-on by the company's provider."""
    return {"has_sign_on": emergency.is_sign_on()}


def icon(request: HttpRequest) -> str:
    """Return the icon of browser tabs."""
    picture = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        '<rect width="32" height="32" rx="7" fill="#0f766e"/>'
        '<path d="M16 6 5 12v2h22v-2zM7 16h3v7H7zm7 0h4v7h-4zm8 0h3v7h-3zM5 25h22v2H5z" fill="#fff"/></svg>'
    )
    return f"data:image/svg+xml,{quote(picture)}"


def style(request: HttpRequest) -> str:
    """Return the address of our additions to the theme's style."""
    return static("backoffice/backoffice.css")


def script(request: HttpRequest) -> str:
    """Return the address of the script that configures the theme's libraries."""
    return static("backoffice/htmx.js")


def copying(request: HttpRequest) -> str:
    """Return the address of the script of buttons that copy a text."""
    return static("backoffice/copy.js")


def dialogs(request: HttpRequest) -> str:
    """Return the address of the script for the keyboard in dialogs."""
    return static("backoffice/dialogs.js")


def local_times(request: HttpRequest) -> str:
    """Return the address of the script that shows local times beside UTC."""
    return static("backoffice/local_times.js")


def drawing(request: HttpRequest) -> str:
    """Return the address of the script of charts."""
    return static("backoffice/charts.js")


def keys(request: HttpRequest) -> str:
    """Return the address of the script that lists the keys of a page."""
    return static("backoffice/help.js")


def start_page(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Return the content of the start page: what needs somebody."""
    return context | {"title": "Home", "board": dashboard.of(request)}


def search(request: HttpRequest, term: str) -> list[SearchResult]:
    """Return the objects named by a public identifier, key or reference, whatever their kind."""
    return searches.everywhere(request, term)
