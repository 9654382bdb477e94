-- The terms of a quote stay as they were written. All that can change is that it forgets persons.
CREATE FUNCTION payments_quote_may_only_forget() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    forgotten payments_quote := OLD;
BEGIN
    forgotten.counterparty_information := NEW.counterparty_information;
    forgotten.sender_information := NEW.sender_information;
    IF NEW IS DISTINCT FROM forgotten
       OR num_nonnulls(NEW.counterparty_information, NEW.sender_information) > 0 THEN
        RAISE EXCEPTION 'payments_quote is append-only: it can only forget persons' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
DROP TRIGGER payments_quote_append_only ON payments_quote;
CREATE TRIGGER payments_quote_terms_stay
    BEFORE UPDATE ON payments_quote FOR EACH ROW EXECUTE FUNCTION payments_quote_may_only_forget();
CREATE TRIGGER payments_quote_is_kept
    BEFORE DELETE OR TRUNCATE ON payments_quote FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
