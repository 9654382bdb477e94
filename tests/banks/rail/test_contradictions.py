"""A statement outranks a word: reports that reject what was accepted, paid, or is a duplicate move no money."""

import pytest
from django.db import transaction

from banks.models import BankBatch
from banks.rail.rail import AtTheBank
from payments.ledger import check
from payments.models import CaseKind, OperationsCase
from payments.workflow import monitor, staff_actions
from platforms.base import clock
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support import factories

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def paid(api, acme, worker, alice):
    """Two payments at the bank, of 10.00 and 20.00."""
    rail.connect(acme.platform)
    return rail.given_out(api, worker, alice, 10_00, 20_00)


def report(*, status: str = "", of_batch: str = "", **payments: str) -> bytes:
    """Return a pain.002 with a status of the file, or of the batch, or of payments by their end-to-end ids."""
    message_id = BankBatch.objects.get().message_id
    content = world.pain_002(message_id, **payments).decode()
    for said, member, end in ((status, "Grp", "</OrgnlGrpInfAndSts>"), (of_batch, "PmtInf", "</OrgnlPmtInfAndSts>")):
        code = said.partition("/")[2]
        why = f"<StsRsnInf><Rsn><Cd>{code}</Cd></Rsn></StsRsnInf>" if code else ""
        if said:
            content = content.replace(end, f"<{member}Sts>{said.partition('/')[0]}</{member}Sts>{why}{end}")
    # The same report a second time is another file.
    return content.replace("R1", f"R{OperationsCase.objects.count()}{status}{of_batch}{len(payments)}").encode()


def cases() -> list[str]:
    with transaction.atomic():
        monitor.sweep(kind=CaseKind.BANK_FILE, now=clock.real_now())
    return [one.subject for one in OperationsCase.objects.filter(kind=CaseKind.BANK_FILE, state="OPEN")]


def states(paid) -> list[tuple[str, str]]:
    return [(rail.payment_of(one).status, rail.row_of(one).state) for one in paid]


@pytest.mark.parametrize("code", ["DU01", "AM05", "FF01"])
@pytest.mark.parametrize("level", ["status", "of_batch"])
def test_what_a_statement_has_settled_no_report_on_its_file_ends(paid, worker, level, code):
    world.send(world.camt([Entry(-10_00, world.id_of(paid[0])), Entry(-20_00, world.id_of(paid[1]))]))
    worker.run()

    world.send(report(**{level: f"RJCT/{code}"}))
    worker.run()

    assert states(paid) == [("COMPLETED", "SETTLED")] * 2
    # The second look does not close what the first has opened.
    assert cases() == cases() == [BankBatch.objects.get().public_id]
    assert code in OperationsCase.objects.get().cause
    assert list(check.find()) == []


def test_what_the_sum_of_its_batch_has_settled_no_report_ends(paid, worker):
    world.send(world.camt([Entry(-30_00, batch=BankBatch.objects.get().message_id)]))
    worker.run()

    world.send(report(**{world.id_of(paid[0]): "RJCT/AC04"}))
    worker.run()

    assert states(paid) == [("COMPLETED", "SETTLED")] * 2
    assert cases() == [rail.row_of(paid[0]).public_id]


@pytest.mark.parametrize("code", ["DU01", "DU04", "AM05", "DUPL"])
@pytest.mark.parametrize("level", ["status", "of_batch", "payment"])
def test_a_duplicate_before_any_statement_moves_nothing_and_the_statement_decides(paid, worker, level, code):
    said = {level: f"RJCT/{code}"}
    if level == "payment":
        said = {world.id_of(one): f"RJCT/{code}" for one in paid}
    world.send(report(**said))
    worker.run()
    assert states(paid) == [("PENDING", "BATCHED")] * 2
    assert cases() == [BankBatch.objects.get().public_id]

    world.send(world.camt([Entry(-10_00, world.id_of(paid[0])), Entry(-20_00, world.id_of(paid[1]))]))
    worker.run()

    assert states(paid) == [("COMPLETED", "SETTLED")] * 2
    assert cases() == [], "the lines have decided"


@pytest.mark.parametrize("first", ["ACCP", "ACSP", "ACWC", "ACSC"])
def test_a_rejection_after_an_acceptance_waits_for_people(api, paid, worker, alice, first):
    settled = first == "ACSC"
    world.send(report(status=first))
    worker.run()

    world.send(report(**{world.id_of(paid[0]): "RJCT/AC04"}))
    worker.run()

    assert states(paid) == [("COMPLETED", "SETTLED") if settled else ("PENDING", "BATCHED")] * 2
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 0
    assert cases() == [rail.row_of(paid[0]).public_id]
    assert "AC04" in rail.row_of(paid[0]).reason
    assert list(check.find()) == []


def test_a_report_that_accepts_and_rejects_one_payment_waits_for_people(paid, worker):
    one = world.id_of(paid[0])
    twice = report(**{one: "ACSC"}).replace(b"</OrgnlPmtInfAndSts>", _also(one) + b"</OrgnlPmtInfAndSts>")

    world.send(twice)
    worker.run()

    assert states(paid) == [("PENDING", "BATCHED")] * 2
    assert cases() == [rail.row_of(paid[0]).public_id]


def _also(one: str) -> bytes:
    said = f"<TxInfAndSts><OrgnlEndToEndId>{one}</OrgnlEndToEndId><TxSts>RJCT</TxSts>"
    return f"{said}<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></TxInfAndSts>".encode()


@pytest.mark.parametrize("first", ["RCVD", "ACTC", "PDNG"])
def test_a_rejection_after_a_report_that_promises_nothing_gives_the_money_back(api, paid, worker, alice, first):
    world.send(report(status=first))
    worker.run()

    world.send(report(status="RJCT/FF01"))
    worker.run()

    assert states(paid) == [("REJECTED", "REJECTED")] * 2
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 30_00
    assert cases() == []


def test_money_that_comes_back_by_a_line_decides_what_a_report_had_contradicted(api, paid, worker, alice):
    world.send(world.camt([Entry(-10_00, world.id_of(paid[0]))]), report(**{world.id_of(paid[0]): "RJCT/AC04"}))
    worker.run()
    assert len(cases()) == 1

    world.send(world.camt([Entry(10_00, world.id_of(paid[0]), reason="AC04")], number=2, opening=990_00))
    worker.run()

    assert states(paid)[0] == ("FAILED", "RETURNED")
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 10_00
    assert cases() == []


def test_staff_end_what_the_bank_rejects_after_it_had_accepted_it_and_a_line_waits_in_spite_of_that(
    api, paid, worker, alice
):
    [key, other] = [rail.payment_of(one).pk for one in paid]
    world.send(report(status="ACCP"), report(**{world.id_of(paid[0]): "RJCT/AC04"}))
    worker.run()
    with pytest.raises(AtTheBank):
        fail(other)

    fail(key)

    assert states(paid) == [("FAILED", "REJECTED"), ("PENDING", "BATCHED")]
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 10_00
    assert cases() == []
    world.send(world.camt([Entry(-10_00, world.id_of(paid[0]))]))
    assert world.waiting() == ["PAID_THOUGH_FAILED"]


def fail(key) -> None:
    with transaction.atomic():
        staff_actions.fail_and_refund(
            transaction_id=key,
            failure_reason="ACCOUNT_INVALID",
            reason="the bank has not paid it",
            actor=rail.ANNA,
            real_now=clock.real_now(),
        )
