"""The chart of accounts: every kind of account in the books, what it means, and which side increases it.

Seen from the service: what it owes (liabilities) increases on the credit side, what it has (assets) and spends
(expenses) on the debit side.

| Kind              | Class     | Normal | Guarded | What a balance means                                        |
|-------------------|-----------|--------|---------|-------------------------------------------------------------|
| CUSTOMER_FUNDS    | liability | credit | yes     | money held for a customer: the balance of an internal account |
| PLATFORM_FUNDS    | liability | credit | yes     | money held for the platform itself                          |
| PAYOUT_CLEARING   | liability | credit | no      | debited from a holder, not yet settled by the rail          |
| FUNDING_CLEARING  | liability | credit | no      | arrived for a quote from outside, not yet used or refunded  |
| EXCHANGE          | position  | credit | no      | received less given amounts of a currency in exchanges      |
| FEES              | income    | credit | no      | fees charged for exchanging                                 |
| PLATFORM_FEES     | liability | credit | no      | charged by the platform, and not yet in its PLATFORM_FUNDS  |
| SUSPENSE          | liability | credit | no      | money that waits for a person's decision: see SuspenseItem  |
| WRITTEN_OFF       | income    | credit | no      | money from suspense without a claimant                      |
| BANK_FEES         | expense   | debit  | no      | charges of our banks, less those that they refunded         |
| CLAIMS            | asset     | debit  | no      | what others owe us, since a bank took it back: see Claim    |
| LOSSES            | expense   | debit  | no      | claims that nobody will pay                                 |
| RAIL_SETTLEMENT   | asset     | debit  | no      | held for us by the banks and networks behind the rails      |

A guarded account has one locked balance that can't go negative. The others are shared by many payments and store no
balance: its row would make all payments of a platform wait for each other.
"""

import dataclasses
import enum
import uuid
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from django.db import connection, transaction

DEBIT = "D"
CREDIT = "C"


class AccountKind(enum.StrEnum):
    """A row of the chart."""

    CUSTOMER_FUNDS = "CUSTOMER_FUNDS"
    PLATFORM_FUNDS = "PLATFORM_FUNDS"
    PAYOUT_CLEARING = "PAYOUT_CLEARING"
    FUNDING_CLEARING = "FUNDING_CLEARING"
    EXCHANGE = "EXCHANGE"
    FEES = "FEES"
    PLATFORM_FEES = "PLATFORM_FEES"
    SUSPENSE = "SUSPENSE"
    WRITTEN_OFF = "WRITTEN_OFF"
    BANK_FEES = "BANK_FEES"
    CLAIMS = "CLAIMS"
    LOSSES = "LOSSES"
    RAIL_SETTLEMENT = "RAIL_SETTLEMENT"


@dataclasses.dataclass(frozen=True, slots=True)
class ChartRow:
    """Properties of every account of a kind."""

    normal_side: str
    is_guarded: bool


CHART: Mapping[AccountKind, ChartRow] = MappingProxyType(
    {
        AccountKind.CUSTOMER_FUNDS: ChartRow(CREDIT, is_guarded=True),
        AccountKind.PLATFORM_FUNDS: ChartRow(CREDIT, is_guarded=True),
        AccountKind.PAYOUT_CLEARING: ChartRow(CREDIT, is_guarded=False),
        AccountKind.FUNDING_CLEARING: ChartRow(CREDIT, is_guarded=False),
        AccountKind.EXCHANGE: ChartRow(CREDIT, is_guarded=False),
        AccountKind.FEES: ChartRow(CREDIT, is_guarded=False),
        AccountKind.PLATFORM_FEES: ChartRow(CREDIT, is_guarded=False),
        AccountKind.SUSPENSE: ChartRow(CREDIT, is_guarded=False),
        AccountKind.WRITTEN_OFF: ChartRow(CREDIT, is_guarded=False),
        AccountKind.BANK_FEES: ChartRow(DEBIT, is_guarded=False),
        AccountKind.CLAIMS: ChartRow(DEBIT, is_guarded=False),
        AccountKind.LOSSES: ChartRow(DEBIT, is_guarded=False),
        AccountKind.RAIL_SETTLEMENT: ChartRow(DEBIT, is_guarded=False),
    }
)
CLASSES: Mapping[str, str] = MappingProxyType(
    {
        AccountKind.CUSTOMER_FUNDS: "liability",
        AccountKind.PLATFORM_FUNDS: "liability",
        AccountKind.PAYOUT_CLEARING: "liability",
        AccountKind.FUNDING_CLEARING: "liability",
        AccountKind.EXCHANGE: "position",
        AccountKind.FEES: "income",
        AccountKind.PLATFORM_FEES: "liability",
        AccountKind.SUSPENSE: "liability",
        AccountKind.WRITTEN_OFF: "income",
        AccountKind.BANK_FEES: "expense",
        AccountKind.CLAIMS: "asset",
        AccountKind.LOSSES: "expense",
        AccountKind.RAIL_SETTLEMENT: "asset",
    }
)
"""As in the table above."""
SYSTEM_KINDS = tuple(kind for kind, row in CHART.items() if not row.is_guarded)
"""Kinds with one account per platform and currency."""

_OPEN = """
INSERT INTO payments_ledgeraccount (platform_id, kind, currency, normal_side, is_guarded, created_at)
SELECT %s, kind, currency, side, false, now() + (SELECT clock_offset FROM platforms_platform WHERE id = %s)
  FROM unnest(%s::text[], %s::text[]) AS shared (kind, side), unnest(%s::text[]) AS currency
    ON CONFLICT (platform_id, kind, currency) WHERE NOT is_guarded DO NOTHING
"""
opened: dict[tuple[uuid.UUID, str, str], int] = {}
"""Keys of shared accounts that this process knows, by platform, kind and currency. Each was read or written in a
database transaction that has been committed."""


def system_account(*, platform_id: uuid.UUID, kind: AccountKind, currency: str) -> int:
    """Return the key of a platform's shared account, opening it on its first use.

    Keys never change and no account is deleted, so a committed one is cached for the life of the process. A database
    that was brought back to an earlier moment may lack it: `payments.ledger.journal` clears `opened` then.
    """
    place = (platform_id, kind.value, currency)
    if place in opened:
        return opened[place]
    if kind not in SYSTEM_KINDS:
        raise ValueError(f"{kind} accounts belong to holders")
    _open(platform_id, [kind], [currency])
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id FROM payments_ledgeraccount"
            " WHERE platform_id = %s AND kind = %s AND currency = %s AND NOT is_guarded",
            [platform_id, kind.value, currency],
        )
        key = int(cursor.fetchone()[0])
    transaction.on_commit(lambda: opened.setdefault(place, key))
    return key


def open_system_accounts(*, platform_id: uuid.UUID, currencies: Sequence[str]) -> None:
    """Open all shared accounts of a platform in some currencies. Those that exist stay."""
    _open(platform_id, SYSTEM_KINDS, currencies)


def _open(platform_id: uuid.UUID, kinds: Sequence[AccountKind], currencies: Sequence[str]) -> None:
    sides = [CHART[kind].normal_side for kind in kinds]
    with connection.cursor() as cursor:
        cursor.execute(_OPEN, [platform_id, platform_id, [kind.value for kind in kinds], sides, list(currencies)])
