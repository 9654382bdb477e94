"""What finance and operators do with lists in a real browser; with `SCREENSHOTS=folder` its screens are kept."""

import csv
import datetime as dt
import pathlib
from typing import Any

import pytest
from django.urls import reverse

from payments.models import LedgerAccount, SuspenseItem, Transaction
from platforms.models import Platform
from tests.backoffice.conftest import list_of, page_of
from tests.support.backoffice import browser
from tests.support.backoffice.pictures import keep
from webhooks.models import EndpointHealth, Event

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.service,
    pytest.mark.usefixtures("ended_connections"),
]


def _nothing_is_cut_off(page: Any) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_the_button_below_a_list_downloads_what_its_filter_leaves(live_server, story, administrator, tmp_path):
    with browser.open_pages(viewport={"width": 1440, "height": 900}, accept_downloads=True) as context:
        page = context.new_page()
        browser.sign_in(page, live_server.url, "administrator", to=f"{list_of(Transaction)}?status__exact=FAILED")
        button = page.get_by_role("button", name="Export this list as CSV")
        button.scroll_into_view_if_needed()
        keep(page, "export")
        with page.expect_download() as started:
            button.click()
        name = started.value.suggested_filename
        file = tmp_path / "list.csv"
        started.value.save_as(file)
    with pathlib.Path(file).open(newline="") as lines:
        assert [row["ID"] for row in csv.DictReader(lines)] == [story.failed]
    assert name.startswith("transaction-")
    assert name.endswith(".csv")


def test_a_statement_is_exported_as_entered_and_closed_by_a_dialog(live_server, api, alice, administrator, tmp_path):
    api.fund(api.internal_account(alice), 100_00)
    account = LedgerAccount.objects.filter(kind="RAIL_SETTLEMENT", currency="USD").latest("id")
    address = reverse("admin:payments_ledger_statement", args=[account.pk])
    with browser.open_pages(viewport={"width": 1440, "height": 900}, accept_downloads=True) as context:
        page = context.new_page()
        browser.sign_in(page, live_server.url, "administrator", to=address)
        # Entered, and not shown before it is exported.
        page.get_by_label("From (UTC)").fill("2025-12-01T00:00")
        page.get_by_label("Until, not included (UTC)").fill("2025-12-10T00:00")
        with page.expect_download() as started:
            page.get_by_role("button", name="Export as CSV").click()
        started.value.save_as(tmp_path / "statement.csv")
        assert LedgerAccount.objects.get(pk=account.pk).closed_until is None

        keep(page, "statement")
        page.get_by_role("button", name="Close the books…").click()
        dialog = page.get_by_role("dialog", name="Close the books of this account")
        assert dialog.get_by_label("Closed until").input_value() == "2025-12-10T00:00"
        dialog.get_by_label("Reason").fill("the ten days are booked")
        keep(page, "close-the-books")
        with page.expect_navigation():
            page.keyboard.press("Control+Enter")
        page.get_by_text("Final: the books of this account are closed until 2025-12-10").wait_for()
        keep(page, "statement-closed")
        _nothing_is_cut_off(page)
    with (tmp_path / "statement.csv").open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["time"][:10] for row in (rows[0], rows[-1])] == ["2025-12-01", "2025-12-10"]


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (1024, "dark"), (390, "light")])
def test_reports_and_redelivery_fit_the_screen(live_server, story, administrator, width, scheme):
    platform = Platform.objects.get(pk=story.acme.platform.pk)
    since = platform.now() - dt.timedelta(days=1)
    asked = f"?platform={platform.pk}&since={since:%Y-%m-%dT%H:%M}&until=2100-01-01&count={Event.objects.count()}&type="
    with browser.open_pages(viewport={"width": width, "height": 900}, color_scheme=scheme) as context:
        page = context.new_page()
        browser.sign_in(page, live_server.url, "administrator", to=reverse("admin:payments_suspenseitem_ageing"))
        page.get_by_role("columnheader", name="Over 30 days").wait_for()
        _nothing_is_cut_off(page)
        keep(page, f"ageing-{width}")
        for name, address in (
            ("suspense", list_of(SuspenseItem)),
            ("endpoint", page_of(EndpointHealth.objects.get())),
            ("redelivery", reverse("admin:webhooks_event_progress") + asked),
        ):
            page.goto(f"{live_server.url}{address}")
            _nothing_is_cut_off(page)
            keep(page, f"{name}-{width}")
        page.goto(f"{live_server.url}{list_of(Event)}")
        _nothing_is_cut_off(page)
        if width > 1000:
            # Below, the theme puts the buttons of a list into a menu.
            page.get_by_text("Redeliver all since").first.click()
            page.get_by_label("Created since").wait_for()
            keep(page, f"redeliver-{width}")


def test_reports_fit_every_window_and_give_a_file(live_server, story, administrator, tmp_path):
    with browser.open_pages(viewport={"width": 1440, "height": 900}, accept_downloads=True) as context:
        page = context.new_page()
        browser.sign_in(page, live_server.url, "administrator", to=reverse("admin:payments_reports"))
        keep(page, "reports")
        page.get_by_role("link", name="Payments", exact=True).last.click()
        page.get_by_label("Rail").check()
        page.get_by_role("button", name="Show").click()
        for width in (1440, 1024, 390):
            page.set_viewport_size({"width": width, "height": 900})
            _nothing_is_cut_off(page)
            keep(page, f"report-{width}")
        with page.expect_download() as started:
            page.get_by_role("link", name="Export as CSV").click()
        started.value.save_as(tmp_path / "report.csv")
    with (tmp_path / "report.csv").open(newline="", encoding="utf-8-sig") as lines:
        assert {row["rail"] for row in csv.DictReader(lines)} >= {"USD_ACCOUNT"}
