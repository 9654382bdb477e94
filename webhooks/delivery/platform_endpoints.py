"""The endpoints that a platform has set: reading, adding, changing and removing them.

The first is that of the platform's configuration, and has the platform's key; the others have rows of their own.
"""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from platforms import audit
from platforms.base import errors, identifiers, jobs
from platforms.models import Platform
from platforms.operations import config
from webhooks.delivery import claims, deliveries
from webhooks.models import (
    DisabledReason,
    EndpointHealth,
    EndpointSwitch,
    Event,
    EventState,
    FurtherEndpoint,
    FurtherEvent,
)
from webhooks.outbox import events
from webhooks.outbox.event_types import EventType

MOST = 10
"""How many endpoints a platform may have, that of its configuration included."""
_FRESH: Mapping[str, Any] = {
    "consecutive_failures": 0,
    "failing_since": None,
    "warned_at": None,
    "recovered_at": None,
    "disabled_at": None,
    "disabled_reason": "",
    "disabled_told_at": None,
}


class EndpointNotFound(errors.NotFound):
    """The platform has no such endpoint."""

    message = "There is no such webhook endpoint."


class TooManyEndpoints(errors.DomainError):
    """The platform has as many endpoints as it may have."""

    code = "WEBHOOK_ENDPOINT_LIMIT_REACHED"
    message = f"A platform has at most {MOST} webhook endpoints. Delete one that is no longer used."


@dataclasses.dataclass(frozen=True, slots=True)
class PlatformEndpoint:
    """An endpoint as the platform sees it. `id` is the platform's key for that of the configuration."""

    id: uuid.UUID
    platform_id: uuid.UUID
    url: str
    types: Sequence[str]
    created_at: dt.datetime
    is_of_configuration: bool
    last_success_at: dt.datetime | None
    disabled_at: dt.datetime | None
    disabled_reason: str | None

    @property
    def public_id(self) -> str:
        """The identifier that the API shows."""
        return identifiers.public(FurtherEndpoint.public_type, self.id)

    @property
    def state(self) -> str:
        """Whether it gets events."""
        return (EndpointSwitch.ENABLED if self.disabled_at is None else EndpointSwitch.DISABLED).value


def key(public_id: str) -> uuid.UUID:
    """Return the key in an endpoint's identifier; raises EndpointNotFound."""
    endpoint_id = identifiers.parse(FurtherEndpoint.public_type, public_id)
    if endpoint_id is None:
        raise EndpointNotFound
    return endpoint_id


def of_platform(platform_id: uuid.UUID) -> list[PlatformEndpoint]:
    """Return the endpoints of a platform, that of the configuration first, then the oldest; three queries."""
    first = _first(Platform.objects.get(id=platform_id))
    rows = _further(platform_id).order_by("id")
    return [*([first] if first else []), *map(_shown, rows)]


def get(*, platform_id: uuid.UUID, endpoint_id: uuid.UUID | None) -> PlatformEndpoint:
    """Return an endpoint; raises EndpointNotFound."""
    if endpoint_id == platform_id:
        first = _first(Platform.objects.get(id=platform_id))
        if first is None:
            raise EndpointNotFound
        return first
    return _shown(further(platform_id=platform_id, endpoint_id=endpoint_id))


def further(*, platform_id: uuid.UUID, endpoint_id: uuid.UUID | None) -> FurtherEndpoint:
    """Return a further endpoint with its platform; raises EndpointNotFound."""
    row: FurtherEndpoint | None = _further(platform_id).filter(id=endpoint_id).select_related("platform").first()
    if row is None:
        raise EndpointNotFound
    return row


def create(
    *, platform_id: uuid.UUID, url: str, types: Sequence[str], actor: audit.Actor, now: dt.datetime
) -> PlatformEndpoint:
    """Add an endpoint and send it a TEST; it becomes that of the configuration where there is none.

    Raises InvalidInput for a URL that is not called, and TooManyEndpoints.
    """
    platform = Platform.objects.select_for_update(no_key=True).get(id=platform_id)
    config.check_endpoint(url, environment=platform.environment, field="url")
    if _first(platform) is None:
        _set_first(platform, url=url, types=types, actor=actor, now=now)
        first = get(platform_id=platform_id, endpoint_id=platform_id)
        audit.record(first, "webhook_endpoint.create", actor=actor, now=now)
        return first
    if _further(platform_id).count() >= MOST - 1:
        raise TooManyEndpoints(most=MOST)
    row = FurtherEndpoint.objects.create(platform=platform, url=url, types=list(types), created_at=now)
    _greet(row, now=now)
    audit.record(row, "webhook_endpoint.create", actor=actor, now=now)
    return _shown(row)


def update(
    *,
    platform_id: uuid.UUID,
    endpoint_id: uuid.UUID | None,
    changes: Mapping[str, Any],
    actor: audit.Actor,
    now: dt.datetime,
    reason: str = "",
) -> PlatformEndpoint:
    """Change an endpoint; `changes` has `url`, `types` and `state` as the API names them, and what it lacks stays.

    One that is switched on, or gets another URL, is sent a TEST. Raises InvalidInput and EndpointNotFound.
    """
    platform = Platform.objects.select_for_update(no_key=True).get(id=platform_id)
    before = get(platform_id=platform_id, endpoint_id=endpoint_id)
    url, is_on = changes.get("url", before.url), changes.get("state", before.state) == EndpointSwitch.ENABLED
    types = changes.get("types", before.types)
    if "url" in changes:
        config.check_endpoint(url, environment=platform.environment, field="url")
    if before.is_of_configuration and is_on:
        _set_first(platform, url=url, types=types, actor=actor, now=now)
    elif before.is_of_configuration:
        _switch_first_off(platform, before, url=url, types=types, actor=actor, now=now)
    else:
        _update_further(before, url=url, types=types, is_on=is_on, now=now)
    audit.record(before, "webhook_endpoint.update", actor=actor, now=now, fields=sorted(changes), reason=reason)
    return get(platform_id=platform_id, endpoint_id=endpoint_id)


def delete(*, platform_id: uuid.UUID, endpoint_id: uuid.UUID | None, actor: audit.Actor, now: dt.datetime) -> None:
    """Remove an endpoint; what waits for it is not sent. Raises EndpointNotFound."""
    platform = Platform.objects.select_for_update(no_key=True).get(id=platform_id)
    before = get(platform_id=platform_id, endpoint_id=endpoint_id)
    if before.is_of_configuration:
        if platform.webhook_endpoint:
            config.update(platform_id=platform_id, changes={"webhookEndpoint": ""}, actor=actor, now=now)
        EndpointHealth.objects.filter(platform=platform).update(**_FRESH, types=[])
    else:
        FurtherEndpoint.objects.filter(id=before.id).update(deleted_at=now)
    audit.record(before, "webhook_endpoint.delete", actor=actor, now=now)


def note_first(*, platform: Platform, now: dt.datetime) -> None:
    """Keep that the endpoint of the configuration was set: another one, or one that was off, has a fresh state."""
    health = EndpointHealth.objects.select_for_update().filter(platform=platform).first()
    if health is None:
        EndpointHealth.objects.create(platform=platform, url=platform.webhook_endpoint, set_at=now)
    elif health.url != platform.webhook_endpoint:
        fresh = {**_FRESH, "last_success_at": None, "last_failure_at": None, "types": [], "set_at": now}
        EndpointHealth.objects.filter(platform=platform).update(url=platform.webhook_endpoint, **fresh)
    elif health.disabled_at is not None:
        EndpointHealth.objects.filter(platform=platform).update(**_FRESH)


def _set_first(platform: Platform, *, url: str, types: Sequence[str], actor: audit.Actor, now: dt.datetime) -> None:
    """Set the endpoint of the configuration, unless it is set so already, and its types."""
    if platform.webhook_endpoint != url:
        config.update(platform_id=platform.id, changes={"webhookEndpoint": url}, actor=actor, now=now)
    EndpointHealth.objects.update_or_create(
        platform=platform, defaults={"types": list(types)}, create_defaults={"types": list(types), "url": url}
    )


def _switch_first_off(
    platform: Platform,
    before: PlatformEndpoint,
    *,
    url: str,
    types: Sequence[str],
    actor: audit.Actor,
    now: dt.datetime,
) -> None:
    """Take the endpoint out of the configuration, and keep it as one that is switched off."""
    kept: dict[str, Any] = {"url": url, "types": list(types)}
    if before.state == EndpointSwitch.ENABLED:
        config.update(platform_id=platform.id, changes={"webhookEndpoint": ""}, actor=actor, now=now)
        kept |= {"disabled_at": now, "disabled_reason": DisabledReason.SWITCHED_OFF, "disabled_told_at": now}
    EndpointHealth.objects.update_or_create(platform=platform, defaults=kept)


def _update_further(before: PlatformEndpoint, *, url: str, types: Sequence[str], is_on: bool, now: dt.datetime) -> None:
    row = FurtherEndpoint.objects.select_related("platform").get(id=before.id)
    is_new = url != row.url
    row.url, row.types = url, list(types)
    if is_new or (is_on and row.disabled_at is not None):
        for name, value in _FRESH.items():
            if is_on or not name.startswith("disabled"):
                setattr(row, name, value)
    if is_new:
        row.last_success_at = row.last_failure_at = None
    if not is_on and row.disabled_at is None:
        row.disabled_at = row.disabled_told_at = now
        row.disabled_reason = DisabledReason.SWITCHED_OFF
    row.save()
    if is_on and (is_new or before.state == EndpointSwitch.DISABLED):
        _greet(row, now=now)


def _greet(row: FurtherEndpoint, *, now: dt.datetime) -> None:
    """Queue one TEST for this endpoint alone, so that its owner sees at once whether it works."""
    resource = identifiers.public(Platform.public_type, row.platform_id)
    new = events.NewEvent(row.platform_id, EventType.TEST.value, resource, None, now)
    test = deliveries.single(endpoint=claims.DueEndpoint.further(row), new=new)
    deliveries.store_single(test, state=EventState.NO_ENDPOINT, attempts=0)
    queue_for(row.id, [test.id], now=now)


def queue_for(endpoint_id: uuid.UUID, keys: Collection[uuid.UUID], *, now: dt.datetime) -> None:
    """Have events sent to a further endpoint, also again; `now` on the platform's clock."""
    numbers = Event.objects.filter(id__in=keys).order_by("id").values_list("id", "resource", "number")
    FurtherEvent.objects.bulk_create(
        [
            FurtherEvent(
                endpoint_id=endpoint_id,
                event_id=key,
                stream=f"{endpoint_id}/{resource}",
                number=number,
                next_attempt_at=now,
            )
            for key, resource, number in numbers
        ],
        update_conflicts=True,
        unique_fields=["event", "endpoint"],
        update_fields=["state", "next_attempt_at"],
    )
    jobs.notify(events.DELIVER_TASK)


def _further(platform_id: uuid.UUID) -> Any:
    return FurtherEndpoint.objects.for_platform(platform_id).filter(deleted_at=None)


def _first(platform: Platform) -> PlatformEndpoint | None:
    health = EndpointHealth.objects.filter(platform=platform).first()
    is_on = bool(platform.webhook_endpoint)
    if not is_on and (health is None or health.disabled_at is None):
        return None
    is_known = health is not None and (not is_on or health.url == platform.webhook_endpoint)
    return PlatformEndpoint(
        id=platform.id,
        platform_id=platform.id,
        url=platform.webhook_endpoint or (health.url if health else ""),
        types=health.types if health else [],
        created_at=(health.set_at if health else None) or platform.created_at,
        is_of_configuration=True,
        last_success_at=health.last_success_at if health and is_known else None,
        disabled_at=None if is_on or health is None else health.disabled_at,
        disabled_reason=None if is_on or health is None else health.disabled_reason or None,
    )


def _shown(row: FurtherEndpoint) -> PlatformEndpoint:
    return PlatformEndpoint(
        id=row.id,
        platform_id=row.platform_id,
        url=row.url,
        types=row.types,
        created_at=row.created_at,
        is_of_configuration=False,
        last_success_at=row.last_success_at,
        disabled_at=row.disabled_at,
        disabled_reason=row.disabled_reason or None,
    )
