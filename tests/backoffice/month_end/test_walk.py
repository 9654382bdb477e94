"""Two people close a month by the written list, from the first of its lines that waits to the file of the accountant.

The steps are those of docs/operator/closing.md, in its order. What the reports show at the end is compared with rows of
journal and payments that are counted apart.
"""

import pathlib
import random
import re
from decimal import Decimal
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse

from banks.models import BankException
from payments.models import Correction, MonthClose, MonthFigure, SuspenseItem
from platforms.base.reports.periods import month_of
from tests.backoffice.conftest import BackOffice, page_of
from tests.backoffice.support_desk.steps import approve, do, plain
from tests.banks.rail import world as rail
from tests.banks.statements import world as bank
from tests.banks.statements.world import Entry
from tests.properties import bank_recount
from tests.properties.report_comparison import Comparison
from tests.properties.report_history import Party
from tests.properties.report_recount import Books
from tests.support.payments import ledger_files, month_ends, scenarios

pytestmark = pytest.mark.django_db(transaction=True)
STEPS = re.findall(r"^\d\. \*\*(.+?)\*\*", pathlib.Path("docs/operator/closing.md").read_text(), re.MULTILINE)


@pytest.fixture(autouse=True)
def _folder(settings, tmp_path):
    settings.BANK_FILES_FOLDER = str(tmp_path / "bank")


@pytest.fixture
def month(api, acme, alice, worker):
    """A month that is over: payments, of which some failed, and a bank that knows of two things more than the books."""
    month_ends.pass_month(api, acme.platform)
    rail.connect(acme.platform)
    for play in (scenarios.transfer_out(), scenarios.quoted(), scenarios.transfer_out("002"), scenarios.quoted("004")):
        play(api, alice)
        worker.run()
        assert api.post("/sandbox/clock/advance", {"seconds": 86_400}).status_code == 200
    month = month_ends.pass_month(api, acme.platform)
    last = month_of(month).last
    lines = [
        Entry(60_00, text="rent of May", day=last, reference="B-1"),
        Entry(-12_34, name="Landlord", day=last, reference="B-2"),
    ]
    bank.send(bank.camt(lines, day=last))
    return month


@pytest.fixture
def party(api, acme, alice) -> Party:
    """The platform, as the comparison of reports knows it."""
    return Party(acme, api, [alice], {}, {}, acme.platform.now())


def dialog(office: BackOffice, verb: str, row: MonthClose | None = None, **entered: str) -> Any:
    address = reverse(f"admin:payments_monthclose_{verb}", args=[row.pk] if row else [])
    return office.post(address, _form_submitted="True", **{"reason": "the month is over", **entered})


def by_two(first: BackOffice, second: BackOffice, verb: str, row: Any, **entered: str) -> None:
    assert "HX-Redirect" in do(first, f"admin:banks_bankexception_{verb}", row, **entered).headers
    assert "HX-Redirect" in approve(second).headers


def asked(office: BackOffice, row: MonthClose) -> str:
    """What the page of a month says, as it is read."""
    return plain(office.text(page_of(row)))


def test_the_list_has_the_steps_of_this_walk():
    assert STEPS == ["Begin.", "Go through the checklist", "Propose.", "A second person approves", "Take the figures"]


def test_a_month_is_closed_by_the_written_list_and_every_report_adds_up(olga, otto, party, month):
    platform = party.platform
    # Begin.
    begun = dialog(olga, "begin", platform=str(platform.pk), month=f"{month:%Y-%m}")
    assert "HX-Redirect" in begun.headers
    row = MonthClose.objects.get()

    # Go through the checklist.
    assert "The books have not been checked since the month ended." in asked(olga, row)
    call_command("ledger_check")
    page = asked(olga, row)
    assert "Checked since the month ended, without a fault" in page
    assert "2 booked until" in page
    assert "2 of 47.66 EUR only the bank knows" in page
    arrived, left = BankException.objects.filter(closed_at=None).order_by("line__number")
    by_two(olga, otto, "suspense", arrived, platform=str(platform.pk))
    by_two(olga, otto, "fee", left, platform=str(platform.pk))
    page = asked(olga, row)
    assert "None waits for people" in page
    assert "house-bank: equal" in page
    # What the bank shows of the month is booked in the open one, and names the one that it corrects.
    assert SuspenseItem.objects.get().amount == 60_00
    assert set(Correction.objects.values_list("month", flat=True)) == {month}
    assert "Nothing in suspense" in page, "of the month"

    # Propose, and a second person approves.
    assert "HX-Redirect" in dialog(olga, "close", row, **month_ends.EXPLAINED).headers
    assert "it is your own proposal" in approve(olga).content.decode()
    assert "HX-Redirect" in approve(otto).headers
    row.refresh_from_db()
    assert (row.state, row.proposed_by, row.closed_by) == ("CLOSED", "olga", "otto")

    # Take the figures.
    assert "As it was when the month was closed." in asked(otto, row)
    assert MonthFigure.objects.filter(close=row).exists()
    days = month_of(month)
    period = {"platform": str(platform.pk), "since": str(days.first), "until": str(days.last), "form": "CSV"}
    reply = otto.get(reverse("admin:payments_general_ledger_file"), **period)
    moved = ledger_files.of_csv(b"".join(reply.streaming_content))
    assert sum(amount for (_, _, code), amount in moved.items() if code == "USD") == Decimal(0)

    # Every report, beside rows counted apart.
    platform.refresh_from_db()
    Comparison(random.Random(1), Books(), party).all_agree()
    bank_recount.require_agreement(random.Random(1), party)
