"""Notes by keyboard on the three pages that have them, and a case opened by hand."""

import pytest
from django.urls import reverse

from compliance.models import Customer, HandOpenedCase
from payments.models import Transaction
from platforms.backoffice import links
from platforms.models import Note
from tests.support.backoffice import browser, pictures, screens

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.service,
    pytest.mark.usefixtures("ended_connections"),
]


def test_a_letter_opens_the_note_and_what_is_typed_is_the_note(live_server, story, administrator):
    customer = Customer.objects.get(id=story.alice.partition(":")[2])
    rows = (customer, customer.platform, Transaction.objects.get(id=story.paid.partition(":")[2]))
    with browser.open_pages(viewport=screens.SCREEN) as context:
        page = context.new_page()
        screens.sign_in(page, live_server.url)
        for row in rows:
            page.goto(f"{live_server.url}{links.page(type(row), row.pk)}")
            page.keyboard.press("n")
            page.get_by_role("heading", name="Write a note").wait_for()
            page.keyboard.type(f"Rang about {type(row).__name__}.")
            page.keyboard.press("Control+Enter")
            page.get_by_text("Note saved.").wait_for()
            page.get_by_role("cell", name=f"Rang about {type(row).__name__}.").wait_for()
            pictures.keep(page, f"note-{type(row).__name__.lower()}")
        assert set(Note.objects.values_list("subject", flat=True)) >= {row.public_id for row in rows}


def test_a_case_is_opened_on_the_customers_page_and_decided_from_the_queue(live_server, story, administrator):
    with browser.open_pages(viewport=screens.SCREEN) as context:
        page = context.new_page()
        screens.sign_in(page, live_server.url)
        page.goto(f"{live_server.url}{links.page(Customer, story.alice.partition(':')[2])}")
        page.keyboard.press("o")
        page.get_by_role("heading", name="Open a case").wait_for()
        page.keyboard.type("Nine payments in one night.")
        page.keyboard.press("Control+Enter")
        page.get_by_text("Nine payments in one night.").wait_for()
        pictures.keep(page, "hand-opened-case")
        page.goto(f"{live_server.url}{reverse('admin:compliance_desk_queue')}")
        pictures.keep(page, "hand-opened-queue")
        page.get_by_role("region", name="Cases opened by hand").get_by_role("link").first.click()
        # The letter is heard once the scripts of the page are there.
        page.wait_for_load_state("load")
        page.keyboard.press("h")
        page.get_by_label("Decision").select_option("IN_ORDER")
        page.get_by_label("Reason").fill("They are his rent and salaries.")
        page.keyboard.press("Control+Enter")
        page.get_by_text("The case is decided.").wait_for()
    assert not HandOpenedCase.objects.filter(decided_at=None).exists()
