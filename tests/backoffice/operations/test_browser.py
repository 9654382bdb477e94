"""An operator's morning in a real browser, by the keyboard; with `SCREENSHOTS=folder` its screens are kept."""

import datetime as dt
from typing import Any

import pytest

from payments import tasks
from payments.models import OperationsCase, RailDay
from platforms.backoffice.actions import Role
from platforms.base import clock
from tests.backoffice.review_desk.conftest import person
from tests.support.backoffice import browser
from tests.support.backoffice.support_desk import keep, open_dialog, send
from tests.support.payments import scenarios

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.service,
    pytest.mark.usefixtures("ended_connections"),
]
SCREEN = {"width": 1440, "height": 900}


@pytest.fixture
def morning(within_an_hour, api, alice, worker, pass_time) -> None:
    """Money that came twice, a transfer that nobody takes up, and two weeks of payments."""
    person("olga", Role.OPERATIONS)
    scenarios.funded(100_00, 100_00, suffix="456")(api, alice)
    scenarios.quoted()(api, alice)
    worker.run()
    tasks.add_up_days()
    scenarios.transfer_out()(api, alice)
    pass_time(minutes=20)
    tasks.open_cases()
    today = clock.real_now().date()
    for number in range(1, 14):
        day, good = today - dt.timedelta(days=number), 40 + number * 7 % 23
        RailDay.objects.create(rail="CLABE", currency="USD", day=day, begun=good, completed=good, failed=number % 4)
        RailDay.objects.create(rail="UMA", currency="USD", day=day, begun=9, completed=good // 3, failed=number % 2)
        RailDay.objects.create(rail="PIX", currency="BRL", day=day, begun=9, completed=good // 2, failed=number % 3)


def test_the_operators_morning_by_the_keyboard(live_server, morning, worker):
    url = live_server.url
    with browser.open_pages(viewport=SCREEN) as context:
        page = context.new_page()
        browser.sign_in(page, url, "olga", to="/admin/")
        page.get_by_text("Money in flight, by age").wait_for()
        assert page.locator(".board-tile", has_text="Open cases").locator(".board-value").inner_text() == "2"
        keep(page, "start-page")

        page.locator(".board-tile a", has_text="Open cases").focus()
        with page.expect_navigation():
            page.keyboard.press("Enter")
        keep(page, "cases")
        page.locator("#result_list th a").first.focus()
        with page.expect_navigation():
            page.keyboard.press("Enter")
        open_dialog(page, "Take it")
        send(page, "I look at it.")
        page.get_by_text("The case is yours.").wait_for()
        keep(page, "case")

        worker.run()
        tasks.open_cases()
        assert OperationsCase.objects.filter(kind="PAYMENT_STUCK").get().state == "CLOSED"
        _read_the_books(page, url)


def _read_the_books(page: Any, url: str) -> None:
    tomorrow = clock.real_now() + dt.timedelta(days=1)
    page.goto(f"{url}/admin/payments/ledgeraccount/books/?at={tomorrow:%Y-%m-%dT%H:%M}")
    page.locator("#main").get_by_text("Rail settlement").first.wait_for()
    keep(page, "trial-balance")
    page.goto(f"{url}/admin/payments/ledgeraccount/?q=RAIL_SETTLEMENT")
    page.locator("#result_list th a").last.focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    address = page.url.partition("?")[0].replace("change/", "statement/")
    page.goto(f"{address}?until={tomorrow:%Y-%m-%dT%H:%M}")
    keep(page, "statement")
    # Tomorrow is not over: what is exported ends with the last minute.
    page.goto(address)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as camt.053").focus()
        page.keyboard.press("Enter")
    assert download.value.suggested_filename.endswith(".xml")


@pytest.mark.parametrize("width", [400, 1440])
def test_the_start_page_fits_light_and_dark(live_server, morning, width):
    with browser.open_pages(viewport={"width": width, "height": 900}, color_scheme="dark") as context:
        page = context.new_page()
        browser.sign_in(page, live_server.url, "olga", to="/admin/")
        page.locator(".board-tiles").wait_for()
        keep(page, f"start-page-dark-{width}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
