"""The ageing of suspense, and statements that are found from their customer."""

import datetime as dt

import pytest
from django.urls import reverse

from compliance.models import Customer
from payments.admin import suspense_ageing
from payments.models import InternalAccount, SuspenseItem
from platforms.base import clock
from platforms.models import Platform
from tests.backoffice.conftest import list_of, page_of
from tests.support.backoffice.pages import words

pytestmark = pytest.mark.django_db
AGEING = "/admin/payments/suspenseitem/ageing/"


def items(first: SuspenseItem, *ages: float, currency: str = "USD") -> None:
    """Make items beside the first one, which waited for so many days."""
    for days in ages:
        SuspenseItem.objects.create(
            platform_id=first.platform_id,
            transaction_id=first.transaction_id,
            amount=100,
            currency=currency,
            reason=first.reason,
            opened_at=first.platform.now() - dt.timedelta(days=days),
        )


@pytest.fixture
def first(story) -> SuspenseItem:
    item: SuspenseItem = SuspenseItem.objects.select_related("platform").get()
    SuspenseItem.objects.update(resolved_at=item.opened_at)
    return item


@pytest.mark.parametrize("ahead", [dt.timedelta(), dt.timedelta(days=400)])
def test_items_are_summed_by_currency_and_age(first, ahead):
    Platform.objects.update(clock_offset=ahead)
    first.platform.refresh_from_db()
    items(first, 0, 1.9, 2.1, 7.9, 8.1, 30.9, 31.1, 300)
    items(first, 9, currency="MXN")

    assert suspense_ageing.sums(now=clock.real_now()) == {
        "USD": {
            "0-1 days": (2, 200),
            "2-7 days": (2, 200),
            "8-30 days": (2, 200),
            "over 30 days": (2, 200),
        },
        "MXN": {"8-30 days": (1, 100)},
    }


def test_the_report_shows_the_sums_and_is_found_from_the_list(backoffice, first):
    items(first, 1, 40, 50)

    assert AGEING in backoffice.text(list_of(SuspenseItem))
    page = words(backoffice.text(AGEING))
    assert "0-1 days 2-7 days 8-30 days Over 30 days All" in page
    assert "USD 1.00 USD (1) 2.00 USD (2) 3.00 USD (3)" in page


def test_without_items_nothing_is_shown(backoffice, first):
    assert "None." in words(backoffice.text(AGEING))


def test_a_statement_is_found_from_the_page_of_its_customer(backoffice, story):
    account = InternalAccount.objects.get(id=story.internal_account.partition(":")[2])
    statement = reverse("admin:payments_ledger_statement", args=[account.ledger_account_id])

    assert statement in backoffice.text(page_of(Customer.objects.get(id=story.alice.partition(":")[2])))
    assert backoffice.get(statement).status_code == 200
