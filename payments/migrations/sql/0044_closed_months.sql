-- Nothing is dated into a closed month, and what corrects one says which.

-- Post one journal entry: the only way money moves. Guarded balances are changed first, in the order of
-- their keys, so that two entries over the same accounts wait for each other instead of deadlocking, and
-- the locks are held for what is left of the database transaction.
--   p_accounts, p_sides ('D' | 'C'), p_amounts   one element per posting; amounts in the smallest unit, > 0
--   p_at   the time of the entry; one that lies in a closed period of an account of it, or in a closed month of the
--          platform, is raised to its end
-- An entry that is late for a closed month, or reverses one of it, is a correction of that month: it gets a row that says so.
-- Returns the entry's key and the new balances of the guarded accounts, in the order of their keys.
-- Raises LG001 when a guarded balance would go below zero, LG002 for an account that is not the platform's, LG005 for
-- one that is held.
-- Every statement goes by one key or by values: one over an array would be planned anew at each call, which costs
-- more than running it, and one by two columns may take the wrong index while a table has no statistics.
CREATE OR REPLACE FUNCTION payments_post(
    p_platform uuid, p_purpose text, p_transaction uuid, p_reverses bigint, p_at timestamptz,
    p_accounts bigint[], p_sides text[], p_amounts bigint[],
    OUT entry bigint, OUT guarded_accounts bigint[], OUT guarded_balances bigint[]
) LANGUAGE plpgsql SECURITY DEFINER AS $$
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
    closed timestamptz;
    booked_at timestamptz := p_at;
    month_closed timestamptz;
    corrected timestamptz := p_at;
BEGIN
    -- Whoever closes a period waits for all that hold this lock, which every entry takes in the end: here it is taken
    -- before the end of the period is read, so that who does not see it is waited for.
    LOCK TABLE payments_posting IN ROW EXCLUSIVE MODE;
    SELECT closed_until INTO month_closed FROM payments_closedbooks WHERE platform_id = p_platform;
    booked_at := greatest(booked_at, month_closed);
    guarded_accounts := '{}';
    guarded_balances := '{}';
    FOR line IN 1 .. cardinality(p_accounts) LOOP
        SELECT normal_side, is_guarded, currency, platform_id, closed_until
          INTO normal, guarded, in_currency, owner, closed
          FROM payments_ledgeraccount WHERE id = p_accounts[line];
        IF owner IS DISTINCT FROM p_platform THEN
            RAISE EXCEPTION 'unknown ledger account' USING ERRCODE = 'LG002';
        END IF;
        currencies[line] := in_currency;
        booked_at := greatest(booked_at, closed);
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
         WHERE id = touched[line] AND balance + changes[line] >= 0 AND held_at IS NULL
        RETURNING balance INTO new_balance;
        IF NOT FOUND THEN
            IF EXISTS (SELECT FROM payments_ledgeraccount WHERE id = touched[line] AND held_at IS NOT NULL) THEN
                RAISE EXCEPTION 'account is held' USING ERRCODE = 'LG005';
            END IF;
            RAISE EXCEPTION 'insufficient balance' USING ERRCODE = 'LG001';
        END IF;
        guarded_accounts := guarded_accounts || touched[line];
        guarded_balances := guarded_balances || new_balance;
    END LOOP;

    INSERT INTO payments_journalentry (platform_id, purpose, transaction_id, reverses_id, at)
    VALUES (p_platform, p_purpose, p_transaction, p_reverses, booked_at)
    RETURNING id INTO entry;
    IF month_closed IS NOT NULL THEN
        IF p_reverses IS NOT NULL THEN
            SELECT least(corrected, at) INTO corrected FROM payments_journalentry WHERE id = p_reverses;
        END IF;
        IF corrected < month_closed THEN
            INSERT INTO payments_correction (entry_id, month)
            VALUES (entry, date_trunc('month', corrected AT TIME ZONE 'UTC')::date);
        END IF;
    END IF;
    IF cardinality(p_accounts) = 2 THEN
        INSERT INTO payments_posting (entry_id, account_id, side, amount, currency, at)
        VALUES (entry, p_accounts[1], p_sides[1], p_amounts[1], currencies[1], booked_at),
               (entry, p_accounts[2], p_sides[2], p_amounts[2], currencies[2], booked_at);
        RETURN;
    END IF;
    FOR line IN 1 .. cardinality(p_accounts) LOOP
        INSERT INTO payments_posting (entry_id, account_id, side, amount, currency, at)
        VALUES (entry, p_accounts[line], p_sides[line], p_amounts[line], currencies[line], booked_at);
    END LOOP;
END $$;

-- Post entries of two postings each, a debit and a credit: what `payments_post` does for each of them, in the order of the
-- arrays, by a few statements for all. The arrays are equally long, an element for each entry; amounts in the smallest
-- unit, > 0.
-- Returns the entries in their order, with the balance that each has left on its accounts; NULL where that is not guarded.
-- Raises what `payments_post` raises: LG002, LG005, and LG001 where any of the entries would take a balance below zero.
-- Accounts are found by their keys, whatever the planner knows of the tables.
CREATE OR REPLACE FUNCTION payments_post_pairs(
    p_purpose text, p_platforms uuid[], p_transactions uuid[], p_at timestamptz[],
    p_debited bigint[], p_credited bigint[], p_amounts bigint[]
) RETURNS TABLE (entry bigint, transaction_id uuid, debited_balance bigint, credited_balance bigint)
LANGUAGE plpgsql SECURITY DEFINER
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
DECLARE
    is_foreign boolean;
    is_held boolean;
    is_short boolean;
    entries bigint[];
    booked_at timestamptz[];
    debited_in text[];
    credited_in text[];
    debited_left bigint[];
    credited_left bigint[];
BEGIN
    -- As in `payments_post`: who closes a period waits for all that hold this lock.
    LOCK TABLE payments_posting IN ROW EXCLUSIVE MODE;
    -- In the order of their keys: nobody who posts waits for one who waits for him.
    PERFORM FROM payments_ledgeraccount WHERE id = ANY (p_debited || p_credited) AND is_guarded ORDER BY id FOR NO KEY UPDATE;

    SELECT bool_or(leg.owner IS DISTINCT FROM leg.platform), bool_or(leg.is_held), bool_or(leg.balance < 0),
           array_agg(leg.currency ORDER BY leg.number) FILTER (WHERE leg.side = 'D'),
           array_agg(leg.currency ORDER BY leg.number) FILTER (WHERE leg.side = 'C'),
           array_agg(leg.balance::bigint ORDER BY leg.number) FILTER (WHERE leg.side = 'D'),
           array_agg(leg.balance::bigint ORDER BY leg.number) FILTER (WHERE leg.side = 'C'),
           array_agg(leg.booked_at ORDER BY leg.number) FILTER (WHERE leg.side = 'D')
      INTO is_foreign, is_held, is_short, debited_in, credited_in, debited_left, credited_left, booked_at
      FROM (
          SELECT asked.number, asked.platform, line.side, account.platform_id AS owner, account.currency,
                 account.is_guarded AND account.held_at IS NOT NULL AS is_held,
                 max(greatest(asked.at, account.closed_until, books.closed_until)) OVER (PARTITION BY asked.number) AS booked_at,
                 CASE WHEN account.is_guarded THEN account.balance + sum(
                     CASE WHEN line.side = account.normal_side THEN asked.amount ELSE -asked.amount END
                 ) OVER (PARTITION BY line.account ORDER BY asked.number) END AS balance
            FROM unnest(p_platforms, p_at, p_debited, p_credited, p_amounts)
                 WITH ORDINALITY AS asked(platform, at, debited, credited, amount, number)
           CROSS JOIN LATERAL (VALUES ('D', asked.debited), ('C', asked.credited)) AS line(side, account)
            LEFT JOIN payments_ledgeraccount account ON account.id = line.account
            LEFT JOIN payments_closedbooks books ON books.platform_id = asked.platform
      ) AS leg;
    IF is_foreign THEN
        RAISE EXCEPTION 'unknown ledger account' USING ERRCODE = 'LG002';
    ELSIF is_held THEN
        RAISE EXCEPTION 'account is held' USING ERRCODE = 'LG005';
    ELSIF is_short THEN
        RAISE EXCEPTION 'insufficient balance' USING ERRCODE = 'LG001';
    END IF;

    UPDATE payments_ledgeraccount account
       SET balance = last.balance, balance_changed_at = last.at
      FROM (
          SELECT DISTINCT ON (leg.account) leg.account, leg.balance, leg.at
            FROM (
                SELECT debited, balance, at, number
                  FROM unnest(p_debited, debited_left, p_at) WITH ORDINALITY AS d(debited, balance, at, number)
                UNION ALL
                SELECT credited, balance, at, number
                  FROM unnest(p_credited, credited_left, p_at) WITH ORDINALITY AS c(credited, balance, at, number)
            ) AS leg(account, balance, at, number)
           WHERE leg.balance IS NOT NULL
           ORDER BY leg.account, leg.number DESC
      ) AS last
     WHERE account.id = last.account;

    SELECT array_agg(nextval('payments_journalentry_id_seq')) INTO entries FROM generate_subscripts(p_amounts, 1);
    INSERT INTO payments_journalentry (id, platform_id, purpose, transaction_id, reverses_id, at)
    SELECT asked.id, asked.platform, p_purpose, asked.payment, NULL, asked.at
      FROM unnest(entries, p_platforms, p_transactions, booked_at) AS asked(id, platform, payment, at);
    INSERT INTO payments_correction (entry_id, month)
    SELECT asked.id, date_trunc('month', asked.at AT TIME ZONE 'UTC')::date
      FROM unnest(entries, p_platforms, p_at) AS asked(id, platform, at)
      JOIN payments_closedbooks books ON books.platform_id = asked.platform AND books.closed_until > asked.at;
    INSERT INTO payments_posting (entry_id, account_id, side, amount, currency, at)
    SELECT asked.id, line.account, line.side, asked.amount, line.currency, asked.at
      FROM unnest(entries, p_debited, p_credited, p_amounts, debited_in, credited_in, booked_at)
           WITH ORDINALITY AS asked(id, debited, credited, amount, debited_in, credited_in, at, number)
     CROSS JOIN LATERAL (
         VALUES ('D', asked.debited, asked.debited_in), ('C', asked.credited, asked.credited_in)
     ) AS line(side, account, currency)
     ORDER BY asked.number, line.side DESC;

    RETURN QUERY SELECT * FROM unnest(entries, p_transactions, debited_left, credited_left);
END $$;

-- Postings come with their entry, never later, touch accounts that exist, and lie in no month that two people have closed,
-- whoever writes them: asked once for all that a statement wrote. `payments_post` dates by `closed_until`, and who did not see it
-- has ended before `sealed_until` follows: so nobody is refused who posts by it.
CREATE OR REPLACE FUNCTION payments_postings_come_with_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    is_late boolean;
    is_foreign boolean;
    is_closed boolean;
BEGIN
    SELECT bool_or(entry.recorded_in IS DISTINCT FROM pg_current_xact_id()),
           bool_or(account.currency IS DISTINCT FROM written.currency),
           bool_or(written.at < books.sealed_until)
      INTO is_late, is_foreign, is_closed
      FROM written
      LEFT JOIN payments_journalentry entry ON entry.id = written.entry_id
      LEFT JOIN payments_ledgeraccount account ON account.id = written.account_id
      LEFT JOIN payments_closedbooks books ON books.platform_id = account.platform_id;
    IF is_late THEN
        RAISE EXCEPTION 'a journal entry takes no postings after it was made' USING ERRCODE = 'LG004';
    END IF;
    IF is_foreign THEN
        RAISE EXCEPTION 'a posting names no ledger account of its currency' USING ERRCODE = 'LG002';
    END IF;
    IF is_closed THEN
        RAISE EXCEPTION 'a posting is dated into a closed month' USING ERRCODE = 'LG006';
    END IF;
    RETURN NULL;
END $$;

-- The names in them mean our own tables, whatever the caller has put into its search path.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['payments_post', 'payments_post_pairs', 'payments_postings_come_with_entry'] LOOP
        EXECUTE format('ALTER FUNCTION %I SET search_path = pg_catalog, %I, pg_temp', name, current_schema());
    END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION payments_post FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payments_post_pairs FROM PUBLIC;

-- What was kept of a closed month, and what corrects one, stays as it was written.
CREATE TRIGGER payments_correction_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_correction
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
CREATE TRIGGER payments_monthfigure_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_monthfigure
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
