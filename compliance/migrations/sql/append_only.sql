-- The history of a customer's status stays as it was written.
CREATE TRIGGER compliance_customerstatuschange_append_only
    BEFORE UPDATE OR DELETE ON compliance_customerstatuschange
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();

-- The histories of owners and of verifications stay as they were written.
CREATE TRIGGER compliance_beneficialownerstatuschange_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON compliance_beneficialownerstatuschange
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
CREATE TRIGGER compliance_verificationstatuschange_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON compliance_verificationstatuschange
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();

-- Who was compared with what, and when, stays as it was written.
CREATE TRIGGER compliance_screening_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON compliance_screening
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();

-- Of a note only the text can change: under a new key, or emptied when the person is forgotten.
CREATE TRIGGER compliance_reviewnote_append_only
    BEFORE UPDATE OF id, verification_id, kind, at, actor_kind, actor_id OR DELETE OR TRUNCATE ON compliance_reviewnote
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
