"""The filters of the queue in an address: read, offered in a form, and kept from page to page."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.http import urlencode

from compliance.models import CustomerType
from compliance.review_desk import queue_filters
from compliance.review_desk.queue_filters import Filters
from platforms.base import countries, identifiers
from platforms.models import Platform

KINDS: Mapping[str, str] = {CustomerType.INDIVIDUAL: "People", CustomerType.BUSINESS: "Businesses"}


def read(entered: Mapping[str, str]) -> Filters:
    """Return the filters of an address; what makes no sense narrows nothing."""
    kind, country, flag = (entered.get(name, "") for name in ("kind", "country", "flag"))
    return Filters(
        platform_id=identifiers.parse("", f":{entered.get('platform', '')}"),
        kind=kind if kind in KINDS else "",
        country=country if country in countries.CODES else "",
        flag=flag if flag in queue_filters.FLAGS else "",
    )


def query(filters: Filters) -> str:
    """Return the filters as part of an address; empty where nothing is narrowed."""
    values = {
        "platform": str(filters.platform_id or ""),
        "kind": filters.kind,
        "country": filters.country,
        "flag": filters.flag,
    }
    return urlencode({name: value for name, value in values.items() if value})


def fields(filters: Filters) -> Sequence[dict[str, Any]]:
    """Return the fields of the form: name, label, and the choices with value, text and whether it is chosen."""
    platforms = [(str(row.pk), str(row)) for row in Platform.objects.order_by("name", "environment")]
    places = sorted(((code, countries.name(code)) for code in countries.CODES), key=lambda place: place[1])
    choices: Sequence[tuple[str, str, Any, Sequence[tuple[str, str]]]] = (
        ("platform", "Platform", filters.platform_id, platforms),
        ("kind", "Kind", filters.kind, list(KINDS.items())),
        ("country", "Country", filters.country, places),
        ("flag", "Flag", filters.flag, [(word, word) for word in queue_filters.FLAGS]),
    )
    return [
        {
            "name": name,
            "label": label,
            "choices": [(value, text, value == str(chosen or "")) for value, text in offered],
        }
        for name, label, chosen, offered in choices
    ]
