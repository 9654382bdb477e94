"""Answers of a file that moved nothing: each is a row, and people hear of them by a case that names bank and file."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from banks.models import BankAnswer, BankAnswerKind, BankIncomingFile, BankPayment
from banks.rail import answers, connections, corrections
from banks.rail.answers import Unapplied
from banks.statements import lines
from payments.models import CaseKind, Quote, Transaction
from payments.providers.base import Leg
from payments.workflow import cases
from platforms import audit
from platforms.base import clock

_LONGEST_PLACE, _LONGEST_FILE = 255, 60
_WORDS = {
    BankAnswerKind.UNKNOWN: "is about no payment given to this bank",
    BankAnswerKind.AMOUNT_DIFFERS: "is about a payment of another amount",
    BankAnswerKind.DISHONOURED: "disputes a return",
}


def store(*, file: BankIncomingFile, unapplied: Sequence[Unapplied], now: clock.RealTime) -> None:
    """Store answers, put corrections into force, and open the cases. In the caller's database transaction."""
    if not unapplied:
        return
    at = connections.now_of(file.connection, now)
    payments = answers.lock(ids={one.end_to_end_id for one in unapplied}, connection_name=file.connection_name)
    rows = [
        _row(file, number, one, payments.get(one.end_to_end_id), at) for number, one in enumerate(unapplied, start=1)
    ]
    known = _known([row for row in rows if row.account_digest])
    BankAnswer.objects.bulk_create(rows)
    for row in rows:
        if row.kind == BankAnswerKind.CORRECTION and _fact(row) not in known:
            _correct(file, row, at, now)
    others = [row for row in rows if row.kind != BankAnswerKind.CORRECTION]
    if others:
        _begin_case(file, others, now)


def _row(
    file: BankIncomingFile, number: int, answer: Unapplied, payment: BankPayment | None, at: dt.datetime
) -> BankAnswer:
    row = BankAnswer(
        file=file,
        number=number,
        connection_name=file.connection_name,
        kind=answer.kind,
        payment=payment,
        end_to_end_id=lines.clean(answer.end_to_end_id, 64),
        trace_number=lines.clean(answer.trace_number, 15),
        code=lines.clean(answer.code, 35),
        amount=answer.amount,
        currency=file.connection.currency,
        place=lines.clean(answer.place, _LONGEST_PLACE),
        content={},
        received_at=at,
    )
    if answer.kind != BankAnswerKind.CORRECTION:
        return row
    if payment is None:
        row.kind = BankAnswerKind.UNKNOWN
        return row
    row.external_account_id = _external_account(payment)
    fields = corrections.parse(answer.code, answer.correction)
    content = BankPayment.objects.get(pk=payment.pk).content
    if fields and content.get("clearingNumber"):
        row.account_digest, row.content = corrections.digest(content), fields
        row.in_force_at = None if "number" in fields else at
    return row


def _external_account(payment: BankPayment) -> Any:
    if payment.leg == Leg.COLLECTION:
        quotes = Quote.objects.filter(transaction_id=payment.movement)
        return quotes.values_list("source_external_account_id", flat=True).first()
    if payment.leg == Leg.REFUND:
        return None
    found = Transaction.objects.filter(id=payment.movement)
    return found.values_list("external_account_id", flat=True).first()


def _known(rows: Sequence[BankAnswer]) -> set[tuple[bytes, str]]:
    """Return the corrections that other files had, which people have heard of."""
    same = BankAnswer.objects.filter(account_digest__in=[row.account_digest for row in rows])
    return {_fact(one) for one in same}


def _fact(row: BankAnswer) -> tuple[bytes, str]:
    return bytes(row.account_digest or b""), repr(sorted(row.content.items()))


def _correct(file: BankIncomingFile, row: BankAnswer, at: dt.datetime, now: clock.RealTime) -> None:
    assert row.payment is not None
    audit.record(
        audit.Subject(row.payment.platform_id, row.public_id),
        "bank_answer.correct",
        actor=audit.SYSTEM,
        now=at,
        code=row.code,
        payment=row.payment.public_id,
        fields=sorted(row.content),
    )
    if not row.account_digest:
        todo = "ask the platform to correct it"
    elif row.in_force_at is None:
        todo = "another account number: payments to it wait until it is approved or refused"
    else:
        todo = "used from now on; tell the platform"
    if row.account_digest:
        corrections.replan(row=row, connection_name=file.connection_name, now=at)
    cases.begin(
        kind=CaseKind.BANK_FILE,
        subject=row.public_id,
        platform_id=row.payment.platform_id,
        cause=f"{_source(file)} corrects the account of {row.end_to_end_id} ({row.code}): {todo}.",
        now=now,
    )


def _begin_case(file: BankIncomingFile, rows: Sequence[BankAnswer], now: clock.RealTime) -> None:
    first, more = rows[0], len(rows) - 1
    others = f" {more} more answers of it moved nothing." if more else ""
    name = " ".join(part for part in (first.code, first.end_to_end_id) if part) or first.place
    cases.begin(
        kind=CaseKind.BANK_FILE,
        subject=file.public_id,
        platform_id=file.connection.platform_id,
        cause=f"{_source(file)}: {name} {_WORDS[BankAnswerKind(first.kind)]}.{others}",
        now=now,
    )


def _source(file: BankIncomingFile) -> str:
    return f"{file.connection_name}, file {file.name[:_LONGEST_FILE]}"
