"""Lines that have the sum of a batch by chance: they complete no payment of it, and wait for people."""

import datetime as dt

import pytest

from banks.models import BankBatch
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry

pytestmark = pytest.mark.django_db(transaction=True)
_OWN = {"name": "Acme Payments GmbH", "account": "DE02120300000000202051", "bank": "BYLADEM1001"}
_BY_SWIFT = ":20:S\r\n:25:12030000/0000202051\r\n:28C:1/1\r\n:60F:C{day}EUR1000,\r\n{line}\r\n:62F:C{day}EUR940,\r\n-"


@pytest.fixture
def paid(api, acme, worker, alice):
    rail.connect(acme.platform)
    return rail.given_out(api, worker, alice, 10_00, 20_00, 30_00)


def day() -> dt.date:
    return BankBatch.objects.get().value_date


def statuses(paid: list[str]) -> set[str]:
    return {rail.payment_of(one).status for one in paid}


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "Landlord", "text": "RENT", "code": "PMNT/RDDT/ESDD"},
        {"name": "Landlord"},
        {"account": "FR1420041010050500013M02606"},
        {"bank": "COBADEFFXXX"},
        {"code": "PMNT/RDDT/ESDD"},
        {"code": "PMNT/RDDT/BBDD"},
        {"code": "PMNT/ICDT/STDO"},
        {"code": "PMNT/CCRD/POSD"},
        {"code": "PMNT/ICHQ/CCHQ"},
        {"code": "CAMT/ACCB/ZABA"},
        {"code": "LDAS/FTLN/PPAY"},
        {"mandate": "M-4711"},
        {"text": "RENT NOVEMBER"},
        {"text": "RF18539007547034"},
        {"text": "4711 0815"},
        {"batch": "PAYROLL-2026-11"},
        {"end_to_end_id": "SALARY-7"},
        {"is_reversal": True},
        {"amount": -60_01},
    ],
    ids=lambda changes: " ".join(map(str, changes.values())),
)
def test_a_foreign_debit_of_a_batchs_sum_waits_and_its_own_line_settles_the_batch_later(worker, paid, changes):
    foreign = world.plain_sum(**{"amount": -60_00, "day": day()} | changes)

    world.send(world.camt([foreign]))
    worker.run()

    assert (world.kinds(), world.waiting(), statuses(paid)) == ([], ["UNKNOWN"], {"PENDING"})
    true_line = world.plain_sum(-60_00, day(), reference="B-2")
    world.send(world.camt([true_line], number=2, opening=1_000_00 + foreign.amount))
    worker.run()
    assert (world.kinds(), statuses(paid)) == (["BATCH"], {"COMPLETED"})
    assert world.books_are_right()


@pytest.mark.parametrize(
    "changes",
    [
        {},
        _OWN,
        {"name": "ACME PAYMENTS G"},
        {"text": "SAMMEL-UEBERWEISUNG ANZAHL 3"},
        {"text": "SEPA Credit Transfer, 3 payments"},
        {"text": "Batch of Acme Payments GmbH 000123"},
        {"code": "PMNT/NTAV/NTAV"},
    ],
    ids=lambda changes: " ".join(map(str, changes.values())) or "nothing",
)
def test_a_sum_that_names_nobody_but_us_settles_the_only_batch_of_that_sum(worker, paid, changes):
    world.send(world.camt([world.plain_sum(-60_00, day(), **changes)]))
    worker.run()

    assert (world.kinds(), world.waiting(), statuses(paid)) == (["BATCH"], [], {"COMPLETED"})


@pytest.mark.parametrize(
    ("code", "text", "is_sum"),
    [
        ("NTRF", "191?00SAMMEL-UEBERWEISUNG?20ANZAHL 3", True),
        ("NMSC", "191?00SAMMLER?20SVWZ+SAMMEL-UEBERWEISUNG", True),
        ("NDDT", "105?00SEPA-LASTSCHRIFT", False),
        ("NTRF", "105?00BASISLASTSCHRIFT?20SEPA", False),
        ("NTRF", "117?00DAUERAUFTRAG", False),
        ("NTRF", "177?00UEBERWEISUNG?20SVWZ+MIETE NOVEMBER", False),
        ("NTRF", "177?00UEBERWEISUNG?20SEPA?32LANDLORD", False),
        ("NTRF", "105?00LASTSCHRIFT?20MREF+M-4711", False),
        ("NCHK", "101?00SCHECK", False),
    ],
)
def test_a_sum_of_mt940_alike(worker, paid, code, text, is_sum):
    line = f":61:{day():%y%m%d%m%d}D60,{code}NONREF//B-1\r\n:86:{text}"

    world.send(_BY_SWIFT.format(day=f"{day():%y%m%d}", line=line).encode())
    worker.run()

    assert (world.kinds(), world.waiting()) == ((["BATCH"], []) if is_sum else ([], ["UNKNOWN"]))
    assert statuses(paid) == {"COMPLETED" if is_sum else "PENDING"}


def test_two_batches_of_one_sum_and_a_line_that_names_none_of_them(api, worker, alice, paid):
    rail.given_out(api, worker, alice, 25_00, 35_00)

    world.send(world.camt([world.plain_sum(-60_00, BankBatch.objects.latest("id").value_date)]))

    assert (world.kinds(), world.waiting()) == ([], ["UNKNOWN"])


@pytest.mark.parametrize("code", ["PMNT/RCDT/ESCT", "PMNT/CNTR/CDPT", "PMNT/IDDT/UPDD"])
def test_a_credit_of_another_kind_is_no_sum_of_collections(api, acme, worker, alice, code):
    made = world.collections_given_out(api, acme.platform, worker, alice, 10_00, 20_00)

    world.send(world.camt([Entry(30_00, name="", account="", bank="", code=code, day=day())]))
    worker.run()

    assert (world.kinds(), world.waiting(), statuses(made)) == ([], ["UNKNOWN"], {"PENDING"})
