"""What staff see of screening."""

import pytest
from django.contrib.auth.models import User

from compliance.models import Screening, ScreeningHit, ScreeningListEntry, ScreeningListVersion, ScreeningSweep
from tests.backoffice.conftest import PASSWORD, BackOffice, list_of, page_of
from tests.support.compliance import screening_lists
from tests.support.compliance.stories import created

pytestmark = pytest.mark.django_db
PAGES = (ScreeningHit, Screening, ScreeningListVersion, ScreeningListEntry, ScreeningSweep)


@pytest.fixture
def backoffice() -> BackOffice:
    return BackOffice(User.objects.create_superuser(username="administrator", password=PASSWORD))


def test_every_page_opens_and_none_but_the_list_of_hits_names_the_customer(api, backoffice):
    screening_lists.load(screening_lists.xml())
    created(api, fullName="Zebulon Quarymoor", birthDate="1961-04-12")

    for model in PAGES:
        rows = list(model._default_manager.all())
        assert rows, model
        listed, *pages = backoffice.text(list_of(model)), *(backoffice.text(page_of(row)) for row in rows)
        assert ("Quarymoor" in listed) == (model is ScreeningHit)
        for text in (listed, *pages):
            assert "Quarymoor" not in text or text is listed
            assert "1961-04-12" not in text or model is ScreeningListEntry


def test_a_hit_shows_what_the_list_says_and_leads_to_the_customer(api, backoffice):
    customer = created(api, fullName="Zebulon Quarymoor")

    page = backoffice.text(page_of(ScreeningHit.objects.get()))

    for text in ("Zebulon Quarrymoor", "SBX-1", "SANCTION", "OPEN", "birthYears"):
        assert text in page
    assert f'href="/admin/compliance/customer/{customer["id"].partition(":")[2]}/change/"' in page


def test_an_entry_is_headed_by_its_reference_and_its_first_name(backoffice):
    screening_lists.load(screening_lists.xml())

    for entry in ScreeningListEntry.objects.all():
        assert f"{entry.reference} {entry.names[0]} | " in backoffice.text(page_of(entry)).partition("</title>")[0]


def test_hits_to_decide_are_listed_oldest_first_and_found_by_customer_and_entry(api, backoffice):
    first = created(api, fullName="Zebulon Quarrymoor")
    second = created(api, fullName="Ottoline Vexforth")

    everything = backoffice.text(list_of(ScreeningHit), stands="open")

    assert everything.index("Zebulon Quarrymoor") < everything.index("Ottoline Vexforth")
    assert "Zebulon" not in backoffice.text(list_of(ScreeningHit), q=second["id"])
    assert "Ottoline" not in backoffice.text(list_of(ScreeningHit), q="SBX-1")
    assert "Zebulon" in backoffice.text(list_of(ScreeningHit), q=first["id"])


def test_a_list_costs_as_many_statements_for_one_as_for_many(api, backoffice, django_assert_max_num_queries):
    for _ in range(12):
        created(api, fullName="Zebulon Quarrymoor")

    for model in (ScreeningHit, Screening):
        with django_assert_max_num_queries(11):
            backoffice.text(list_of(model))
