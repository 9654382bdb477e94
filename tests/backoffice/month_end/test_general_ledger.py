"""The journal for accountants in the back office: what is shown before it is taken, the files, and what is refused."""

import pytest
from django.urls import reverse

from platforms.backoffice.actions import Role
from platforms.models import AuditEntry
from tests.support.payments import ledger_files

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def asked(api, acme, alice, within_an_hour) -> dict[str, str]:
    """The form, filled in for the days around a payment."""
    api.fund(api.internal_account(alice), 100_00)
    acme.platform.refresh_from_db()
    year = acme.platform.now().year
    days = {"since": f"{year}-01-01", "until": f"{year}-12-31"}
    return {"platform": str(acme.platform.pk), "form": "CSV", **days}


def enter(office, acme, kind: str, code: str):
    entered = {"platform": str(acme.platform.pk), "kind": kind, "currency": "", "account_code": code}
    return office.post(reverse("admin:payments_accountcode_enter"), _form_submitted="True", reason="x", **entered)


def file(office, **asked: str):
    return office.get(reverse("admin:payments_general_ledger_file"), **asked)


def test_the_page_shows_the_turnover_of_each_account_with_its_code(olga, acme, asked):
    assert "HX-Redirect" in enter(olga, acme, "RAIL_SETTLEMENT", "1800").headers

    page = olga.get(reverse("admin:payments_general_ledger"), **asked)

    [panel] = page.context["panels"]
    assert [tuple(row[1:]) for row in panel.rows] == [
        ("none", "0.00 USD", "100.00 USD"),
        ("1800", "100.00 USD", "0.00 USD"),
    ]
    assert "Take the file" in page.content.decode()
    assert "Take the file" not in olga.text(reverse("admin:payments_general_ledger"))


@pytest.mark.parametrize("form", ["CSV", "BEANCOUNT"])
def test_a_file_is_taken_and_the_log_says_by_whom(olga, asked, form):
    reply = file(olga, **asked | {"form": form})

    read = ledger_files.of_csv if form == "CSV" else ledger_files.of_beancount
    assert sorted(read(b"".join(reply.streaming_content)).values()) == [-100, 100]
    entry = AuditEntry.objects.get(verb="general_ledger.export")
    assert (entry.actor_id, entry.details["form"]) == ("olga", form)
    assert "no-store" in reply["Cache-Control"]


def test_datev_asks_for_whom_and_for_codes(olga, acme, asked):
    shown = olga.text(reverse("admin:payments_general_ledger"), **asked | {"form": "DATEV"})
    assert shown.count("DATEV needs it.") == 3
    whole = asked | {"form": "DATEV", "currency": "USD", "consultant": "29098", "client": "55003"}
    assert "Enter an account code first for: CUSTOMER_FUNDS, RAIL_SETTLEMENT." in file(olga, **whole).content.decode()
    enter(olga, acme, "RAIL_SETTLEMENT", "1800")
    enter(olga, acme, "CUSTOMER_FUNDS", "1701")

    reply = file(olga, **whole)

    assert reply["Content-Disposition"].startswith('attachment; filename="EXTF_Buchungsstapel_')
    assert sorted(ledger_files.of_datev(b"".join(reply.streaming_content)).values()) == [-100, 100]


def test_what_can_not_be_asked_is_said_and_gives_no_file(olga, asked):
    wrong = asked | {"until": "2020-01-01"}

    assert "must not be before from" in olga.text(reverse("admin:payments_general_ledger"), **wrong)
    assert file(olga, **wrong).status_code == 404
    assert file(olga, **asked | {"consultant": "1", "form": "DATEV"}).status_code == 404


def test_who_may_not_take_it_sees_the_turnover_alone(hire, asked):
    support = hire("sam", Role.SUPPORT)

    assert "Take the file" not in support.text(reverse("admin:payments_general_ledger"), **asked)
    assert file(support, **asked).status_code == 403
