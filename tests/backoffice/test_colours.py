"""Every page and dialog of the back office, in light and in the dark: all text can be told from what is behind it.

`test_screens` has one page of each kind; all have their colours from one stylesheet, and this takes a minute.
"""

import pytest
from django.urls import reverse

from tests.backoffice.review_desk.conftest import Waiting, waiting_business
from tests.support.backoffice import accessibility, browser, screens

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.beside,
    pytest.mark.inputs(
        "templates",
        "*/static/*",
        "*/admin/*",
        "config/backoffice",
        "platforms/backoffice",
        "tests/support/backoffice",
        "requirements.lock",
    ),
    pytest.mark.usefixtures("ended_connections"),
]
_PAINT = """colour => [...document.querySelectorAll("#page *")]
    .find(one => !one.children.length && one.textContent.trim().length > 3 && one.offsetWidth > 20
        && one.checkVisibility() && one.closest("main, #main, #content"))
    .style.setProperty("color", colour, "important")"""


@pytest.fixture
def case(api, story, administrator) -> Waiting:
    """A case at the review desk, beside one row of everything else."""
    return waiting_business(api)


def test_every_page_and_dialog_can_be_read_in_light_and_in_the_dark(live_server, story, case):
    found: dict[str, list[str]] = {}
    seen: set[str] = set()
    with browser.open_pages(viewport=screens.SCREEN) as context:
        page = context.new_page()
        screens.sign_in(page, live_server.url)
        for path in (*screens.own_pages(story, case), *screens.pages_of_tables()):
            screens.show(page, live_server.url, path)
            found[path] = accessibility.new_low_contrast(page, seen)
        page.goto(f"{live_server.url}{reverse('admin:compliance_desk_case', args=[case.key])}")
        for path in screens.dialogs(case):
            screens.open_dialog(page, path)
            found[path] = accessibility.new_low_contrast(page, seen)

    assert screens.report(found) == ""


@pytest.mark.parametrize(("colour", "theme"), [("#eeeeee", "light"), ("#222222", "dark")])
def test_a_text_of_a_page_that_was_seen_is_looked_at_again_in_another_colour(live_server, story, case, colour, theme):
    seen: set[str] = set()
    with browser.open_pages(viewport=screens.SCREEN) as context:
        page = context.new_page()
        screens.sign_in(page, live_server.url)

        assert accessibility.new_low_contrast(page, seen) == []
        assert len(seen) > 20
        page.evaluate(_PAINT, colour)
        [found] = accessibility.new_low_contrast(page, seen)

    assert found.startswith(f"{theme}: color-contrast")
