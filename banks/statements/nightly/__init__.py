"""What the check of the books compares of banks every night: rows, lines, statements, fees and claims."""

from banks.statements.nightly import claims, fees, rows, sealed
from payments.ledger import check, comparison
from payments.ledger.check import Comparison


def register() -> None:
    """Have the check of the books compare it."""
    for table in ("payments_bankmatch", "payments_claim", "payments_claimsettlement"):
        check.register_entries_of(table)
    check.register(
        Comparison(
            (
                fees.COMPARE_FEES,
                fees.COMPARE_CHARGES,
                rows.COMPARE_STATEMENTS,
                claims.COMPARE_CLAIMS,
                claims.COMPARE_SUMS,
            )
        )
    )
    check.register(Comparison((rows.COMPARE_ARRIVALS,), comparison.NEXT_DEPOSITS))
    check.register(Comparison((rows.COMPARE_BANK_PAYMENTS,), rows.NEXT_BANK_PAYMENTS))
    check.register(Comparison((rows.COMPARE_LINES,), rows.NEXT_LINES))
    check.register_function(sealed.compare)
