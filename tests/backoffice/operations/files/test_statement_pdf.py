"""Statements as PDF: the same entries and balances as in the CSV, with who holds the account."""

import csv
import io

import pytest
from django.urls import reverse

from compliance.models import Customer
from payments.models import Deposit, LedgerAccount, Transaction
from payments.reporting import statement_pdf
from platforms.backoffice.actions import Role
from platforms.models import AuditEntry
from tests.backoffice.operations.conftest import account_of
from tests.backoffice.operations.steps import export, export_final, text_of, whole_period
from tests.support.backoffice import pdfs

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_clock]


def pdf_of(office, account: LedgerAccount, **period: str) -> bytes:
    reply = export(office, account, "pdf", **period)
    assert reply.status_code == 200, reply.headers
    assert reply["Content-Type"] == "application/pdf"
    return b"".join(reply.streaming_content)


@pytest.mark.parametrize("kind", ["CUSTOMER_FUNDS", "RAIL_SETTLEMENT"])
def test_it_has_every_entry_of_the_csv_with_the_same_amounts_and_balances(busy, olga, kind):
    account, period = account_of(kind), whole_period()
    rows = list(csv.DictReader(io.StringIO(text_of(export_final(olga, account, "csv", **period)))))

    content = pdf_of(olga, account, **period)

    text, pages = pdfs.text_of(content), pdfs.pages_of(content)
    assert f"Opening balance {rows[0]['balance_credits_less_debits']} USD" in text
    assert f"Closing balance {_grouped(rows[-1]['balance_credits_less_debits'])} USD" in text
    place = text.index("Balance", text.index("Entries"))
    for row in rows[1:-1]:
        begin = f"{row['time']} {row['entry']} {row['purpose'].replace('_', ' ').capitalize()}"
        place = text.index(begin, place)
        amounts = [row["debit"] or row["credit"], row["balance_credits_less_debits"]]
        assert " ".join(map(_grouped, amounts)) in text[place : place + 300]
        if row["transaction"]:
            payment = Transaction.objects.get(pk=row["transaction"])
            assert f"{payment.public_id} " in text[place : place + 300]
            assert f"Reference {payment.reference}" in text[place : place + 300]
        else:
            assert Deposit.objects.get(entry=int(row["entry"])).provider_reference in text[place : place + 300]
    assert "Final: the books are closed" in text
    for number, page in enumerate(pages, start=1):
        assert f"LedgerAccount:{account.pk} · USD" in page
        assert f"{number} of {len(pages)}" in page


def _grouped(amount: str) -> str:
    return f"{float(amount):,.2f}"


def test_it_says_whose_the_account_is_and_the_address_to_those_who_may_see_it(busy, olga, hire):
    account = account_of("CUSTOMER_FUNDS")
    holder = Customer.objects.get(internal_accounts__ledger_account=account)
    address = {"line1": "Rue de l'Évêché 1", "postalCode": "1204", "city": "Genève", "country": "CH"}
    Customer.objects.filter(pk=holder.pk).update(address=address, full_name="Дмитрий Müller")

    for office, shown in ((olga, "Country CH"), (hire("ada", Role.ADMINISTRATOR), "Address Rue de l'Évêché 1, 1204")):
        text = pdfs.text_of(pdf_of(office, account, **whole_period()))

        assert f"Holder Дмитрий Müller {shown}" in text
        assert holder.public_id in text
        assert account.internal_account.public_id in text
        assert ("Genève" in text) == (office is not olga)

    entries = AuditEntry.objects.filter(verb="ledger.export").order_by("id")
    assert [(entry.actor_id, entry.details["form"], entry.details.get("address")) for entry in entries] == [
        ("olga", "pdf", None),
        ("ada", "pdf", "shown"),
    ]


def test_the_account_of_a_platform_and_a_period_without_entries(busy, olga, acme):
    account = LedgerAccount.objects.get(platform=acme.platform, kind="PLATFORM_FUNDS", currency="USD")

    text = pdfs.text_of(pdf_of(olga, account, since="2020-01-01T00:00", until="2020-02-01T00:00"))

    assert f"Holder The platform {acme.platform.name}" in text
    assert "Period 2020-01-01T00:00:00.000Z to 2020-01-31T23:59:59.999Z" in text
    assert "There is no entry in this period." in text
    assert "Preliminary: the books are open" in text


def test_a_statement_that_is_too_long_is_refused_with_what_to_do_and_not_taken(busy, olga, monkeypatch):
    monkeypatch.setattr(statement_pdf, "MOST", 2)
    account = account_of("RAIL_SETTLEMENT")

    address = reverse("admin:payments_ledger_export", args=[account.pk])
    reply = olga.client.get(address, {"form": "pdf", **whole_period()}, follow=True)

    assert "Choose a shorter period, or export it as CSV or camt.053." in reply.content.decode()
    assert not AuditEntry.objects.filter(verb="ledger.export").exists()


def test_what_is_drawn_reads_references_for_many_entries_at_once(busy, olga, costs):
    account, period = account_of("RAIL_SETTLEMENT"), whole_period()

    costs.call(lambda: export(olga, account, "pdf", **period))
