"""Cases of endpoints that the service has switched off: here, because `payments` reads no table of `webhooks`."""

import datetime as dt
from collections.abc import Collection, Iterable
from typing import Any

from payments.models import CaseKind
from payments.workflow import monitor
from platforms.base import clock, identifiers
from webhooks.models import DisabledReason, EndpointHealth, FurtherEndpoint


def _disabled() -> Any:
    # An endpoint set again is no longer switched off by the service, even before its first answer.
    return _by_service(EndpointHealth.objects).filter(platform__webhook_endpoint="")


def _further() -> Any:
    return _by_service(FurtherEndpoint.objects).filter(deleted_at=None)


def _by_service(every: Any) -> Any:
    return every.filter(disabled_at__isnull=False).exclude(disabled_reason=DisabledReason.SWITCHED_OFF)


def _find(now: dt.datetime) -> Iterable[monitor.Finding]:
    rows: list[Any] = [*_disabled().select_related("platform"), *_further().select_related("platform")]
    return [
        monitor.Finding(
            _subject(row),
            "The endpoint was switched off: it failed for a week, or said that it is gone.",
            min(clock.real(row.platform, row.disabled_at or now), now),
            row.platform_id,
        )
        for row in sorted(rows, key=lambda row: row.disabled_at or now)
    ]


def _subject(row: EndpointHealth | FurtherEndpoint) -> str:
    return row.public_id if isinstance(row, FurtherEndpoint) else identifiers.public("PlatformConfig", row.platform_id)


def _persisting(subjects: Collection[str], now: dt.datetime) -> Collection[str]:
    keys = [key for subject in subjects if (key := identifiers.parse("PlatformConfig", subject))]
    of_further = [key for subject in subjects if (key := identifiers.parse("WebhookEndpoint", subject))]
    return {_subject(row) for row in (*_disabled().filter(platform_id__in=keys), *_further().filter(id__in=of_further))}


monitor.watch(CaseKind.ENDPOINT_DISABLED, monitor.Source(_find, _persisting))
