"""The panel of filters and the menu of views in a real browser: on a wide screen, a narrow one and a telephone."""

import pytest

from payments.models import Transaction
from tests.backoffice.conftest import list_of
from tests.support.backoffice import accessibility, browser, pictures, screens

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.service,
    pytest.mark.usefixtures("ended_connections"),
]
PANEL = "#page > :not(#main)"


@pytest.mark.parametrize(("width", "colours"), [(1440, "light"), (1024, "dark"), (390, "light")])
def test_filters_are_entered_beside_the_list_and_saved_as_a_view(width, colours, live_server, story, administrator):
    with browser.open_pages(viewport={"width": width, "height": 900}, color_scheme=colours) as context:
        page = context.new_page()
        screens.sign_in(page, live_server.url)
        page.goto(f"{live_server.url}{list_of(Transaction)}")
        panel = page.get_by_role("dialog", name="Filters")
        before = page.locator("#result_list").bounding_box()["y"]
        page.get_by_role("button", name="Filters", exact=True).click()
        panel.wait_for()
        pictures.keep(page, f"filters-{width}")
        assert page.locator("#result_list").bounding_box()["y"] == before
        panel.get_by_label("Currency").select_option("USD")
        panel.get_by_label("Amount from").fill("10")
        panel.get_by_label("Time zone of the days").fill("Europe/Berlin")
        panel.get_by_role("button", name="Show", exact=True).click()
        page.get_by_role("button", name="Filters (1)").click()
        panel.get_by_role("link", name="This month").click()
        page.get_by_role("button", name="Filters (2)").wait_for()
        said = page.locator(".filters-said").inner_text()
        assert "Day of creation: this month (Europe/Berlin) · Amount: from 10 USD" in said
        page.get_by_text("Views", exact=True).click()
        page.get_by_label("Save these filters as").fill("Large ones")
        pictures.keep(page, f"views-{width}")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        page.get_by_role("button", name="Save", exact=True).click()
        page.get_by_text("Saved as Large ones.").wait_for()
        page.goto(f"{live_server.url}{list_of(Transaction)}")
        page.get_by_text("Views", exact=True).click()
        page.get_by_role("link", name="Large ones").click()
        page.get_by_role("button", name="Filters (2)").wait_for()
        pictures.keep(page, f"filtered-{width}")
        page.get_by_text("Views", exact=True).click()
        page.get_by_role("button", name="Delete the view Large ones").wait_for()
        assert accessibility.problems(page, without=PANEL) + accessibility.low_contrast(page, without=PANEL) == []
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Filters (2)").click()
        panel.wait_for()
        assert accessibility.problems(page, without=PANEL) + accessibility.low_contrast(page, without=PANEL) == []
