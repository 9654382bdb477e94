"""Charts in a real browser: drawn under the policy of the page; a click leads to the list, T shows the tables."""

import datetime as dt

import pytest

from payments.models import RailDay, Transaction
from platforms.backoffice.actions import Role
from platforms.base import clock
from tests.backoffice.review_desk.conftest import person
from tests.support.backoffice import browser
from tests.support.payments import scenarios

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.service,
    pytest.mark.usefixtures("ended_connections"),
]
_DRAWN = "Object.values(Chart.instances).map((chart) => [chart.canvas.ariaLabel.split('.')[0], chart.width > 100])"
_MIDDLE = """(title) => {
  const chart = Object.values(Chart.instances).find((one) => one.canvas.ariaLabel.startsWith(title));
  const number = chart.data.datasets.findIndex((set) => set.label === 'Completed');
  const bar = chart.getDatasetMeta(number).data.at(-1);
  chart.canvas.scrollIntoView({ block: 'center' });
  const place = chart.canvas.getBoundingClientRect();
  return [place.x + bar.x, place.y + (bar.y + bar.base) / 2];
}"""


@pytest.fixture
def two_weeks(within_an_hour, api, alice, worker):
    """Payments of two weeks, and one of today."""
    person("olga", Role.OPERATIONS)
    today = clock.real_now().date()
    for ago in range(14):
        day = today - dt.timedelta(days=ago)
        RailDay.objects.create(rail="PIX_ACCOUNT", currency="BRL", day=day, begun=9, completed=8, failed=ago % 3)
    scenarios.transfer_out("005")(api, alice)
    worker.run()


@pytest.mark.usefixtures("within_an_hour")
@pytest.mark.parametrize("width", [1440, 390])
def test_a_chart_is_drawn_a_click_leads_to_its_list_and_a_letter_shows_its_table(live_server, two_weeks, width):
    with browser.open_pages(viewport={"width": width, "height": 900}) as context:
        page = context.new_page()
        browser.sign_in(page, live_server.url, "olga", to="/admin/")
        page.wait_for_function("Object.keys(Chart.instances).length === 3")
        assert dict(page.evaluate(_DRAWN)) == {
            "How payments ended, by day": True,
            "Money in flight, by age": True,
            "PIX": True,
        }
        table = page.locator("details.chart-table table").first
        assert not table.is_visible()
        page.keyboard.press("t")
        table.wait_for()
        page.keyboard.press("t")
        table.wait_for(state="hidden")

        x, y = page.evaluate(_MIDDLE, "How payments ended")
        page.mouse.move(x, y)
        with page.expect_navigation():
            page.mouse.click(x, y)
        today = clock.real_now().date().isoformat()
        assert page.url.endswith(f"/payments/transaction/?from={today}&to={today}&zone=UTC")
        assert page.locator("#result_list tbody tr").count() == Transaction.objects.count()


def test_text_of_charts_has_the_colour_of_the_page(live_server, two_weeks):
    colours = {}
    for scheme in ("light", "dark"):
        with browser.open_pages(viewport={"width": 1024, "height": 900}, color_scheme=scheme) as context:
            page = context.new_page()
            browser.sign_in(page, live_server.url, "olga", to="/admin/")
            page.wait_for_function("Object.keys(Chart.instances).length === 3")
            colours[scheme] = page.evaluate("Object.values(Chart.instances)[0].scales.y.options.ticks.color")

    assert colours == {"light": "#4b5563", "dark": "#9ca3af"}


def test_without_scripts_the_tables_are_there(live_server, two_weeks):
    with browser.open_pages(viewport={"width": 1024, "height": 900}, java_script_enabled=False) as context:
        page = context.new_page()
        browser.sign_in(page, live_server.url, "olga", to="/admin/")
        page.locator("details.chart-table summary").first.press("Enter")
        assert page.locator("details.chart-table table").first.is_visible()
        assert not page.locator("canvas.chart").first.is_visible()
