"""Statements that compare the rows and statements of banks with payments and deposits.

The books may be right, and a bank may have been told something else. What a bank was told is in the rows of its files,
what it did in the lines of its statements: each says an amount of its own.

No account is held for such a fault: the balances are right, and what has left can't be kept by them.
"""

from payments.ledger.rail_comparison import ARRIVED, CURRENCY, MOVED
from platforms.database import sql

COMPARE_BANK_PAYMENTS = sql.of_constants(
    """
WITH row AS MATERIALIZED (
    SELECT id, platform_id, movement, leg, direction, amount, currency, state FROM payments_bankpayment
     WHERE id > %(after)s AND id <= %(until)s
), of_payment AS (
    SELECT row.*, payment.id AS payment, payment.platform_id AS payments_platform,
           CASE WHEN leg = 'COLLECTION' OR leg = 'TRANSFER' AND payment.type = 'INCOMING'
                THEN 'PULL' ELSE 'PUSH' END AS due_direction,
           {due_amount} AS due_amount, {due_currency} AS due_currency,
           payment.status IN ('COMPLETED', 'FAILED', 'REJECTED', 'REFUNDED')
           AND payment.next_action_at IS NULL AS is_over,
           payment.settled_at IS NOT NULL AS is_settled, payment.status = 'COMPLETED' AS is_completed,
           payment.refund ->> 'status' AS refund_status, arrived.amount IS NOT NULL AS has_arrived,
           payment.type = 'OUTGOING' AS is_outgoing
      FROM row JOIN payments_transaction payment ON payment.id = row.movement
      LEFT JOIN payments_quote quote ON quote.transaction_id = payment.id AND quote.id = payment.quote_id
      {arrived}
), of_item AS (
    SELECT row.*, coalesce('Transaction:' || item.transaction_id, 'Deposit:' || item.deposit_id) AS subject,
           item.platform_id AS items_platform, item.amount AS due_amount, item.currency AS due_currency,
           item.resolved_at IS NOT NULL AS is_resolved, item.next_attempt_at IS NULL AS is_over
      FROM row JOIN payments_suspenseitem item ON item.movement = row.movement
), reason (subject, platform_id, detail) AS (
    SELECT 'Transaction:' || payment, platform_id,
           'the bank was told ' || direction || ' ' || amount || ' ' || currency || ' for its ' || leg
           || ', the payment says ' || due_direction || ' ' || coalesce(due_amount || ' ' || due_currency, 'nothing')
      FROM of_payment
     WHERE (direction, amount, currency, platform_id)
           IS DISTINCT FROM (due_direction, due_amount, due_currency, payments_platform)
    UNION ALL
    SELECT 'Transaction:' || payment, platform_id,
           'the bank shows its ' || leg || ' as ' || state || ', the payment does not'
      FROM of_payment
     WHERE is_over AND CASE state || ' ' || leg
           WHEN 'SETTLED TRANSFER' THEN NOT is_settled
           WHEN 'SETTLED PAYOUT' THEN NOT is_settled
           WHEN 'SETTLED COLLECTION' THEN NOT has_arrived
           WHEN 'SETTLED REFUND' THEN refund_status IS DISTINCT FROM 'COMPLETED'
           WHEN 'RETURNED TRANSFER' THEN is_completed AND is_outgoing
           WHEN 'RETURNED PAYOUT' THEN is_completed
           ELSE false END
    UNION ALL
    SELECT subject, platform_id,
           'the bank was told ' || direction || ' ' || amount || ' ' || currency || ' for money in suspense, which is '
           || due_amount || ' ' || due_currency
      FROM of_item
     WHERE (direction, amount, currency, platform_id)
           IS DISTINCT FROM ('PUSH', due_amount, due_currency, items_platform)
    UNION ALL
    SELECT subject, platform_id, 'the bank shows money out of suspense as SETTLED, the item does not'
      FROM of_item WHERE state = 'SETTLED' AND is_over AND NOT is_resolved
    UNION ALL
    SELECT 'BankPayment:' || row.id, platform_id,
           'the bank was told ' || direction || ' ' || amount || ' ' || currency || ' for no payment'
      FROM row
     WHERE state IN ('BATCHED', 'SETTLED')
       AND NOT EXISTS (SELECT FROM payments_transaction WHERE payments_transaction.id = row.movement)
       AND NOT EXISTS (SELECT FROM payments_suspenseitem item WHERE item.movement = row.movement)
)
SELECT 'BANK_DIFFERS', subject, left(string_agg(DISTINCT detail, '; '), 500), platform_id, '{{}}'::bigint[]
  FROM reason GROUP BY subject, platform_id ORDER BY subject LIMIT %(most)s
""",
    due_amount=MOVED.format(step="row.leg"),
    due_currency=CURRENCY.format(step="row.leg"),
    arrived=ARRIVED,
)
"""Returns rows as `comparison.COMPARE` does, for each payment, deposit, or row of a bank without either."""

_KEY = "substring(decision.subject FROM '^{}:([0-9a-f]{{8}}(?:-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}})$')::uuid"
# The lines of a set, and its payments, each have its sum.
_FITS_SET = """
SELECT sum(part.amount) = (
           SELECT sum(own.amount) FROM payments_bankmatch own
             JOIN payments_bankstatementline line ON line.id = own.line_id
             JOIN payments_bankstatement statement ON statement.id = line.statement_id
            WHERE own.subject = 'BankSet:' || bank_set AND own.subject <> '' AND statement.kind = 'STATEMENT'
              AND own.kind = found.kind AND own.is_credit = found.is_credit AND own.currency = found.currency)
       AND bool_and(part.kind = found.kind AND (part.amount, found.currency) = (paid.amount, paid.currency)
                    AND paid.direction = CASE WHEN found.is_credit = (found.kind = 'SETTLED')
                                              THEN 'PULL' ELSE 'PUSH' END)
  FROM banks_banksetpayment part JOIN payments_bankpayment paid ON paid.id = part.payment_id
 WHERE part.bank_set_id = bank_set
"""
COMPARE_LINES = sql.of_constants(
    """
WITH line AS MATERIALIZED (
    SELECT line.id, line.amount, line.currency, line.is_credit, connection.platform_id AS banks_platform,
           line.is_booked AND statement.kind = 'STATEMENT' AND line.amount > 0 AS is_money,
           decision.id AS decision, decision.kind, decision.subject,
           -- What the bank has kept of it, or taken beside, is booked as a fee.
           line.amount + coalesce(CASE WHEN line.is_credit THEN decision.difference ELSE -decision.difference END, 0)
           AS due_amount,
           decision.id IS NOT NULL AND (decision.amount, decision.currency, decision.is_credit)
                                       IS DISTINCT FROM (line.amount, line.currency, line.is_credit) AS is_retold,
           coalesce(decision.platform_id, connection.platform_id) AS platform_id,
           CASE WHEN decision.kind = 'DEPOSIT' THEN {key_of_deposit} END AS deposit,
           CASE WHEN decision.kind IN ('SETTLED', 'RETURNED') THEN {key_of_payment} END AS bank_payment,
           CASE WHEN decision.kind IN ('BATCH', 'RETURNED') THEN {key_of_batch} END AS batch,
           CASE WHEN decision.kind IN ('SETTLED', 'RETURNED') THEN {key_of_set} END AS bank_set,
           decision.difference
      FROM payments_bankstatementline line
      JOIN payments_bankstatement statement ON statement.id = line.statement_id
      JOIN payments_bankconnection connection ON connection.id = statement.connection_id
      LEFT JOIN LATERAL (
           SELECT * FROM payments_bankmatch found WHERE found.line_id = line.id ORDER BY found.number DESC LIMIT 1
           ) decision ON TRUE
     WHERE line.id > %(after)s AND line.id <= %(until)s
), found AS (
    SELECT line.*, deposit.id IS NOT NULL AS has_deposit, deposit.provider_reference,
           (deposit.amount, deposit.currency, line.is_credit) = (line.amount, line.currency, true) AS fits_deposit,
           paid.id IS NOT NULL AS has_payment, batch.id IS NOT NULL AS has_batch,
           (paid.amount, paid.currency, paid.direction = CASE WHEN line.is_credit = (line.kind = 'SETTLED')
                                                              THEN 'PULL' ELSE 'PUSH' END)
           = (line.due_amount, line.currency, true) AS fits_payment,
           line.due_amount <= batch.total AND line.currency = batch.currency AS fits_batch,
           together.id IS NOT NULL AS has_set,
           coalesce('Transaction:' || payment.id, 'Transaction:' || item.transaction_id,
                    'Transaction:' || receipt.transaction_id, 'Deposit:' || item.deposit_id, 'Deposit:' || deposit.id,
                    'BankStatementLine:' || line.id) AS named
      FROM line
      LEFT JOIN payments_deposit deposit ON deposit.id = line.deposit
      LEFT JOIN payments_fundingreceipt receipt ON receipt.id = deposit.receipt_id
      LEFT JOIN payments_bankpayment paid ON paid.id = line.bank_payment
      LEFT JOIN payments_transaction payment ON payment.id = paid.movement
      LEFT JOIN payments_suspenseitem item ON item.movement = paid.movement
      LEFT JOIN payments_bankbatch batch ON batch.id = line.batch
      LEFT JOIN banks_bankset together ON together.id = line.bank_set
), reason (named, platform_id, detail) AS (
    SELECT named, platform_id, 'line ' || id || ' of a bank: ' || fault.detail
      FROM found CROSS JOIN LATERAL (VALUES
           (decision IS NULL AND is_money AND NOT EXISTS (
                SELECT FROM payments_bankexception waiting WHERE waiting.line_id = found.id),
            'it has no decision, and waits for nobody'),
           (is_retold, 'its decision has another amount, currency or side'),
           (kind = 'DEPOSIT' AND NOT has_deposit, 'the deposit of its decision does not exist'),
           (kind = 'DEPOSIT' AND has_deposit AND NOT fits_deposit,
            'the deposit has another amount or currency, or the line is no money that arrived'),
           (kind = 'DEPOSIT' AND provider_reference LIKE 'BankStatementLine:%%'
            AND provider_reference <> 'BankStatementLine:' || id, 'the deposit is of another line'),
           (has_set AND (difference > 0 OR NOT coalesce(({fits_set}), false)),
            'what it was matched with together has another sum, currency or side'),
           (has_set AND EXISTS (
                SELECT FROM banks_banksetpayment part JOIN payments_bankpayment paid ON paid.id = part.payment_id
                  JOIN payments_bankmatch other
                    ON other.subject IN ('BankPayment:' || paid.id, 'BankBatch:' || paid.batch_id)
                   AND other.subject <> ''
                   AND other.kind IN (part.kind, CASE part.kind WHEN 'SETTLED' THEN 'BATCH' ELSE part.kind END)
                  JOIN payments_bankstatementline others ON others.id = other.line_id
                  JOIN payments_bankstatement statement ON statement.id = others.statement_id
                 WHERE part.bank_set_id = bank_set AND statement.kind = 'STATEMENT'
                   -- The rest of a batch may come back without those that came back before.
                   AND (part.kind = 'SETTLED' OR other.subject = 'BankPayment:' || paid.id)),
            'another line has the same decision about one of its payments'),
           (kind IN ('SETTLED', 'RETURNED') AND NOT (has_payment OR has_batch OR has_set),
            'the payment of its decision does not exist'),
           (kind IN ('SETTLED', 'RETURNED') AND is_money AND has_payment AND NOT fits_payment,
            'what the bank was told has another amount, currency or side'),
           ((kind = 'BATCH' OR has_batch) AND NOT coalesce(fits_batch, false), 'it is more than its batch'),
           (is_money AND kind IN ('DEPOSIT', 'SETTLED', 'RETURNED', 'BATCH') AND NOT has_set AND EXISTS (
                SELECT FROM payments_bankmatch other
                  JOIN payments_bankstatementline others ON others.id = other.line_id
                  JOIN payments_bankstatement statement ON statement.id = others.statement_id
                 WHERE other.subject = found.subject AND other.subject <> '' AND other.kind = found.kind
                   AND other.line_id <> found.id AND statement.kind = 'STATEMENT'
                   AND NOT EXISTS (SELECT FROM payments_bankmatch later
                                    WHERE later.line_id = other.line_id AND later.number > other.number)),
            'another line has the same decision')
           ) AS fault (is_found, detail)
     WHERE fault.is_found
)
SELECT 'LINE_DIFFERS', named, left(string_agg(DISTINCT detail, '; '), 500), platform_id, '{{}}'::bigint[]
  FROM reason GROUP BY named, platform_id ORDER BY named LIMIT %(most)s
""",
    key_of_deposit=_KEY.format("Deposit"),
    key_of_payment=_KEY.format("BankPayment"),
    key_of_batch=_KEY.format("BankBatch"),
    key_of_set=_KEY.format("BankSet"),
    fits_set=_FITS_SET,
)
"""Returns rows as `comparison.COMPARE` does, for each payment or deposit, or line without either. Lines of reports and
notifications settle payments, and book nothing: the same money is in a statement again."""

COMPARE_ARRIVALS = """
WITH arrival AS MATERIALIZED (
    SELECT deposit.id, deposit.platform_id, deposit.amount, deposit.currency,
           receipt.transaction_id AS payment,
           deposit.provider_reference LIKE 'BankStatementLine:%%' AS is_of_line,
           substring(deposit.provider_reference FROM
                     '^BankStatementLine:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid AS line
      FROM payments_deposit deposit
      LEFT JOIN payments_fundingreceipt receipt ON receipt.id = deposit.receipt_id
     WHERE deposit.id > %(after)s AND deposit.id <= %(until)s
), reason (deposit, detail) AS (
    SELECT arrival.id, fault.detail
      FROM arrival LEFT JOIN payments_bankstatementline line ON line.id = arrival.line
     CROSS JOIN LATERAL (VALUES
           (is_of_line AND line.id IS NULL, 'names a line of a bank that does not exist'),
           (line.id IS NOT NULL AND NOT (line.is_credit AND line.is_booked
                AND (line.amount, line.currency) IS NOT DISTINCT FROM (arrival.amount, arrival.currency)),
            'is ' || arrival.amount || ' ' || arrival.currency || ', its line of a bank is '
            || CASE WHEN line.is_credit THEN '' ELSE '-' END || line.amount || ' ' || line.currency),
           (line.id IS NOT NULL AND NOT EXISTS (
                SELECT FROM payments_bankmatch decision
                 WHERE decision.line_id = line.id AND decision.kind = 'DEPOSIT'
                   AND decision.subject = 'Deposit:' || arrival.id
                   AND NOT EXISTS (SELECT FROM payments_bankmatch later
                                    WHERE later.line_id = line.id AND later.number > decision.number)),
            'is of a line of a bank that was not decided so')
           ) AS fault (is_found, detail)
     WHERE fault.is_found
)
SELECT 'ARRIVAL_DIFFERS', 'Deposit:' || reason.deposit,
       left(string_agg(reason.detail, '; ') || coalesce('; its payment is Transaction:' || arrival.payment, ''), 500),
       arrival.platform_id, '{}'::bigint[]
  FROM reason JOIN arrival ON arrival.id = reason.deposit
 GROUP BY reason.deposit, arrival.platform_id, arrival.payment ORDER BY reason.deposit LIMIT %(most)s
"""
"""Returns rows as `comparison.COMPARE` does, for each deposit that its line contradicts."""

COMPARE_STATEMENTS = """
SELECT 'STATEMENT_DIFFERS', 'BankStatement:' || statement.id,
       'a statement of ' || statement.connection_name || ' was read with lines of ' || statement.moved || ' '
       || statement.currency || ' in sum: its balances say ' || coalesce(statement.closing - statement.opening, 0)
       || ', its lines are ' || coalesce(kept.moved, 0) AS detail,
       connection.platform_id, '{}'::bigint[]
  FROM payments_bankstatement statement
  JOIN payments_bankconnection connection ON connection.id = statement.connection_id
  JOIN payments_bankincomingfile file ON file.id = statement.file_id AND file.state = 'APPLIED'
 CROSS JOIN LATERAL (
       SELECT sum(CASE WHEN line.is_credit THEN line.amount ELSE -line.amount END) AS moved
         FROM payments_bankstatementline line
        WHERE line.statement_id = statement.id AND line.is_booked) kept
 WHERE statement.moved IS NOT NULL
   AND (statement.moved IS DISTINCT FROM coalesce(kept.moved, 0)
        OR statement.moved IS DISTINCT FROM statement.closing - statement.opening)
   AND statement.id > %(after)s AND statement.id <= %(until)s
 LIMIT %(most)s
"""
"""Returns rows as `comparison.COMPARE` does, for each statement whose lines and balances agreed when it was read."""
