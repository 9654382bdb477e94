"""Notes on the pages of customers, payments and platforms: by every role that sees the page, and kept as written."""

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from compliance.models import Customer
from payments.models import Transaction
from platforms.backoffice import links
from platforms.backoffice.actions import Role
from platforms.encryption import salted
from platforms.models import AuditEntry, Note
from platforms.operations import notes
from tests.support.payments import scenarios
from webhooks.models import Event

pytestmark = pytest.mark.django_db
TEXT = "Rang twice: <b>wants</b> to hear from us on Monday."


@pytest.fixture
def alice_row(api, alice) -> Customer:
    row: Customer = Customer.objects.get(id=alice.partition(":")[2])
    return row


def write(office, row, text: str = TEXT):
    return office.post(links.of_action(type(row), "note", row.pk), _form_submitted="True", reason=text)


@pytest.mark.parametrize("role", Role)
def test_every_role_writes_on_the_pages_that_it_sees_and_reads_there_what_others_wrote(hire, api, alice_row, role):
    office, other = hire("nora", role), hire("rosa", Role.ADMINISTRATOR)
    payment = scenarios.payment_of(scenarios.transfer_out("002")(api, alice_row.public_id))
    for row in (alice_row, alice_row.platform, payment):
        page = links.page(type(row), row.pk)
        if office.get(page).status_code != 200:
            assert (type(row), role) in {(Transaction, Role.REVIEWER), (Transaction, Role.LEAD_REVIEWER)}
            assert write(office, row).status_code == 403
            continue
        assert write(office, row).headers["HX-Redirect"] == page
        assert write(other, row, "The second note.").status_code == 200
        shown = other.get(page).content.decode()
        assert "Rang twice: &lt;b&gt;wants" in shown
        assert shown.index("The second note.") < shown.index("Rang twice")
        entry = AuditEntry.objects.filter(verb="note.write", subject=row.public_id).earliest("id")
        note = Note.objects.filter(subject=row.public_id).earliest("id")
        assert entry.details["reasonIn"] == f"Note:{note.id}"
        assert entry.details["reasonSha256"] == salted.digest(TEXT, salt=note.salt)
        assert "Rang" not in str(entry.details)


def test_the_platforms_events_and_replies_do_not_know_of_a_note(hire, api, alice_row):
    before, reply = Event.objects.count(), api.get(f"/customers/{alice_row.public_id}").json()

    write(hire("nora", Role.SUPPORT), alice_row)

    assert Event.objects.count() == before
    assert api.get(f"/customers/{alice_row.public_id}").json() == reply


@pytest.mark.parametrize(("text", "says"), [("  ", "required"), ("", "required"), ("x" * 4001, "at most 4000")])
def test_a_note_needs_a_text_that_is_not_endless(hire, alice_row, text, says):
    reply = write(hire("nora", Role.SUPPORT), alice_row, text)

    assert reply.status_code == 200
    assert says in reply.content.decode()
    assert not Note.objects.exists()


def test_there_is_no_note_about_nothing(hire):
    reply = write(hire("nora", Role.SUPPORT), Customer(pk=Note().id))

    assert "There is no such object." in reply.content.decode()
    assert not Note.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE platforms_note SET actor_id = 'rob'",
        "UPDATE platforms_note SET at = now()",
        "UPDATE platforms_note SET subject = 'Customer:2'",
        "DELETE FROM platforms_note",
    ],
)
def test_who_wrote_it_when_and_about_whom_stays(hire, alice_row, change):
    write(hire("nora", Role.SUPPORT), alice_row)

    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)


def test_the_text_is_encrypted_and_erased_with_the_customer_also_on_its_payments(hire, api, acme, alice_row):
    office = hire("rosa", Role.ADMINISTRATOR)
    payment = Transaction.objects.filter(customer=alice_row).first() or scenarios.payment_of(
        scenarios.transfer_out("002")(api, alice_row.public_id)
    )
    for row in (alice_row, payment, alice_row.platform):
        write(office, row)
    with connection.cursor() as cursor:
        cursor.execute("SELECT string_agg(text, ' ') FROM platforms_note")
        assert "Monday" not in cursor.fetchone()[0]

    assert notes.forget(customer=alice_row.pk) == 2

    left = {note.subject.partition(":")[0]: note for note in Note.objects.all()}
    assert (left["Customer"].text, left["Customer"].salt, left["Transaction"].text) == ("", "", "")
    assert left["PlatformConfig"].text == TEXT
    assert "Erased." in office.get(links.page(Customer, alice_row.pk)).content.decode()


def test_erasing_a_customer_empties_its_notes(hire, api, acme):
    customer = Customer.objects.get(id=api.customer("Nobody Special").partition(":")[2])
    write(hire("nora", Role.SUPPORT), customer)
    assert api.delete(f"/customers/{customer.public_id}").status_code in {200, 204}

    call_command("erase_customer", customer.public_id, reason="request 17 of the privacy desk")

    assert Note.objects.get().text == ""
    assert AuditEntry.objects.get(verb="customer.erase").details["notes"] == 1
