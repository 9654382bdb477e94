"""The sandbox's magic values: scenarios by the last three digits of an account's identifier."""

import datetime as dt
from collections.abc import Mapping
from types import MappingProxyType

from payments.account_types import identifiers
from payments.providers.base import BeneficiaryAnswer, RailOutcome, Verdict

LONG_TRANSFER = dt.timedelta(seconds=30)

TRANSFERS: Mapping[str, RailOutcome] = MappingProxyType(
    {
        "002": RailOutcome(Verdict.FAILED, failure_reason="INSUFFICIENT_FUNDS"),
        "003": RailOutcome(Verdict.FAILED, failure_reason="ACCOUNT_INVALID"),
        "004": RailOutcome(Verdict.REJECTED, failure_reason="BANK_REJECTED"),
        "005": RailOutcome(Verdict.PENDING, ask_again_after=LONG_TRANSFER, expected_after=LONG_TRANSFER),
    }
)
"""First answer to a transfer; any other suffix settles."""

LATER: Mapping[str, RailOutcome] = MappingProxyType({"005": RailOutcome(Verdict.FAILED, failure_reason="TIMED_OUT")})
"""Answer to a status request for a transfer that was pending."""

LONG_PAYMENT = dt.timedelta(minutes=6)

PAYOUTS: Mapping[str, RailOutcome] = MappingProxyType(
    {
        "002": RailOutcome(Verdict.FAILED, failure_reason="QUOTE_EXECUTION_FAILED"),
        "003": RailOutcome(Verdict.PENDING, ask_again_after=LONG_PAYMENT, expected_after=LONG_PAYMENT),
        "004": RailOutcome(Verdict.FAILED, failure_reason="COUNTERPARTY_POST_TX_FAILED"),
        "005": RailOutcome(Verdict.SETTLED, ask_again_after=dt.timedelta()),
        "006": RailOutcome(Verdict.CANCELLED),
        "007": RailOutcome(Verdict.FAILED, failure_reason="QUOTE_EXECUTION_FAILED", is_money_back=False),
    }
)
"""First answer to the payout of a quote; any other suffix settles."""

LATER_PAYOUTS: Mapping[str, RailOutcome] = MappingProxyType(
    {"005": RailOutcome(Verdict.RETURNED, failure_reason="COUNTERPARTY_POST_TX_FAILED")}
)
"""Answer to a status request for a payout; any other suffix has settled."""

BENEFICIARIES: Mapping[str, BeneficiaryAnswer] = MappingProxyType(
    {
        "102": BeneficiaryAnswer("NOT_MATCHED", verified_name="Someone Else"),
        "103": BeneficiaryAnswer("PARTIAL_MATCH"),
        "104": BeneficiaryAnswer("PENDING"),
        "106": BeneficiaryAnswer("UNSUPPORTED"),
        "107": BeneficiaryAnswer("CHECKED_BY_RECEIVING_FI"),
    }
)
"""Answer of the name check; any other suffix matches."""

REFUSED = "105"
BROKEN = "109"
_CHOOSING = frozenset({*TRANSFERS, *PAYOUTS, *BENEFICIARIES, REFUSED, BROKEN})


class SandboxEndings:
    """The endings of the tables above."""

    def choose(self, primary_identifier: str) -> bool:
        """Tell whether one of the tables has the last three digits."""
        return suffix(primary_identifier) in _CHOOSING


def suffix(primary_identifier: str) -> str:
    """Return the last three digits of an identifier; those before an `@` count."""
    return identifiers.digits(primary_identifier)[-3:]
