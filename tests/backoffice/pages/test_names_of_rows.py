"""Lists and pages name who it is about, amounts as their currency has them, and nothing twice."""

import datetime as dt
import re

import pytest
from django.utils.html import strip_tags

from banks.models import BankStatementLine
from compliance.models import Customer, ScreeningHit
from config.backoffice import menu
from payments.models import Deposit, IncomingUmaPayment, OutgoingUmaPayment
from platforms.backoffice.actions import Role
from platforms.models import AuditEntry, Platform, PlatformCurrency
from tests.backoffice.conftest import list_of, page_of
from tests.support.backoffice.pages import words
from tests.support.payments import arrivals
from webhooks.models import Event

pytestmark = pytest.mark.django_db


def _main(html: str) -> str:
    return words(html[html.index('id="main"') :])


def _links(html: str) -> str:
    return re.split(r">\s*Links\s*<", html)[1]


def _customer(public_id: str) -> Customer:
    found: Customer = Customer.objects.get(id=public_id.partition(":")[2])
    return found


def test_deposits_name_the_payer_and_say_what_the_reference_is(backoffice, story):
    line = BankStatementLine.objects.get()
    deposit = arrivals.arrive(
        story.acme.platform, named=story.internal_account, reference=line.public_id, is_of_line=True
    )

    page = _main(backoffice.text(list_of(Deposit), q=deposit.public_id))

    assert "Credited - Ada Alice Approved Statement line" in page
    assert line.said["name"] == "Ada"
    assert "Ada" in _main(backoffice.text(page_of(deposit)))


@pytest.mark.parametrize("model", [IncomingUmaPayment, OutgoingUmaPayment])
def test_payments_by_uma_name_the_customer_and_amounts_of_their_currency(backoffice, story, model):
    page = _main(backoffice.text(list_of(model)))

    assert "Alice Approved" in page
    assert "7.00 USD" in page or "2.00 USD" in page
    assert not any(len(word.rpartition(".")[2]) > 8 for word in page.split() if word.replace(".", "").isdigit())


def test_a_platforms_page_has_limits_to_read_names_and_few_links(backoffice, story):
    page = backoffice.text(page_of(story.acme.platform))
    first = _links(page).partition("<details")[0]

    assert PlatformCurrency.objects.filter(platform=story.acme.platform, code="USD").exists()
    assert "USD 0.01 USD 10,000,000,000,000 USD Outgoing, Incoming" in _main(page)
    assert "Alice Approved to Ada Lovelace" in _main(page)
    assert 5 < first.count("<a ") < 20
    assert "All other lists" in page


def test_a_customers_page_has_the_other_side_of_payments_and_zero_balances_in_one_line(backoffice, story):
    page = _main(backoffice.text(page_of(_customer(story.alice))))

    assert "to Ada Lovelace" in page.partition("Latest payments")[2]
    assert page.index("Latest payments") < page.index("Balances")
    assert "Nothing in" in page
    assert "0.00 MXN" not in page


def test_a_customers_page_has_an_address_to_read_one_name_and_each_list_once(backoffice, story):
    html = backoffice.text(page_of(_customer(story.alice)))
    listed = [strip_tags(link) for link in _links(html).partition("</section>")[0].split("</a>")]

    assert "<pre" not in html
    assert "Full name" not in html
    titles = [" ".join(title.split()) for title in listed if title.strip()]
    assert sorted(set(titles)) == sorted(titles)
    assert {"Invitations: inviter", "Invitations: invitee"} <= set(titles)


def test_an_id_that_the_platform_did_not_give_is_a_dash_with_its_reason(backoffice, api, story):
    without = api.post(
        "/customers",
        {"customerType": "INDIVIDUAL", "region": "US", "currencies": ["USD"], "fullName": "Nora Nameless"},
    ).json()["id"]
    row = _customer(without)

    page, listed = backoffice.text(page_of(row)), backoffice.text(list_of(Customer), q=without)

    for html in (page, listed):
        assert 'title="The platform gave none."' in html
    assert str(row.pk) not in _main(listed)


def test_differences_of_rounding_have_few_decimals(backoffice, story):
    page = _main(backoffice.text("/admin/payments/quote/exchange-result/"))

    assert "Exchange, USD" in page
    figures = [word for word in page.split() if word.replace(".", "").replace("-", "").replace(",", "").isdigit()]
    assert max((len(figure.partition(".")[2]) for figure in figures), default=0) <= 12


def test_hits_to_decide_come_first_with_the_name_of_whom_they_concern(backoffice, story):
    page = _main(backoffice.text(list_of(ScreeningHit), stands="open"))

    assert "Zebulon Quarrymoor the customer" in page
    assert f"{list_of(ScreeningHit)}?stands=open" in str(menu.ENTRIES[Role.REVIEWER][3].link)


def test_the_audit_log_has_verbs_in_words_and_who_did_it_by_name(backoffice, story, api):
    made = api.customer("Nora Named", birthDate="1961-04-12", nationality="DE")

    of_customer = backoffice.text(list_of(AuditEntry), q=made)
    of_payments = backoffice.text(list_of(AuditEntry), q=story.paid)
    exported = backoffice.client.post(f"{list_of(AuditEntry)}export/").getvalue().decode()

    assert 'title="customer.create">Customer: create<' in of_customer
    assert re.search(r"API, token\s+tests\s", _main(of_customer))
    assert 'title="transfer_out.create">Transfer out made<' in of_payments
    assert "transfer_out.create" in exported


def test_the_audit_log_says_whose_clock_is_ahead(backoffice, story):
    Platform.objects.filter(pk=story.acme.platform.pk).update(clock_offset=dt.timedelta(days=28))

    assert "clock 28 d ahead" in _main(backoffice.text(list_of(AuditEntry)))


def test_the_page_of_a_member_of_staff_has_no_help_for_editing(backoffice, administrator):
    page = backoffice.text(page_of(administrator))

    assert "Unselect this" not in page
    assert "150 characters or fewer" not in page


def test_types_of_events_break_between_words(backoffice, story):
    assert "OUTGOING_<wbr>PAYMENT.<wbr>COMPLETED" in backoffice.text(list_of(Event))


def test_the_trial_balance_has_words_and_books_against_bank_begin_with_the_latest_day(backoffice, story):
    books = _main(backoffice.text("/admin/payments/ledgeraccount/books/"))
    compared = backoffice.get("/admin/banks/bankstatementline/comparison/")

    assert "Customer funds" in books
    assert compared.context["panels"]
    assert f"day={BankStatementLine.objects.get().booked_on}" in compared.content.decode()
