"""Two people decide about money in a real browser, a fee is entered; `SCREENSHOTS=folder` keeps the screens."""

from typing import Any

import pytest

from payments.models import FeeSchedule, SuspenseItem
from platforms.backoffice.actions import Role
from platforms.models import PlatformCurrency
from tests.backoffice.review_desk.conftest import person
from tests.support.backoffice import browser
from tests.support.backoffice.support_desk import keep, open_dialog, send
from tests.support.payments import own_fees, scenarios

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.service,
    pytest.mark.usefixtures("ended_connections"),
]
WIDTHS = (1440, 1024, 390)


def keep_all(page: Any, name: str) -> None:
    """Keep a screen at each width by day and by night; nothing of what happens is cut."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for effect in page.locator(".effect:visible").all():
            assert effect.evaluate("one => one.scrollWidth <= one.clientWidth"), (name, width)
        for shade in ("light", "dark"):
            page.evaluate("dark => document.documentElement.classList.toggle('dark', dark)", shade == "dark")
            keep(page, f"{name}-{width}-{shade}")
    page.evaluate("document.documentElement.classList.remove('dark')")
    page.set_viewport_size({"width": WIDTHS[0], "height": 900})


def test_both_people_see_whom_they_pay(api, alice, live_server, worker):
    for name in ("sam", "sue"):
        person(name, Role.SUPPORT)
    public_id = scenarios.quoted("007")(api, alice)
    worker.run()
    item, url = scenarios.item_of(public_id), live_server.url
    does = "Pays 1,849.99 MXN once more to Ada Lovelace, CLABE •••• 7007."
    with browser.open_pages(viewport={"width": 1440, "height": 900}) as context:
        page = context.new_page()
        browser.sign_in(page, url, "sam", to=f"/admin/payments/suspenseitem/{item.pk}/change/")
        open_dialog(page, "Resolve")
        page.locator("#effect").get_by_text("Undoes the exchange of").wait_for()
        page.get_by_label("Send to").select_option("PAY_AGAIN")
        page.locator("#effect").get_by_text(does).wait_for()
        keep_all(page, "effect-propose")
        send(page, "The bank has confirmed the account.")
        page.get_by_text("a second person has to approve it").wait_for()
        context.clear_cookies()

        browser.sign_in(page, url, "sue", to="/admin/platforms/proposal/")
        page.get_by_text(does).first.wait_for()
        keep_all(page, "effect-list")
        with page.expect_navigation():
            page.get_by_role("link", name="Proposal:").first.click()
        page.get_by_text(does).first.wait_for()
        keep_all(page, "effect-page")
        open_dialog(page, "Approve")
        page.locator("#effect").get_by_text(does).wait_for()
        keep_all(page, "effect-approve")
        send(page, "Seen.")
        page.get_by_text("Approved and executed.").wait_for()
    assert SuspenseItem.objects.get().way == "PAY_AGAIN"


def test_who_enters_a_fee_sees_what_a_customer_pays(live_server, acme):
    person("olga", Role.OPERATIONS)
    with browser.open_pages(viewport={"width": 1440, "height": 900}) as context:
        page = context.new_page()
        browser.sign_in(page, live_server.url, "olga", to="/admin/payments/feeschedule/")
        open_dialog(page, "Enter a schedule")
        page.locator("#effect").get_by_text("Fill in the fields").wait_for()
        page.get_by_label("Platform").select_option(str(acme.platform.id))
        page.get_by_label("Fixed fee").fill("1.50")
        page.locator("#effect").get_by_text("needs a source currency").wait_for()
        page.get_by_label("Source currency").select_option("USD")
        page.get_by_label("Variable fee (%)").fill("1.5")
        example = "Of 100.00 USD the customer pays 3.00 USD in fees; 97.00 USD is exchanged."
        page.locator("#effect").get_by_text(example).wait_for()
        keep_all(page, "effect-fee")
    assert not FeeSchedule.objects.exists()


def test_who_limits_a_platform_s_fees_sees_what_it_may_charge(live_server, acme, api, alice):
    own_fees.allow(acme, fixed=9_00, share="0.03")
    own_fees.configure(api, own_fees.config(fixed=7_50, share=0.01))
    scenarios.quoted()(api, alice)
    own_fees.pass_day(api)
    for name in ("olga", "oleg"):
        person(name, Role.OPERATIONS)
    does = "may charge its customers at most 5.00 USD and 1.5 % for a payment in USD."
    with browser.open_pages(viewport={"width": 1440, "height": 900}) as context:
        page = context.new_page()
        browser.sign_in(page, live_server.url, "olga", to=f"/admin/platforms/platform/{acme.platform.id}/change/")
        open_dialog(page, "Limits of its fees")
        page.get_by_label("Currency").select_option("USD")
        page.get_by_label("Largest fixed fee").fill("5.00")
        page.get_by_label("Largest variable fee (%)").fill("1.5")
        page.locator("#effect").get_by_text(does).wait_for()
        page.locator("#effect").get_by_text("1, of which 1 above these limits").wait_for()
        keep_all(page, "fee-limits")
        send(page, "Agreed with the platform.")
        page.get_by_text("a second person has to approve it").wait_for()
        context.clear_cookies()

        browser.sign_in(page, live_server.url, "oleg", to="/admin/platforms/proposal/")
        with page.expect_navigation():
            page.get_by_role("link", name="Proposal:").first.click()
        open_dialog(page, "Approve")
        page.locator("#effect").get_by_text(does).wait_for()
        send(page, "Seen.")
        page.get_by_text("Approved and executed.").wait_for()
        page.goto(f"{live_server.url}/admin/payments/platformfeepayout/")
        page.get_by_text("8.50 USD").first.wait_for()
        keep_all(page, "fee-payouts")
        page.goto(f"{live_server.url}/admin/platforms/platform/{acme.platform.id}/change/")
        page.get_by_text("at most 5.00 USD and 1.5 %").first.wait_for()
        keep_all(page, "fee-platform")
    dollars = PlatformCurrency.objects.get(platform=acme.platform, code="USD")
    assert dollars.most_fixed_fee == 5_00
    assert [config["fixed"] for config in dollars.fee_configs or ()] == [5_00]
