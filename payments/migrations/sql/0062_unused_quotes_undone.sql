CREATE OR REPLACE TRIGGER payments_transaction_is_kept
    BEFORE DELETE ON payments_transaction FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
DROP TRIGGER payments_quote_is_never_emptied ON payments_quote;
CREATE OR REPLACE TRIGGER payments_quote_is_kept
    BEFORE DELETE OR TRUNCATE ON payments_quote FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
DROP TRIGGER payments_transactionstatuschange_is_kept ON payments_transactionstatuschange;
CREATE OR REPLACE TRIGGER payments_transactionstatuschange_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_transactionstatuschange
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
DROP FUNCTION payments_forget_quotes;
DROP FUNCTION payments_only_unused_quotes_go;
DROP FUNCTION payments_is_unused_quote;
