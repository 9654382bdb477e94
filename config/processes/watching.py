"""Cases of endpoints that the service has switched off: here, because `payments` reads no table of `webhooks`."""

import datetime as dt
from collections.abc import Collection, Iterable

from django.db.models import QuerySet

from payments.models import CaseKind
from payments.workflow import monitor
from platforms.base import clock, identifiers
from webhooks.models import EndpointHealth


def _disabled() -> QuerySet[EndpointHealth]:
    # An endpoint set again is no longer switched off by the service, even before its first answer.
    return EndpointHealth.objects.filter(disabled_at__isnull=False, platform__webhook_endpoint="")


def _find(now: dt.datetime) -> Iterable[monitor.Finding]:
    rows = _disabled().select_related("platform").order_by("disabled_at")
    return [
        monitor.Finding(
            identifiers.public("PlatformConfig", row.platform_id),
            "The endpoint was switched off: it failed for a week, or said that it is gone.",
            min(clock.real(row.platform, row.disabled_at or now), now),
            row.platform_id,
        )
        for row in rows
    ]


def _persisting(subjects: Collection[str], now: dt.datetime) -> Collection[str]:
    keys = [key for subject in subjects if (key := identifiers.parse("PlatformConfig", subject))]
    left = _disabled().filter(platform_id__in=keys).values_list("platform_id", flat=True)
    return {identifiers.public("PlatformConfig", key) for key in left}


monitor.watch(CaseKind.ENDPOINT_DISABLED, monitor.Source(_find, _persisting))
