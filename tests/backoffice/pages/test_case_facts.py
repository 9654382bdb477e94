"""What a case says beside its cause: how much, since when, at which bank, and what to do; and the item it is about."""

import datetime as dt

import pytest
from django.utils.html import strip_tags

from banks.models import BankConnection, BankIncomingFile, BankStatement
from payments.models import OperationsCase, SuspenseItem
from platforms.base import clock
from platforms.models import Platform
from tests.backoffice.conftest import list_of, page_of
from tests.support.backoffice.pages import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def item(story) -> SuspenseItem:
    """The money of a quote that was paid twice."""
    found: SuspenseItem = SuspenseItem.objects.get(reason="PAID_AGAIN", resolved_at=None)
    return found


def _case(subject: str, cause: str, kind: str = "BANK_FILE", **of) -> OperationsCase:
    now = clock.real_now()
    made: OperationsCase = OperationsCase.objects.create(
        kind=kind, subject=subject, cause=cause, since=now, opened_at=now, **of
    )
    return made


def _of_item(item: SuspenseItem) -> OperationsCase:
    found: OperationsCase = OperationsCase.objects.get(subject=item.public_id, state="OPEN")
    return found


def test_the_list_says_in_words_why_money_waits_how_much_and_what_it_is(backoffice, item):
    page = words(backoffice.text(list_of(OperationsCase), state__exact="OPEN"))

    assert "Paid twice 200.00 USD Alice" in page
    assert "Item in suspense" in page
    assert "PAID_AGAIN" not in page


def test_a_case_has_waited_as_long_as_its_item_where_the_clock_was_moved(backoffice, item):
    case = _of_item(item)
    Platform.objects.filter(pk=item.platform_id).update(clock_offset=dt.timedelta(days=9, hours=1))

    of_case = backoffice.get(page_of(case)).content.decode()
    of_list = backoffice.text(list_of(SuspenseItem), stands="open")

    assert "9 d 1 h" in of_case
    assert "9 d 1 h" in of_list


@pytest.mark.parametrize(
    ("cause", "shown"),
    [
        ("COMPLETED: no worker has taken up CONFIRM, which is due.", "Completed: no worker has taken up “confirm”, wh"),
        ("A line of the file COMPLETED.xml of house waits: UNKNOWN.", "COMPLETED.xml of house waits: no explanation f"),
        ("GIVE_BACK of Deposit:x by house waits since now: y.", "Return to the payer of Deposit:x by house waits"),
        ("COLLECTION_RETURNED, owed by: HOLDER", "Collection returned, and its money spent, owed by the holder of"),
        ("house-usd: statement 4 came, and number 3 did not.", "house-usd: statement 4 came, and number 3 did not."),
    ],
)
def test_causes_have_words_in_place_of_codes_and_leave_names_of_files(backoffice, db, cause, shown):
    case = _case("books", cause)

    assert shown in words(backoffice.text(page_of(case)))
    assert shown in words(backoffice.text(list_of(OperationsCase)))


def test_the_case_of_a_file_names_the_account_and_says_what_to_do(backoffice, story):
    file = BankIncomingFile.objects.select_related("connection").earliest("id")
    BankConnection.objects.filter(pk=file.connection_id).update(bank_name="Rhine Bank", account_number="DE8937040044")
    case = _case(file.public_id, f"the file {file.name} of {file.connection_name}, line 1: differs by 0.01 USD.")

    page = words(backoffice.text(page_of(case)))

    assert f"Rhine Bank, {file.connection.currency} •••• 0044" in page
    assert "ask the bank to send it again" in page
    assert "differs by 0.01 USD" in page


def test_statements_and_connections_are_called_by_bank_and_last_four(backoffice, story):
    BankConnection.objects.update(bank_name="Rhine Bank", account_number="DE8937040044")
    statement = BankStatement.objects.select_related("connection").earliest("id")
    name = f"Rhine Bank, {statement.connection.currency} •••• 0044"

    assert name in words(backoffice.text(list_of(BankStatement)))
    assert name in words(backoffice.text(list_of(BankConnection)))
    assert name in strip_tags(backoffice.text(page_of(statement)))


def test_an_item_in_suspense_names_who_it_concerns_and_what_to_do_and_nothing_that_is_empty(backoffice, item):
    page = backoffice.text(page_of(item))
    text = words(page)

    assert "200.00 USD: Paid twice, Alice" in text
    assert "Press Resolve; a second person approves it: " in text
    assert "belongs to the payer" in text
    assert [name for name in ("Resolution", "Movement", "Resolved at", "Deposit") if f">{name}<" in page] == []
    fields = page.partition("Incoming funds")[0]
    assert ">-<" not in fields.replace("\n", "").replace(" ", "")


def test_costs_of_the_list_do_not_grow_with_its_rows(backoffice, item, costs):
    backoffice.get(list_of(OperationsCase))
    with costs.of("one case"):
        backoffice.get(list_of(OperationsCase))
    for number in range(3):
        _case(
            item.public_id,
            "PAID_AGAIN",
            "MONEY_IN_SUSPENSE",
            platform=item.platform,
            state="CLOSED",
            closed_at=clock.real_now(),
            closed_by=f"o{number}",
            resolution="x",
        )
    with costs.of("four cases"):
        backoffice.get(list_of(OperationsCase))
