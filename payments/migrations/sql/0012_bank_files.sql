-- A file for a bank stays as it was written.
CREATE TRIGGER payments_bankfile_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_bankfile
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
