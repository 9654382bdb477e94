"""Fills a database for the lists: customers with their accounts, and transactions over a year, by SQL alone."""

import datetime as dt
import time
import uuid
from typing import Any

from django.db import connection

from bench.children import bulk, tenants
from bench.rounds import BASE
from payments import representations, tasks
from payments.models import Transaction
from platforms.base import identifiers
from platforms.http import pagination
from webhooks.outbox import retention

_HEAVY = 20
"""One customer has this share of all transactions: filters must stay fast for it too."""

_TABLES = (
    "compliance_customer",
    "payments_ledgeraccount",
    "payments_internalaccount",
    "payments_externalaccount",
    "payments_transaction",
    "webhooks_event",
)
_EACH = 10
"""Payments of every other payer, in the small database as in the large one: pages of one payer show as many rows."""

# Rows refer to each other correctly by construction; checking every key would take longer than writing the rows.
# Keys are in the order of time, as the service makes them. The function has no FROM, so that it becomes part of the
# statement that calls it; LATERAL keeps the order of the payments without a sort.
_LOAD = """
SET session_replication_role = replica;

CREATE FUNCTION pg_temp.key(at timestamptz, kind text, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0')
            || overlay(overlay(substr(md5(kind || n), 1, 20) PLACING '7' FROM 1) PLACING '8' FROM 5))::uuid
$$;

CREATE TEMPORARY TABLE person AS
SELECT n, at, pg_temp.key(at, 'customer', n) AS customer, pg_temp.key(at, 'internal', n) AS internal,
       pg_temp.key(at, 'external', n) AS external,
       (SELECT coalesce(max(id), 0) FROM payments_ledgeraccount) + n AS ledger_account
  FROM (SELECT n, now() - interval '400 days' + n * (interval '30 days' / %(customers)s) AS at
          FROM generate_series(1, %(customers)s) n) numbered;

INSERT INTO compliance_customer (id, platform_id, platform_customer_id, customer_type, region, currencies, uma_address,
    kyc_status, full_name, birth_date, nationality, address, created_at, updated_at)
SELECT customer, %(platform)s, 'user-' || n, 'INDIVIDUAL', 'US', '{USD}',
       '$user' || n || '@bench.example.com', (ARRAY['APPROVED', 'APPROVED', 'APPROVED', 'PENDING'])[1 + n %% 4],
       'Ada Lovelace ' || n, '1990-01-31', 'GB',
       '{"line1": "1 Main Street", "city": "London", "postalCode": "N1 9GU", "country": "GB"}', at, at
  FROM person;

INSERT INTO payments_ledgeraccount (id, platform_id, kind, currency, normal_side, is_guarded, balance, created_at)
OVERRIDING SYSTEM VALUE
SELECT ledger_account, %(platform)s, 'CUSTOMER_FUNDS', 'USD', 'C', true, 100000, at FROM person;

INSERT INTO payments_internalaccount (id, platform_id, customer_id, currency, ledger_account_id, funding_reference,
    funding_instructions, created_at, updated_at)
SELECT internal, %(platform)s, customer, 'USD', ledger_account, 'BENCH' || n, '[]', at, at FROM person;

INSERT INTO payments_externalaccount (id, platform_id, customer_id, currency, account_type, account_info,
    primary_identifier, default_uma_deposit_account, status, warnings, created_at, updated_at)
SELECT external, %(platform)s, customer, 'USD', 'USD_ACCOUNT', '{"accountType": "USD_ACCOUNT"}', '', false, 'ACTIVE',
       '[]', at, at
  FROM person;

CREATE UNIQUE INDEX ON person (n);
ANALYZE person;

INSERT INTO payments_transaction (id, platform_id, customer_id, platform_customer_id, type, status,
    internal_account_id, external_account_id, sender, receiver, sent_amount, sent_currency, received_amount,
    received_currency, fees, reference, failure_reason, settled_at, created_at, updated_at, attempts)
SELECT pg_temp.key(payment.at, 'payment', payment.n), %(platform)s, customer,
       'user-' || person.n, payment.type, payment.status, internal, external,
       CASE payment.type WHEN 'OUTGOING' THEN 'InternalAccount:' || internal ELSE 'ExternalAccount:' || external END,
       CASE payment.type WHEN 'OUTGOING' THEN 'ExternalAccount:' || external ELSE 'InternalAccount:' || internal END,
       payment.amount, 'USD', payment.amount, 'USD', 0, 'TX' || upper(substr(md5('tx' || payment.n), 1, 16)),
       CASE payment.status WHEN 'FAILED' THEN 'BANK_REJECTED' END,
       CASE payment.status WHEN 'COMPLETED' THEN payment.at END, payment.at, payment.at, 1
  FROM (SELECT n, now() - interval '365 days' + n * (interval '365 days' / (%(transactions)s + 1)) AS at,
               CASE WHEN n %% %(heavy)s = 0 THEN 1 ELSE 1 + (n * 7919) %% %(payers)s END AS holder,
               CASE WHEN n %% 5 = 0 THEN 'INCOMING' ELSE 'OUTGOING' END AS type,
               CASE WHEN n %% 200 = 0 THEN 'PENDING' WHEN n %% 40 = 1 THEN 'FAILED' ELSE 'COMPLETED' END AS status,
               100 + (n * 104729) %% 1000000 AS amount
          FROM generate_series(1::bigint, %(transactions)s) n) payment,
       LATERAL (SELECT * FROM person WHERE person.n = payment.holder LIMIT 1) person;

INSERT INTO webhooks_event (id, platform_id, type, resource, payload, created_at, state, attempts)
SELECT pg_temp.key(created_at, 'event', n), platform_id, type || '_PAYMENT', 'Transaction:' || id, repeat('x', 900),
       created_at, CASE WHEN n %% 1000 = 0 THEN 'ABANDONED' ELSE 'DELIVERED' END, 1
  FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM payments_transaction
         WHERE id > pg_temp.key(now() - interval '%(event_days)s days', '', 0)) payment;
RESET session_replication_role;
"""


def run(*, customers: int, transactions: int) -> dict[str, Any]:
    """Load; return the paths of the lists by name, the headers to ask for them with, and the seconds it took."""
    began = time.monotonic()
    owner = tenants.tenant()
    values = {
        "platform": f"'{owner.platform_id}'::uuid",
        "customers": customers,
        "transactions": transactions,
        "heavy": _HEAVY,
        "event_days": retention.KEPT.days,
        "payers": min(customers, transactions // _EACH),
    }
    with connection.cursor() as cursor:
        with bulk.load(cursor, _TABLES):
            # Several statements at once take no parameters; these are our own numbers.
            cursor.connection.execute((_LOAD % values).encode())
        cursor.execute("VACUUM (ANALYZE)")
    tasks.tally_transactions()
    return {"headers": owner.headers, "paths": _paths(owner.platform_id), "seconds": time.monotonic() - began}


def _paths(platform_id: uuid.UUID) -> dict[str, str]:
    """Return the lists to ask for. The deep page begins in the middle of all transactions."""
    rows = Transaction.objects.filter(platform_id=platform_id)
    first, last = rows.order_by("created_at").first(), rows.order_by("-created_at").first()
    assert first is not None
    assert last is not None
    middle = first.created_at + (last.created_at - first.created_at) / 2
    page = pagination.page(
        rows.filter(created_at__lte=middle),
        query={"limit": 20, "sortOrder": "desc"},
        scope=f"transactions:{platform_id}",
        represent=representations.transaction,
        total=0,
    )
    heavy = rows.filter(platform_customer_id="user-1").order_by("created_at").first()
    light = rows.exclude(platform_customer_id="user-1").order_by("created_at").first()
    assert heavy is not None
    assert light is not None
    return {
        "transactions, first page": f"{BASE}/transactions",
        "transactions, page in the middle": f"{BASE}/transactions?cursor={page['nextCursor']}",
        "transactions, oldest first": f"{BASE}/transactions?sortOrder=asc",
        "transactions of a customer": f"{BASE}/transactions?customerId={light.customer_public_id}",
        "transactions of the largest customer": f"{BASE}/transactions?customerId={heavy.customer_public_id}",
        "transactions INCOMING": f"{BASE}/transactions?type=INCOMING",
        "transactions COMPLETED": f"{BASE}/transactions?status=COMPLETED",
        "transactions FAILED, oldest first": f"{BASE}/transactions?status=FAILED&sortOrder=asc",
        "transactions to an account": f"{BASE}/transactions?receiverAccountIdentifier={light.receiver}",
        "transactions by reference": f"{BASE}/transactions?reference={light.reference}",
        "transactions of a month": f"{BASE}/transactions?startDate={_moment(last, days=31)}&endDate={_moment(last)}",
        "customers, first page": f"{BASE}/customers",
        "customers by platform's id": f"{BASE}/customers?platformCustomerId=user-7",
        "internal accounts": f"{BASE}/customers/internal-accounts",
        "external accounts": f"{BASE}/customers/external-accounts",
        "events, first page": f"{BASE}/events",
        "events of a payment": f"{BASE}/events?resourceId={identifiers.public('Transaction', last.id)}",
        "events that failed": f"{BASE}/events?failed=true",
        "one transaction": f"{BASE}/transactions/{identifiers.public('Transaction', last.id)}",
    }


def _moment(payment: Transaction, *, days: int = 0) -> str:
    """Write the moment that many days before a payment was made, as a filter takes it."""
    return f"{payment.created_at - dt.timedelta(days=days):%Y-%m-%dT%H:%M:%SZ}"
