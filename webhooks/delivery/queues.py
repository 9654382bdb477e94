"""The two queues of events on their way, and the statements about them.

An event waits in its own row for the endpoint of the platform's configuration, the first. A trigger adds a row for each
further endpoint that takes its type (`webhooks/migrations/sql/0003_further_endpoints.sql`). Both are worked off by the
same code with the same statements: the names of tables and columns differ. So a platform with one endpoint costs what
it did, and endpoints do not wait for each other.
"""

import dataclasses

from webhooks.delivery import claim_statements, outcome_statements
from webhooks.delivery.claim_statements import Names


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """The statements about one queue. What each does is said where `claims` and `deliveries` execute it."""

    claim: str
    batches: str
    release: str
    renew: str
    lock_streams: str
    find_blocked: str
    mark_blocked: str
    skip: str
    wake_orphans: str
    bring_back: str
    move: str
    put_back: str
    make_due: str
    payload: str
    record: str
    renew_slots: str
    release_slots: str
    delete_old_slots: str


_PLATFORMS = """(
       SELECT platform.id, platform.id AS platform_id, platform.webhook_endpoint AS url, platform.environment,
              platform.clock_offset,
              COALESCE((SELECT health.types FROM webhooks_endpointhealth health
                         WHERE health.platform_id = platform.id), '{}') AS types
         FROM platforms_platform platform)"""
_ENDPOINTS = """(
       SELECT endpoint.id, endpoint.platform_id, platform.environment, platform.clock_offset,
              CASE WHEN endpoint.disabled_at IS NULL AND endpoint.deleted_at IS NULL THEN endpoint.url ELSE '' END
                  AS url
         FROM webhooks_furtherendpoint endpoint
         JOIN platforms_platform platform ON platform.id = endpoint.platform_id)"""


def _queue(names: Names) -> Queue:
    """Return the statements about a queue."""
    return Queue(
        claim=claim_statements.claim(names),
        batches=claim_statements.batches(names),
        release=claim_statements.release(names),
        renew=claim_statements.renew(names),
        lock_streams=claim_statements.lock_streams(names),
        find_blocked=claim_statements.find_blocked(names),
        mark_blocked=claim_statements.mark_blocked(names),
        skip=outcome_statements.skip(names),
        wake_orphans=outcome_statements.wake_orphans(names),
        bring_back=outcome_statements.bring_back(names),
        move=outcome_statements.move(names),
        put_back=outcome_statements.put_back(names),
        make_due=outcome_statements.make_due(names),
        payload=outcome_statements.payload(names),
        record=outcome_statements.record(names),
        renew_slots=claim_statements.renew_slots(names),
        release_slots=claim_statements.release_slots(names),
        delete_old_slots=claim_statements.delete_old_slots(names),
    )


FIRST = _queue(
    Names(
        events="webhooks_event",
        streams="webhooks_eventstream",
        shares="webhooks_endpointshare",
        owner="platform_id",
        owners=_PLATFORMS,
        stream="resource",
        event="id",
        with_event="""CROSS JOIN LATERAL (
       SELECT queued.id, queued.type, queued.payload, queued.resource, queued.created_at) event""",
        is_taken="owner.types = '{}' OR event.type = 'TEST' OR event.type = ANY (owner.types)",
        is_unwanted="""(owner.url = ''
                          OR owner.types <> '{}' AND event.type <> 'TEST' AND event.type <> ALL (owner.types))""",
        is_of_row="tried.event_id = event.id AND tried.endpoint_id IS NULL",
        created_at="event.created_at",
    )
)
"""Events on their way to the endpoints of platforms' configurations."""
FURTHER = _queue(
    Names(
        events="webhooks_furtherevent",
        streams="webhooks_furtherstream",
        shares="webhooks_furthershare",
        owner="endpoint_id",
        owners=_ENDPOINTS,
        stream="stream",
        event="event_id",
        with_event="""CROSS JOIN LATERAL (
       SELECT * FROM webhooks_event event WHERE event.id = queued.event_id LIMIT 1) event""",
        is_taken="TRUE",
        is_unwanted="owner.url = ''",
        is_of_row="tried.event_id = event.event_id AND tried.endpoint_id = event.endpoint_id",
        created_at="(SELECT made.created_at FROM webhooks_event made WHERE made.id = event.event_id)",
    )
)
"""Events on their way to further endpoints."""
ALL = (FIRST, FURTHER)
