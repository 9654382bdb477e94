"""Conditions for due work of this app, in SQL: of its background jobs, which the scheduler asks, and of its claims.

Each condition of a job mirrors the claim of its task, and is asked for each platform: however much work one has, that
of the others is still found. Orders, and joins with a fixed direction, make the database use the indexes of due times,
whatever its statistics say.
"""

from payments.steps import COUNTERPARTY, NODE, RAIL, STEPS, asking
from platforms.database import sql

ADVANCE_TASK = "payments.advance_due_payments"
CALL_TASK = "payments.call_counterparties"

MOVES_MONEY = tuple(sorted(name for name, step in STEPS.items() if step.moves_money))
"""Steps of a payment that wait while one of its accounts is held."""
RAIL_STEPS, NODE_STEPS, CALL_STEPS = asking(RAIL), asking(NODE), asking(COUNTERPARTY)
"""Steps that ask a rail or a Lightning node; and steps that call an address chosen by an outsider."""


def _quoted(steps: tuple[str, ...]) -> str:
    return ", ".join(f"'{step}'" for step in steps)


def _with_leg(*legs: str) -> str:
    return _quoted(tuple(name for name, step in STEPS.items() if step.leg in legs))


def _is_leg(*legs: str) -> str:
    return f"payment.next_action IN ({_with_leg(*legs)})"


IS_FOR_RAIL = f"payment.next_action IN ({_quoted(RAIL_STEPS)})"
IS_CALL = f"payment.next_action IN ({_quoted(CALL_STEPS)})"
IS_OWN = f"NOT (payment.next_action IN ({_quoted(RAIL_STEPS + CALL_STEPS)}))"
"""Conditions in SQL on the next step of `payment`, each with an index of due times by platform. IS_OWN: neither of the
others, including steps of a later release."""
IS_PAYOUT, IS_REFUND, IS_OF_PAYER = _is_leg("PAYOUT"), _is_leg("REFUND"), _is_leg("COLLECTION", "REFUND")
"""Conditions in SQL on the kind of a rail's request. IS_OF_PAYER: the external account is the payer's."""
_SENDS = _quoted(tuple(name for name in MOVES_MONEY if STEPS[name].needs_payee))
_REFUNDS, _BEFORE_MONEY_CAME = _with_leg("REFUND"), _with_leg("TRANSFER", "COLLECTION")
# Nothing is sent to, or collected from, an account whose beneficiary a reviewer has to look at. A refund goes to the
# payer, whoever the payee is. Money that came from a refused account stays where it is: it may not even go back.
_IS_SCREENED = f"""
       EXISTS (
           SELECT FROM payments_externalaccount outside
            WHERE outside.id IN (quote.source_external_account_id,
                                 CASE WHEN payment.next_action IN ({_SENDS}) THEN payment.external_account_id END)
              AND payment.next_action IN ({_SENDS}, {_REFUNDS})
              AND (outside.status = 'UNDER_REVIEW'
                   OR outside.refused_at IS NOT NULL AND outside.id = quote.source_external_account_id
                      AND payment.next_action NOT IN ({_BEFORE_MONEY_CAME})))
"""
WAITS = f"""
       (payment.next_action IN ({_quoted(MOVES_MONEY)}) AND EXISTS (
           SELECT FROM payments_ledgeraccount held
             JOIN payments_internalaccount holder ON holder.ledger_account_id = held.id
            WHERE held.held_at IS NOT NULL
              AND holder.id IN (payment.internal_account_id, quote.destination_internal_account_id))
        OR {_IS_SCREENED})
"""
"""A condition in SQL: the next step of `payment`, joined with its `quote`, waits until an account is released."""
IS_REFUSED = f"""
       (payment.next_action IN ({_SENDS}) AND EXISTS (
           SELECT FROM payments_externalaccount outside
            WHERE outside.refused_at IS NOT NULL
              AND outside.id IN (payment.external_account_id, quote.source_external_account_id)))
"""
"""A condition in SQL: the next step of `payment`, joined with its `quote`, uses an account that was refused."""


def is_due_of(party: str) -> str:
    """Return SQL for whether `payment` belongs to a platform, a row with `id` and `clock_offset`, and is due.

    Written so that only the indexes by platform can answer it: ordered by platform and time.
    """
    return f"""
        (payment.platform_id, payment.next_action_at) >= ({party}.id, '-infinity'::timestamptz)
        AND (payment.platform_id, payment.next_action_at) <= ({party}.id, %(now)s + {party}.clock_offset)
        AND payment.next_action_at IS NOT NULL
"""


def payment_of_platform(steps: str) -> str:
    """Return SQL for TRUE, if a payment of `platform` is due for such a step."""
    return sql.of_constants(
        """
    (SELECT TRUE FROM payments_transaction payment
             LEFT JOIN LATERAL (SELECT * FROM payments_quote WHERE id = payment.quote_id LIMIT 1) quote ON TRUE
      WHERE {is_due_of_platform} AND {steps} AND NOT ({waits})
      ORDER BY payment.platform_id, payment.next_action_at LIMIT 1)
""",
        is_due_of_platform=is_due_of("platform"),
        steps=steps,
        waits=WAITS,
    )


_SUSPENSE_MOVEMENT = """
    (SELECT TRUE FROM payments_suspenseitem item JOIN platforms_platform platform ON platform.id = item.platform_id
      WHERE item.next_attempt_at <= %(now)s + platform.clock_offset
        AND item.next_attempt_at <= %(now)s + (SELECT max(clock_offset) FROM platforms_platform)
      ORDER BY item.next_attempt_at LIMIT 1)
"""
UMA_DOMAIN_DUE = """
    (SELECT TRUE FROM platforms_umadomain named WHERE named.next_check_at <= %(now)s
      ORDER BY named.next_check_at LIMIT 1)
"""


def _of_any_platform(*conditions: str) -> str:
    return f"EXISTS (SELECT FROM platforms_platform platform WHERE {' OR '.join(conditions)})"


PAYMENT_DUE = (
    f"{_of_any_platform(payment_of_platform(IS_FOR_RAIL), payment_of_platform(IS_OWN))} OR {_SUSPENSE_MOVEMENT}"
)
CALL_DUE = _of_any_platform(payment_of_platform(IS_CALL))
ENTRY_UNSEALED = """
    (SELECT max(id) FROM payments_journalentry)
    > coalesce((SELECT last_id FROM payments_journalseal ORDER BY number DESC LIMIT 1), 0)
"""
