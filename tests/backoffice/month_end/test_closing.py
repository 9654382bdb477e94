"""A month is closed by two people in the back office: begin, look, explain, propose, approve; and opened again."""

import datetime as dt

import pytest
from django.urls import reverse

from payments.models import JournalEntry, MonthClose, MonthFigure
from platforms.models import Proposal
from tests.backoffice.conftest import list_of, page_of
from tests.support.payments import month_ends, scenarios
from tests.support.payments.arrivals import arrive

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def month(api, acme, alice, worker) -> dt.date:
    """A month that is over: payments over several days, of which some failed, and money that waits in suspense."""
    month_ends.pass_month(api, acme.platform)
    for play in (scenarios.transfer_out(), scenarios.quoted(), scenarios.transfer_out("002"), scenarios.quoted("004")):
        play(api, alice)
        worker.run()
        assert api.post("/sandbox/clock/advance", {"seconds": 86_400}).status_code == 200
    arrive(acme.platform, 50_00, named="nobody")
    return month_ends.end_month(api, acme.platform)


def ask(office, verb: str, row: MonthClose | None = None, **entered: str):
    address = reverse(f"admin:payments_monthclose_{verb}", args=[row.pk] if row else [])
    return office.post(address, _form_submitted="True", **{"reason": "the month is over", **entered})


def begin(office, acme, month: dt.date):
    return ask(office, "begin", platform=str(acme.platform.pk), month=f"{month:%Y-%m}")


def decide(office, word: str):
    proposal = Proposal.objects.get(status="OPEN")
    return office.post(
        reverse(f"admin:platforms_proposal_{word}", args=[proposal.pk]), _form_submitted="True", reason="seen"
    )


def test_a_month_is_begun_explained_proposed_and_closed_by_another(olga, otto, acme, month):
    assert "HX-Redirect" in begin(olga, acme, month).headers
    row = MonthClose.objects.get()
    page = olga.text(page_of(row))
    assert "50.00 USD of items that wait" in page
    assert "As it is now." in page

    refused = ask(olga, "close", row).content.decode()
    assert "Explain it, or clear it first." in refused
    assert not Proposal.objects.exists()
    assert "HX-Redirect" in ask(olga, "close", row, suspense="the payer is asked").headers
    assert MonthClose.objects.get().state == "BEGUN"
    assert "it is your own proposal" in decide(olga, "approve").content.decode()
    shown = otto.text(page_of(Proposal.objects.get()))
    assert "Explained: the payer is asked" in shown
    assert "HX-Redirect" in decide(otto, "approve").headers

    row.refresh_from_db()
    assert (row.state, row.proposed_by, row.closed_by) == ("CLOSED", "olga", "otto")
    assert row.digest in shown
    page = otto.text(page_of(row))
    assert "As it was when the month was closed." in page
    assert "the payer is asked" in page
    assert f"{month:%Y-%m}" in otto.text(list_of(MonthClose))
    assert MonthFigure.objects.filter(close=row, kind="SUSPENSE", currency="USD", closing=50_00).exists()


def test_what_changes_before_the_second_person_approves_has_to_be_proposed_anew(olga, otto, acme, month):
    begin(olga, acme, month)
    ask(olga, "close", MonthClose.objects.get(), suspense="the payer is asked")
    # An item that waited at the end of the month is no longer there.
    item = month_ends.item_in_suspense()
    item.opened_at = item.opened_at + dt.timedelta(days=40)
    item.save(update_fields=["opened_at"])

    assert "propose it anew" in decide(otto, "approve").content.decode()
    assert MonthClose.objects.get().state == "BEGUN"


def test_a_month_is_opened_again_by_two_and_what_corrects_it_is_shown(olga, otto, acme, month):
    begin(olga, acme, month)
    row = MonthClose.objects.get()
    ask(olga, "close", row, suspense="the payer is asked")
    decide(otto, "approve")
    resolved = month_ends.book_late(acme.platform, month)
    page = olga.text(page_of(row))
    assert "Corrected later by" in page
    assert f"#{resolved.pk}" in page
    assert f"corrects {month:%Y-%m}" in olga.text(page_of(JournalEntry.objects.get(pk=resolved.pk)))

    assert "HX-Redirect" in ask(olga, "reopen", row).headers
    assert "HX-Redirect" in decide(otto, "approve").headers
    row.refresh_from_db()
    assert row.state == "REOPENED"


@pytest.mark.parametrize(
    ("month_text", "text"),
    [("2026-13", "such as 2026-03"), ("", "This field is required"), ("9000-01", "is not over")],
)
def test_what_can_not_be_begun_is_said_in_the_dialog(olga, acme, month_text, text):
    reply = ask(olga, "begin", platform=str(acme.platform.pk), month=month_text)

    assert text in reply.content.decode()
    assert not MonthClose.objects.exists()
