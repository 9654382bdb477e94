"""A payment by file, from the transfer to the bank's folder, and back with the bank's answer."""

import dataclasses
import hashlib
import io

import pytest
from django.db import connection, transaction

from banks.formats import instructions, nacha
from banks.formats.records import Level, Status
from banks.models import BankBatch, BankFile, BankPayment
from banks.rail import answers, files
from payments.ledger import check
from platforms.base import clock
from tests.banks.formats import schemas
from tests.banks.rail import world
from tests.support import factories

pytestmark = pytest.mark.django_db(transaction=True)


def say(status: str, *ids: str, reason: str = "", level: Level = Level.PAYMENT, message_id: str = "") -> answers.Done:
    said = [
        Status(
            place="1",
            level=level,
            message_id=message_id,
            status=status,
            end_to_end_id=one or None,
            reasons=(reason,) if reason else (),
        )
        for one in ids
    ]
    with transaction.atomic():
        return answers.apply_statuses(statuses=said, now=clock.real_now())


def test_payments_of_a_value_date_go_into_one_file_which_two_people_release(api, acme, worker, alice):
    connection_ = world.connect(acme.platform)
    first, second = world.pay(api, alice, 10_00), world.pay(api, alice, 25_50, name="Ada Lovelace")
    worker.run()

    batch = BankBatch.objects.get()
    assert (batch.state, batch.connection) == ("OPEN", connection_)
    assert {world.payment_of(one).status for one in (first, second)} == {"PENDING"}
    world.close(batch)
    batch.refresh_from_db()
    assert (batch.state, batch.count, batch.total, batch.problem) == ("CLOSED", 2, 35_50, "")
    assert world.sweep() == 0, "nothing is written before a release"
    world.release(batch)
    world.sweep()

    batch.refresh_from_db()
    assert (batch.state, batch.released_by) == ("DELIVERED", "anna")
    [path] = world.delivered()
    content = path.read_bytes()
    schemas.schema("pain.001.001.09").validate(content)
    read = instructions.read(content)
    assert {one.end_to_end_id: one.amount for one in read.payments} == {
        world.row_of(first).end_to_end_id: 10_00,
        world.row_of(second).end_to_end_id: 25_50,
    }
    assert {one.party.name for one in read.payments} == {"Lukasz Gossmann", "Ada Lovelace"}
    assert {one.remittance for one in read.payments} == {
        world.payment_of(first).reference,
        world.payment_of(second).reference,
    }
    file = BankFile.objects.get()
    assert (path.name, file.count, file.total, file.size) == (file.name, 2, 35_50, len(content))
    assert bytes(file.sha256) == hashlib.sha256(content).digest()
    assert files.content_of(file) == content
    assert list(check.find()) == []


def test_nothing_is_booked_when_a_payment_enters_a_file_and_it_settles_with_the_banks_answer(api, acme, worker, alice):
    world.connect(acme.platform)
    paid = world.pay(api, alice)
    worker.run()
    batch = BankBatch.objects.get()
    world.close(batch)
    world.release(batch)
    world.sweep()
    worker.run()
    assert _purposes(paid) == ["TRANSFER_OUT_SENT"]

    say("ACSP", world.row_of(paid).end_to_end_id)
    worker.run()
    assert world.payment_of(paid).status == "PENDING"
    assert say("ACSC", world.row_of(paid).end_to_end_id)[:2] == (1, ())
    worker.run()

    assert world.payment_of(paid).status == "COMPLETED"
    assert _purposes(paid) == ["TRANSFER_OUT_SENT", "TRANSFER_OUT_SETTLED"]
    assert say("ACSC", world.row_of(paid).end_to_end_id)[:2] == (0, ())
    assert list(check.find()) == []


def _purposes(paid: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT purpose FROM payments_journalentry WHERE transaction_id = %s ORDER BY id",
            [world.payment_of(paid).id],
        )
        return [row[0] for row in cursor.fetchall()]


def test_a_rejected_payment_gives_the_holder_the_money_back_with_the_banks_reason(api, acme, worker, alice):
    world.connect(acme.platform)
    [paid] = world.given_out(api, worker, alice, 10_00)

    say("RJCT", world.row_of(paid).end_to_end_id, reason="AC04")
    worker.run()

    payment = world.payment_of(paid)
    assert (payment.status, payment.failure_reason) == ("REJECTED", "ACCOUNT_INVALID")
    assert world.row_of(paid).bank_code == "AC04"
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 10_00
    say("ACSC", world.row_of(paid).end_to_end_id)
    worker.run()
    assert world.payment_of(paid).status == "REJECTED"
    assert list(check.find()) == []


def test_a_payment_that_comes_back_after_it_settled_is_refunded_once(api, acme, worker, alice):
    world.connect(acme.platform)
    [paid] = world.given_out(api, worker, alice, 10_00)
    end_to_end_id = world.row_of(paid).end_to_end_id
    say("ACSC", end_to_end_id)
    worker.run()

    for _ in range(2):
        with transaction.atomic():
            answers.apply(answers=[answers.return_of(end_to_end_id, "AC01")], now=clock.real_now())
        worker.run()

    payment = world.payment_of(paid)
    assert (payment.status, payment.failure_reason) == ("FAILED", "ACCOUNT_INVALID")
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 10_00
    assert list(check.find()) == []


def test_a_rejected_file_rejects_its_payments_but_those_with_a_word_of_their_own(api, acme, worker, alice):
    world.connect(acme.platform)
    one, other = world.given_out(api, worker, alice, 10_00, 20_00)
    message_id = BankBatch.objects.get().message_id
    own = Status(
        place="2",
        level=Level.PAYMENT,
        message_id=message_id,
        status="ACSC",
        end_to_end_id=world.row_of(other).end_to_end_id,
    )
    whole = Status(place="1", level=Level.FILE, message_id=message_id, status="RJCT", reasons=("FF01",))

    with transaction.atomic():
        done = answers.apply_statuses(statuses=[whole, own], now=clock.real_now())
    worker.run()

    assert done[:2] == (2, ())
    assert [world.payment_of(each).status for each in (one, other)] == ["REJECTED", "COMPLETED"]


def test_an_answer_about_nobody_or_about_what_was_not_given_out_changes_nothing(api, acme, worker, alice):
    world.connect(acme.platform)
    paid = world.pay(api, alice)
    worker.run()

    done = say("ACSC", world.row_of(paid).end_to_end_id, "NOBODYSPAYMENT1")

    assert set(done.unknown) == {world.row_of(paid).end_to_end_id, "NOBODYSPAYMENT1"}
    assert done.changed == 0
    assert world.row_of(paid).state == "BATCHED"


def test_dollars_go_out_and_are_collected_by_nacha(api, acme, worker, alice):
    world.connect(acme.platform, **world.DOLLARS)
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    outside = api.external_account(alice, factories.usd_account())
    out = api.transfer_out(account, outside, 12_34).json()["id"]
    into = api.transfer_in(outside, account, 56_78).json()["id"]
    worker.run()
    for batch in BankBatch.objects.all():
        world.close(batch)
        world.release(batch)
    world.sweep()

    contents = [path.read_bytes() for path in world.delivered()]
    entries = {one.id: one.amount for content in contents for _, one in nacha.read_entries(io.BytesIO(content))}
    assert entries == {world.row_of(out).end_to_end_id: 12_34, world.row_of(into).end_to_end_id: 56_78}
    assert {content.split(b"\r\n")[1][50:53] for content in contents} == {b"PPD", b"WEB"}
    returned = nacha.Returned(
        place="line 3",
        reason="R03",
        trace_number="021000020000001",
        id=world.row_of(out).end_to_end_id,
        amount=12_34,
        is_debit=False,
        name="ADA",
        account_number="1",
    )
    another = dataclasses.replace(returned, amount=12_35)
    with transaction.atomic():
        done = answers.apply_returns(returned=[another], now=clock.real_now())
    assert (done[:2], world.row_of(out).state) == ((0, (another.id,)), "BATCHED")
    with transaction.atomic():
        answers.apply_returns(returned=[returned], now=clock.real_now())
    worker.run()
    assert (world.payment_of(out).status, world.payment_of(out).failure_reason) == ("REJECTED", "ACCOUNT_INVALID")
    assert list(check.find()) == []


def test_two_nacha_files_of_a_day_have_modifiers_of_their_own(api, acme, worker, alice):
    world.connect(acme.platform, **world.DOLLARS)
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    for number in range(2):
        api.transfer_out(account, api.external_account(alice, factories.usd_account()), 1_00 + number)
        worker.run()
        batch = BankBatch.objects.get(state="OPEN")
        world.close(batch)
        world.release(batch)
    world.sweep()

    assert {path.read_bytes()[33:34] for path in world.delivered()} == {b"A", b"B"}


def test_euros_are_collected_under_the_mandate_of_the_account(api, acme, worker, alice):
    world.connect(acme.platform, debit_format="SEPA_CORE_008_08")
    account = api.internal_account(alice, "EUR")
    outside = api.external_account(alice, world.euro_account("Ada Lovelace"), "EUR")
    reply = api.transfer_in(outside, account, 20_00)
    assert reply.status_code in {200, 201}, reply.content
    worker.run()
    batch = BankBatch.objects.get()
    world.close(batch)
    world.release(batch)
    world.sweep()

    [path] = world.delivered()
    schemas.schema("pain.008.001.08").validate(path.read_bytes())
    [payment] = instructions.read(path.read_bytes()).payments
    assert payment.mandate is not None
    assert payment.mandate.id == outside.partition(":")[2].replace("-", "")
    say("ACSC", payment.end_to_end_id)
    worker.run()
    assert factories.balance_of(account) == 20_00
    assert list(check.find()) == []


def test_the_cut_off_closes_a_batch_by_the_sandboxs_clock(api, acme, worker, alice):
    world.connect(acme.platform)
    world.pay(api, alice)
    worker.run()
    batch = BankBatch.objects.get()
    assert world.sweep() == 0
    ahead = int((batch.cut_off_at - clock.real_now()).total_seconds()) + 5

    api.post("/sandbox/clock/advance", {"seconds": ahead})
    world.sweep()

    batch.refresh_from_db()
    assert (batch.state, batch.closed_by) == ("CLOSED", "")


def test_what_comes_after_the_cut_off_closes_the_batch_and_opens_another(api, acme, worker, alice):
    world.connect(acme.platform, cut_offs="00:00, 06:00, 12:00, 18:00, 23:59", holidays="")
    world.pay(api, alice)
    worker.run()
    first = BankBatch.objects.get()
    ahead = int((first.cut_off_at - clock.real_now()).total_seconds()) + 5
    api.post("/sandbox/clock/advance", {"seconds": ahead})

    world.pay(api, alice)
    worker.run()

    first.refresh_from_db()
    second = BankBatch.objects.exclude(pk=first.pk).get()
    assert (second.state, BankPayment.objects.filter(batch=second).count()) == ("OPEN", 1)
    if second.value_date == first.value_date:
        assert first.state == "CLOSED"


@pytest.mark.parametrize(
    ("entered", "name"),
    [
        (world.EURO, "Mariana Beatriz Cavalcanti de Albuquerque Figueiredo e Vasconcellos Neto da Silva"),
        (world.EURO | {"credit_format": "SEPA_001_03", "owner_name": "Ж" * 70}, "A" * 255),
        (world.EURO, "100% Fitness = Ca$h ^ \u02c6"),
        (world.EURO, "Suharto"),
        (world.DOLLARS, "Maria Guadalupe Hernández López"),
        (world.DOLLARS | {"owner_name": "Acme Payments of North America"}, "Ж" * 255),
    ],
)
def test_a_name_that_a_file_has_no_place_for_is_paid(api, acme, worker, entered, name):
    world.connect(acme.platform, **entered)
    alice, currency = api.customer("Alice Approved"), entered["currency"]
    facts = world.euro_account(name)
    if currency == "USD":
        facts = factories.usd_account(number="000123456789") | {"beneficiary": factories.beneficiary(name)}
    source = api.internal_account(alice, currency)
    api.fund(source, 10_00)

    paid = api.transfer_out(source, api.external_account(alice, facts, currency), 10_00).json()["id"]
    worker.run()

    assert (world.row_of(paid).state, world.row_of(paid).reason) == ("BATCHED", "")
    batch = BankBatch.objects.get()
    world.close(batch)
    assert world.release(batch).state == "RELEASED"


def test_a_payment_above_the_limit_waits_until_staff_have_raised_it(api, acme, worker, alice):
    former = world.connect(acme.platform, max_payment=5_00)
    paid = world.pay(api, alice, 10_00)
    worker.run()
    assert (world.row_of(paid).state, world.payment_of(paid).status) == ("WAITING", "PENDING")
    assert "limit of one payment" in world.row_of(paid).reason

    from banks.rail import connections

    with transaction.atomic():
        changes = {name: said for name, said in world.EURO.items() if name != "name"} | {"max_payment": 20_00}
        connections.replace(connection=former.pk, **changes, reason="more", actor=world.ANNA, now=clock.real_now())
    api.post("/sandbox/clock/advance", {"seconds": 301})
    worker.run()

    assert (world.row_of(paid).state, world.row_of(paid).reason) == ("BATCHED", "")


def test_what_a_day_has_no_room_for_goes_with_the_next_one(api, acme, worker, alice):
    world.connect(acme.platform, max_day=15_00)
    paid = [world.pay(api, alice, 10_00) for _ in range(3)]
    worker.run()

    batches_ = [world.row_of(one).batch for one in paid]
    dates = [batch.value_date for batch in batches_ if batch]
    assert len(set(dates)) == 3
    assert all(date.weekday() < 5 for date in dates)


def test_the_files_of_two_accounts_of_one_sender_have_modifiers_of_their_own(api, acme, worker, alice):
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    for number in range(2):
        place = {"name": f"ach-{number}", "folder": f"ach-{number}/out", "answers_folder": ""}
        world.connect(acme.platform, **(world.DOLLARS | place | {"account_number": f"00012345678{number}"}))
        api.transfer_out(account, api.external_account(alice, factories.usd_account()), 1_00 + number)
        worker.run()
        batch = BankBatch.objects.get(state="OPEN")
        world.close(batch)
        world.release(batch)

    assert sorted(BankBatch.objects.values_list("modifier", flat=True)) == ["A", "B"]


def test_the_file_has_the_number_and_the_total_that_were_released(api, acme, worker, alice):
    world.connect(acme.platform)
    world.given_out(api, worker, alice, 10_00, 25_50, 7)
    batch = BankBatch.objects.get()

    [path] = world.delivered()
    written = instructions.read(path.read_bytes())
    assert (len(written.payments), sum(one.amount for one in written.payments)) == (batch.count, batch.total)
    assert (batch.file.count, batch.file.total) == (3, 35_57)
