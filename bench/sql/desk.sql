-- What the back office reads beside payments, as many as there are payments; run after bench.children.data and after
-- the table `details` of accounts has been filled. Rows refer to each other correctly by construction.
SET session_replication_role = replica;

INSERT INTO platforms_platform
SELECT (jsonb_populate_record(owner, jsonb_build_object(
           'id', gen_random_uuid(), 'name', 'Other ' || n, 'uma_domain', 'other' || n || '.example.com',
           'proxy_uma_subdomain', 'other' || n
       ))).*
  FROM platforms_platform owner, generate_series(1, 50) n;

-- One customer of a thousand has a Chinese name.
UPDATE compliance_customer SET full_name = '李 明 ' || platform_customer_id
 WHERE hashtext(platform_customer_id) % 1000 = 0;
INSERT INTO compliance_verification (id, platform_id, customer_id, status, errors, findings, created_at, updated_at,
    submitted_at, decided_at)
SELECT id, platform_id, id,
       CASE WHEN n % 100 = 0 THEN 'PENDING_MANUAL_REVIEW' WHEN n % 50 = 1 THEN 'REJECTED' ELSE 'APPROVED' END,
       '[]', '[]', created_at, created_at, created_at,
       CASE WHEN n % 100 = 0 THEN NULL WHEN n % 500 = 1 THEN now() ELSE created_at END
  FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM compliance_customer) customer;
INSERT INTO compliance_verificationstatuschange (verification_id, from_status, to_status, at, cause, reason, errors,
    actor_kind, actor_id)
SELECT id, '', status, created_at, 'bench', '', '[]', 'SYSTEM', 'bench' FROM compliance_verification ORDER BY id;
INSERT INTO compliance_document (id, platform_id, customer_id, document_type, country, file_name, content_type, size,
    sha256, storage_key, status, created_at, updated_at)
SELECT id, platform_id, id, 'PASSPORT', 'GB', 'passport.pdf', 'application/pdf', 1000,
       decode(md5(id::text), 'hex'), 'bench/' || id, 'UPLOADED', created_at, created_at
  FROM compliance_customer;

UPDATE payments_externalaccount account
   SET primary_identifier = details.number, last_four_digest = details.digest,
       primary_identifier_digest = details.whole,
       account_info = jsonb_build_object(
           'accountType', 'USD_ACCOUNT', 'beneficiary', jsonb_build_object('fullName', 'Grace Hopper ' || details.n)
       )
  FROM details WHERE details.id = account.id;

INSERT INTO platforms_auditentry (platform_id, at, actor_kind, actor_id, verb, subject, request_id, details)
SELECT platform_id, created_at, 'TOKEN', 'bench', 'transfer_out.create', 'Transaction:' || id, id::text, '{}'
  FROM payments_transaction ORDER BY id;
INSERT INTO payments_journalentry (platform_id, purpose, transaction_id, at)
SELECT platform_id, 'TRANSFER_OUT_SETTLED', id, created_at FROM payments_transaction ORDER BY id;
INSERT INTO payments_posting (entry_id, account_id, side, amount, currency, at)
SELECT entry.id, account.id, CASE account.kind WHEN 'PAYOUT_CLEARING' THEN 'D' ELSE 'C' END, 100, account.currency,
       entry.at
  FROM payments_journalentry entry
  JOIN payments_ledgeraccount account ON account.platform_id = entry.platform_id
   AND account.kind IN ('PAYOUT_CLEARING', 'RAIL_SETTLEMENT')
 ORDER BY entry.id;
INSERT INTO payments_transactionstatuschange (transaction_id, from_status, to_status, at, cause, actor_kind, actor_id)
SELECT id, '', status, created_at, 'bench', 'SYSTEM', 'bench' FROM payments_transaction ORDER BY id;
INSERT INTO payments_providermessage (transaction_id, step, attempt, question, answer, milliseconds, at)
SELECT id, 'TRANSFER', 1, 'SUBMIT', 'SETTLED', 5, created_at FROM payments_transaction ORDER BY id;
INSERT INTO webhooks_event (id, platform_id, type, resource, sequence, payload, created_at, state, attempts,
    next_attempt_at)
SELECT id, platform_id, type || '_PAYMENT.' || status, 'Transaction:' || id, 1,
       jsonb_build_object('transactionId', id, 'status', status, 'filler', repeat('x', 500))::text, created_at,
       CASE status WHEN 'PENDING' THEN 'PENDING' WHEN 'FAILED' THEN 'ABANDONED' ELSE 'DELIVERED' END, 1,
       CASE status WHEN 'PENDING' THEN created_at END
  FROM payments_transaction ORDER BY id;
INSERT INTO webhooks_delivery (event_id, attempt, at, url, status, milliseconds, reply, error)
SELECT id, 1, created_at, 'https://bench.example.com', CASE state WHEN 'ABANDONED' THEN 500 ELSE 200 END, 12, '', ''
  FROM webhooks_event ORDER BY id;

-- Of failed payments each has been a case and an item in suspense; of ten one is open still.
CREATE TEMPORARY TABLE failed AS
SELECT *, row_number() OVER (ORDER BY id) % 10 = 0 AS is_open FROM payments_transaction WHERE status = 'FAILED';
INSERT INTO payments_suspenseitem (id, platform_id, transaction_id, amount, currency, reason, opened_at, resolved_at, way)
SELECT id, platform_id, id, sent_amount, sent_currency, 'PAYER_GONE', created_at,
       CASE WHEN NOT is_open THEN created_at END, CASE WHEN is_open THEN '' ELSE 'GIVE_BACK' END
  FROM failed;
INSERT INTO payments_operationscase (id, kind, subject, platform_id, cause, since, opened_at, state, assigned_to,
    closed_at, closed_by, resolution)
SELECT id, 'PAYMENT_STUCK', 'Transaction:' || id, platform_id, 'The rail does not answer', created_at, created_at,
       CASE WHEN is_open THEN 'OPEN' ELSE 'CLOSED' END, '', CASE WHEN NOT is_open THEN created_at END,
       CASE WHEN is_open THEN '' ELSE 'bench' END, ''
  FROM failed;
INSERT INTO payments_quote (id, platform_id, customer_id, transaction_id, lock_side, source_type,
    source_internal_account_id, destination_external_account_id, sending_currency, receiving_currency, total_sending,
    total_receiving, fees_included, exchange_rate, rounding, rate_details, expires_at, created_at)
SELECT id, platform_id, customer_id, id, 'SENDING', 'ACCOUNT', internal_account_id, external_account_id, 'USD', 'USD',
       sent_amount, received_amount, 0, 1, 0, '{}', created_at, created_at
  FROM payments_transaction WHERE type = 'OUTGOING' ORDER BY id;

-- The first payments of all went by files: a hundred a file.
INSERT INTO payments_bankconnection (id, name, platform_id, currency, owner_name, owner_country, account_number, bic,
    clearing_number, bank_name, sender_id, credit_format, debit_format, cut_offs, time_zone, holidays, credit_lead_days,
    debit_lead_days, delivery, folder, sftp_host, sftp_port, sftp_user, sftp_host_key, entered_by, reason, created_at)
SELECT id, 'house-bank', id, 'USD', 'Bench', '', '1', '', '', '', '', 'NACHA_CREDIT', '', '{15:00}', 'UTC', '{}', 0, 1,
       'FOLDER', 'out', '', 22, '', '', 'bench', 'bench', created_at
  FROM platforms_platform WHERE name = 'bench';
CREATE TEMPORARY TABLE by_file AS
SELECT *, (row_number() OVER (ORDER BY id) - 1) / 100 AS file
  FROM (SELECT * FROM payments_transaction WHERE type = 'OUTGOING' ORDER BY id LIMIT 100000) payment;
INSERT INTO payments_bankbatch (id, format, currency, value_date, cut_off_at, message_id, state, count, total, digest,
    problem, opened_at, closed_by, released_by, modifier, part_name, connection_id)
SELECT md5('batch' || file)::uuid, 'NACHA_CREDIT', 'USD', min(created_at)::date, min(created_at), 'B' || file,
       'DELIVERED', count(*), sum(sent_amount), '', '', min(created_at), 'bench', 'bench', '', '',
       (SELECT id FROM payments_bankconnection)
  FROM by_file GROUP BY file;
INSERT INTO payments_bankpayment (id, movement, leg, direction, end_to_end_id, connection_name, amount, currency,
    content, state, reason, bank_code, failure_reason, taken_at, batch_id, platform_id)
SELECT id, id, 'TRANSFER', 'PUSH', upper(substr(md5(id::text), 1, 15)), 'house-bank', sent_amount, 'USD', '{}',
       'SETTLED', '', '', '', created_at, md5('batch' || file)::uuid, platform_id
  FROM by_file;
RESET session_replication_role;
