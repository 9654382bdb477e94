"""Fills a database for the lists: customers with their accounts, and transactions over a year, by SQL alone."""

import time
import uuid
from typing import Any

from django.db import connection

from bench.children import cast
from bench.rounds import BASE
from payments import representations, tasks
from payments.models import Transaction
from platforms.base import identifiers
from platforms.http import pagination

_HEAVY = 20
"""One customer has one in so many of all transactions: filters must stay fast for it too."""

# Rows refer to each other correctly by construction; checking every key would take longer than writing the rows.
_LOAD = """
SET session_replication_role = replica;

CREATE FUNCTION pg_temp.key(at timestamptz, kind text, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT (substr(stamp, 1, 8) || '-' || substr(stamp, 9, 4) || '-7' || substr(hash, 1, 3)
            || '-8' || substr(hash, 4, 3) || '-' || substr(hash, 7, 12))::uuid
      FROM (SELECT lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') AS stamp,
                   md5(kind || n) AS hash) parts
$$;

CREATE TEMPORARY TABLE person AS
SELECT n, now() - interval '400 days' + n * (interval '30 days' / %(customers)s) AS at,
       (SELECT coalesce(max(id), 0) FROM payments_ledgeraccount) + n AS ledger_account
  FROM generate_series(1, %(customers)s) n;

INSERT INTO compliance_customer (id, platform_id, platform_customer_id, customer_type, region, currencies, uma_address,
    kyc_status, full_name, birth_date, nationality, address, created_at, updated_at)
SELECT pg_temp.key(at, 'customer', n), %(platform)s, 'user-' || n, 'INDIVIDUAL', 'US', '{USD}',
       '$user' || n || '@bench.example.com', (ARRAY['APPROVED', 'APPROVED', 'APPROVED', 'PENDING'])[1 + n %% 4],
       'Ada Lovelace ' || n, '1990-01-31', 'GB',
       '{"line1": "1 Main Street", "city": "London", "postalCode": "N1 9GU", "country": "GB"}', at, at
  FROM person;

INSERT INTO payments_ledgeraccount (id, platform_id, kind, currency, normal_side, is_guarded, balance, created_at)
OVERRIDING SYSTEM VALUE
SELECT ledger_account, %(platform)s, 'CUSTOMER_FUNDS', 'USD', 'C', true, 100000, at FROM person;

INSERT INTO payments_internalaccount (id, platform_id, customer_id, currency, ledger_account_id, funding_reference,
    funding_instructions, created_at, updated_at)
SELECT pg_temp.key(at, 'internal', n), %(platform)s, pg_temp.key(at, 'customer', n), 'USD', ledger_account,
       'BENCH' || n, '[]', at, at
  FROM person;

INSERT INTO payments_externalaccount (id, platform_id, customer_id, currency, account_type, account_info,
    primary_identifier, default_uma_deposit_account, status, warnings, created_at, updated_at)
SELECT pg_temp.key(at, 'external', n), %(platform)s, pg_temp.key(at, 'customer', n), 'USD', 'USD_ACCOUNT',
       '{"accountType": "USD_ACCOUNT"}', '', false, 'ACTIVE', '[]',
       at, at
  FROM person;

CREATE UNIQUE INDEX ON person (n);
ANALYZE person;

INSERT INTO payments_transaction (id, platform_id, customer_id, platform_customer_id, type, status,
    internal_account_id, external_account_id, sender, receiver, sent_amount, sent_currency, received_amount,
    received_currency, fees, reference, failure_reason, settled_at, created_at, updated_at, attempts)
SELECT pg_temp.key(payment.at, 'payment', payment.n), %(platform)s, pg_temp.key(person.at, 'customer', person.n),
       'user-' || person.n, payment.type, payment.status, internal, external,
       CASE payment.type WHEN 'OUTGOING' THEN 'InternalAccount:' || internal ELSE 'ExternalAccount:' || external END,
       CASE payment.type WHEN 'OUTGOING' THEN 'ExternalAccount:' || external ELSE 'InternalAccount:' || internal END,
       payment.amount, 'USD', payment.amount, 'USD', 0, 'TX' || upper(substr(md5('tx' || payment.n), 1, 16)),
       CASE payment.status WHEN 'FAILED' THEN 'BANK_REJECTED' END,
       CASE payment.status WHEN 'COMPLETED' THEN payment.at END, payment.at, payment.at, 1
  FROM (SELECT n, now() - interval '365 days' + n * (interval '365 days' / (%(transactions)s + 1)) AS at,
               CASE WHEN n %% %(heavy)s = 0 THEN 1 ELSE 1 + (n * 7919) %% %(customers)s END AS holder,
               CASE WHEN n %% 5 = 0 THEN 'INCOMING' ELSE 'OUTGOING' END AS type,
               CASE WHEN n %% 200 = 0 THEN 'PENDING' WHEN n %% 40 = 1 THEN 'FAILED' ELSE 'COMPLETED' END AS status,
               100 + (n * 104729) %% 1000000 AS amount
          FROM generate_series(1::bigint, %(transactions)s) n) payment
  JOIN person ON person.n = payment.holder,
       LATERAL (SELECT pg_temp.key(person.at, 'internal', person.n) AS internal,
                       pg_temp.key(person.at, 'external', person.n) AS external) accounts
 ORDER BY payment.n;
RESET session_replication_role;
"""


def run(*, customers: int, transactions: int) -> dict[str, Any]:
    """Load; return the paths of the lists by name, the headers to ask for them with, and the seconds it took."""
    began = time.monotonic()
    owner = cast.tenant()
    values = {
        "platform": f"'{owner.platform_id}'::uuid",
        "customers": customers,
        "transactions": transactions,
        "heavy": _HEAVY,
    }
    with connection.cursor() as cursor:
        # Many statements at once take no parameters; these are our own numbers.
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
        "transactions COMPLETED": f"{BASE}/transactions?status=COMPLETED",
        "transactions FAILED, oldest first": f"{BASE}/transactions?status=FAILED&sortOrder=asc",
        "transactions to an account": f"{BASE}/transactions?receiverAccountIdentifier={light.receiver}",
        "customers, first page": f"{BASE}/customers",
        "customers by platform's id": f"{BASE}/customers?platformCustomerId=user-7",
        "one transaction": f"{BASE}/transactions/{identifiers.public('Transaction', last.id)}",
    }
