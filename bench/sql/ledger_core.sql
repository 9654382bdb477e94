-- One statement, as a transfer out sends it: the event takes the entry as its first step.
\set n random(0, :customers - 1)
\set source :first_account + :n
\set clearing :first_clearing + random(0, :clearings - 1)
\set amount random(1, 100)
WITH posted AS (SELECT guarded_balances FROM payments_post(:platform::uuid, 'TRANSFER_OUT_SENT', bench.transaction_key(:n::bigint), NULL, now(), ARRAY[:source, :clearing]::bigint[], ARRAY['D', 'C'], ARRAY[:amount, :amount]::bigint[])) INSERT INTO webhooks_event (id, platform_id, type, resource, payload, created_at, state, attempts, next_attempt_at) SELECT bench.new_key(), :platform::uuid, 'OUTGOING_PAYMENT.PENDING', bench.transaction_key(:n::bigint)::text, replace(:payload::text, '"@balance@"', posted.guarded_balances[1]::text), now(), 'PENDING', 0, now() FROM posted;
