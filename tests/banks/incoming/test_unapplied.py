"""Answers of banks that name no payment by its end-to-end id, or move nothing: found by trace, or shown to people."""

import pytest
from django.db import transaction

from banks.models import BankAnswer, BankBatch
from payments.models import OperationsCase
from payments.workflow import monitor
from platforms.base import clock
from practice.bank import nacha
from tests.banks.incoming import ach
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.support import factories

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bank(acme):
    return rail.connect(acme.platform, **(rail.DOLLARS | ach.FOLDERS))


@pytest.fixture
def euros(acme):
    return rail.connect(acme.platform)


def _causes() -> list[str]:
    return list(OperationsCase.objects.filter(state="OPEN").order_by("id").values_list("cause", flat=True))


def _kinds() -> list[str]:
    return list(BankAnswer.objects.order_by("number").values_list("kind", flat=True))


@pytest.mark.parametrize("written", ["", "ABC", "NOBODYSPAYMENT1"], ids=["missing", "cut", "another"])
def test_a_return_without_our_id_is_found_by_its_trace_number(api, bank, worker, alice, written):
    paid, orders = ach.given_out(api, worker, alice, 10_00, 10_00)

    file = ach.send(ach.renamed(ach.returned(nacha.Answer(orders[1], "R03")), orders[1], written))
    worker.run()

    assert (file.state, file.unknown) == ("APPLIED", 0)
    assert [rail.row_of(one).state for one in paid] == ["BATCHED", "REJECTED"]
    assert factories.balance_of(api.internal_account(alice, "USD")) == 10_00
    assert (_kinds(), _causes()) == ([], [])
    assert world.books_are_right()


def test_a_trace_number_of_two_days_is_told_apart_by_the_day_and_else_by_nobody(api, bank, worker, alice):
    paid, [order] = ach.given_out(api, worker, alice, 10_00)
    later, [other] = ach.given_out(api, worker, alice, 10_00, account=paid[0])
    BankBatch.objects.filter(id__in=[rail.row_of(later[0]).batch_id]).update(value_date="2026-01-15")
    back = ach.renamed(ach.returned(nacha.Answer(order, "R03")), order, "")
    assert order.trace == other.trace

    ach.send(ach.dated(back, "260102"))
    worker.run()
    assert [rail.row_of(one).state for one in (*paid, *later)] == ["BATCHED", "BATCHED"]
    assert _kinds() == ["UNKNOWN"]

    ach.send(ach.dated(back, "260115"))
    worker.run()
    assert [rail.row_of(one).state for one in (*paid, *later)] == ["BATCHED", "REJECTED"]


def _with_amount(content: bytes, amount: int) -> bytes:
    return content.replace(b"0000001000", f"{amount:010}".encode()).replace(b"000000001000", f"{amount:012}".encode())


@pytest.mark.parametrize(
    "expected",
    [
        ("R03", 9_99, None, "AMOUNT_DIFFERS", "is about a payment of another amount"),
        ("R03", 9_99, "NOBODYSPAYMENT1", "UNKNOWN", "is about no payment given to this bank"),
        ("R67", 10_00, None, "DISHONOURED", "disputes a return"),
        ("R73", 10_00, None, "DISHONOURED", "disputes a return"),
    ],
    ids=["amount", "nobody's", "dishonoured", "contested"],
)
def test_an_answer_that_moves_nothing_is_a_row_and_a_case_that_names_bank_and_file(api, bank, worker, alice, expected):
    code, amount, name, kind, cause = expected
    [paid], [order] = ach.given_out(api, worker, alice, 10_00)
    content = _with_amount(ach.returned(nacha.Answer(order, code)), amount)

    file = ach.send(ach.renamed(content, order, name or order.end_to_end_id))
    worker.run()
    with transaction.atomic():
        monitor.sweep(kind="BANK_FILE", now=clock.real_now())

    assert file.state == "APPLIED"
    assert (rail.payment_of(paid).status, rail.row_of(paid).state) == ("PENDING", "BATCHED")
    assert _kinds() == [kind]
    [said] = _causes()
    assert said.startswith(f"ach-bank, file {file.name}: ")
    assert cause in said
    assert world.books_are_right()


def test_many_answers_of_a_file_are_one_case(api, bank, worker, alice):
    _, orders = ach.given_out(api, worker, alice, 10_00, 20_00, 30_00)

    ach.send(ach.returned(*(nacha.Answer(order, "R61") for order in orders)))

    assert _kinds() == ["DISHONOURED"] * 3
    [cause] = _causes()
    assert cause.endswith("2 more answers of it moved nothing.")


def _report(content: bytes, old: str, new: str) -> bytes:
    assert old.encode() in content
    return content.replace(old.encode(), new.encode())


def test_a_report_under_another_message_id_is_found_by_the_batch_and_by_the_payments(api, euros, worker, alice):
    paid = rail.given_out(api, worker, alice, 10_00, 20_00)
    message_id = BankBatch.objects.get().message_id
    report = world.pain_002(message_id, **{world.id_of(paid[0]): "ACSC", world.id_of(paid[1]): "RJCT/AC04"})

    world.send(_report(report, f"<OrgnlMsgId>{message_id}", "<OrgnlMsgId>BANK-1"))
    worker.run()

    assert [rail.row_of(one).state for one in paid] == ["SETTLED", "REJECTED"]
    assert _kinds() == []


def test_a_batch_is_settled_by_a_report_whose_file_has_another_id(api, euros, worker, alice):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    message_id = BankBatch.objects.get().message_id
    report = _report(world.pain_002(message_id), "<OrgnlMsgId>" + message_id, "<OrgnlMsgId>BANK-1")

    world.send(_report(report, "</OrgnlPmtInfId>", "</OrgnlPmtInfId><PmtInfSts>ACSC</PmtInfSts>"))

    assert rail.row_of(paid).state == "SETTLED"


@pytest.mark.parametrize("end_to_end_id", ["", "<OrgnlEndToEndId>NOTPROVIDED</OrgnlEndToEndId>"])
def test_a_payment_is_found_by_the_id_of_its_instruction_alone(api, euros, worker, alice, end_to_end_id):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    name = world.id_of(paid)
    report = world.pain_002(BankBatch.objects.get().message_id, **{name: "RJCT/AC04"})

    world.send(
        _report(
            report,
            f"<OrgnlEndToEndId>{name}</OrgnlEndToEndId>",
            f"<OrgnlInstrId>{name}</OrgnlInstrId>{end_to_end_id}",
        )
    )
    worker.run()

    assert rail.payment_of(paid).status in {"FAILED", "REJECTED"}


@pytest.mark.parametrize("level", ["payment", "payment without an id", "batch", "file"])
def test_a_report_on_nobody_s_payments_is_a_row_and_a_case(api, euros, worker, alice, level):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    report = world.pain_002("STRANGE-1", **({"NOBODYSPAYMENT1": "RJCT/AC04"} if "payment" in level else {}))
    files = {
        "payment": report,
        "payment without an id": report.replace(b"<OrgnlEndToEndId>NOBODYSPAYMENT1</OrgnlEndToEndId>", b""),
        "batch": report.replace(b"</OrgnlPmtInfId>", b"</OrgnlPmtInfId><PmtInfSts>RJCT</PmtInfSts>"),
        "file": report.replace(b"</OrgnlMsgNmId>", b"</OrgnlMsgNmId><GrpSts>RJCT</GrpSts>"),
    }

    world.send(files[level])

    assert _kinds() == ["UNKNOWN"]
    [cause] = _causes()
    assert "house-bank, file" in cause
    assert rail.row_of(paid).state == "BATCHED"


@pytest.mark.parametrize("code", ["R02", "C01"])
def test_what_comes_back_of_the_entry_that_balances_a_file_moves_nothing_and_is_a_case(api, acme, worker, alice, code):
    rail.connect(acme.platform, **rail.DOLLARS | ach.FOLDERS, balances_files=True)
    paid, orders = ach.given_out(api, worker, alice, 10_00, 20_00)
    contents = [path.read_bytes() for path in rail.delivered(ach.FOLDERS["folder"])]
    [content] = [one for one in contents if orders[0].end_to_end_id.encode() in one]
    *entries, own = nacha.read(content, ach.ZONE).orders
    assert (entries, own.end_to_end_id, own.amount) == (orders, "OFFSET", 30_00)

    file = ach.send(ach.returned(nacha.Answer(own, code, "000987654321" if code == "C01" else "")))
    worker.run()

    assert (file.state, _kinds()) == ("APPLIED", ["UNKNOWN"])
    assert [rail.row_of(one).state for one in paid] == ["BATCHED", "BATCHED"]
    with transaction.atomic():
        monitor.sweep(kind="BANK_FILE", now=clock.real_now())
    assert any("OFFSET" in cause or file.name in cause for cause in _causes())
    ach.send(ach.returned(nacha.Answer(orders[1], "R02")))
    worker.run()
    assert [rail.row_of(one).state for one in paid] == ["BATCHED", "REJECTED"]
    assert world.books_are_right()
