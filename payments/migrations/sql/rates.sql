-- What a quote was made from stays as it was taken or entered.
CREATE TRIGGER payments_ratesnapshot_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_ratesnapshot
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
CREATE TRIGGER payments_staffrate_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_staffrate
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();

-- Of a fee schedule only the end may change, and only to an earlier one: what was charged can be shown for ever.
CREATE FUNCTION payments_feeschedule_may_only_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF to_jsonb(NEW) - 'effective_until' IS DISTINCT FROM to_jsonb(OLD) - 'effective_until'
       OR NEW.effective_until IS NULL OR NEW.effective_until > OLD.effective_until THEN
        RAISE EXCEPTION 'a fee schedule is append-only: it can only be brought to its end'
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER payments_feeschedule_may_only_end
    BEFORE UPDATE ON payments_feeschedule
    FOR EACH ROW EXECUTE FUNCTION payments_feeschedule_may_only_end();
CREATE TRIGGER payments_feeschedule_is_kept
    BEFORE DELETE OR TRUNCATE ON payments_feeschedule
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
