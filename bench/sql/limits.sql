-- The tables of the two limits. Nothing here but what the machine must do for the rows to be durable.
CREATE SCHEMA bench;

-- Six-statement limit: the smallest double-entry transfer.
CREATE TABLE bench.account (id bigint PRIMARY KEY, balance bigint NOT NULL) WITH (fillfactor = 50);
CREATE TABLE bench.entry (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL);
CREATE TABLE bench.line (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    entry bigint NOT NULL, account bigint NOT NULL, side char(1) NOT NULL, amount bigint NOT NULL
);
INSERT INTO bench.account SELECT n, 1000000000000000 FROM generate_series(1, :customers) n;

-- Function limit: the columns and indexes of the real tables, without their foreign keys, checks and triggers.
CREATE TABLE bench.ledgeraccount (LIKE payments_ledgeraccount INCLUDING DEFAULTS INCLUDING IDENTITY INCLUDING INDEXES)
    WITH (fillfactor = 50);
CREATE TABLE bench.journalentry (LIKE payments_journalentry INCLUDING DEFAULTS INCLUDING IDENTITY INCLUDING INDEXES);
CREATE TABLE bench.posting (LIKE payments_posting INCLUDING DEFAULTS INCLUDING IDENTITY INCLUDING INDEXES);
CREATE TABLE bench.event (LIKE webhooks_event INCLUDING DEFAULTS INCLUDING IDENTITY INCLUDING INDEXES);

-- A key of version 7, as the service makes them: later keys sort later.
CREATE FUNCTION bench.new_key() RETURNS uuid LANGUAGE sql VOLATILE AS $$
    SELECT (substr(stamp, 1, 8) || '-' || substr(stamp, 9, 4) || '-7' || substr(random, 16))::uuid
      FROM (SELECT lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') AS stamp,
                   gen_random_uuid()::text AS random) parts
$$;

-- The nth of the transactions that the measured entries belong to.
CREATE FUNCTION bench.transaction_key(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid
$$;

CREATE FUNCTION bench.transfer(
    p_platform uuid, p_transaction uuid, p_source bigint, p_clearing bigint, p_amount bigint, p_payload text
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    entry bigint;
BEGIN
    UPDATE bench.ledgeraccount SET balance = balance - p_amount, balance_changed_at = now()
     WHERE id = p_source AND balance >= p_amount;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'insufficient balance';
    END IF;
    INSERT INTO bench.journalentry (platform_id, purpose, transaction_id, at)
    VALUES (p_platform, 'TRANSFER_OUT_SENT', p_transaction, now()) RETURNING id INTO entry;
    INSERT INTO bench.posting (entry_id, account_id, side, amount, currency, at)
    VALUES (entry, p_source, 'D', p_amount, 'USD', now()), (entry, p_clearing, 'C', p_amount, 'USD', now());
    INSERT INTO bench.event (id, platform_id, type, resource, payload, created_at, state, attempts, next_attempt_at)
    VALUES (bench.new_key(), p_platform, 'OUTGOING_PAYMENT.PENDING', p_transaction::text, p_payload, now(),
            'PENDING', 0, now());
    RETURN entry;
END $$;

-- As many guarded accounts and clearing accounts as customers in the real tables, the same ones in the plain tables.
-- Accounts begin without money: a trigger looks.
SET session_replication_role = replica;
INSERT INTO payments_ledgeraccount (platform_id, kind, currency, normal_side, is_guarded, balance, created_at)
SELECT id, 'CUSTOMER_FUNDS', 'USD', 'C', true, 1000000000000000, now()
  FROM platforms_platform, generate_series(1, :customers) WHERE name = 'bench';
RESET session_replication_role;
INSERT INTO payments_ledgeraccount (platform_id, kind, currency, normal_side, is_guarded, created_at)
SELECT id, 'BENCH_CLEARING_' || n, 'USD', 'C', false, now()
  FROM platforms_platform, generate_series(1, :customers) n WHERE name = 'bench';
INSERT INTO bench.ledgeraccount OVERRIDING SYSTEM VALUE SELECT * FROM payments_ledgeraccount;

-- Payments for the entries to belong to, one per account.
INSERT INTO payments_transaction (
    id, platform_id, customer_id, type, status, internal_account_id, external_account_id, sender, receiver,
    sent_amount, sent_currency, received_amount, received_currency, fees, reference, created_at, updated_at
)
SELECT bench.transaction_key(n - 1), internal.platform_id, internal.customer_id, 'OUTGOING', 'COMPLETED',
       internal.id, external.id, 'InternalAccount:' || internal.id, 'ExternalAccount:' || external.id,
       100, 'USD', 100, 'USD', 0, 'BENCH' || n, now(), now()
  FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM payments_internalaccount WHERE customer_id IS NOT NULL) internal
  JOIN payments_externalaccount external ON external.customer_id = internal.customer_id;
