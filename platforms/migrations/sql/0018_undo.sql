-- Back to the functions of 0014.
DROP FUNCTION platforms_restore_spending(uuid, timestamptz, text, bigint);
CREATE OR REPLACE FUNCTION platforms_spend(p_token uuid, p_now timestamptz, p_currency text, p_amount bigint, p_payee text)
    RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    terms jsonb;
    refusal jsonb;
    budget jsonb;
    span record;
BEGIN
    SELECT spending INTO terms FROM platforms_apitoken WHERE id = p_token FOR KEY SHARE;
    IF terms IS NULL THEN
        RETURN;
    END IF;
    refusal := platforms_spending_refusal(terms, p_now, p_currency, p_amount, p_payee);
    IF refusal IS NULL THEN
        budget := platforms_spending_budget(terms, p_currency);
        IF budget IS NULL THEN
            RETURN;
        END IF;
        SELECT * INTO span FROM platforms_spending_window(budget ->> 'recurrence', p_now);
        INSERT INTO platforms_tokenspending AS kept (token_id, currency, recurrence, began_at, spent)
        SELECT p_token, p_currency, budget ->> 'recurrence', span.began_at, p_amount
         WHERE p_amount <= (budget ->> 'max')::bigint
            ON CONFLICT (token_id, currency, recurrence, began_at)
            DO UPDATE SET spent = kept.spent + excluded.spent
         WHERE kept.spent <= (budget ->> 'max')::bigint - excluded.spent;
        IF FOUND THEN
            RETURN;
        END IF;
        refusal := platforms_spending_left(p_currency, budget, coalesce((
            SELECT spent FROM platforms_tokenspending
             WHERE token_id = p_token AND currency = p_currency AND recurrence = budget ->> 'recurrence'
               AND began_at = span.began_at), 0), span.renews_at) || jsonb_build_object('amount', p_amount);
    END IF;
    RAISE EXCEPTION 'the token may not spend this' USING ERRCODE = 'SP001', DETAIL = refusal::text;
END $$;
CREATE OR REPLACE FUNCTION platforms_hold_spending(p_token uuid, p_now timestamptz, p_payments jsonb)
    RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    terms jsonb;
    budget jsonb;
    budgets jsonb := '{}';
    code text;
    span record;
    taken bigint;
BEGIN
    SELECT spending INTO terms FROM platforms_apitoken WHERE id = p_token AND spending IS NOT NULL FOR KEY SHARE;
    IF terms IS NULL THEN
        RETURN NULL;
    END IF;
    FOR code IN SELECT DISTINCT item ->> 'currency' FROM jsonb_array_elements(p_payments) AS item ORDER BY 1 LOOP
        budget := platforms_spending_budget(terms, code);
        IF budget IS NOT NULL THEN
            SELECT * INTO span FROM platforms_spending_window(budget ->> 'recurrence', p_now);
            INSERT INTO platforms_tokenspending AS kept (token_id, currency, recurrence, began_at, spent)
            VALUES (p_token, code, budget ->> 'recurrence', span.began_at, 0)
                ON CONFLICT (token_id, currency, recurrence, began_at) DO UPDATE SET spent = kept.spent
            RETURNING spent INTO taken;
            budgets := budgets || jsonb_build_object(
                code, platforms_spending_left(code, budget, taken, span.renews_at) || jsonb_build_object('beganAt', span.began_at));
        END IF;
    END LOOP;
    RETURN jsonb_build_object('budgets', budgets, 'refusals', (
        SELECT coalesce(jsonb_object_agg(asked.number, asked.refusal), '{}')
          FROM (SELECT item ->> 'number' AS number,
                       platforms_spending_refusal(
                           terms, p_now, item ->> 'currency', (item ->> 'amount')::bigint, item ->> 'payee') AS refusal
                  FROM jsonb_array_elements(p_payments) AS item) AS asked
         WHERE asked.refusal IS NOT NULL));
END $$;
DROP FUNCTION platforms_take_spending(uuid, timestamptz, text, bigint, text, boolean);
DROP FUNCTION platforms_spending_waits(jsonb, text, bigint);
