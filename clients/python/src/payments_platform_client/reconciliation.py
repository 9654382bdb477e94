"""What changed the balance of an account in some days, to be compared with your books."""

import dataclasses
import datetime as dt
from typing import Any

from .client import Payments
from .errors import PaymentsError


@dataclasses.dataclass(frozen=True)
class AccountPeriod:
    """The entries of an account in a stretch of time, oldest first, and its balances before and after them.

    Amounts are in the smallest unit. An entry is the JSON of the API.
    """

    opening: int
    entries: list[dict[str, Any]]
    closing: int


def read_period(
    client: Payments, account_id: str, start: dt.date, end: dt.date, *, is_own: bool = False
) -> AccountPeriod:
    """Read the entries of an internal account from a day or moment to another, both within it; days are those of UTC.

    `is_own`: the account is your platform's, not a customer's. Raises PaymentsError where the entries do not lead from
    the first balance to the last: one was booked meanwhile, so read again.
    """
    path = f"/{'platform' if is_own else 'customers'}/internal-accounts/{account_id}/entries"
    entries = list(client.iterate(path, startDate=start, endDate=end, sortOrder="asc"))
    if not entries:
        latest = client.get(path, endDate=end, limit=1)["data"]
        balance = latest[0]["balanceAfter"] if latest else 0
        return AccountPeriod(balance, [], balance)
    opening = balance = entries[0]["balanceAfter"] - entries[0]["amount"]
    for entry in entries:
        balance += entry["amount"]
        if entry["balanceAfter"] != balance:
            raise PaymentsError(f"Before the entry {entry['id']} another one is missing. Read the period again.")
    return AccountPeriod(opening, entries, balance)
