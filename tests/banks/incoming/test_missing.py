"""Statements that did not come: a case names the connection and the days, and ends when the missing one comes."""

import datetime as dt

import pytest
from django.db import transaction

from payments.models import OperationsCase
from payments.workflow import monitor
from platforms.base import clock
from platforms.models import Platform
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry

pytestmark = pytest.mark.django_db(transaction=True)
FRIDAY = dt.date(2026, 11, 20)
MONDAY, TUESDAY, WEDNESDAY = (FRIDAY + dt.timedelta(days=number) for number in (3, 4, 5))


@pytest.fixture
def bank(acme):
    return rail.connect(acme.platform)


def _at(day: dt.date) -> None:
    """Let it be noon of a day on the platform's clock."""
    noon = dt.datetime.combine(day, dt.time(12), tzinfo=dt.UTC)
    Platform.objects.update(clock_offset=noon - clock.real_now())


def _causes() -> list[str]:
    with transaction.atomic():
        monitor.sweep(kind="BANK_FILE", now=clock.real_now())
    return list(OperationsCase.objects.filter(state="OPEN").order_by("id").values_list("cause", flat=True))


def _send(number: int, day: dt.date, **options) -> None:
    """Have a statement of a day read; its balances are zero, as where an account is swept each day."""
    _at(day)
    swept = [Entry(5_00, reference=f"IN-{day}", day=day), Entry(-5_00, reference=f"OUT-{day}", day=day)]
    world.send(world.camt(swept, number=number, opening=0, day=day, **options))


def _gaps() -> list[str]:
    return [cause for cause in _causes() if "came, and number" in cause]


def test_a_number_that_is_left_out_is_a_case_until_its_statement_comes(bank):
    _send(41, FRIDAY)
    _send(43, TUESDAY)

    [cause] = _gaps()
    assert cause == (
        "house-bank: statement 43 of 2026-11-24 came, and number 42 did not: ask the bank for what it stated between"
        " 2026-11-20 and 2026-11-24."
    )
    _send(42, MONDAY)
    assert _gaps() == []


def _mt940(number: int, day: dt.date) -> None:
    _at(day)
    world.send(world.mt940([Entry(5_00, day=day), Entry(-5_00, day=day)], number=number, opening=0, day=day))


def test_numbers_of_mt940_count_too(bank):
    _mt940(41, FRIDAY)
    _mt940(43, TUESDAY)
    assert len(_gaps()) == 1
    _mt940(42, MONDAY)
    assert _gaps() == []


def test_numbers_of_a_kind_of_their_own_count_too(bank):
    for number, day in ((41, FRIDAY), (43, TUESDAY)):
        _at(day)
        text = world.camt([], number=number, opening=0, day=day).decode()
        world.send(text.replace("ElctrncSeqNb>", "LglSeqNb>").encode())

    assert len(_gaps()) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [(41, 42), (250, 1), (41, 41), (324, 328), (32401, 32801), (2026324, 2026328)],
    ids=["next", "anew", "two of a number", "of the day", "of the day and a part", "of year and day"],
)
def test_numbers_that_go_on_begin_anew_or_are_those_of_days_are_no_case(bank, first, second):
    _send(first, FRIDAY)
    _send(second, TUESDAY)

    assert _gaps() == []


def test_a_first_statement_has_no_gap_before_it_and_other_connections_have_their_own_numbers(acme, bank):
    _send(41, FRIDAY)
    second = rail.EURO | {"name": "second", "account_number": "DE75512108001245126199"}
    rail.connect(acme.platform, **(second | {"folder": "second/out", "answers_folder": "second/in"}))
    _at(TUESDAY)
    world.put(world.camt([], number=43, opening=0, day=TUESDAY, account="DE75512108001245126199"), folder="second/in")
    world.read()

    assert _gaps() == []


def test_a_bank_that_sends_each_business_day_is_missed_after_two(bank):
    for number, day in enumerate((FRIDAY - dt.timedelta(days=1), FRIDAY, MONDAY), start=1):
        _send(number, day)

    for days, is_silent in ((0, False), (2, False), (3, True)):
        _at(MONDAY + dt.timedelta(days=days))
        assert bool(_causes()) == is_silent
    [cause] = _causes()
    assert cause == (
        "house-bank: no statement came after that of 2026-11-23, for 3 business days; until then there were 1"
        " between two at most. Ask the bank."
    )
    _send(4, TUESDAY + dt.timedelta(days=1))
    assert _causes() == []


def test_a_silent_bank_and_a_gap_are_two_cases_the_older_first(bank):
    _send(41, FRIDAY)
    _send(43, MONDAY)
    _at(MONDAY + dt.timedelta(days=21))

    silent, gap = _causes()

    assert silent.startswith("house-bank: no statement came")
    assert gap.startswith("house-bank: statement 43")


def test_a_bank_that_sends_each_week_is_missed_after_a_week_and_one_of_whom_little_is_known_after_two(bank):
    _send(1, FRIDAY - dt.timedelta(days=14))
    _at(FRIDAY)
    assert _causes() == []
    _at(MONDAY + dt.timedelta(days=1))
    assert len(_causes()) == 1
    _send(2, FRIDAY - dt.timedelta(days=7))
    _send(3, FRIDAY)

    _at(FRIDAY + dt.timedelta(days=7))
    assert _causes() == []
    _at(FRIDAY + dt.timedelta(days=11))
    assert len(_causes()) == 1


@pytest.mark.parametrize("is_known", [False, True], ids=["never a statement", "statements before"])
def test_a_bank_that_sends_reports_alone_is_a_case_until_a_statement_comes(bank, is_known):
    if is_known:
        _send(1, FRIDAY - dt.timedelta(days=1))
    for number, day in enumerate((FRIDAY, MONDAY), start=2):
        _at(day)
        world.send(world.camt([Entry(5_00, day=day)], kind="052", number=number, day=day))
    assert _causes() == []

    _at(WEDNESDAY)
    [cause] = _causes()
    assert cause.startswith("house-bank: reports of the day came from 2026-11-20 to 2026-11-23, and no statement:")
    _send(2, WEDNESDAY)
    assert _causes() == []


def test_a_connection_that_has_ended_or_never_had_a_file_is_no_case(bank):
    _at(FRIDAY)
    assert _causes() == []
    _send(1, FRIDAY)
    type(bank).objects.update(ended_at=clock.real_now())
    _at(FRIDAY + dt.timedelta(days=60))

    assert _causes() == []


def test_an_empty_statement_is_no_day_without_movement(bank):
    text = world.camt([], day=FRIDAY).decode()
    start, end = text.index("<Bal>"), text.rindex("</Bal>") + len("</Bal>")

    world.send((text[:start] + text[end:]).encode())

    assert [cause for cause in _causes() if "says nothing" in cause]
