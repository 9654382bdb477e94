"""Statements that claim due events, and lease slots at endpoints, in either queue."""

import dataclasses

from platforms.database import sql

BY_ORDER = "SELECT set_config('enable_sort', 'off', true)"
"""Until the commit, the first event that waits in a stream is found by the index that has them in order.

That index has few rows of many. Where those that have gone have left it large, the planner takes it for dear, and reads
by another index all that was ever told of an account instead: seconds for a claim.
"""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What differs between the two queues: names of tables and columns, and pieces of SQL."""

    events: str
    streams: str
    shares: str
    """Tables of what waits, of its streams, and of leased slots."""
    owner: str
    """The column by which a row belongs to an endpoint."""
    owners: str
    """The endpoints, with address, types and the platform's clock."""
    stream: str
    """The column by which a row belongs to a stream."""
    event: str
    """The column with the event's key."""
    with_event: str
    """What joins the event to a row that waits."""
    is_taken: str
    """The condition that the endpoint takes the event, and the one that it does not."""
    is_unwanted: str
    is_of_row: str
    """The condition that an attempt was made for a row."""
    created_at: str
    """When the event was made."""


def _is_live(until: str) -> str:
    """Return the condition that a lease has not expired.

    A lease that ends later than any lease can was written before the database's clock was set back.
    """
    return f"({until} > now() AND {until} <= now() + 2 * %(lease)s)"


IS_CLAIMED = _is_live("stream.claimed_until")
"""Condition that a sender has claimed a stream; NULL or false where none has."""
_IS_HELD = _is_live("share.held_until")


def claim(names: Names) -> str:
    """Return the statement to lease slots, and claim the longest due streams of each endpoint.

    It returns (endpoint, slots that it got, stream, number of the stream's last event): a row for each stream, and one
    without a stream for an endpoint where none was claimed.
    """
    # Every look at another row is a subquery with an order and a limit, or a lateral join: the planner turns EXISTS
    # into joins, and reads whole tables for them whenever its statistics are out of date.
    return sql.of_constants(
        """
WITH wanted AS MATERIALIZED (
    SELECT asked.owner, asked.due_by, asked.busy,
           GREATEST(0, LEAST(
               asked.slots,
               %(max_concurrency)s - others.places - asked.busy,
               GREATEST(1, %(max_concurrency)s / (others.number + 1)) - asked.busy)) AS slots
      FROM unnest(%(owners)s::uuid[], %(due_by)s::timestamptz[], %(free_slots)s::int[], %(busy)s::int[])
           AS asked (owner, due_by, slots, busy)
     CROSS JOIN LATERAL (
           SELECT COALESCE(sum(share.places), 0) AS places, count(*) AS number FROM {shares} share
            WHERE share.{owner} = asked.owner AND share.holder <> %(holder)s AND {is_held}) others
), share AS (
    INSERT INTO {shares} ({owner}, holder, places, held_until)
    SELECT owner, %(holder)s, busy + slots, now() + %(lease)s FROM wanted
        ON CONFLICT ({owner}, holder) DO UPDATE
       SET places = EXCLUDED.places, held_until = EXCLUDED.held_until
), head AS (
    SELECT wanted.owner, event.{stream}
      FROM wanted
     CROSS JOIN LATERAL (
           SELECT event.{stream} FROM {events} event
            WHERE event.{owner} = wanted.owner AND event.state = 'PENDING'
              AND event.next_attempt_at <= wanted.due_by AND event.{stream} <> ALL (%(in_flight)s::text[])
              AND event.number = (
                  SELECT first.number FROM {events} first
                   WHERE first.{stream} = event.{stream} AND first.state IN ('PENDING', 'WAITING')
                   ORDER BY first.number LIMIT 1)
              AND (SELECT {is_claimed} FROM {streams} stream
                    WHERE stream.{stream} = event.{stream}) IS NOT TRUE
            ORDER BY event.next_attempt_at LIMIT wanted.slots) event
), claimed AS (
    INSERT INTO {streams} AS stream ({stream}, {owner}, last_sequence, claimed_by, claimed_until)
    SELECT {stream}, owner, 0, %(holder)s, now() + %(lease)s FROM head ORDER BY {stream}
        ON CONFLICT ({stream}) DO UPDATE
       SET claimed_by = EXCLUDED.claimed_by, claimed_until = EXCLUDED.claimed_until
     WHERE {is_claimed} IS NOT TRUE
    RETURNING stream.{stream} AS name, stream.{owner} AS owner, stream.last_sequence
)
SELECT wanted.owner, wanted.slots, claimed.name, claimed.last_sequence
  FROM wanted LEFT JOIN claimed ON claimed.owner = wanted.owner
""",
        shares=names.shares,
        owner=names.owner,
        is_held=_IS_HELD,
        stream=names.stream,
        events=names.events,
        is_claimed=IS_CLAIMED,
        streams=names.streams,
    )


def batches(names: Names) -> str:
    """Return the statement to read the first events of streams that were claimed."""
    # Not part of the claim, so that it sees what other senders stored before they released the streams claimed by it.
    # Times that Python has no value for would stop all senders.
    return sql.of_constants(
        """
SELECT queued.{stream}, queued.id, event.id, event.type, event.payload, event.resource,
       LEAST(GREATEST(event.created_at, '1970-01-01Z'::timestamptz), '9000-01-01Z'::timestamptz), queued.attempts,
       queued.sequence, queued.state, GREATEST(queued.next_attempt_at, '1970-01-01Z'::timestamptz),
       (SELECT CASE WHEN {is_taken} THEN owner.url ELSE '' END FROM {owners} owner WHERE owner.id = queued.{owner})
  FROM unnest(%(streams)s::text[]) AS claimed (stream)
 CROSS JOIN LATERAL (
       SELECT * FROM {events} queued
        WHERE queued.{stream} = claimed.stream AND queued.state IN ('PENDING', 'WAITING')
        ORDER BY queued.number LIMIT %(longest)s) queued
 {with_event}
 ORDER BY queued.number
""",
        stream=names.stream,
        is_taken=names.is_taken,
        owners=names.owners,
        owner=names.owner,
        events=names.events,
        with_event=names.with_event,
    )


def release(names: Names) -> str:
    """Return the statement to release streams."""
    return sql.of_constants(
        """
UPDATE {streams} SET claimed_by = NULL, claimed_until = NULL
 WHERE id IN (SELECT id FROM {streams} WHERE {stream} = ANY (%s) AND claimed_by = %s ORDER BY {stream} FOR UPDATE)
""",
        streams=names.streams,
        stream=names.stream,
    )


def renew(names: Names) -> str:
    """Return the statement to renew claims; it returns the streams that are still claimed."""
    return sql.of_constants(
        """
UPDATE {streams} SET claimed_until = now() + %s
 WHERE id IN (SELECT id FROM {streams} WHERE {stream} = ANY (%s) AND claimed_by = %s ORDER BY {stream} FOR UPDATE)
RETURNING {stream}
""",
        streams=names.streams,
        stream=names.stream,
    )


def lock_streams(names: Names) -> str:
    """Return the statement to lock streams until the commit."""
    return sql.of_constants(
        """
SELECT stream.id FROM unnest(%s::text[]) AS held (stream)
 CROSS JOIN LATERAL (
       SELECT id FROM {streams} stream WHERE stream.{stream} = held.stream LIMIT 1 FOR UPDATE) stream
""",
        streams=names.streams,
        stream=names.stream,
    )


def _blocked(names: Names) -> str:
    # Blocked by an event that is WAITING itself, is tried again later, or has been in flight for too long.
    return sql.of_constants(
        """
       SELECT event.id, event.{stream}
         FROM unnest(%(owners)s::uuid[], %(due_by)s::timestamptz[]) AS wanted (owner, due_by)
        CROSS JOIN LATERAL (
              SELECT event.id, event.{stream} FROM {events} event
               WHERE event.{owner} = wanted.owner AND event.state = 'PENDING'
                 AND event.next_attempt_at <= wanted.due_by
                 AND (SELECT TRUE FROM {events} earlier
                       WHERE earlier.{stream} = event.{stream} AND earlier.number < event.number
                         AND earlier.state IN ('PENDING', 'WAITING')
                         AND (earlier.state = 'WAITING' OR earlier.next_attempt_at > wanted.due_by
                              OR event.next_attempt_at < wanted.due_by - %(patience)s)
                       ORDER BY earlier.number LIMIT 1)
               ORDER BY event.next_attempt_at LIMIT %(most)s) event
""",
        stream=names.stream,
        events=names.events,
        owner=names.owner,
    )


def find_blocked(names: Names) -> str:
    """Return the statement to find the streams of due events that are blocked."""
    return sql.of_constants(
        "SELECT DISTINCT {stream} FROM ({blocked}) event",
        stream=names.stream,
        blocked=_blocked(names),
    )


def mark_blocked(names: Names) -> str:
    """Return the statement to put blocked events aside."""
    return sql.of_constants(
        """
UPDATE {events} SET state = 'WAITING', next_attempt_at = NULL
 WHERE state || '' = 'PENDING' AND id IN (SELECT id FROM ({blocked}) event WHERE {stream} = ANY (%(streams)s))
""",
        events=names.events,
        blocked=_blocked(names),
        stream=names.stream,
    )


def renew_slots(names: Names) -> str:
    """Return the statement to renew the slot leases of a sender."""
    return sql.of_constants(
        "UPDATE {shares} SET held_until = now() + %s WHERE holder = %s",
        shares=names.shares,
    )


def release_slots(names: Names) -> str:
    """Return the statement to release the slots of a sender."""
    return sql.of_constants(
        "DELETE FROM {shares} WHERE holder = %s",
        shares=names.shares,
    )


def delete_old_slots(names: Names) -> str:
    """Return the statement to delete slot leases that have ended."""
    return sql.of_constants(
        "DELETE FROM {shares} share WHERE NOT ({is_held})",
        shares=names.shares,
        is_held=_IS_HELD,
    )
