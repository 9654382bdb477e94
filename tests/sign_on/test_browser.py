"""Signing on in a real browser, from the sign-in page to the provider's site and back; SCREENSHOTS keeps them."""

import pytest

from tests.sign_on import provider as providers
from tests.sign_on.conftest import ANNA, use
from tests.support.backoffice import browser
from tests.support.backoffice.pictures import keep

pytestmark = [
    pytest.mark.service,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("ended_connections"),
]


def test_the_browser_comes_back_from_another_site_and_is_signed_on(live_server, settings):
    # Another site than the provider's: strict cookies stay where they are.
    ours = live_server.url.replace("127.0.0.1", "localhost")
    with providers.serving(back=f"{ours}/admin/sign-on/back/") as provider:
        provider.say(people={"anna": ANNA})
        use(provider, settings)
        with browser.open_pages(viewport={"width": 1440, "height": 900}, color_scheme="dark") as context:
            page = context.new_page()
            page.goto(f"{ours}/admin/payments/transaction/")
            keep(page, "sign-on-page")
            page.get_by_role("link", name="Sign in with your company account").click()
            page.get_by_label("Name").fill("anna")
            page.get_by_role("button", name="Sign in").click()
            page.wait_for_url(f"{ours}/admin/payments/transaction/")
            page.get_by_text("anna@example.com").first.wait_for()
            keep(page, "sign-on-done")
            # A second time the provider knows her: nothing is asked.
            page.set_viewport_size({"width": 390, "height": 844})
            page.evaluate("document.querySelector('form[action$=\"/logout/\"]').submit()")
            page.get_by_role("link", name="Sign out of the company account too").wait_for()
            keep(page, "sign-on-out-390")
            page.get_by_role("link", name="Sign in again").click()
            keep(page, "sign-on-page-390")
            page.get_by_role("link", name="Sign in with your company account").click()
            page.get_by_text("anna@example.com").first.wait_for(state="attached")
            # What the provider says of her now is refused on a page of ours.
            provider.say(people={"anna": ANNA | {"groups": []}})
            page.goto(f"{ours}/admin/sign-on/")
            page.get_by_text("None of your groups has a role here").wait_for()
            keep(page, "sign-on-refused-390")
