"""Versions of the API that are to end: their replies say so, as RFC 9745 and RFC 8594 define it."""

import datetime as dt

from django.conf import settings
from django.http import HttpResponseBase
from django.utils.http import http_date


def announce(path: str, response: HttpResponseBase) -> None:
    """Add the days from which a version is deprecated and on which it ends, where the operator has named them."""
    days = settings.API_SUNSETS.get(path.split("/", 2)[1])
    if days is None:
        return
    since, end = (int(dt.datetime.combine(day, dt.time(), dt.UTC).timestamp()) for day in days)
    page = f"{settings.PUBLIC_BASE_URL.rstrip('/')}/docs/platform-developer/environments/#deprecation"
    response["Deprecation"] = f"@{since}"
    response["Sunset"] = http_date(end)
    response["Link"] = f'<{page}>; rel="deprecation"; type="text/html"'
