-- No entry touches an account that is held: seen where its balance is locked, at no step more.

-- Post one journal entry: the only way money moves. Guarded balances are changed first, in the order of
-- their keys, so that two entries over the same accounts wait for each other instead of deadlocking, and
-- the locks are held for what is left of the database transaction.
--   p_accounts, p_sides ('D' | 'C'), p_amounts   one element per posting; amounts in the smallest unit, > 0
-- Returns the entry's key and the new balances of the guarded accounts, in the order of their keys.
-- Raises LG001 when a guarded balance would go below zero, LG002 for an account that is not the platform's, LG005 for
-- one that is held.
-- Every statement goes by one key or by values: one over an array would be planned anew at each call, which costs
-- more than running it, and one by two columns may take the wrong index while a table has no statistics.
CREATE OR REPLACE FUNCTION payments_post(
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
