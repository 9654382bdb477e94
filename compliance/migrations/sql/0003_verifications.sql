-- The histories of owners and of verifications stay as they were written.
CREATE TRIGGER compliance_beneficialownerstatuschange_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON compliance_beneficialownerstatuschange
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
CREATE TRIGGER compliance_verificationstatuschange_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON compliance_verificationstatuschange
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
