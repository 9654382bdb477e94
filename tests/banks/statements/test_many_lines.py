"""A statement of many lines: how many statements to the database, processor seconds and memory they take."""

import contextlib
import os
import resource
import time
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from banks.models import BankBatch, BankIncomingFile, BankMatch, BankPayment, BankStatementLine
from banks.statements.incoming import importing
from payments.ledger import check
from platforms.base import clock, identifiers
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry

pytestmark = pytest.mark.django_db(transaction=True)
_COUNTED = 200
LINES = int(os.environ.get("STATEMENT_LINES", str(_COUNTED)))
"""100,000 measures; the suite counts statements of few."""


def payments_at_the_bank(acme, bank, count: int) -> list[str]:
    """Payments that were given to the bank, without their transfers; return their end-to-end ids."""
    now = clock.real_now()
    batch = BankBatch.objects.create(
        connection=bank,
        format="SEPA_001_09",
        currency="EUR",
        value_date=now.date(),
        cut_off_at=now,
        message_id=f"B{identifiers.new_key().hex}",
        state="DELIVERED",
        opened_at=now,
    )
    rows = [
        BankPayment(
            platform=acme.platform,
            movement=identifiers.new_key(),
            leg="TRANSFER",
            direction="PUSH",
            end_to_end_id=f"E{number:014}",
            connection_name=bank.name,
            batch=batch,
            amount=1_00,
            currency="EUR",
            content={},
            state="BATCHED",
            taken_at=now,
        )
        for number in range(count)
    ]
    BankPayment.objects.bulk_create(rows, batch_size=1000)
    return [row.end_to_end_id for row in rows]


def test_most_lines_cost_no_statement_of_their_own(acme, api, alice):
    bank = rail.connect(acme.platform)
    reference = world.reference_of(api, alice)
    deposits, fees, unknown = LINES // 50, LINES // 100, LINES // 200
    ids = payments_at_the_bank(acme, bank, LINES - deposits - fees - unknown)
    entries = [Entry(-1_00, one) for one in ids]
    entries += [Entry(2_00, text=reference, reference=f"D-{number}") for number in range(deposits)]
    entries += [Entry(-1, code="PMNT/MCOP/CHRG", reference=f"F-{number}") for number in range(fees)]
    entries += [Entry(3_00, text="hello", reference=f"U-{number}") for number in range(unknown)]
    world.put(world.camt(entries, opening=10_000_000_00))
    del entries
    memory, used, began = _peak(), time.process_time(), time.monotonic()

    captured: Any = CaptureQueriesContext(connection) if LINES == _COUNTED else contextlib.nullcontext([])
    with captured as said:
        world.read()

    if LINES > 1000:
        print(f"{LINES} lines: {time.process_time() - used:.1f} s of the processor,", end=" ")  # noqa: T201
        print(f"{time.monotonic() - began:.1f} s, {_peak() - memory} KiB more")  # noqa: T201
    assert BankIncomingFile.objects.get().state == "APPLIED"
    assert (BankStatementLine.objects.count(), BankMatch.objects.count()) == (LINES, LINES - unknown)
    assert len(world.waiting()) == unknown
    if LINES == _COUNTED:
        # Of 200 lines 3 are fees or unknown; a deposit takes what a deposit takes, and the rest is shared.
        assert len(said) < 220
    if LINES <= 1000:
        assert {(fault.kind, fault.subject.partition(":")[0]) for fault in check.find()} == {
            ("BANK_DIFFERS", "BankPayment")
        }, "the payments by file are of no transfers"


@pytest.mark.parametrize("plans", ["auto", "force_generic_plan"])
def test_each_part_of_a_file_reads_the_rows_of_its_own_lines_alone(acme, monkeypatch, plans):
    monkeypatch.setattr(importing, "PART", 150)
    with connection.cursor() as cursor:
        # What is sent for each part gets a plan that knows no parameter, whenever that seems to be cheaper.
        cursor.execute(f"SET plan_cache_mode = {plans}")
        # Of a table so small all of it may be read, unless that is forbidden: then only where there is no other way.
        cursor.execute("SET enable_seqscan = off")
    bank = rail.connect(acme.platform)
    ids = payments_at_the_bank(acme, bank, 1500)
    world.put(world.camt([Entry(-1_00, one) for one in ids], opening=10_000_00))
    before = _rows_read()

    world.read()

    # Ten parts that read whole tables would read 30,000 payments, and 6,750 decisions.
    payments, decisions = (after - rows for after, rows in zip(_rows_read(), before, strict=True))
    assert payments <= 1500 * 8
    assert decisions <= 1500
    assert BankMatch.objects.count() == 1500


def _rows_read() -> list[int]:
    """Rows of payments by file and of decisions that statements have read so far."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush(), pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) FROM pg_stat_user_tables"
            " WHERE relid IN ('payments_bankpayment'::regclass, 'payments_bankmatch'::regclass) ORDER BY relname DESC"
        )
        return [count for (count,) in cursor.fetchall()]


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
