-- Which database transaction wrote an entry: its postings can come from that one only.
ALTER TABLE payments_journalentry ADD COLUMN recorded_in xid8 NOT NULL DEFAULT pg_current_xact_id();

-- A guarded account's row is written with every payment: leave room to do that in place.
ALTER TABLE payments_ledgeraccount SET (fillfactor = 50);
ALTER TABLE payments_transaction SET (fillfactor = 80);

-- Post one journal entry: the only way money moves. Guarded balances are changed first, in the order of
-- their keys, so that two entries over the same accounts wait for each other instead of deadlocking, and
-- the locks are held for what is left of the database transaction.
--   p_accounts, p_sides ('D' | 'C'), p_amounts   one element per posting; amounts in the smallest unit, > 0
-- Returns the entry's key and the new balances of the guarded accounts, in the order of their keys.
-- Raises LG001 when a guarded balance would go below zero, LG002 for an account that is not the platform's.
CREATE FUNCTION payments_post(
    p_platform uuid, p_purpose text, p_transaction uuid, p_reverses bigint, p_at timestamptz,
    p_accounts bigint[], p_sides text[], p_amounts bigint[],
    OUT entry bigint, OUT guarded_accounts bigint[], OUT guarded_balances bigint[]
) LANGUAGE plpgsql AS $$
DECLARE
    leg record;
    new_balance bigint;
BEGIN
    guarded_accounts := '{}';
    guarded_balances := '{}';
    FOR leg IN
        SELECT account.id, sum(CASE WHEN line.side = account.normal_side THEN line.amount ELSE -line.amount END) AS change
          FROM unnest(p_accounts, p_sides, p_amounts) AS line(account_id, side, amount)
          JOIN payments_ledgeraccount account ON account.id = line.account_id AND account.platform_id = p_platform
         WHERE account.is_guarded
         GROUP BY account.id
         ORDER BY account.id
    LOOP
        UPDATE payments_ledgeraccount
           SET balance = balance + leg.change, balance_changed_at = p_at
         WHERE id = leg.id AND balance + leg.change >= 0
        RETURNING balance INTO new_balance;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'insufficient balance' USING ERRCODE = 'LG001';
        END IF;
        guarded_accounts := guarded_accounts || leg.id;
        guarded_balances := guarded_balances || new_balance;
    END LOOP;

    INSERT INTO payments_journalentry (platform_id, purpose, transaction_id, reverses_id, at)
    VALUES (p_platform, p_purpose, p_transaction, p_reverses, p_at)
    RETURNING id INTO entry;

    INSERT INTO payments_posting (entry_id, account_id, side, amount, currency, at)
    SELECT entry, account.id, line.side, line.amount, account.currency, p_at
      FROM unnest(p_accounts, p_sides, p_amounts) WITH ORDINALITY AS line(account_id, side, amount, position)
      JOIN payments_ledgeraccount account ON account.id = line.account_id AND account.platform_id = p_platform
     ORDER BY line.position;
    GET DIAGNOSTICS new_balance = ROW_COUNT;
    IF new_balance <> cardinality(p_accounts) THEN
        RAISE EXCEPTION 'unknown ledger account' USING ERRCODE = 'LG002';
    END IF;
END $$;

-- At commit, every entry's debits equal its credits in every currency.
CREATE FUNCTION payments_entry_must_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    lines integer := 0;
    side record;
BEGIN
    FOR side IN
        SELECT count(*) AS lines, sum(CASE posting.side WHEN 'D' THEN amount ELSE -amount END) AS difference
          FROM payments_posting posting WHERE posting.entry_id = NEW.id GROUP BY currency
    LOOP
        lines := lines + side.lines;
        IF side.difference <> 0 THEN
            RAISE EXCEPTION 'journal entry % does not balance', NEW.id USING ERRCODE = 'LG003';
        END IF;
    END LOOP;
    IF lines < 2 THEN
        RAISE EXCEPTION 'journal entry % has fewer than two postings', NEW.id USING ERRCODE = 'LG003';
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER payments_entry_balances
    AFTER INSERT ON payments_journalentry DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION payments_entry_must_balance();

-- Postings come with their entry, never later, and touch accounts that exist.
CREATE FUNCTION payments_postings_come_with_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM added
          LEFT JOIN payments_journalentry entry ON entry.id = added.entry_id
          LEFT JOIN payments_ledgeraccount account ON account.id = added.account_id
         WHERE entry.recorded_in IS DISTINCT FROM pg_current_xact_id() OR account.id IS NULL
    ) THEN
        RAISE EXCEPTION 'a journal entry takes no postings after it was made' USING ERRCODE = 'LG004';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER payments_postings_come_with_entry
    AFTER INSERT ON payments_posting REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION payments_postings_come_with_entry();

-- Rows that hot tables point at without a checked key are never deleted.
CREATE TRIGGER payments_ledgeraccount_is_kept
    BEFORE DELETE ON payments_ledgeraccount FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
CREATE TRIGGER payments_internalaccount_is_kept
    BEFORE DELETE ON payments_internalaccount FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
CREATE TRIGGER payments_externalaccount_is_kept
    BEFORE DELETE ON payments_externalaccount FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
CREATE TRIGGER payments_transaction_is_kept
    BEFORE DELETE ON payments_transaction FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
CREATE TRIGGER payments_customer_is_kept
    BEFORE DELETE ON compliance_customer FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();

-- The journal and the histories stay as they were written.
CREATE TRIGGER payments_journalentry_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_journalentry
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
CREATE TRIGGER payments_posting_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_posting
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
CREATE TRIGGER payments_transactionstatuschange_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_transactionstatuschange
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
