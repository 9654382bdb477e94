"""The panel of filters in a real browser: on a wide screen, a narrow one and a telephone."""

import pytest

from payments.models import Transaction
from tests.backoffice.conftest import list_of
from tests.support.backoffice import accessibility, browser, pictures, screens

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.service,
    pytest.mark.usefixtures("ended_connections"),
]


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_filters_are_entered_beside_the_list(width, colours, live_server, story, administrator):
    with browser.open_pages(viewport={"width": width, "height": 900}, color_scheme=colours) as context:
        page = context.new_page()
        page.set_default_timeout(15000)  # DEBUG
        screens.sign_in(page, live_server.url)
        page.goto(f"{live_server.url}{list_of(Transaction)}")
        before = page.locator("#result_list").bounding_box()["y"]
        page.get_by_role("button", name="Filters", exact=True).click()
        panel = page.get_by_role("dialog", name="Filters")
        panel.wait_for()
        pictures.keep(page, f"filters-{width}-{colours}")
        assert page.locator("#result_list").bounding_box()["y"] == before
        assert accessibility.problems(page, without="#page > :not(#main)") == []
        assert accessibility.low_contrast(page, without="#page > :not(#main)") == []
        panel.get_by_label("Currency").select_option(value="USD")
        panel.get_by_label("Amount from").fill("10")
        panel.get_by_label("Time zone of the days").fill("Europe/Berlin")
        panel.get_by_role("button", name="Show", exact=True).click()
        page.get_by_role("button", name="Filters (1)").wait_for()
        page.get_by_role("button", name="Filters (1)").click()
        panel.get_by_role("link", name="This month").click()
        page.get_by_role("button", name="Filters (2)").wait_for()
        assert "Amount: from 10 USD" in page.locator(".filters-said").inner_text()
        assert "this month (Europe/Berlin)" in page.locator(".filters-said").inner_text()
        pictures.keep(page, f"filtered-{width}-{colours}")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
