"""Rows made bad, payments brought to a step, and what is expected of both."""

import contextlib
import dataclasses
import datetime as dt
import time
import uuid
from collections.abc import Iterator
from typing import Any

from django.db import connection, transaction
from django.db.models import F

from payments import tasks
from payments.ledger import check
from payments.models import (
    CaseKind,
    CaseState,
    OperationsCase,
    SuspenseItem,
    Transaction,
)
from payments.workflow import advancing, claims, suspense
from platforms.base import clock
from platforms.models import WorkFailure
from tests.support import factories, patience
from tests.support.payments import scenarios

LONGEST_PAUSE = dt.timedelta(minutes=30)
_MOST_STEPS = 50
"""Far more than any payment has, with those that are tried again."""


def bring_to(step: str, public_id: str) -> uuid.UUID:
    """Work on a payment until a step of it is due, and return its key."""
    payment = scenarios.payment_of(public_id)
    passed: list[str] = []
    while payment.next_action != step:
        assert len(passed) < _MOST_STEPS, f"{step} is not among its steps: {passed}"
        # Somebody else may have to answer first, who has little time on a busy machine.
        time.sleep(0.02 * len(passed))
        passed.append(payment.next_action)
        make_due(payment.pk)
        [claimed] = claims.claim_payments(limit=1)
        advancing.advance(claimed)
        payment.refresh_from_db()
    make_due(payment.pk)
    return payment.pk


def make_due(key: uuid.UUID) -> None:
    payment = Transaction.objects.select_related("platform").get(id=key)
    Transaction.objects.filter(id=key).update(next_action_at=payment.platform.now() - dt.timedelta(minutes=1))


def prolong_the_pause(key: uuid.UUID) -> None:
    """Put the next step off for longer than any machine needs to look whether somebody takes it up too early."""
    later = F("next_action_at") + dt.timedelta(seconds=patience.LONG)
    Transaction.objects.filter(id=key).update(next_action_at=later)


def release(item: SuspenseItem, way: str) -> None:
    """Let staff have the money of an item leave suspense."""
    with transaction.atomic(durable=True):
        suspense.resolve(
            item_id=item.pk,
            way=way,
            account="",
            reason="found",
            actor=factories.OPERATOR,
            real_now=clock.real_now(),
        )


@dataclasses.dataclass(frozen=True)
class Poison:
    """A column and what it holds while it is bad, in SQL; `rows` is a condition."""

    table: str
    column: str
    bad: str
    rows: str = "id = %(payment)s"
    key: str = "id"
    constraint: str = ""
    """What a release that wrote the value would have changed."""

    @contextlib.contextmanager
    def given(self, payment: uuid.UUID) -> Iterator[None]:
        """Let the value be bad within the block."""
        where = self.rows % {"payment": f"'{payment}'"}
        with self._allowed():
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT {self.key}, {self.column}::text FROM {self.table} WHERE {where}")
                kept = cursor.fetchall()
                assert kept
                cursor.execute("SET session_replication_role = replica")  # no triggers
                cursor.execute(f"UPDATE {self.table} SET {self.column} = {self.bad} WHERE {where}")
                cursor.execute("RESET session_replication_role")
            try:
                yield
            finally:
                self._put_back(kept)

    def _put_back(self, kept: list[tuple[Any, str]]) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET session_replication_role = replica")
            for key, value in kept:
                kind = f"(SELECT format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = '{self.table}'"
                cursor.execute(f"{kind}::regclass AND attname = '{self.column}')")
                [name] = cursor.fetchone()
                cursor.execute(
                    f"UPDATE {self.table} SET {self.column} = %s::{name} WHERE {self.key} = %s", [value, key]
                )
            cursor.execute("RESET session_replication_role")

    @contextlib.contextmanager
    def _allowed(self) -> Iterator[None]:
        if not self.constraint:
            yield
            return
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = '{self.constraint}'")
            [definition] = cursor.fetchone()
            cursor.execute(f"ALTER TABLE {self.table} DROP CONSTRAINT {self.constraint}")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute(f"ALTER TABLE {self.table} ADD CONSTRAINT {self.constraint} {definition}")


def case_of(subject: str) -> OperationsCase:
    """Let the failure have lasted, and return the case that is opened of it."""
    assert not OperationsCase.objects.filter(subject=subject, state=CaseState.OPEN).exists()
    WorkFailure.objects.update(since=clock.real_now() - dt.timedelta(minutes=16))
    tasks.open_cases()
    case: OperationsCase = OperationsCase.objects.get(subject=subject, state=CaseState.OPEN)
    return case


def assert_put_back(key: uuid.UUID, *, error: str = "") -> None:
    payment = Transaction.objects.select_related("platform").get(id=key)
    note = WorkFailure.objects.get(subject=payment.public_id)
    assert payment.next_action_at is not None
    pause = payment.next_action_at - payment.platform.clock_offset - note.last_at
    assert dt.timedelta() < pause <= LONGEST_PAUSE
    assert error in note.error
    case = case_of(payment.public_id)
    assert case.kind == CaseKind.PAYMENT_STUCK
    assert f"has failed {note.failures} times in a row, the last time by {note.error}" in case.cause


def assert_goes_on(key: uuid.UUID, worker, *, end: str) -> None:
    make_due(key)
    worker.run()
    payment = Transaction.objects.get(id=key)
    assert payment.status == end
    assert not WorkFailure.objects.exists()
    tasks.open_cases()
    assert not OperationsCase.objects.filter(state=CaseState.OPEN).exists()
    assert check.run().faults == []
