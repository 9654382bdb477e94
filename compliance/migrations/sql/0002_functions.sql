-- The history of a customer's status stays as it was written.
CREATE TRIGGER compliance_customerstatuschange_append_only
    BEFORE UPDATE OR DELETE ON compliance_customerstatuschange
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
