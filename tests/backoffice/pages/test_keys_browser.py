"""`?` lists the keys of the page that is open."""

import pytest

from payments.models import LedgerAccount, Transaction
from tests.backoffice.conftest import list_of
from tests.support.backoffice import browser, screens

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.service,
    pytest.mark.usefixtures("ended_connections"),
]


def test_a_question_mark_lists_the_keys_of_the_page(live_server, story, administrator):
    with browser.open_pages(viewport=screens.SCREEN) as context:
        page = context.new_page()
        screens.sign_in(page, live_server.url)
        page.goto(f"{live_server.url}{list_of(Transaction)}")
        keys = page.get_by_role("dialog", name="Keys of this page")
        page.keyboard.press("?")
        keys.wait_for()
        of_payments = keys.locator("dl").inner_text()
        page.keyboard.press("Escape")
        keys.wait_for(state="hidden")
        page.goto(f"{live_server.url}{list_of(LedgerAccount)}")
        page.get_by_role("button", name="Keys").click()
        keys.wait_for()
        of_accounts = keys.locator("dl").inner_text()
        keys.get_by_role("button", name="Close").click()
        # What is typed is no key.
        page.get_by_role("searchbox").or_(page.locator("input[name=q]")).first.focus()
        page.keyboard.press("?")
        assert not keys.is_visible()

    assert "The next row of the list" in of_payments
    assert "Find anything" in of_payments
    assert "The next row of the list" not in of_accounts
    assert "Find anything" in of_accounts
