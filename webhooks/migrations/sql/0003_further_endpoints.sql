-- Leases of seconds: not logged, which makes them cheap to write.
ALTER TABLE webhooks_furthershare SET UNLOGGED;
-- A stream is updated twice for each of its events: with room in its page the indexes need not know.
ALTER TABLE webhooks_furtherstream SET (fillfactor = 70);

-- Whoever stores an event, by whichever statement: each further endpoint that takes its type gets it. A question
-- about a payment is put to one endpoint, which is not this queue's concern: its event is never PENDING.
CREATE FUNCTION webhooks_queue_for_further_endpoints() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO webhooks_furtherevent (endpoint_id, event_id, stream, number, state, attempts, next_attempt_at)
    SELECT endpoint.id, event.id, endpoint.id || '/' || event.resource, event.number, 'PENDING', 0,
           event.next_attempt_at
      FROM stored event JOIN webhooks_furtherendpoint endpoint ON endpoint.platform_id = event.platform_id
     WHERE event.state = 'PENDING' AND event.type <> 'TEST'
       AND endpoint.disabled_at IS NULL AND endpoint.deleted_at IS NULL
       AND (endpoint.types = '{}' OR event.type = ANY (endpoint.types));
    RETURN NULL;
END $$;
DO $$ BEGIN
    EXECUTE format(
        'ALTER FUNCTION webhooks_queue_for_further_endpoints SET search_path = pg_catalog, %I, pg_temp',
        current_schema());
END $$;
CREATE TRIGGER webhooks_event_for_further_endpoints
    AFTER INSERT ON webhooks_event REFERENCING NEW TABLE AS stored
    FOR EACH STATEMENT EXECUTE FUNCTION webhooks_queue_for_further_endpoints();
