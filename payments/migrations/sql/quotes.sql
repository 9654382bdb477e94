-- The terms of a quote stay as they were written. All that can change: it forgets persons, and what is encrypted is
-- encrypted anew. Whether that holds the same values the database can't tell; the application opens no forgery.
CREATE FUNCTION payments_quote_may_only_forget() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    kept payments_quote := OLD;
BEGIN
    kept.counterparty_information := NEW.counterparty_information;
    kept.sender_information := NEW.sender_information;
    IF NEW IS DISTINCT FROM kept
       OR (NEW.counterparty_information IS NOT NULL
           AND NEW.counterparty_information IS DISTINCT FROM OLD.counterparty_information)
       OR (NEW.sender_information IS NOT NULL AND (OLD.sender_information IS NULL OR EXISTS (
           SELECT FROM jsonb_each_text(OLD.sender_information) former
             FULL JOIN jsonb_each_text(NEW.sender_information) latter ON latter.key = former.key
            WHERE former.key IS NULL OR latter.key IS NULL
               OR (latter.value IS DISTINCT FROM former.value AND coalesce(latter.value NOT LIKE 's1.%', true)))))
    THEN
        RAISE EXCEPTION 'payments_quote is append-only: it can only forget persons' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER payments_quote_terms_stay
    BEFORE UPDATE ON payments_quote FOR EACH ROW EXECUTE FUNCTION payments_quote_may_only_forget();
CREATE TRIGGER payments_quote_is_kept
    BEFORE DELETE OR TRUNCATE ON payments_quote FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();

-- What arrived for a quote stays as it was written; what waits for a person is closed, not deleted.
CREATE TRIGGER payments_fundingreceipt_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_fundingreceipt
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
CREATE TRIGGER payments_suspenseitem_is_kept
    BEFORE DELETE ON payments_suspenseitem FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
