"""The supporter's day in a real browser, by the keyboard; with `SCREENSHOTS=folder` its screens are kept."""

import re
from typing import Any

import pytest

from platforms.backoffice.actions import Role
from tests.backoffice.review_desk.conftest import person
from tests.support import factories
from tests.support.backoffice import browser
from tests.support.backoffice.support_desk import keep, open_dialog, send
from tests.support.payments import scenarios
from webhooks.models import Event

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.service,
    pytest.mark.usefixtures("ended_connections"),
]
SCREEN = {"width": 1440, "height": 900}
AMOUNT, NUMBER = 123_45, "000123456005"


@pytest.fixture
def morning(api, alice, worker) -> dict[str, str]:
    """A transfer that hangs at the bank, money that came twice, and a webhook that was given up."""
    person("sam", Role.SUPPORT)
    person("sue", Role.SUPPORT)
    source = api.internal_account(alice)
    api.fund(source, AMOUNT)
    target = api.external_account(alice, factories.usd_account(number=NUMBER))
    slow = api.transfer_out(source, target, AMOUNT, key="rent-of-may").json()["id"]
    twice = scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()
    Event.objects.filter(resource=slow, type="OUTGOING_PAYMENT.PENDING").update(state="ABANDONED", next_attempt_at=None)
    return {"slow": slow, "twice": twice}


def search(page: Any, url: str, term: str) -> None:
    """Type a term into the box and press Enter."""
    page.goto(f"{url}/admin/search")
    page.get_by_role("searchbox").focus()
    page.keyboard.type(term)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def follow(page: Any, name: str) -> None:
    """Follow a link as somebody without a mouse does."""
    page.locator("#page, main, body").get_by_role("link", name=name).first.focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")


def sentence(page: Any) -> str:
    return str(page.locator("#money-location").inner_text())


def test_the_supporters_day_by_the_keyboard(api, alice, live_server, worker, morning):
    url = live_server.url
    with browser.open_pages(viewport=SCREEN) as context:
        page = context.new_page()
        browser.sign_in(page, url, "sam", to="/admin/search")

        # "Where is my money? It was 123.45, to the account that ends in 6005."
        search(page, url, "6005")
        page.get_by_role("heading", name="External accounts").wait_for()
        keep(page, "search-by-last-four")
        follow(page, "USD_ACCOUNT •••• 6005")
        page.get_by_text("Latest payments").wait_for()
        keep(page, "account")
        search(page, url, "123.45 USD")
        keep(page, "search-by-amount")
        follow(page, "PENDING · 123.45 USD")
        assert sentence(page).startswith("123.45 USD has left the payer and is with the rail")
        assert page.get_by_text("1 webhook failed permanently").is_visible()
        keep(page, "payment-under-way")

        open_dialog(page, "Ask the bank again now")
        keep(page, "ask-again")
        send(page, "The customer called: it has been a day.")
        page.get_by_text("The next step runs now.").wait_for()
        worker.run()
        page.reload()
        assert re.fullmatch(
            r"123\.45 USD was returned to the account of Alice Approved on \d{1,2} \w{3} \d{4}\.", sentence(page)
        )
        keep(page, "payment-failed")

        follow(page, "OUTGOING_PAYMENT.PENDING")
        open_dialog(page, "Redeliver")
        send(page, "Their endpoint is back.")
        page.get_by_text("Redelivery started.").wait_for()

        _resolve_with_a_colleague(page, url, morning["twice"])
        page.goto(f"{url}/admin/payments/transaction/{morning['twice'].partition(':')[2]}/change/")
        assert f"100.00 USD is in {api.internal_account(alice)}" in sentence(page)
        keep(page, "payment-resolved")
    assert factories.balance_of(api.internal_account(alice)) == AMOUNT + 100_00
    assert Event.objects.get(resource=morning["slow"], type="OUTGOING_PAYMENT.PENDING").state == "PENDING"


def _resolve_with_a_colleague(page: Any, url: str, payment: str) -> None:
    search(page, url, payment)
    follow(page, "COMPLETED · 100.00 USD")
    assert "is in suspense and needs staff action" in sentence(page)
    keep(page, "payment-in-suspense")
    follow(page, "Action needed: resolve suspense item")
    open_dialog(page, "Resolve")
    page.get_by_label("Send to").focus()
    page.keyboard.type("Credit")
    keep(page, "resolve-suspense")
    send(page, "She paid twice by mistake and wants to keep it here.")
    page.get_by_text("a second person has to approve it").wait_for()
    keep(page, "proposal")
    proposal = page.url
    colleague = page.context.browser.new_context(viewport=SCREEN).new_page()
    browser.sign_in(colleague, url, "sue", to=proposal.removeprefix(url))
    open_dialog(colleague, "Approve")
    send(colleague, "The bank statement shows both.")
    colleague.get_by_text("Approved and executed.").wait_for()
    colleague.close()


@pytest.mark.parametrize("width", [400, 820, 1440])
def test_a_payments_page_fits_light_and_dark(live_server, morning, width):
    with browser.open_pages(viewport={"width": width, "height": 900}, color_scheme="dark") as context:
        page = context.new_page()
        browser.sign_in(page, live_server.url, "sam", to="/admin/search?q=100.00%20USD")
        keep(page, f"search-dark-{width}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.goto(f"{live_server.url}/admin/payments/transaction/{morning['twice'].partition(':')[2]}/change/")
        page.locator("#money-location").wait_for()
        keep(page, f"payment-dark-{width}")
        if width == SCREEN["width"]:
            _everything_is_on_the_first_screen(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def _everything_is_on_the_first_screen(page: Any) -> None:
    """Hold the head of a page against the height of a screen, and copy its text and its id."""
    for part in (".desk-amount", ".desk-facts", ".desk-buttons", ".desk-party", "#for-customer", "[data-copy]"):
        for box in (one.bounding_box() for one in page.locator(part).all()):
            assert box["y"] + box["height"] <= SCREEN["height"], part
    assert page.locator(".desk-party").count() == 3
    button = page.get_by_role("button", name="Copy", exact=True)
    button.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Copied").wait_for()
    page.get_by_role("button", name="Copy ID").press("Enter")
    page.locator(".desk-id").get_by_role("button", name="Copied").wait_for()
