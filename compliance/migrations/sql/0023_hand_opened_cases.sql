-- Who opened a case, when and about whom stays as it was written; its words are emptied when the person is forgotten.
CREATE TRIGGER compliance_handopenedcase_kept
    BEFORE UPDATE OF id, platform_id, customer_id, opened_at, opened_by OR DELETE OR TRUNCATE ON compliance_handopenedcase
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
