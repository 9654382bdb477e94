"""Conditions for due work of this app, in SQL: `%(now)s` is real time. The scheduler and the claims ask them.

The orders make the database use partial indexes, whatever its statistics say.
"""

from platforms.database import sql

PLATFORM_HAS_DUE_EVENT = """
    (SELECT TRUE FROM webhooks_event event
      WHERE event.platform_id = platform.id AND event.state = 'PENDING'
        AND event.next_attempt_at <= %(now)s + platform.clock_offset
      ORDER BY event.next_attempt_at LIMIT 1)
"""
ENDPOINT_HAS_DUE_EVENT = """
    (SELECT TRUE FROM webhooks_furtherevent event
      WHERE event.endpoint_id = endpoint.id AND event.state = 'PENDING'
        AND event.next_attempt_at <= %(now)s + platform.clock_offset
      ORDER BY event.next_attempt_at LIMIT 1)
"""
_OPEN_EVENT = """
    (SELECT TRUE FROM webhooks_event WHERE state IN ('PENDING', 'WAITING') ORDER BY resource, number LIMIT 1)
"""
_OPEN_FURTHER_EVENT = """
    (SELECT TRUE FROM webhooks_furtherevent WHERE state IN ('PENDING', 'WAITING') ORDER BY stream, number LIMIT 1)
"""
_UNSENDABLE = """
    (SELECT TRUE FROM platforms_workfailure WHERE work = 'webhooks.deliver_due_events' ORDER BY work, subject LIMIT 1)
"""

EVENT_DUE = sql.of_constants(
    """
    EXISTS (SELECT FROM platforms_platform platform WHERE {of_platform})
    OR EXISTS (SELECT FROM webhooks_furtherendpoint endpoint JOIN platforms_platform platform
                   ON platform.id = endpoint.platform_id WHERE {of_endpoint})
""",
    of_platform=PLATFORM_HAS_DUE_EVENT,
    of_endpoint=ENDPOINT_HAS_DUE_EVENT,
)
STREAM_DUE = sql.of_constants(
    """
    {open_event} OR {open_further_event} OR EXISTS (SELECT FROM webhooks_endpointshare)
    OR EXISTS (SELECT FROM webhooks_furthershare) OR {unsendable}
""",
    open_event=_OPEN_EVENT,
    open_further_event=_OPEN_FURTHER_EVENT,
    unsendable=_UNSENDABLE,
)
