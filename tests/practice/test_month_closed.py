"""The month of `make demo`, on a service that runs, closed by two people in browsers by the written list.

Every report of the month is compared with a query over the rows of journal and payments, which is written here.
"""

import csv
import datetime as dt
import io
import pathlib
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, LiteralString

import pytest
from django.urls import reverse

import config.backoffice.urls  # noqa: F401 - registers the pages
from config.launch import environment
from platforms.base import money
from tests.support.backoffice import browser
from tests.support.payments import ledger_files
from tests.support.servers.programs import BYTE_CODE
from tests.support.servers.services import Service, running
from tests.working_days import staff
from tests.working_days.person import Person

pytestmark = pytest.mark.beside
STEPS = re.findall(r"^\d\. \*\*(.+?)\*\*", pathlib.Path("docs/operator/closing.md").read_text(), re.MULTILINE)
Rows = dict[tuple[str, ...], tuple[int, ...]]
"""Groups and currency → counts, and amounts in the smallest unit."""
_SIGNED = "CASE posting.side WHEN 'C' THEN posting.amount ELSE -posting.amount END"
_BOOKED = """
  FROM payments_posting posting
  JOIN payments_ledgeraccount account ON account.id = posting.account_id
  JOIN payments_journalentry entry ON entry.id = posting.entry_id
  LEFT JOIN payments_transaction payment ON payment.id = entry.transaction_id
 WHERE account.platform_id = %(platform)s AND posting.at < %(end)s
"""
_PAYMENTS = """
SELECT status, sent_currency, count(*), sum(sent_amount) FROM payments_transaction
 WHERE platform_id = %(platform)s AND created_at >= %(begin)s AND created_at < %(end)s GROUP BY 1, 2
"""
_TRIAL_BALANCE = f"""
SELECT account.kind, posting.currency, coalesce(sum({_SIGNED}) FILTER (WHERE posting.at < %(begin)s), 0),
       coalesce(sum(posting.amount) FILTER (WHERE posting.at >= %(begin)s AND posting.side = 'D'), 0),
       coalesce(sum(posting.amount) FILTER (WHERE posting.at >= %(begin)s AND posting.side = 'C'), 0), sum({_SIGNED})
{_BOOKED} GROUP BY 1, 2
"""
_FEES = f"""
SELECT to_char(posting.at AT TIME ZONE 'UTC', 'YYYY-MM'), payment.sent_currency, payment.received_currency,
       posting.currency, count(DISTINCT payment.id), sum({_SIGNED})
{_BOOKED} AND account.kind = 'FEES' AND posting.at >= %(begin)s GROUP BY 1, 2, 3, 4
"""
# The side of an exchange on which the sent currency comes, and goes back when it is reversed.
_REVENUE = f"""
SELECT to_char(posting.at AT TIME ZONE 'UTC', 'YYYY-MM'), payment.sent_currency, payment.received_currency,
       posting.currency, count(DISTINCT entry.id) FILTER (WHERE entry.purpose = 'QUOTE_EXECUTED'),
       count(DISTINCT entry.id) FILTER (WHERE entry.purpose = 'QUOTE_REVERSED'),
       sum({_SIGNED}) FILTER (WHERE account.kind = 'EXCHANGE'),
       coalesce(sum({_SIGNED}) FILTER (WHERE account.kind = 'FEES'), 0)
{_BOOKED} AND posting.at >= %(begin)s AND posting.currency = payment.sent_currency
   AND (account.kind = 'FEES'
        OR account.kind = 'EXCHANGE' AND posting.side = CASE entry.purpose WHEN 'QUOTE_EXECUTED' THEN 'C' ELSE 'D' END)
   AND entry.purpose IN ('QUOTE_EXECUTED', 'QUOTE_REVERSED') GROUP BY 1, 2, 3, 4
"""
_SETTLEMENT = f"""
SELECT posting.currency,
       coalesce(-sum({_SIGNED}) FILTER (WHERE account.kind = 'RAIL_SETTLEMENT' AND posting.at < %(last)s), 0),
       coalesce(sum(posting.amount) FILTER
                (WHERE account.kind = 'RAIL_SETTLEMENT' AND posting.side = 'D' AND posting.at >= %(last)s), 0),
       coalesce(sum(posting.amount) FILTER
                (WHERE account.kind = 'RAIL_SETTLEMENT' AND posting.side = 'C' AND posting.at >= %(last)s), 0),
       coalesce(-sum({_SIGNED}) FILTER (WHERE account.kind = 'RAIL_SETTLEMENT'), 0),
       coalesce(sum({_SIGNED}) FILTER (WHERE account.kind = 'FEES' AND posting.at >= %(last)s), 0),
       coalesce(sum({_SIGNED}) FILTER (WHERE account.kind = 'CUSTOMER_FUNDS'), 0)
{_BOOKED} GROUP BY 1
"""
_BALANCES = f"""
SELECT posting.currency,
       coalesce(sum({_SIGNED}) FILTER (WHERE account.kind = 'CUSTOMER_FUNDS'), 0),
       coalesce(sum({_SIGNED}) FILTER (WHERE account.kind = 'PLATFORM_FUNDS'), 0),
       coalesce(sum({_SIGNED}) FILTER (WHERE account.kind IN ('PAYOUT_CLEARING', 'FUNDING_CLEARING')), 0),
       coalesce(sum({_SIGNED}) FILTER (WHERE account.kind = 'SUSPENSE'), 0),
       coalesce(-sum({_SIGNED}) FILTER (WHERE account.kind = 'RAIL_SETTLEMENT'), 0)
{_BOOKED} GROUP BY 1
"""
_OUTSTANDING = f"""
SELECT currency, kind, sum(amount) FILTER (WHERE age < 2), sum(amount) FILTER (WHERE age BETWEEN 2 AND 7),
       sum(amount) FILTER (WHERE age BETWEEN 8 AND 30), sum(amount)
  FROM (SELECT posting.currency, account.kind, sum({_SIGNED}) AS amount,
               extract(day FROM %(end)s - min(posting.at)) AS age
        {_BOOKED} AND account.kind IN ('PAYOUT_CLEARING', 'FUNDING_CLEARING', 'SUSPENSE')
         GROUP BY 1, 2, coalesce(entry.transaction_id::text, entry.id::text)) item
 WHERE amount <> 0 GROUP BY 1, 2
"""
_KEPT = """
SELECT figure.kind, figure.currency, figure.opening, figure.debits, figure.credits, figure.closing
  FROM payments_monthfigure figure JOIN payments_monthclose close ON close.id = figure.close_id
 WHERE close.platform_id = %(platform)s AND close.month = %(month)s
"""
QUERIES: Mapping[str, tuple[LiteralString, tuple[str, ...], tuple[str, ...]]] = {
    "payments": (_PAYMENTS, ("status", "currency"), ("count", "amount")),
    "trial-balance": (_TRIAL_BALANCE, ("account", "currency"), ("opening", "debits", "credits", "closing")),
    "fees": (_FEES, ("month", "sourceCurrency", "destinationCurrency", "currency"), ("count", "net")),
    "revenue": (
        _REVENUE,
        ("month", "sourceCurrency", "destinationCurrency", "currency"),
        ("executed", "reversed", "exchanged", "fees"),
    ),
    "settlement": (
        _SETTLEMENT,
        ("currency",),
        ("opening", "received", "sent", "closing", "fees", "customers"),
    ),
    "balances": (_BALANCES, ("currency",), ("customers", "platform", "underWay", "suspense", "held")),
    "outstanding": (_OUTSTANDING, ("currency", "account"), ("upTo1Day", "upTo7Days", "upTo30Days", "total")),
    # The demo has no bank.
    "bank-against-books": ("SELECT name, 0 FROM payments_bankconnection", ("bankAccount",), ()),
}
"""Name of a report → the query, its groups, and which of its columns are compared."""
_COUNTS = {"count", "executed", "reversed"}


class Month:
    """A month of the demo's platform, in the database and on the pages."""

    def __init__(self, service: Service, first: dt.date) -> None:
        self.service, self.first = service, first
        self.following = (first + dt.timedelta(days=31)).replace(day=1)
        self.last = self.following - dt.timedelta(days=1)
        [[self.platform]] = self.rows("SELECT id FROM platforms_platform WHERE clock_offset <> '0'")

    def rows(self, statement: LiteralString) -> list[tuple[Any, ...]]:
        at = [dt.datetime.combine(day, dt.time.min, dt.UTC) for day in (self.first, self.following, self.last)]
        values = dict(zip(("begin", "end", "last"), at, strict=True))
        asked = {**values, "month": self.first, "platform": getattr(self, "platform", None)}
        with self.service.database() as database:
            return list(database.execute(statement, asked).fetchall())

    def of_books(self, statement: LiteralString, groups: int) -> Rows:
        rows = self.rows(statement)
        found = {tuple(map(str, row[:groups])): tuple(int(value or 0) for value in row[groups:]) for row in rows}
        return {place: values for place, values in found.items() if any(values)}

    def of_page(self, person: Person, name: str) -> Rows:
        _, groups, columns = QUERIES[name]
        asked = {"since": self.first, "until": self.last, "day": self.last, "at": f"{self.following}T00:00"}
        by = {"payments": "status", "trial-balance": "account"}.get(name)
        reply = person.context.request.get(
            f"{person.url}{reverse('admin:payments_report_file', args=[name])}",
            params={**{key: str(value) for key, value in asked.items()}, "platform": str(self.platform), "zone": "UTC"}
            | ({"by": by} if by else {}),
        )
        assert reply.ok, (name, reply.status)
        text = reply.text().removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
        found = {
            tuple(row[group] for group in groups): tuple(_smallest(row, column) for column in columns)
            for row in csv.DictReader(io.StringIO(text))
        }
        return {place: values for place, values in found.items() if any(values)}


def _smallest(row: Mapping[str, str], column: str) -> int:
    decimals = 0 if column in _COUNTS else money.currency(row["currency"]).decimals
    return int(Decimal(row[column]).scaleb(decimals))


def dialog(person: Person, button: str, fields: Mapping[str, str]) -> None:
    """Open a dialog by its button, fill it in and send it; a field that is not there is left out."""
    person.page.locator("header a", has_text=button).first.focus()
    person.press("Enter")
    person.until(person.page.get_by_label("Reason").wait_for)
    for label, value in fields.items():
        for field in person.page.get_by_label(label).all():
            field.fill(value)
    person.page.get_by_label("Reason").focus()
    person.write("The month is over, and all of it is explained.")
    person.leave("Control+Enter")


def approve(person: Person) -> None:
    person.go("/admin/platforms/proposal/?status__exact=OPEN")
    person.page.locator("#result_list th a").first.focus()
    person.leave("Enter")
    person.page.locator("header a", has_text="Approve").first.focus()
    person.press("Enter")
    person.until(person.page.locator("#effect").get_by_text("is closed: its figures are kept").wait_for)
    person.page.get_by_label("Reason").focus()
    person.write("I have read the checklist.")
    person.leave("Control+Enter")
    person.page.get_by_text("Approved and executed.").wait_for()


def says(person: Person, text: str) -> bool:
    return text in re.sub(r"\s+", " ", person.page.locator("main").inner_text())


def close(olga: Person, otto: Person, month: Month, *, check: Callable[[], None]) -> None:
    """Close a month by the steps of docs/operator/closing.md."""
    # Begin.
    olga.go("/admin/payments/monthclose/")
    olga.page.locator("header a", has_text="Begin a close").first.focus()
    olga.press("Enter")
    olga.until(olga.page.get_by_label("Reason").wait_for)
    olga.page.get_by_label("Platform").select_option(str(month.platform))
    olga.page.locator("#dialog").get_by_label("Month").fill(f"{month.first:%Y-%m}")
    olga.page.get_by_label("Reason").focus()
    olga.write("The month is over.")
    olga.leave("Control+Enter")
    # Go through the checklist.
    page = "/admin/payments/monthclose/{}/change/".format(
        *month.rows("SELECT id FROM payments_monthclose WHERE month = %(month)s")[0]
    )
    olga.go(page)
    check()
    olga.go(page)
    assert says(olga, "Checked since the month ended, without a fault")
    assert says(olga, "Debits equal credits in every currency")
    # Propose, and a second person approves.
    dialog(olga, "Close the month", {"Suspense: why it may stay": "Support asks the payers."})
    approve(otto)
    # Take the figures.
    otto.go(page)
    assert says(otto, "As it was when the month was closed.")
    days = {"platform": str(month.platform), "since": str(month.first), "until": str(month.last), "form": "CSV"}
    reply = otto.context.request.get(f"{otto.url}{reverse('admin:payments_general_ledger_file')}", params=days)
    assert reply.ok, reply.status
    moved = ledger_files.of_csv(reply.body())
    for code in {code for _, _, code in moved}:
        assert sum(amount for (*_, of), amount in moved.items() if of == code) == 0, code


def test_the_list_has_the_steps_of_this_walk():
    assert STEPS == ["Begin.", "Go through the checklist", "Propose.", "A second person approves", "Take the figures"]


def test_two_people_close_the_month_of_the_demo_and_every_report_is_what_the_journal_says():
    with running() as service, browser.open_pages() as context:
        demo = {"PATH": "/nowhere", "HOME": "/nonexistent", "VAR_DIR": str(service.root), **BYTE_CODE}
        subprocess.run([sys.executable, "-m", "practice.demo"], cwd=environment.PROJECT, env=demo, check=True)
        [[begun, now]] = _moments(service)
        month = Month(service, now.date().replace(day=1))
        over = dt.datetime.combine(month.following, dt.time(1), dt.UTC)
        service.call("POST", "/sandbox/clock/advance", {"seconds": int((over - now).total_seconds())})

        url = f"http://127.0.0.1:{service.port}"
        people = {"olga": "Operations", "otto": "Operations"}
        staff.make(service, context.browser, url, [], roles=people)
        olga, otto = (Person(context.browser, url, name, []) for name in people)

        def check() -> None:
            checked = service.manage("ledger_check")
            assert checked.returncode == 0, checked.stdout

        # Most days of the demo are of two months: what is begun in the first one is closed first.
        for first in sorted({begun.date().replace(day=1), month.first}):
            closed = Month(service, first)
            close(olga, otto, closed, check=check)
            [state] = closed.rows(
                "SELECT state, proposed_by, closed_by FROM payments_monthclose WHERE month = %(month)s"
            )
            assert state == ("CLOSED", "olga", "otto")
            assert closed.of_books(_KEPT, 2) == closed.of_books(_TRIAL_BALANCE, 2)
            olga.go(reverse("admin:payments_reports"))
            hrefs = [link.get_attribute("href") for link in olga.page.locator("main dl a").all()]
            assert {str(href).rstrip("/").rpartition("/")[2] for href in hrefs} == set(QUERIES)
            for name, (statement, groups, _) in QUERIES.items():
                of_page, of_books = closed.of_page(olga, name), closed.of_books(statement, len(groups))
                assert of_page == of_books, (name, first)
                assert of_books or name not in {"payments", "trial-balance", "revenue", "balances"}, (name, first)
        # The kept figures are compared with the journal.
        check()


def _moments(service: Service) -> list[tuple[dt.datetime, dt.datetime]]:
    """When the demo began, and what time it is now, by the clock of its platform."""
    with service.database() as database:
        return list(
            database.execute(
                "SELECT min(customer.created_at), now() + max(platform.clock_offset)"
                "  FROM platforms_platform platform JOIN compliance_customer customer"
                "    ON customer.platform_id = platform.id WHERE platform.clock_offset <> '0'"
            ).fetchall()
        )
