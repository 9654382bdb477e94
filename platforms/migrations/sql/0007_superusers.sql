-- A superuser of the back office has every role, and two of them hold both halves of every rule of two people. So the service
-- makes none: whoever owns the tables does.
CREATE FUNCTION platforms_guard_superuser() RETURNS trigger LANGUAGE plpgsql
    SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF (TG_OP = 'INSERT' OR NOT OLD.is_superuser)
       AND NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER')
    THEN
        RAISE EXCEPTION 'only the owner of the database makes superusers' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER platforms_superuser_is_made_by_the_owner
    BEFORE INSERT OR UPDATE ON auth_user FOR EACH ROW WHEN (NEW.is_superuser)
    EXECUTE FUNCTION platforms_guard_superuser();

-- Those that are there are taken as they are found: from here on the nightly check asks for a row of each.
INSERT INTO platforms_auditentry (at, actor_kind, actor_id, verb, subject, request_id, details)
SELECT now(), 'OPERATOR', 'migrate', 'staff.make_superuser', left('Staff:' || username, 64), '', '{"found": true}'
  FROM auth_user WHERE is_superuser ORDER BY id;
