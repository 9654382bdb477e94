-- Money that arrived stays as it was written down.
CREATE TRIGGER payments_deposit_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_deposit
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
