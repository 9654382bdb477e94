"""Endpoints: how they answer, and switching off those that are gone or have failed for a week."""

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence

import orjson
from django.db import connection
from django.db.models import Q

from platforms import audit
from platforms.base import clock, identifiers
from platforms.database import sql
from platforms.models import Platform
from webhooks.delivery.deliveries import Attempt
from webhooks.models import EndpointHealth

WARN_AFTER = dt.timedelta(days=1)
DISABLE_AFTER = dt.timedelta(days=7)


def note(*, attempts: Sequence[Attempt], now: dt.datetime) -> None:
    """Keep the health of each endpoint that answered; switch off those that are gone or have failed for a week.

    `now`, real time, is when the attempts ended.
    """
    assert connection.in_atomic_block
    by_platform: dict[uuid.UUID, list[Attempt]] = {}
    for attempt in attempts:
        by_platform.setdefault(attempt.event.platform.id, []).append(attempt)
    summaries = [_summary(several, now=now) for _, several in sorted(by_platform.items())]
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, [orjson.dumps(summaries).decode()])
        changed = {row[0]: row[1:] for row in cursor.fetchall()}
    for platform_id, several in sorted(by_platform.items()):
        platform = several[-1].event.platform
        url, local_now = platform.endpoint, clock.of(platform, now)
        failing_since, was_warned = changed.get(platform_id, (None, False))
        if any(attempt.reply.status == 410 and attempt.event.platform.endpoint == url for attempt in several):
            disable(platform_id=platform_id, url=url, reason="answered 410", now=local_now)
        elif failing_since is not None and local_now - failing_since >= DISABLE_AFTER:
            disable(platform_id=platform_id, url=url, reason="failed for 7 days", now=local_now)
        elif was_warned and failing_since is None:
            _audit(platform_id, verb="webhook_endpoint.recover", now=local_now, reason="answers again")


def disable(*, platform_id: uuid.UUID, url: str, reason: str, now: dt.datetime) -> bool:
    """Remove the platform's endpoint if it is still `url`: one set meanwhile stays. Return whether it was removed."""
    disabled = Platform.objects.filter(id=platform_id, webhook_endpoint=url).update(webhook_endpoint="", updated_at=now)
    if not disabled:
        return False
    EndpointHealth.objects.filter(platform_id=platform_id, url=url).update(disabled_at=now, disabled_told_at=None)
    _audit(platform_id, verb="webhook_endpoint.disable", now=now, reason=reason)
    return True


def take_warnings(*, now: dt.datetime) -> list[EndpointHealth]:
    """Return the incidents to report, marked as reported. `now` is real time.

    An incident is an endpoint that has failed for a day, or one that was switched off.
    """
    assert connection.in_atomic_block
    taken = []
    is_untold = Q(disabled_at=None, failing_since__isnull=False, warned_at=None)
    is_untold |= Q(disabled_at__isnull=False, disabled_told_at=None)
    rows = EndpointHealth.objects.select_for_update(of=("self",), skip_locked=True).select_related("platform")
    for health in rows.filter(is_untold):
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


def put_back_warning(health: EndpointHealth) -> None:
    """Report the incident in a later run: the e-mail could not be sent."""
    assert connection.in_atomic_block
    field = "warned_at" if health.disabled_at is None else "disabled_told_at"
    EndpointHealth.objects.filter(platform_id=health.platform_id).update(**{field: None})


def _summary(attempts: Sequence[Attempt], *, now: dt.datetime) -> Mapping[str, object]:
    """Return how the attempts at a platform's newest endpoint, in their order, change its health."""
    platform = attempts[-1].event.platform
    replies = [attempt.reply for attempt in attempts if attempt.event.platform.endpoint == platform.endpoint]
    # 409 refuses an event, not events.
    works = [reply.is_success or reply.status == 409 for reply in replies]
    failures = works[::-1].index(True) if any(works) else len(works)
    return {
        "platform_id": platform.id,
        "url": platform.endpoint,
        "success_at": clock.of(platform, now) if any(works) else None,
        "failures": failures,
        "failed_at": clock.of(platform, now) if failures else None,
    }


def _audit(platform_id: uuid.UUID, *, verb: str, now: dt.datetime, reason: str) -> None:
    audit.record(
        audit.Subject(platform_id, identifiers.public("PlatformConfig", platform_id)),
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
    SELECT said.*
      FROM json_to_recordset(%s::json) AS said (
           platform_id uuid, url text, success_at timestamptz, failures int, failed_at timestamptz)
      JOIN platforms_platform platform ON platform.id = said.platform_id AND platform.webhook_endpoint = said.url
     WHERE said.failures > 0 OR NOT EXISTS (
           SELECT FROM webhooks_endpointhealth health
            WHERE health.platform_id = said.platform_id AND health.url = said.url AND health.failing_since IS NULL
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
       disabled_told_at = NULL
RETURNING platform_id, failing_since,
       EXISTS (SELECT FROM before WHERE before.platform_id = health.platform_id)
""",
    is_same_endpoint="health.url = EXCLUDED.url AND health.disabled_at IS NULL",
    is_same_incident=("health.url = EXCLUDED.url AND health.disabled_at IS NULL AND EXCLUDED.last_success_at IS NULL"),
)
