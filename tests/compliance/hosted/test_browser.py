"""The identity page in a real browser: a phone, no script, keyboard only."""

from typing import Any

import pytest

from compliance.models import Customer, KycLink
from config.variables import values
from tests.support.backoffice import browser
from tests.support.compliance import sample_documents

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.service,
    pytest.mark.usefixtures("ended_connections"),
]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "java_script_enabled": False}


@pytest.fixture(autouse=True)
def _empty_storage(settings, tmp_path):
    stored = values.document_storage((tmp_path / "storage").as_uri())
    settings.STORAGES = {**settings.STORAGES, "documents": stored}


@pytest.fixture
def link(api, live_server) -> str:
    made = api.get("/customers/kyc-link", platformCustomerId="user-7", redirectUri="https://acme.example.com/back?x=1")
    return f"{live_server.url}/{made.json()['kycUrl'].split('/', 3)[3]}"


def _every_field_is_named(page) -> None:
    nameless = page.locator("input:not([type=hidden]), select").evaluate_all(
        "fields => fields.filter(field => !field.labels || !field.labels.length).map(field => field.outerHTML)"
    )
    assert nameless == []


def _fill_in_the_rest(page, front, back) -> None:
    page.get_by_label("Street and number").fill("1 Navy Yard")
    page.get_by_label("Town or city").fill("New York")
    page.get_by_label("Postal code").fill("10001")
    page.get_by_label("Country", exact=True).select_option("US")
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Driving licence").check()
    page.get_by_label("Which country issued it?").select_option("US")
    page.get_by_label("Photo or scan of the front").set_input_files(front)
    page.get_by_label("Photo or scan of the back").set_input_files(back)
    page.get_by_role("button", name="Continue").click()


def test_a_customer_says_who_they_are_on_a_phone_without_script(api, link, tmp_path):
    front, back = tmp_path / "front.png", tmp_path / "back.jpg"
    front.write_bytes(sample_documents.png())
    back.write_bytes(sample_documents.jpeg())
    with browser.open_pages(**PHONE) as context:
        page = context.new_page()
        elsewhere: list[str] = []
        page.on("request", lambda request: elsewhere.append(request.url))
        page.goto(link)
        page.get_by_role("button", name="Begin").click()
        page.get_by_role("button", name="Continue").click()
        assert page.get_by_role("alert").get_by_role("link").count() == 3
        page.get_by_role("link", name="Enter your full name.").click()
        assert page.url.endswith("#id_fullName")
        page.get_by_label("Full name").fill("Grace Hopper")
        page.get_by_label("Date of birth").fill("1986-12-09")
        page.get_by_label("Nationality").select_option("US")
        page.get_by_role("button", name="Continue").click()
        _fill_in_the_rest(page, front, back)
        page.wait_for_load_state("load")
        shown = page.get_by_role("img")
        assert shown.count() == 2
        assert [shown.nth(place).evaluate("image => image.naturalWidth > 0") for place in (0, 1)] == [True, True]
        text = page.locator("main").inner_text()
        for fact in (
            "Grace Hopper",
            "9 December 1986",
            "United States",
            "1 Navy Yard",
            "Driving licence",
            "Step 4 of 4",
        ):
            assert fact in text
        page.get_by_label("Everything here is true").check()
        page.get_by_role("button", name="Send").click()
        assert page.get_by_role("heading", name="Sent").is_visible()
        customer = Customer.objects.get()
        onward = page.get_by_role("link", name="Back to acme").get_attribute("href")
        assert onward.startswith("https://acme.example.com/back?x=1&customerId=Customer%3A")
        assert str(customer.id) in onward
        page.goto(link)
        assert page.get_by_role("heading", name="This link can't be used any more").is_visible()
        home = link.split("/identity/")[0]
        assert [url for url in elsewhere if not url.startswith(home)] == []

    assert KycLink.objects.get().state == "COMPLETED"
    assert customer.full_name == "Grace Hopper"
    assert customer.address["city"] == "New York"
    link_row = KycLink.objects.get()
    shown = api.get(f"/customers/Customer:{customer.id}").json()
    verification = api.get(f"/verifications/Verification:{link_row.verification_id}").json()
    assert (shown["kycStatus"], verification["verificationStatus"]) == ("APPROVED", "APPROVED")
    assert f"verificationId=Verification%3A{link_row.verification_id}" in onward


def test_the_keyboard_is_enough_and_every_field_has_its_name(link):
    with browser.open_pages(viewport={"width": 1280, "height": 900}) as context:
        page = context.new_page()
        page.goto(link)
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_url("**/you")
        _every_field_is_named(page)
        page.get_by_label("Full name").focus()
        page.keyboard.type("Grace Hopper")
        page.keyboard.press("Tab")
        page.keyboard.type("12091986")
        page.get_by_label("Nationality").focus()
        page.keyboard.type("United States")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_url("**/address")
        _every_field_is_named(page)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize("width", [320, 768, 1280])
def test_nothing_is_cut_off_however_narrow_the_screen(link, width):
    with browser.open_pages(viewport={"width": width, "height": 800}) as context:
        page = context.new_page()
        page.goto(link)
        page.get_by_role("button", name="Begin").click()
        page.get_by_role("button", name="Continue").click()

        assert page.evaluate("document.documentElement.scrollWidth") <= width
