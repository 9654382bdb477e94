-- What a token may spend. `p_terms` is platforms_apitoken.spending, as the API takes it; `p_now` the platform's time.
-- The sum of a window is one row, and taking from it locks that row until the commit: two payments at once can't
-- spend the same money, and one that is rolled back takes nothing.

-- The window of a budget at a moment: by days and months in UTC. One that never ends has no renews_at.
CREATE FUNCTION platforms_spending_window(p_recurrence text, p_now timestamptz, OUT began_at timestamptz, OUT renews_at timestamptz)
    LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    IF p_recurrence = 'DAY' THEN
        began_at := date_trunc('day', p_now AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
        renews_at := ((began_at AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC';
    ELSIF p_recurrence = 'MONTH' THEN
        began_at := date_trunc('month', p_now AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
        renews_at := ((began_at AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC';
    ELSE
        began_at := '1970-01-01 00:00:00+00';
    END IF;
END $$;

-- Why one payment is beyond the limits, its budget aside; NULL where it is not. Which currencies are named is a limit too.
CREATE FUNCTION platforms_spending_refusal(p_terms jsonb, p_now timestamptz, p_currency text, p_amount bigint, p_payee text)
    RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    terms jsonb;
    fewest bigint;
    most bigint;
BEGIN
    IF p_now < (p_terms ->> 'validFrom')::timestamptz THEN
        RETURN jsonb_build_object('limit', 'validFrom', 'validFrom', p_terms -> 'validFrom');
    END IF;
    IF p_now >= (p_terms ->> 'validUntil')::timestamptz THEN
        RETURN jsonb_build_object('limit', 'validUntil', 'validUntil', p_terms -> 'validUntil');
    END IF;
    IF p_terms ? 'allowedPayees' AND NOT p_terms -> 'allowedPayees' ? p_payee THEN
        RETURN jsonb_build_object('limit', 'allowedPayees');
    END IF;
    IF NOT p_terms ? 'currencies' THEN
        RETURN NULL;
    END IF;
    SELECT item INTO terms FROM jsonb_array_elements(p_terms -> 'currencies') AS item WHERE item ->> 'currency' = p_currency;
    IF terms IS NULL THEN
        RETURN jsonb_build_object('limit', 'currencies', 'currency', p_currency);
    END IF;
    fewest := (terms #>> '{amountRange,min}')::bigint;
    most := (terms #>> '{amountRange,max}')::bigint;
    IF p_amount < fewest OR p_amount > most THEN
        RETURN jsonb_build_object('limit', 'amountRange', 'currency', p_currency, 'amount', p_amount) || (terms -> 'amountRange');
    END IF;
    RETURN NULL;
END $$;

-- What a budget's refusal tells: how much of it is left, and when it begins anew.
CREATE FUNCTION platforms_spending_left(p_currency text, p_budget jsonb, p_spent bigint, p_renews_at timestamptz)
    RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN jsonb_strip_nulls(jsonb_build_object(
        'limit', 'budget', 'currency', p_currency, 'max', p_budget -> 'max', 'recurrence', p_budget -> 'recurrence',
        'left', greatest((p_budget ->> 'max')::bigint - p_spent, 0), 'renewsAt', p_renews_at));
END $$;

CREATE FUNCTION platforms_spending_budget(p_terms jsonb, p_currency text)
    RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN (SELECT item -> 'budget' FROM jsonb_array_elements(p_terms -> 'currencies') AS item WHERE item ->> 'currency' = p_currency);
END $$;

-- Take one payment from what a token may spend, or raise SP001 with the refusal as its detail. The limits are locked
-- until the commit: who changes them waits, so that no payment is made by limits that were changed before it.
CREATE FUNCTION platforms_spend(p_token uuid, p_now timestamptz, p_currency text, p_amount bigint, p_payee text)
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

-- The same for the payments of a batch, which take in turns and are refused one by one: lock what the token may spend,
-- and tell of each payment (`number`, `currency`, `amount`, `payee`) why it is beyond the limits, and of each budget what
-- is left. The caller decides, and adds what it made to the rows. NULL for a token without limits.
CREATE FUNCTION platforms_hold_spending(p_token uuid, p_now timestamptz, p_payments jsonb)
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
