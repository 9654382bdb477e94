"""Lists that grow with payments read their page in the order of an index, whatever they are filtered by.

A filter that no index has is asked of row after row: of all payments, where few match.
"""

import datetime as dt
import itertools
import re
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from payments.reporting.reports import fee_totals, outstanding, revenue, settlements
from payments.reporting.reports.declared import Asked
from platforms.base.reports.periods import Period
from tests.support.plans import planned
from webhooks import queries

pytestmark = [pytest.mark.service, pytest.mark.django_db]

CUSTOMER = "Customer:0197d6f0-7c1e-7f3a-9d53-2f2a8f0c9f11"
PAYMENT = "Transaction:0197d6f0-7c1e-7f3a-9d53-2f2a8f0c9f12"
TABLES = {
    "/transactions": ("payments_transaction", "transaction_list"),
    "/events": ("webhooks_event", "webhook_event_list"),
}
RIVALS = {
    "transaction_customer_status": ("transaction_of_customer",),
    "transaction_type_status": ("transaction_by_type", "transaction_by_status"),
}
"""Indexes that the planner takes as well where it thinks that a table is nearly empty: they have less to say."""
MANY_PAYMENTS = """
INSERT INTO payments_transaction (id, platform_id, type, status, sender, receiver, sent_amount, sent_currency,
    received_amount, received_currency, reference, created_at, updated_at)
SELECT ('0197d6f0-7c1e-7000-8000-' || lpad(n::text, 12, '0'))::uuid, %s,
       CASE WHEN n %% 5 = 0 THEN 'INCOMING' ELSE 'OUTGOING' END,
       'COMPLETED', '', '', 1, 'USD', 1, 'USD', n, now(), now()
  FROM generate_series(1, 5000) n
"""
MOMENT = "2026-01-31T00:00:00Z"
OFTEN = 10
"""More often than it takes to have a statement prepared."""


@pytest.mark.parametrize("order", ["asc", "desc"])
@pytest.mark.parametrize(
    ("path", "filters", "index"),
    [
        ("/transactions", {}, "transaction_list"),
        ("/transactions", {"startDate": MOMENT}, "transaction_list"),
        ("/transactions", {"endDate": MOMENT}, "transaction_list"),
        ("/transactions", {"customerId": CUSTOMER}, "transaction_of_customer"),
        ("/transactions", {"platformCustomerId": "user-1"}, "transaction_of_their_customer"),
        ("/transactions", {"senderAccountIdentifier": "$ada@example.com"}, "transaction_by_sender"),
        ("/transactions", {"receiverAccountIdentifier": "$ada@example.com"}, "transaction_by_receiver"),
        ("/transactions", {"status": "FAILED"}, "transaction_by_status"),
        ("/transactions", {"type": "INCOMING"}, "transaction_by_type"),
        ("/transactions", {"customerId": CUSTOMER, "status": "FAILED"}, "transaction_customer_status"),
        ("/transactions", {"type": "INCOMING", "status": "FAILED"}, "transaction_type_status"),
        ("/events", {}, "webhook_event_list"),
        ("/events", {"startDate": MOMENT}, "webhook_event_list"),
        ("/events", {"endDate": MOMENT}, "webhook_event_list"),
        ("/events", {"resourceId": PAYMENT}, "webhook_event_of_resource"),
        ("/events", {"status": "WAITING"}, "webhook_event_by_state"),
        ("/events", {"status": "NO_ENDPOINT"}, "webhook_event_by_state"),
        ("/events", {"type": "BULK_UPLOAD.COMPLETED"}, "webhook_event_by_type"),
    ],
    ids=str,
)
def test_a_page_is_read_in_the_order_of_an_index(api, path, filters, index, order):
    plan = _plan(api, path, {**filters, "sortOrder": order}, without=RIVALS.get(index, ()))

    assert [line.split()[-3] for line in plan if "Scan" in line] == [index], plan
    assert not [line for line in plan if "Sort" in line]


@pytest.mark.parametrize(
    ("path", "filters", "table"),
    [
        ("/customers", {"customerType": "BUSINESS"}, "compliance_customer"),
        ("/events", {"type": "BULK_UPLOAD.COMPLETED"}, "webhooks_event"),
    ],
    ids=str,
)
def test_a_filtered_page_is_planned_for_its_values_however_often_it_is_asked_for(api, path, filters, table):
    for _ in range(OFTEN):
        assert api.get(path, **filters).status_code == 200

    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        kept = [statement for (statement,) in cursor.fetchall() if f'FROM "{table}"' in statement]
    assert kept == []


def test_a_report_is_planned_for_its_values_however_often_it_is_asked_for(acme):
    day = dt.date(2026, 1, 31)
    for _ in range(OFTEN):
        list(settlements.REPORT.read(Asked([acme.platform.pk], (), Period(day, day))))

    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        kept = [statement for (statement,) in cursor.fetchall() if "payments_posting" in statement]
    assert kept == []


def test_what_others_pay_to_an_account_is_not_looked_for_among_what_its_holder_collects(api):
    with connection.cursor() as cursor:
        rivals = "transaction_list, transaction_by_receiver, transaction_by_type, transaction_by_status"
        cursor.execute(f"DROP INDEX {rivals}")
        cursor.execute("SET LOCAL enable_sort = off")

    [plan] = _plans(api, "/transactions", {"involving": CUSTOMER}, "CROSS JOIN LATERAL", "ORDER BY")

    assert [line for line in plan if "using transaction_of_other_payer" in line], plan


@pytest.mark.parametrize("kind", ["external", "internal"])
def test_accounts_of_a_currency_are_read_in_the_order_of_an_index(api, kind):
    with connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX {kind}_account_list")
        cursor.execute("SET LOCAL enable_sort = off")
    words = f'FROM "payments_{kind}account"', "ORDER BY"

    [plan] = _plans(api, f"/customers/{kind}-accounts", {"currency": "EUR"}, *words)

    assert [line for line in plan if f"using {kind}_account_by_currency" in line], plan
    assert not [line for line in plan if "Sort" in line]


@pytest.mark.parametrize("report", [fee_totals, outstanding, revenue, settlements], ids=lambda each: each.REPORT.name)
def test_a_report_finds_accounts_of_the_house_without_looking_at_those_of_holders(acme, report):
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX payments_ledgeraccount_platform_id_6aac9e1f")
    day = dt.date(2026, 1, 31)
    asked = Asked([acme.platform.pk], (), Period(day, day), at=acme.platform.now())
    with CaptureQueriesContext(connection) as captured:
        list(report.REPORT.read(asked))

    [statement] = [each["sql"] for each in captured if "JOIN payments_journalentry entry" in each["sql"]]
    with planned(without=["seqscan"]) as explain:
        plan = "\n".join(explain(statement, options="COSTS OFF"))

    assert "ledger_system_account_unique" in plan, plan


@pytest.mark.parametrize(
    ("filters", "index", "other"),
    [
        ({"status": "REFUSED"}, "webhook_event_by_state", "webhook_event_failed"),
        ({"status": "ABANDONED"}, "webhook_event_by_state", "webhook_event_failed"),
        ({"failed": True}, "webhook_event_failed", "webhook_event_by_state"),
    ],
    ids=str,
)
def test_events_that_failed_are_found_by_a_plan_for_any_platform(acme, filters, index, other):
    rows = queries.events(platform_id=acme.platform.id, filters=filters).order_by("-created_at", "-id")[:21]
    sql, _ = rows.query.sql_with_params()
    numbers = (f"${number}" for number in itertools.count(1))
    with connection.cursor() as cursor, planned(without=["seqscan", "sort"]) as explain:
        # Where few rows are, each of them costs the same.
        cursor.execute(f"DROP INDEX webhook_event_list, {other}")
        plan = "\n".join(explain(re.sub("%s", lambda _: next(numbers), sql), options="GENERIC_PLAN, COSTS OFF"))

    assert set(re.findall(r"webhook_event_\w+", plan)) == {index}, plan
    assert "Sort" not in plan


@pytest.mark.parametrize("filters", [{}, {"type": "INCOMING"}], ids=str)
def test_an_exact_total_is_expected_to_read_little_of_a_large_table(acme, api, filters):
    with connection.cursor() as cursor:
        cursor.execute(MANY_PAYMENTS, [acme.platform.id])

    gathered = ["payments_transaction"]
    [plan] = _plans(api, "/transactions", filters, "payments_transactiontallymark", options="", gathered=gathered)

    [scan] = [line for line in plan if "payments_transaction_pkey on payments_transaction " in line]
    [rows] = re.findall(r"rows=(\d+)", scan)
    assert int(rows) < 5000 / 100


@pytest.mark.parametrize("filters", [{}, {"type": "INCOMING"}], ids=str)
def test_an_exact_total_goes_by_keys_alone_whatever_the_statistics_say(api, filters):
    """Of a table that is new the planner takes all rows of a platform for one."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE payments_transaction DROP CONSTRAINT payments_transaction_pkey CASCADE")

    [plan] = _plans(api, "/transactions", filters, "payments_transactiontallymark")

    of_total = "\n".join(line for line in plan if line not in set(_without_total(plan)))
    [scan] = re.findall(r"Scan.* on payments_transaction .*\n.*", of_total)
    assert "platform_id = " not in scan, plan


def _plan(api, path, filters, *, without=()) -> list[str]:
    """Return the plan of a page as it is in a large table, without some indexes.

    In a table of a few rows reading or sorting all of them is as cheap, or walking along the index of the whole list.
    """
    table, whole_list = TABLES[path]
    with connection.cursor() as cursor:
        for index in without:
            cursor.execute(f"DROP INDEX {index}")
        if not {"startDate", "endDate"} & filters.keys() and filters.keys() - {"sortOrder"}:
            cursor.execute(f"DROP INDEX {whole_list}")
        if "failed" not in filters:
            cursor.execute("SET LOCAL enable_sort = off")
    [plan] = _plans(api, path, filters, f'FROM "{table}"', "ORDER BY")
    return list(_without_total(plan))


def _without_total(plan: list[str]) -> Iterator[str]:
    """Leave out what counts all rows, where the statement of a page does it too."""
    at = None
    for line in plan:
        indent = len(line) - len(line.lstrip())
        if at is None or indent <= at:
            at = indent if "InitPlan" in line else None
        if at is None:
            yield line


def _plans(api, path, filters, *words, options="COSTS OFF", gathered=()) -> list[list[str]]:
    """Return the plans of the statements of a request that have some words."""
    with CaptureQueriesContext(connection) as captured:
        assert api.get(path, **filters).status_code == 200
    asked = [each["sql"] for each in captured if all(word in each["sql"] for word in words)]
    with planned(*gathered, without=["seqscan"]) as explain:
        return [explain(sql, options=options) for sql in asked]
