-- Generated: STRUCTURE_WRITE=1 make test ARGS=tests/launch/test_structure.py
SET LOCAL check_function_bodies = false;

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';
CREATE FUNCTION public.payments_entry_must_balance() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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
CREATE FUNCTION public.payments_feeschedule_may_only_end() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
    IF to_jsonb(NEW) - 'effective_until' IS DISTINCT FROM to_jsonb(OLD) - 'effective_until'
       OR NEW.effective_until IS NULL OR NEW.effective_until > OLD.effective_until THEN
        RAISE EXCEPTION 'a fee schedule is append-only: it can only be brought to its end'
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION public.payments_forget_quotes(p_payments uuid[]) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
    counted uuid;
    counted_changes bigint := coalesce(
        (SELECT min(up_to) FROM payments_daymark WHERE name IN ('rails', 'sandbox rails')), 0);
    gone uuid[];
BEGIN
    -- As the counting of payments does, and first: the rows of totals have no order of their own.
    SELECT up_to INTO counted FROM payments_transactiontallymark WHERE id = 1 FOR UPDATE;
    gone := ARRAY(SELECT id FROM payments_transaction
                   WHERE id = ANY (p_payments) AND id <= counted ORDER BY id FOR UPDATE SKIP LOCKED);
    -- A statement of its own: it sees what was written before the locks were had.
    gone := ARRAY(SELECT locked.payment FROM unnest(gone) AS locked(payment)
                   WHERE payments_is_unused_quote(locked.payment)
                     AND NOT EXISTS (SELECT FROM payments_transactionstatuschange change
                                      WHERE change.transaction_id = locked.payment AND change.id > counted_changes));
    DELETE FROM payments_transactionstatuschange WHERE transaction_id = ANY (gone);
    DELETE FROM payments_outgoingumapayment WHERE transaction_id = ANY (gone);
    DELETE FROM payments_quote WHERE transaction_id = ANY (gone);
    WITH deleted AS (
        DELETE FROM payments_transaction WHERE id = ANY (gone) RETURNING platform_id, type
    ), fewer AS (
        SELECT platform_id, type, count(*) AS count FROM deleted GROUP BY platform_id, type
    )
    UPDATE payments_transactiontally tally SET count = tally.count - fewer.count
      FROM fewer WHERE tally.platform_id = fewer.platform_id AND tally.type = fewer.type;
    RETURN cardinality(gone);
END $$;
CREATE FUNCTION public.payments_is_unused_quote(p_payment uuid) RETURNS boolean
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
SELECT EXISTS (
    SELECT FROM payments_transaction payment
     WHERE payment.id = p_payment AND payment.quote_id IS NOT NULL AND payment.status = 'EXPIRED'
       AND payment.settled_at IS NULL AND payment.refund IS NULL AND payment.next_action_at IS NULL
       AND payment.provider_reference = ''
       AND payment.id < (lpad(to_hex((extract(epoch FROM clock_timestamp() - interval '90 days') * 1000)::bigint), 12, '0')
                         || repeat('0', 20))::uuid)
   AND NOT EXISTS (SELECT FROM payments_transactionstatuschange change
                    WHERE change.transaction_id = p_payment AND change.to_status NOT IN ('PENDING', 'EXPIRED'))
   AND NOT EXISTS (SELECT FROM payments_journalentry entry WHERE entry.transaction_id = p_payment)
   AND NOT EXISTS (SELECT FROM payments_fundingreceipt receipt WHERE receipt.transaction_id = p_payment)
   AND NOT EXISTS (SELECT FROM payments_suspenseitem item WHERE item.transaction_id = p_payment)
   AND NOT EXISTS (SELECT FROM payments_providermessage message WHERE message.transaction_id = p_payment)
   AND NOT EXISTS (SELECT FROM payments_incomingumapayment incoming WHERE incoming.transaction_id = p_payment)
   AND NOT EXISTS (SELECT FROM payments_outgoingumapayment outgoing
                    WHERE outgoing.transaction_id = p_payment
                      AND (outgoing.preimage <> '' OR outgoing.fee_msat IS NOT NULL
                           OR outgoing.called_back_at IS NOT NULL))
$$;
CREATE FUNCTION public.payments_only_unused_quotes_go() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
    payment uuid;
BEGIN
    IF TG_TABLE_NAME = 'payments_transaction' THEN
        payment := OLD.id;
    ELSE
        payment := OLD.transaction_id;
    END IF;
    IF NOT payments_is_unused_quote(payment) THEN
        RAISE EXCEPTION '% is append-only or kept for ever: % refused', TG_TABLE_NAME, TG_OP
              USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
END $$;
CREATE FUNCTION public.payments_post(p_platform uuid, p_purpose text, p_transaction uuid, p_reverses bigint, p_at timestamp with time zone, p_accounts bigint[], p_sides text[], p_amounts bigint[], OUT entry bigint, OUT guarded_accounts bigint[], OUT guarded_balances bigint[]) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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
CREATE FUNCTION public.payments_post_pairs(p_purpose text, p_platforms uuid[], p_transactions uuid[], p_at timestamp with time zone[], p_debited bigint[], p_credited bigint[], p_amounts bigint[]) RETURNS TABLE(entry bigint, transaction_id uuid, debited_balance bigint, credited_balance bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
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
CREATE FUNCTION public.payments_postings_come_with_entry() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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
CREATE FUNCTION public.payments_quote_may_only_forget() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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
CREATE FUNCTION public.platforms_guard_proposal() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
    IF OLD.status <> 'OPEN'
       OR (OLD.id, OLD.verb, OLD.subject, OLD.arguments, OLD.reason, OLD.proposed_by, OLD.proposed_at, OLD.expires_at)
          IS DISTINCT FROM
          (NEW.id, NEW.verb, NEW.subject, NEW.arguments, NEW.reason, NEW.proposed_by, NEW.proposed_at, NEW.expires_at)
    THEN
        RAISE EXCEPTION 'proposal % stays as it is', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION public.platforms_guard_superuser() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
    IF (TG_OP = 'INSERT' OR NOT OLD.is_superuser)
       AND NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER')
    THEN
        RAISE EXCEPTION 'only the owner of the database makes superusers' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION public.platforms_hold_spending(p_token uuid, p_now timestamp with time zone, p_payments jsonb) RETURNS jsonb
    LANGUAGE plpgsql
    AS $$
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
    RETURN jsonb_build_object('budgets', budgets, 'terms', terms, 'refusals', (
        SELECT coalesce(jsonb_object_agg(asked.number, asked.refusal), '{}')
          FROM (SELECT item ->> 'number' AS number,
                       platforms_spending_refusal(
                           terms, p_now, item ->> 'currency', (item ->> 'amount')::bigint, item ->> 'payee') AS refusal
                  FROM jsonb_array_elements(p_payments) AS item) AS asked
         WHERE asked.refusal IS NOT NULL));
END $$;
CREATE FUNCTION public.platforms_open_command(p_token uuid, p_platform uuid, p_key text, p_waits boolean, p_now timestamp with time zone, OUT token_is_live boolean, OUT clock_offset interval, OUT claimed boolean, OUT stored_fingerprint bytea, OUT stored_status smallint, OUT stored_body bytea, OUT stored_is_sealed boolean) RETURNS record
    LANGUAGE plpgsql
    AS $$
BEGIN
    SELECT token.revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > p_now + platform.clock_offset),
           platform.clock_offset
      INTO token_is_live, clock_offset
      FROM platforms_apitoken token JOIN platforms_platform platform ON platform.id = token.platform_id
     WHERE token.id = p_token;
    token_is_live := coalesce(token_is_live, false);
    claimed := false;
    IF NOT token_is_live OR p_key IS NULL THEN
        RETURN;
    END IF;
    -- The claim is a lock on the key, held to the end of the database transaction, which stores the reply with
    -- it in one row. Two keys of one hash wait for each other without need, and that is all.
    IF p_waits THEN
        PERFORM pg_advisory_xact_lock(hashtextextended(p_platform::text || p_key, 0));
    END IF;
    SELECT fingerprint, status, body, is_sealed
      INTO stored_fingerprint, stored_status, stored_body, stored_is_sealed
      FROM platforms_idempotencykey WHERE platform_id = p_platform AND key = p_key;
    claimed := NOT FOUND;
END $$;
CREATE FUNCTION public.platforms_refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION '% is append-only or kept for ever: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE FUNCTION public.platforms_restore_spending(p_token uuid, p_accepted_at timestamp with time zone, p_currency text, p_amount bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    budget jsonb;
BEGIN
    SELECT platforms_spending_budget(spending, p_currency) INTO budget
      FROM platforms_apitoken WHERE id = p_token AND updated_at <= p_accepted_at FOR KEY SHARE;
    IF budget IS NOT NULL THEN
        UPDATE platforms_tokenspending SET spent = spent - p_amount
         WHERE token_id = p_token AND currency = p_currency AND recurrence = budget ->> 'recurrence'
           AND began_at = (platforms_spending_window(budget ->> 'recurrence', p_accepted_at)).began_at
           AND spent >= p_amount;
    END IF;
END $$;
CREATE FUNCTION public.platforms_spend(p_token uuid, p_now timestamp with time zone, p_currency text, p_amount bigint, p_payee text) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM platforms_take_spending(p_token, p_now, p_currency, p_amount, p_payee, false);
END $$;
CREATE FUNCTION public.platforms_spending_budget(p_terms jsonb, p_currency text) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    AS $$
BEGIN
    RETURN (SELECT item -> 'budget' FROM jsonb_array_elements(p_terms -> 'currencies') AS item WHERE item ->> 'currency' = p_currency);
END $$;
CREATE FUNCTION public.platforms_spending_left(p_currency text, p_budget jsonb, p_spent bigint, p_renews_at timestamp with time zone) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    AS $$
BEGIN
    RETURN jsonb_strip_nulls(jsonb_build_object(
        'limit', 'budget', 'currency', p_currency, 'max', p_budget -> 'max', 'recurrence', p_budget -> 'recurrence',
        'left', greatest((p_budget ->> 'max')::bigint - p_spent, 0), 'renewsAt', p_renews_at));
END $$;
CREATE FUNCTION public.platforms_spending_refusal(p_terms jsonb, p_now timestamp with time zone, p_currency text, p_amount bigint, p_payee text) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    AS $$
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
CREATE FUNCTION public.platforms_spending_waits(p_terms jsonb, p_currency text, p_amount bigint) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    AS $$
BEGIN
    RETURN EXISTS (
        SELECT FROM jsonb_array_elements(p_terms -> 'currencies') AS item
         WHERE item ->> 'currency' = p_currency AND p_amount > (item ->> 'approvalAbove')::bigint);
END $$;
CREATE FUNCTION public.platforms_spending_window(p_recurrence text, p_now timestamp with time zone, OUT began_at timestamp with time zone, OUT renews_at timestamp with time zone) RETURNS record
    LANGUAGE plpgsql IMMUTABLE
    AS $$
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
CREATE FUNCTION public.platforms_take_spending(p_token uuid, p_now timestamp with time zone, p_currency text, p_amount bigint, p_payee text, p_waits boolean) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
DECLARE
    terms jsonb;
    refusal jsonb;
    budget jsonb;
    span record;
    waits boolean;
BEGIN
    SELECT spending INTO terms FROM platforms_apitoken WHERE id = p_token FOR KEY SHARE;
    IF terms IS NULL THEN
        RETURN coalesce(p_waits, false);
    END IF;
    refusal := platforms_spending_refusal(terms, p_now, p_currency, p_amount, p_payee);
    IF refusal IS NULL THEN
        waits := coalesce(p_waits, false) OR platforms_spending_waits(terms, p_currency, p_amount);
        IF waits AND NOT p_waits THEN
            RAISE EXCEPTION 'the payment has to wait for a person' USING ERRCODE = 'SP002';
        END IF;
        budget := platforms_spending_budget(terms, p_currency);
        IF budget IS NULL THEN
            RETURN waits;
        END IF;
        SELECT * INTO span FROM platforms_spending_window(budget ->> 'recurrence', p_now);
        INSERT INTO platforms_tokenspending AS kept (token_id, currency, recurrence, began_at, spent)
        SELECT p_token, p_currency, budget ->> 'recurrence', span.began_at, p_amount
         WHERE p_amount <= (budget ->> 'max')::bigint
            ON CONFLICT (token_id, currency, recurrence, began_at)
            DO UPDATE SET spent = kept.spent + excluded.spent
         WHERE kept.spent <= (budget ->> 'max')::bigint - excluded.spent;
        IF FOUND THEN
            RETURN waits;
        END IF;
        refusal := platforms_spending_left(p_currency, budget, coalesce((
            SELECT spent FROM platforms_tokenspending
             WHERE token_id = p_token AND currency = p_currency AND recurrence = budget ->> 'recurrence'
               AND began_at = span.began_at), 0), span.renews_at) || jsonb_build_object('amount', p_amount);
    END IF;
    RAISE EXCEPTION 'the token may not spend this' USING ERRCODE = 'SP001', DETAIL = refusal::text;
END $$;
CREATE FUNCTION public.search_fold(text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
SELECT lower(normalize(regexp_replace(normalize(
    replace(replace(replace(replace(replace(replace(replace(
        translate($1, 'øØđĐðÐłŁıħŧ', 'oOdDdDlLiht'), 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'),
        'þ', 'th'), 'Þ', 'TH'),
    NFKD), '[\u0300-\u036f]', '', 'g'), NFC))
$_$;
CREATE FUNCTION public.webhooks_queue_for_further_endpoints() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO webhooks_furtherevent (endpoint_id, event_id, stream, number, state, attempts, next_attempt_at)
    SELECT endpoint.id, event.id, endpoint.id || '/' || event.resource, event.number, 'PENDING', 0,
           event.next_attempt_at
      FROM stored event JOIN webhooks_furtherendpoint endpoint ON endpoint.platform_id = event.platform_id
     WHERE event.state = 'PENDING' AND event.type <> 'TEST'
       AND endpoint.disabled_at IS NULL AND endpoint.deleted_at IS NULL
       AND (endpoint.types = '{}' OR event.type = ANY (endpoint.types));
    RETURN NULL;
END $$;
CREATE TABLE public.auth_group (
    id integer NOT NULL,
    name character varying(150) NOT NULL
);
ALTER TABLE public.auth_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_group_permissions (
    id bigint NOT NULL,
    group_id integer NOT NULL,
    permission_id integer NOT NULL
);
ALTER TABLE public.auth_group_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_permission (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    content_type_id integer NOT NULL,
    codename character varying(100) NOT NULL
);
ALTER TABLE public.auth_permission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_permission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_user (
    id integer NOT NULL,
    password character varying(128) NOT NULL,
    last_login timestamp with time zone,
    is_superuser boolean NOT NULL,
    username character varying(150) NOT NULL,
    first_name character varying(150) NOT NULL,
    last_name character varying(150) NOT NULL,
    email character varying(254) NOT NULL,
    is_staff boolean NOT NULL,
    is_active boolean NOT NULL,
    date_joined timestamp with time zone NOT NULL
);
CREATE TABLE public.auth_user_groups (
    id bigint NOT NULL,
    user_id integer NOT NULL,
    group_id integer NOT NULL
);
ALTER TABLE public.auth_user_groups ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_user_groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE public.auth_user ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_user_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_user_user_permissions (
    id bigint NOT NULL,
    user_id integer NOT NULL,
    permission_id integer NOT NULL
);
ALTER TABLE public.auth_user_user_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_user_user_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.axes_accessattempt (
    id integer NOT NULL,
    user_agent character varying(255) NOT NULL,
    ip_address inet,
    username character varying(255),
    http_accept character varying(1025) NOT NULL,
    path_info character varying(255) NOT NULL,
    attempt_time timestamp with time zone NOT NULL,
    get_data text NOT NULL,
    post_data text NOT NULL,
    failures_since_start integer NOT NULL,
    CONSTRAINT axes_accessattempt_failures_since_start_check CHECK ((failures_since_start >= 0))
);
ALTER TABLE public.axes_accessattempt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.axes_accessattempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.axes_accessattemptexpiration (
    access_attempt_id integer NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.axes_accessfailurelog (
    id integer NOT NULL,
    user_agent character varying(255) NOT NULL,
    ip_address inet,
    username character varying(255),
    http_accept character varying(1025) NOT NULL,
    path_info character varying(255) NOT NULL,
    attempt_time timestamp with time zone NOT NULL,
    locked_out boolean NOT NULL
);
ALTER TABLE public.axes_accessfailurelog ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.axes_accessfailurelog_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.axes_accesslog (
    id integer NOT NULL,
    user_agent character varying(255) NOT NULL,
    ip_address inet,
    username character varying(255),
    http_accept character varying(1025) NOT NULL,
    path_info character varying(255) NOT NULL,
    attempt_time timestamp with time zone NOT NULL,
    logout_time timestamp with time zone,
    session_hash character varying(64) NOT NULL
);
ALTER TABLE public.axes_accesslog ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.axes_accesslog_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.banks_bankset (
    id uuid NOT NULL,
    connection_name character varying(32) NOT NULL,
    kind character varying(16) NOT NULL,
    amount bigint NOT NULL,
    currency character varying(8) NOT NULL,
    decided_by character varying(64) NOT NULL,
    reason text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT bank_set_amount_positive CHECK ((amount > 0)),
    CONSTRAINT bank_set_kind_known CHECK ((kind IN ('SETTLED', 'RETURNED')))
);
CREATE TABLE public.banks_banksetpayment (
    id uuid NOT NULL,
    kind character varying(16) NOT NULL,
    amount bigint NOT NULL,
    bank_set_id uuid NOT NULL,
    payment_id uuid NOT NULL,
    CONSTRAINT bank_set_payment_amount_positive CHECK ((amount > 0))
);
CREATE TABLE public.compliance_beneficialowner (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    roles character varying(32)[] NOT NULL,
    ownership_percentage numeric(9,6) NOT NULL,
    personal_info jsonb NOT NULL,
    kyc_status character varying(16) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT beneficial_owner_roles_known CHECK (((roles <@ ARRAY['UBO'::character varying(32), 'DIRECTOR'::character varying(32), 'COMPANY_OFFICER'::character varying(32), 'CONTROL_PERSON'::character varying(32), 'TRUSTEE'::character varying(32), 'GENERAL_PARTNER'::character varying(32)]) AND (
CASE
    WHEN (roles IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(roles, 1), 0)
END >= 1))),
    CONSTRAINT beneficial_owner_share_in_range CHECK (((ownership_percentage >= (0)::numeric) AND (ownership_percentage <= (100)::numeric))),
    CONSTRAINT beneficial_owner_status_known CHECK ((kyc_status IN ('PENDING', 'REJECTED', 'APPROVED')))
);
CREATE TABLE public.compliance_beneficialownerstatuschange (
    id bigint NOT NULL,
    beneficial_owner_id uuid CONSTRAINT compliance_beneficialownerstatusch_beneficial_owner_id_not_null NOT NULL,
    from_status character varying(16) NOT NULL,
    to_status character varying(16) NOT NULL,
    at timestamp with time zone NOT NULL,
    cause character varying(32) NOT NULL,
    actor_kind character varying(16) NOT NULL,
    actor_id character varying(64) NOT NULL,
    CONSTRAINT beneficial_owner_change_known CHECK (((to_status IN ('PENDING', 'REJECTED', 'APPROVED')) AND (((from_status)::text = ''::text) OR (from_status IN ('PENDING', 'REJECTED', 'APPROVED')))))
);
ALTER TABLE public.compliance_beneficialownerstatuschange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.compliance_beneficialownerstatuschange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.compliance_bulkimport (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    status character varying(16) NOT NULL,
    size bigint NOT NULL,
    columns character varying(64)[] NOT NULL,
    "position" bigint NOT NULL,
    total integer NOT NULL,
    processed integer NOT NULL,
    successful integer NOT NULL,
    failed integer NOT NULL,
    actor_kind character varying(16) NOT NULL,
    actor_id character varying(64) NOT NULL,
    request_id character varying(64) NOT NULL,
    next_run_at timestamp with time zone,
    attempts integer NOT NULL,
    failures integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    CONSTRAINT bulk_import_counters_add_up CHECK ((processed = (successful + failed))),
    CONSTRAINT bulk_import_over_or_due CHECK ((((status IN ('COMPLETED', 'FAILED')) AND (completed_at IS NOT NULL) AND (next_run_at IS NULL)) OR ((NOT (status IN ('COMPLETED', 'FAILED'))) AND (completed_at IS NULL) AND (next_run_at IS NOT NULL)))),
    CONSTRAINT bulk_import_status_known CHECK ((status IN ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED')))
);
CREATE TABLE public.compliance_bulkimporterror (
    id bigint NOT NULL,
    bulk_import_id uuid NOT NULL,
    "row" integer NOT NULL,
    correlation_id character varying(255) NOT NULL,
    code character varying(64) NOT NULL,
    message character varying(500) NOT NULL,
    details jsonb NOT NULL
);
ALTER TABLE public.compliance_bulkimporterror ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.compliance_bulkimporterror_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.compliance_bulkimportpart (
    id bigint NOT NULL,
    bulk_import_id uuid NOT NULL,
    number integer NOT NULL,
    content bytea NOT NULL
);
ALTER TABLE public.compliance_bulkimportpart ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.compliance_bulkimportpart_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.compliance_customer (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    platform_customer_id character varying(255) NOT NULL,
    customer_type character varying(16) NOT NULL,
    region character varying(2),
    currencies character varying(8)[] NOT NULL,
    uma_address character varying(320) NOT NULL,
    kyc_status character varying(16),
    kyb_status character varying(16),
    full_name character varying(255),
    birth_date date,
    nationality character varying(2),
    address jsonb,
    business_info jsonb,
    tax_id_digest bytea,
    retired_uma_digest bytea,
    erased_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    spellings text DEFAULT ''::text NOT NULL,
    metadata jsonb,
    email text,
    phone_number text,
    email_digest bytea,
    phone_digest bytea,
    CONSTRAINT customer_kyb_status_known CHECK (((kyb_status IS NULL) OR (kyb_status IN ('UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED')))),
    CONSTRAINT customer_kyc_status_known CHECK (((kyc_status IS NULL) OR (kyc_status IN ('UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED')))),
    CONSTRAINT customer_type_has_its_status CHECK (((((customer_type)::text = 'INDIVIDUAL'::text) AND (kyb_status IS NULL) AND (kyc_status IS NOT NULL)) OR (((customer_type)::text = 'BUSINESS'::text) AND (kyb_status IS NOT NULL) AND (kyc_status IS NULL)))),
    CONSTRAINT customer_uma_address_lower_case CHECK (((uma_address)::text = lower((uma_address)::text)))
);
CREATE TABLE public.compliance_customerstatuschange (
    id bigint NOT NULL,
    customer_id uuid NOT NULL,
    from_status character varying(16) NOT NULL,
    to_status character varying(16) NOT NULL,
    at timestamp with time zone NOT NULL,
    cause character varying(32) NOT NULL,
    actor_kind character varying(16) NOT NULL,
    actor_id character varying(64) NOT NULL,
    CONSTRAINT customer_status_change_known CHECK (((to_status IN ('UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED')) AND (((from_status)::text = ''::text) OR (from_status IN ('UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED')))))
);
ALTER TABLE public.compliance_customerstatuschange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.compliance_customerstatuschange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.compliance_document (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    customer_id uuid,
    beneficial_owner_id uuid,
    document_type character varying(32) NOT NULL,
    side character varying(8),
    country character varying(2) NOT NULL,
    document_number text,
    file_name character varying(255) NOT NULL,
    content_type character varying(32) NOT NULL,
    size integer NOT NULL,
    sha256 bytea NOT NULL,
    storage_key character varying(128) NOT NULL,
    status character varying(16) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    CONSTRAINT compliance_document_size_check CHECK ((size >= 0)),
    CONSTRAINT document_format_known CHECK ((content_type IN ('application/pdf', 'image/jpeg', 'image/png'))),
    CONSTRAINT document_has_one_holder CHECK ((((beneficial_owner_id IS NULL) AND (customer_id IS NOT NULL)) OR ((beneficial_owner_id IS NOT NULL) AND (customer_id IS NULL)))),
    CONSTRAINT document_side_known CHECK (((side IS NULL) OR (side IN ('FRONT', 'BACK')))),
    CONSTRAINT document_status_known CHECK ((status IN ('UPLOADED', 'SUBMITTED', 'REJECTED'))),
    CONSTRAINT document_type_known CHECK ((document_type IN ('PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID', 'PROOF_OF_ADDRESS', 'BANK_STATEMENT', 'TAX_RETURN', 'CERTIFICATE_OF_INCORPORATION', 'ARTICLES_OF_INCORPORATION', 'ARTICLES_OF_ASSOCIATION', 'STATE_REGISTRY_EXCERPT', 'GOOD_STANDING_CERTIFICATE', 'INFORMATION_STATEMENT', 'INCUMBENCY_CERTIFICATE', 'BUSINESS_LICENSE', 'SHAREHOLDER_REGISTER', 'POWER_OF_ATTORNEY', 'UTILITY_BILL', 'SELFIE', 'OTHER')))
);
CREATE TABLE public.compliance_formerumaaddress (
    id uuid NOT NULL,
    address text,
    digest bytea,
    created_at timestamp with time zone NOT NULL,
    customer_id uuid NOT NULL,
    platform_id uuid NOT NULL
);
CREATE TABLE public.compliance_handopenedcase (
    id uuid NOT NULL,
    reason text NOT NULL,
    salt character varying(32) NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    opened_by character varying(64) NOT NULL,
    outcome character varying(16) NOT NULL,
    conclusion text NOT NULL,
    conclusion_salt character varying(32) NOT NULL,
    decided_at timestamp with time zone,
    decided_by character varying(64) NOT NULL,
    customer_id uuid NOT NULL,
    platform_id uuid NOT NULL,
    CONSTRAINT hand_case_decision_is_whole CHECK ((((decided_at IS NULL) AND ((decided_by)::text = ''::text) AND ((outcome)::text = ''::text)) OR ((decided_at IS NOT NULL) AND (outcome IN ('IN_ORDER', 'REJECTED')) AND (NOT ((decided_by)::text = ''::text)))))
);
CREATE TABLE public.compliance_kyclink (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    redirect_uri character varying(2048) DEFAULT ''::character varying NOT NULL,
    session_hash bytea,
    answers bytea,
    verification_id uuid,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    completed_at timestamp with time zone,
    uploads smallint DEFAULT 0 NOT NULL,
    CONSTRAINT compliance_kyclink_uploads_check CHECK ((uploads >= 0))
);
CREATE VIEW public.compliance_party AS
 SELECT id,
    platform_id,
    platform_customer_id,
    customer_type,
    uma_address,
    currencies,
    COALESCE(kyc_status, kyb_status) AS status,
    deleted_at,
    COALESCE(full_name, ((business_info ->> 'legalName'::text))::character varying) AS name,
    birth_date,
    nationality,
    (address ->> 'country'::text) AS country,
    (address ->> 'line1'::text) AS address_line,
    (business_info ->> 'businessType'::text) AS business_type,
    jsonb_strip_nulls(jsonb_build_object('taxId', (business_info -> 'taxId'::text), 'registrationNumber', (business_info -> 'registrationNumber'::text))) AS encrypted_identifiers,
    spellings
   FROM public.compliance_customer;
CREATE TABLE public.compliance_retiredfile (
    id bigint NOT NULL,
    document_id uuid NOT NULL,
    storage_key character varying(128) NOT NULL,
    sha256 bytea NOT NULL,
    retired_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    erased_at timestamp with time zone
);
ALTER TABLE public.compliance_retiredfile ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.compliance_retiredfile_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.compliance_reviewapproval (
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_kind character varying(16) NOT NULL,
    actor_id character varying(64) NOT NULL,
    proposed_by character varying(64) NOT NULL,
    rules jsonb NOT NULL,
    documents character varying(64)[] NOT NULL,
    checklist jsonb NOT NULL,
    verification_id uuid NOT NULL
);
CREATE TABLE public.compliance_reviewassignment (
    verification_id uuid NOT NULL,
    assigned_to character varying(64) NOT NULL,
    assigned_at timestamp with time zone,
    escalated_by character varying(64) NOT NULL,
    escalated_at timestamp with time zone,
    CONSTRAINT review_assigned_since CHECK ((((assigned_at IS NULL) AND ((assigned_to)::text = ''::text)) OR ((NOT ((assigned_to)::text = ''::text)) AND (assigned_at IS NOT NULL)))),
    CONSTRAINT review_escalated_since CHECK ((((escalated_at IS NULL) AND ((escalated_by)::text = ''::text)) OR ((NOT ((escalated_by)::text = ''::text)) AND (escalated_at IS NOT NULL))))
);
CREATE TABLE public.compliance_reviewnote (
    id uuid NOT NULL,
    verification_id uuid NOT NULL,
    kind character varying(16) NOT NULL,
    text text NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_kind character varying(16) NOT NULL,
    actor_id character varying(64) NOT NULL,
    salt character varying(32) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT review_note_kind_known CHECK ((kind IN ('NOTE', 'RELEASE', 'REASSIGNMENT', 'ESCALATION')))
);
CREATE TABLE public.compliance_reviewrule (
    id uuid NOT NULL,
    flag character varying(32) NOT NULL,
    deciders character varying(16) NOT NULL,
    opens_documents boolean NOT NULL,
    asks_checklist boolean NOT NULL,
    least_volume character varying(32) NOT NULL,
    proposed_by character varying(64) NOT NULL,
    approved_by character varying(64) NOT NULL,
    reason character varying(1000) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    platform_id uuid NOT NULL,
    CONSTRAINT review_rule_deciders_known CHECK ((deciders IN ('REVIEWER', 'LEAD', 'TWO'))),
    CONSTRAINT review_rule_flag_known CHECK ((flag IN ('EVERY', 'BUSINESS', 'VOLUME', 'HIGH_RISK_COUNTRY', 'SANCTION_CLEARED', 'PEP_CLEARED', 'PEP_ACCEPTED', 'NAME_DIFFERS', 'BIRTH_DATE_DIFFERS', 'DOCUMENT_DIFFERS'))),
    CONSTRAINT review_rule_volume_of_volume CHECK ((((least_volume)::text = ''::text) OR ((flag)::text = 'VOLUME'::text)))
);
CREATE TABLE public.compliance_screening (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    customer_id uuid,
    cause character varying(32) NOT NULL,
    subjects character varying(64)[] NOT NULL,
    compared_with character varying(128)[] NOT NULL,
    threshold smallint NOT NULL,
    outcome character varying(16) NOT NULL,
    hit_count integer NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT compliance_screening_hit_count_check CHECK ((hit_count >= 0)),
    CONSTRAINT compliance_screening_threshold_check CHECK ((threshold >= 0)),
    CONSTRAINT screening_outcome_known CHECK ((outcome IN ('CLEAR', 'HITS', 'NOT_SCREENED')))
);
CREATE TABLE public.compliance_screeninghit (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    customer_id uuid,
    screening_id uuid NOT NULL,
    subject character varying(64) NOT NULL,
    list_name character varying(128) NOT NULL,
    entry_reference character varying(64) NOT NULL,
    kind character varying(16) NOT NULL,
    matched_name character varying(512) NOT NULL,
    score smallint NOT NULL,
    details jsonb NOT NULL,
    fingerprint character varying(64) NOT NULL,
    state character varying(16) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    decided_by_kind character varying(16) NOT NULL,
    decided_by_id character varying(64) NOT NULL,
    reason character varying(1000) NOT NULL,
    proposed_by character varying(64) DEFAULT ''::character varying NOT NULL,
    source_of_funds character varying(16) DEFAULT ''::character varying NOT NULL,
    review_on date,
    salt character varying(32) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT compliance_screeninghit_score_check CHECK ((score >= 0)),
    CONSTRAINT screening_hit_accepted_with_care CHECK (((NOT ((state)::text = 'ACCEPTED'::text)) OR (((kind)::text = 'PEP'::text) AND (review_on IS NOT NULL) AND (NOT ((source_of_funds)::text = ''::text))))),
    CONSTRAINT screening_hit_decided_with_reason CHECK ((((decided_at IS NULL) AND ((state)::text = 'OPEN'::text)) OR ((NOT ((state)::text = 'OPEN'::text)) AND (decided_at IS NOT NULL) AND (NOT ((reason)::text = ''::text))))),
    CONSTRAINT screening_hit_kind_known CHECK ((kind IN ('SANCTION', 'PEP'))),
    CONSTRAINT screening_hit_score_bounded CHECK ((score <= 100)),
    CONSTRAINT screening_hit_state_known CHECK ((state IN ('OPEN', 'MORE_ASKED', 'CLEARED', 'CONFIRMED', 'ACCEPTED')))
);
CREATE TABLE public.compliance_screeninglistentry (
    id bigint NOT NULL,
    version_id uuid NOT NULL,
    reference character varying(64) NOT NULL,
    kind character varying(16) NOT NULL,
    names character varying(512)[] NOT NULL,
    birth_years smallint[],
    birth_dates date[] NOT NULL,
    countries character varying(2)[] NOT NULL,
    identifiers character varying(64)[] NOT NULL,
    listed_on character varying(32) NOT NULL,
    CONSTRAINT screening_entry_kind_known CHECK ((kind IN ('PERSON', 'BUSINESS')))
);
ALTER TABLE public.compliance_screeninglistentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.compliance_screeninglistentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.compliance_screeninglistversion (
    id uuid NOT NULL,
    name character varying(64) NOT NULL,
    kind character varying(16) NOT NULL,
    checksum character varying(64) NOT NULL,
    published_at timestamp with time zone NOT NULL,
    loaded_at timestamp with time zone NOT NULL,
    entry_count integer NOT NULL,
    is_current boolean NOT NULL,
    form character varying(8) DEFAULT ''::character varying NOT NULL,
    added_count integer,
    changed_count integer,
    removed_count integer,
    changes jsonb DEFAULT '{}'::jsonb NOT NULL,
    seen_at timestamp with time zone,
    CONSTRAINT compliance_screeninglistversion_added_count_check CHECK ((added_count >= 0)),
    CONSTRAINT compliance_screeninglistversion_changed_count_check CHECK ((changed_count >= 0)),
    CONSTRAINT compliance_screeninglistversion_entry_count_check CHECK ((entry_count >= 0)),
    CONSTRAINT compliance_screeninglistversion_removed_count_check CHECK ((removed_count >= 0)),
    CONSTRAINT screening_list_kind_known CHECK ((kind IN ('SANCTION', 'PEP')))
);
CREATE TABLE public.compliance_screeningsweep (
    id bigint NOT NULL,
    version_id uuid NOT NULL,
    cursor uuid,
    customer_count integer NOT NULL,
    hit_count integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    is_running boolean NOT NULL,
    payee_count integer DEFAULT 0 NOT NULL,
    payee_cursor uuid,
    payees_finished_at timestamp with time zone,
    CONSTRAINT compliance_screeningsweep_customer_count_check CHECK ((customer_count >= 0)),
    CONSTRAINT compliance_screeningsweep_hit_count_check CHECK ((hit_count >= 0)),
    CONSTRAINT compliance_screeningsweep_payee_count_check CHECK ((payee_count >= 0))
);
ALTER TABLE public.compliance_screeningsweep ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.compliance_screeningsweep_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.compliance_uploadday (
    id bigint NOT NULL,
    day date NOT NULL,
    files integer NOT NULL,
    size bigint NOT NULL,
    platform_id uuid NOT NULL,
    CONSTRAINT compliance_uploadday_files_check CHECK ((files >= 0))
);
ALTER TABLE public.compliance_uploadday ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.compliance_uploadday_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.compliance_verification (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    status character varying(32) NOT NULL,
    errors jsonb NOT NULL,
    findings jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    submitted_at timestamp with time zone,
    decided_at timestamp with time zone,
    CONSTRAINT verification_decided_when_final CHECK ((((decided_at IS NOT NULL) AND (status IN ('APPROVED', 'REJECTED'))) OR ((NOT (status IN ('APPROVED', 'REJECTED'))) AND (decided_at IS NULL)))),
    CONSTRAINT verification_status_known CHECK ((status IN ('RESOLVE_ERRORS', 'READY_FOR_VERIFICATION', 'IN_PROGRESS', 'PENDING_MANUAL_REVIEW', 'APPROVED', 'REJECTED')))
);
CREATE TABLE public.compliance_verificationstatuschange (
    id bigint NOT NULL,
    verification_id uuid NOT NULL,
    from_status character varying(32) NOT NULL,
    to_status character varying(32) NOT NULL,
    at timestamp with time zone NOT NULL,
    cause character varying(32) NOT NULL,
    reason character varying(1000) NOT NULL,
    errors jsonb NOT NULL,
    actor_kind character varying(16) NOT NULL,
    actor_id character varying(64) NOT NULL,
    grounds jsonb DEFAULT '[]'::jsonb NOT NULL,
    salt character varying(32) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT verification_change_known CHECK (((to_status IN ('RESOLVE_ERRORS', 'READY_FOR_VERIFICATION', 'IN_PROGRESS', 'PENDING_MANUAL_REVIEW', 'APPROVED', 'REJECTED')) AND (((from_status)::text = ''::text) OR (from_status IN ('RESOLVE_ERRORS', 'READY_FOR_VERIFICATION', 'IN_PROGRESS', 'PENDING_MANUAL_REVIEW', 'APPROVED', 'REJECTED')))))
);
ALTER TABLE public.compliance_verificationstatuschange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.compliance_verificationstatuschange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_admin_log (
    id integer NOT NULL,
    action_time timestamp with time zone NOT NULL,
    object_id text,
    object_repr character varying(200) NOT NULL,
    action_flag smallint NOT NULL,
    change_message text NOT NULL,
    content_type_id integer,
    user_id integer NOT NULL,
    CONSTRAINT django_admin_log_action_flag_check CHECK ((action_flag >= 0))
);
ALTER TABLE public.django_admin_log ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_admin_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_content_type (
    id integer NOT NULL,
    app_label character varying(100) NOT NULL,
    model character varying(100) NOT NULL
);
ALTER TABLE public.django_content_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_content_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_migrations (
    id bigint NOT NULL,
    app character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    applied timestamp with time zone NOT NULL
);
ALTER TABLE public.django_migrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_migrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_session (
    session_key character varying(40) NOT NULL,
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL
);
CREATE TABLE public.invitations_invitation (
    id uuid NOT NULL,
    code character varying(12) NOT NULL,
    platform_id uuid NOT NULL,
    inviter_id uuid NOT NULL,
    invitee_id uuid,
    first_name character varying(100),
    amount bigint,
    currency character varying(8),
    status character varying(16) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    ended_at timestamp with time zone,
    CONSTRAINT invitation_amount_has_currency CHECK ((((amount IS NULL) AND (currency IS NULL)) OR ((amount > 0) AND (amount IS NOT NULL) AND (currency IS NOT NULL)))),
    CONSTRAINT invitation_claimed_by_somebody CHECK ((((invitee_id IS NOT NULL) AND ((status)::text = 'CLAIMED'::text)) OR ((NOT ((status)::text = 'CLAIMED'::text)) AND (invitee_id IS NULL)))),
    CONSTRAINT invitation_code_form CHECK (((code)::text ~ '^[0123456789ABCDEFGHJKMNPQRSTVWXYZ]{12}$'::text)),
    CONSTRAINT invitation_ended_unless_pending CHECK ((((ended_at IS NULL) AND ((status)::text = 'PENDING'::text)) OR ((NOT ((status)::text = 'PENDING'::text)) AND (ended_at IS NOT NULL)))),
    CONSTRAINT invitation_expires_after_creation CHECK (((expires_at IS NULL) OR (expires_at > created_at))),
    CONSTRAINT invitation_not_claimed_by_inviter CHECK (((invitee_id IS NULL) OR (NOT ((invitee_id = inviter_id) AND (invitee_id IS NOT NULL))))),
    CONSTRAINT invitation_status_known CHECK ((status IN ('PENDING', 'CLAIMED', 'EXPIRED', 'CANCELLED')))
);
CREATE TABLE public.payments_accountcode (
    id uuid NOT NULL,
    kind character varying(32) NOT NULL,
    currency character varying(8) NOT NULL,
    code character varying(64) NOT NULL,
    entered_at timestamp with time zone NOT NULL,
    entered_by character varying(64) NOT NULL,
    reason text NOT NULL,
    platform_id uuid NOT NULL
);
CREATE TABLE public.payments_balancepage (
    id bigint NOT NULL,
    index bigint NOT NULL,
    blocks bytea NOT NULL,
    tree_id bigint NOT NULL,
    root_id bigint NOT NULL
);
ALTER TABLE public.payments_balancepage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_balancepage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_balancetotal (
    id bigint NOT NULL,
    accounts bigint NOT NULL,
    total numeric(38,0) NOT NULL,
    pages bytea NOT NULL,
    digest bytea NOT NULL,
    tree_id bigint NOT NULL,
    root_id bigint NOT NULL
);
ALTER TABLE public.payments_balancetotal ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_balancetotal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_balancetree (
    number bigint NOT NULL,
    currency character varying(8) NOT NULL,
    key bytea NOT NULL,
    accounts bigint NOT NULL,
    platform_id uuid NOT NULL
);
CREATE TABLE public.payments_bankanswer (
    id uuid NOT NULL,
    number integer NOT NULL,
    connection_name character varying(32) NOT NULL,
    kind character varying(16) NOT NULL,
    end_to_end_id character varying(64) NOT NULL,
    trace_number character varying(15) NOT NULL,
    code character varying(35) NOT NULL,
    amount bigint,
    currency character varying(3) NOT NULL,
    place character varying(255) NOT NULL,
    account_digest bytea,
    content jsonb NOT NULL,
    in_force_at timestamp with time zone,
    refused_at timestamp with time zone,
    received_at timestamp with time zone NOT NULL,
    external_account_id uuid,
    file_id uuid NOT NULL,
    payment_id uuid,
    CONSTRAINT bank_answer_kind_known CHECK ((kind IN ('UNKNOWN', 'AMOUNT_DIFFERS', 'DISHONOURED', 'CORRECTION'))),
    CONSTRAINT payments_bankanswer_number_check CHECK ((number >= 0))
);
CREATE TABLE public.payments_bankbatch (
    id uuid NOT NULL,
    format character varying(32) NOT NULL,
    currency character varying(3) NOT NULL,
    value_date date NOT NULL,
    cut_off_at timestamp with time zone NOT NULL,
    message_id character varying(35) NOT NULL,
    state character varying(16) NOT NULL,
    count integer NOT NULL,
    total bigint NOT NULL,
    digest character varying(64) NOT NULL,
    problem character varying(255) NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    closed_by character varying(64) NOT NULL,
    released_at timestamp with time zone,
    released_by character varying(64) NOT NULL,
    modifier character varying(1) NOT NULL,
    part_name character varying(128) NOT NULL,
    leased_until timestamp with time zone,
    delivered_at timestamp with time zone,
    connection_id uuid NOT NULL,
    CONSTRAINT bank_batch_state_known CHECK ((state IN ('OPEN', 'CLOSED', 'RELEASED', 'WRITTEN', 'PLACED', 'DELIVERED', 'CANCELLED'))),
    CONSTRAINT payments_bankbatch_count_check CHECK ((count >= 0))
);
CREATE TABLE public.payments_bankconnection (
    id uuid NOT NULL,
    name character varying(32) NOT NULL,
    currency character varying(3) NOT NULL,
    owner_name character varying(70) NOT NULL,
    owner_country character varying(2) NOT NULL,
    account_number character varying(34) NOT NULL,
    bic character varying(11) NOT NULL,
    clearing_number character varying(35) NOT NULL,
    bank_name character varying(70) NOT NULL,
    sender_id character varying(35) NOT NULL,
    credit_format character varying(32) NOT NULL,
    debit_format character varying(32) NOT NULL,
    cut_offs time without time zone[] NOT NULL,
    time_zone character varying(64) NOT NULL,
    holidays date[] NOT NULL,
    credit_lead_days smallint NOT NULL,
    debit_lead_days smallint NOT NULL,
    max_payment bigint,
    max_day bigint,
    delivery character varying(8) NOT NULL,
    folder character varying(255) NOT NULL,
    sftp_host character varying(255) NOT NULL,
    sftp_port integer NOT NULL,
    sftp_user character varying(64) NOT NULL,
    sftp_host_key character varying(1000) NOT NULL,
    entered_by character varying(64) NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    platform_id uuid,
    answers_folder character varying(255) DEFAULT ''::character varying NOT NULL,
    confirm_days smallint DEFAULT 3 NOT NULL,
    needs_addresses boolean DEFAULT false NOT NULL,
    owner_postal_code character varying(16) DEFAULT ''::character varying NOT NULL,
    owner_street character varying(70) DEFAULT ''::character varying NOT NULL,
    owner_town character varying(35) DEFAULT ''::character varying NOT NULL,
    calendar character varying(16) DEFAULT ''::character varying NOT NULL,
    worked_days date[] DEFAULT '{}'::date[] NOT NULL,
    credit_description character varying(10) DEFAULT ''::character varying NOT NULL,
    debit_description character varying(10) DEFAULT ''::character varying NOT NULL,
    max_charge bigint,
    max_charge_share integer,
    max_day_charges bigint,
    balances_files boolean DEFAULT false NOT NULL,
    CONSTRAINT payments_bankconnection_credit_lead_days_check CHECK ((credit_lead_days >= 0)),
    CONSTRAINT payments_bankconnection_debit_lead_days_check CHECK ((debit_lead_days >= 0)),
    CONSTRAINT payments_bankconnection_max_charge_share_check CHECK ((max_charge_share >= 0)),
    CONSTRAINT payments_bankconnection_sftp_port_check CHECK ((sftp_port >= 0))
);
CREATE TABLE public.payments_bankexception (
    id uuid NOT NULL,
    reason character varying(32) NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    connection_id uuid NOT NULL,
    line_id uuid NOT NULL
);
CREATE TABLE public.payments_bankfile (
    id uuid NOT NULL,
    name character varying(128) NOT NULL,
    storage_key character varying(128) NOT NULL,
    size integer NOT NULL,
    sha256 bytea NOT NULL,
    count integer NOT NULL,
    total bigint NOT NULL,
    written_at timestamp with time zone NOT NULL,
    batch_id uuid NOT NULL,
    CONSTRAINT payments_bankfile_count_check CHECK ((count >= 0)),
    CONSTRAINT payments_bankfile_size_check CHECK ((size >= 0))
);
CREATE TABLE public.payments_bankincomingfile (
    id uuid NOT NULL,
    connection_name character varying(32) NOT NULL,
    name character varying(255) NOT NULL,
    storage_keys character varying(128)[] NOT NULL,
    size bigint NOT NULL,
    sha256 bytea NOT NULL,
    format character varying(16) NOT NULL,
    state character varying(16) NOT NULL,
    "position" integer NOT NULL,
    unknown integer NOT NULL,
    place character varying(255) NOT NULL,
    problem character varying(255) NOT NULL,
    received_at timestamp with time zone NOT NULL,
    received_by character varying(64) NOT NULL,
    reason text NOT NULL,
    leased_until timestamp with time zone,
    finished_at timestamp with time zone,
    connection_id uuid NOT NULL,
    CONSTRAINT bank_incoming_file_state_known CHECK ((state IN ('RECEIVED', 'APPLIED', 'SET_ASIDE'))),
    CONSTRAINT payments_bankincomingfile_position_check CHECK (("position" >= 0)),
    CONSTRAINT payments_bankincomingfile_unknown_check CHECK ((unknown >= 0))
);
CREATE TABLE public.payments_bankmatch (
    id uuid NOT NULL,
    number integer NOT NULL,
    kind character varying(16) NOT NULL,
    subject character varying(64) NOT NULL,
    amount bigint NOT NULL,
    currency character varying(8) NOT NULL,
    is_credit boolean NOT NULL,
    rule character varying(64) NOT NULL,
    decided_by character varying(64) NOT NULL,
    reason text NOT NULL,
    at timestamp with time zone NOT NULL,
    entry_id bigint,
    platform_id uuid,
    line_id uuid NOT NULL,
    difference bigint DEFAULT 0 NOT NULL,
    CONSTRAINT bank_match_difference_not_negative CHECK ((difference >= 0)),
    CONSTRAINT bank_match_kind_known CHECK ((kind IN ('SETTLED', 'RETURNED', 'BATCH', 'DEPOSIT', 'RECALLED', 'FEE', 'CLAIM', 'NOTED', 'UNDONE'))),
    CONSTRAINT payments_bankmatch_number_check CHECK ((number >= 0))
);
CREATE TABLE public.payments_bankpayment (
    id uuid NOT NULL,
    movement uuid NOT NULL,
    leg character varying(16) NOT NULL,
    direction character varying(4) NOT NULL,
    end_to_end_id character varying(15) NOT NULL,
    connection_name character varying(32) NOT NULL,
    amount bigint NOT NULL,
    currency character varying(8) NOT NULL,
    content jsonb NOT NULL,
    state character varying(16) NOT NULL,
    reason character varying(255) NOT NULL,
    bank_code character varying(35) NOT NULL,
    failure_reason character varying(64) NOT NULL,
    taken_at timestamp with time zone NOT NULL,
    answered_at timestamp with time zone,
    batch_id uuid,
    platform_id uuid NOT NULL,
    unconfirmed_since timestamp with time zone,
    CONSTRAINT bank_payment_amount_positive CHECK ((amount > 0)),
    CONSTRAINT bank_payment_batched_has_batch CHECK (((NOT ((state)::text = 'BATCHED'::text)) OR (batch_id IS NOT NULL))),
    CONSTRAINT bank_payment_state_known CHECK ((state IN ('WAITING', 'BATCHED', 'REFUSED', 'CANCELLED', 'SETTLED', 'REJECTED', 'RETURNED')))
);
CREATE TABLE public.payments_bankrule (
    id uuid NOT NULL,
    connection_name character varying(32) NOT NULL,
    kind character varying(8) NOT NULL,
    priority smallint NOT NULL,
    code character varying(64) NOT NULL,
    account_digest bytea,
    days smallint NOT NULL,
    ratio smallint NOT NULL,
    entered_by character varying(64) NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    internal_account_id uuid,
    platform_id uuid,
    CONSTRAINT bank_rule_kind_known CHECK ((kind IN ('CODE', 'PAYER', 'NAME'))),
    CONSTRAINT payments_bankrule_days_check CHECK ((days >= 0)),
    CONSTRAINT payments_bankrule_priority_check CHECK ((priority >= 0)),
    CONSTRAINT payments_bankrule_ratio_check CHECK ((ratio >= 0))
);
CREATE TABLE public.payments_bankstatement (
    id uuid NOT NULL,
    connection_name character varying(32) NOT NULL,
    number integer NOT NULL,
    kind character varying(16) NOT NULL,
    currency character varying(3) NOT NULL,
    said_id character varying(64) NOT NULL,
    sequence character varying(35) NOT NULL,
    page character varying(35) NOT NULL,
    said_at timestamp with time zone,
    opening bigint,
    opening_on date,
    closing bigint,
    closing_on date,
    digest bytea NOT NULL,
    received_at timestamp with time zone NOT NULL,
    connection_id uuid NOT NULL,
    file_id uuid NOT NULL,
    moved bigint,
    CONSTRAINT payments_bankstatement_number_check CHECK ((number >= 0))
);
CREATE TABLE public.payments_bankstatementline (
    id uuid NOT NULL,
    connection_name character varying(32) NOT NULL,
    number integer NOT NULL,
    part integer NOT NULL,
    place character varying(255) NOT NULL,
    is_credit boolean NOT NULL,
    is_booked boolean NOT NULL,
    is_reversal boolean NOT NULL,
    is_fee boolean NOT NULL,
    amount bigint NOT NULL,
    currency character varying(8) NOT NULL,
    booked_on date,
    value_on date,
    end_to_end_id character varying(64) NOT NULL,
    bank_reference character varying(64) NOT NULL,
    code character varying(64) NOT NULL,
    reason_code character varying(35) NOT NULL,
    content jsonb NOT NULL,
    account_digest bytea,
    fingerprint bytea NOT NULL,
    file_id uuid NOT NULL,
    statement_id uuid NOT NULL,
    CONSTRAINT bank_line_amount_not_negative CHECK ((amount >= 0)),
    CONSTRAINT payments_bankstatementline_number_check CHECK ((number >= 0)),
    CONSTRAINT payments_bankstatementline_part_check CHECK ((part >= 0))
);
CREATE TABLE public.payments_checkedbalance (
    account_id bigint NOT NULL,
    balance bigint NOT NULL
);
CREATE TABLE public.payments_claim (
    id uuid NOT NULL,
    reason character varying(32) NOT NULL,
    debtor character varying(16) NOT NULL,
    amount bigint NOT NULL,
    currency character varying(8) NOT NULL,
    open_amount bigint NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    settled_at timestamp with time zone,
    entry_id bigint NOT NULL,
    internal_account_id uuid,
    line_id uuid NOT NULL,
    platform_id uuid NOT NULL,
    transaction_id uuid,
    CONSTRAINT claim_amounts_possible CHECK (((amount > 0) AND (open_amount >= 0) AND (open_amount <= amount))),
    CONSTRAINT claim_debtor_known CHECK ((debtor IN ('HOLDER', 'PLATFORM', 'BANK', 'UNKNOWN'))),
    CONSTRAINT claim_reason_known CHECK ((reason IN ('COLLECTION_RETURNED', 'FUNDING_RETURNED', 'DEPOSIT_RECALLED', 'NOT_ORDERED'))),
    CONSTRAINT claim_settled_when_nothing_is_open CHECK ((((open_amount = 0) AND (settled_at IS NOT NULL)) OR ((open_amount > 0) AND (settled_at IS NULL))))
);
CREATE TABLE public.payments_claimsettlement (
    id uuid NOT NULL,
    number integer NOT NULL,
    way character varying(16) NOT NULL,
    amount bigint NOT NULL,
    decided_by character varying(64) NOT NULL,
    reason text NOT NULL,
    at timestamp with time zone NOT NULL,
    claim_id uuid NOT NULL,
    entry_id bigint NOT NULL,
    internal_account_id uuid,
    line_id uuid,
    CONSTRAINT claim_settlement_amount_positive CHECK ((amount > 0)),
    CONSTRAINT claim_settlement_way_known CHECK ((way IN ('PAID', 'TAKEN', 'WRITTEN_OFF', 'UNDONE'))),
    CONSTRAINT payments_claimsettlement_number_check CHECK ((number >= 0))
);
CREATE TABLE public.payments_closedbooks (
    platform_id uuid NOT NULL,
    closed_until timestamp with time zone NOT NULL,
    sealed_until timestamp with time zone,
    CONSTRAINT closed_books_sealed_within CHECK (((sealed_until IS NULL) OR (sealed_until <= closed_until)))
);
CREATE TABLE public.payments_correction (
    entry_id bigint NOT NULL,
    month date NOT NULL
);
CREATE TABLE public.payments_daymark (
    name character varying(16) NOT NULL,
    up_to bigint NOT NULL
);
CREATE TABLE public.payments_deposit (
    id uuid NOT NULL,
    provider_reference character varying(140) NOT NULL,
    amount bigint NOT NULL,
    currency character varying(8) NOT NULL,
    named character varying(140) NOT NULL,
    use character varying(16) NOT NULL,
    reason character varying(64) NOT NULL,
    at timestamp with time zone NOT NULL,
    entry_id bigint,
    internal_account_id uuid,
    platform_id uuid NOT NULL,
    receipt_id uuid,
    CONSTRAINT deposit_amount_positive CHECK ((amount > 0)),
    CONSTRAINT deposit_use_is_whole CHECK ((((entry_id IS NOT NULL) AND ((reason)::text = ''::text) AND (receipt_id IS NULL) AND ((use)::text = 'CREDITED'::text) AND (internal_account_id IS NOT NULL)) OR ((entry_id IS NULL) AND ((reason)::text = ''::text) AND (receipt_id IS NOT NULL) AND ((use)::text = 'FOR_QUOTE'::text) AND (NOT (internal_account_id IS NOT NULL))) OR ((entry_id IS NOT NULL) AND (receipt_id IS NULL) AND ((use)::text = 'SUSPENSE'::text) AND (NOT ((reason)::text = ''::text)))))
);
CREATE TABLE public.payments_entrypage (
    id bigint NOT NULL,
    index bigint NOT NULL,
    after_id bigint NOT NULL,
    keys bytea NOT NULL,
    blocks bytea NOT NULL,
    root_id bigint NOT NULL
);
ALTER TABLE public.payments_entrypage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_entrypage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_externalaccount (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    customer_id uuid,
    currency character varying(8) NOT NULL,
    account_type character varying(32) NOT NULL,
    account_info jsonb NOT NULL,
    primary_identifier text NOT NULL,
    primary_identifier_digest bytea,
    last_four_digest bytea,
    platform_account_id character varying(255),
    default_uma_deposit_account boolean NOT NULL,
    crypto_network character varying(64),
    status character varying(16) NOT NULL,
    beneficiary_verification_status character varying(32),
    beneficiary_verified_data jsonb,
    warnings jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    refused_at timestamp with time zone,
    entered_latin_name character varying(70) DEFAULT ''::character varying NOT NULL,
    latin_name character varying(70) DEFAULT ''::character varying NOT NULL,
    spellings text DEFAULT ''::text NOT NULL,
    metadata jsonb,
    CONSTRAINT external_account_status_known CHECK ((status IN ('PENDING', 'ACTIVE', 'UNDER_REVIEW', 'INACTIVE')))
);
CREATE TABLE public.payments_feeschedule (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    source_currency character varying(8) NOT NULL,
    destination_currency character varying(8) NOT NULL,
    fixed_fee bigint NOT NULL,
    variable_rate numeric(9,8) NOT NULL,
    rate_multiplier numeric(9,8) NOT NULL,
    effective_from timestamp with time zone NOT NULL,
    effective_until timestamp with time zone,
    created_by character varying(64) NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT fee_schedule_ends_after_it_begins CHECK (((effective_until IS NULL) OR (effective_until >= effective_from))),
    CONSTRAINT fee_schedule_fees_in_range CHECK (((fixed_fee >= 0) AND (variable_rate >= (0)::numeric) AND (variable_rate < (1)::numeric))),
    CONSTRAINT fee_schedule_fixed_fee_in_currency CHECK (((fixed_fee = 0) OR (NOT ((source_currency)::text = ''::text)))),
    CONSTRAINT fee_schedule_multiplier_in_range CHECK (((rate_multiplier >= 0.5) AND (rate_multiplier <= (2)::numeric)))
);
CREATE TABLE public.payments_fundingreceipt (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    transaction_id uuid NOT NULL,
    amount bigint NOT NULL,
    currency character varying(8) NOT NULL,
    use character varying(16) NOT NULL,
    reason character varying(64) NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT funding_receipt_amount_positive CHECK ((amount > 0)),
    CONSTRAINT funding_receipt_use_known CHECK ((use IN ('APPLIED', 'RETURNING', 'SUSPENSE')))
);
CREATE TABLE public.payments_incomingumapayment (
    transaction_id uuid NOT NULL,
    platform_id uuid NOT NULL,
    counterparty_domain character varying(253) NOT NULL,
    receiver_address character varying(320) NOT NULL,
    approval character varying(16) DEFAULT 'ASKED'::character varying NOT NULL,
    requested_fields jsonb NOT NULL,
    receiver_information jsonb,
    refusal character varying(255) DEFAULT ''::character varying NOT NULL,
    payment_hash character varying(64) NOT NULL,
    preimage text NOT NULL,
    invoice text DEFAULT ''::text NOT NULL,
    amount_msat bigint NOT NULL,
    fee_msat bigint NOT NULL,
    multiplier numeric(60,30) NOT NULL,
    rate_snapshot_id uuid,
    fee_schedule_id uuid,
    expires_at timestamp with time zone NOT NULL,
    ends_as character varying(16) DEFAULT ''::character varying NOT NULL,
    held_until timestamp with time zone,
    callback_url text NOT NULL,
    called_back_at timestamp with time zone,
    CONSTRAINT incoming_uma_amounts_sound CHECK (((amount_msat >= 1000) AND (fee_msat >= 0) AND (fee_msat < amount_msat))),
    CONSTRAINT incoming_uma_approval_known CHECK ((approval IN ('ASKED', 'APPROVED', 'REFUSED'))),
    CONSTRAINT incoming_uma_ending_known CHECK ((((ends_as)::text = ''::text) OR (ends_as IN ('UNPAID', 'REFUSED', 'HOLDER_GONE'))))
);
CREATE TABLE public.payments_institution (
    id bigint NOT NULL,
    country character varying(2) NOT NULL,
    currency character varying(8) NOT NULL,
    kind character varying(16) NOT NULL,
    bank_name character varying(255) NOT NULL,
    display_name character varying(255) NOT NULL,
    rails character varying(32)[] NOT NULL,
    source character varying(255) NOT NULL,
    bank_name_key character varying(255) NOT NULL,
    display_name_key character varying(255) NOT NULL,
    is_active boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT institution_kind_known CHECK ((kind IN ('BANK', 'MOBILE_MONEY')))
);
ALTER TABLE public.payments_institution ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_institution_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_internalaccount (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    customer_id uuid,
    currency character varying(8) NOT NULL,
    ledger_account_id bigint NOT NULL,
    funding_reference character varying(32) NOT NULL,
    funding_instructions jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.payments_journalentry (
    id bigint NOT NULL,
    platform_id uuid NOT NULL,
    purpose character varying(32) NOT NULL,
    transaction_id uuid,
    reverses_id bigint,
    at timestamp with time zone NOT NULL,
    recorded_in xid8 DEFAULT pg_current_xact_id() NOT NULL
);
ALTER TABLE public.payments_journalentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_journalentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_journalseal (
    number bigint NOT NULL,
    after_id bigint NOT NULL,
    last_id bigint NOT NULL,
    rows integer NOT NULL,
    index bytea NOT NULL,
    digest bytea NOT NULL,
    sealed_at timestamp with time zone NOT NULL,
    CONSTRAINT journal_seal_of_something CHECK (((last_id > after_id) AND (number >= 1) AND (rows >= 1))),
    CONSTRAINT payments_journalseal_rows_check CHECK ((rows >= 0))
);
CREATE TABLE public.payments_ledgeraccount (
    id bigint NOT NULL,
    platform_id uuid NOT NULL,
    kind character varying(32) NOT NULL,
    currency character varying(8) NOT NULL,
    normal_side character varying(1) NOT NULL,
    is_guarded boolean NOT NULL,
    balance bigint,
    balance_changed_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    held_at timestamp with time zone,
    closed_until timestamp with time zone,
    CONSTRAINT ledger_account_side_known CHECK ((normal_side IN ('D', 'C'))),
    CONSTRAINT ledger_guarded_balance_not_negative CHECK ((((balance >= 0) AND is_guarded) OR ((balance IS NULL) AND (NOT is_guarded))))
)
WITH (fillfactor='50');
ALTER TABLE public.payments_ledgeraccount ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_ledgeraccount_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_ledgercheckrun (
    id bigint NOT NULL,
    started_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone NOT NULL,
    entries bigint NOT NULL,
    postings bigint NOT NULL,
    faults jsonb NOT NULL,
    seals bigint DEFAULT 0 NOT NULL,
    parts jsonb DEFAULT '[]'::jsonb NOT NULL
);
ALTER TABLE public.payments_ledgercheckrun ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_ledgercheckrun_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_ledgerday (
    id bigint NOT NULL,
    platform_id uuid NOT NULL,
    kind character varying(32) NOT NULL,
    currency character varying(8) NOT NULL,
    day date NOT NULL,
    debit numeric(38,0) NOT NULL,
    credit numeric(38,0) NOT NULL,
    first_posting bigint NOT NULL,
    last_posting bigint NOT NULL
);
ALTER TABLE public.payments_ledgerday ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_ledgerday_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_lookup (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    kind character varying(16) NOT NULL,
    external_account_id uuid,
    receiver_address character varying(320) DEFAULT ''::character varying NOT NULL,
    payload jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT lookup_kind_known CHECK ((kind IN ('ACCOUNT', 'UMA'))),
    CONSTRAINT lookup_names_its_receiver CHECK ((((external_account_id IS NOT NULL) AND ((kind)::text = 'ACCOUNT'::text)) OR ((external_account_id IS NULL) AND ((kind)::text = 'UMA'::text) AND (NOT ((receiver_address)::text = ''::text)))))
);
CREATE TABLE public.payments_monthclose (
    id uuid NOT NULL,
    month date NOT NULL,
    state character varying(8) NOT NULL,
    begun_at timestamp with time zone NOT NULL,
    begun_by character varying(64) NOT NULL,
    edition integer DEFAULT 0 NOT NULL,
    closed_at timestamp with time zone,
    proposed_by character varying(64) DEFAULT ''::character varying NOT NULL,
    closed_by character varying(64) DEFAULT ''::character varying NOT NULL,
    checklist jsonb DEFAULT '[]'::jsonb NOT NULL,
    digest character varying(64) DEFAULT ''::character varying NOT NULL,
    platform_id uuid NOT NULL,
    CONSTRAINT month_close_of_a_month CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
    CONSTRAINT month_close_state_known CHECK ((state IN ('BEGUN', 'CLOSED', 'REOPENED'))),
    CONSTRAINT payments_monthclose_edition_check CHECK ((edition >= 0))
);
CREATE TABLE public.payments_monthfigure (
    id bigint NOT NULL,
    edition integer NOT NULL,
    kind character varying(32) NOT NULL,
    currency character varying(8) NOT NULL,
    opening numeric(38,0) NOT NULL,
    debits numeric(38,0) NOT NULL,
    credits numeric(38,0) NOT NULL,
    closing numeric(38,0) NOT NULL,
    close_id uuid NOT NULL,
    CONSTRAINT month_figure_adds_up CHECK ((closing = ((opening + credits) - debits))),
    CONSTRAINT payments_monthfigure_edition_check CHECK ((edition >= 0))
);
ALTER TABLE public.payments_monthfigure ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_monthfigure_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_operationscase (
    id uuid NOT NULL,
    kind character varying(32) NOT NULL,
    subject character varying(64) NOT NULL,
    platform_id uuid,
    cause character varying(200) NOT NULL,
    since timestamp with time zone NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    state character varying(8) NOT NULL,
    assigned_to character varying(64) NOT NULL,
    assigned_at timestamp with time zone,
    closed_at timestamp with time zone,
    closed_by character varying(64) NOT NULL,
    resolution character varying(1000) NOT NULL,
    CONSTRAINT operations_case_end_is_whole CHECK ((((closed_at IS NULL) AND ((closed_by)::text = ''::text) AND ((state)::text = 'OPEN'::text)) OR ((closed_at IS NOT NULL) AND ((state)::text = 'CLOSED'::text) AND (NOT ((closed_by)::text = ''::text))))),
    CONSTRAINT operations_case_kind_known CHECK ((kind IN ('PAYMENT_STUCK', 'MONEY_IN_SUSPENSE', 'MONEY_OWED', 'BOOKS_BROKEN', 'AUDIT_LOG_BROKEN', 'HOLDER_REJECTED', 'ENDPOINT_DISABLED', 'DOMAIN_FAILING', 'WORK_FAILING', 'BANK_FILE'))),
    CONSTRAINT operations_case_state_known CHECK ((state IN ('OPEN', 'CLOSED')))
);
CREATE TABLE public.payments_operationscasestep (
    id bigint NOT NULL,
    case_id uuid NOT NULL,
    kind character varying(16) NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_kind character varying(16) NOT NULL,
    actor_id character varying(64) NOT NULL,
    text character varying(1000) NOT NULL,
    CONSTRAINT operations_case_step_known CHECK ((kind IN ('OPENED', 'CLAIMED', 'RELEASED', 'NOTED', 'CLOSED')))
);
ALTER TABLE public.payments_operationscasestep ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_operationscasestep_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_outgoingumapayment (
    transaction_id uuid NOT NULL,
    platform_id uuid NOT NULL,
    counterparty_domain character varying(253) NOT NULL,
    invoice text NOT NULL,
    payment_hash character varying(64) NOT NULL,
    amount_msat bigint NOT NULL,
    most_fee_msat bigint NOT NULL,
    callback_url text NOT NULL,
    preimage character varying(64) DEFAULT ''::character varying NOT NULL,
    fee_msat bigint,
    called_back_at timestamp with time zone,
    receiver_status character varying(16) DEFAULT ''::character varying NOT NULL,
    receiver_error character varying(512) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT outgoing_uma_amounts_sound CHECK (((amount_msat > 0) AND (most_fee_msat >= 0))),
    CONSTRAINT outgoing_uma_proof_has_its_fee CHECK ((((fee_msat IS NULL) AND ((preimage)::text = ''::text)) OR ((NOT ((preimage)::text = ''::text)) AND (fee_msat >= 0))))
);
CREATE TABLE public.payments_paymentfile (
    id uuid NOT NULL,
    name character varying(255) NOT NULL,
    status character varying(16) NOT NULL,
    totals jsonb NOT NULL,
    rows integer NOT NULL,
    made integer NOT NULL,
    refused integer NOT NULL,
    uploaded_by character varying(64) NOT NULL,
    reason character varying(1000) NOT NULL,
    released_by character varying(64) NOT NULL,
    next_run_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    released_at timestamp with time zone,
    completed_at timestamp with time zone,
    platform_id uuid NOT NULL,
    CONSTRAINT payment_file_due_while_released CHECK ((((next_run_at IS NOT NULL) AND ((status)::text = 'RELEASED'::text)) OR ((NOT ((status)::text = 'RELEASED'::text)) AND (next_run_at IS NULL)))),
    CONSTRAINT payment_file_status_known CHECK ((status IN ('CHECKED', 'RELEASED', 'COMPLETED')))
);
CREATE TABLE public.payments_paymentfilerow (
    id bigint NOT NULL,
    number integer NOT NULL,
    internal_id uuid,
    external_id uuid,
    amount bigint,
    currency character varying(8) NOT NULL,
    state character varying(16) NOT NULL,
    code character varying(64) NOT NULL,
    problem character varying(500) NOT NULL,
    payment_id uuid,
    file_id uuid NOT NULL,
    CONSTRAINT payment_file_row_state_fits CHECK (((((code)::text = ''::text) AND (payment_id IS NULL) AND ((state)::text = 'WAITING'::text)) OR (((code)::text = ''::text) AND (payment_id IS NOT NULL) AND ((state)::text = 'MADE'::text)) OR ((payment_id IS NULL) AND ((state)::text = 'REFUSED'::text) AND (NOT ((code)::text = ''::text)))))
);
ALTER TABLE public.payments_paymentfilerow ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_paymentfilerow_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_platformfeepayout (
    id uuid NOT NULL,
    amount bigint NOT NULL,
    currency character varying(8) NOT NULL,
    until timestamp with time zone NOT NULL,
    at timestamp with time zone NOT NULL,
    entry_id bigint NOT NULL,
    platform_id uuid NOT NULL,
    CONSTRAINT platform_fee_payout_amount_positive CHECK ((amount > 0))
);
CREATE TABLE public.payments_posting (
    id bigint NOT NULL,
    entry_id bigint NOT NULL,
    account_id bigint NOT NULL,
    side character varying(1) NOT NULL,
    amount bigint NOT NULL,
    currency character varying(8) NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT posting_amount_positive CHECK ((amount > 0)),
    CONSTRAINT posting_side_known CHECK ((side IN ('D', 'C')))
);
ALTER TABLE public.payments_posting ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_posting_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_providermessage (
    id bigint NOT NULL,
    transaction_id uuid NOT NULL,
    step character varying(16) NOT NULL,
    attempt integer NOT NULL,
    question character varying(8) NOT NULL,
    answer character varying(16) NOT NULL,
    reason character varying(64) DEFAULT ''::character varying NOT NULL,
    reference character varying(64) DEFAULT ''::character varying NOT NULL,
    milliseconds integer NOT NULL,
    at timestamp with time zone NOT NULL,
    amount bigint,
    currency character varying(8) DEFAULT ''::character varying NOT NULL,
    account_mark bytea,
    CONSTRAINT payments_providermessage_attempt_check CHECK ((attempt >= 0)),
    CONSTRAINT payments_providermessage_milliseconds_check CHECK ((milliseconds >= 0)),
    CONSTRAINT provider_message_question_known CHECK ((question IN ('SUBMIT', 'STATUS')))
);
ALTER TABLE public.payments_providermessage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_providermessage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_quote (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    customer_id uuid,
    transaction_id uuid NOT NULL,
    lock_side character varying(16) NOT NULL,
    source_type character varying(16) NOT NULL,
    source_internal_account_id uuid,
    source_external_account_id uuid,
    crypto_network character varying(64) DEFAULT ''::character varying NOT NULL,
    destination_internal_account_id uuid,
    destination_external_account_id uuid,
    destination_address character varying(320) DEFAULT ''::character varying NOT NULL,
    payment_rail character varying(64) DEFAULT ''::character varying NOT NULL,
    sending_currency character varying(8) NOT NULL,
    receiving_currency character varying(8) NOT NULL,
    total_sending bigint NOT NULL,
    total_receiving bigint NOT NULL,
    bridge_currency character varying(8) DEFAULT ''::character varying NOT NULL,
    bridge_amount bigint,
    fees_included bigint NOT NULL,
    exchange_rate numeric(60,30) NOT NULL,
    rounding numeric(60,30) NOT NULL,
    rate_details jsonb NOT NULL,
    rate_snapshot_id uuid,
    fee_schedule_id uuid,
    lookup_id uuid,
    payment_instructions jsonb,
    counterparty_information jsonb,
    sender_information jsonb,
    purpose character varying(32) DEFAULT ''::character varying NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    platform_fees bigint,
    platform_fee_terms jsonb,
    CONSTRAINT quote_amounts_positive CHECK (((fees_included >= 0) AND (rounding >= (0)::numeric) AND (total_receiving > 0) AND (total_sending > 0))),
    CONSTRAINT quote_has_one_destination CHECK (((((destination_address)::text = ''::text) AND (destination_external_account_id IS NOT NULL) AND (destination_internal_account_id IS NULL)) OR (((destination_address)::text = ''::text) AND (destination_external_account_id IS NULL) AND (destination_internal_account_id IS NOT NULL)) OR ((destination_external_account_id IS NULL) AND (destination_internal_account_id IS NULL) AND (NOT ((destination_address)::text = ''::text))))),
    CONSTRAINT quote_has_one_source CHECK ((((source_external_account_id IS NULL) AND (source_internal_account_id IS NULL) AND ((source_type)::text = 'REALTIME_FUNDING'::text)) OR ((source_external_account_id IS NULL) AND (source_internal_account_id IS NOT NULL) AND ((source_type)::text = 'ACCOUNT'::text)) OR ((source_external_account_id IS NOT NULL) AND (source_internal_account_id IS NULL) AND ((source_type)::text = 'ACCOUNT'::text)))),
    CONSTRAINT quote_lock_side_known CHECK ((lock_side IN ('SENDING', 'RECEIVING'))),
    CONSTRAINT quote_to_an_address_has_a_bridge CHECK ((((bridge_amount IS NULL) AND ((bridge_currency)::text = ''::text) AND ((destination_address)::text = ''::text)) OR ((NOT ((destination_address)::text = ''::text)) AND (NOT ((bridge_currency)::text = ''::text)) AND (bridge_amount > 0))))
);
CREATE TABLE public.payments_railday (
    id bigint NOT NULL,
    rail character varying(32) NOT NULL,
    currency character varying(8) NOT NULL,
    day date NOT NULL,
    begun bigint NOT NULL,
    completed bigint NOT NULL,
    failed bigint NOT NULL,
    amount numeric(38,0) NOT NULL
);
ALTER TABLE public.payments_railday ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_railday_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_railroute (
    id uuid NOT NULL,
    currency character varying(8) NOT NULL,
    account_type character varying(32) NOT NULL,
    connection_name character varying(32) NOT NULL,
    effective_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    entered_by character varying(64) NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    platform_id uuid
);
CREATE TABLE public.payments_ratefeed (
    source character varying(32) NOT NULL,
    snapshot_id uuid,
    taken_at timestamp with time zone,
    due_at timestamp with time zone NOT NULL,
    tried_at timestamp with time zone NOT NULL,
    claimed_by uuid,
    claimed_until timestamp with time zone,
    failing_since timestamp with time zone,
    last_error text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.payments_ratesnapshot (
    id uuid NOT NULL,
    source character varying(32) NOT NULL,
    taken_at timestamp with time zone NOT NULL,
    as_of timestamp with time zone,
    pairs jsonb NOT NULL
);
CREATE TABLE public.payments_sandboxinvoice (
    payment_hash character varying(64) NOT NULL,
    payment_request text NOT NULL,
    amount_msat bigint NOT NULL,
    state character varying(16) DEFAULT 'OPEN'::character varying NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    paid_at timestamp with time zone,
    ended_at timestamp with time zone,
    preimage character varying(64) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT sandbox_invoice_amount_positive CHECK ((amount_msat > 0)),
    CONSTRAINT sandbox_invoice_state_known CHECK ((state IN ('OPEN', 'ACCEPTED', 'SETTLED', 'CANCELLED'))),
    CONSTRAINT sandbox_invoice_tells_one_story CHECK ((((ended_at IS NULL) AND (paid_at IS NULL) AND ((preimage)::text = ''::text) AND ((state)::text = 'OPEN'::text)) OR ((ended_at IS NULL) AND (paid_at IS NOT NULL) AND ((preimage)::text = ''::text) AND ((state)::text = 'ACCEPTED'::text)) OR ((ended_at IS NOT NULL) AND (paid_at IS NOT NULL) AND ((state)::text = 'SETTLED'::text) AND (NOT ((preimage)::text = ''::text))) OR ((ended_at IS NOT NULL) AND ((preimage)::text = ''::text) AND ((state)::text = 'CANCELLED'::text))))
);
CREATE TABLE public.payments_sandboxrailday (
    id bigint NOT NULL,
    rail character varying(32) NOT NULL,
    currency character varying(8) NOT NULL,
    day date NOT NULL,
    begun bigint NOT NULL,
    completed bigint NOT NULL,
    failed bigint NOT NULL,
    amount numeric(38,0) NOT NULL,
    platform_id uuid NOT NULL
);
ALTER TABLE public.payments_sandboxrailday ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_sandboxrailday_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_sealedbalance (
    id bigint NOT NULL,
    "position" bigint NOT NULL,
    balance bigint NOT NULL,
    last_at timestamp with time zone NOT NULL,
    account_id bigint NOT NULL,
    tree_id bigint NOT NULL,
    root_id bigint NOT NULL,
    CONSTRAINT sealed_balance_not_negative CHECK ((balance >= 0))
);
ALTER TABLE public.payments_sealedbalance ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_sealedbalance_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_signedroot (
    number bigint NOT NULL,
    day date NOT NULL,
    after_id bigint NOT NULL,
    last_id bigint NOT NULL,
    seal_number bigint NOT NULL,
    key bytea NOT NULL,
    read_until bigint NOT NULL,
    next_tree bigint NOT NULL,
    next_position bigint NOT NULL,
    entries bigint NOT NULL,
    entry_pages bytea NOT NULL,
    trees bigint NOT NULL,
    tree_blocks bytea NOT NULL,
    statement text NOT NULL,
    digest bytea,
    signatures jsonb NOT NULL,
    begun_at timestamp with time zone NOT NULL,
    sealed_at timestamp with time zone,
    CONSTRAINT signed_root_goes_on CHECK (((last_id >= after_id) AND (number >= 1)))
);
CREATE TABLE public.payments_staffrate (
    id uuid NOT NULL,
    source character varying(8) NOT NULL,
    destination character varying(8) NOT NULL,
    rate numeric(45,30) NOT NULL,
    effective_at timestamp with time zone NOT NULL,
    entered_by character varying(64) NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT staff_rate_between_two_currencies CHECK ((NOT ((source)::text = (destination)::text))),
    CONSTRAINT staff_rate_positive CHECK ((rate > (0)::numeric))
);
CREATE TABLE public.payments_statementrun (
    id uuid NOT NULL,
    form character varying(8) NOT NULL,
    since timestamp with time zone NOT NULL,
    until timestamp with time zone NOT NULL,
    accounts jsonb NOT NULL,
    done integer NOT NULL,
    files jsonb NOT NULL,
    problems jsonb NOT NULL,
    created_by character varying(64) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    next_run_at timestamp with time zone,
    platform_id uuid NOT NULL,
    CONSTRAINT statement_run_due_until_complete CHECK ((((completed_at IS NULL) AND (next_run_at IS NOT NULL)) OR ((completed_at IS NOT NULL) AND (next_run_at IS NULL)))),
    CONSTRAINT statement_run_form_known CHECK ((form IN ('csv', 'camt', 'pdf')))
);
CREATE TABLE public.payments_suspenseitem (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    transaction_id uuid,
    amount bigint NOT NULL,
    currency character varying(8) NOT NULL,
    reason character varying(64) NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    resolved_at timestamp with time zone,
    way character varying(16) DEFAULT ''::character varying NOT NULL,
    entry_id bigint,
    next_attempt_at timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    movement uuid,
    provider_reference character varying(64) DEFAULT ''::character varying NOT NULL,
    credited_id uuid,
    deposit_id uuid,
    receipt_id uuid,
    CONSTRAINT payments_suspenseitem_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT suspense_amount_positive CHECK ((amount > 0)),
    CONSTRAINT suspense_due_while_under_way CHECK (((next_attempt_at IS NULL) OR ((resolved_at IS NULL) AND (NOT ((way)::text = ''::text))))),
    CONSTRAINT suspense_of_payment_or_deposit CHECK ((((credited_id IS NULL) AND (deposit_id IS NULL) AND (transaction_id IS NOT NULL)) OR ((deposit_id IS NOT NULL) AND (transaction_id IS NULL)))),
    CONSTRAINT suspense_way_known CHECK ((((way)::text = ''::text) OR (way IN ('GIVE_BACK', 'PAY_AGAIN', 'CREDIT_HOLDER', 'WRITE_OFF'))))
);
CREATE TABLE public.payments_transaction (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    customer_id uuid,
    platform_customer_id character varying(255) DEFAULT ''::character varying NOT NULL,
    type character varying(16) NOT NULL,
    status character varying(16) NOT NULL,
    internal_account_id uuid,
    external_account_id uuid,
    sender character varying(320) NOT NULL,
    receiver character varying(320) NOT NULL,
    sent_amount bigint NOT NULL,
    sent_currency character varying(8) NOT NULL,
    received_amount bigint NOT NULL,
    received_currency character varying(8) NOT NULL,
    fees bigint DEFAULT 0 NOT NULL,
    exchange_rate numeric(60,30),
    rate_details jsonb,
    quote_id uuid,
    payment_instructions jsonb,
    refund jsonb,
    description text,
    counterparty_information jsonb,
    reference character varying(32) NOT NULL,
    failure_reason character varying(64),
    settled_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    provider_reference character varying(64) DEFAULT ''::character varying NOT NULL,
    next_action_at timestamp with time zone,
    next_action character varying(16) DEFAULT 'TRANSFER'::character varying NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    invoice_hash character varying(64),
    metadata jsonb,
    remittance_information character varying(140),
    payment_rail character varying(64) DEFAULT ''::character varying NOT NULL,
    expected_settlement_at timestamp with time zone,
    payee_customer_id uuid,
    platform_fees bigint,
    request_id uuid,
    CONSTRAINT payments_transaction_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT transaction_amounts_positive CHECK (((fees >= 0) AND (received_amount > 0) AND (sent_amount > 0))),
    CONSTRAINT transaction_next_action_known CHECK ((next_action IN ('TRANSFER', 'EXPIRE', 'COLLECT', 'PAY_OUT', 'PAY_IN', 'GIVE_BACK', 'END_APPROVAL', 'RECEIVE', 'DEPOSIT', 'CONFIRM', 'PAY_INVOICE', 'CALL_BACK', 'AWAIT_APPROVAL', 'AWAIT_COLLECT'))),
    CONSTRAINT transaction_status_known CHECK ((status IN ('CREATED', 'PENDING', 'PROCESSING', 'COMPLETED', 'REJECTED', 'FAILED', 'REFUNDED', 'EXPIRED'))),
    CONSTRAINT transaction_type_known CHECK ((type IN ('INCOMING', 'OUTGOING')))
)
WITH (fillfactor='80');
CREATE TABLE public.payments_transactionstatuschange (
    id bigint NOT NULL,
    transaction_id uuid NOT NULL,
    from_status character varying(16) DEFAULT ''::character varying NOT NULL,
    to_status character varying(16) NOT NULL,
    at timestamp with time zone NOT NULL,
    cause character varying(64) NOT NULL,
    actor_kind character varying(16) NOT NULL,
    actor_id character varying(64) NOT NULL
);
ALTER TABLE public.payments_transactionstatuschange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_transactionstatuschange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_transactiontally (
    id bigint NOT NULL,
    platform_id uuid NOT NULL,
    type character varying(16) NOT NULL,
    count bigint NOT NULL
);
ALTER TABLE public.payments_transactiontally ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_transactiontally_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_transactiontallymark (
    id smallint NOT NULL,
    up_to uuid NOT NULL,
    payees_up_to uuid,
    payees_until timestamp with time zone,
    CONSTRAINT payments_transactiontallymark_id_check CHECK ((id >= 0)),
    CONSTRAINT transaction_tally_one_mark CHECK ((id = 1))
);
CREATE TABLE public.payments_umacounterpartykeys (
    domain character varying(261) NOT NULL,
    signing_key bytea,
    encryption_key bytea,
    expires_at timestamp with time zone,
    asked_at timestamp with time zone NOT NULL,
    has_failed boolean NOT NULL,
    CONSTRAINT uma_counterparty_keys_all_or_none CHECK ((((encryption_key IS NULL) AND (expires_at IS NULL) AND (signing_key IS NULL)) OR ((encryption_key IS NOT NULL) AND (expires_at IS NOT NULL) AND (signing_key IS NOT NULL))))
);
CREATE TABLE public.payments_umakey (
    id uuid NOT NULL,
    platform_id uuid,
    purpose character varying(16) NOT NULL,
    sealed_private_key bytea NOT NULL,
    certificate text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    active_from timestamp with time zone NOT NULL,
    replaced_at timestamp with time zone,
    CONSTRAINT uma_key_purpose_known CHECK ((purpose IN ('SIGNING', 'ENCRYPTION'))),
    CONSTRAINT uma_key_replaced_after_use CHECK (((replaced_at IS NULL) OR (replaced_at >= active_from)))
);
CREATE TABLE public.payments_umanonce (
    id bigint NOT NULL,
    domain character varying(253) NOT NULL,
    nonce character varying(128) NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
ALTER TABLE public.payments_umanonce ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_umanonce_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_umaprovider (
    id uuid NOT NULL,
    environment character varying(16) NOT NULL,
    name character varying(255) NOT NULL,
    domain character varying(253) NOT NULL,
    lei character varying(20),
    logo_url character varying(2048),
    regions character varying(2)[] NOT NULL,
    currencies character varying(8)[] NOT NULL,
    is_blocked boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT uma_provider_domain_lower_case CHECK (((domain)::text = lower((domain)::text))),
    CONSTRAINT uma_provider_environment_known CHECK ((environment IN ('SANDBOX', 'PRODUCTION')))
);
CREATE TABLE public.platforms_apitoken (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    name character varying(255) NOT NULL,
    permissions character varying(16)[] NOT NULL,
    client_id character varying(32) NOT NULL,
    secret_hash bytea NOT NULL,
    allowed_ips character varying(64)[] NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    key_fingerprint bytea,
    spending jsonb
);
CREATE TABLE public.platforms_auditcheckrun (
    id bigint NOT NULL,
    started_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone NOT NULL,
    seals bigint NOT NULL,
    rows bigint NOT NULL,
    faults jsonb NOT NULL
);
ALTER TABLE public.platforms_auditcheckrun ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.platforms_auditcheckrun_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.platforms_auditentry (
    id bigint NOT NULL,
    platform_id uuid,
    at timestamp with time zone NOT NULL,
    actor_kind character varying(16) NOT NULL,
    actor_id character varying(64) NOT NULL,
    verb character varying(64) NOT NULL,
    subject character varying(64) NOT NULL,
    request_id character varying(64) DEFAULT ''::character varying NOT NULL,
    details jsonb NOT NULL
);
ALTER TABLE public.platforms_auditentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.platforms_auditentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.platforms_auditseal (
    number bigint NOT NULL,
    after_id bigint NOT NULL,
    last_id bigint NOT NULL,
    rows integer NOT NULL,
    index bytea NOT NULL,
    digest bytea NOT NULL,
    sealed_at timestamp with time zone NOT NULL,
    CONSTRAINT audit_seal_of_something CHECK (((last_id > after_id) AND (number >= 1) AND (rows >= 1))),
    CONSTRAINT platforms_auditseal_rows_check CHECK ((rows >= 0))
);
CREATE TABLE public.platforms_checkpart (
    id bigint NOT NULL,
    name character varying(32) NOT NULL,
    stage smallint NOT NULL,
    pages bigint NOT NULL,
    "position" jsonb,
    new_after jsonb,
    new_next jsonb,
    round_position jsonb,
    round_began_at timestamp with time zone,
    round_rows bigint NOT NULL,
    round_size bigint NOT NULL,
    whole_since timestamp with time zone,
    good_until timestamp with time zone,
    rows bigint NOT NULL,
    faults jsonb NOT NULL,
    parent_id character varying(16) NOT NULL,
    CONSTRAINT platforms_checkpart_stage_check CHECK ((stage >= 0))
);
ALTER TABLE public.platforms_checkpart ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.platforms_checkpart_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.platforms_forcedoutcome (
    id uuid NOT NULL,
    step character varying(32) NOT NULL,
    subject_kind character varying(32) NOT NULL,
    subject character varying(64) NOT NULL,
    outcome character varying(32) NOT NULL,
    reason character varying(64) NOT NULL,
    delay_seconds integer,
    times integer NOT NULL,
    remaining integer NOT NULL,
    uses jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    platform_id uuid NOT NULL,
    CONSTRAINT forced_outcome_counts CHECK (((remaining >= 0) AND (remaining <= times)))
);
CREATE TABLE public.platforms_idempotencykey (
    id bigint NOT NULL,
    platform_id uuid NOT NULL,
    key character varying(255) NOT NULL,
    fingerprint bytea NOT NULL,
    status smallint NOT NULL,
    body bytea NOT NULL,
    is_sealed boolean NOT NULL,
    moved_money boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    method character varying(8),
    path character varying(255),
    CONSTRAINT platforms_idempotencykey_status_check CHECK ((status >= 0))
);
ALTER TABLE public.platforms_idempotencykey ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.platforms_idempotencykey_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.platforms_nightlycheck (
    name character varying(16) NOT NULL,
    began_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    former_at timestamp with time zone
);
CREATE TABLE public.platforms_note (
    id uuid NOT NULL,
    subject character varying(64) NOT NULL,
    customer uuid,
    text text NOT NULL,
    salt character varying(32) NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_kind character varying(16) NOT NULL,
    actor_id character varying(64) NOT NULL,
    platform_id uuid NOT NULL
);
CREATE TABLE public.platforms_platform (
    id uuid NOT NULL,
    name character varying(255) NOT NULL,
    environment character varying(16) NOT NULL,
    uma_domain character varying(253) NOT NULL,
    proxy_uma_subdomain character varying(63) NOT NULL,
    webhook_endpoint character varying(2048) DEFAULT ''::character varying NOT NULL,
    contact_email character varying(254) DEFAULT ''::character varying NOT NULL,
    is_regulated_financial_institution boolean NOT NULL,
    clock_offset interval NOT NULL,
    rate_limit_per_second integer,
    rate_limit_burst integer,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    may_verify_payees boolean DEFAULT false NOT NULL,
    features character varying(32)[] DEFAULT '{}'::character varying[] NOT NULL,
    is_probe boolean DEFAULT false NOT NULL,
    CONSTRAINT platform_environment_known CHECK ((environment IN ('SANDBOX', 'PRODUCTION'))),
    CONSTRAINT platform_probe_in_sandbox CHECK (((NOT is_probe) OR ((environment)::text = 'SANDBOX'::text))),
    CONSTRAINT platform_production_clock_is_real CHECK ((((environment)::text = 'SANDBOX'::text) OR (clock_offset = '00:00:00'::interval))),
    CONSTRAINT platforms_platform_rate_limit_burst_check CHECK ((rate_limit_burst >= 0)),
    CONSTRAINT platforms_platform_rate_limit_per_second_check CHECK ((rate_limit_per_second >= 0))
);
CREATE TABLE public.platforms_platformcurrency (
    id bigint NOT NULL,
    platform_id uuid NOT NULL,
    code character varying(8) NOT NULL,
    "position" smallint NOT NULL,
    min_amount bigint NOT NULL,
    max_amount bigint NOT NULL,
    enabled_transaction_types character varying(16)[] NOT NULL,
    required_counterparty_fields jsonb CONSTRAINT platforms_platformcurrency_required_counterparty_field_not_null NOT NULL,
    most_fixed_fee bigint DEFAULT 0 NOT NULL,
    most_fee_share numeric(9,8) DEFAULT 0 NOT NULL,
    fee_configs jsonb,
    fees_due_at timestamp with time zone,
    CONSTRAINT platform_currency_limits_ordered CHECK (((max_amount >= min_amount) AND (min_amount >= 0))),
    CONSTRAINT platforms_platformcurrency_position_check CHECK (("position" >= 0))
);
ALTER TABLE public.platforms_platformcurrency ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.platforms_platformcurrency_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.platforms_proposal (
    id uuid NOT NULL,
    verb character varying(64) NOT NULL,
    subject character varying(64) NOT NULL,
    arguments jsonb NOT NULL,
    reason character varying(1000) NOT NULL,
    status character varying(16) NOT NULL,
    proposed_by character varying(64) NOT NULL,
    proposed_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    decided_by character varying(64) DEFAULT ''::character varying NOT NULL,
    decided_at timestamp with time zone,
    decision_reason character varying(1000) DEFAULT ''::character varying NOT NULL,
    last_refusal character varying(1000) DEFAULT ''::character varying NOT NULL,
    refused_at timestamp with time zone,
    CONSTRAINT proposal_decision_is_whole CHECK ((((decided_at IS NULL) AND ((decided_by)::text = ''::text) AND ((status)::text = 'OPEN'::text)) OR ((NOT ((status)::text = 'OPEN'::text)) AND (NOT ((decided_by)::text = ''::text)) AND (decided_at IS NOT NULL)))),
    CONSTRAINT proposal_second_person_is_another CHECK (((NOT (status IN ('APPROVED', 'DECLINED'))) OR (NOT ((decided_by)::text = (proposed_by)::text)))),
    CONSTRAINT proposal_status_known CHECK ((status IN ('OPEN', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'EXPIRED')))
);
CREATE TABLE public.platforms_provideridentity (
    id uuid NOT NULL,
    issuer character varying(255) NOT NULL,
    subject character varying(255) NOT NULL,
    username character varying(150) NOT NULL,
    mark bytea NOT NULL,
    linked_at timestamp with time zone NOT NULL
);
CREATE TABLE public.platforms_savedview (
    id uuid NOT NULL,
    username character varying(150) NOT NULL,
    page character varying(64) NOT NULL,
    name character varying(60) NOT NULL,
    filters character varying(1000) NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.platforms_secondfactor (
    id uuid NOT NULL,
    username character varying(150) NOT NULL,
    secret text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    last_step bigint NOT NULL,
    failures integer NOT NULL,
    blocked_until timestamp with time zone,
    recovery_hashes bytea[] NOT NULL,
    CONSTRAINT platforms_secondfactor_failures_check CHECK ((failures >= 0)),
    CONSTRAINT second_factor_recovers_when_confirmed CHECK (((confirmed_at IS NOT NULL) OR (recovery_hashes = '{}'::bytea[])))
);
CREATE TABLE public.platforms_tokenspending (
    id bigint NOT NULL,
    currency character varying(8) NOT NULL,
    recurrence character varying(8) NOT NULL,
    began_at timestamp with time zone NOT NULL,
    spent bigint NOT NULL,
    token_id uuid NOT NULL,
    CONSTRAINT token_spending_not_negative CHECK ((spent >= 0))
);
ALTER TABLE public.platforms_tokenspending ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.platforms_tokenspending_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.platforms_umadomain (
    id uuid NOT NULL,
    environment character varying(16) NOT NULL,
    domain character varying(253) NOT NULL,
    subdomain character varying(63) NOT NULL,
    proof character varying(64) NOT NULL,
    state character varying(16) NOT NULL,
    verified_at timestamp with time zone,
    failing_since timestamp with time zone,
    checked_at timestamp with time zone,
    next_check_at timestamp with time zone,
    failures integer NOT NULL,
    problem character varying(200) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    platform_id uuid NOT NULL,
    CONSTRAINT platforms_umadomain_failures_check CHECK ((failures >= 0)),
    CONSTRAINT uma_domain_environment_known CHECK ((environment IN ('SANDBOX', 'PRODUCTION'))),
    CONSTRAINT uma_domain_state_known CHECK ((state IN ('UNVERIFIED', 'VERIFIED', 'FAILING')))
);
CREATE TABLE public.platforms_workfailure (
    id bigint NOT NULL,
    work character varying(64) NOT NULL,
    subject character varying(64) NOT NULL,
    error character varying(64) NOT NULL,
    failures integer NOT NULL,
    since timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    platform_id uuid,
    CONSTRAINT platforms_workfailure_failures_check CHECK ((failures >= 0))
);
ALTER TABLE public.platforms_workfailure ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.platforms_workfailure_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.webhooks_delivery (
    id bigint NOT NULL,
    event_id uuid NOT NULL,
    attempt integer NOT NULL,
    at timestamp with time zone NOT NULL,
    url character varying(2048) NOT NULL,
    status smallint,
    milliseconds integer NOT NULL,
    reply text NOT NULL,
    error character varying(32) NOT NULL,
    endpoint_id uuid,
    location character varying(2048) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT webhooks_delivery_attempt_check CHECK ((attempt >= 0)),
    CONSTRAINT webhooks_delivery_milliseconds_check CHECK ((milliseconds >= 0)),
    CONSTRAINT webhooks_delivery_status_check CHECK ((status >= 0))
);
ALTER TABLE public.webhooks_delivery ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.webhooks_delivery_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.webhooks_endpointhealth (
    platform_id uuid NOT NULL,
    url character varying(2048) NOT NULL,
    consecutive_failures integer NOT NULL,
    failing_since timestamp with time zone,
    last_success_at timestamp with time zone,
    last_failure_at timestamp with time zone,
    warned_at timestamp with time zone,
    recovered_at timestamp with time zone,
    disabled_at timestamp with time zone,
    disabled_told_at timestamp with time zone,
    disabled_reason character varying(16) DEFAULT ''::character varying NOT NULL,
    set_at timestamp with time zone,
    types character varying(64)[] DEFAULT '{}'::character varying[] NOT NULL,
    CONSTRAINT webhooks_endpointhealth_consecutive_failures_check CHECK ((consecutive_failures >= 0))
);
CREATE UNLOGGED TABLE public.webhooks_endpointshare (
    id bigint NOT NULL,
    platform_id uuid NOT NULL,
    holder uuid NOT NULL,
    places smallint NOT NULL,
    held_until timestamp with time zone NOT NULL,
    CONSTRAINT webhooks_endpointshare_places_check CHECK ((places >= 0))
);
ALTER TABLE public.webhooks_endpointshare ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.webhooks_endpointshare_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE SEQUENCE public.webhooks_event_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.webhooks_event (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    type character varying(64) NOT NULL,
    resource character varying(64) NOT NULL,
    number bigint DEFAULT nextval('public.webhooks_event_number'::regclass) NOT NULL,
    sequence bigint,
    payload text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    state character varying(16) NOT NULL,
    attempts integer NOT NULL,
    next_attempt_at timestamp with time zone,
    CONSTRAINT webhook_event_pending_has_due_time CHECK (((NOT ((state)::text = 'PENDING'::text)) OR (next_attempt_at IS NOT NULL))),
    CONSTRAINT webhook_event_state_known CHECK ((state IN ('PENDING', 'WAITING', 'DELIVERED', 'REFUSED', 'ABANDONED', 'NO_ENDPOINT'))),
    CONSTRAINT webhooks_event_attempts_check CHECK ((attempts >= 0))
);
CREATE TABLE public.webhooks_eventstream (
    id bigint NOT NULL,
    resource character varying(64) NOT NULL,
    platform_id uuid NOT NULL,
    last_sequence bigint NOT NULL,
    claimed_by uuid,
    claimed_until timestamp with time zone
)
WITH (fillfactor='70');
ALTER TABLE public.webhooks_eventstream ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.webhooks_eventstream_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.webhooks_furtherendpoint (
    id uuid NOT NULL,
    url character varying(2048) NOT NULL,
    types character varying(64)[] DEFAULT '{}'::character varying[] NOT NULL,
    consecutive_failures integer NOT NULL,
    failing_since timestamp with time zone,
    last_success_at timestamp with time zone,
    last_failure_at timestamp with time zone,
    warned_at timestamp with time zone,
    recovered_at timestamp with time zone,
    disabled_at timestamp with time zone,
    disabled_reason character varying(16) DEFAULT ''::character varying NOT NULL,
    disabled_told_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    platform_id uuid NOT NULL,
    CONSTRAINT webhooks_furtherendpoint_consecutive_failures_check CHECK ((consecutive_failures >= 0))
);
CREATE TABLE public.webhooks_furtherevent (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    stream character varying(128) NOT NULL,
    number bigint NOT NULL,
    sequence bigint,
    state character varying(16) NOT NULL,
    attempts integer NOT NULL,
    next_attempt_at timestamp with time zone,
    endpoint_id uuid NOT NULL,
    event_id uuid NOT NULL,
    CONSTRAINT webhook_further_event_pending_has_due_time CHECK (((NOT ((state)::text = 'PENDING'::text)) OR (next_attempt_at IS NOT NULL))),
    CONSTRAINT webhook_further_event_state_known CHECK ((state IN ('PENDING', 'WAITING', 'DELIVERED', 'REFUSED', 'ABANDONED', 'NO_ENDPOINT'))),
    CONSTRAINT webhooks_furtherevent_attempts_check CHECK ((attempts >= 0))
);
CREATE UNLOGGED TABLE public.webhooks_furthershare (
    id bigint NOT NULL,
    holder uuid NOT NULL,
    places smallint NOT NULL,
    held_until timestamp with time zone NOT NULL,
    endpoint_id uuid NOT NULL,
    CONSTRAINT webhooks_furthershare_places_check CHECK ((places >= 0))
);
ALTER TABLE public.webhooks_furthershare ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.webhooks_furthershare_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.webhooks_furtherstream (
    id bigint NOT NULL,
    stream character varying(128) NOT NULL,
    last_sequence bigint NOT NULL,
    claimed_by uuid,
    claimed_until timestamp with time zone,
    endpoint_id uuid NOT NULL
)
WITH (fillfactor='70');
ALTER TABLE public.webhooks_furtherstream ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.webhooks_furtherstream_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.webhooks_signingkey (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    algorithm character varying(16) NOT NULL,
    sealed_private_key bytea NOT NULL,
    public_key text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    signs_from timestamp with time zone NOT NULL,
    published_until timestamp with time zone,
    CONSTRAINT webhook_signing_key_algorithm_known CHECK ((algorithm IN ('ECDSA_P256', 'ED25519')))
);
CREATE TABLE public.webhooks_signingsecret (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    secret text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    signs_until timestamp with time zone
);
ALTER TABLE ONLY public.platforms_auditseal
    ADD CONSTRAINT audit_seal_one_behind_another UNIQUE (after_id);
ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_name_key UNIQUE (name);
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_permission_id_0cd325b0_uniq UNIQUE (group_id, permission_id);
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_codename_01ab375a_uniq UNIQUE (content_type_id, codename);
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_user_groups
    ADD CONSTRAINT auth_user_groups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_user_groups
    ADD CONSTRAINT auth_user_groups_user_id_group_id_94350c0c_uniq UNIQUE (user_id, group_id);
ALTER TABLE ONLY public.auth_user
    ADD CONSTRAINT auth_user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_user_user_permissions
    ADD CONSTRAINT auth_user_user_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_user_user_permissions
    ADD CONSTRAINT auth_user_user_permissions_user_id_permission_id_14a6b632_uniq UNIQUE (user_id, permission_id);
ALTER TABLE ONLY public.auth_user
    ADD CONSTRAINT auth_user_username_key UNIQUE (username);
ALTER TABLE ONLY public.axes_accessattempt
    ADD CONSTRAINT axes_accessattempt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.axes_accessattempt
    ADD CONSTRAINT axes_accessattempt_username_ip_address_user_agent_8ea22282_uniq UNIQUE (username, ip_address, user_agent);
ALTER TABLE ONLY public.axes_accessattemptexpiration
    ADD CONSTRAINT axes_accessattemptexpiration_pkey PRIMARY KEY (access_attempt_id);
ALTER TABLE ONLY public.axes_accessfailurelog
    ADD CONSTRAINT axes_accessfailurelog_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.axes_accesslog
    ADD CONSTRAINT axes_accesslog_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_balancepage
    ADD CONSTRAINT balance_page_once UNIQUE (tree_id, index, root_id);
ALTER TABLE ONLY public.payments_balancetotal
    ADD CONSTRAINT balance_total_once UNIQUE (tree_id, root_id);
ALTER TABLE ONLY public.payments_balancetree
    ADD CONSTRAINT balance_tree_once UNIQUE (platform_id, currency);
ALTER TABLE ONLY public.payments_bankanswer
    ADD CONSTRAINT bank_answer_place UNIQUE (file_id, number);
ALTER TABLE ONLY public.payments_bankincomingfile
    ADD CONSTRAINT bank_incoming_file_once UNIQUE (connection_name, sha256);
ALTER TABLE ONLY public.payments_bankstatementline
    ADD CONSTRAINT bank_line_once UNIQUE (file_id, number, part);
ALTER TABLE ONLY public.payments_bankmatch
    ADD CONSTRAINT bank_match_one_after_another UNIQUE (line_id, number);
ALTER TABLE ONLY public.payments_bankpayment
    ADD CONSTRAINT bank_payment_once UNIQUE (movement, leg);
ALTER TABLE ONLY public.banks_banksetpayment
    ADD CONSTRAINT bank_set_payment_once UNIQUE (payment_id, kind);
ALTER TABLE ONLY public.payments_bankstatement
    ADD CONSTRAINT bank_statement_once UNIQUE (connection_name, digest);
ALTER TABLE ONLY public.payments_bankstatement
    ADD CONSTRAINT bank_statement_place UNIQUE (file_id, number);
ALTER TABLE ONLY public.banks_bankset
    ADD CONSTRAINT banks_bankset_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.banks_banksetpayment
    ADD CONSTRAINT banks_banksetpayment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_bulkimporterror
    ADD CONSTRAINT bulk_import_error_once UNIQUE (bulk_import_id, "row");
ALTER TABLE ONLY public.compliance_bulkimportpart
    ADD CONSTRAINT bulk_import_part_unique UNIQUE (bulk_import_id, number);
ALTER TABLE ONLY public.platforms_checkpart
    ADD CONSTRAINT check_part_once UNIQUE (parent_id, name);
ALTER TABLE ONLY public.payments_claimsettlement
    ADD CONSTRAINT claim_settlement_one_after_another UNIQUE (claim_id, number);
ALTER TABLE ONLY public.compliance_beneficialowner
    ADD CONSTRAINT compliance_beneficialowner_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_beneficialownerstatuschange
    ADD CONSTRAINT compliance_beneficialownerstatuschange_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_bulkimport
    ADD CONSTRAINT compliance_bulkimport_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_bulkimporterror
    ADD CONSTRAINT compliance_bulkimporterror_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_bulkimportpart
    ADD CONSTRAINT compliance_bulkimportpart_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_customer
    ADD CONSTRAINT compliance_customer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_customerstatuschange
    ADD CONSTRAINT compliance_customerstatuschange_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_document
    ADD CONSTRAINT compliance_document_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_document
    ADD CONSTRAINT compliance_document_storage_key_key UNIQUE (storage_key);
ALTER TABLE ONLY public.compliance_formerumaaddress
    ADD CONSTRAINT compliance_formerumaaddress_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_handopenedcase
    ADD CONSTRAINT compliance_handopenedcase_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_kyclink
    ADD CONSTRAINT compliance_kyclink_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_kyclink
    ADD CONSTRAINT compliance_kyclink_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.compliance_retiredfile
    ADD CONSTRAINT compliance_retiredfile_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_retiredfile
    ADD CONSTRAINT compliance_retiredfile_storage_key_key UNIQUE (storage_key);
ALTER TABLE ONLY public.compliance_reviewapproval
    ADD CONSTRAINT compliance_reviewapproval_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_reviewassignment
    ADD CONSTRAINT compliance_reviewassignment_pkey PRIMARY KEY (verification_id);
ALTER TABLE ONLY public.compliance_reviewnote
    ADD CONSTRAINT compliance_reviewnote_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_reviewrule
    ADD CONSTRAINT compliance_reviewrule_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_screening
    ADD CONSTRAINT compliance_screening_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_screeninghit
    ADD CONSTRAINT compliance_screeninghit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_screeninglistentry
    ADD CONSTRAINT compliance_screeninglistentry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_screeninglistversion
    ADD CONSTRAINT compliance_screeninglistversion_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_screeningsweep
    ADD CONSTRAINT compliance_screeningsweep_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_uploadday
    ADD CONSTRAINT compliance_uploadday_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_verification
    ADD CONSTRAINT compliance_verification_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_verificationstatuschange
    ADD CONSTRAINT compliance_verificationstatuschange_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.compliance_customer
    ADD CONSTRAINT customer_retired_uma_unique UNIQUE (retired_uma_digest, platform_id);
ALTER TABLE ONLY public.compliance_customer
    ADD CONSTRAINT customer_uma_address_unique UNIQUE (uma_address, platform_id);
ALTER TABLE ONLY public.payments_deposit
    ADD CONSTRAINT deposit_once UNIQUE (provider_reference, platform_id);
ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model);
ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_migrations
    ADD CONSTRAINT django_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_session
    ADD CONSTRAINT django_session_pkey PRIMARY KEY (session_key);
ALTER TABLE ONLY public.payments_entrypage
    ADD CONSTRAINT entry_page_once UNIQUE (root_id, after_id);
ALTER TABLE ONLY public.compliance_formerumaaddress
    ADD CONSTRAINT former_uma_address_unique UNIQUE (digest, platform_id);
ALTER TABLE ONLY public.platforms_idempotencykey
    ADD CONSTRAINT idempotency_key_unique UNIQUE (platform_id, key);
ALTER TABLE ONLY public.payments_institution
    ADD CONSTRAINT institution_unique UNIQUE (country, currency, bank_name);
ALTER TABLE ONLY public.invitations_invitation
    ADD CONSTRAINT invitation_code_unique UNIQUE (code);
ALTER TABLE ONLY public.invitations_invitation
    ADD CONSTRAINT invitations_invitation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_journalseal
    ADD CONSTRAINT journal_seal_one_behind_another UNIQUE (after_id);
ALTER TABLE ONLY public.payments_ledgerday
    ADD CONSTRAINT ledger_day_unique UNIQUE (platform_id, kind, currency, day);
ALTER TABLE ONLY public.payments_monthclose
    ADD CONSTRAINT month_close_once UNIQUE (platform_id, month);
ALTER TABLE ONLY public.payments_monthfigure
    ADD CONSTRAINT month_figure_once UNIQUE (close_id, edition, kind, currency);
ALTER TABLE ONLY public.payments_paymentfilerow
    ADD CONSTRAINT payment_file_row_once UNIQUE (file_id, number);
ALTER TABLE ONLY public.payments_accountcode
    ADD CONSTRAINT payments_accountcode_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_balancepage
    ADD CONSTRAINT payments_balancepage_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_balancetotal
    ADD CONSTRAINT payments_balancetotal_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_balancetree
    ADD CONSTRAINT payments_balancetree_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.payments_bankanswer
    ADD CONSTRAINT payments_bankanswer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_bankbatch
    ADD CONSTRAINT payments_bankbatch_message_id_key UNIQUE (message_id);
ALTER TABLE ONLY public.payments_bankbatch
    ADD CONSTRAINT payments_bankbatch_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_bankconnection
    ADD CONSTRAINT payments_bankconnection_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_bankexception
    ADD CONSTRAINT payments_bankexception_line_id_key UNIQUE (line_id);
ALTER TABLE ONLY public.payments_bankexception
    ADD CONSTRAINT payments_bankexception_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_bankfile
    ADD CONSTRAINT payments_bankfile_batch_id_key UNIQUE (batch_id);
ALTER TABLE ONLY public.payments_bankfile
    ADD CONSTRAINT payments_bankfile_name_key UNIQUE (name);
ALTER TABLE ONLY public.payments_bankfile
    ADD CONSTRAINT payments_bankfile_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_bankfile
    ADD CONSTRAINT payments_bankfile_storage_key_key UNIQUE (storage_key);
ALTER TABLE ONLY public.payments_bankincomingfile
    ADD CONSTRAINT payments_bankincomingfile_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_bankmatch
    ADD CONSTRAINT payments_bankmatch_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY public.payments_bankmatch
    ADD CONSTRAINT payments_bankmatch_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_bankpayment
    ADD CONSTRAINT payments_bankpayment_end_to_end_id_key UNIQUE (end_to_end_id);
ALTER TABLE ONLY public.payments_bankpayment
    ADD CONSTRAINT payments_bankpayment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_bankrule
    ADD CONSTRAINT payments_bankrule_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_bankstatement
    ADD CONSTRAINT payments_bankstatement_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_bankstatementline
    ADD CONSTRAINT payments_bankstatementline_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_checkedbalance
    ADD CONSTRAINT payments_checkedbalance_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.payments_claim
    ADD CONSTRAINT payments_claim_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY public.payments_claim
    ADD CONSTRAINT payments_claim_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_claimsettlement
    ADD CONSTRAINT payments_claimsettlement_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY public.payments_claimsettlement
    ADD CONSTRAINT payments_claimsettlement_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_closedbooks
    ADD CONSTRAINT payments_closedbooks_pkey PRIMARY KEY (platform_id);
ALTER TABLE ONLY public.payments_correction
    ADD CONSTRAINT payments_correction_pkey PRIMARY KEY (entry_id);
ALTER TABLE ONLY public.payments_daymark
    ADD CONSTRAINT payments_daymark_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.payments_deposit
    ADD CONSTRAINT payments_deposit_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY public.payments_deposit
    ADD CONSTRAINT payments_deposit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_deposit
    ADD CONSTRAINT payments_deposit_receipt_id_key UNIQUE (receipt_id);
ALTER TABLE ONLY public.payments_entrypage
    ADD CONSTRAINT payments_entrypage_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_externalaccount
    ADD CONSTRAINT payments_externalaccount_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_feeschedule
    ADD CONSTRAINT payments_feeschedule_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_fundingreceipt
    ADD CONSTRAINT payments_fundingreceipt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_incomingumapayment
    ADD CONSTRAINT payments_incomingumapayment_payment_hash_key UNIQUE (payment_hash);
ALTER TABLE ONLY public.payments_incomingumapayment
    ADD CONSTRAINT payments_incomingumapayment_pkey PRIMARY KEY (transaction_id);
ALTER TABLE ONLY public.payments_institution
    ADD CONSTRAINT payments_institution_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_internalaccount
    ADD CONSTRAINT payments_internalaccount_funding_reference_key UNIQUE (funding_reference);
ALTER TABLE ONLY public.payments_internalaccount
    ADD CONSTRAINT payments_internalaccount_ledger_account_id_key UNIQUE (ledger_account_id);
ALTER TABLE ONLY public.payments_internalaccount
    ADD CONSTRAINT payments_internalaccount_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_journalentry
    ADD CONSTRAINT payments_journalentry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_journalentry
    ADD CONSTRAINT payments_journalentry_reverses_id_key UNIQUE (reverses_id);
ALTER TABLE ONLY public.payments_journalseal
    ADD CONSTRAINT payments_journalseal_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.payments_ledgeraccount
    ADD CONSTRAINT payments_ledgeraccount_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_ledgercheckrun
    ADD CONSTRAINT payments_ledgercheckrun_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_ledgerday
    ADD CONSTRAINT payments_ledgerday_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_lookup
    ADD CONSTRAINT payments_lookup_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_monthclose
    ADD CONSTRAINT payments_monthclose_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_monthfigure
    ADD CONSTRAINT payments_monthfigure_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_operationscase
    ADD CONSTRAINT payments_operationscase_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_operationscasestep
    ADD CONSTRAINT payments_operationscasestep_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_outgoingumapayment
    ADD CONSTRAINT payments_outgoingumapayment_payment_hash_key UNIQUE (payment_hash);
ALTER TABLE ONLY public.payments_outgoingumapayment
    ADD CONSTRAINT payments_outgoingumapayment_pkey PRIMARY KEY (transaction_id);
ALTER TABLE ONLY public.payments_paymentfile
    ADD CONSTRAINT payments_paymentfile_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_paymentfilerow
    ADD CONSTRAINT payments_paymentfilerow_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_platformfeepayout
    ADD CONSTRAINT payments_platformfeepayout_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY public.payments_platformfeepayout
    ADD CONSTRAINT payments_platformfeepayout_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_posting
    ADD CONSTRAINT payments_posting_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_providermessage
    ADD CONSTRAINT payments_providermessage_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_quote
    ADD CONSTRAINT payments_quote_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_quote
    ADD CONSTRAINT payments_quote_transaction_id_key UNIQUE (transaction_id);
ALTER TABLE ONLY public.payments_railday
    ADD CONSTRAINT payments_railday_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_railroute
    ADD CONSTRAINT payments_railroute_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_ratefeed
    ADD CONSTRAINT payments_ratefeed_pkey PRIMARY KEY (source);
ALTER TABLE ONLY public.payments_ratesnapshot
    ADD CONSTRAINT payments_ratesnapshot_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_sandboxinvoice
    ADD CONSTRAINT payments_sandboxinvoice_pkey PRIMARY KEY (payment_hash);
ALTER TABLE ONLY public.payments_sandboxrailday
    ADD CONSTRAINT payments_sandboxrailday_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_sealedbalance
    ADD CONSTRAINT payments_sealedbalance_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_signedroot
    ADD CONSTRAINT payments_signedroot_day_key UNIQUE (day);
ALTER TABLE ONLY public.payments_signedroot
    ADD CONSTRAINT payments_signedroot_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.payments_staffrate
    ADD CONSTRAINT payments_staffrate_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_statementrun
    ADD CONSTRAINT payments_statementrun_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_suspenseitem
    ADD CONSTRAINT payments_suspenseitem_deposit_id_key UNIQUE (deposit_id);
ALTER TABLE ONLY public.payments_suspenseitem
    ADD CONSTRAINT payments_suspenseitem_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_transaction
    ADD CONSTRAINT payments_transaction_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_transactionstatuschange
    ADD CONSTRAINT payments_transactionstatuschange_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_transactiontally
    ADD CONSTRAINT payments_transactiontally_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_transactiontallymark
    ADD CONSTRAINT payments_transactiontallymark_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_umacounterpartykeys
    ADD CONSTRAINT payments_umacounterpartykeys_pkey PRIMARY KEY (domain);
ALTER TABLE ONLY public.payments_umakey
    ADD CONSTRAINT payments_umakey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_umanonce
    ADD CONSTRAINT payments_umanonce_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_umaprovider
    ADD CONSTRAINT payments_umaprovider_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platforms_platformcurrency
    ADD CONSTRAINT platform_currency_unique UNIQUE (platform_id, code);
ALTER TABLE ONLY public.platforms_platform
    ADD CONSTRAINT platform_proxy_uma_subdomain_unique UNIQUE (proxy_uma_subdomain);
ALTER TABLE ONLY public.platforms_apitoken
    ADD CONSTRAINT platforms_apitoken_client_id_key UNIQUE (client_id);
ALTER TABLE ONLY public.platforms_apitoken
    ADD CONSTRAINT platforms_apitoken_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platforms_auditcheckrun
    ADD CONSTRAINT platforms_auditcheckrun_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platforms_auditentry
    ADD CONSTRAINT platforms_auditentry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platforms_auditseal
    ADD CONSTRAINT platforms_auditseal_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.platforms_checkpart
    ADD CONSTRAINT platforms_checkpart_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platforms_forcedoutcome
    ADD CONSTRAINT platforms_forcedoutcome_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platforms_idempotencykey
    ADD CONSTRAINT platforms_idempotencykey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platforms_nightlycheck
    ADD CONSTRAINT platforms_nightlycheck_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.platforms_note
    ADD CONSTRAINT platforms_note_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platforms_platform
    ADD CONSTRAINT platforms_platform_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platforms_platformcurrency
    ADD CONSTRAINT platforms_platformcurrency_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platforms_proposal
    ADD CONSTRAINT platforms_proposal_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platforms_provideridentity
    ADD CONSTRAINT platforms_provideridentity_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platforms_provideridentity
    ADD CONSTRAINT platforms_provideridentity_username_key UNIQUE (username);
ALTER TABLE ONLY public.platforms_savedview
    ADD CONSTRAINT platforms_savedview_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platforms_secondfactor
    ADD CONSTRAINT platforms_secondfactor_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platforms_secondfactor
    ADD CONSTRAINT platforms_secondfactor_username_key UNIQUE (username);
ALTER TABLE ONLY public.platforms_tokenspending
    ADD CONSTRAINT platforms_tokenspending_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platforms_umadomain
    ADD CONSTRAINT platforms_umadomain_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platforms_umadomain
    ADD CONSTRAINT platforms_umadomain_subdomain_key UNIQUE (subdomain);
ALTER TABLE ONLY public.platforms_workfailure
    ADD CONSTRAINT platforms_workfailure_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platforms_provideridentity
    ADD CONSTRAINT provider_identity_of_one_person UNIQUE (issuer, subject);
ALTER TABLE ONLY public.payments_railday
    ADD CONSTRAINT rail_day_unique UNIQUE (day, rail, currency);
ALTER TABLE ONLY public.payments_sandboxrailday
    ADD CONSTRAINT sandbox_rail_day_unique UNIQUE (platform_id, day, rail, currency);
ALTER TABLE ONLY public.platforms_savedview
    ADD CONSTRAINT saved_view_once UNIQUE (username, page, name);
ALTER TABLE ONLY public.compliance_screeninglistentry
    ADD CONSTRAINT screening_entry_unique UNIQUE (version_id, reference);
ALTER TABLE ONLY public.compliance_screeninghit
    ADD CONSTRAINT screening_hit_once UNIQUE (subject, fingerprint);
ALTER TABLE ONLY public.payments_sealedbalance
    ADD CONSTRAINT sealed_balance_of_account UNIQUE (account_id, root_id);
ALTER TABLE ONLY public.payments_sealedbalance
    ADD CONSTRAINT sealed_balance_once UNIQUE (tree_id, "position", root_id);
ALTER TABLE ONLY public.platforms_tokenspending
    ADD CONSTRAINT token_spending_once UNIQUE (token_id, currency, recurrence, began_at);
ALTER TABLE ONLY public.payments_transactiontally
    ADD CONSTRAINT transaction_tally_unique UNIQUE (platform_id, type);
ALTER TABLE ONLY public.platforms_umadomain
    ADD CONSTRAINT uma_domain_named_once UNIQUE (platform_id, domain);
ALTER TABLE ONLY public.payments_umanonce
    ADD CONSTRAINT uma_nonce_spent_once UNIQUE (domain, nonce);
ALTER TABLE ONLY public.payments_umaprovider
    ADD CONSTRAINT uma_provider_unique UNIQUE (environment, domain);
ALTER TABLE ONLY public.compliance_uploadday
    ADD CONSTRAINT upload_day_unique UNIQUE (platform_id, day);
ALTER TABLE ONLY public.webhooks_endpointshare
    ADD CONSTRAINT webhook_endpoint_share_one_per_sender UNIQUE (platform_id, holder);
ALTER TABLE ONLY public.webhooks_eventstream
    ADD CONSTRAINT webhook_event_stream_resource_unique UNIQUE (resource);
ALTER TABLE ONLY public.webhooks_furtherevent
    ADD CONSTRAINT webhook_further_event_unique UNIQUE (event_id, endpoint_id);
ALTER TABLE ONLY public.webhooks_furthershare
    ADD CONSTRAINT webhook_further_share_one_per_sender UNIQUE (endpoint_id, holder);
ALTER TABLE ONLY public.webhooks_furtherstream
    ADD CONSTRAINT webhook_further_stream_unique UNIQUE (stream);
ALTER TABLE ONLY public.webhooks_delivery
    ADD CONSTRAINT webhooks_delivery_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks_endpointhealth
    ADD CONSTRAINT webhooks_endpointhealth_pkey PRIMARY KEY (platform_id);
ALTER TABLE ONLY public.webhooks_endpointshare
    ADD CONSTRAINT webhooks_endpointshare_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks_event
    ADD CONSTRAINT webhooks_event_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks_eventstream
    ADD CONSTRAINT webhooks_eventstream_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks_furtherendpoint
    ADD CONSTRAINT webhooks_furtherendpoint_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks_furtherevent
    ADD CONSTRAINT webhooks_furtherevent_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks_furthershare
    ADD CONSTRAINT webhooks_furthershare_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks_furtherstream
    ADD CONSTRAINT webhooks_furtherstream_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks_signingkey
    ADD CONSTRAINT webhooks_signingkey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks_signingsecret
    ADD CONSTRAINT webhooks_signingsecret_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platforms_workfailure
    ADD CONSTRAINT work_failure_unique UNIQUE (work, subject);
CREATE INDEX account_code_latest ON public.payments_accountcode USING btree (platform_id, kind, currency, id);
CREATE INDEX api_token_newest_first ON public.platforms_apitoken USING btree (platform_id, created_at DESC, id DESC);
CREATE INDEX audit_by_person ON public.platforms_auditentry USING btree (actor_id, id) WHERE ((actor_kind)::text = 'STAFF'::text);
CREATE INDEX audit_by_request ON public.platforms_auditentry USING btree (request_id);
CREATE INDEX audit_by_subject ON public.platforms_auditentry USING btree (subject, id);
CREATE INDEX auth_group_name_a6ea08ec_like ON public.auth_group USING btree (name varchar_pattern_ops);
CREATE INDEX auth_group_permissions_group_id_b120cbf9 ON public.auth_group_permissions USING btree (group_id);
CREATE INDEX auth_group_permissions_permission_id_84c5c92e ON public.auth_group_permissions USING btree (permission_id);
CREATE INDEX auth_permission_content_type_id_2f476e4b ON public.auth_permission USING btree (content_type_id);
CREATE INDEX auth_user_groups_group_id_97559544 ON public.auth_user_groups USING btree (group_id);
CREATE INDEX auth_user_groups_user_id_6a12ed8b ON public.auth_user_groups USING btree (user_id);
CREATE INDEX auth_user_user_permissions_permission_id_1fbb5f2c ON public.auth_user_user_permissions USING btree (permission_id);
CREATE INDEX auth_user_user_permissions_user_id_a95ead1b ON public.auth_user_user_permissions USING btree (user_id);
CREATE INDEX auth_user_username_6821ab7c_like ON public.auth_user USING btree (username varchar_pattern_ops);
CREATE INDEX axes_accessattempt_ip_address_10922d9c ON public.axes_accessattempt USING btree (ip_address);
CREATE INDEX axes_accessattempt_user_agent_ad89678b ON public.axes_accessattempt USING btree (user_agent);
CREATE INDEX axes_accessattempt_user_agent_ad89678b_like ON public.axes_accessattempt USING btree (user_agent varchar_pattern_ops);
CREATE INDEX axes_accessattempt_username_3f2d4ca0 ON public.axes_accessattempt USING btree (username);
CREATE INDEX axes_accessattempt_username_3f2d4ca0_like ON public.axes_accessattempt USING btree (username varchar_pattern_ops);
CREATE INDEX axes_accessfailurelog_ip_address_2e9f5a7f ON public.axes_accessfailurelog USING btree (ip_address);
CREATE INDEX axes_accessfailurelog_user_agent_ea145dda ON public.axes_accessfailurelog USING btree (user_agent);
CREATE INDEX axes_accessfailurelog_user_agent_ea145dda_like ON public.axes_accessfailurelog USING btree (user_agent varchar_pattern_ops);
CREATE INDEX axes_accessfailurelog_username_a8b7e8a4 ON public.axes_accessfailurelog USING btree (username);
CREATE INDEX axes_accessfailurelog_username_a8b7e8a4_like ON public.axes_accessfailurelog USING btree (username varchar_pattern_ops);
CREATE INDEX axes_accesslog_ip_address_86b417e5 ON public.axes_accesslog USING btree (ip_address);
CREATE INDEX axes_accesslog_user_agent_0e659004 ON public.axes_accesslog USING btree (user_agent);
CREATE INDEX axes_accesslog_user_agent_0e659004_like ON public.axes_accesslog USING btree (user_agent varchar_pattern_ops);
CREATE INDEX axes_accesslog_username_df93064b ON public.axes_accesslog USING btree (username);
CREATE INDEX axes_accesslog_username_df93064b_like ON public.axes_accesslog USING btree (username varchar_pattern_ops);
CREATE INDEX bank_answer_of_account ON public.payments_bankanswer USING btree (account_digest) WHERE (account_digest IS NOT NULL);
CREATE INDEX bank_batch_due ON public.payments_bankbatch USING btree (state, cut_off_at) WHERE (state IN ('OPEN', 'RELEASED', 'WRITTEN', 'PLACED'));
CREATE UNIQUE INDEX bank_batch_one_open ON public.payments_bankbatch USING btree (connection_id, format, currency, value_date) WHERE ((state)::text = 'OPEN'::text);
CREATE UNIQUE INDEX bank_connection_one_of_a_name ON public.payments_bankconnection USING btree (name) WHERE (ended_at IS NULL);
CREATE INDEX bank_exception_closed ON public.payments_bankexception USING btree (closed_at DESC);
CREATE INDEX bank_exception_open ON public.payments_bankexception USING btree (id) WHERE (closed_at IS NULL);
CREATE INDEX bank_incoming_file_set_aside ON public.payments_bankincomingfile USING btree (id) WHERE ((state)::text = 'SET_ASIDE'::text);
CREATE INDEX bank_incoming_file_to_read ON public.payments_bankincomingfile USING btree (received_at) WHERE ((state)::text = 'RECEIVED'::text);
CREATE INDEX bank_line_by_bank_reference ON public.payments_bankstatementline USING btree (bank_reference) WHERE (NOT ((bank_reference)::text = ''::text));
CREATE INDEX bank_line_by_day ON public.payments_bankstatementline USING btree (connection_name, booked_on);
CREATE INDEX bank_line_by_end_to_end_id ON public.payments_bankstatementline USING btree (end_to_end_id) WHERE (NOT ((end_to_end_id)::text = ''::text));
CREATE INDEX bank_line_by_fingerprint ON public.payments_bankstatementline USING btree (connection_name, fingerprint);
CREATE INDEX bank_line_by_payer ON public.payments_bankstatementline USING btree (account_digest) WHERE ((account_digest IS NOT NULL) AND is_credit);
CREATE INDEX bank_match_by_subject ON public.payments_bankmatch USING btree (subject) WHERE (NOT ((subject)::text = ''::text));
CREATE INDEX bank_match_of_entries ON public.payments_bankmatch USING btree (id) WHERE (entry_id IS NOT NULL);
CREATE INDEX bank_match_with_charges ON public.payments_bankmatch USING btree (at) WHERE (difference > 0);
CREATE INDEX bank_payment_by_amount ON public.payments_bankpayment USING btree (amount, connection_name);
CREATE INDEX bank_payment_by_state ON public.payments_bankpayment USING btree (state, connection_name);
CREATE INDEX bank_payment_unconfirmed ON public.payments_bankpayment USING btree (connection_name, unconfirmed_since) WHERE (unconfirmed_since IS NOT NULL);
CREATE INDEX bank_rule_in_force ON public.payments_bankrule USING btree (connection_name, priority) WHERE (ended_at IS NULL);
CREATE INDEX bank_statement_by_account ON public.payments_bankstatement USING btree (connection_name, closing_on);
CREATE INDEX bank_statement_by_closing ON public.payments_bankstatement USING btree (connection_name, closing);
CREATE INDEX banks_banksetpayment_bank_set_id_0fab270d ON public.banks_banksetpayment USING btree (bank_set_id);
CREATE INDEX beneficial_owner_of_customer ON public.compliance_beneficialowner USING btree (customer_id, created_at, id);
CREATE INDEX bulk_import_due ON public.compliance_bulkimport USING btree (next_run_at) WHERE (next_run_at IS NOT NULL);
CREATE INDEX bulk_import_newest_first ON public.compliance_bulkimport USING btree (platform_id, created_at DESC);
CREATE INDEX claim_list ON public.payments_claim USING btree (settled_at DESC, id);
CREATE INDEX claim_open ON public.payments_claim USING btree (opened_at) WHERE (settled_at IS NULL);
CREATE INDEX compliance_beneficialowner_beneficial_owner_id_09bd59c5 ON public.compliance_beneficialownerstatuschange USING btree (beneficial_owner_id);
CREATE INDEX compliance_customer_tax_id_digest_089d49ae ON public.compliance_customer USING btree (tax_id_digest);
CREATE INDEX compliance_customerstatuschange_customer_id_8140369e ON public.compliance_customerstatuschange USING btree (customer_id);
CREATE INDEX compliance_document_storage_key_af514b78_like ON public.compliance_document USING btree (storage_key varchar_pattern_ops);
CREATE INDEX compliance_formerumaaddress_customer_id_b6234a60 ON public.compliance_formerumaaddress USING btree (customer_id);
CREATE INDEX compliance_handopenedcase_customer_id_b084cb48 ON public.compliance_handopenedcase USING btree (customer_id);
CREATE INDEX compliance_kyclink_customer_id_f0259887 ON public.compliance_kyclink USING btree (customer_id);
CREATE INDEX compliance_kyclink_platform_id_6230bf38 ON public.compliance_kyclink USING btree (platform_id);
CREATE INDEX compliance_kyclink_verification_id_7936b7d0 ON public.compliance_kyclink USING btree (verification_id);
CREATE INDEX compliance_retiredfile_document_id_46aad7c0 ON public.compliance_retiredfile USING btree (document_id);
CREATE INDEX compliance_retiredfile_storage_key_7496e75c_like ON public.compliance_retiredfile USING btree (storage_key varchar_pattern_ops);
CREATE INDEX compliance_screening_customer_id_7f5968a0 ON public.compliance_screening USING btree (customer_id);
CREATE INDEX compliance_screeninghit_customer_id_b747905b ON public.compliance_screeninghit USING btree (customer_id);
CREATE INDEX compliance_screeninghit_platform_id_c51ab613 ON public.compliance_screeninghit USING btree (platform_id);
CREATE INDEX compliance_screeninghit_screening_id_3548f906 ON public.compliance_screeninghit USING btree (screening_id);
CREATE INDEX compliance_screeninglistentry_version_id_2861fba8 ON public.compliance_screeninglistentry USING btree (version_id);
CREATE INDEX compliance_screeningsweep_version_id_e6057b48 ON public.compliance_screeningsweep USING btree (version_id);
CREATE INDEX compliance_verificationstatuschange_verification_id_074c1dac ON public.compliance_verificationstatuschange USING btree (verification_id);
CREATE INDEX correction_by_month ON public.payments_correction USING btree (month);
CREATE INDEX customer_by_address ON public.compliance_customer USING btree (platform_id, public.search_fold("left"((address ->> 'line1'::text), 200)), COALESCE((address ->> 'postalCode'::text), ''::text)) WHERE ((address ->> 'line1'::text) <> ''::text);
CREATE INDEX customer_by_birth_date ON public.compliance_customer USING btree (platform_id, birth_date, public.search_fold("left"((full_name)::text, 200))) WHERE (birth_date IS NOT NULL);
CREATE INDEX customer_by_change ON public.compliance_customer USING btree (platform_id, updated_at);
CREATE INDEX customer_by_currency ON public.compliance_customer USING gin (currencies);
CREATE INDEX customer_by_email ON public.compliance_customer USING btree (email_digest) WHERE (email_digest IS NOT NULL);
CREATE INDEX customer_by_folded_name ON public.compliance_customer USING gin (to_tsvector('simple'::regconfig, public.search_fold((COALESCE(full_name, ((business_info ->> 'legalName'::text))::character varying))::text)));
CREATE INDEX customer_by_kyb_status ON public.compliance_customer USING btree (platform_id, kyb_status, created_at DESC, id DESC) WHERE (kyb_status IS NOT NULL);
CREATE INDEX customer_by_kyc_status ON public.compliance_customer USING btree (platform_id, kyc_status, created_at DESC, id DESC) WHERE (kyc_status IS NOT NULL);
CREATE INDEX customer_by_likeness ON public.compliance_customer USING gin (public.search_fold((COALESCE(full_name, ((business_info ->> 'legalName'::text))::character varying))::text) public.gin_trgm_ops);
CREATE INDEX customer_by_metadata ON public.compliance_customer USING gin (metadata jsonb_path_ops) WHERE (metadata IS NOT NULL);
CREATE INDEX customer_by_own_id ON public.compliance_customer USING btree (lower(regexp_replace((platform_customer_id)::text, '[\W_]+'::text, ''::text, 'g'::text)));
CREATE INDEX customer_by_phone ON public.compliance_customer USING btree (phone_digest) WHERE (phone_digest IS NOT NULL);
CREATE INDEX customer_by_platform_id ON public.compliance_customer USING btree (platform_id, platform_customer_id, created_at DESC, id DESC);
CREATE INDEX customer_by_region ON public.compliance_customer USING btree (platform_id, region, created_at DESC, id DESC);
CREATE INDEX customer_by_spelling ON public.compliance_customer USING gin (to_tsvector('simple'::regconfig, spellings)) WHERE (spellings <> ''::text);
CREATE INDEX customer_by_type ON public.compliance_customer USING btree (platform_id, customer_type, created_at DESC, id DESC);
CREATE INDEX customer_newest_first ON public.compliance_customer USING btree (platform_id, created_at DESC, id DESC);
CREATE INDEX customer_rejected ON public.compliance_customer USING btree (id) WHERE ((deleted_at IS NULL) AND (((kyc_status)::text = 'REJECTED'::text) OR ((kyb_status)::text = 'REJECTED'::text)));
CREATE INDEX django_admin_log_content_type_id_c4bce8eb ON public.django_admin_log USING btree (content_type_id);
CREATE INDEX django_admin_log_user_id_c564eba6 ON public.django_admin_log USING btree (user_id);
CREATE INDEX django_session_expire_date_a5c62663 ON public.django_session USING btree (expire_date);
CREATE INDEX django_session_session_key_c0390e0f_like ON public.django_session USING btree (session_key varchar_pattern_ops);
CREATE INDEX document_by_content ON public.compliance_document USING btree (sha256) WHERE (deleted_at IS NULL);
CREATE INDEX document_newest_first ON public.compliance_document USING btree (platform_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX document_of_customer ON public.compliance_document USING btree (customer_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX document_of_owner ON public.compliance_document USING btree (beneficial_owner_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX external_account_by_change ON public.payments_externalaccount USING btree (platform_id, updated_at, id);
CREATE INDEX external_account_by_currency ON public.payments_externalaccount USING btree (platform_id, currency, created_at, id);
CREATE INDEX external_account_by_folded_name ON public.payments_externalaccount USING gin (to_tsvector('simple'::regconfig, public.search_fold(COALESCE((account_info #>> '{beneficiary,fullName}'::text[]), (account_info #>> '{beneficiary,legalName}'::text[])))));
CREATE INDEX external_account_by_last_four ON public.payments_externalaccount USING btree (last_four_digest, id) WHERE (last_four_digest IS NOT NULL);
CREATE INDEX external_account_by_likeness ON public.payments_externalaccount USING gin (public.search_fold(COALESCE((account_info #>> '{beneficiary,fullName}'::text[]), (account_info #>> '{beneficiary,legalName}'::text[]))) public.gin_trgm_ops);
CREATE INDEX external_account_by_metadata ON public.payments_externalaccount USING gin (metadata jsonb_path_ops) WHERE (metadata IS NOT NULL);
CREATE INDEX external_account_by_number ON public.payments_externalaccount USING btree (primary_identifier_digest) WHERE (primary_identifier_digest IS NOT NULL);
CREATE INDEX external_account_by_own_id ON public.payments_externalaccount USING btree (lower(regexp_replace((platform_account_id)::text, '[\W_]+'::text, ''::text, 'g'::text))) WHERE (platform_account_id IS NOT NULL);
CREATE INDEX external_account_by_platform ON public.payments_externalaccount USING btree (platform_id, platform_account_id) WHERE (platform_account_id IS NOT NULL);
CREATE INDEX external_account_by_spelling ON public.payments_externalaccount USING gin (to_tsvector('simple'::regconfig, spellings)) WHERE (spellings <> ''::text);
CREATE INDEX external_account_list ON public.payments_externalaccount USING btree (platform_id, created_at, id);
CREATE UNIQUE INDEX external_account_once_of_customer ON public.payments_externalaccount USING btree (customer_id, currency, account_type, primary_identifier_digest) WHERE ((deleted_at IS NULL) AND (NOT (customer_id IS NULL)));
CREATE UNIQUE INDEX external_account_once_of_platform ON public.payments_externalaccount USING btree (platform_id, currency, account_type, primary_identifier_digest) WHERE ((customer_id IS NULL) AND (deleted_at IS NULL));
CREATE INDEX fee_schedule_of_corridor ON public.payments_feeschedule USING btree (platform_id, source_currency, destination_currency, effective_from);
CREATE INDEX forced_outcome_of_platform ON public.platforms_forcedoutcome USING btree (platform_id, id);
CREATE INDEX hand_case_of_platform ON public.compliance_handopenedcase USING btree (platform_id, id);
CREATE UNIQUE INDEX hand_case_one_open ON public.compliance_handopenedcase USING btree (customer_id) WHERE (decided_at IS NULL);
CREATE INDEX hand_case_waiting ON public.compliance_handopenedcase USING btree (opened_at) WHERE (decided_at IS NULL);
CREATE INDEX idempotency_key_forgettable ON public.platforms_idempotencykey USING btree (created_at) WHERE (NOT moved_money);
CREATE INDEX institution_by_currency ON public.payments_institution USING btree (currency, country, bank_name);
CREATE INDEX internal_account_by_currency ON public.payments_internalaccount USING btree (platform_id, currency, created_at, id);
CREATE INDEX internal_account_by_number ON public.payments_internalaccount USING gin (funding_instructions jsonb_path_ops);
CREATE INDEX internal_account_list ON public.payments_internalaccount USING btree (platform_id, created_at, id);
CREATE UNIQUE INDEX internal_account_of_customer ON public.payments_internalaccount USING btree (customer_id, currency) WHERE (NOT (customer_id IS NULL));
CREATE UNIQUE INDEX internal_account_of_platform ON public.payments_internalaccount USING btree (platform_id, currency) WHERE (customer_id IS NULL);
CREATE INDEX invitation_to_expire ON public.invitations_invitation USING btree (platform_id, expires_at) WHERE ((status)::text = 'PENDING'::text);
CREATE INDEX invitations_invitation_invitee_id_51379203 ON public.invitations_invitation USING btree (invitee_id);
CREATE INDEX invitations_invitation_inviter_id_83070e1a ON public.invitations_invitation USING btree (inviter_id);
CREATE INDEX ledger_account_held ON public.payments_ledgeraccount USING btree (id) WHERE (held_at IS NOT NULL);
CREATE INDEX ledger_check_latest ON public.payments_ledgercheckrun USING btree (finished_at DESC);
CREATE UNIQUE INDEX ledger_system_account_unique ON public.payments_ledgeraccount USING btree (platform_id, kind, currency) WHERE (NOT is_guarded);
CREATE INDEX note_of_customer ON public.platforms_note USING btree (customer) WHERE (customer IS NOT NULL);
CREATE INDEX note_of_subject ON public.platforms_note USING btree (subject, id);
CREATE INDEX operations_case_by_subject ON public.payments_operationscase USING btree (subject, id);
CREATE UNIQUE INDEX operations_case_one_open ON public.payments_operationscase USING btree (subject, kind) WHERE ((state)::text = 'OPEN'::text);
CREATE INDEX operations_case_queue ON public.payments_operationscase USING btree (opened_at, id) WHERE ((state)::text = 'OPEN'::text);
CREATE INDEX payment_file_due ON public.payments_paymentfile USING btree (next_run_at) WHERE (next_run_at IS NOT NULL);
CREATE INDEX payment_file_newest_first ON public.payments_paymentfile USING btree (platform_id, created_at DESC);
CREATE INDEX payment_file_row_waiting ON public.payments_paymentfilerow USING btree (file_id, number) WHERE ((state)::text = 'WAITING'::text);
CREATE INDEX payments_accountcode_platform_id_8d4971c6 ON public.payments_accountcode USING btree (platform_id);
CREATE INDEX payments_bankanswer_external_account_id_1f198bb4 ON public.payments_bankanswer USING btree (external_account_id);
CREATE INDEX payments_bankanswer_file_id_77219050 ON public.payments_bankanswer USING btree (file_id);
CREATE INDEX payments_bankanswer_payment_id_ae787b74 ON public.payments_bankanswer USING btree (payment_id);
CREATE INDEX payments_bankbatch_connection_id_7283a6f5 ON public.payments_bankbatch USING btree (connection_id);
CREATE INDEX payments_bankbatch_message_id_99973989_like ON public.payments_bankbatch USING btree (message_id varchar_pattern_ops);
CREATE INDEX payments_bankconnection_platform_id_61ccaf0f ON public.payments_bankconnection USING btree (platform_id);
CREATE INDEX payments_bankexception_connection_id_6aa01f12 ON public.payments_bankexception USING btree (connection_id);
CREATE INDEX payments_bankfile_name_04d5756d_like ON public.payments_bankfile USING btree (name varchar_pattern_ops);
CREATE INDEX payments_bankfile_storage_key_ed96aff9_like ON public.payments_bankfile USING btree (storage_key varchar_pattern_ops);
CREATE INDEX payments_bankincomingfile_connection_id_3a6fa565 ON public.payments_bankincomingfile USING btree (connection_id);
CREATE INDEX payments_bankmatch_platform_id_c0341137 ON public.payments_bankmatch USING btree (platform_id);
CREATE INDEX payments_bankpayment_batch_id_7f9e9f47 ON public.payments_bankpayment USING btree (batch_id);
CREATE INDEX payments_bankpayment_end_to_end_id_db0f9ec6_like ON public.payments_bankpayment USING btree (end_to_end_id varchar_pattern_ops);
CREATE INDEX payments_bankpayment_platform_id_db2e00fa ON public.payments_bankpayment USING btree (platform_id);
CREATE INDEX payments_bankrule_internal_account_id_6d0f4119 ON public.payments_bankrule USING btree (internal_account_id);
CREATE INDEX payments_bankrule_platform_id_823f0f04 ON public.payments_bankrule USING btree (platform_id);
CREATE INDEX payments_bankstatement_connection_id_94e8ca7c ON public.payments_bankstatement USING btree (connection_id);
CREATE INDEX payments_bankstatement_file_id_f8c8274b ON public.payments_bankstatement USING btree (file_id);
CREATE INDEX payments_bankstatementline_statement_id_729a0cad ON public.payments_bankstatementline USING btree (statement_id);
CREATE INDEX payments_claim_internal_account_id_e8261eae ON public.payments_claim USING btree (internal_account_id);
CREATE INDEX payments_claim_line_id_9e2f4b30 ON public.payments_claim USING btree (line_id);
CREATE INDEX payments_claim_platform_id_bacf967c ON public.payments_claim USING btree (platform_id);
CREATE INDEX payments_claim_transaction_id_7b81ab05 ON public.payments_claim USING btree (transaction_id);
CREATE INDEX payments_claimsettlement_internal_account_id_7bed9a86 ON public.payments_claimsettlement USING btree (internal_account_id);
CREATE INDEX payments_claimsettlement_line_id_a6de4554 ON public.payments_claimsettlement USING btree (line_id);
CREATE INDEX payments_daymark_name_996a6a60_like ON public.payments_daymark USING btree (name varchar_pattern_ops);
CREATE INDEX payments_deposit_internal_account_id_4971149f ON public.payments_deposit USING btree (internal_account_id);
CREATE INDEX payments_deposit_platform_id_b1d71e9f ON public.payments_deposit USING btree (platform_id);
CREATE INDEX payments_externalaccount_customer_id_b67d537b ON public.payments_externalaccount USING btree (customer_id);
CREATE INDEX payments_fundingreceipt_platform_id_3c84c944 ON public.payments_fundingreceipt USING btree (platform_id);
CREATE INDEX payments_fundingreceipt_transaction_id_c2e72c4a ON public.payments_fundingreceipt USING btree (transaction_id);
CREATE INDEX payments_incomingumapayment_payment_hash_129c295c_like ON public.payments_incomingumapayment USING btree (payment_hash varchar_pattern_ops);
CREATE INDEX payments_incomingumapayment_platform_id_848c7717 ON public.payments_incomingumapayment USING btree (platform_id);
CREATE INDEX payments_internalaccount_funding_reference_9c4e7a46_like ON public.payments_internalaccount USING btree (funding_reference varchar_pattern_ops);
CREATE INDEX payments_journalentry_transaction_id_9cb2f076 ON public.payments_journalentry USING btree (transaction_id);
CREATE INDEX payments_ledgeraccount_platform_id_6aac9e1f ON public.payments_ledgeraccount USING btree (platform_id);
CREATE INDEX payments_lookup_customer_id_0c0e91de ON public.payments_lookup USING btree (customer_id);
CREATE INDEX payments_lookup_external_account_id_68edb186 ON public.payments_lookup USING btree (external_account_id);
CREATE INDEX payments_monthclose_platform_id_855fa23c ON public.payments_monthclose USING btree (platform_id);
CREATE INDEX payments_operationscase_platform_id_e0704781 ON public.payments_operationscase USING btree (platform_id);
CREATE INDEX payments_operationscasestep_case_id_0adb2021 ON public.payments_operationscasestep USING btree (case_id);
CREATE INDEX payments_outgoingumapayment_payment_hash_168b978d_like ON public.payments_outgoingumapayment USING btree (payment_hash varchar_pattern_ops);
CREATE INDEX payments_outgoingumapayment_platform_id_736f13b5 ON public.payments_outgoingumapayment USING btree (platform_id);
CREATE INDEX payments_platformfeepayout_platform_id_53e4be4e ON public.payments_platformfeepayout USING btree (platform_id);
CREATE INDEX payments_posting_entry_id_732280c3 ON public.payments_posting USING btree (entry_id);
CREATE INDEX payments_quote_platform_id_960970b6 ON public.payments_quote USING btree (platform_id);
CREATE INDEX payments_railroute_platform_id_616bdef7 ON public.payments_railroute USING btree (platform_id);
CREATE INDEX payments_ratefeed_source_bc5d4481_like ON public.payments_ratefeed USING btree (source varchar_pattern_ops);
CREATE INDEX payments_sandboxinvoice_payment_hash_6e1f78ea_like ON public.payments_sandboxinvoice USING btree (payment_hash varchar_pattern_ops);
CREATE INDEX payments_suspenseitem_platform_id_561d029b ON public.payments_suspenseitem USING btree (platform_id);
CREATE INDEX payments_suspenseitem_transaction_id_63c1333a ON public.payments_suspenseitem USING btree (transaction_id);
CREATE INDEX payments_transactionstatuschange_transaction_id_4784dfef ON public.payments_transactionstatuschange USING btree (transaction_id);
CREATE INDEX payments_umacounterpartykeys_domain_0201100e_like ON public.payments_umacounterpartykeys USING btree (domain varchar_pattern_ops);
CREATE INDEX payments_umakey_platform_id_84d6fb26 ON public.payments_umakey USING btree (platform_id);
CREATE INDEX platform_currency_fees_due ON public.platforms_platformcurrency USING btree (fees_due_at) WHERE (fees_due_at IS NOT NULL);
CREATE UNIQUE INDEX platform_probe_one ON public.platforms_platform USING btree (is_probe) WHERE is_probe;
CREATE INDEX platforms_apitoken_client_id_af78bf9f_like ON public.platforms_apitoken USING btree (client_id varchar_pattern_ops);
CREATE INDEX platforms_apitoken_platform_id_99fe4368 ON public.platforms_apitoken USING btree (platform_id);
CREATE INDEX platforms_checkpart_parent_id_8aecd6a3 ON public.platforms_checkpart USING btree (parent_id);
CREATE INDEX platforms_checkpart_parent_id_8aecd6a3_like ON public.platforms_checkpart USING btree (parent_id varchar_pattern_ops);
CREATE INDEX platforms_nightlycheck_name_c35e3c27_like ON public.platforms_nightlycheck USING btree (name varchar_pattern_ops);
CREATE INDEX platforms_platformcurrency_platform_id_0f71f857 ON public.platforms_platformcurrency USING btree (platform_id);
CREATE INDEX platforms_provideridentity_username_dc7c8c12_like ON public.platforms_provideridentity USING btree (username varchar_pattern_ops);
CREATE INDEX platforms_secondfactor_username_44eb7e85_like ON public.platforms_secondfactor USING btree (username varchar_pattern_ops);
CREATE INDEX platforms_umadomain_platform_id_49c08201 ON public.platforms_umadomain USING btree (platform_id);
CREATE INDEX platforms_umadomain_subdomain_310b9425_like ON public.platforms_umadomain USING btree (subdomain varchar_pattern_ops);
CREATE INDEX posting_statement ON public.payments_posting USING btree (account_id, at, id) INCLUDE (side, amount);
CREATE INDEX proposal_by_subject ON public.platforms_proposal USING btree (subject, id);
CREATE UNIQUE INDEX proposal_one_open_of_a_kind ON public.platforms_proposal USING btree (verb, subject) WHERE ((status)::text = 'OPEN'::text);
CREATE INDEX proposal_open_by_expiry ON public.platforms_proposal USING btree (expires_at) WHERE ((status)::text = 'OPEN'::text);
CREATE INDEX provider_message_by_reference ON public.payments_providermessage USING btree (reference) WHERE (NOT ((reference)::text = ''::text));
CREATE INDEX provider_message_of_payment ON public.payments_providermessage USING btree (transaction_id, id);
CREATE INDEX rail_route_history ON public.payments_railroute USING btree (effective_at);
CREATE INDEX rate_snapshot_of_source ON public.payments_ratesnapshot USING btree (source, id);
CREATE INDEX retired_file_due ON public.compliance_retiredfile USING btree (due_at) WHERE (erased_at IS NULL);
CREATE INDEX review_approval_of_case ON public.compliance_reviewapproval USING btree (verification_id, id);
CREATE INDEX review_escalated ON public.compliance_reviewassignment USING btree (escalated_at) WHERE (escalated_at IS NOT NULL);
CREATE INDEX review_note_of_case ON public.compliance_reviewnote USING btree (verification_id, id);
CREATE INDEX review_of_reviewer ON public.compliance_reviewassignment USING btree (assigned_to) WHERE (NOT ((assigned_to)::text = ''::text));
CREATE INDEX review_rule_in_force ON public.compliance_reviewrule USING btree (platform_id, flag, id DESC);
CREATE INDEX screening_hit_by_time ON public.compliance_screeninghit USING btree (created_at);
CREATE INDEX screening_hit_queue ON public.compliance_screeninghit USING btree (created_at) WHERE ((state)::text = 'OPEN'::text);
CREATE INDEX screening_hit_to_review ON public.compliance_screeninghit USING btree (review_on) WHERE ((state)::text = 'ACCEPTED'::text);
CREATE INDEX screening_hit_waiting ON public.compliance_screeninghit USING btree (created_at) WHERE (state IN ('OPEN', 'MORE_ASKED'));
CREATE UNIQUE INDEX screening_list_one_current ON public.compliance_screeninglistversion USING btree (name) WHERE is_current;
CREATE UNIQUE INDEX screening_one_sweep ON public.compliance_screeningsweep USING btree (is_running) WHERE is_running;
CREATE INDEX sealed_balance_of_root ON public.payments_sealedbalance USING btree (root_id, tree_id, "position");
CREATE INDEX staff_rate_history ON public.payments_staffrate USING btree (source, destination, effective_at, id);
CREATE INDEX statement_run_due ON public.payments_statementrun USING btree (next_run_at) WHERE (next_run_at IS NOT NULL);
CREATE INDEX statement_run_newest_first ON public.payments_statementrun USING btree (platform_id, created_at DESC);
CREATE INDEX suspense_by_movement ON public.payments_suspenseitem USING btree (movement) WHERE (movement IS NOT NULL);
CREATE INDEX suspense_due ON public.payments_suspenseitem USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX suspense_list ON public.payments_suspenseitem USING btree (resolved_at DESC, id);
CREATE INDEX suspense_open ON public.payments_suspenseitem USING btree (opened_at) WHERE (resolved_at IS NULL);
CREATE INDEX transaction_by_amount_received ON public.payments_transaction USING btree (received_amount, received_currency, id) WHERE (NOT ((received_amount = sent_amount) AND ((received_currency)::text = (sent_currency)::text)));
CREATE INDEX transaction_by_amount_sent ON public.payments_transaction USING btree (sent_amount, sent_currency, id);
CREATE INDEX transaction_by_change ON public.payments_transaction USING btree (platform_id, updated_at, id);
CREATE INDEX transaction_by_failure ON public.payments_transaction USING btree (failure_reason, id) WHERE (failure_reason IS NOT NULL);
CREATE INDEX transaction_by_fee ON public.payments_transaction USING btree (fees, sent_currency, id) WHERE (fees > 0);
CREATE INDEX transaction_by_memo ON public.payments_transaction USING gin (to_tsvector('simple'::regconfig, public.search_fold(description))) WHERE (description IS NOT NULL);
CREATE INDEX transaction_by_metadata ON public.payments_transaction USING gin (metadata jsonb_path_ops) WHERE (metadata IS NOT NULL);
CREATE INDEX transaction_by_provider ON public.payments_transaction USING btree (provider_reference) WHERE (NOT ((provider_reference)::text = ''::text));
CREATE INDEX transaction_by_receiver ON public.payments_transaction USING btree (platform_id, receiver, created_at, id);
CREATE INDEX transaction_by_reference ON public.payments_transaction USING btree (platform_id, reference);
CREATE INDEX transaction_by_sender ON public.payments_transaction USING btree (platform_id, sender, created_at, id);
CREATE INDEX transaction_by_status ON public.payments_transaction USING btree (platform_id, status, created_at, id) INCLUDE (type);
CREATE INDEX transaction_by_type ON public.payments_transaction USING btree (platform_id, type, created_at, id);
CREATE INDEX transaction_customer_status ON public.payments_transaction USING btree (platform_id, customer_id, status, created_at, id) WHERE (NOT ((status)::text = 'COMPLETED'::text));
CREATE INDEX transaction_due ON public.payments_transaction USING btree (next_action_at) WHERE (next_action_at IS NOT NULL);
CREATE INDEX transaction_due_call ON public.payments_transaction USING btree (platform_id, next_action_at) WHERE ((next_action IN ('CALL_BACK', 'CONFIRM')) AND (next_action_at IS NOT NULL));
CREATE INDEX transaction_due_for_rail ON public.payments_transaction USING btree (platform_id, next_action_at) WHERE ((next_action IN ('COLLECT', 'DEPOSIT', 'GIVE_BACK', 'PAY_OUT', 'TRANSFER')) AND (next_action_at IS NOT NULL));
CREATE INDEX transaction_due_own ON public.payments_transaction USING btree (platform_id, next_action_at) WHERE ((NOT (next_action IN ('COLLECT', 'DEPOSIT', 'GIVE_BACK', 'PAY_OUT', 'TRANSFER', 'CALL_BACK', 'CONFIRM'))) AND (next_action_at IS NOT NULL));
CREATE INDEX transaction_list ON public.payments_transaction USING btree (platform_id, created_at, id);
CREATE INDEX transaction_of_customer ON public.payments_transaction USING btree (platform_id, customer_id, created_at, id) INCLUDE (status);
CREATE INDEX transaction_of_other_payer ON public.payments_transaction USING btree (platform_id, receiver, created_at, id) WHERE (((receiver)::text ~~ 'InternalAccount:%'::text) AND ((type)::text = 'OUTGOING'::text));
CREATE INDEX transaction_of_their_customer ON public.payments_transaction USING btree (platform_id, platform_customer_id, created_at, id);
CREATE UNIQUE INDEX transaction_pays_invoice_once ON public.payments_transaction USING btree (invoice_hash) WHERE (invoice_hash IS NOT NULL);
CREATE INDEX transaction_type_status ON public.payments_transaction USING btree (platform_id, type, status, created_at, id) WHERE (NOT ((status)::text = 'COMPLETED'::text));
CREATE INDEX uma_domain_by_name ON public.platforms_umadomain USING btree (domain);
CREATE INDEX uma_domain_due ON public.platforms_umadomain USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE UNIQUE INDEX uma_domain_one_owner ON public.platforms_umadomain USING btree (domain, environment) WHERE (NOT ((state)::text = 'UNVERIFIED'::text));
CREATE UNIQUE INDEX uma_key_one_newest ON public.payments_umakey USING btree (platform_id, purpose) WHERE ((platform_id IS NOT NULL) AND (replaced_at IS NULL));
CREATE UNIQUE INDEX uma_key_one_newest_of_counterparty ON public.payments_umakey USING btree (purpose) WHERE ((platform_id IS NULL) AND (replaced_at IS NULL));
CREATE INDEX uma_nonce_by_end ON public.payments_umanonce USING btree (expires_at);
CREATE INDEX uma_provider_list ON public.payments_umaprovider USING btree (environment, created_at, id);
CREATE INDEX verification_by_decision ON public.compliance_verification USING btree (decided_at) WHERE (decided_at IS NOT NULL);
CREATE INDEX verification_by_status ON public.compliance_verification USING btree (platform_id, status, created_at DESC, id DESC);
CREATE INDEX verification_change_time ON public.compliance_verificationstatuschange USING btree (at);
CREATE INDEX verification_decision_of ON public.compliance_verificationstatuschange USING btree (actor_id, id) WHERE ((cause)::text = 'review'::text);
CREATE INDEX verification_decision_people ON public.compliance_verificationstatuschange USING btree (id) WHERE (((actor_kind)::text = 'STAFF'::text) AND ((cause)::text = 'review'::text) AND (to_status IN ('APPROVED', 'REJECTED', 'RESOLVE_ERRORS')));
CREATE INDEX verification_decision_service ON public.compliance_verificationstatuschange USING btree (id) WHERE ((to_status IN ('APPROVED', 'REJECTED')) AND (NOT ((actor_kind)::text = 'STAFF'::text)));
CREATE INDEX verification_newest_first ON public.compliance_verification USING btree (platform_id, created_at DESC, id DESC);
CREATE INDEX verification_of_customer ON public.compliance_verification USING btree (platform_id, customer_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX verification_one_open ON public.compliance_verification USING btree (customer_id) WHERE (NOT (status IN ('APPROVED', 'REJECTED')));
CREATE INDEX verification_platform_queue ON public.compliance_verification USING btree (platform_id, submitted_at) WHERE ((status)::text = 'PENDING_MANUAL_REVIEW'::text);
CREATE INDEX verification_review_queue ON public.compliance_verification USING btree (submitted_at) WHERE ((status)::text = 'PENDING_MANUAL_REVIEW'::text);
CREATE INDEX webhook_event_by_state ON public.webhooks_event USING btree (platform_id, state, created_at, id) WHERE (state IN ('WAITING', 'REFUSED', 'ABANDONED', 'NO_ENDPOINT'));
CREATE INDEX webhook_event_by_type ON public.webhooks_event USING btree (platform_id, type, created_at, id);
CREATE INDEX webhook_event_due ON public.webhooks_event USING btree (platform_id, next_attempt_at) WHERE ((state)::text = 'PENDING'::text);
CREATE INDEX webhook_event_failed ON public.webhooks_event USING btree (platform_id, created_at, id) WHERE ((state IN ('REFUSED', 'ABANDONED')) OR ((attempts > 0) AND ((state)::text = 'PENDING'::text)));
CREATE INDEX webhook_event_in_line ON public.webhooks_event USING btree (resource, number) WHERE (state IN ('PENDING', 'WAITING'));
CREATE INDEX webhook_event_list ON public.webhooks_event USING btree (platform_id, created_at, id);
CREATE INDEX webhook_event_of_resource ON public.webhooks_event USING btree (resource, created_at, id);
CREATE INDEX webhook_further_event_due ON public.webhooks_furtherevent USING btree (endpoint_id, next_attempt_at) WHERE ((state)::text = 'PENDING'::text);
CREATE INDEX webhook_further_event_in_line ON public.webhooks_furtherevent USING btree (stream, number) WHERE (state IN ('PENDING', 'WAITING'));
CREATE UNIQUE INDEX webhook_signing_key_one_newest ON public.webhooks_signingkey USING btree (platform_id, algorithm) WHERE (published_until IS NULL);
CREATE UNIQUE INDEX webhook_signing_secret_one_newest ON public.webhooks_signingsecret USING btree (platform_id) WHERE (signs_until IS NULL);
CREATE INDEX webhooks_delivery_event_id_b6f5af91 ON public.webhooks_delivery USING btree (event_id);
CREATE INDEX webhooks_furtherendpoint_platform_id_cb4d7e2f ON public.webhooks_furtherendpoint USING btree (platform_id);
CREATE INDEX webhooks_signingkey_platform_id_7a631baf ON public.webhooks_signingkey USING btree (platform_id);
CREATE INDEX webhooks_signingsecret_platform_id_edc45df8 ON public.webhooks_signingsecret USING btree (platform_id);
CREATE TRIGGER compliance_beneficialownerstatuschange_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.compliance_beneficialownerstatuschange FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER compliance_customerstatuschange_append_only BEFORE DELETE OR UPDATE ON public.compliance_customerstatuschange FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER compliance_handopenedcase_kept BEFORE DELETE OR UPDATE OF id, platform_id, customer_id, opened_at, opened_by OR TRUNCATE ON public.compliance_handopenedcase FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER compliance_reviewapproval_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.compliance_reviewapproval FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER compliance_reviewnote_append_only BEFORE DELETE OR UPDATE OF id, verification_id, kind, at, actor_kind, actor_id OR TRUNCATE ON public.compliance_reviewnote FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER compliance_reviewrule_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.compliance_reviewrule FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER compliance_screening_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.compliance_screening FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER compliance_verificationstatuschange_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.compliance_verificationstatuschange FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_bankfile_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payments_bankfile FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_bankmatch_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payments_bankmatch FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_bankstatement_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payments_bankstatement FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_bankstatementline_append_only BEFORE DELETE OR UPDATE OF id, statement_id, file_id, connection_name, number, part, place, is_credit, is_booked, is_reversal, is_fee, amount, currency, booked_on, value_on, end_to_end_id, bank_reference, code, reason_code, fingerprint OR TRUNCATE ON public.payments_bankstatementline FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_claim_append_only BEFORE DELETE OR UPDATE OF id, platform_id, line_id, reason, debtor, transaction_id, internal_account_id, amount, currency, entry_id, opened_at OR TRUNCATE ON public.payments_claim FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_claimsettlement_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payments_claimsettlement FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_correction_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payments_correction FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_customer_is_kept BEFORE DELETE ON public.compliance_customer FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_deposit_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payments_deposit FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE CONSTRAINT TRIGGER payments_entry_balances AFTER INSERT ON public.payments_journalentry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.payments_entry_must_balance();
CREATE TRIGGER payments_externalaccount_is_kept BEFORE DELETE ON public.payments_externalaccount FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_feeschedule_is_kept BEFORE DELETE OR TRUNCATE ON public.payments_feeschedule FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_feeschedule_may_only_end BEFORE UPDATE ON public.payments_feeschedule FOR EACH ROW EXECUTE FUNCTION public.payments_feeschedule_may_only_end();
CREATE TRIGGER payments_fundingreceipt_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payments_fundingreceipt FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_internalaccount_is_kept BEFORE DELETE ON public.payments_internalaccount FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_journalentry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payments_journalentry FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_journalseal_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payments_journalseal FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_ledgeraccount_begins_empty BEFORE INSERT ON public.payments_ledgeraccount FOR EACH ROW WHEN ((new.balance <> 0)) EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_ledgeraccount_is_kept BEFORE DELETE ON public.payments_ledgeraccount FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_monthfigure_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payments_monthfigure FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_operationscasestep_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payments_operationscasestep FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_platformfeepayout_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payments_platformfeepayout FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_posting_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payments_posting FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_postings_come_with_entry AFTER INSERT ON public.payments_posting REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.payments_postings_come_with_entry();
CREATE TRIGGER payments_providermessage_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payments_providermessage FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_quote_is_kept BEFORE DELETE ON public.payments_quote FOR EACH ROW EXECUTE FUNCTION public.payments_only_unused_quotes_go();
CREATE TRIGGER payments_quote_is_never_emptied BEFORE TRUNCATE ON public.payments_quote FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_quote_terms_stay BEFORE UPDATE ON public.payments_quote FOR EACH ROW EXECUTE FUNCTION public.payments_quote_may_only_forget();
CREATE TRIGGER payments_ratesnapshot_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payments_ratesnapshot FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_signedroot_final BEFORE DELETE OR UPDATE ON public.payments_signedroot FOR EACH ROW WHEN ((old.digest IS NOT NULL)) EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_staffrate_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payments_staffrate FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_suspenseitem_is_kept BEFORE DELETE ON public.payments_suspenseitem FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_transaction_is_kept BEFORE DELETE ON public.payments_transaction FOR EACH ROW EXECUTE FUNCTION public.payments_only_unused_quotes_go();
CREATE TRIGGER payments_transactionstatuschange_append_only BEFORE UPDATE OR TRUNCATE ON public.payments_transactionstatuschange FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER payments_transactionstatuschange_is_kept BEFORE DELETE ON public.payments_transactionstatuschange FOR EACH ROW EXECUTE FUNCTION public.payments_only_unused_quotes_go();
CREATE TRIGGER platforms_auditcheckrun_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.platforms_auditcheckrun FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER platforms_auditentry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.platforms_auditentry FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER platforms_auditseal_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.platforms_auditseal FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER platforms_idempotencykey_is_never_emptied BEFORE TRUNCATE ON public.platforms_idempotencykey FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER platforms_idempotencykey_of_money_is_kept BEFORE DELETE ON public.platforms_idempotencykey FOR EACH ROW WHEN (old.moved_money) EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER platforms_note_append_only BEFORE DELETE OR UPDATE OF id, platform_id, subject, customer, at, actor_kind, actor_id OR TRUNCATE ON public.platforms_note FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER platforms_platform_is_kept BEFORE DELETE ON public.platforms_platform FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER platforms_proposal_guarded BEFORE UPDATE ON public.platforms_proposal FOR EACH ROW EXECUTE FUNCTION public.platforms_guard_proposal();
CREATE TRIGGER platforms_proposal_is_kept BEFORE DELETE OR TRUNCATE ON public.platforms_proposal FOR EACH STATEMENT EXECUTE FUNCTION public.platforms_refuse_change();
CREATE TRIGGER platforms_superuser_is_made_by_the_owner BEFORE INSERT OR UPDATE ON public.auth_user FOR EACH ROW WHEN (new.is_superuser) EXECUTE FUNCTION public.platforms_guard_superuser();
CREATE TRIGGER webhooks_event_for_further_endpoints AFTER INSERT ON public.webhooks_event REFERENCING NEW TABLE AS stored FOR EACH STATEMENT EXECUTE FUNCTION public.webhooks_queue_for_further_endpoints();
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissio_permission_id_84c5c92e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_b120cbf9_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_user_groups
    ADD CONSTRAINT auth_user_groups_group_id_97559544_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_user_groups
    ADD CONSTRAINT auth_user_groups_user_id_6a12ed8b_fk_auth_user_id FOREIGN KEY (user_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_user_user_permissions
    ADD CONSTRAINT auth_user_user_permi_permission_id_1fbb5f2c_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_user_user_permissions
    ADD CONSTRAINT auth_user_user_permissions_user_id_a95ead1b_fk_auth_user_id FOREIGN KEY (user_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.axes_accessattemptexpiration
    ADD CONSTRAINT axes_accessattemptex_access_attempt_id_6b73a47a_fk_axes_acce FOREIGN KEY (access_attempt_id) REFERENCES public.axes_accessattempt(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.banks_banksetpayment
    ADD CONSTRAINT banks_banksetpayment_bank_set_id_0fab270d_fk_banks_bankset_id FOREIGN KEY (bank_set_id) REFERENCES public.banks_bankset(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.banks_banksetpayment
    ADD CONSTRAINT banks_banksetpayment_payment_id_c73257fc_fk_payments_ FOREIGN KEY (payment_id) REFERENCES public.payments_bankpayment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_beneficialownerstatuschange
    ADD CONSTRAINT compliance_beneficia_beneficial_owner_id_09bd59c5_fk_complianc FOREIGN KEY (beneficial_owner_id) REFERENCES public.compliance_beneficialowner(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_beneficialowner
    ADD CONSTRAINT compliance_beneficia_customer_id_9baafd5a_fk_complianc FOREIGN KEY (customer_id) REFERENCES public.compliance_customer(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_beneficialowner
    ADD CONSTRAINT compliance_beneficia_platform_id_e22565d3_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_bulkimportpart
    ADD CONSTRAINT compliance_bulkimpor_bulk_import_id_91ea48f0_fk_complianc FOREIGN KEY (bulk_import_id) REFERENCES public.compliance_bulkimport(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_bulkimporterror
    ADD CONSTRAINT compliance_bulkimpor_bulk_import_id_fe3a1d2c_fk_complianc FOREIGN KEY (bulk_import_id) REFERENCES public.compliance_bulkimport(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_bulkimport
    ADD CONSTRAINT compliance_bulkimpor_platform_id_8b3b866e_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_customer
    ADD CONSTRAINT compliance_customer_platform_id_ac8409c9_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_customerstatuschange
    ADD CONSTRAINT compliance_customers_customer_id_8140369e_fk_complianc FOREIGN KEY (customer_id) REFERENCES public.compliance_customer(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_document
    ADD CONSTRAINT compliance_document_beneficial_owner_id_e9d08368_fk_complianc FOREIGN KEY (beneficial_owner_id) REFERENCES public.compliance_beneficialowner(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_document
    ADD CONSTRAINT compliance_document_customer_id_53ca11f5_fk_complianc FOREIGN KEY (customer_id) REFERENCES public.compliance_customer(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_document
    ADD CONSTRAINT compliance_document_platform_id_24ca0fb5_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_formerumaaddress
    ADD CONSTRAINT compliance_formeruma_customer_id_b6234a60_fk_complianc FOREIGN KEY (customer_id) REFERENCES public.compliance_customer(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_formerumaaddress
    ADD CONSTRAINT compliance_formeruma_platform_id_62c0a481_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_handopenedcase
    ADD CONSTRAINT compliance_handopene_customer_id_b084cb48_fk_complianc FOREIGN KEY (customer_id) REFERENCES public.compliance_customer(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_handopenedcase
    ADD CONSTRAINT compliance_handopene_platform_id_b200ed8d_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_kyclink
    ADD CONSTRAINT compliance_kyclink_customer_id_f0259887_fk_complianc FOREIGN KEY (customer_id) REFERENCES public.compliance_customer(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_kyclink
    ADD CONSTRAINT compliance_kyclink_platform_id_6230bf38_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_kyclink
    ADD CONSTRAINT compliance_kyclink_verification_id_7936b7d0_fk_complianc FOREIGN KEY (verification_id) REFERENCES public.compliance_verification(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_retiredfile
    ADD CONSTRAINT compliance_retiredfi_document_id_46aad7c0_fk_complianc FOREIGN KEY (document_id) REFERENCES public.compliance_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_reviewapproval
    ADD CONSTRAINT compliance_reviewapp_verification_id_ac060942_fk_complianc FOREIGN KEY (verification_id) REFERENCES public.compliance_verification(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_reviewassignment
    ADD CONSTRAINT compliance_reviewass_verification_id_6c2e5d83_fk_complianc FOREIGN KEY (verification_id) REFERENCES public.compliance_verification(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_reviewnote
    ADD CONSTRAINT compliance_reviewnot_verification_id_99630bd7_fk_complianc FOREIGN KEY (verification_id) REFERENCES public.compliance_verification(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_reviewrule
    ADD CONSTRAINT compliance_reviewrul_platform_id_589c6ddb_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_screening
    ADD CONSTRAINT compliance_screening_customer_id_7f5968a0_fk_complianc FOREIGN KEY (customer_id) REFERENCES public.compliance_customer(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_screeninghit
    ADD CONSTRAINT compliance_screening_customer_id_b747905b_fk_complianc FOREIGN KEY (customer_id) REFERENCES public.compliance_customer(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_screeninghit
    ADD CONSTRAINT compliance_screening_platform_id_c51ab613_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_screening
    ADD CONSTRAINT compliance_screening_platform_id_ed3f9813_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_screeninghit
    ADD CONSTRAINT compliance_screening_screening_id_3548f906_fk_complianc FOREIGN KEY (screening_id) REFERENCES public.compliance_screening(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_screeninglistentry
    ADD CONSTRAINT compliance_screening_version_id_2861fba8_fk_complianc FOREIGN KEY (version_id) REFERENCES public.compliance_screeninglistversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_screeningsweep
    ADD CONSTRAINT compliance_screening_version_id_e6057b48_fk_complianc FOREIGN KEY (version_id) REFERENCES public.compliance_screeninglistversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_uploadday
    ADD CONSTRAINT compliance_uploadday_platform_id_ad45f171_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_verification
    ADD CONSTRAINT compliance_verificat_customer_id_ed0b21aa_fk_complianc FOREIGN KEY (customer_id) REFERENCES public.compliance_customer(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_verification
    ADD CONSTRAINT compliance_verificat_platform_id_7d620032_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.compliance_verificationstatuschange
    ADD CONSTRAINT compliance_verificat_verification_id_074c1dac_fk_complianc FOREIGN KEY (verification_id) REFERENCES public.compliance_verification(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_content_type_id_c4bce8eb_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_user_id_c564eba6_fk_auth_user_id FOREIGN KEY (user_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.invitations_invitation
    ADD CONSTRAINT invitations_invitati_invitee_id_51379203_fk_complianc FOREIGN KEY (invitee_id) REFERENCES public.compliance_customer(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.invitations_invitation
    ADD CONSTRAINT invitations_invitati_inviter_id_83070e1a_fk_complianc FOREIGN KEY (inviter_id) REFERENCES public.compliance_customer(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.invitations_invitation
    ADD CONSTRAINT invitations_invitati_platform_id_d100cf66_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_accountcode
    ADD CONSTRAINT payments_accountcode_platform_id_8d4971c6_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_balancepage
    ADD CONSTRAINT payments_balancepage_root_id_fb3a2739_fk_payments_ FOREIGN KEY (root_id) REFERENCES public.payments_signedroot(number) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_balancepage
    ADD CONSTRAINT payments_balancepage_tree_id_3549d832_fk_payments_ FOREIGN KEY (tree_id) REFERENCES public.payments_balancetree(number) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_balancetotal
    ADD CONSTRAINT payments_balancetota_root_id_1ff453dc_fk_payments_ FOREIGN KEY (root_id) REFERENCES public.payments_signedroot(number) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_balancetotal
    ADD CONSTRAINT payments_balancetota_tree_id_6e65e276_fk_payments_ FOREIGN KEY (tree_id) REFERENCES public.payments_balancetree(number) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_balancetree
    ADD CONSTRAINT payments_balancetree_platform_id_f6ab08d1_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankanswer
    ADD CONSTRAINT payments_bankanswer_external_account_id_1f198bb4_fk_payments_ FOREIGN KEY (external_account_id) REFERENCES public.payments_externalaccount(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankanswer
    ADD CONSTRAINT payments_bankanswer_file_id_77219050_fk_payments_ FOREIGN KEY (file_id) REFERENCES public.payments_bankincomingfile(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankanswer
    ADD CONSTRAINT payments_bankanswer_payment_id_ae787b74_fk_payments_ FOREIGN KEY (payment_id) REFERENCES public.payments_bankpayment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankbatch
    ADD CONSTRAINT payments_bankbatch_connection_id_7283a6f5_fk_payments_ FOREIGN KEY (connection_id) REFERENCES public.payments_bankconnection(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankconnection
    ADD CONSTRAINT payments_bankconnect_platform_id_61ccaf0f_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankexception
    ADD CONSTRAINT payments_bankexcepti_connection_id_6aa01f12_fk_payments_ FOREIGN KEY (connection_id) REFERENCES public.payments_bankconnection(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankexception
    ADD CONSTRAINT payments_bankexcepti_line_id_96da0772_fk_payments_ FOREIGN KEY (line_id) REFERENCES public.payments_bankstatementline(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankfile
    ADD CONSTRAINT payments_bankfile_batch_id_3260dbc4_fk_payments_bankbatch_id FOREIGN KEY (batch_id) REFERENCES public.payments_bankbatch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankincomingfile
    ADD CONSTRAINT payments_bankincomin_connection_id_3a6fa565_fk_payments_ FOREIGN KEY (connection_id) REFERENCES public.payments_bankconnection(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankmatch
    ADD CONSTRAINT payments_bankmatch_entry_id_46cabeef_fk_payments_ FOREIGN KEY (entry_id) REFERENCES public.payments_journalentry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankmatch
    ADD CONSTRAINT payments_bankmatch_line_id_1f86e3ac_fk_payments_ FOREIGN KEY (line_id) REFERENCES public.payments_bankstatementline(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankmatch
    ADD CONSTRAINT payments_bankmatch_platform_id_c0341137_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankpayment
    ADD CONSTRAINT payments_bankpayment_batch_id_7f9e9f47_fk_payments_bankbatch_id FOREIGN KEY (batch_id) REFERENCES public.payments_bankbatch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankpayment
    ADD CONSTRAINT payments_bankpayment_platform_id_db2e00fa_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankrule
    ADD CONSTRAINT payments_bankrule_internal_account_id_6d0f4119_fk_payments_ FOREIGN KEY (internal_account_id) REFERENCES public.payments_internalaccount(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankrule
    ADD CONSTRAINT payments_bankrule_platform_id_823f0f04_fk_platforms_platform_id FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankstatement
    ADD CONSTRAINT payments_bankstateme_connection_id_94e8ca7c_fk_payments_ FOREIGN KEY (connection_id) REFERENCES public.payments_bankconnection(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankstatementline
    ADD CONSTRAINT payments_bankstateme_file_id_7584f965_fk_payments_ FOREIGN KEY (file_id) REFERENCES public.payments_bankincomingfile(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankstatement
    ADD CONSTRAINT payments_bankstateme_file_id_f8c8274b_fk_payments_ FOREIGN KEY (file_id) REFERENCES public.payments_bankincomingfile(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_bankstatementline
    ADD CONSTRAINT payments_bankstateme_statement_id_729a0cad_fk_payments_ FOREIGN KEY (statement_id) REFERENCES public.payments_bankstatement(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_claim
    ADD CONSTRAINT payments_claim_entry_id_491b8d62_fk_payments_journalentry_id FOREIGN KEY (entry_id) REFERENCES public.payments_journalentry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_claim
    ADD CONSTRAINT payments_claim_internal_account_id_e8261eae_fk_payments_ FOREIGN KEY (internal_account_id) REFERENCES public.payments_internalaccount(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_claim
    ADD CONSTRAINT payments_claim_line_id_9e2f4b30_fk_payments_ FOREIGN KEY (line_id) REFERENCES public.payments_bankstatementline(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_claim
    ADD CONSTRAINT payments_claim_platform_id_bacf967c_fk_platforms_platform_id FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_claimsettlement
    ADD CONSTRAINT payments_claimsettle_entry_id_82fdd556_fk_payments_ FOREIGN KEY (entry_id) REFERENCES public.payments_journalentry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_claimsettlement
    ADD CONSTRAINT payments_claimsettle_internal_account_id_7bed9a86_fk_payments_ FOREIGN KEY (internal_account_id) REFERENCES public.payments_internalaccount(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_claimsettlement
    ADD CONSTRAINT payments_claimsettle_line_id_a6de4554_fk_payments_ FOREIGN KEY (line_id) REFERENCES public.payments_bankstatementline(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_claimsettlement
    ADD CONSTRAINT payments_claimsettlement_claim_id_cc3ac133_fk_payments_claim_id FOREIGN KEY (claim_id) REFERENCES public.payments_claim(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_closedbooks
    ADD CONSTRAINT payments_closedbooks_platform_id_0dc84c4c_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_correction
    ADD CONSTRAINT payments_correction_entry_id_b7c58a1e_fk_payments_ FOREIGN KEY (entry_id) REFERENCES public.payments_journalentry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_deposit
    ADD CONSTRAINT payments_deposit_entry_id_126710ba_fk_payments_journalentry_id FOREIGN KEY (entry_id) REFERENCES public.payments_journalentry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_deposit
    ADD CONSTRAINT payments_deposit_internal_account_id_4971149f_fk_payments_ FOREIGN KEY (internal_account_id) REFERENCES public.payments_internalaccount(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_deposit
    ADD CONSTRAINT payments_deposit_platform_id_b1d71e9f_fk_platforms_platform_id FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_deposit
    ADD CONSTRAINT payments_deposit_receipt_id_e84d990e_fk_payments_ FOREIGN KEY (receipt_id) REFERENCES public.payments_fundingreceipt(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_entrypage
    ADD CONSTRAINT payments_entrypage_root_id_e7b15176_fk_payments_ FOREIGN KEY (root_id) REFERENCES public.payments_signedroot(number) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_externalaccount
    ADD CONSTRAINT payments_externalacc_customer_id_b67d537b_fk_complianc FOREIGN KEY (customer_id) REFERENCES public.compliance_customer(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_externalaccount
    ADD CONSTRAINT payments_externalacc_platform_id_3a8e3df9_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_feeschedule
    ADD CONSTRAINT payments_feeschedule_platform_id_855d1fbf_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_fundingreceipt
    ADD CONSTRAINT payments_fundingrece_platform_id_3c84c944_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_internalaccount
    ADD CONSTRAINT payments_internalacc_customer_id_31db7dcc_fk_complianc FOREIGN KEY (customer_id) REFERENCES public.compliance_customer(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_internalaccount
    ADD CONSTRAINT payments_internalacc_ledger_account_id_5ff0d33a_fk_payments_ FOREIGN KEY (ledger_account_id) REFERENCES public.payments_ledgeraccount(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_internalaccount
    ADD CONSTRAINT payments_internalacc_platform_id_30e07241_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_journalentry
    ADD CONSTRAINT payments_journalentr_reverses_id_60841567_fk_payments_ FOREIGN KEY (reverses_id) REFERENCES public.payments_journalentry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_ledgeraccount
    ADD CONSTRAINT payments_ledgeraccou_platform_id_6aac9e1f_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_ledgerday
    ADD CONSTRAINT payments_ledgerday_platform_id_244f4c2b_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_lookup
    ADD CONSTRAINT payments_lookup_customer_id_0c0e91de_fk_compliance_customer_id FOREIGN KEY (customer_id) REFERENCES public.compliance_customer(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_lookup
    ADD CONSTRAINT payments_lookup_external_account_id_68edb186_fk_payments_ FOREIGN KEY (external_account_id) REFERENCES public.payments_externalaccount(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_lookup
    ADD CONSTRAINT payments_lookup_platform_id_91a0e10b_fk_platforms_platform_id FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_monthclose
    ADD CONSTRAINT payments_monthclose_platform_id_855fa23c_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_monthfigure
    ADD CONSTRAINT payments_monthfigure_close_id_15433379_fk_payments_ FOREIGN KEY (close_id) REFERENCES public.payments_monthclose(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_operationscasestep
    ADD CONSTRAINT payments_operationsc_case_id_0adb2021_fk_payments_ FOREIGN KEY (case_id) REFERENCES public.payments_operationscase(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_operationscase
    ADD CONSTRAINT payments_operationsc_platform_id_e0704781_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_paymentfilerow
    ADD CONSTRAINT payments_paymentfile_file_id_c36be6fc_fk_payments_ FOREIGN KEY (file_id) REFERENCES public.payments_paymentfile(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_paymentfile
    ADD CONSTRAINT payments_paymentfile_platform_id_5d37a947_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_platformfeepayout
    ADD CONSTRAINT payments_platformfee_entry_id_46eee144_fk_payments_ FOREIGN KEY (entry_id) REFERENCES public.payments_journalentry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_platformfeepayout
    ADD CONSTRAINT payments_platformfee_platform_id_53e4be4e_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_railroute
    ADD CONSTRAINT payments_railroute_platform_id_616bdef7_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_ratefeed
    ADD CONSTRAINT payments_ratefeed_snapshot_id_a8631f91_fk_payments_ FOREIGN KEY (snapshot_id) REFERENCES public.payments_ratesnapshot(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_sandboxrailday
    ADD CONSTRAINT payments_sandboxrail_platform_id_590f58a4_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_statementrun
    ADD CONSTRAINT payments_statementru_platform_id_b6a8d40f_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_suspenseitem
    ADD CONSTRAINT payments_suspenseite_credited_id_222c5431_fk_payments_ FOREIGN KEY (credited_id) REFERENCES public.payments_internalaccount(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_suspenseitem
    ADD CONSTRAINT payments_suspenseite_deposit_id_f95cbf03_fk_payments_ FOREIGN KEY (deposit_id) REFERENCES public.payments_deposit(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_suspenseitem
    ADD CONSTRAINT payments_suspenseite_entry_id_3b296285_fk_payments_ FOREIGN KEY (entry_id) REFERENCES public.payments_journalentry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_suspenseitem
    ADD CONSTRAINT payments_suspenseite_platform_id_561d029b_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_transactiontally
    ADD CONSTRAINT payments_transaction_platform_id_e135232b_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_umakey
    ADD CONSTRAINT payments_umakey_platform_id_84d6fb26_fk_platforms_platform_id FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.platforms_apitoken
    ADD CONSTRAINT platforms_apitoken_platform_id_99fe4368_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.platforms_checkpart
    ADD CONSTRAINT platforms_checkpart_parent_id_8aecd6a3_fk_platforms FOREIGN KEY (parent_id) REFERENCES public.platforms_nightlycheck(name) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.platforms_forcedoutcome
    ADD CONSTRAINT platforms_forcedoutc_platform_id_4095c27f_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.platforms_note
    ADD CONSTRAINT platforms_note_platform_id_f1ebc1e8_fk_platforms_platform_id FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.platforms_platformcurrency
    ADD CONSTRAINT platforms_platformcu_platform_id_0f71f857_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.platforms_tokenspending
    ADD CONSTRAINT platforms_tokenspend_token_id_b259d607_fk_platforms FOREIGN KEY (token_id) REFERENCES public.platforms_apitoken(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.platforms_umadomain
    ADD CONSTRAINT platforms_umadomain_platform_id_49c08201_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_delivery
    ADD CONSTRAINT webhooks_delivery_event_id_b6f5af91_fk_webhooks_event_id FOREIGN KEY (event_id) REFERENCES public.webhooks_event(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_endpointhealth
    ADD CONSTRAINT webhooks_endpointhea_platform_id_ad817ae7_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_furtherendpoint
    ADD CONSTRAINT webhooks_furtherendp_platform_id_cb4d7e2f_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_signingkey
    ADD CONSTRAINT webhooks_signingkey_platform_id_7a631baf_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_signingsecret
    ADD CONSTRAINT webhooks_signingsecr_platform_id_edc45df8_fk_platforms FOREIGN KEY (platform_id) REFERENCES public.platforms_platform(id) DEFERRABLE INITIALLY DEFERRED;
REVOKE ALL ON FUNCTION public.payments_forget_quotes(p_payments uuid[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.payments_post(p_platform uuid, p_purpose text, p_transaction uuid, p_reverses bigint, p_at timestamp with time zone, p_accounts bigint[], p_sides text[], p_amounts bigint[], OUT entry bigint, OUT guarded_accounts bigint[], OUT guarded_balances bigint[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.payments_post_pairs(p_purpose text, p_platforms uuid[], p_transactions uuid[], p_at timestamp with time zone[], p_debited bigint[], p_credited bigint[], p_amounts bigint[]) FROM PUBLIC;
INSERT INTO public.django_migrations (app, name, applied) VALUES
    ('admin', '0001_initial', now()),
    ('admin', '0002_logentry_remove_auto_add', now()),
    ('admin', '0003_logentry_add_action_flag_choices', now()),
    ('auth', '0001_initial', now()),
    ('auth', '0002_alter_permission_name_max_length', now()),
    ('auth', '0003_alter_user_email_max_length', now()),
    ('auth', '0004_alter_user_username_opts', now()),
    ('auth', '0005_alter_user_last_login_null', now()),
    ('auth', '0006_require_contenttypes_0002', now()),
    ('auth', '0007_alter_validators_add_error_messages', now()),
    ('auth', '0008_alter_user_username_max_length', now()),
    ('auth', '0009_alter_user_last_name_max_length', now()),
    ('auth', '0010_alter_group_name_max_length', now()),
    ('auth', '0011_update_proxy_permissions', now()),
    ('auth', '0012_alter_user_first_name_max_length', now()),
    ('axes', '0001_initial', now()),
    ('axes', '0002_auto_20151217_2044', now()),
    ('axes', '0003_auto_20160322_0929', now()),
    ('axes', '0004_auto_20181024_1538', now()),
    ('axes', '0005_remove_accessattempt_trusted', now()),
    ('axes', '0006_remove_accesslog_trusted', now()),
    ('axes', '0007_alter_accessattempt_unique_together', now()),
    ('axes', '0008_accessfailurelog', now()),
    ('axes', '0009_add_session_hash', now()),
    ('axes', '0010_accessattemptexpiration', now()),
    ('banks', '0001_initial', now()),
    ('banks', '0002_lines_and_payments_together', now()),
    ('banks', '0003_balanced_files', now()),
    ('compliance', '0001_initial', now()),
    ('compliance', '0002_rejected_customers', now()),
    ('compliance', '0003_addresses_of_platforms', now()),
    ('compliance', '0004_uploads', now()),
    ('compliance', '0005_party', now()),
    ('compliance', '0006_names_without_accents', now()),
    ('compliance', '0007_decisions', now()),
    ('compliance', '0008_names_of_list_kinds', now()),
    ('compliance', '0009_former_uma_addresses', now()),
    ('compliance', '0010_payees', now()),
    ('compliance', '0011_ends_of_hits', now()),
    ('compliance', '0012_ends_of_hits_checked', now()),
    ('compliance', '0013_changes_of_editions', now()),
    ('compliance', '0015_review_rules', now()),
    ('compliance', '0016_grounds_of_rejections', now()),
    ('compliance', '0017_indexes_of_desk_figures', now()),
    ('compliance', '0018_salts_of_reasons', now()),
    ('compliance', '0019_spellings', now()),
    ('compliance', '0020_found_by_spellings', now()),
    ('compliance', '0023_cases_opened_by_hand', now()),
    ('compliance', '0024_related_customers', now()),
    ('compliance', '0025_metadata_of_platforms', now()),
    ('compliance', '0026_found_by_metadata', now()),
    ('compliance', '0027_contacts_of_individuals', now()),
    ('compliance', '0028_found_by_contacts', now()),
    ('contenttypes', '0001_initial', now()),
    ('contenttypes', '0002_remove_content_type_name', now()),
    ('invitations', '0001_initial', now()),
    ('payments', '0001_initial', now()),
    ('payments', '0002_holds', now()),
    ('payments', '0003_held_accounts', now()),
    ('payments', '0004_closed_periods', now()),
    ('payments', '0005_deposits', now()),
    ('payments', '0006_deposits_before', now()),
    ('payments', '0007_accounts_by_type', now()),
    ('payments', '0008_owned_domains', now()),
    ('payments', '0009_journal_seals', now()),
    ('payments', '0010_due_by_platform', now()),
    ('payments', '0011_found_by_staff', now()),
    ('payments', '0012_bank_rail', now()),
    ('payments', '0013_bank_statements', now()),
    ('payments', '0014_lists_of_staff', now()),
    ('payments', '0015_transactions_by_type', now()),
    ('payments', '0016_filters_of_staff', now()),
    ('payments', '0017_refused_accounts', now()),
    ('payments', '0018_invoice_of_payment', now()),
    ('payments', '0019_invoices_paid_once', now()),
    ('payments', '0020_arrivals_by_reference', now()),
    ('payments', '0021_sandbox_rail_days', now()),
    ('payments', '0022_what_the_check_compares', now()),
    ('payments', '0023_refunds_find_their_way', now()),
    ('payments', '0024_words_and_payers_found', now()),
    ('payments', '0025_addresses_in_bank_files', now()),
    ('payments', '0026_calendars_of_banks', now()),
    ('payments', '0027_latin_names_of_beneficiaries', now()),
    ('payments', '0028_descriptions_of_nacha_batches', now()),
    ('payments', '0029_answers_without_effect', now()),
    ('payments', '0030_claims', now()),
    ('payments', '0031_claims_checked', now()),
    ('payments', '0032_suspense_by_movement', now()),
    ('payments', '0033_charges_within_lines', now()),
    ('payments', '0034_decisions_with_charges', now()),
    ('payments', '0035_banks_is_an_app', now()),
    ('payments', '0037_entries_of_two_accounts', now()),
    ('payments', '0037_payment_files', now()),
    ('payments', '0039_accounts_by_number', now()),
    ('payments', '0041_spellings', now()),
    ('payments', '0042_found_as_people_speak', now()),
    ('payments', '0043_payments_by_failure', now()),
    ('payments', '0044_closed_months', now()),
    ('payments', '0045_account_codes', now()),
    ('payments', '0046_fields_of_platforms', now()),
    ('payments', '0047_found_by_metadata', now()),
    ('payments', '0048_payees_of_quotes', now()),
    ('payments', '0049_in_order_of_change', now()),
    ('payments', '0050_statement_runs', now()),
    ('payments', '0051_corrections_by_month', now()),
    ('payments', '0052_platform_fees', now()),
    ('payments', '0054_payees_of_old_quotes', now()),
    ('payments', '0056_signed_roots', now()),
    ('payments', '0057_steps_that_wait', now()),
    ('payments', '0058_nightly_checks', now()),
    ('payments', '0060_requests_of_payments', now()),
    ('payments', '0061_lists_by_two_filters', now()),
    ('payments', '0062_unused_quotes', now()),
    ('platforms', '0001_initial', now()),
    ('platforms', '0002_open_command', now()),
    ('platforms', '0003_work_failure', now()),
    ('platforms', '0004_uma_domains', now()),
    ('platforms', '0005_money_keys', now()),
    ('platforms', '0006_proposals_by_subject', now()),
    ('platforms', '0007_superusers', now()),
    ('platforms', '0008_payee_verification', now()),
    ('platforms', '0009_notes', now()),
    ('platforms', '0010_keys_of_tokens', now()),
    ('platforms', '0011_audit_by_person', now()),
    ('platforms', '0012_saved_views', now()),
    ('platforms', '0013_requests_of_keys', now()),
    ('platforms', '0014_spending_limits', now()),
    ('platforms', '0015_platform_fees', now()),
    ('platforms', '0016_features', now()),
    ('platforms', '0017_forced_outcomes', now()),
    ('platforms', '0018_payments_that_wait', now()),
    ('platforms', '0019_marks_of_passwords', now()),
    ('platforms', '0020_provider_identities', now()),
    ('platforms', '0021_nightly_checks', now()),
    ('platforms', '0023_probe', now()),
    ('sessions', '0001_initial', now()),
    ('webhooks', '0001_initial', now()),
    ('webhooks', '0002_lists_of_events', now()),
    ('webhooks', '0003_further_endpoints', now()),
    ('webhooks', '0005_events_by_type', now());
