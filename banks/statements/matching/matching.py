"""Lines of statements matched: payments of ours, batches, money received, fees, or exceptions for staff.

Lines of reports and notifications settle or return payments of ours, and book nothing else: the same money is in a
statement again. Every decision is a row, written in the database transaction of its effects.
"""

import collections
import dataclasses
import datetime as dt
import logging
import uuid
from collections.abc import Iterable, Mapping, Sequence

from django.db import DataError, models, transaction
from django.db import connection as database

from banks.models import (
    BankConnection,
    BankException,
    BankMatch,
    BankPayment,
    BankPaymentState,
    BankRule,
    BankStatementLine,
    MatchKind,
)
from banks.rail import answers
from banks.rail.answers import Answer, Kind
from banks.statements import claims, decided, fees, references, shown
from banks.statements.matching import batch_sums, earlier, line_kinds, repeated, returns, rules, tolerance
from payments.deposits import deposits
from payments.providers.base import Direction
from platforms import audit
from platforms.base import clock, errors, identifiers
from platforms.database import copies, instances
from platforms.models import Platform

logger = logging.getLogger(__name__)
UNKNOWN, AMOUNT_DIFFERS, AGAIN, NOT_SENT = "UNKNOWN", "AMOUNT_DIFFERS", "AGAIN", "NOT_SENT"
COLLECTION_RETURNED, CURRENCY_DIFFERS, NO_PLATFORM = "COLLECTION_RETURNED", "CURRENCY_DIFFERS", "NO_PLATFORM"
AMBIGUOUS, REFUSED, REPEATED, UNDONE = "AMBIGUOUS", "REFUSED", "REPEATED", "UNDONE"
PAID_THOUGH_FAILED, DEPOSIT_DIFFERS, CLAIMED = "PAID_THOUGH_FAILED", "DEPOSIT_DIFFERS", "CLAIMED"
"""Why a line is an exception (`BankException.reason`)."""
END_TO_END_ID, REFERENCE, BATCH, FEE_CODE = "end-to-end id", "reference", "batch", "fee code"
BOOKED_BEFORE = "booked before"
"""Built-in rules (`BankMatch.rule`); a rule entered by staff is named by its public identifier."""
_RECONSIDERED = 500


@dataclasses.dataclass(slots=True)
class Found:
    """Decisions about lines, not stored yet."""

    connection: BankConnection
    now: clock.RealTime
    matches: list[BankMatch] = dataclasses.field(default_factory=list)
    exceptions: list[BankException] = dataclasses.field(default_factory=list)

    def at(self, platform: Platform | None) -> dt.datetime:
        """Return the time by a platform's clock, or by the connection's."""
        platform = platform or self.connection.platform
        return clock.of(platform, self.now)

    def match(
        self,
        row: BankStatementLine,
        kind: MatchKind,
        *,
        subject: str = "",
        rule: str,
        platform: Platform | None = None,
        entry_id: int | None = None,
        difference: int = 0,
    ) -> None:
        """Add a decision about a line."""
        self.matches.append(
            instances.build_row(
                BankMatch,
                {
                    "id": identifiers.new_key(),
                    "line_id": row.pk,
                    "number": 1,
                    "kind": kind,
                    "subject": subject,
                    "platform_id": platform.pk if platform else None,
                    "amount": row.amount,
                    "currency": row.currency,
                    "is_credit": row.is_credit,
                    "entry_id": entry_id,
                    "difference": difference,
                    "rule": rule,
                    "decided_by": audit.SYSTEM.id,
                    "reason": "",
                    "at": self.at(platform),
                },
                line=row,
            )
        )

    def wait(self, row: BankStatementLine, reason: str) -> None:
        """Add an exception for a line of a statement; lines of reports and notifications never are exceptions."""
        if row.statement.kind == decided.MOVES_MONEY:
            self.exceptions.append(
                BankException(line=row, connection=self.connection, reason=reason, opened_at=self.at(None))
            )


def store(*, connection: BankConnection, rows: Sequence[BankStatementLine], now: clock.RealTime) -> None:
    """Store lines and match them, in the caller's database transaction.

    Files of one connection take turns, so that each sees the decisions of the one before.
    """
    earlier.take_turn(connection)
    with database.cursor() as cursor:
        cursor.execute(_BEGIN)
    copies.insert(rows)
    found = Found(connection, now)
    booked = [row for row in rows if row.is_booked and row.amount]
    left = _of_payments(found, booked)
    left = [row for row in left if row.statement.kind == decided.MOVES_MONEY]
    fitting = [row for row in left if row.currency == connection.currency]
    for row in left:
        if row.currency != connection.currency:
            found.wait(row, CURRENCY_DIFFERS)
    again = repeated.find(fitting, kind=decided.MOVES_MONEY)
    known = references.find(connection, [row for row in fitting if row.is_credit])
    back = returns.find(connection, [row for row in fitting if row.is_credit and not row.is_fee])
    in_force = rules.in_force(connection)
    unrepeated = [row for row in fitting if row.pk not in again]
    booked_before = earlier.deposits_of(connection=connection, rows=unrepeated, named=known)
    for row in fitting:
        if row.pk in again:
            found.wait(row, REPEATED)
        elif (before := booked_before.get(row.pk)) is not None:
            _recognise(found, row, before)
        elif row.pk in back:
            _send_back(found, row, back[row.pk], known.get(row.pk, ()))
        else:
            _decide(found, row, known.get(row.pk, ()), in_force)
    copies.insert(found.matches)
    shown.note(found.matches)
    BankException.objects.bulk_create(found.exceptions)
    decided.audit_booked(found.matches)


# A file fills tables faster than statistics follow: plans made for few rows would read all of them for each part.
_BEGIN = """
SELECT set_config('enable_seqscan', 'off', TRUE),
       set_config('enable_hashjoin', 'off', TRUE), set_config('enable_mergejoin', 'off', TRUE)
"""


def reconsider(*, connection: BankConnection, now: clock.RealTime) -> int:
    """Apply the rules entered by staff to open exceptions; return the number of closed ones."""
    in_force, found = rules.in_force(connection), Found(connection, now)
    for one in _lock_open(connection, reason__in=(UNKNOWN, NO_PLATFORM)):
        if (chosen := rules.choose(connection=connection, row=one.line, rules=in_force)) is not None:
            before = earlier.deposit_of(connection, one.line)
            if before is None:
                _follow(found, one.line, chosen)
            elif before.is_same:
                _recognise(found, one.line, before)
    return _close(found)


def reconsider_sums(*, connection: BankConnection, now: clock.RealTime) -> int:
    """Match lines with batches once more: the bank has since rejected or returned payments, and the sums may fit now.

    In the caller's database transaction; returns the number of closed exceptions.
    """
    found = Found(connection, now)
    for one in lock_sums(connection):
        if (batch := batch_sums.find(connection, one.line)) is not None and batch.fits:
            _settle_batch(found, one.line, batch)
    return _close(found)


def lock_sums(connection: BankConnection) -> list[BankException]:
    """Lock the exceptions of `reconsider_sums`: before payments, in the order of staff's decisions."""
    return list(_lock_open(connection, reason=AMOUNT_DIFFERS))


def reconsider_failed(*, connection: BankConnection, now: clock.RealTime) -> int:
    """Match lines with failed payments once another line shows that their money was returned.

    In the caller's database transaction; returns the number of closed exceptions.
    """
    found = Found(connection, now)
    rows = [one.line for one in _lock_open(connection, reason=PAID_THOUGH_FAILED)]
    mine = BankPayment.objects.filter(end_to_end_id__in=[row.end_to_end_id for row in rows])
    payments = {one.end_to_end_id: one for one in mine.prefetch_related("platform")}
    taken = decided.matched(one.public_id for one in payments.values())
    for row in rows:
        payment = payments[row.end_to_end_id]
        outcomes = {kind for subject, kind in taken if subject == payment.public_id}
        if outcomes == {MatchKind.RETURNED}:
            _match(found, row, payment, MatchKind.SETTLED)
            taken.add((payment.public_id, MatchKind.SETTLED))
    return _close(found)


def _lock_open(connection: BankConnection, **of: object) -> models.QuerySet[BankException]:
    """Return the oldest open exceptions of a kind, locked; the remaining ones wait for the next call."""
    waiting = BankException.objects.select_for_update(of=("self",)).select_related("line__statement")
    return waiting.filter(connection__name=connection.name, closed_at=None, **of).order_by("id")[:_RECONSIDERED]


def _close(found: Found) -> int:
    """Store decisions, and close the exceptions of their lines."""
    numbers = decided.numbers_of([match.line for match in found.matches])
    for match in found.matches:
        match.number = numbers[match.line_id]
    copies.insert(found.matches)
    shown.note(found.matches)
    closed = [match.line_id for match in found.matches]
    BankException.objects.filter(line__in=closed).update(closed_at=found.at(None))
    decided.audit_booked(found.matches)
    return len(closed)


def _of_payments(found: Found, rows: Iterable[BankStatementLine]) -> list[BankStatementLine]:
    """Apply lines to payments of ours, found by end-to-end id; return the other lines.

    A bank's charge that names a payment is not the payment.
    """
    named = [row for row in rows if row.end_to_end_id and not row.is_fee]
    ids = {row.end_to_end_id for row in named}
    payments = answers.lock(ids=ids, connection_name=found.connection.name)
    # A payment settled and returned on the same day has two lines, which are applied one after the other.
    waiting = [row for row in named if row.end_to_end_id in payments]
    sides = collections.Counter((row.end_to_end_id, row.is_credit) for row in waiting)
    while waiting:
        turn = {row.end_to_end_id: row for row in reversed(waiting)}
        taken = {row.pk for row in turn.values()}
        # Several lines of one side may be parts of the payment, none of them the payment less a charge.
        pairs = [(row, payments[name]) for name, row in turn.items() if sides[name, row.is_credit] == 1]
        charges = tolerance.charges(connection=found.connection, pairs=pairs, at=found.at(None))
        _apply(found, list(turn.values()), payments, charges)
        waiting = [row for row in waiting if row.pk not in taken]
    return [row for row in rows if row.is_fee or row.end_to_end_id not in payments]


def _apply(
    found: Found,
    rows: Sequence[BankStatementLine],
    payments: dict[str, BankPayment],
    charges: Mapping[uuid.UUID, tolerance.Charge],
) -> None:
    undoing = {row.pk for row in rows if line_kinds.undoes_return(row, payments[row.end_to_end_id])}
    fitting = [
        row
        for row in rows
        if row.pk not in undoing and (row.pk in charges or line_kinds.fits(row, payments[row.end_to_end_id]))
    ]
    # Money that the bank took once more, and returns: it is no return of the payment.
    claimed = claims.ids_of_lines([row.end_to_end_id for row in fitting if row.is_credit])
    fitting = [row for row in fitting if not (row.is_credit and row.end_to_end_id in claimed)]
    is_fitting = {row.pk for row in fitting}
    kinds = {row.pk: line_kinds.kind_of(row, payments[row.end_to_end_id]) for row in rows}
    of_lines = [line_kinds.answer_of(row, payments[row.end_to_end_id], kind=kinds[row.pk]) for row in fitting]
    done = answers.apply(answers=of_lines, now=found.now, locked=payments)
    # The payments are locked: no other file can match them meanwhile.
    mine = [payments[row.end_to_end_id] for row in fitting]
    earlier = decided.matched([*(one.public_id for one in mine), *{line_kinds.batch_of(one) for one in mine}])
    earlier |= {(one.subject, one.kind) for one in found.matches if one.line.statement.kind == decided.MOVES_MONEY}
    unknown = set(done.unknown)
    for row in rows:
        payment = payments[row.end_to_end_id]
        kind, moves_money = kinds[row.pk], row.statement.kind == decided.MOVES_MONEY
        if row.is_credit and row.end_to_end_id in claimed:
            found.wait(row, CLAIMED)
        elif row.pk not in is_fitting:
            found.wait(row, AGAIN if row.pk in undoing else AMOUNT_DIFFERS)
        elif row.end_to_end_id in unknown:
            found.wait(row, NOT_SENT)
        elif moves_money and line_kinds.is_again(payment, kind, earlier=earlier):
            found.wait(row, AGAIN)
        elif payment.direction == Direction.PULL and payment.state == BankPaymentState.RETURNED:
            found.wait(row, COLLECTION_RETURNED)
        elif moves_money and line_kinds.is_paid_though_failed(payment, kind, taken=earlier):
            found.wait(row, PAID_THOUGH_FAILED)
        else:
            _match(found, row, payment, kind, charges.get(row.pk))


def _match(
    found: Found,
    row: BankStatementLine,
    payment: BankPayment,
    kind: MatchKind,
    charge: tolerance.Charge | None = None,
) -> None:
    """Match a line with its payment, and book the fee within its amount: the bank states it, or the terms allow it."""
    platform, fee = payment.platform, charge.amount if charge else line_kinds.stated_fee(row, payment)
    entry = None
    if fee and row.statement.kind == decided.MOVES_MONEY:
        entry = fees.book_difference(fee, row.currency, platform_id=platform.pk, now=found.at(platform))
    found.match(
        row,
        kind,
        subject=payment.public_id,
        rule=charge.rule if charge else END_TO_END_ID,
        platform=platform,
        entry_id=entry,
        difference=fee if entry else 0,
    )


def _send_back(
    found: Found, row: BankStatementLine, back: Sequence[returns.Back], known: Sequence[references.Named]
) -> None:
    """Return the one movement that a line has brought back, before anything is received by the same reference."""
    payment, reference, is_doubtful = back[0]
    if len(back) > 1 or is_doubtful or any(one.name != reference for one in known):
        found.wait(row, AMBIGUOUS)
        return
    if claims.ids_of_lines([payment.end_to_end_id]):
        found.wait(row, CLAIMED)
        return
    said = [answers.sent_back(payment.end_to_end_id, row.reason_code)]
    answers.apply(answers=said, now=found.now, connection_name=found.connection.name)
    before = decided.matched([payment.public_id]) | {(one.subject, one.kind) for one in found.matches}
    if (payment.public_id, MatchKind.RETURNED) in before:
        found.wait(row, AGAIN)
    else:
        rule = REFERENCE if reference else END_TO_END_ID
        found.match(row, MatchKind.RETURNED, subject=payment.public_id, rule=rule, platform=payment.platform)


def _decide(
    found: Found, row: BankStatementLine, known: Sequence[references.Named], in_force: Sequence[BankRule]
) -> None:
    batch = batch_sums.find(found.connection, row, by_amount=not known)
    if len(known) > 1 or (known and batch):
        found.wait(row, AMBIGUOUS)
    elif batch is not None:
        _settle_batch(found, row, batch)
    elif known and not (row.reason_code or row.is_reversal):
        _receive(found, row, known[0], rule=REFERENCE)
    elif (chosen := rules.choose(connection=found.connection, row=row, rules=in_force)) is not None:
        _follow(found, row, chosen)
    elif row.is_fee:
        _charge(found, row, found.connection.platform, rule=FEE_CODE)
    else:
        found.wait(row, UNKNOWN)


def _recognise(found: Found, row: BankStatementLine, before: earlier.Earlier) -> None:
    """Match a line with the deposit booked before it came; with other facts it waits for people."""
    if before.is_same:
        deposit = before.deposit
        found.match(row, MatchKind.DEPOSIT, subject=deposit.public_id, rule=BOOKED_BEFORE, platform=deposit.platform)
    else:
        found.wait(row, DEPOSIT_DIFFERS)


def _follow(found: Found, row: BankStatementLine, chosen: rules.Chosen) -> None:
    if chosen.is_fee:
        _charge(found, row, chosen.platform or found.connection.platform, rule=chosen.rule)
    elif chosen.named is None:
        found.wait(row, AMBIGUOUS)
    else:
        _receive(found, row, chosen.named, rule=chosen.rule)


def _settle_batch(found: Found, row: BankStatementLine, batch: batch_sums.Sum) -> None:
    if not batch.fits:
        found.wait(row, AMOUNT_DIFFERS)
        return
    same = {batch.public_id, *batch.payments}
    earlier = decided.matched(same) | {(one.subject, one.kind) for one in found.matches}
    if any(subject in same and kind != MatchKind.RETURNED for subject, kind in earlier):
        # A part of the batch has its line already, so this one is not the sum of the batch alone: people decide.
        found.wait(row, AGAIN)
        return
    said = [Answer(one, Kind.SETTLED) for one in batch.end_to_end_ids]
    answers.apply(answers=said, now=found.now, connection_name=found.connection.name)
    found.match(row, MatchKind.BATCH, subject=batch.public_id, rule=BATCH)


def _charge(found: Found, row: BankStatementLine, platform: Platform | None, *, rule: str) -> None:
    if platform is None:
        found.wait(row, NO_PLATFORM)
        return
    entry = fees.book(row, platform_id=platform.pk, now=found.at(platform))
    found.match(row, MatchKind.FEE, rule=rule, platform=platform, entry_id=entry)


def _receive(found: Found, row: BankStatementLine, named: references.Named, *, rule: str) -> None:
    try:
        with transaction.atomic():
            deposit = deposits.receive(
                platform_id=named.platform.pk,
                provider_reference=row.public_id,
                amount=row.amount,
                currency=row.currency,
                named=named.name,
                is_of_line=True,
                actor=audit.SYSTEM,
                now=found.at(named.platform),
            )
    except (errors.DomainError, DataError):
        logger.exception("a line of a bank's statement was refused", extra={"subject": row.public_id})
        found.wait(row, REFUSED)
        return
    found.match(row, MatchKind.DEPOSIT, subject=deposit.public_id, rule=rule, platform=named.platform)
