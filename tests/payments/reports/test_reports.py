"""GET /reports: what they count, how they are cut, when, and as which file."""

import csv
import datetime as dt
import io
from typing import Any

import pytest
from django.test import Client

from payments.reporting import daily_totals
from payments.reporting.reports import catalogue
from tests.conftest import BASE
from tests.support.payments import rate_entries, report_sums, scenarios
from tests.support.payments.quote_requests import fields_of

pytestmark = pytest.mark.django_db
YEAR = {"from": "2026-01-01", "to": "2026-12-31"}


@pytest.fixture
def busy(acme, api, alice, worker):
    """Payments that arrived, failed, were refunded, came in, are under way and were not paid, with fees."""
    rate_entries.schedule(acme, source_currency="USD", fixed_fee=55, variable_rate="0.012")
    plays = [scenarios.transfer_out(suffix) for suffix in ("789", "789", "002", "005")]
    plays += [scenarios.transfer_in(), scenarios.quoted(), scenarios.quoted("004")]
    plays += [scenarios.collected("788"), scenarios.quoted("787", executed=False)]
    for play in plays:
        play(api, alice)
    worker.run()
    return acme.platform


@pytest.fixture
def today(busy, within_an_hour):
    day = busy.now().date().isoformat()
    return {"from": day, "to": day}


def test_every_report_adds_up_to_journal_and_payments(api, busy, today):
    report_sums.require_sums(api, busy)
    daily_totals.advance()
    report_sums.require_sums(api, busy)


def test_payments_by_status_and_reason(api, today):
    rows = report_sums.read(api, "payments", **today, groupBy="type,status,reason")

    found = {(row["type"], row["status"], row.get("reason")): row["count"] for row in rows}
    assert found == {
        ("INCOMING", "COMPLETED", None): 1,
        ("OUTGOING", "COMPLETED", None): 4,
        ("OUTGOING", "FAILED", "COUNTERPARTY_POST_TX_FAILED"): 1,
        ("OUTGOING", "FAILED", "INSUFFICIENT_FUNDS"): 1,
        ("OUTGOING", "PENDING", None): 2,
    }


def test_success_leaves_out_what_has_not_ended(api, today):
    [row] = report_sums.read(api, "payments", **today, groupBy="day")

    assert row["successShare"] == round(row["completed"] / (row["completed"] + row["failed"]), 4)
    assert row["pending"] > 0
    assert row["count"] >= row["completed"] + row["failed"] + row["pending"]


def test_fees_returned_are_told_apart(api, today):
    rows = report_sums.read(api, "fees", **today, groupBy="sourceCurrency,destinationCurrency")

    [row] = rows
    assert (row["sourceCurrency"], row["destinationCurrency"]) == ("USD", "MXN")
    assert row["charged"] - row["returned"] == row["net"] > 0
    assert row["returned"] > 0


def test_a_day_is_that_of_the_time_zone(api, busy):
    """Of two zones that are more than a day apart, each has another day at any moment."""
    around = dt.timedelta(days=3)
    period = {"from": str((busy.now() - around).date()), "to": str((busy.now() + around).date())}

    def days(zone):
        return {row["day"] for row in report_sums.read(api, "payments", **period, timeZone=zone, groupBy="day")}

    assert days("Pacific/Kiritimati").isdisjoint(days("Etc/GMT+12"))


def test_nothing_is_counted_outside_of_the_period(api, busy):
    assert report_sums.read(api, "payments", **{"from": "2020-01-01", "to": "2020-12-31"}) == []
    assert report_sums.read(api, "fees", **{"from": "2020-01-01", "to": "2020-12-31"}) == []
    assert report_sums.read(api, "settlement", date="2020-01-01") == []
    assert report_sums.read(api, "balances", at="2020-01-01") == []


def test_a_balance_is_that_of_the_moment(api, alice):
    account = api.internal_account(alice)
    api.fund(account, 10_00)
    before = api.post("/sandbox/clock/advance", {"seconds": 1}).json()["now"]
    api.post("/sandbox/clock/advance", {"seconds": 1})
    api.fund(account, 5_00)

    def balance(**query):
        rows = report_sums.read(api, "balances", groupBy="account", limit="100", **query)
        return next(row["balance"] for row in rows if row["accountId"] == account)

    assert balance() == 15_00
    assert balance(at=before) == 10_00
    [row] = [row for row in report_sums.read(api, "balances", at=before) if row["currency"] == "USD"]
    assert row["customers"] == row["held"] == 10_00


def test_another_platform_sees_nothing_of_it(rival_api, busy, today):
    for path, query in (
        ("payments", today),
        ("fees", today),
        ("settlement", {"date": today["from"]}),
        ("balances", {}),
    ):
        assert report_sums.read(rival_api, path, **query) == []
    rows = report_sums.read(rival_api, "balances", groupBy="account", limit="100")
    assert all(row["balance"] == 0 for row in rows)


@pytest.mark.parametrize("path", ["payments", "fees", "settlement", "balances"])
def test_a_file_has_the_same_rows_in_major_units(api, today, path):
    query = {"payments": today, "fees": today, "settlement": {"date": today["from"]}, "balances": {}}[path]

    shown = report_sums.read(api, path, **query)
    reply: Any = Client().get(f"{BASE}/reports/{path}", query, headers={"Accept": "text/csv"} | api.headers)

    assert reply.headers["Content-Type"] == "text/csv; charset=utf-8"
    text = b"".join(reply.streaming_content).decode()
    assert text.startswith("\N{ZERO WIDTH NO-BREAK SPACE}")
    rows = list(csv.DictReader(io.StringIO(text[1:])))
    assert len(rows) == len(shown) > 0
    kinds = {
        column.name: column.kind for column in catalogue.REPORTS[path].columns(list(catalogue.REPORTS[path].groups))
    }
    assert set(rows[0]) <= set(kinds)


@pytest.mark.parametrize(
    ("path", "query", "fields"),
    [
        ("payments", {}, ["from", "to"]),
        ("payments", {"from": "2026-02-30", "to": "2026-03-01"}, ["from"]),
        ("payments", {"from": "2026-03-02", "to": "2026-03-01"}, ["to"]),
        ("payments", {"from": "2024-01-01", "to": "2025-01-01"}, ["to"]),
        ("payments", YEAR | {"groupBy": "weather"}, ["groupBy"]),
        ("payments", YEAR | {"timeZone": "Europe/Atlantis"}, ["timeZone"]),
        ("payments", YEAR | {"limit": "5"}, ["limit"]),
        ("fees", YEAR | {"groupBy": "status"}, ["groupBy"]),
        ("settlement", {"date": "today"}, ["date"]),
        ("balances", {"at": "2026-01-01T00:00:00"}, ["at"]),
        ("balances", {"groupBy": "customer"}, ["groupBy"]),
    ],
)
def test_a_wrong_question_is_refused_by_its_field(api, path, query, fields):
    reply = api.get(f"/reports/{path}", **query)

    assert reply.status_code == 400
    assert [field.partition(".")[0].partition("[")[0] for field in fields_of(reply)] == fields


def test_reports_list_their_columns(api):
    rows = api.get("/reports").json()["data"]

    assert [row["name"] for row in rows] == ["payments", "fees", "settlement", "balances"]
    assert all(column["description"].endswith(".") for row in rows for column in row["columns"])


def test_what_a_report_costs(api, busy, today, costs):
    costs.call(lambda: api.get("/reports/payments", **today))
