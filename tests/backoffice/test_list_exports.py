"""Lists as CSV: what is exported, what a spreadsheet makes of it, who may, and what the audit log keeps."""

import csv
import io
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.urls import reverse
from django.utils.safestring import mark_safe

from compliance.models import Customer
from payments.models import ExternalAccount, Transaction
from platforms.backoffice.actions import Role
from platforms.backoffice.lists import exports, lookups
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import clock
from platforms.base.reports import csv_text
from platforms.models import AuditEntry
from tests.backoffice.conftest import BackOffice, list_of
from webhooks.models import SigningSecret

pytestmark = pytest.mark.django_db
VERB = "list.export"


def address(model: Any, query: str = "") -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_export") + query


def rows(who: BackOffice, model: Any, query: str = "") -> list[dict[str, str]]:
    reply = who.post(address(model, query))
    assert reply.status_code == 200, reply.content
    text = b"".join(reply.streaming_content).decode()
    assert text.startswith("\ufeff")
    text = text.removeprefix("\ufeff")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def entries() -> Any:
    return AuditEntry.objects.filter(verb=VERB)


def test_a_filtered_list_is_exported_as_it_is_shown(backoffice, story):
    found = rows(backoffice, Transaction, "?status__exact=FAILED")

    assert [row["ID"] for row in found] == [story.failed]
    assert (found[0]["Sent amount (positive)"], found[0]["Sent amount: currency"], found[0]["Status"]) == (
        "50.00",
        "USD",
        "Failed",
    )
    assert len(rows(backoffice, Transaction)) == Transaction.objects.count() > 1
    assert [row["ID"] for row in rows(backoffice, Transaction, f"?q={story.paid}")] == [story.paid]


def test_the_audit_log_keeps_who_got_what_and_not_what_was_searched_for(backoffice, story):
    rows(backoffice, Transaction, "?status__exact=FAILED&q=Lovelace")

    entry = entries().get()
    assert (entry.actor_id, entry.subject) == ("administrator", "payments.Transaction")
    assert entry.details == {"rows": 0, "filters": {"status__exact": "FAILED"}, "searched": True}


def test_personal_data_is_masked_as_on_the_screen(backoffice, story):
    found = rows(backoffice, ExternalAccount)

    assert found
    assert story.account_number not in str(found)
    assert all(row["Account"].startswith("\u2022") for row in found)
    assert {row["Secret"] for row in rows(backoffice, SigningSecret) if "Secret" in row} <= {"not shown"}


@pytest.mark.parametrize("head", ["=", "+", "-", "@", " =", "\uff1d"])
def test_a_name_is_no_formula(api, backoffice, head):
    api.customer(f"{head}HYPERLINK(1)", platformCustomerId="mallory")

    names = [row["Name"] for row in rows(backoffice, Customer)]

    assert not [name for name in names if name.strip()[:1] in {"=", "+", "-", "@", "\uff1d"}]
    assert [name for name in names if name.startswith("'") and name.endswith("HYPERLINK(1)")]


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("-12.50", "-12.50"),
        ("-12.50 USD", "'-12.50 USD"),
        ("\tA", "'\tA"),
        ("a=b", "a=b"),
        ("", ""),
        ("=1+1", "'=1+1"),
    ],
)
def test_only_what_begins_like_a_formula_gets_an_apostrophe(cell, expected):
    assert csv_text.safe(cell) == expected


def test_markup_is_left_out_and_text_that_looks_like_it_is_not():
    beside = '<span class="text-subtle code-beside">FAILED <b>1</b></span>'
    shown = f'<a title="x" href="/">Failed<br>twice</a> {beside} &lt;b&gt;'

    assert exports.plain(mark_safe(shown)) == "Failed twice <b>"
    assert exports.plain("<script>alert(1)</script>") == "<script>alert(1)</script>"


def test_who_may_not_see_a_list_may_not_export_it(db, story):
    reviewer = User.objects.create_user(username="rita", is_staff=True)
    reviewer.groups.add(Group.objects.get_or_create(name=Role.REVIEWER.value)[0])
    rita = BackOffice(reviewer)

    assert rita.get(list_of(Transaction)).status_code == 403
    assert rita.post(address(Transaction)).status_code == 403
    assert rita.post(address(Customer)).status_code == 200
    assert [entry.subject for entry in entries()] == ["compliance.Customer"]


def test_an_export_is_asked_for_by_post_alone(backoffice, story):
    assert backoffice.get(address(Transaction)).status_code == 403
    assert not entries().exists()


def test_a_list_that_is_too_long_is_refused(backoffice, story, monkeypatch):
    monkeypatch.setattr(exports, "MOST_ROWS", 1)

    reply = backoffice.post(address(Transaction, "?type__exact=OUTGOING"))

    assert reply.headers["Location"] == f"{list_of(Transaction)}?type__exact=OUTGOING"
    assert "An export has 1 rows at most" in backoffice.text(reply.headers["Location"])
    assert not entries().exists()


def test_the_rows_of_some_days_are_exported_however_many_they_are(backoffice, story, monkeypatch):
    every = Transaction.objects.count()
    monkeypatch.setattr(exports, "MOST_ROWS", 1)
    monkeypatch.setattr(exports, "_SLAB", 2)
    monkeypatch.setattr(lookups, "NEWEST", 0)

    of_today = rows(backoffice, Transaction, "?days=today&zone=Asia/Tokyo&currency=USD")

    keys = [row["ID"] for row in of_today]
    assert 2 < len(keys) <= every
    assert keys == sorted(keys, reverse=True)
    assert entries().latest("id").details == {
        "rows": len(keys),
        "filters": {"days": "today", "zone": "Asia/Tokyo", "currency": "USD"},
        "searched": False,
    }


def test_a_file_of_payments_says_what_they_cost_and_what_became_of_them(backoffice, story):
    found = {row["ID"]: row for row in rows(backoffice, Transaction, "?days=this_month")}
    failed, quoted = found[story.failed], found[story.quoted]
    payment = Transaction.objects.get(id=story.quoted.partition(":")[2])

    assert (failed["Failure reason"], quoted["Failure reason"]) == ("INSUFFICIENT_FUNDS", "")
    assert (failed["Rail"], quoted["Rail"]) == ("USD_ACCOUNT", payment.external_account.account_type)
    assert (quoted["Fees (positive)"], quoted["Fees: currency"]) == (f"{payment.fees / 100:.2f}", "USD")
    assert Decimal(quoted["Exchange rate"]) == payment.exchange_rate
    assert (failed["Settled at"], quoted["Settled at"]) == ("", clock.iso(payment.settled_at))
    assert quoted["Created at"] == clock.iso(payment.created_at)
    assert failed["Memo"] == (Transaction.objects.get(id=story.failed.partition(":")[2]).description or "")


def test_what_makes_no_sense_is_not_exported(backoffice, story):
    reply = backoffice.post(address(Transaction, "?from=never"))

    assert reply.headers["Location"] == f"{list_of(Transaction)}?from=never"
    assert "Nothing is shown. Enter a day such as 2026-11-30." in backoffice.text(reply.headers["Location"])
    assert not entries().exists()


def test_a_long_file_is_written_in_little_memory(backoffice, story):
    """No more than a part of the rows is held, and of the keys that are to come."""
    of_days = backoffice.post(address(AuditEntry, "?days=this_month")).streaming_content

    assert isinstance(of_days, Iterator)
    assert next(of_days).startswith(b"\xef\xbb\xbfAt,")


def test_an_export_of_many_rows_takes_several_reads_and_keeps_their_order(backoffice, story, monkeypatch):
    whole = [row["ID"] for row in rows(backoffice, Transaction)]
    monkeypatch.setattr(exports, "_CHUNK", 2)

    assert [row["ID"] for row in rows(backoffice, Transaction)] == whole
    assert len(whole) > 2


def test_a_filter_that_makes_no_sense_leads_back_to_the_list(backoffice, story):
    reply = backoffice.post(address(Transaction, "?platform__id__exact=nonsense"))

    assert reply.status_code == 302
    assert not entries().exists()


def test_every_list_is_exported(backoffice, story):
    pages = [page for page in admin.site._registry.values() if isinstance(page, ReadOnlyAdmin)]
    # Counted before each export, which makes a row of the audit log.
    counts = {page.model: (page.model._default_manager.count(), len(rows(backoffice, page.model))) for page in pages}

    assert len(pages) > 50
    assert {model: counted for model, counted in counts.items() if counted[0] != counted[1]} == {}
