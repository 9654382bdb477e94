"""What the check of the books compares of banks every night: rows, lines, statements, fees and claims."""

from banks.statements.nightly import claims, fees, rows, sealed
from payments.ledger import check
from payments.ledger.check_parts import Comparison, Reading, Trail
from platforms.operations.check_keys import NUMBERS, Keys

_OF_PAYMENTS = """
SELECT DISTINCT row.id
  FROM payments_transactionstatuschange change JOIN payments_bankpayment row ON row.movement = change.transaction_id
 WHERE change.id > %(after)s AND change.id <= %(until)s AND row.id <= %(before)s
"""
_OF_DECISIONS = """
SELECT DISTINCT line_id FROM payments_bankmatch
 WHERE id > %(after)s AND id <= %(until)s AND line_id <= %(before)s
"""


def register() -> None:
    """Have the check of the books compare it."""
    for table in ("payments_bankmatch", "payments_claim", "payments_claimsettlement"):
        check.register_entries_of(table)
    few = (fees.COMPARE_CHARGES, claims.COMPARE_CLAIMS, claims.COMPARE_SUMS)
    check.register(Comparison("claims and charges", few))
    check.register(Comparison("fees of banks", (fees.COMPARE_FEES,), Keys("payments_bankmatch")))
    statements = (rows.COMPARE_STATEMENTS,)
    check.register(Comparison("statements of banks", statements, Keys("payments_bankstatement"), share=100))
    check.register(Comparison("arrivals at banks", (rows.COMPARE_ARRIVALS,), Keys("payments_deposit")))
    payments = Comparison("payments by banks", (rows.COMPARE_BANK_PAYMENTS,), Keys("payments_bankpayment"))
    lines = Comparison("lines of banks", (rows.COMPARE_LINES,), Keys("payments_bankstatementline"))
    check.register(payments)
    check.register(lines)
    changes = Keys("payments_transactionstatuschange", NUMBERS)
    check.register(Trail("banks' payments of statuses", changes, _OF_PAYMENTS, payments))
    check.register(Trail("lines of decisions", Keys("payments_bankmatch"), _OF_DECISIONS, lines))
    check.register(Reading("accounts in files", Keys("payments_bankpayment"), sealed.compare_payments))
    check.register(Reading("texts of lines", Keys("payments_bankstatementline"), sealed.compare_lines))
