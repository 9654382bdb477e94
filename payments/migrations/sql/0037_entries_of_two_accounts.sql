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
                 max(greatest(asked.at, account.closed_until)) OVER (PARTITION BY asked.number) AS booked_at,
                 CASE WHEN account.is_guarded THEN account.balance + sum(
                     CASE WHEN line.side = account.normal_side THEN asked.amount ELSE -asked.amount END
                 ) OVER (PARTITION BY line.account ORDER BY asked.number) END AS balance
            FROM unnest(p_platforms, p_at, p_debited, p_credited, p_amounts)
                 WITH ORDINALITY AS asked(platform, at, debited, credited, amount, number)
           CROSS JOIN LATERAL (VALUES ('D', asked.debited), ('C', asked.credited)) AS line(side, account)
            LEFT JOIN payments_ledgeraccount account ON account.id = line.account
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

-- The names in it mean our own tables, whatever the caller has put into its search path.
DO $$
BEGIN
    EXECUTE format(
        'ALTER FUNCTION payments_post_pairs SET search_path = pg_catalog, %I, pg_temp', current_schema()
    );
END $$;
REVOKE EXECUTE ON FUNCTION payments_post_pairs FROM PUBLIC;
