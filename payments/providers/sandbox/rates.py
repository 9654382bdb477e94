"""The sandbox's exchange rates: those of the account types table, so that examples always give the same result."""

import datetime as dt

from payments.account_types import table
from payments.providers.rate_source import Pair, RateTable

ANCHOR = "USD"


class SandboxRates:
    """Constant rates, always valid now."""

    name = "SANDBOX"
    refresh_every = dt.timedelta(minutes=5)
    stale_after = dt.timedelta(hours=1)

    def fetch(self, now: dt.datetime) -> RateTable:
        """Return the table."""
        return RateTable(
            tuple(Pair(code, ANCHOR, rate) for code, rate in table.SANDBOX_RATES.items() if code != ANCHOR)
        )
