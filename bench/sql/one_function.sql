\set n random(0, :customers - 1)
\set source :first_account + :n
\set clearing :first_clearing + random(0, :clearings - 1)
\set amount random(1, 100)
SELECT bench.transfer(:platform::uuid, bench.transaction_key(:n::bigint), :source::bigint, :clearing::bigint, :amount::bigint, :payload::text);
