"""Endpoints: how they answer, and switching off those that are gone or have failed for a week."""

import collections
import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from django.db import connection
from django.db.models import Q

from platforms import audit
from platforms.base import clock, identifiers
from platforms.database import sql
from platforms.models import Platform
from webhooks.delivery.claims import DueEndpoint
from webhooks.delivery.deliveries import Attempt
from webhooks.models import DisabledReason, EndpointHealth, FurtherEndpoint

WARN_AFTER = dt.timedelta(days=1)
DISABLE_AFTER = dt.timedelta(days=7)


def note(*, attempts: Sequence[Attempt], now: dt.datetime) -> None:
    """Keep the health of each endpoint that answered; switch off those that are gone or have failed for a week.

    `now`, real time, is when the attempts ended.
    """
    assert connection.in_atomic_block
    by_endpoint = collections.defaultdict[tuple[bool, uuid.UUID], list[Attempt]](list)
    for attempt in attempts:
        to = attempt.event.endpoint
        by_endpoint[to.is_further, to.id].append(attempt)
    changed: dict[uuid.UUID, tuple[dt.datetime | None, bool]] = {}
    for is_further, statement in ((False, _NOTE), (True, _NOTE_FURTHER)):
        summaries = [_summary(group, now=now) for key, group in sorted(by_endpoint.items()) if key[0] == is_further]
        if summaries:
            with connection.cursor() as cursor:
                cursor.execute(statement, [orjson.dumps(summaries).decode()])
                changed |= {row[0]: row[1:] for row in cursor.fetchall()}
    for (_, key), group in sorted(by_endpoint.items()):
        failing_since, was_warned = changed.get(key, (None, False))
        _judge(group, failing_since=failing_since, was_warned=was_warned, now=now)


def _judge(
    attempts: Sequence[Attempt], *, failing_since: dt.datetime | None, was_warned: bool, now: dt.datetime
) -> None:
    """Switch an endpoint off that is gone or has failed for a week; record that one has recovered."""
    endpoint = attempts[-1].event.endpoint
    local_now = clock.of(endpoint, now)
    if any(attempt.reply.status == 410 and attempt.event.endpoint.url == endpoint.url for attempt in attempts):
        disable(endpoint, DisabledReason.GONE, reason="answered 410", now=local_now)
    elif failing_since is not None and local_now - failing_since >= DISABLE_AFTER:
        disable(endpoint, DisabledReason.FAILING, reason="failed for 7 days", now=local_now)
    elif was_warned and failing_since is None:
        _audit(endpoint, verb="webhook_endpoint.recover", now=local_now, reason="answers again")


def disable(endpoint: DueEndpoint, code: DisabledReason, *, reason: str, now: dt.datetime) -> bool:
    """Switch an endpoint off if its URL is still the same: one set meanwhile stays. Return whether it was.

    That of the configuration is removed from it.
    """
    changes = {"disabled_at": now, "disabled_reason": code, "disabled_told_at": None}
    if endpoint.is_further:
        live = FurtherEndpoint.objects.filter(id=endpoint.id, url=endpoint.url, disabled_at=None, deleted_at=None)
        disabled = live.update(**changes)
    else:
        platform = Platform.objects.filter(id=endpoint.id, webhook_endpoint=endpoint.url)
        disabled = platform.update(webhook_endpoint="", updated_at=now)
        if disabled:
            EndpointHealth.objects.filter(platform_id=endpoint.id, url=endpoint.url).update(**changes)
    if disabled:
        _audit(endpoint, verb="webhook_endpoint.disable", now=now, reason=reason)
    return bool(disabled)


def take_warnings(*, now: dt.datetime) -> list[EndpointHealth | FurtherEndpoint]:
    """Return the incidents to report, marked as reported. `now` is real time.

    An incident is an endpoint that has failed for a day, or one that was switched off by the service.
    """
    assert connection.in_atomic_block
    return [*_take_warnings(EndpointHealth.objects, now=now), *_take_warnings(FurtherEndpoint.objects, now=now)]


def _take_warnings(every: Any, *, now: dt.datetime) -> list[Any]:
    taken = []
    is_untold = Q(disabled_at=None, failing_since__isnull=False, warned_at=None)
    is_untold |= Q(disabled_at__isnull=False, disabled_told_at=None)
    rows = every.select_for_update(of=("self",), skip_locked=True).select_related("platform")
    for health in rows.filter(is_untold).exclude(disabled_reason=DisabledReason.SWITCHED_OFF):
        local_now = clock.of(health.platform, now)
        if health.disabled_at is not None:
            health.disabled_told_at = local_now
        elif health.failing_since and health.warned_at is None and health.failing_since + WARN_AFTER <= local_now:
            health.warned_at = local_now
        else:
            continue
        health.save(update_fields=["warned_at", "disabled_told_at"])
        taken.append(health)
    return taken


def put_back_warning(health: EndpointHealth | FurtherEndpoint) -> None:
    """Report the incident in a later run: the e-mail could not be sent."""
    assert connection.in_atomic_block
    field = "warned_at" if health.disabled_at is None else "disabled_told_at"
    type(health).objects.filter(pk=health.pk).update(**{field: None})


def _summary(attempts: Sequence[Attempt], *, now: dt.datetime) -> Mapping[str, object]:
    """Return how the attempts at an endpoint's newest address, in their order, change its health."""
    endpoint = attempts[-1].event.endpoint
    replies = [attempt.reply for attempt in attempts if attempt.event.endpoint.url == endpoint.url]
    # 409 refuses an event, not events.
    works = [reply.is_success or reply.status == 409 for reply in replies]
    failures = works[::-1].index(True) if any(works) else len(works)
    return {
        "id": endpoint.id,
        "url": endpoint.url,
        "success_at": clock.of(endpoint, now) if any(works) else None,
        "failures": failures,
        "failed_at": clock.of(endpoint, now) if failures else None,
    }


def _audit(endpoint: DueEndpoint, *, verb: str, now: dt.datetime, reason: str) -> None:
    public_type = FurtherEndpoint.public_type if endpoint.is_further else Platform.public_type
    audit.record(
        audit.Subject(endpoint.platform_id, identifiers.public(public_type, endpoint.id)),
        verb,
        actor=audit.SYSTEM,
        now=now,
        reason=reason,
    )


# A success that changes nothing is stored once a minute; an endpoint that is no longer set is not judged. The row is
# read as it was in the same statement, so that the sender ending an incident knows of it.
_NOTE = sql.of_constants(
    """
WITH answered AS MATERIALIZED (
    SELECT said.id AS platform_id, said.url, said.success_at, said.failures, said.failed_at
      FROM json_to_recordset(%s::json) AS said (
           id uuid, url text, success_at timestamptz, failures int, failed_at timestamptz)
      JOIN platforms_platform platform ON platform.id = said.id AND platform.webhook_endpoint = said.url
     WHERE said.failures > 0 OR NOT EXISTS (
           SELECT FROM webhooks_endpointhealth health
            WHERE health.platform_id = said.id AND health.url = said.url AND health.failing_since IS NULL
              AND health.disabled_at IS NULL AND health.last_success_at > said.success_at - interval '1 minute')
), before AS MATERIALIZED (
    SELECT health.platform_id FROM webhooks_endpointhealth health JOIN answered USING (platform_id, url)
     WHERE health.warned_at IS NOT NULL
)
INSERT INTO webhooks_endpointhealth AS health
       (platform_id, url, consecutive_failures, failing_since, last_success_at, last_failure_at)
SELECT platform_id, url, failures, failed_at, success_at, failed_at FROM answered ORDER BY platform_id
    ON CONFLICT (platform_id) DO UPDATE SET
       url = EXCLUDED.url,
       consecutive_failures = EXCLUDED.consecutive_failures
           + CASE WHEN {is_same_incident} THEN health.consecutive_failures ELSE 0 END,
       failing_since = CASE WHEN {is_same_incident} THEN LEAST(health.failing_since, EXCLUDED.failing_since)
                            ELSE EXCLUDED.failing_since END,
       warned_at = CASE WHEN {is_same_incident} THEN health.warned_at END,
       recovered_at = CASE WHEN {is_same_endpoint} AND EXCLUDED.last_success_at IS NOT NULL
                            AND health.failing_since IS NOT NULL THEN EXCLUDED.last_success_at
                           WHEN {is_same_endpoint} THEN health.recovered_at END,
       last_success_at = CASE WHEN {is_same_endpoint}
                              THEN COALESCE(EXCLUDED.last_success_at, health.last_success_at)
                              ELSE EXCLUDED.last_success_at END,
       last_failure_at = CASE WHEN {is_same_endpoint}
                              THEN COALESCE(EXCLUDED.last_failure_at, health.last_failure_at)
                              ELSE EXCLUDED.last_failure_at END,
       disabled_at = NULL,
       disabled_reason = '',
       disabled_told_at = NULL
RETURNING platform_id, failing_since,
       EXISTS (SELECT FROM before WHERE before.platform_id = health.platform_id)
""",
    is_same_endpoint="health.url = EXCLUDED.url AND health.disabled_at IS NULL",
    is_same_incident=("health.url = EXCLUDED.url AND health.disabled_at IS NULL AND EXCLUDED.last_success_at IS NULL"),
)
# The same of further endpoints, whose rows are there from the beginning.
_NOTE_FURTHER = """
WITH before AS MATERIALIZED (
    SELECT endpoint.id, endpoint.warned_at, said.success_at, said.failures, said.failed_at
      FROM json_to_recordset(%s::json) AS said (
           id uuid, url text, success_at timestamptz, failures int, failed_at timestamptz)
      JOIN webhooks_furtherendpoint endpoint ON endpoint.id = said.id AND endpoint.url = said.url
     WHERE endpoint.disabled_at IS NULL AND endpoint.deleted_at IS NULL
       AND (said.failures > 0 OR endpoint.failing_since IS NOT NULL OR endpoint.last_success_at IS NULL
            OR endpoint.last_success_at <= said.success_at - interval '1 minute')
     ORDER BY endpoint.id FOR UPDATE OF endpoint
)
UPDATE webhooks_furtherendpoint endpoint
   SET consecutive_failures = before.failures
           + CASE WHEN before.success_at IS NULL THEN endpoint.consecutive_failures ELSE 0 END,
       failing_since = CASE WHEN before.success_at IS NULL THEN LEAST(endpoint.failing_since, before.failed_at)
                            ELSE before.failed_at END,
       warned_at = CASE WHEN before.success_at IS NULL THEN endpoint.warned_at END,
       recovered_at = CASE WHEN before.success_at IS NOT NULL AND endpoint.failing_since IS NOT NULL
                           THEN before.success_at ELSE endpoint.recovered_at END,
       last_success_at = COALESCE(before.success_at, endpoint.last_success_at),
       last_failure_at = COALESCE(before.failed_at, endpoint.last_failure_at)
  FROM before
 WHERE endpoint.id = before.id
RETURNING endpoint.id, endpoint.failing_since, before.warned_at IS NOT NULL
"""
