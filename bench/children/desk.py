"""Asks the back office of a filled database, in this process: what is timed is the server's own time."""

import logging
import sys
import time
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.test import Client, override_settings
from django.utils.http import urlencode

from payments import tasks
from payments.models import ExternalAccount, LedgerAccount, Transaction
from platforms.backoffice.read_only import ReadOnlyAdmin

_MORE = """
SET session_replication_role = replica;
UPDATE payments_externalaccount account
   SET primary_identifier = details.number, last_four_digest = details.digest,
       account_info = jsonb_build_object(
           'accountType', 'USD_ACCOUNT', 'beneficiary', jsonb_build_object('fullName', 'Grace Hopper ' || details.n)
       )
  FROM details WHERE details.id = account.id;
INSERT INTO platforms_auditentry (platform_id, at, actor_kind, actor_id, verb, subject, request_id, details)
SELECT platform_id, created_at, 'TOKEN', 'bench', 'transfer_out.create', 'Transaction:' || id, id::text, '{}'
  FROM payments_transaction ORDER BY id;
INSERT INTO payments_journalentry (platform_id, purpose, transaction_id, at)
SELECT platform_id, 'TRANSFER_OUT_SETTLED', id, created_at FROM payments_transaction ORDER BY id;
INSERT INTO payments_posting (entry_id, account_id, side, amount, currency, at)
SELECT entry.id, account.id, CASE account.kind WHEN 'PAYOUT_CLEARING' THEN 'D' ELSE 'C' END, 100, account.currency,
       entry.at
  FROM payments_journalentry entry
  JOIN payments_ledgeraccount account ON account.platform_id = entry.platform_id
   AND account.kind IN ('PAYOUT_CLEARING', 'RAIL_SETTLEMENT')
 ORDER BY entry.id;
INSERT INTO payments_transactionstatuschange (transaction_id, from_status, to_status, at, cause, actor_kind, actor_id)
SELECT id, '', status, created_at, 'bench', 'SYSTEM', 'bench' FROM payments_transaction ORDER BY id;
RESET session_replication_role;
"""


def run(*, rounds: int) -> dict[str, list[float]]:
    """Fill in what the search box needs; return the milliseconds of each round by the name of the page."""
    logging.disable(logging.CRITICAL)
    _fill()
    return _timed(rounds)


def _fill() -> None:
    number: Any = ExternalAccount._meta.get_field("primary_identifier")
    digest: Any = ExternalAccount._meta.get_field("last_four_digest")
    ends = [digest.digest(f"{end:04d}") for end in range(10_000)]
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE details (n int, id uuid PRIMARY KEY, number text, digest bytea)")
        keys = list(ExternalAccount.objects.values_list("id", flat=True))
        with cursor.copy("COPY details FROM STDIN") as copy:
            for n, key in enumerate(keys):
                copy.write_row((n, key, number.seal(f"{n:012d}", row=key).stored, ends[n % 10_000]))
        cursor.connection.execute(_MORE.encode())
        cursor.execute("VACUUM (ANALYZE)")
    tasks.add_up_days()


def _timed(rounds: int) -> dict[str, list[float]]:
    user = User.objects.create_superuser(username="bench", password="never used to sign in")
    browser = Client()
    browser.force_login(user)
    found: dict[str, list[float]] = {}
    with override_settings(ALLOWED_HOSTS=["testserver"]):
        for name, path in _paths().items():
            for number in range(rounds + 2):
                began = time.perf_counter()
                reply = browser.get(path)
                took = (time.perf_counter() - began) * 1000
                if reply.status_code != 200:
                    sys.exit(f"{path} was answered {reply.status_code}")
                if number >= 2:  # the first ones fill caches
                    found.setdefault(name, []).append(took)
    return found


def _paths() -> dict[str, str]:
    rows = Transaction.objects.order_by("created_at")
    per_page = ReadOnlyAdmin.list_per_page
    last_page = min(100, -(-len(rows[: 100 * per_page]) // per_page))
    payment, customer = rows[len(rows[:5000]) - 1], rows.filter(platform_customer_id="user-1")[0].customer_id
    searches = {
        "a public id": payment.public_id,
        "a bare UUID": str(payment.pk),
        "a reference": payment.reference,
        "an amount": "1234.56",
        "an amount with its currency": "1234.56 USD",
        "last four": "1234",
        "a name that all have": "Lovelace",
        "a name that one has": "Lovelace 4711",
        "a platform's own id": "user-7",
        "nothing that is there": "TX0000000000000000",
    }
    rail = LedgerAccount.objects.filter(kind="RAIL_SETTLEMENT", postings__isnull=False).order_by("id").first()
    assert rail is not None
    pages = {
        "start page": "/admin/",
        "trial balance": "/admin/payments/ledgeraccount/books/",
        "statement of the busiest account": f"/admin/payments/ledgeraccount/{rail.pk}/statement/",
        "list of transactions": "/admin/payments/transaction/",
        "list of transactions of a status": "/admin/payments/transaction/?status__exact=FAILED",
        f"list of transactions, page {last_page}": f"/admin/payments/transaction/?p={last_page}",
        "list of transactions, searched": f"/admin/payments/transaction/?q={payment.reference}",
        "page of a transaction": f"/admin/payments/transaction/{payment.pk}/change/",
        "page of the largest customer": f"/admin/compliance/customer/{customer}/change/",
        "list of customers": "/admin/compliance/customer/",
    }
    return pages | {f"search: {name}": f"/admin/search?{urlencode({'q': term})}" for name, term in searches.items()}
