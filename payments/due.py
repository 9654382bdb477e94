"""Which work of this app is due, in SQL: asked every two seconds by the scheduler, which imports no models.

Each condition mirrors the claim of its task. The order makes the database use the index of due times, whatever its
statistics say; the greatest clock offset ends the look where no platform's time has come.
"""

MOVES_MONEY = ("COLLECT", "DEPOSIT", "GIVE_BACK", "PAY_IN", "PAY_INVOICE", "PAY_OUT", "RECEIVE", "TRANSFER")
"""The steps of a payment that wait while an account of it is held."""
_STEPS = ", ".join(f"'{step}'" for step in MOVES_MONEY)
WAITS = f"""
       payment.next_action IN ({_STEPS}) AND EXISTS (
           SELECT FROM payments_ledgeraccount held
             JOIN payments_internalaccount holder ON holder.ledger_account_id = held.id
            WHERE held.held_at IS NOT NULL
              AND holder.id IN (payment.internal_account_id, quote.destination_internal_account_id))
"""
"""A condition in SQL: the next step of `payment`, joined with its `quote`, waits until an account is released."""

_LATEST = "%(now)s + (SELECT max(clock_offset) FROM platforms_platform)"
_PAYMENT = f"""
    (SELECT TRUE FROM payments_transaction payment JOIN platforms_platform platform ON platform.id = payment.platform_id
       LEFT JOIN payments_quote quote ON quote.id = payment.quote_id
      WHERE payment.next_action_at <= %(now)s + platform.clock_offset AND payment.next_action_at <= {_LATEST}
        AND NOT ({WAITS})
      ORDER BY payment.next_action_at LIMIT 1)
"""  # noqa: S608 - composed of constants
_SUSPENSE_MOVEMENT = f"""
    (SELECT TRUE FROM payments_suspenseitem item JOIN platforms_platform platform ON platform.id = item.platform_id
      WHERE item.next_attempt_at <= %(now)s + platform.clock_offset AND item.next_attempt_at <= {_LATEST}
      ORDER BY item.next_attempt_at LIMIT 1)
"""  # noqa: S608 - composed of constants

_UMA_DOMAIN = """
    (SELECT TRUE FROM platforms_umadomain named WHERE named.next_check_at <= %(now)s
      ORDER BY named.next_check_at LIMIT 1)
"""

CONDITIONS = {
    "payments.advance_due_payments": f"{_PAYMENT} OR {_SUSPENSE_MOVEMENT}",
    "payments.seal_journal": """
        (SELECT max(id) FROM payments_journalentry)
        > coalesce((SELECT last_id FROM payments_journalseal ORDER BY number DESC LIMIT 1), 0)
    """,
    "payments.verify_uma_domains": _UMA_DOMAIN,
}
"""Task → condition; `%(now)s` is real time."""
