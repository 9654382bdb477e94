"""Every page and dialog of the back office in a browser: nothing for axe to find, nothing wider than the window.

Colours are compared on one page of each kind, here; on all of them in `test_colours`.
"""

import datetime as dt
import zoneinfo

import pytest
from django.urls import reverse

from banks.models import BankException
from payments.models import Transaction
from platforms.models import AuditEntry, Proposal
from tests.backoffice.conftest import list_of, page_of
from tests.backoffice.review_desk.conftest import Waiting, waiting_business
from tests.support.backoffice import accessibility, browser, screens

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.service,
    pytest.mark.usefixtures("ended_connections"),
]
MENU = "#nav-sidebar"


@pytest.fixture
def case(api, story, administrator) -> Waiting:
    """A case at the review desk, beside one row of everything else."""
    return waiting_business(api)


def _with_colours_of_all() -> set[str]:
    """Return lists and pages that have what others have: labels of every kind, links, masked text, effects."""
    models = (Transaction, Proposal, BankException, AuditEntry)
    return {path for model in models for path in (list_of(model), page_of(model._default_manager.first()))}


def test_every_page_fits_and_has_nothing_for_axe_to_find(live_server, story, case):
    found: dict[str, list[str]] = {}
    coloured = {*screens.own_pages(story, case), *_with_colours_of_all()}
    with browser.open_pages(viewport=screens.SCREEN) as context:
        page = context.new_page()
        page.goto(f"{live_server.url}/admin/login/")
        found["sign-in"] = accessibility.faults(page, has_own_colours=True)
        screens.sign_in(page, live_server.url)
        found["start"] = accessibility.faults(page, has_own_colours=True)
        for path in (*screens.own_pages(story, case), *screens.pages_of_tables()):
            screens.show(page, live_server.url, path)
            found[path] = accessibility.faults(page, without=MENU, has_own_colours=path in coloured)

    assert screens.report(found) == ""


def test_every_dialog_fits_and_has_nothing_for_axe_to_find(live_server, story, case):
    found: dict[str, list[str]] = {}
    with browser.open_pages(viewport=screens.SCREEN) as context:
        page = context.new_page()
        screens.sign_in(page, live_server.url)
        page.goto(f"{live_server.url}{reverse('admin:compliance_desk_case', args=[case.key])}")
        for number, path in enumerate(screens.dialogs(case)):
            screens.open_dialog(page, path)
            # The desk's dialogs have colours of their own; those of all other actions are one form.
            has_own_colours = number == 0 or "/desk/" in path
            found[path] = accessibility.faults(page, has_own_colours=has_own_colours)

    assert screens.report(found) == ""


def test_what_the_theme_has_for_the_mouse_is_there_for_the_keyboard(live_server, story, administrator):
    with browser.open_pages(viewport={"width": 1024, "height": 900}) as context:
        page = context.new_page()
        screens.sign_in(page, live_server.url)
        page.goto(f"{live_server.url}{list_of(Transaction)}")
        for button, shown in (("Menu", "Find anything"), ("administrator", "Log out"), ("Close the menu", "Menu")):
            page.get_by_role("button", name=button).locator("visible=true").focus()
            page.keyboard.press("Enter")
            page.get_by_role("button", name=shown).locator("visible=true").wait_for()
        page.get_by_role("button", name="Filters", exact=True).focus()
        page.keyboard.press("Enter")
        page.get_by_role("dialog", name="Filters").wait_for()
        without = "#page > :not(#main)"
        assert accessibility.problems(page, without=without) + accessibility.low_contrast(page, without=without) == []
        page.keyboard.press("Escape")
        page.get_by_role("dialog", name="Filters").wait_for(state="hidden")


def test_the_local_time_stands_beside_utc(live_server, story, administrator):
    path = page_of(Transaction.objects.get(id=story.paid.partition(":")[2]))
    with browser.open_pages(viewport=screens.SCREEN, timezone_id="Asia/Tokyo") as context:
        page = context.new_page()
        screens.sign_in(page, live_server.url)
        page.goto(f"{live_server.url}{path}")
        time = page.locator("main time[datetime]").first
        utc = dt.datetime.fromisoformat(time.get_attribute("datetime"))
        local = utc.astimezone(zoneinfo.ZoneInfo("Asia/Tokyo"))
        day = f"{local:%Y-%m-%d} " if local.date() != utc.date() else ""
        assert time.locator("xpath=following-sibling::span").first.inner_text() == f"{day}{local:%H:%M} GMT+9"
    with browser.open_pages(viewport=screens.SCREEN, timezone_id="UTC") as context:
        page = context.new_page()
        screens.sign_in(page, live_server.url)
        page.goto(f"{live_server.url}{path}")
        assert page.locator("main time").count() > 0
        assert page.locator(".local-time").count() == 0
