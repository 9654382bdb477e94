-- The terms of a quote and what arrived for it stay as they were written; what waits for a person is closed, not deleted.
CREATE TRIGGER payments_quote_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_quote
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
CREATE TRIGGER payments_fundingreceipt_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_fundingreceipt
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
CREATE TRIGGER payments_suspenseitem_is_kept
    BEFORE DELETE ON payments_suspenseitem FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
