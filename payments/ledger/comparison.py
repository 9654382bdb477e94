"""Statements that compare payments and deposits with the books: entries expected by `movements` against those posted.

They read payments with the entries that name them, or deposits with the entries that they name, in a range of keys, so
that the cost is that of the range. All rows that decide about one payment are written in one database transaction: each
range may be read in a snapshot of its own.
"""

from payments.ledger.chart import SYSTEM_KINDS, AccountKind
from payments.ledger.entries import Line, Movement
from payments.ledger.movements import FORMER_PURPOSES, HOLDER, MOVEMENTS, OWN_OR_WRITTEN_OFF, RECEIVER, REFUNDED
from payments.models import TransactionStatus
from payments.steps import STEPS
from platforms.database import sql

_ACCOUNTS = {
    HOLDER: "payment.holder",
    RECEIVER: "payment.receiver",
    REFUNDED: "item.customers_account",
    OWN_OR_WRITTEN_OFF: "item.written_off_to",
}
_OF_PAYMENTS = {
    "payment": "payment",
    "receipt": "receipt JOIN payment ON payment.id = receipt.transaction_id",
    "item": "item JOIN payment ON payment.id = item.transaction_id",
}
_OF_DEPOSITS = {"deposit": "deposit", "item": "item JOIN deposit ON deposit.id = item.deposit_id"}
# One of the movements of a purpose has the reversed purpose for all of them.
_REVERSALS = {movement.purpose: movement.reverses for movement in MOVEMENTS}
_EACH_REVERSAL = ", ".join(f"('{purpose}', '{reverses}')" for purpose, reverses in _REVERSALS.items())
_EACH_CLEARING = ", ".join(
    f"('{name}', '{step.clearing.kind}', '{status}', '{type_}')"
    for name, step in STEPS.items()
    if step.clearing is not None
    for status in step.clearing.statuses or TransactionStatus.values
    for type_ in step.clearing.types
)


def _expected(of: str) -> str:
    """Return the query of the lines that payments, receipts or items must have; lines with amount zero are left out.

    One look at each row decides about all movements: a query for each line takes longer to plan than to run.
    """
    lines = ", ".join(
        _if_expected(movement, line) for movement in MOVEMENTS if movement.of == of for line in movement.lines
    )
    return sql.of_constants(
        "SELECT payment.id, payment.platform_id, line.purpose, line.account_id, line.kind, line.currency, line.side,"
        " line.amount FROM {payments} CROSS JOIN LATERAL (VALUES {lines})"
        " AS line (is_expected, purpose, account_id, kind, currency, side, amount)"
        " WHERE line.is_expected AND line.amount IS DISTINCT FROM 0",
        payments=_OF_PAYMENTS[of],
        lines=lines,
    )


def _if_expected(movement: Movement, line: Line) -> str:
    """Return a row of values: whether there is a line, and its content."""
    account, kind = _ACCOUNTS.get(line.account, "NULL::bigint"), line.account
    is_shared = kind in SYSTEM_KINDS
    assert is_shared or kind in _ACCOUNTS, f"{movement.purpose} names {kind}, which is no account"
    return (
        f"({movement.when}, '{movement.purpose}'::text, {account}, '{AccountKind(kind) if is_shared else ''}'::text,"
        f" ({line.money.currency})::text, '{line.side}'::text,"
        f" CASE WHEN {movement.when} THEN ({line.money.amount})::bigint END)"
    )


def _of_deposit(movement: Movement, line: Line) -> str:
    """Return the query of the deposits, or of their suspense items, with a line in the entry that they name."""
    accounts = {**_ACCOUNTS, HOLDER: "deposit.holder"}
    account, kind = accounts.get(line.account, "NULL::bigint"), line.account
    value = (
        f"'{movement.purpose}'::text, {account}, '{AccountKind(kind) if kind in SYSTEM_KINDS else ''}'::text,"
        f" {line.money.currency}, '{line.side}'::text, {line.money.amount}"
    )
    rows = f"FROM {_OF_DEPOSITS[movement.of]} WHERE {movement.when}"
    return sql.of_constants(
        "SELECT deposit.id, {of}.entry_id, deposit.platform_id, {value} {rows}", of=movement.of, value=value, rows=rows
    )


_EXPECTED = "\n     UNION ALL ".join(map(_expected, _OF_PAYMENTS))
_EXPECTED_OF_DEPOSITS = "\n     UNION ALL ".join(
    _of_deposit(movement, line) for movement in MOVEMENTS if movement.of in _OF_DEPOSITS for line in movement.lines
)

# Everything is limited to the range by its own key, so that each table is read once, by an index.
_FACTS = """
change AS MATERIALIZED (
    SELECT transaction_id, (array_agg(to_status ORDER BY id DESC))[1] AS latest,
           bool_or(to_status = 'PROCESSING') AS was_processing
      FROM payments_transactionstatuschange
     WHERE transaction_id > %(after)s AND transaction_id <= %(until)s GROUP BY transaction_id
), receipt AS MATERIALIZED (
    SELECT id, transaction_id, amount, currency, use FROM payments_fundingreceipt
     WHERE transaction_id > %(after)s AND transaction_id <= %(until)s
), item AS MATERIALIZED (
    SELECT item.transaction_id, item.amount, item.currency, item.reason, item.way, item.entry_id, item.platform_id,
           item.resolved_at IS NOT NULL AS is_resolved,
           CASE WHEN payment.customer_id IS NULL THEN own.ledger_account_id
                ELSE customers.ledger_account_id END AS customers_account,
           -- Staff choose between the two; the books say which it was.
           CASE WHEN EXISTS (SELECT FROM payments_posting
                              WHERE entry_id = item.entry_id AND account_id = own.ledger_account_id)
                THEN own.ledger_account_id ELSE written_off.id END AS written_off_to
      FROM payments_suspenseitem item
      JOIN payments_transaction payment ON payment.id = item.transaction_id
      LEFT JOIN payments_internalaccount customers
             ON customers.customer_id = payment.customer_id AND customers.currency = item.currency
      LEFT JOIN payments_internalaccount own
             ON own.platform_id = payment.platform_id AND own.currency = item.currency AND own.customer_id IS NULL
      LEFT JOIN payments_ledgeraccount written_off
             ON written_off.platform_id = payment.platform_id AND written_off.currency = item.currency
            AND written_off.kind = 'WRITTEN_OFF' AND NOT written_off.is_guarded
     WHERE item.transaction_id > %(after)s AND item.transaction_id <= %(until)s
), payment AS MATERIALIZED (
    SELECT payment.id, payment.platform_id, payment.type, payment.status, payment.next_action, payment.next_action_at,
           payment.customer_id, payment.internal_account_id, payment.external_account_id, payment.quote_id,
           payment.sent_amount, payment.sent_currency, payment.received_amount, payment.received_currency,
           payment.fees, payment.failure_reason, payment.refund ->> 'status' AS refund_status,
           CASE WHEN payment.quote_id IS NOT NULL THEN 'QUOTE'
                WHEN payment.type = 'INCOMING' AND payment.sender LIKE '$%%' THEN 'UMA'
                ELSE 'TRANSFER' END AS road,
           payment.settled_at IS NOT NULL OR payment.status = 'COMPLETED' AS is_settled,
           payment.status IN ('FAILED', 'REJECTED', 'REFUNDED') OR payment.refund IS NOT NULL AS has_failed,
           change.latest AS latest_status, coalesce(change.was_processing, false) AS is_accepted,
           holder.ledger_account_id AS holder, receiver.ledger_account_id AS receiver,
           quote.id AS found_quote, quote.total_sending, quote.sending_currency, quote.fees_included,
           coalesce(quote.platform_fees, 0) AS platform_fees,
           coalesce(quote.bridge_amount, quote.total_receiving) AS leaving_amount,
           coalesce(nullif(quote.bridge_currency, ''), quote.receiving_currency) AS leaving_currency,
           quote.source_internal_account_id IS NOT NULL AS is_from_holder,
           quote.source_type = 'REALTIME_FUNDING' AS is_deposited,
           CASE WHEN quote.source_internal_account_id IS NOT NULL THEN payment.status NOT IN ('PENDING', 'EXPIRED')
                ELSE coalesce(arrived.is_applied, false) END AS is_executed,
           arrived.amount AS arrived,
           (outgoing.fee_msat + 999) / 1000 AS routing_fee,
           coalesce(suspended.is_payout_kept, false) AS is_payout_kept,
           coalesce(suspended.is_payout_lost, false) AS is_suspended,
           coalesce(suspended.has_refund_failed, false) AS has_refund_failed,
           coalesce(suspended.has_refund_come_back, false) AS has_refund_come_back,
           (quote.total_sending, quote.sending_currency, quote.fees_included, quote.platform_fees,
            quote.total_receiving, quote.receiving_currency, quote.source_internal_account_id,
            quote.destination_external_account_id, quote.customer_id, quote.platform_id)
           IS DISTINCT FROM
           (payment.sent_amount, payment.sent_currency, payment.fees, payment.platform_fees,
            payment.received_amount, payment.received_currency, payment.internal_account_id,
            payment.external_account_id, payment.customer_id, payment.platform_id) AS differs_from_quote,
           incoming.transaction_id IS NOT NULL
           AND (incoming.amount_msat / 1000, incoming.fee_msat / 1000, incoming.platform_id)
               IS DISTINCT FROM (payment.sent_amount, payment.fees, payment.platform_id) AS differs_from_session,
           (payment.sent_amount, payment.sent_currency, 0)
           IS DISTINCT FROM (payment.received_amount, payment.received_currency, payment.fees) AS has_a_price,
           holder.platform_id AS holders_platform, holder.customer_id AS holders_customer,
           receiver.platform_id AS receivers_platform, external.platform_id AS externals_platform,
           customer.platform_id AS customers_platform
      FROM payments_transaction payment
      LEFT JOIN change ON change.transaction_id = payment.id
      LEFT JOIN payments_quote quote ON quote.transaction_id = payment.id AND quote.id = payment.quote_id
            AND quote.transaction_id > %(after)s AND quote.transaction_id <= %(until)s
      LEFT JOIN payments_internalaccount holder ON holder.id = payment.internal_account_id
      LEFT JOIN payments_internalaccount receiver ON receiver.id = quote.destination_internal_account_id
      LEFT JOIN payments_externalaccount external ON external.id = payment.external_account_id
      LEFT JOIN compliance_party customer ON customer.id = payment.customer_id
      LEFT JOIN payments_outgoingumapayment outgoing ON outgoing.transaction_id = payment.id
            AND outgoing.transaction_id > %(after)s AND outgoing.transaction_id <= %(until)s
      LEFT JOIN payments_incomingumapayment incoming ON incoming.transaction_id = payment.id
            AND incoming.transaction_id > %(after)s AND incoming.transaction_id <= %(until)s
      LEFT JOIN (SELECT transaction_id, bool_or(use = 'APPLIED') AS is_applied,
                        sum(amount) FILTER (WHERE use <> 'SUSPENSE') AS amount
                   FROM receipt GROUP BY transaction_id) arrived ON arrived.transaction_id = payment.id
      LEFT JOIN (SELECT transaction_id,
                        bool_or(reason = 'PAYOUT_NOT_GIVEN_BACK')
                        AND NOT bool_or(reason IN ('PAYOUT_NOT_GIVEN_BACK', 'PAYOUT_CAME_BACK')
                                        AND is_resolved AND way = 'GIVE_BACK') AS is_payout_kept,
                        bool_or(reason = 'PAYOUT_NOT_GIVEN_BACK') AS is_payout_lost,
                        bool_or(reason = 'REFUND_FAILED') AS has_refund_failed,
                        bool_or(reason = 'REFUND_CAME_BACK') AS has_refund_come_back
                   FROM item GROUP BY transaction_id) suspended ON suspended.transaction_id = payment.id
     WHERE payment.id > %(after)s AND payment.id <= %(until)s
), found AS MATERIALIZED (
    SELECT entry.transaction_id AS payment, entry.id AS entry, entry.platform_id, entry.purpose, entry.reverses_id,
           entry.at, posting.account_id, posting.side, posting.currency, posting.amount, posting.at AS posted_at
      FROM payments_journalentry entry LEFT JOIN payments_posting posting ON posting.entry_id = entry.id
     WHERE entry.transaction_id > %(after)s AND entry.transaction_id <= %(until)s
)
"""

COMPARE = sql.of_constants(
    """
WITH {facts}, expected (payment, platform_id, purpose, account_id, kind, currency, side, amount) AS (
    {expected}
), difference AS (
    SELECT payment, purpose, account_id, currency, side, amount, sum(count) AS missing
      FROM (
          SELECT expected.payment, expected.purpose, coalesce(expected.account_id, shared.id) AS account_id,
                 expected.currency, expected.side, expected.amount, 1 AS count
            FROM expected
            LEFT JOIN payments_ledgeraccount shared
                   ON NOT shared.is_guarded AND shared.platform_id = expected.platform_id
                  AND shared.kind = expected.kind AND shared.currency = expected.currency
          UNION ALL
          SELECT payment, purpose, account_id, currency, side, amount, -1 FROM found
      ) both_sides
     GROUP BY payment, purpose, account_id, currency, side, amount HAVING sum(count) <> 0
), reason (payment, kind, detail, account_id) AS (
    SELECT difference.payment, 'MOVEMENTS_UNEXPECTED',
           CASE WHEN missing > 0 THEN 'missing ' ELSE 'unexpected ' END
           || CASE WHEN abs(missing) > 1 THEN abs(missing) || ' times ' ELSE '' END || difference.purpose || ' '
           || coalesce(CASE side WHEN 'D' THEN 'debit' ELSE 'credit' END || ' ' || amount || ' ' || difference.currency
                       || ' ' || coalesce(account.kind || ' #' || account.id, 'of no account'), 'without postings'),
           CASE WHEN account.is_guarded THEN account.id END
      FROM difference LEFT JOIN payments_ledgeraccount account ON account.id = difference.account_id
    UNION ALL
    SELECT found.payment, 'PAYMENT_MISSING', 'entries name it, and it does not exist', NULL
      FROM found WHERE NOT EXISTS (SELECT FROM payment WHERE payment.id = found.payment) GROUP BY found.payment
    UNION ALL
    SELECT found.payment, 'ENTRY_MISLAID', 'entry ' || found.entry || ' is of another platform', NULL
      FROM found JOIN payment ON payment.id = found.payment
     WHERE found.platform_id <> payment.platform_id GROUP BY found.payment, found.entry
    UNION ALL
    SELECT payment, 'POSTING_MISDATED', 'a posting of entry ' || entry || ' has another time than the entry', NULL
      FROM found WHERE posted_at <> at GROUP BY payment, entry
    UNION ALL
    SELECT found.payment, 'REVERSAL_MISLAID',
           'entry ' || found.entry || ' (' || found.purpose || ') reverses '
           || coalesce('entry ' || found.reverses_id, 'nothing'), NULL
      FROM found JOIN (VALUES {each_reversal}) AS known (purpose, reverses) ON known.purpose = found.purpose
      LEFT JOIN payments_journalentry original ON original.id = found.reverses_id
     WHERE (coalesce(original.transaction_id = found.payment, false), coalesce(original.purpose, ''))
           <> (known.reverses <> '', known.reverses)
     GROUP BY found.payment, found.entry, found.purpose, found.reverses_id
    UNION ALL
    SELECT id, 'CLEARING_WITHOUT_STEP',
           'is ' || status || CASE WHEN next_action_at IS NULL THEN ' with nothing due'
                                   ELSE ' before ' || next_action END
           || ', and has ' || amount || ' ' || currency || ' in ' || kind, NULL
      FROM (SELECT payment.id, payment.type, payment.status, payment.next_action, payment.next_action_at,
                   account.kind, account.currency,
                   -- A refund that has settled is asked about once more: whether it has come back.
                   next_action = 'GIVE_BACK' AND refund_status IS NOT DISTINCT FROM 'COMPLETED' AS is_asked_again,
                   sum(CASE found.side WHEN 'C' THEN found.amount ELSE -found.amount END) AS amount
              FROM found JOIN payment ON payment.id = found.payment
              JOIN payments_ledgeraccount account
                ON account.id = found.account_id AND account.kind IN ('PAYOUT_CLEARING', 'FUNDING_CLEARING')
             GROUP BY 1, 2, 3, 4, 5, 6, 7, 8) cleared
     WHERE (amount <> 0) <> (next_action_at IS NOT NULL AND NOT is_asked_again
                             AND (next_action, kind, status, type) IN ({each_clearing}))
    UNION ALL
    SELECT id, 'PARTY_MISLAID', 'names a platform, customer, account or quote that is missing, or not its own', NULL
      FROM payment
     WHERE (internal_account_id IS NOT NULL AND (holders_platform, holders_customer)
                                                IS DISTINCT FROM (platform_id, customer_id))
        OR (receiver IS NOT NULL AND receivers_platform <> platform_id)
        OR (external_account_id IS NOT NULL AND externals_platform IS DISTINCT FROM platform_id)
        OR (customer_id IS NOT NULL AND customers_platform IS DISTINCT FROM platform_id)
        OR (road = 'QUOTE' AND found_quote IS NULL)
        OR (road <> 'QUOTE' AND internal_account_id IS NULL)
        OR (road = 'TRANSFER' AND external_account_id IS NULL)
        OR NOT EXISTS (SELECT FROM platforms_platform WHERE platforms_platform.id = payment.platform_id)
    UNION ALL
    SELECT id, 'TERMS_DIFFER', 'shows other amounts or parties than were agreed', NULL
      FROM payment
     WHERE CASE road WHEN 'QUOTE' THEN differs_from_quote WHEN 'UMA' THEN differs_from_session ELSE has_a_price END
    UNION ALL
    SELECT receipt.transaction_id, 'TERMS_DIFFER', 'was paid by receipts that its quote does not ask for', NULL
      FROM receipt JOIN payment ON payment.id = receipt.transaction_id
     GROUP BY receipt.transaction_id, payment.total_sending, payment.sending_currency
    HAVING count(*) FILTER (WHERE use <> 'SUSPENSE') > 1
        OR bool_or(receipt.currency IS DISTINCT FROM payment.sending_currency)
        OR bool_or(use = 'APPLIED' AND receipt.amount IS DISTINCT FROM payment.total_sending)
    UNION ALL
    SELECT receipt.transaction_id, 'DEPOSIT_MISSING', 'was paid by a receipt that is of no deposit', NULL
      FROM receipt JOIN payment ON payment.id = receipt.transaction_id
     WHERE payment.is_deposited
       AND NOT EXISTS (SELECT FROM payments_deposit deposit WHERE deposit.receipt_id = receipt.id)
    UNION ALL
    SELECT item.transaction_id, 'SUSPENSE_UNEXPLAINED', 'the entry that resolved an item in suspense is not of it', NULL
      FROM item JOIN payment ON payment.id = item.transaction_id
     WHERE item.is_resolved <> (item.entry_id IS NOT NULL) OR item.platform_id <> payment.platform_id
        OR (item.is_resolved AND NOT EXISTS (
                SELECT FROM found WHERE found.entry = item.entry_id AND found.payment = item.transaction_id
                   AND found.purpose LIKE 'SUSPENSE\\_%%' AND found.amount = item.amount))
    UNION ALL
    SELECT id, 'STATUS_UNEXPLAINED',
           'is ' || status || ', its history ends with ' || coalesce(latest_status, 'nothing'), NULL
      FROM payment WHERE latest_status IS DISTINCT FROM status
)
SELECT reason.kind, 'Transaction:' || reason.payment, left(string_agg(DISTINCT reason.detail, '; '), 500),
       payment.platform_id,
       array_remove(array_agg(DISTINCT reason.account_id) || payment.holder || payment.receiver, NULL)
  FROM reason LEFT JOIN payment ON payment.id = reason.payment
 GROUP BY reason.kind, reason.payment, payment.platform_id, payment.holder, payment.receiver
 ORDER BY reason.payment, reason.kind LIMIT %(most)s
""",
    facts=_FACTS,
    expected=_EXPECTED,
    each_reversal=_EACH_REVERSAL,
    each_clearing=_EACH_CLEARING,
)
"""Returns one row for each payment and kind of fault: kind, subject, detail, platform, keys of the holders' ledger
accounts concerned."""

_FORMER = " ".join(f"WHEN '{former}' THEN '{purpose}'" for former, purpose in FORMER_PURPOSES.items())
_DEPOSITS = """
deposit AS MATERIALIZED (
    SELECT deposit.id, deposit.platform_id, deposit.amount, deposit.currency, deposit.use, deposit.entry_id,
           deposit.receipt_id, holder.ledger_account_id AS holder, holder.platform_id AS holders_platform
      FROM payments_deposit deposit
      LEFT JOIN payments_internalaccount holder ON holder.id = deposit.internal_account_id
     WHERE deposit.id > %(after)s AND deposit.id <= %(until)s
), item AS MATERIALIZED (
    SELECT item.id, item.deposit_id, item.platform_id, item.amount, item.currency, item.reason, item.way, item.entry_id,
           item.resolved_at IS NOT NULL AS is_resolved,
           credited.ledger_account_id AS customers_account, credited.platform_id AS credited_platform,
           CASE WHEN EXISTS (SELECT FROM payments_posting
                              WHERE entry_id = item.entry_id AND account_id = own.ledger_account_id)
                THEN own.ledger_account_id ELSE written_off.id END AS written_off_to
      FROM payments_suspenseitem item
      JOIN deposit ON deposit.id = item.deposit_id
      LEFT JOIN payments_internalaccount credited ON credited.id = item.credited_id
      LEFT JOIN payments_internalaccount own
             ON own.platform_id = deposit.platform_id AND own.currency = item.currency AND own.customer_id IS NULL
      LEFT JOIN payments_ledgeraccount written_off
             ON written_off.platform_id = deposit.platform_id AND written_off.currency = item.currency
            AND written_off.kind = 'WRITTEN_OFF' AND NOT written_off.is_guarded
), named AS (
    SELECT id AS deposit, entry_id AS entry FROM deposit WHERE entry_id IS NOT NULL
    UNION ALL
    SELECT deposit_id, entry_id FROM item WHERE entry_id IS NOT NULL
), shared AS MATERIALIZED (
    SELECT entry_id AS entry
      FROM (SELECT entry_id FROM payments_deposit WHERE entry_id IN (SELECT entry FROM named)
            UNION ALL
            SELECT entry_id FROM payments_suspenseitem WHERE entry_id IS NOT NULL) every_naming
     GROUP BY entry_id HAVING count(*) > 1
)
"""

COMPARE_DEPOSITS = sql.of_constants(
    """
WITH {deposits}, expected (deposit, entry, platform_id, purpose, account_id, kind, currency, side, amount) AS (
    {expected_of_deposits}
), found AS MATERIALIZED (
    SELECT named.deposit, entry.id AS entry, entry.platform_id, entry.transaction_id, entry.reverses_id,
           CASE entry.purpose {former} ELSE entry.purpose END AS purpose,
           posting.account_id, posting.currency, posting.side, posting.amount
      FROM named JOIN payments_journalentry entry ON entry.id = named.entry
      LEFT JOIN payments_posting posting ON posting.entry_id = entry.id
), difference AS (
    SELECT deposit, purpose, account_id, currency, side, amount, sum(count) AS missing
      FROM (
          SELECT expected.deposit, expected.entry, expected.purpose,
                 coalesce(expected.account_id, shared.id) AS account_id,
                 expected.currency, expected.side, expected.amount, 1 AS count
            FROM expected
            LEFT JOIN payments_ledgeraccount shared
                   ON NOT shared.is_guarded AND shared.platform_id = expected.platform_id
                  AND shared.kind = expected.kind AND shared.currency = expected.currency
          UNION ALL
          SELECT deposit, entry, purpose, account_id, currency, side, amount, -1 FROM found
      ) both_sides
     GROUP BY deposit, entry, purpose, account_id, currency, side, amount HAVING sum(count) <> 0
), reason (deposit, kind, detail, account_id) AS (
    SELECT difference.deposit, 'MOVEMENTS_UNEXPECTED',
           CASE WHEN missing > 0 THEN 'missing ' ELSE 'unexpected ' END || difference.purpose || ' '
           || coalesce(CASE side WHEN 'D' THEN 'debit' ELSE 'credit' END || ' ' || amount || ' ' || difference.currency
                       || ' ' || coalesce(account.kind || ' #' || account.id, 'of no account'), 'without postings'),
           CASE WHEN account.is_guarded THEN account.id END
      FROM difference LEFT JOIN payments_ledgeraccount account ON account.id = difference.account_id
    UNION ALL
    SELECT found.deposit, 'ENTRY_MISLAID', 'entry ' || found.entry || ' is not of this deposit alone', NULL
      FROM found JOIN deposit ON deposit.id = found.deposit
     WHERE found.platform_id <> deposit.platform_id OR found.transaction_id IS NOT NULL OR found.reverses_id IS NOT NULL
        OR found.entry IN (SELECT entry FROM shared)
    UNION ALL
    SELECT deposit.id, 'DEPOSIT_UNEXPLAINED', 'is ' || deposit.use || ' without what that asks for', NULL
      FROM deposit
      LEFT JOIN payments_fundingreceipt receipt ON receipt.id = deposit.receipt_id
      LEFT JOIN (SELECT deposit_id, count(*) AS items, min(amount) AS amount, min(currency) AS currency
                   FROM item GROUP BY deposit_id) waiting ON waiting.deposit_id = deposit.id
     WHERE NOT CASE deposit.use
               WHEN 'CREDITED' THEN deposit.receipt_id IS NULL AND waiting.items IS NULL
                                    AND deposit.holders_platform IS NOT DISTINCT FROM deposit.platform_id
               WHEN 'FOR_QUOTE' THEN deposit.entry_id IS NULL AND waiting.items IS NULL
                                     AND (receipt.amount, receipt.currency, receipt.platform_id)
                                         IS NOT DISTINCT FROM (deposit.amount, deposit.currency, deposit.platform_id)
               WHEN 'SUSPENSE' THEN deposit.receipt_id IS NULL AND waiting.items IS NOT DISTINCT FROM 1
                                    AND (waiting.amount, waiting.currency)
                                        IS NOT DISTINCT FROM (deposit.amount, deposit.currency)
               ELSE false END
    UNION ALL
    SELECT item.deposit_id, 'SUSPENSE_UNEXPLAINED', 'its item in suspense and the entry that resolved it disagree', NULL
      FROM item JOIN deposit ON deposit.id = item.deposit_id
     WHERE item.is_resolved <> (item.entry_id IS NOT NULL) OR item.platform_id <> deposit.platform_id
        OR (item.is_resolved AND item.way NOT IN ('GIVE_BACK', 'CREDIT_HOLDER', 'WRITE_OFF'))
        OR item.credited_platform <> deposit.platform_id
)
SELECT reason.kind, 'Deposit:' || reason.deposit, left(string_agg(DISTINCT reason.detail, '; '), 500),
       deposit.platform_id, array_remove(array_agg(DISTINCT reason.account_id) || deposit.credited, NULL)
  FROM reason JOIN (SELECT id, platform_id, CASE use WHEN 'CREDITED' THEN holder END AS credited
                      FROM deposit) deposit ON deposit.id = reason.deposit
 GROUP BY reason.kind, reason.deposit, deposit.platform_id, deposit.credited
 ORDER BY reason.deposit, reason.kind LIMIT %(most)s
""",
    deposits=_DEPOSITS,
    expected_of_deposits=_EXPECTED_OF_DEPOSITS,
    former=_FORMER,
)
"""Returns rows as `COMPARE` does, for each deposit and kind of fault. An entry of a deposit names no payment; the
deposit, or its suspense item, names the entry."""
