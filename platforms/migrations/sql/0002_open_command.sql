-- As before, but a token ends by the clock of its platform. `p_now` is real time.
CREATE OR REPLACE FUNCTION platforms_open_command(
    p_token uuid, p_platform uuid, p_key text, p_waits boolean, p_now timestamptz,
    OUT token_is_live boolean, OUT clock_offset interval, OUT claimed boolean,
    OUT stored_fingerprint bytea, OUT stored_status smallint, OUT stored_body bytea, OUT stored_is_sealed boolean
) LANGUAGE plpgsql AS $$
BEGIN
    SELECT token.revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > p_now + platform.clock_offset),
           platform.clock_offset
      INTO token_is_live, clock_offset
      FROM platforms_apitoken token JOIN platforms_platform platform ON platform.id = token.platform_id
     WHERE token.id = p_token;
    token_is_live := coalesce(token_is_live, false);
    claimed := false;
    IF NOT token_is_live OR p_key IS NULL THEN
        RETURN;
    END IF;
    -- The claim is a lock on the key, held to the end of the database transaction, which stores the reply with
    -- it in one row. Two keys of one hash wait for each other without need, and that is all.
    IF p_waits THEN
        PERFORM pg_advisory_xact_lock(hashtextextended(p_platform::text || p_key, 0));
    END IF;
    SELECT fingerprint, status, body, is_sealed
      INTO stored_fingerprint, stored_status, stored_body, stored_is_sealed
      FROM platforms_idempotencykey WHERE platform_id = p_platform AND key = p_key;
    claimed := NOT FOUND;
END $$;
