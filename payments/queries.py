"""Reads of the payments app."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.db.models.functions import Greatest

from payments import representations
from payments.accounts import external_accounts
from payments.models import (
    ExternalAccount,
    Institution,
    InternalAccount,
    PaymentDirection,
    Posting,
    Quote,
    Transaction,
    TransactionType,
    UmaProvider,
)
from payments.reporting import transaction_counts
from platforms.base import clock, identifiers, money
from platforms.database import instances, key_times, prepared, sql
from platforms.database.rows import by_key
from platforms.http import metadata, pagination

# Reading one payment is the most frequent request of all; building this statement anew each time would cost more
# than running it. JSON columns come as text and are passed on unchanged. The key alone finds the row, and the platform
# is compared afterwards: without statistics the database may take an index on the platform, and read all of it.
_FOR_WORKERS = {"provider_reference", "attempts", "invoice_hash", "request_id"}
_NOT_SHOWN = {"internal_account_id", "external_account_id", *_FOR_WORKERS}
_NAMES = tuple(name for name in instances.columns(Transaction) if name not in _NOT_SHOWN)
_ONE = sql.of_constants("SELECT {names} FROM payments_transaction WHERE id = $1", names=", ".join(_NAMES))


def transaction(*, platform_id: uuid.UUID, key: uuid.UUID | None) -> Transaction | None:
    """Return one of a platform's transactions for showing: the columns shown, of which JSON is encoded JSON."""
    for values in prepared.rows(_ONE, [key]):
        payment = instances.shown(Transaction, _NAMES, values)
        return payment if payment.platform_id == platform_id else None
    return None


def quote(*, platform_id: uuid.UUID, key: uuid.UUID | None) -> Quote | None:
    """Return one of a platform's quotes with its transaction."""
    found = by_key(Quote.objects.select_related("transaction"), key)
    return found if found is not None and found.platform_id == platform_id else None


@dataclasses.dataclass(frozen=True, slots=True)
class ExchangePosition:
    """Received less given amounts of a currency in exchanges, in its smallest unit."""

    platform: str
    account_id: int
    currency: str
    balance: int


@dataclasses.dataclass(frozen=True, slots=True)
class ExchangeResult:
    """Result of exchanging one currency for another: amounts in smallest units of their currencies."""

    platform: str
    sending: str
    receiving: str
    payments: int
    exchanged: int
    given: int
    fees: int
    rounding: Decimal
    """In smallest units of the sending currency."""

    @property
    def decimals(self) -> int:
        """Return the decimals of the sending currency."""
        return money.currency(self.sending).decimals


# From the daily totals, and what was posted since they were counted. Each platform has one such account of a currency.
_POSITIONS = """
WITH parts AS (
    SELECT platform_id, currency, debit, credit FROM payments_ledgerday WHERE kind = 'EXCHANGE'
     UNION ALL
    SELECT account.platform_id, account.currency,
           CASE posting.side WHEN 'D' THEN posting.amount ELSE 0 END,
           CASE posting.side WHEN 'C' THEN posting.amount ELSE 0 END
      FROM payments_posting posting JOIN payments_ledgeraccount account ON account.id = posting.account_id
     WHERE posting.id > coalesce((SELECT up_to FROM payments_daymark WHERE name = 'ledger'), 0)
       AND account.kind = 'EXCHANGE'
)
SELECT platform.name, account.id, account.currency,
       sum(CASE account.normal_side WHEN 'D' THEN debit - credit ELSE credit - debit END)
  FROM parts
  JOIN payments_ledgeraccount account
    ON account.platform_id = parts.platform_id AND account.currency = parts.currency AND account.kind = 'EXCHANGE'
   AND NOT account.is_guarded
  JOIN platforms_platform platform ON platform.id = account.platform_id
 GROUP BY platform.name, account.id, account.currency
 ORDER BY platform.name, account.currency
"""
# Keys hold real time, whatever a sandbox platform's clock shows.
_RESULTS = """
SELECT platform.name, quote.sending_currency, coalesce(nullif(quote.bridge_currency, ''), quote.receiving_currency),
       count(*), sum(quote.total_sending - quote.fees_included),
       sum(coalesce(quote.bridge_amount, quote.total_receiving)),
       sum(quote.fees_included - coalesce(quote.platform_fees, 0)),
       sum(quote.rounding)
  FROM payments_quote quote
  JOIN platforms_platform platform ON platform.id = quote.platform_id
  JOIN payments_journalentry entry ON entry.transaction_id = quote.transaction_id AND entry.purpose = 'QUOTE_EXECUTED'
 WHERE quote.id >= %(first)s
   AND quote.created_at >= %(now)s + platform.clock_offset - make_interval(secs => %(since)s)
   AND NOT EXISTS (SELECT FROM payments_journalentry reversal WHERE reversal.reverses_id = entry.id)
 GROUP BY 1, 2, 3
 ORDER BY 1, 2, 3
"""


def exchange_positions() -> list[ExchangePosition]:
    """Return the balance of every exchange account ever used, from daily totals and what was posted since."""
    with connection.cursor() as cursor:
        cursor.execute(_POSITIONS)
        return [
            ExchangePosition(platform, account_id, currency, int(balance))
            for platform, account_id, currency, balance in cursor.fetchall()
        ]


def exchange_results(*, since: dt.timedelta) -> list[ExchangeResult]:
    """Return the exchanged amounts of payments quoted since then, by platform and pair, without reversed ones.

    Each platform's time is that of its clock. Reads all quotes of the time: for reports.
    """
    now = clock.real_now()
    # Keys have real time in them. Clocks run ahead at most, so no quote of the time has a smaller key.
    first = uuid.UUID(int=int((now - since).timestamp() * 1000) << 80)
    with connection.cursor() as cursor:
        cursor.execute(_RESULTS, {"first": first, "now": now, "since": since.total_seconds()})
        return [
            ExchangeResult(platform, sending, receiving, payments, int(exchanged), int(given), int(fees), rounding)
            for platform, sending, receiving, payments, exchanged, given, fees, rounding in cursor.fetchall()
        ]


_NOBODY = uuid.UUID(int=0)
_INTERNAL = "InternalAccount:"
TRANSACTIONS = pagination.Listing(
    name="transactions",
    table="payments_transaction",
    columns=_NAMES,
    filters={
        "customerId": "customer_id = {}",
        "platformCustomerId": "platform_customer_id = {}",
        "senderAccountIdentifier": "sender = {}",
        "receiverAccountIdentifier": "receiver = {}",
        "status": "status = {}",
        "type": "type = {}",
        "reference": "reference = {}",
        "metadata": "metadata @> {}::jsonb",
        "startDate": "created_at >= {}",
        "endDate": "created_at <= {}",
        "updatedAfter": "updated_at >= {}",
    },
    branches={
        # What a customer pays, or is paid by others.
        "involvingCustomer": (
            pagination.Branch("customer_id = {0}"),
            pagination.Branch(
                # The condition of the index, word for word: only payments of quotes have a payer who is not the payee.
                f"receiver = '{_INTERNAL}' || own.id AND receiver LIKE '{_INTERNAL}%' AND type = 'OUTGOING'"
                " AND customer_id IS DISTINCT FROM {0}",
                each="payments_internalaccount AS own",
                narrowed="own.platform_id = $1 AND own.customer_id = {0}",
            ),
        ),
        # An account keeps what came by UMA for an account outside that could not take it: no side names it.
        "involvingAccount": (
            pagination.Branch(f"sender = '{_INTERNAL}' || {{0}}::uuid"),
            pagination.Branch(f"receiver = '{_INTERNAL}' || {{0}}::uuid"),
            pagination.Branch(
                "customer_id = own.customer_id AND type = 'INCOMING' AND status = 'FAILED'"
                " AND internal_account_id = {0} AND receiver LIKE 'ExternalAccount:%' AND left(sender, 1) = '$'",
                each="payments_internalaccount AS own",
                narrowed="own.platform_id = $1 AND own.id = {0}",
            ),
        ),
    },
    show=lambda row: representations.transaction(instances.shown(Transaction, _NAMES, row)),
    totals=transaction_counts.TOTALS,
)
"""A platform's transactions by the API's filters."""


def transactions(*, platform_id: uuid.UUID, query: Mapping[str, Any]) -> dict[str, Any]:
    """Return a page of a platform's transactions that match the API's filters.

    Where `involving` names a customer or an account, `direction` is seen from there.
    """
    keys: dict[str, object] = {"customerId": _customer_key(query)} if "customerId" in query else {}
    if "metadata" in query:
        keys["metadata"] = metadata.contained(query["metadata"])
    if "involving" not in query:
        return pagination.page_of(TRANSACTIONS, platform_id=platform_id, query=query, **keys)
    viewer = query["involving"]
    customer = identifiers.parse("Customer", viewer)
    name = "involvingCustomer" if viewer.startswith("Customer:") else "involvingAccount"
    keys[name] = customer or identifiers.parse("InternalAccount", viewer) or _NOBODY
    page = pagination.page_of(TRANSACTIONS, platform_id=platform_id, query={**query, name: viewer}, **keys)
    own = {viewer} if customer is None else _accounts_of(platform_id, customer)
    for payment in page["data"]:
        payment["direction"] = _seen_from(own, payment)
    return page


def _accounts_of(platform_id: uuid.UUID, customer_id: uuid.UUID) -> set[str]:
    rows = InternalAccount.objects.for_platform(platform_id).filter(customer=customer_id)
    return {identifiers.public("InternalAccount", key) for key in rows.values_list("id", flat=True)}


def _seen_from(own: set[str], payment: Mapping[str, Any]) -> str:
    """Return the direction of a payment for these accounts; where neither side is one of them, its type says."""
    leaves, arrives = (payment[side].get("accountId") in own for side in ("source", "destination"))
    if leaves and arrives:
        return PaymentDirection.BOTH.value
    is_in = arrives or (not leaves and payment["type"] == TransactionType.INCOMING)
    return PaymentDirection.IN.value if is_in else PaymentDirection.OUT.value


def internal_accounts(
    *, platform_id: uuid.UUID, filters: Mapping[str, Any], now: dt.datetime, ahead: dt.timedelta
) -> QuerySet[InternalAccount]:
    """Return the internal accounts of a platform's customers that match the API's filters.

    `ahead`: by which `now`, the platform's clock, runs ahead of real time.
    """
    rows = InternalAccount.objects.for_platform(platform_id).exclude(customer=None).select_related("ledger_account")
    since = filters.get("updatedAfter")
    if since is not None and now - since < _READ_BY_POSTINGS:
        own = InternalAccount.objects.for_platform(platform_id).order_by()
        first = key_times.first_number(Posting, "at", since, ahead=ahead)
        postings = Posting.objects.filter(pk__gte=first, at__gte=since)
        moved = own.filter(ledger_account__in=postings.values("account"))
        rows = rows.filter(pk__in=own.filter(created_at__gte=since).values("pk").union(moved.values("pk")))
    return _narrow(_changed(rows), filters, changed="last_change")


def internal_accounts_of_platform(*, platform_id: uuid.UUID, filters: Mapping[str, Any]) -> QuerySet[InternalAccount]:
    """Return a platform's own internal accounts that match the API's filters."""
    rows = InternalAccount.objects.for_platform(platform_id).filter(customer=None).select_related("ledger_account")
    return _narrow(_changed(rows), filters, changed="last_change")


_READ_BY_POSTINGS = dt.timedelta(days=1)
"""So far back it takes less to read what all platforms posted than to read all accounts of one."""


def _changed(rows: QuerySet[InternalAccount]) -> QuerySet[InternalAccount]:
    """Return accounts with the moment of their last change, be it that of the account or of its balance."""
    return rows.annotate(last_change=Greatest("updated_at", "ledger_account__balance_changed_at"))


def external_accounts_of_customers(*, platform_id: uuid.UUID, filters: Mapping[str, Any]) -> QuerySet[ExternalAccount]:
    """Return the external accounts of a platform's customers that match the API's filters."""
    return _narrow(external_accounts.live(platform_id).exclude(customer=None), filters)


def external_accounts_of_platform(*, platform_id: uuid.UUID, filters: Mapping[str, Any]) -> QuerySet[ExternalAccount]:
    """Return a platform's own external accounts that match the API's filters."""
    return _narrow(external_accounts.live(platform_id).filter(customer=None), filters)


def institutions(*, filters: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the JSON of the institutions of a `country`, a `currency`, both or all, from one statement."""
    rows = Institution.objects.filter(is_active=True, **filters).order_by("country", "currency", "bank_name")
    names = {"bankName": "bank_name", "displayName": "display_name"}
    same = ("country", "currency", "kind", "rails")
    keys = [*names, *same]
    return [dict(zip(keys, row, strict=True)) for row in rows.values_list(*names.values(), *same)]


def uma_providers(*, environment: str, filters: Mapping[str, Any]) -> QuerySet[UmaProvider]:
    """Return the UMA providers of an environment that match the API's filters; blocked ones only when asked for."""
    rows = UmaProvider.objects.filter(environment=environment)
    if not filters.get("hasBlockedProviders"):
        rows = rows.filter(is_blocked=False)
    if "countryCode" in filters:
        rows = rows.filter(regions__contains=[filters["countryCode"].upper()])
    if "currencyCode" in filters:
        rows = rows.filter(currencies__contains=[filters["currencyCode"].upper()])
    return rows


def _narrow(rows: QuerySet[Any], filters: Mapping[str, Any], *, changed: str = "updated_at") -> QuerySet[Any]:
    if "updatedAfter" in filters:
        rows = rows.filter(**{f"{changed}__gte": filters["updatedAfter"]})
    if "metadata" in filters:
        rows = rows.filter(metadata__contains=filters["metadata"])
    if "currency" in filters:
        rows = rows.filter(currency=filters["currency"])
    if "customerId" in filters:
        rows = rows.filter(customer_id=_customer_key(filters))
    return rows


def _customer_key(filters: Mapping[str, Any]) -> uuid.UUID | None:
    # A filter that is no customer's id matches nothing.
    return identifiers.parse("Customer", filters["customerId"]) or _NOBODY
