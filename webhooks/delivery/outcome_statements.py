"""Statements about what becomes of events in either queue: their outcomes, and what is skipped or moved in time."""

from platforms.database import sql
from webhooks.delivery.claim_statements import Names


def skip(names: Names) -> str:
    """Return the statement to end due events that are not sent; it returns how many."""
    # The next event of a stream may be WAITING for one that is skipped.
    return sql.of_constants(
        """
WITH skipped AS (
    UPDATE {events} SET state = 'NO_ENDPOINT', next_attempt_at = NULL
     WHERE id IN (
           SELECT event.id FROM {owners} owner CROSS JOIN LATERAL (
                  SELECT event.id FROM {events} event
                   WHERE event.{owner} = owner.id AND event.state = 'PENDING'
                     AND event.next_attempt_at <= %(now)s + owner.clock_offset AND {is_unwanted}
                   ORDER BY event.next_attempt_at LIMIT 1000 FOR UPDATE SKIP LOCKED) event
            WHERE owner.id = ANY (%(owners)s::uuid[]))
    RETURNING id, {stream}, {owner}
), woken AS (
    UPDATE {events} event
       SET state = 'PENDING', next_attempt_at = successor.at
      FROM (SELECT DISTINCT ON (skipped.{stream}) next.id, next.state, %(now)s + owner.clock_offset AS at
              FROM skipped JOIN {owners} owner ON owner.id = skipped.{owner}
             CROSS JOIN LATERAL (
                   SELECT event.id, event.state FROM {events} event
                    WHERE event.{stream} = skipped.{stream} AND event.state IN ('PENDING', 'WAITING')
                      AND event.id NOT IN (SELECT id FROM skipped)
                    ORDER BY event.number LIMIT 1) next) successor
     WHERE event.id = successor.id AND successor.state = 'WAITING' AND event.state || '' = 'WAITING'
)
SELECT count(*) FROM skipped
""",
        events=names.events,
        owners=names.owners,
        owner=names.owner,
        is_unwanted=names.is_unwanted,
        stream=names.stream,
    )


def wake_orphans(names: Names) -> str:
    """Return the statement to make due what waits for nothing."""
    return sql.of_constants(
        """
UPDATE {events} event
   SET state = 'PENDING', next_attempt_at = %s + owner.clock_offset
  FROM {owners} owner
 WHERE owner.id = event.{owner} AND event.id IN (
       SELECT waiting.id FROM {events} waiting
        WHERE waiting.state = 'WAITING' AND waiting.number = (
              SELECT first.number FROM {events} first
               WHERE first.{stream} = waiting.{stream} AND first.state IN ('PENDING', 'WAITING')
               ORDER BY first.number LIMIT 1)
          FOR UPDATE SKIP LOCKED)
""",
        events=names.events,
        owners=names.owners,
        owner=names.owner,
        stream=names.stream,
    )


def bring_back(names: Names) -> str:
    """Return the statement to bring back what was stored, or last tried, by a clock that was ahead."""
    return sql.of_constants(
        """
UPDATE {events} event
   SET next_attempt_at = %(now)s + owner.clock_offset
  FROM {owners} owner
 WHERE owner.id = event.{owner} AND event.id IN (
       SELECT late.id
         FROM {owners} owner
        CROSS JOIN LATERAL (
              SELECT event.id FROM {events} event
               WHERE event.{owner} = owner.id AND event.state = 'PENDING'
                 AND event.next_attempt_at > %(now)s + owner.clock_offset + %(slack)s
                 AND %(now)s + owner.clock_offset + %(slack)s < COALESCE(
                     (SELECT max(tried.at) FROM webhooks_delivery tried WHERE {is_of_row}),
                     {created_at})
               ORDER BY event.next_attempt_at FOR UPDATE SKIP LOCKED) late)
""",
        events=names.events,
        owners=names.owners,
        owner=names.owner,
        is_of_row=names.is_of_row,
        created_at=names.created_at,
    )


def move(names: Names) -> str:
    """Return the statement to move due events of a platform to another time."""
    # Some at a time; an event locked by a sender is being sent, or was sent.
    return sql.of_constants(
        """
UPDATE {events} event SET next_attempt_at = %(to)s + owner.clock_offset
  FROM {owners} owner
 WHERE owner.id = event.{owner} AND event.id IN (
       SELECT event.id FROM {events} event JOIN {owners} owner ON owner.id = event.{owner}
        WHERE owner.platform_id = %(platform)s AND event.state = 'PENDING'
          AND (%(after)s::timestamptz IS NULL OR event.next_attempt_at > %(after)s + owner.clock_offset)
          AND event.next_attempt_at <= %(until)s + owner.clock_offset
        ORDER BY event.next_attempt_at LIMIT 1000 FOR UPDATE OF event SKIP LOCKED)
""",
        events=names.events,
        owners=names.owners,
        owner=names.owner,
    )


def put_back(names: Names) -> str:
    """Return the statement to put one event back."""
    return sql.of_constants(
        """
UPDATE {events} SET next_attempt_at = %s
 WHERE id = %s AND state IN ('PENDING', 'WAITING') AND next_attempt_at IS NOT NULL
""",
        events=names.events,
    )


def make_due(names: Names) -> str:
    """Return the statement to make one event due."""
    return sql.of_constants(
        """
UPDATE {events} event SET next_attempt_at = %s + owner.clock_offset
  FROM {owners} owner
 WHERE event.{event} = %s AND event.state = 'PENDING' AND owner.id = event.{owner}
""",
        events=names.events,
        owners=names.owners,
        event=names.event,
        owner=names.owner,
    )


def payload(names: Names) -> str:
    """Return the statement to read the stored form of an event that waits."""
    return sql.of_constants(
        """
SELECT event.payload FROM {events} queued {with_event}
 WHERE queued.{event} = %s AND queued.state IN ('PENDING', 'WAITING') LIMIT 1
""",
        events=names.events,
        with_event=names.with_event,
        event=names.event,
    )


def record(names: Names) -> str:
    """Return the statement to store the outcomes of attempts."""
    # Locking the streams locks all that happens to their events. A sender that has lost its claim must not undo what
    # its successor stored: so the state changes only where it is still open, and a stream claimed by another sender is
    # left alone.
    #
    # The successor of an event that has ended is due at once if it was waiting; also where this sender sends it itself,
    # because this sender may die before that.
    #
    # Events are found by their keys. `state || ''` keeps the planner from starting with all events in a state instead,
    # which it expects to be few when its statistics are out of date.
    return sql.of_constants(
        """
WITH outcome AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%(outcomes)s::json) AS row (
        queued_id uuid, event_id uuid, endpoint_id uuid, stream text, state text, next_attempt_at timestamptz,
        attempt int, sequence bigint, goes_on boolean, at timestamptz, url text, status smallint, milliseconds int,
        reply text, error text, location text
    )
), held AS MATERIALIZED (
    SELECT stream.* FROM outcome
     CROSS JOIN LATERAL (
           SELECT stream.id, stream.{stream} AS stream, stream.claimed_by IS NOT DISTINCT FROM %(holder)s AS is_mine
             FROM {streams} stream
            WHERE stream.{stream} = outcome.stream LIMIT 1) stream
), changed AS (
    UPDATE {events} event
       SET state = outcome.state, next_attempt_at = outcome.next_attempt_at, attempts = outcome.attempt,
           sequence = COALESCE(event.sequence, outcome.sequence)
      FROM held JOIN outcome ON outcome.stream = held.stream
     WHERE event.id = outcome.queued_id AND event.state || '' IN ('PENDING', 'WAITING')
), released AS (
    UPDATE {streams} stream
       SET last_sequence = GREATEST(stream.last_sequence, outcome.sequence),
           claimed_by = CASE WHEN outcome.goes_on OR NOT held.is_mine THEN stream.claimed_by END,
           claimed_until = CASE WHEN NOT held.is_mine THEN stream.claimed_until
                                WHEN outcome.goes_on THEN now() + %(lease)s END
      FROM held JOIN outcome ON outcome.stream = held.stream
     WHERE stream.id = held.id
), successor AS MATERIALIZED (
    SELECT successor.id, outcome.at FROM held JOIN outcome ON outcome.stream = held.stream
     CROSS JOIN LATERAL (
           SELECT successor.id, successor.state FROM {events} successor
            WHERE successor.{stream} = outcome.stream AND successor.state IN ('PENDING', 'WAITING')
              AND successor.id <> outcome.queued_id
            ORDER BY successor.number LIMIT 1) successor
     WHERE outcome.next_attempt_at IS NULL AND successor.state = 'WAITING'
), woken AS (
    UPDATE {events} event
       SET state = 'PENDING', next_attempt_at = successor.at
      FROM successor
     WHERE event.id = successor.id AND event.state || '' = 'WAITING'
)
INSERT INTO webhooks_delivery (event_id, endpoint_id, attempt, at, url, status, milliseconds, reply, error, location)
SELECT event_id, endpoint_id, attempt, at, url, status, milliseconds, reply, error, location FROM outcome
""",
        stream=names.stream,
        streams=names.streams,
        events=names.events,
    )
