"""The operators' queue: who takes a case, what they note, and how it ends."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from payments.models import OperationsCase, OperationsCaseStep
from platforms.base import clock
from platforms.models import AuditEntry
from tests.backoffice.conftest import list_of, page_of

pytestmark = pytest.mark.django_db


def do(office, name: str, case: OperationsCase, reason: str = "because"):
    address = reverse(f"admin:payments_operationscase_{name}", args=[case.pk])
    return office.post(address, _form_submitted="True", reason=reason)


@pytest.fixture
def case(acme) -> OperationsCase:
    now = clock.real_now()
    return OperationsCase.objects.create(
        kind="MONEY_IN_SUSPENSE",
        subject="SuspenseItem:x",
        platform=acme.platform,
        cause="PAID_TWICE",
        since=now,
        opened_at=now,
    )


def test_an_operator_takes_a_case_notes_and_closes_it(case, olga):
    replies = [
        do(olga, "claim", case),
        do(olga, "note", case, "the bank was called"),
        do(olga, "close", case, "it is well"),
    ]

    case.refresh_from_db()
    assert all(reply["HX-Redirect"] == page_of(case) for reply in replies)
    assert (case.state, case.assigned_to, case.closed_by, case.resolution) == ("CLOSED", "olga", "olga", "it is well")
    history = [("CLAIMED", "because"), ("NOTED", "the bank was called"), ("CLOSED", "it is well")]
    assert list(case.steps.values_list("kind", "text")) == history
    assert all(text in olga.text(page_of(case)) for _, text in history)
    told = AuditEntry.objects.filter(subject=case.public_id).order_by("id").values_list("verb", "actor_id")
    assert list(told) == [("case.claim", "olga"), ("case.note", "olga"), ("case.close", "olga")]


def test_a_case_that_somebody_has_is_left_to_them_until_it_is_put_back(case, olga, otto):
    do(olga, "claim", case)

    refused = [do(otto, "claim", case), do(otto, "close", case)]

    assert all("Somebody else has this case" in reply.content.decode() for reply in refused)
    do(otto, "release", case, "olga is ill")
    do(otto, "claim", case)
    case.refresh_from_db()
    assert case.assigned_to == "otto"


def test_a_closed_case_takes_nothing_more(case, olga):
    do(olga, "close", case)

    replies = [do(olga, name, case) for name in ("claim", "note", "close", "release")]

    assert all("This case is closed." in reply.content.decode() for reply in replies)
    assert case.steps.count() == 1


def test_a_case_that_is_not_there_is_refused(olga, db):
    missing = OperationsCase()

    assert "There is no such case." in do(olga, "close", missing).content.decode()


def test_the_page_offers_what_fits(case, olga, otto):
    assert _offered(olga, case) == {"claim", "note", "close"}
    do(olga, "claim", case)
    assert _offered(olga, case) == {"note", "close", "release"}
    assert _offered(otto, case) == {"note", "release"}
    do(olga, "close", case)
    assert _offered(olga, case) == set()


def _offered(office, case) -> set[str]:
    page = office.text(page_of(case))
    names = ("claim", "note", "close", "release")
    return {name for name in names if reverse(f"admin:payments_operationscase_{name}", args=[case.pk]) in page}


def test_the_queue_of_open_cases_begins_with_the_oldest(case, olga):
    now = clock.real_now()
    younger = OperationsCase.objects.create(
        kind="MONEY_IN_SUSPENSE", subject="SuspenseItem:y", cause="x", since=now, opened_at=now
    )

    queue = olga.get(list_of(OperationsCase), state__exact="OPEN").context["cl"].result_list
    everything = olga.get(list_of(OperationsCase)).context["cl"].result_list

    assert [row.pk for row in queue] == [case.pk, younger.pk]
    assert [row.pk for row in everything] == [younger.pk, case.pk]


@pytest.mark.parametrize("change", [{"closed_by": "olga"}, {"state": "CLOSED"}, {"state": "AJAR"}])
def test_the_database_knows_no_half_an_end(case, change):
    with pytest.raises(IntegrityError), transaction.atomic():
        OperationsCase.objects.filter(id=case.id).update(**change)


def test_the_queue_has_its_place_in_the_side_bar(olga, db):
    assert f'href="{list_of(OperationsCase)}?state__exact=OPEN"' in olga.text("/admin/")


def test_steps_name_who_took_them(case, olga):
    do(olga, "claim", case)

    assert str(OperationsCaseStep.objects.get()) == "CLAIMED by olga"
