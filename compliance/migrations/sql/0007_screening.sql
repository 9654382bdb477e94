-- Who was compared with what, and when, stays as it was written.
CREATE TRIGGER compliance_screening_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON compliance_screening
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
