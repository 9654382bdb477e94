"""The statement that compares payments with what was agreed: price, accounts, refund, and time of settlement.

Nothing is believed that another row can tell: a quote's rate is found anew in the snapshot that it names, its fees in
the schedule that was in force, its amounts from both.
"""

from platforms.base import money
from platforms.database import sql

_UNITS = ", ".join(
    f"('{code}', 1E{money.currency(code).decimals}::numeric)" for code in sorted(money.SUPPORTED_CURRENCIES)
)
# A rate has 15 significant digits: the last one may be rounded to either side.
_LAST_DIGIT = "2E-14"
_IN_FORCE = "1 minute"
"""A schedule that somebody enters or ends, and a quote of the same moment, may be stored in either order."""


def _number(name: str) -> str:
    """Return SQL for a number of a quote's details; NULL for anything else, so that no row fails the statement."""
    value = f"quote.rate_details -> '{name}'"
    return f"CASE WHEN jsonb_typeof({value}) = 'number' THEN ({value})::numeric END"


def _platforms_terms() -> str:
    """Return SQL for what the platform charges by the terms that a quote keeps; -1 for terms that say no numbers."""
    share, maximum = "quote.platform_fee_terms ->> 'variableRate'", "quote.platform_fee_terms -> 'maximum'"
    fixed, minimum = (f"quote.platform_fee_terms -> '{name}'" for name in ("fixed", "minimum"))
    are_numbers = " AND ".join(
        [*(f"jsonb_typeof({value}) = 'number'" for value in (fixed, minimum)), f"{share} ~ '^0([.][0-9]+)?$'"]
    )
    bound = f"CASE WHEN jsonb_typeof({maximum}) = 'number' THEN ({maximum})::numeric END"
    fee = f"greatest(({fixed})::numeric + ceil(quote.total_sending * ({share})::numeric), ({minimum})::numeric)"
    return (
        f"CASE WHEN quote.platform_fee_terms IS NULL THEN 0 WHEN {are_numbers} THEN least({fee}, {bound}) ELSE -1 END"
    )


def _rounded(rate: str) -> str:
    """Return SQL for a rate of 15 significant digits."""
    return f"round({rate}, 14 - floor(log({rate}))::int)"


def _strongest(moment: str) -> str:
    """Return SQL for the schedule of a quote's corridor that was in force: the most specific, then the latest one."""
    return sql.of_constants(
        """
        (SELECT known.id FROM payments_feeschedule known
          WHERE known.platform_id = quote.platform_id AND known.effective_from <= {moment}
            AND (known.effective_until IS NULL OR known.effective_until > {moment})
            AND known.source_currency IN (quote.sending_currency, '')
            AND known.destination_currency IN (quote.receiving_currency, '')
          ORDER BY known.source_currency = '', known.destination_currency = '', known.effective_from DESC, known.id DESC
          LIMIT 1)""",
        moment=moment,
    )


_FACTS = sql.of_constants(
    """
units (code, each) AS (VALUES {units}), quote AS MATERIALIZED (
    SELECT quote.transaction_id, quote.platform_id, quote.lock_side, quote.sending_currency, quote.receiving_currency,
           quote.total_sending, quote.total_receiving, quote.fees_included, quote.exchange_rate, quote.rounding,
           quote.rate_snapshot_id, quote.created_at, quote.bridge_currency <> '' AS is_bridged,
           coalesce(nullif(quote.bridge_currency, ''), quote.receiving_currency) AS leaving_currency,
           coalesce(quote.bridge_amount, quote.total_receiving) AS leaving_amount,
           quote.source_external_account_id, quote.destination_internal_account_id, quote.destination_address,
           quote.exchange_rate IS DISTINCT FROM payment.exchange_rate
           OR quote.rate_details IS DISTINCT FROM payment.rate_details AS shows_another_rate,
           {number} AS mid, {number_serviceapimultiplier} AS shown_margin,
           {number_serviceapifixedfee} AS shown_fixed, {number_serviceapivariablefeerate} AS shown_share,
           {number_serviceapivariablefeeamount} AS shown_variable,
           coalesce(quote.platform_fees, 0) AS platform_fees, {platforms_terms} AS platforms_terms,
           quote.fee_schedule_id, coalesce(schedule.fixed_fee, 0) AS fixed_fee,
           coalesce(schedule.variable_rate, 0) AS share, coalesce(schedule.rate_multiplier, 1) AS margin,
           sending.each AS sending_units, leaving.each AS leaving_units, false AS is_incoming
      FROM payments_quote quote
      JOIN payments_transaction payment ON payment.id = quote.transaction_id
           AND payment.id > %(after)s AND payment.id <= %(until)s
      LEFT JOIN payments_feeschedule schedule ON schedule.id = quote.fee_schedule_id
      LEFT JOIN units sending ON sending.code = quote.sending_currency
      LEFT JOIN units leaving ON leaving.code = coalesce(nullif(quote.bridge_currency, ''), quote.receiving_currency)
     WHERE quote.transaction_id > %(after)s AND quote.transaction_id <= %(until)s
    UNION ALL
    -- Money that comes by UMA: bitcoin is exchanged, in thousandths of a satoshi. Its side of the lock is not kept.
    SELECT session.transaction_id, session.platform_id, 'EITHER', payment.sent_currency, payment.received_currency,
           session.amount_msat, payment.received_amount, session.fee_msat, payment.exchange_rate, NULL,
           session.rate_snapshot_id, payment.created_at, true, payment.received_currency, payment.received_amount,
           NULL, NULL, '',
           payment.exchange_rate * sending.each * 1000 IS DISTINCT FROM session.multiplier * leaving.each,
           NULL, NULL, NULL, NULL, NULL, 0, 0, session.fee_schedule_id, coalesce(schedule.fixed_fee, 0)::numeric * 1000,
           coalesce(schedule.variable_rate, 0), coalesce(schedule.rate_multiplier, 1), sending.each * 1000,
           leaving.each, true
      FROM payments_incomingumapayment session
      JOIN payments_transaction payment ON payment.id = session.transaction_id
           AND payment.id > %(after)s AND payment.id <= %(until)s
      LEFT JOIN payments_feeschedule schedule ON schedule.id = session.fee_schedule_id
      LEFT JOIN units sending ON sending.code = payment.sent_currency
      LEFT JOIN units leaving ON leaving.code = payment.received_currency
     WHERE session.transaction_id > %(after)s AND session.transaction_id <= %(until)s
), wanted AS MATERIALIZED (
    SELECT DISTINCT rate_snapshot_id, sending_currency, leaving_currency, margin FROM quote
), edge AS MATERIALIZED (
    -- A pair the other way round is used where there is none this way.
    SELECT DISTINCT ON (id, source, destination) id, source, destination, cost
      FROM (SELECT snapshot.id, each.*
              FROM payments_ratesnapshot snapshot
             CROSS JOIN LATERAL (
                   SELECT pair ->> 'source' AS source, pair ->> 'destination' AS destination,
                          CASE WHEN pair ->> 'rate' ~ '^[0-9]+([.][0-9]+)?(E[+-]?[0-9]+)?$'
                               THEN nullif((pair ->> 'rate')::numeric, 0) END AS rate
                     FROM jsonb_array_elements(snapshot.pairs) AS pair) pair
             CROSS JOIN LATERAL (VALUES (pair.source, pair.destination, pair.rate, 1),
                                        (pair.destination, pair.source,
                                         1.000000000000000000000000000000000000000000000000 / pair.rate, 2)
                   ) AS each (source, destination, cost, rank)
             WHERE snapshot.id IN (SELECT rate_snapshot_id FROM wanted)) both_ways
     ORDER BY id, source, destination, rank
), crossing AS MATERIALIZED (
    SELECT found.*, {rounded} AS rate
      FROM (SELECT wanted.*, 1::numeric AS cost FROM wanted WHERE sending_currency = leaving_currency
            UNION ALL
            SELECT wanted.*, edge.cost FROM wanted JOIN edge
                   ON (edge.id, edge.source, edge.destination) = (rate_snapshot_id, sending_currency, leaving_currency)
             WHERE sending_currency <> leaving_currency
            UNION ALL
            SELECT wanted.*, there.cost * here.cost
              FROM wanted JOIN edge there ON (there.id, there.source) = (rate_snapshot_id, sending_currency)
              JOIN edge here
                ON (here.id, here.source, here.destination) = (there.id, there.destination, leaving_currency)
             WHERE sending_currency <> leaving_currency
               AND NOT EXISTS (
                   SELECT FROM edge direct WHERE (direct.id, direct.source, direct.destination)
                                                 = (rate_snapshot_id, sending_currency, leaving_currency))) found
), priced AS (
    -- What exchanging leaves: nothing less than zero, and less than the next unit costs.
    SELECT quote.*, coalesce(crossing.is_found, false) AS is_mid_found, crossing.is_sum_right AS is_bridge_right,
           quote.total_sending - quote.fees_included AS exchanged,
           -- A currency may have been taken out of the settings.
           quote.sending_units IS NOT NULL AND quote.leaving_units IS NOT NULL AS has_units
      FROM quote LEFT JOIN LATERAL (
           SELECT bool_or(abs(quote.mid - cost) <= {last_digit} * cost) AS is_found,
                  bool_or(quote.is_bridged AND left_over BETWEEN -{last_digit} * used AND
                          {last_digit} * used + CASE quote.lock_side
                          WHEN 'SENDING' THEN rate * quote.sending_units WHEN 'RECEIVING' THEN quote.leaving_units
                          ELSE greatest(rate * quote.sending_units, quote.leaving_units) END) AS is_sum_right
             FROM crossing
            CROSS JOIN LATERAL (SELECT quote.leaving_amount * rate * quote.sending_units) spent (used)
            CROSS JOIN LATERAL (SELECT (quote.total_sending - quote.fees_included) * quote.leaving_units - used
                               ) rest (left_over)
            WHERE crossing.rate_snapshot_id IS NOT DISTINCT FROM quote.rate_snapshot_id
              AND (crossing.sending_currency, crossing.leaving_currency, crossing.margin)
                  = (quote.sending_currency, quote.leaving_currency, quote.margin)
           ) crossing ON TRUE
), payment AS MATERIALIZED (
    SELECT payment.id, payment.platform_id, payment.type, payment.status, payment.sender, payment.receiver,
           payment.internal_account_id, payment.external_account_id, payment.quote_id, payment.settled_at,
           payment.customer_id, payment.refund ->> 'status' AS refund_status,
           holder.ledger_account_id AS holder, quote.source_external_account_id,
           quote.destination_internal_account_id, quote.destination_address
      FROM payments_transaction payment
      LEFT JOIN payments_internalaccount holder ON holder.id = payment.internal_account_id
      LEFT JOIN quote ON quote.transaction_id = payment.id
     WHERE payment.id > %(after)s AND payment.id <= %(until)s
), item AS (
    -- Money of a refund, or of a payout that failed: the latest item tells where it is.
    SELECT DISTINCT ON (transaction_id) transaction_id, reason, resolved_at IS NOT NULL AS is_resolved, way
      FROM payments_suspenseitem
     WHERE transaction_id > %(after)s AND transaction_id <= %(until)s
       AND reason IN ('REFUND_FAILED', 'REFUND_CAME_BACK', 'PAYOUT_NOT_GIVEN_BACK', 'PAYOUT_CAME_BACK', 'PAYER_GONE')
     ORDER BY transaction_id, id DESC
), completed AS (
    SELECT DISTINCT transaction_id FROM payments_transactionstatuschange
     WHERE transaction_id > %(after)s AND transaction_id <= %(until)s AND to_status = 'COMPLETED'
)
""",
    units=_UNITS,
    number=_number("counterpartyMultiplier"),
    number_serviceapimultiplier=_number("serviceApiMultiplier"),
    number_serviceapifixedfee=_number("serviceApiFixedFee"),
    number_serviceapivariablefeerate=_number("serviceApiVariableFeeRate"),
    number_serviceapivariablefeeamount=_number("serviceApiVariableFeeAmount"),
    platforms_terms=_platforms_terms(),
    rounded=_rounded(f"{_rounded('cost')} * margin"),
    last_digit=_LAST_DIGIT,
)

COMPARE_TERMS = sql.of_constants(
    """
WITH {facts}, reason (payment, kind, detail) AS (
    SELECT transaction_id, 'PRICE_DIFFERS', found.detail
      FROM priced quote CROSS JOIN LATERAL (VALUES
           (shows_another_rate, 'shows another exchange rate than its quote'),
           (fee_schedule_id IS DISTINCT FROM {strongest}
            AND fee_schedule_id IS DISTINCT FROM {strongest_created_at_interval__in_force},
            'was priced by another fee schedule than the one in force'),
           (fees_included - platform_fees IS DISTINCT FROM fixed_fee + ceil(total_sending * share),
            'charges ' || fees_included - platform_fees || ' of fees, its fee schedule says '
            || fixed_fee + ceil(total_sending * share)),
           (platform_fees IS DISTINCT FROM platforms_terms,
            'charges ' || platform_fees || ' for the platform, its terms say ' || platforms_terms),
           (NOT is_incoming AND (shown_fixed, shown_share, shown_variable, shown_margin)
            IS DISTINCT FROM (fixed_fee::numeric, share, ceil(total_sending * share), margin),
            'shows fees or a margin that its fee schedule does not have'),
           (NOT is_bridged AND NOT is_mid_found, 'has a rate that its snapshot of rates does not give'),
           (NOT is_bridged AND NOT coalesce(abs(exchange_rate - mid * margin) <= {last_digit} * mid * margin, false),
            'has an exchange rate that is not the rate of its snapshot with the margin of its fee schedule'),
           (NOT is_bridged AND has_units AND NOT coalesce(
                exchanged * leaving_units - leaving_amount * exchange_rate * sending_units >= 0
                AND exchanged * leaving_units - leaving_amount * exchange_rate * sending_units
                    < CASE lock_side WHEN 'SENDING' THEN exchange_rate * sending_units ELSE leaving_units END, false),
            'pays ' || total_receiving || ' ' || receiving_currency || ', which is not what its rate gives for '
            || exchanged || ' ' || sending_currency),
           (is_bridged AND has_units AND NOT coalesce(is_bridge_right, false),
            'sends ' || leaving_amount || ' ' || leaving_currency || ', which is not what its rates give for '
            || exchanged || ' ' || sending_currency)
           ) AS found (is_found, detail)
     WHERE found.is_found
    UNION ALL
    -- UMA addresses are left out: those of a person who was erased are replaced.
    SELECT id, 'PARTY_DIFFERS', 'moves money from or to another account than the one that it names'
      FROM payment
     WHERE CASE WHEN quote_id IS NULL AND sender LIKE '$%%' THEN receiver IS DISTINCT FROM
                     coalesce('ExternalAccount:' || external_account_id, 'InternalAccount:' || internal_account_id)
                WHEN quote_id IS NULL AND type = 'INCOMING'
                THEN (sender, receiver) IS DISTINCT FROM
                     ('ExternalAccount:' || external_account_id, 'InternalAccount:' || internal_account_id)
                WHEN quote_id IS NULL
                THEN (sender, receiver) IS DISTINCT FROM
                     ('InternalAccount:' || internal_account_id, 'ExternalAccount:' || external_account_id)
                ELSE sender IS DISTINCT FROM coalesce('InternalAccount:' || internal_account_id,
                                                      'ExternalAccount:' || source_external_account_id, '')
                  OR CASE WHEN destination_address <> '' THEN receiver NOT LIKE '$%%'
                          ELSE receiver IS DISTINCT FROM
                               coalesce('ExternalAccount:' || external_account_id,
                                        'InternalAccount:' || destination_internal_account_id) END END
    UNION ALL
    SELECT payment.id, 'REFUND_DIFFERS',
           'shows its refund as ' || refund_status
           || CASE WHEN item.transaction_id IS NULL THEN ', and its money never was in suspense'
                   WHEN item.is_resolved THEN ', and its money left suspense another way'
                   ELSE ', and its money is in suspense' END
      FROM payment LEFT JOIN item ON item.transaction_id = payment.id
     WHERE CASE refund_status
           WHEN 'COMPLETED' THEN item.transaction_id IS NOT NULL
                                 AND NOT (item.is_resolved AND item.way IN ('GIVE_BACK', 'CREDIT_HOLDER'))
           WHEN 'FAILED' THEN item.transaction_id IS NULL ELSE false END
    UNION ALL
    SELECT payment.id, 'SETTLEMENT_DIFFERS',
           CASE WHEN settled_at IS NULL THEN 'was completed, and has no time of settlement'
                ELSE 'has a time of settlement, and was never completed' END
      FROM payment LEFT JOIN completed ON completed.transaction_id = payment.id
     WHERE (settled_at IS NULL) <> (completed.transaction_id IS NULL)
)
SELECT reason.kind, 'Transaction:' || reason.payment, left(string_agg(reason.detail, '; '), 500),
       payment.platform_id, array_remove(ARRAY[payment.holder], NULL)
  FROM reason JOIN payment ON payment.id = reason.payment
 GROUP BY reason.kind, reason.payment, payment.platform_id, payment.holder
 ORDER BY reason.payment, reason.kind LIMIT %(most)s
""",
    facts=_FACTS,
    strongest=_strongest("quote.created_at"),
    strongest_created_at_interval__in_force=_strongest(f"quote.created_at - interval '{_IN_FORCE}'"),
    last_digit=_LAST_DIGIT,
)
"""Returns rows as `comparison.COMPARE` does, for each payment and kind of fault."""
