"""Fills a database with past quotes, by SQL alone."""

from typing import Any

from django.db import connection

from bench.children import tenants
from payments.models import InternalAccount
from platforms.base import money

# Their payments are left out: a new quote reads neither.
_LOAD = """
INSERT INTO payments_quote (id, platform_id, customer_id, transaction_id, lock_side, source_type,
    source_internal_account_id, destination_internal_account_id, sending_currency, receiving_currency, total_sending,
    total_receiving, fees_included, exchange_rate, rounding, rate_details, expires_at, created_at)
SELECT (substr(stamp, 1, 8) || '-' || substr(stamp, 9, 4) || '-7' || substr(hash, 1, 3)
            || '-8' || substr(hash, 4, 3) || '-' || substr(hash, 7, 12))::uuid,
       %(platform)s, %(customer)s, md5('payment' || n)::uuid, 'SENDING', 'ACCOUNT',
       %(source)s, %(destination)s, 'USD', 'MXN', 10000, 184999, 0, 0.0540540540540541, 0.5,
       '{"counterpartyMultiplier": 0.0540540540540541, "counterpartyFixedFee": 0, "serviceApiMultiplier": 1,
         "serviceApiFixedFee": 0, "serviceApiVariableFeeRate": 0, "serviceApiVariableFeeAmount": 0}', at, at
  FROM (SELECT n, at, lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') AS stamp, md5('quote' || n) AS hash
          FROM (SELECT n, now() - interval '365 days' + n * (interval '364 days' / %(past)s) AS at
                  FROM generate_series(1::bigint, %(past)s) n) moments) parts
"""


def run(*, past: int, every_currency: bool) -> dict[str, Any]:
    """Make a platform with one customer and many quotes; return what `tenants.run` returns."""
    currencies = sorted(money.SUPPORTED_CURRENCIES) if every_currency else ["USD", "MXN"]
    owner = tenants.run(count=1, currencies=currencies)
    rows = InternalAccount.objects.filter(platform_id=owner["platform"]).exclude(customer=None)
    accounts = {account.currency: account for account in rows}
    source, destination = accounts["USD"], accounts["MXN"]
    keys = {"source": source.id, "destination": destination.id, "customer": source.customer_id}
    with connection.cursor() as cursor:
        cursor.execute(_LOAD, {**keys, "platform": owner["platform"], "past": past})
        cursor.execute("VACUUM (ANALYZE)")
    return owner
