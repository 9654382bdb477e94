-- What a bank wrote, and each decision about it, stay as they were written.
CREATE TRIGGER payments_bankstatement_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_bankstatement
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();

-- Its encrypted content, and its blind index, are written anew under other keys. The content is bound to its row: it can't
-- be another line's.
CREATE TRIGGER payments_bankstatementline_append_only
    BEFORE UPDATE OF id, statement_id, file_id, connection_name, number, part, place, is_credit, is_booked, is_reversal,
        is_fee, amount, currency, booked_on, value_on, end_to_end_id, bank_reference, code, reason_code, fingerprint
        OR DELETE OR TRUNCATE ON payments_bankstatementline
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();

CREATE TRIGGER payments_bankmatch_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_bankmatch
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
