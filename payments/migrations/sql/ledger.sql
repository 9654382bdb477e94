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
-- Every statement goes by one key or by values: one over an array would be planned anew at each call, which costs
-- more than running it, and one by two columns may take the wrong index while a table has no statistics.
CREATE FUNCTION payments_post(
    p_platform uuid, p_purpose text, p_transaction uuid, p_reverses bigint, p_at timestamptz,
    p_accounts bigint[], p_sides text[], p_amounts bigint[],
    OUT entry bigint, OUT guarded_accounts bigint[], OUT guarded_balances bigint[]
) LANGUAGE plpgsql AS $$
DECLARE
    line integer;
    normal text;
    guarded boolean;
    currencies text[] := '{}';
    in_currency text;
    owner uuid;
    touched bigint[] := '{}';
    changes bigint[] := '{}';
    new_balance bigint;
BEGIN
    guarded_accounts := '{}';
    guarded_balances := '{}';
    FOR line IN 1 .. cardinality(p_accounts) LOOP
        SELECT normal_side, is_guarded, currency, platform_id INTO normal, guarded, in_currency, owner
          FROM payments_ledgeraccount WHERE id = p_accounts[line];
        IF owner IS DISTINCT FROM p_platform THEN
            RAISE EXCEPTION 'unknown ledger account' USING ERRCODE = 'LG002';
        END IF;
        currencies[line] := in_currency;
        IF guarded THEN
            touched := touched || p_accounts[line];
            changes := changes || CASE WHEN p_sides[line] = normal THEN p_amounts[line] ELSE -p_amounts[line] END;
        END IF;
    END LOOP;
    IF cardinality(touched) > 1 THEN
        SELECT array_agg(id ORDER BY id), array_agg(total ORDER BY id) INTO touched, changes
          FROM (SELECT id, sum(part)::bigint AS total FROM unnest(touched, changes) AS leg(id, part) GROUP BY id) sums;
    END IF;
    FOR line IN 1 .. cardinality(touched) LOOP
        UPDATE payments_ledgeraccount
           SET balance = balance + changes[line], balance_changed_at = p_at
         WHERE id = touched[line] AND balance + changes[line] >= 0
        RETURNING balance INTO new_balance;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'insufficient balance' USING ERRCODE = 'LG001';
        END IF;
        guarded_accounts := guarded_accounts || touched[line];
        guarded_balances := guarded_balances || new_balance;
    END LOOP;

    INSERT INTO payments_journalentry (platform_id, purpose, transaction_id, reverses_id, at)
    VALUES (p_platform, p_purpose, p_transaction, p_reverses, p_at)
    RETURNING id INTO entry;
    IF cardinality(p_accounts) = 2 THEN
        INSERT INTO payments_posting (entry_id, account_id, side, amount, currency, at)
        VALUES (entry, p_accounts[1], p_sides[1], p_amounts[1], currencies[1], p_at),
               (entry, p_accounts[2], p_sides[2], p_amounts[2], currencies[2], p_at);
        RETURN;
    END IF;
    FOR line IN 1 .. cardinality(p_accounts) LOOP
        INSERT INTO payments_posting (entry_id, account_id, side, amount, currency, at)
        VALUES (entry, p_accounts[line], p_sides[line], p_amounts[line], currencies[line], p_at);
    END LOOP;
END $$;

-- At commit, every entry's debits equal its credits in every currency. One pass tells of an entry in one currency.
CREATE FUNCTION payments_entry_must_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    lines integer;
    difference numeric;
    is_plain boolean;
BEGIN
    SELECT count(*), sum(CASE side WHEN 'D' THEN amount ELSE -amount END), min(currency) = max(currency)
      INTO lines, difference, is_plain
      FROM payments_posting WHERE entry_id = NEW.id;
    IF lines < 2 THEN
        RAISE EXCEPTION 'journal entry % has fewer than two postings', NEW.id USING ERRCODE = 'LG003';
    END IF;
    IF is_plain THEN
        IF difference = 0 THEN
            RETURN NULL;
        END IF;
    ELSIF NOT EXISTS (
        SELECT FROM payments_posting WHERE entry_id = NEW.id GROUP BY currency
        HAVING sum(CASE side WHEN 'D' THEN amount ELSE -amount END) <> 0
    ) THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'journal entry % does not balance', NEW.id USING ERRCODE = 'LG003';
END $$;

CREATE CONSTRAINT TRIGGER payments_entry_balances
    AFTER INSERT ON payments_journalentry DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION payments_entry_must_balance();

-- Postings come with their entry, never later, and touch accounts that exist: asked once for all that a statement wrote.
CREATE FUNCTION payments_postings_come_with_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    is_late boolean;
    is_foreign boolean;
BEGIN
    SELECT bool_or(entry.recorded_in IS DISTINCT FROM pg_current_xact_id()),
           bool_or(account.currency IS DISTINCT FROM written.currency)
      INTO is_late, is_foreign
      FROM written
      LEFT JOIN payments_journalentry entry ON entry.id = written.entry_id
      LEFT JOIN payments_ledgeraccount account ON account.id = written.account_id;
    IF is_late THEN
        RAISE EXCEPTION 'a journal entry takes no postings after it was made' USING ERRCODE = 'LG004';
    END IF;
    IF is_foreign THEN
        RAISE EXCEPTION 'a posting names no ledger account of its currency' USING ERRCODE = 'LG002';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER payments_postings_come_with_entry
    AFTER INSERT ON payments_posting REFERENCING NEW TABLE AS written
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
