"""Every page and dialog of the back office, in light and in the dark: all text can be told from what is behind it.

`test_screens` has one page of each kind; all have their colours from one stylesheet, and this takes minutes.
"""

import pytest
from django.urls import reverse

from tests.backoffice.review_desk.conftest import Waiting, waiting_business
from tests.support.backoffice import accessibility, browser, screens

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser,
    pytest.mark.usefixtures("ended_connections"),
]


@pytest.fixture
def case(api, story, administrator) -> Waiting:
    """A case at the review desk, beside one row of everything else."""
    return waiting_business(api)


def test_every_page_and_dialog_can_be_read_in_light_and_in_the_dark(live_server, story, case):
    found: dict[str, list[str]] = {}
    with browser.open_pages(viewport=screens.SCREEN) as context:
        page = context.new_page()
        screens.sign_in(page, live_server.url)
        for path in (*screens.own_pages(story, case), *screens.pages_of_tables()):
            screens.show(page, live_server.url, path)
            found[path] = accessibility.low_contrast(page)
        page.goto(f"{live_server.url}{reverse('admin:compliance_desk_case', args=[case.key])}")
        for path in screens.dialogs(case):
            screens.open_dialog(page, path)
            found[path] = accessibility.low_contrast(page)

    assert screens.report(found) == ""
