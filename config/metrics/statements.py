"""The statements of `figures`: each reads a limited number of rows, by an index. `%(now)s` is real time.

Times of platforms are compared on their own clocks.
"""

# The oldest payments of each platform and status; as the start page reads them.
IN_FLIGHT = """
SELECT payment.status, payment.next_action, count(*),
       max(extract(epoch FROM %(now)s::timestamptz + platform.clock_offset - payment.created_at))::float8
  FROM platforms_platform platform
 CROSS JOIN unnest(%(in_flight)s::text[]) AS wanted (status)
 CROSS JOIN LATERAL (
       SELECT status, next_action, created_at FROM payments_transaction
        WHERE platform_id = platform.id AND status = wanted.status
        ORDER BY created_at, id LIMIT %(most)s
       ) payment
 GROUP BY 1, 2
"""
RAILS = """
SELECT rail, currency, begun, completed, failed FROM payments_railday WHERE day = %(today)s ORDER BY rail, currency
"""
FAILED = """
SELECT payment.failure_reason, count(*)
  FROM platforms_platform platform
 CROSS JOIN unnest('{FAILED,REJECTED}'::text[]) AS wanted (status)
 CROSS JOIN LATERAL (
       SELECT failure_reason FROM payments_transaction
        WHERE platform_id = platform.id AND status = wanted.status
          AND created_at > %(now)s::timestamptz + platform.clock_offset - interval '1 hour'
        ORDER BY created_at, id LIMIT %(most)s
       ) payment
 GROUP BY 1
"""
ANSWERS = """
SELECT message.step, message.answer, count(*)
  FROM (SELECT step, answer, at, transaction_id FROM payments_providermessage ORDER BY id DESC LIMIT %(recent)s) message
  JOIN payments_transaction payment ON payment.id = message.transaction_id
  JOIN platforms_platform platform ON platform.id = payment.platform_id
 WHERE message.at > %(now)s::timestamptz + platform.clock_offset - interval '5 minutes'
 GROUP BY 1, 2
"""
EVENTS = """
SELECT count(*), max(extract(epoch FROM %(now)s::timestamptz + event.clock_offset - event.next_attempt_at))::float8
  FROM (SELECT platform.clock_offset, waiting.next_attempt_at
          FROM platforms_platform platform
         CROSS JOIN LATERAL (
               SELECT next_attempt_at FROM webhooks_event
                WHERE platform_id = platform.id AND state = 'PENDING' ORDER BY next_attempt_at LIMIT %(most)s) waiting
         UNION ALL
        SELECT platform.clock_offset, waiting.next_attempt_at
          FROM webhooks_furtherendpoint endpoint
          JOIN platforms_platform platform ON platform.id = endpoint.platform_id
         CROSS JOIN LATERAL (
               SELECT next_attempt_at FROM webhooks_furtherevent
                WHERE endpoint_id = endpoint.id AND state = 'PENDING'
                ORDER BY next_attempt_at LIMIT %(most)s) waiting) event
"""
DELIVERIES = """
SELECT coalesce(delivery.status BETWEEN 200 AND 299, false), count(*)
  FROM (SELECT status, at, event_id FROM webhooks_delivery ORDER BY id DESC LIMIT %(recent)s) delivery
  JOIN webhooks_event event ON event.id = delivery.event_id
  JOIN platforms_platform platform ON platform.id = event.platform_id
 WHERE delivery.at > %(now)s::timestamptz + platform.clock_offset - interval '5 minutes'
 GROUP BY 1
"""
LAST_DELIVERY = """
SELECT extract(epoch FROM delivery.at - platform.clock_offset)::float8
  FROM (SELECT at, event_id FROM webhooks_delivery ORDER BY id DESC LIMIT 1) delivery
  JOIN webhooks_event event ON event.id = delivery.event_id
  JOIN platforms_platform platform ON platform.id = event.platform_id
"""
# A row or a few for each platform.
ENDPOINTS = """
SELECT count(*) FILTER (WHERE endpoint.disabled_at IS NULL AND endpoint.failing_since IS NOT NULL),
       count(*) FILTER (WHERE endpoint.disabled_at IS NOT NULL AND endpoint.disabled_reason <> 'SWITCHED_OFF'
                          AND endpoint.is_off),
       coalesce(max(endpoint.consecutive_failures) FILTER (WHERE endpoint.disabled_at IS NULL), 0)
  FROM (SELECT health.disabled_at, health.disabled_reason, health.failing_since, health.consecutive_failures,
               platform.webhook_endpoint = '' AS is_off
          FROM webhooks_endpointhealth health JOIN platforms_platform platform ON platform.id = health.platform_id
         UNION ALL
        SELECT disabled_at, disabled_reason, failing_since, consecutive_failures, TRUE
          FROM webhooks_furtherendpoint WHERE deleted_at IS NULL) endpoint
"""
SUSPENSE = """
SELECT item.currency, count(*), sum(item.amount)::float8,
       max(extract(epoch FROM %(now)s::timestamptz + platform.clock_offset - item.opened_at))::float8
  FROM (SELECT currency, amount, opened_at, platform_id FROM payments_suspenseitem
         WHERE resolved_at IS NULL ORDER BY opened_at LIMIT %(most)s) item
  JOIN platforms_platform platform ON platform.id = item.platform_id
 GROUP BY 1
"""
REVIEWS = """
SELECT count(*), coalesce(
           max(extract(epoch FROM %(now)s::timestamptz + platform.clock_offset - waiting.submitted_at)), 0)::float8
  FROM (SELECT submitted_at, platform_id FROM compliance_verification
         WHERE status = 'PENDING_MANUAL_REVIEW' ORDER BY submitted_at LIMIT %(most)s) waiting
  JOIN platforms_platform platform ON platform.id = waiting.platform_id
"""
SEALS = """
SELECT 'journal', coalesce((
       SELECT extract(epoch FROM %(now)s::timestamptz + platform.clock_offset - entry.at)
         FROM payments_journalentry entry JOIN platforms_platform platform ON platform.id = entry.platform_id
        WHERE entry.id > coalesce((SELECT last_id FROM payments_journalseal ORDER BY number DESC LIMIT 1), 0)
        ORDER BY entry.id LIMIT 1), 0)::float8
 UNION ALL
SELECT 'audit', coalesce((
       SELECT extract(epoch FROM %(now)s::timestamptz + coalesce(platform.clock_offset, interval '0') - entry.at)
         FROM platforms_auditentry entry LEFT JOIN platforms_platform platform ON platform.id = entry.platform_id
        WHERE entry.id > coalesce((SELECT last_id FROM platforms_auditseal ORDER BY number DESC LIMIT 1), 0)
        ORDER BY entry.id LIMIT 1), 0)::float8
"""
# Before the first root: since the end of the day of the first seal.
UNSEALED_DAY = """
SELECT greatest(0, coalesce(extract(epoch FROM %(now)s::timestamptz - coalesce(
           (SELECT (day + 2)::timestamp AT TIME ZONE 'UTC' FROM payments_signedroot
             WHERE digest IS NOT NULL ORDER BY number DESC LIMIT 1),
           (SELECT date_trunc('day', sealed_at, 'UTC') + interval '1 day' FROM payments_journalseal WHERE number = 1)
       )), 0))::float8
"""
# One row for each source.
RATES = """
SELECT feed.source, extract(epoch FROM %(now)s::timestamptz - coalesce(snapshot.as_of, feed.taken_at))::float8,
       feed.failing_since IS NOT NULL
  FROM payments_ratefeed feed LEFT JOIN payments_ratesnapshot snapshot ON snapshot.id = feed.snapshot_id
 WHERE feed.taken_at IS NOT NULL
"""
CONNECTIONS = """
SELECT (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
       current_setting('max_connections')::int
"""
# No row while the server archives nothing. Before the first part of the log: since the server started.
ARCHIVING = """
SELECT extract(epoch FROM %(now)s::timestamptz - coalesce(last_archived_time, pg_postmaster_start_time()))::float8
  FROM pg_stat_archiver WHERE current_setting('archive_mode') <> 'off'
"""
# Lags of standbys are shown to members of pg_read_all_stats. A slot shows to everybody how much of the log is kept for
# a standby, also for one that is away.
STANDBYS = """
SELECT coalesce((SELECT max(extract(epoch FROM replay_lag)) FROM pg_stat_replication), 0)::float8,
       coalesce((SELECT max(pg_current_wal_lsn() - restart_lsn) FROM pg_replication_slots
                  WHERE NOT pg_is_in_recovery()), 0)::float8
"""
BREAK_GLASS = """
SELECT count(*)
  FROM unnest(%(break_glass)s::text[]) AS account (name)
 CROSS JOIN LATERAL (
       SELECT verb, at FROM platforms_auditentry
        WHERE actor_kind = 'STAFF' AND actor_id = account.name
        ORDER BY id DESC LIMIT %(recent)s
       ) entry
 WHERE entry.verb = 'staff.break_glass' AND entry.at > %(now)s::timestamptz - interval '1 hour'
"""
