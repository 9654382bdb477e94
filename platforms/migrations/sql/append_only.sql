-- Rows of an append-only table stay as they were written.
CREATE FUNCTION platforms_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only or kept for ever: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;

-- Rows that hot tables point at without a checked key are never deleted.
CREATE TRIGGER platforms_platform_is_kept
    BEFORE DELETE ON platforms_platform FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();

CREATE TRIGGER platforms_auditentry_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON platforms_auditentry
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();

-- What was sealed, and what was found when it was checked, stays as it was written.
CREATE TRIGGER platforms_auditseal_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON platforms_auditseal
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();

CREATE TRIGGER platforms_auditcheckrun_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON platforms_auditcheckrun
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
