"""E-mail addresses and telephone numbers of individuals: masked, found, and shown to who may see them."""

import pytest

from compliance.models import Customer
from platforms.backoffice.actions import Role
from tests.backoffice.conftest import page_of
from tests.support.backoffice.pages import words

pytestmark = pytest.mark.django_db
EMAIL, PHONE = "Zelda.Quixote@post.example", "+4915799887766"


@pytest.fixture
def zelda(api) -> Customer:
    made = api.customer("Zelda Quixote", email=EMAIL, phoneNumber=PHONE)
    found: Customer = Customer.objects.get(id=made.partition(":")[2])
    return found


def test_they_are_masked_on_the_customers_page(hire, zelda):
    shown = words(hire("sam", Role.SUPPORT).text(page_of(zelda)))

    assert "Z••••@post.example" in shown
    assert "•••• 7766" in shown
    assert EMAIL not in shown
    assert PHONE not in shown


@pytest.mark.parametrize("term", [EMAIL, EMAIL.lower(), PHONE, "+49 1579 988 77 66", "4915799887766"])
def test_staff_find_a_customer_by_them(hire, zelda, term):
    found = hire("sam", Role.SUPPORT).text("/admin/search/", s=term, extended="1")

    assert f'href="{page_of(zelda)}"' in found


@pytest.mark.parametrize("term", ["quixote@post.example", "zelda.quixote@post", "+491579988776", "988 7766"])
def test_a_part_of_them_is_not_enough(hire, zelda, term):
    found = hire("sam", Role.SUPPORT).text("/admin/search/", s=term, extended="1")

    assert f'href="{page_of(zelda)}"' not in found
