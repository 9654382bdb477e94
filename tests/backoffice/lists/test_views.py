"""Saved views: names for the filters of a list, of one person."""

import pytest
from django.contrib.auth.models import User

from compliance.models import Customer
from payments.models import Deposit, Transaction
from platforms.backoffice.actions import Role
from platforms.backoffice.lists import views
from platforms.models import SavedView
from tests.backoffice.access.conftest import hire  # noqa: F401 - a fixture
from tests.backoffice.conftest import BackOffice, list_of
from tests.support.backoffice.pages import words

pytestmark = pytest.mark.django_db
FILTERS = "currency=USD&days=last_month&status__exact=FAILED"


def save(who: BackOffice, name: str = "Failed in dollars", filters: str = FILTERS, model=Transaction):
    reply = who.post(f"{list_of(model)}views/save/", name=name, filters=filters)
    assert reply.status_code == 302
    return who.client.get(reply.headers["Location"])


def menu(who: BackOffice, model=Transaction, **query) -> str:
    return who.text(f"{list_of(model)}views/", **query)


def test_a_view_has_the_filters_that_it_was_saved_with(backoffice):
    saved = save(backoffice)

    assert "Saved as Failed in dollars." in words(saved.content.decode())
    shown = menu(backoffice)
    assert "Failed in dollars" in words(shown)
    assert f'href="./?{FILTERS.replace("&", "&amp;")}"' in shown
    assert saved.context["cl"].narrowed_by == [
        "Day of creation: last month (UTC)",
        "Currency: USD",
        "Status: Failed",
    ]
    assert "Failed in dollars" not in menu(backoffice, Deposit)


def test_the_same_name_replaces_the_former_filters(backoffice):
    save(backoffice)
    save(backoffice, filters="days=today")

    assert [view.filters for view in SavedView.objects.filter(name="Failed in dollars")] == ["days=today"]


def test_nobody_sees_or_deletes_the_view_of_somebody_else(backoffice, hire):  # noqa: F811 - the fixture
    save(backoffice)
    view = SavedView.objects.get(name="Failed in dollars")
    olga = hire("olga", Role.OPERATIONS)

    assert "Failed in dollars" not in menu(olga)
    assert "Failed in dollars" not in olga.text(list_of(SavedView))
    assert olga.get(f"{list_of(SavedView)}{view.pk}/change/").status_code == 302
    assert olga.post(f"{list_of(Transaction)}views/{view.pk}/delete/").status_code == 302
    assert SavedView.objects.filter(pk=view.pk).exists()


def test_its_owner_deletes_it(backoffice):
    save(backoffice)
    view = SavedView.objects.get(name="Failed in dollars")

    assert "Delete the view Failed in dollars" in menu(backoffice)
    backoffice.post(f"{list_of(Transaction)}views/{view.pk}/delete/")

    assert not SavedView.objects.filter(pk=view.pk).exists()


def test_a_search_and_what_is_no_filter_is_not_kept(backoffice):
    save(backoffice, filters="q=Lovelace&days=today&p=3&description__contains=x&status__exact=&zone=Asia%2FTokyo")

    assert SavedView.objects.get(name="Failed in dollars").filters == "days=today&zone=Asia%2FTokyo"


@pytest.mark.parametrize(
    ("name", "filters", "said"),
    [
        ("", FILTERS, "Enter a name of 1 to 60 characters."),
        ("x" * 61, FILTERS, "Enter a name of 1 to 60 characters."),
        ("a\tb", FILTERS, "Enter a name of 1 to 60 characters."),
        ("Nothing", "q=Lovelace", "Narrow the list by filters first."),
        ("Long", f"currency={'x' * 1001}", "The filters are too long."),
    ],
)
def test_what_can_not_be_saved_is_said(name, filters, said, backoffice):
    page = save(backoffice, name=name, filters=filters)

    assert f"Not saved. {said}" in words(page.content.decode())
    assert not SavedView.objects.filter(name=name).exists()


def test_a_person_has_so_many_at_most(backoffice, monkeypatch):
    monkeypatch.setattr(views, "MOST", 2)
    save(backoffice, "one")
    save(backoffice, "two", model=Deposit, filters="days=today")

    page = save(backoffice, "three")

    assert "You have 2 saved views, which is the most. Delete one first." in words(page.content.decode())
    assert "Saved as two." in words(save(backoffice, "two", model=Deposit, filters="days=yesterday").content.decode())


def test_who_may_not_see_a_list_has_no_views_of_it(hire):  # noqa: F811 - the fixture
    rita = hire("rita", Role.REVIEWER)

    assert rita.get(f"{list_of(Transaction)}views/").status_code == 403
    assert rita.post(f"{list_of(Transaction)}views/save/", name="x", filters=FILTERS).status_code == 403
    assert rita.get(f"{list_of(Customer)}views/").status_code == 200
    assert User.objects.filter(username="rita").exists()
