-- Rules of approvals, and what was looked at before each approval, stay as they were written.
CREATE TRIGGER compliance_reviewrule_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON compliance_reviewrule
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
CREATE TRIGGER compliance_reviewapproval_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON compliance_reviewapproval
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
