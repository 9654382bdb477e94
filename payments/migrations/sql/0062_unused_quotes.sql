-- A quote that nobody used goes after a while with its payment and their history: no money was ever moved for it.
-- All else that is deleted of these tables is refused, whoever asks: the triggers look at each row.

-- Whether a payment is a quote that was made ninety days ago or earlier, ended without being executed or paid, and has
-- nothing that tells of money. A key begins with the milliseconds at which it was made, in real time.
CREATE FUNCTION payments_is_unused_quote(p_payment uuid) RETURNS boolean LANGUAGE sql AS $$
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

CREATE FUNCTION payments_only_unused_quotes_go() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER payments_transaction_is_kept
    BEFORE DELETE ON payments_transaction FOR EACH ROW EXECUTE FUNCTION payments_only_unused_quotes_go();
CREATE OR REPLACE TRIGGER payments_quote_is_kept
    BEFORE DELETE ON payments_quote FOR EACH ROW EXECUTE FUNCTION payments_only_unused_quotes_go();
CREATE OR REPLACE TRIGGER payments_quote_is_never_emptied
    BEFORE TRUNCATE ON payments_quote FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
CREATE OR REPLACE TRIGGER payments_transactionstatuschange_append_only
    BEFORE UPDATE OR TRUNCATE ON payments_transactionstatuschange
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
CREATE OR REPLACE TRIGGER payments_transactionstatuschange_is_kept
    BEFORE DELETE ON payments_transactionstatuschange
    FOR EACH ROW EXECUTE FUNCTION payments_only_unused_quotes_go();

-- Delete those of these payments that are unused quotes, with terms and history; return how many there were.
-- What somebody else has locked is left for the next time, and so is what is not yet counted in totals and statistics:
-- the number of payments of a list goes down by what has gone, the days' statistics keep what was.
CREATE FUNCTION payments_forget_quotes(p_payments uuid[]) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER AS $$
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
REVOKE EXECUTE ON FUNCTION payments_forget_quotes FROM PUBLIC;

-- The names in a function mean our own tables, whatever the caller has put into its search path or its temporary schema.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY[
        'payments_is_unused_quote', 'payments_only_unused_quotes_go', 'payments_forget_quotes'
    ] LOOP
        EXECUTE format('ALTER FUNCTION %I SET search_path = pg_catalog, %I, pg_temp', name, current_schema());
    END LOOP;
END $$;
