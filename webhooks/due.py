"""Conditions for due work of this app, in SQL: `%(now)s` is real time. The scheduler and the claims ask them.

The orders make the database use partial indexes, whatever its statistics say.
"""

PLATFORM_HAS_DUE_EVENT = """
    (SELECT TRUE FROM webhooks_event event
      WHERE event.platform_id = platform.id AND event.state = 'PENDING'
        AND event.next_attempt_at <= %(now)s + platform.clock_offset
      ORDER BY event.next_attempt_at LIMIT 1)
"""
_OPEN_EVENT = """
    (SELECT TRUE FROM webhooks_event WHERE state IN ('PENDING', 'WAITING') ORDER BY resource, number LIMIT 1)
"""
_UNSENDABLE = """
    (SELECT TRUE FROM platforms_workfailure WHERE work = 'webhooks.deliver_due_events' ORDER BY work, subject LIMIT 1)
"""

EVENT_DUE = f"EXISTS (SELECT FROM platforms_platform platform WHERE {PLATFORM_HAS_DUE_EVENT})"
STREAM_DUE = f"{_OPEN_EVENT} OR EXISTS (SELECT FROM webhooks_endpointshare) OR {_UNSENDABLE}"
