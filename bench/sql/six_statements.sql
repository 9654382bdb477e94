\set source random(1, :customers / 2)
\set target random(:customers / 2 + 1, :customers)
\set amount random(1, 100)
BEGIN;
UPDATE bench.account SET balance = balance - :amount WHERE id = :source AND balance >= :amount;
UPDATE bench.account SET balance = balance + :amount WHERE id = :target;
INSERT INTO bench.entry (at) VALUES (now()) RETURNING id AS entry \gset
INSERT INTO bench.line (entry, account, side, amount) VALUES (:entry, :source, 'D', :amount), (:entry, :target, 'C', :amount);
COMMIT;
