-- What a claim is about, and each settlement of it, stay as they were written.
CREATE TRIGGER payments_claim_append_only
    BEFORE UPDATE OF id, platform_id, line_id, reason, debtor, transaction_id, internal_account_id, amount, currency,
        entry_id, opened_at
        OR DELETE OR TRUNCATE ON payments_claim
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();

CREATE TRIGGER payments_claimsettlement_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_claimsettlement
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
