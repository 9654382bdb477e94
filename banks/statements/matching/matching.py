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
from payments.ledger import corrections
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
RETURNED_THOUGH_REJECTED = "RETURNED_THOUGH_REJECTED"
"""Why a line is an exception (`BankException.reason`)."""
END_TO_END_ID, REFERENCE, BATCH, FEE_CODE = "end-to-end id", "reference", "batch", "fee code"
BOOKED_BEFORE = "booked before"
"""Built-in rules (`BankMatch.rule`); a rule entered by staff is named by its public identifier."""
_RECONSIDERED = 500


@dataclasses.dataclass(slots=True)
class Decisions:
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
    decisions = Decisions(connection, now)
    booked = [row for row in rows if row.is_booked and row.amount]
    left = _of_payments(decisions, booked)
    left = [row for row in left if row.statement.kind == decided.MOVES_MONEY]
    fitting = [row for row in left if row.currency == connection.currency]
    for row in left:
        if row.currency != connection.currency:
            decisions.wait(row, CURRENCY_DIFFERS)
    again = repeated.find(fitting, kind=decided.MOVES_MONEY)
    known = references.find(connection, [row for row in fitting if row.is_credit])
    back = returns.find(connection, [row for row in fitting if row.is_credit and not row.is_fee])
    in_force = rules.in_force(connection)
    unrepeated = [row for row in fitting if row.pk not in again]
    booked_before = earlier.deposits_of(connection=connection, rows=unrepeated, named=known)
    for row in fitting:
        if row.pk in again:
            decisions.wait(row, REPEATED)
        elif (before := booked_before.get(row.pk)) is not None:
            _recognise(decisions, row, before)
        elif row.pk in back:
            _take_return(decisions, row, back[row.pk], known.get(row.pk, ()))
        else:
            _decide(decisions, row, known.get(row.pk, ()), in_force)
    copies.insert(decisions.matches)
    shown.note(decisions.matches)
    BankException.objects.bulk_create(decisions.exceptions)
    decided.audit_booked(decisions.matches)


# A file fills tables faster than statistics follow: plans made for few rows would read all of them for each part.
_BEGIN = """
SELECT set_config('enable_seqscan', 'off', TRUE),
       set_config('enable_hashjoin', 'off', TRUE), set_config('enable_mergejoin', 'off', TRUE)
"""


def reconsider(*, connection: BankConnection, now: clock.RealTime) -> int:
    """Apply the rules entered by staff to open exceptions; return the number of closed ones."""
    in_force, decisions = rules.in_force(connection), Decisions(connection, now)
    for exception in _lock_open(connection, reason__in=(UNKNOWN, NO_PLATFORM)):
        if (chosen := rules.choose(connection=connection, row=exception.line, rules=in_force)) is not None:
            before = earlier.deposit_of(connection, exception.line)
            if before is None:
                _follow(decisions, exception.line, chosen)
            elif before.is_same:
                _recognise(decisions, exception.line, before)
    return _close(decisions)


def reconsider_sums(*, connection: BankConnection, now: clock.RealTime) -> int:
    """Match lines with batches once more: the bank has since rejected or returned payments, and the sums may fit now.

    In the caller's database transaction; returns the number of closed exceptions.
    """
    decisions = Decisions(connection, now)
    for exception in lock_sums(connection):
        if (batch := batch_sums.find(connection, exception.line)) is not None and batch.fits:
            _settle_batch(decisions, exception.line, batch)
    return _close(decisions)


def lock_sums(connection: BankConnection) -> list[BankException]:
    """Lock the exceptions of `reconsider_sums`: before payments, in the order of staff's decisions."""
    return list(_lock_open(connection, reason=AMOUNT_DIFFERS))


def reconsider_failed(*, connection: BankConnection, now: clock.RealTime) -> int:
    """Match lines with failed payments once another line shows that their money was returned.

    In the caller's database transaction; returns the number of closed exceptions.
    """
    decisions = Decisions(connection, now)
    rows = [exception.line for exception in _lock_open(connection, reason=PAID_THOUGH_FAILED)]
    mine = BankPayment.objects.filter(end_to_end_id__in=[row.end_to_end_id for row in rows])
    payments = {payment.end_to_end_id: payment for payment in mine.prefetch_related("platform")}
    taken = decided.matched(payment.public_id for payment in payments.values())
    for row in rows:
        payment = payments[row.end_to_end_id]
        outcomes = {kind for subject, kind in taken if subject == payment.public_id}
        if outcomes == {MatchKind.RETURNED}:
            _match(decisions, row, payment, MatchKind.SETTLED)
            taken.add((payment.public_id, MatchKind.SETTLED))
    return _close(decisions)


def _lock_open(connection: BankConnection, **of: object) -> models.QuerySet[BankException]:
    """Return the oldest open exceptions of a kind, locked; the remaining ones wait for the next call."""
    waiting = BankException.objects.select_for_update(of=("self",)).select_related("line__statement")
    return waiting.filter(connection__name=connection.name, closed_at=None, **of).order_by("id")[:_RECONSIDERED]


def _close(decisions: Decisions) -> int:
    """Store decisions, and close the exceptions of their lines."""
    numbers = decided.numbers_of([match.line for match in decisions.matches])
    for match in decisions.matches:
        match.number = numbers[match.line_id]
    copies.insert(decisions.matches)
    shown.note(decisions.matches)
    closed = [match.line_id for match in decisions.matches]
    BankException.objects.filter(line__in=closed).update(closed_at=decisions.at(None))
    decided.audit_booked(decisions.matches)
    return len(closed)


def _of_payments(decisions: Decisions, rows: Iterable[BankStatementLine]) -> list[BankStatementLine]:
    """Apply lines to payments of ours, found by end-to-end id; return the other lines.

    A bank's charge that names a payment is not the payment.
    """
    naming = [row for row in rows if row.end_to_end_id and not row.is_fee]
    ids = {row.end_to_end_id for row in naming}
    payments = answers.lock(ids=ids, connection_name=decisions.connection.name)
    # A payment settled and returned on the same day has two lines, which are applied one after the other.
    waiting = [row for row in naming if row.end_to_end_id in payments]
    sides = collections.Counter((row.end_to_end_id, row.is_credit) for row in waiting)
    while waiting:
        turn = {row.end_to_end_id: row for row in reversed(waiting)}
        taken = {row.pk for row in turn.values()}
        # Several lines of one side may be parts of the payment, none of them the payment less a charge.
        pairs = [(row, payments[name]) for name, row in turn.items() if sides[name, row.is_credit] == 1]
        charges = tolerance.charges(connection=decisions.connection, pairs=pairs, at=decisions.at(None))
        _apply(decisions, list(turn.values()), payments, charges)
        waiting = [row for row in waiting if row.pk not in taken]
    return [row for row in rows if row.is_fee or row.end_to_end_id not in payments]


def _apply(
    decisions: Decisions,
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
    done = answers.apply(answers=of_lines, now=decisions.now, locked=payments)
    # The payments are locked: no other file can match them meanwhile.
    mine = [payments[row.end_to_end_id] for row in fitting]
    matched = decided.matched([*(paid.public_id for paid in mine), *{line_kinds.batch_of(paid) for paid in mine}])
    matched |= {
        (match.subject, match.kind) for match in decisions.matches if match.line.statement.kind == decided.MOVES_MONEY
    }
    unknown = set(done.unknown)
    for row in rows:
        payment = payments[row.end_to_end_id]
        kind, moves_money = kinds[row.pk], row.statement.kind == decided.MOVES_MONEY
        if row.is_credit and row.end_to_end_id in claimed:
            decisions.wait(row, CLAIMED)
        elif row.pk not in is_fitting:
            decisions.wait(row, AGAIN if row.pk in undoing else AMOUNT_DIFFERS)
        elif row.end_to_end_id in unknown:
            decisions.wait(row, NOT_SENT)
        elif moves_money and line_kinds.is_again(payment, kind, earlier=matched):
            decisions.wait(row, AGAIN)
        elif payment.direction == Direction.PULL and payment.state == BankPaymentState.RETURNED:
            decisions.wait(row, COLLECTION_RETURNED)
        elif moves_money and line_kinds.is_paid_though_failed(payment, kind, taken=matched):
            decisions.wait(row, PAID_THOUGH_FAILED)
        elif moves_money and kind == MatchKind.RETURNED and batch_sums.has_left_out(payment):
            decisions.wait(row, RETURNED_THOUGH_REJECTED)
        else:
            _match(decisions, row, payment, kind, charges.get(row.pk))


def _match(
    decisions: Decisions,
    row: BankStatementLine,
    payment: BankPayment,
    kind: MatchKind,
    charge: tolerance.Charge | None = None,
) -> None:
    """Match a line with its payment, and book the fee within its amount: the bank states it, or the terms allow it."""
    platform, fee = payment.platform, charge.amount if charge else line_kinds.stated_fee(row, payment)
    entry = None
    if fee and row.statement.kind == decided.MOVES_MONEY:
        entry = fees.book_difference(row, fee, platform_id=platform.pk, now=decisions.at(platform))
    decisions.match(
        row,
        kind,
        subject=payment.public_id,
        rule=charge.rule if charge else END_TO_END_ID,
        platform=platform,
        entry_id=entry,
        difference=fee if entry else 0,
    )


def _take_return(
    decisions: Decisions, row: BankStatementLine, back: Sequence[returns.Back], known: Sequence[references.Named]
) -> None:
    """Return the one movement that a line has brought back, before anything is received by the same reference."""
    payment, reference, is_doubtful = back[0]
    if len(back) > 1 or is_doubtful or any(one.name != reference for one in known):
        decisions.wait(row, AMBIGUOUS)
        return
    if claims.ids_of_lines([payment.end_to_end_id]):
        decisions.wait(row, CLAIMED)
        return
    said = [answers.return_of(payment.end_to_end_id, row.reason_code)]
    answers.apply(answers=said, now=decisions.now, connection_name=decisions.connection.name)
    before = decided.matched([payment.public_id]) | {(match.subject, match.kind) for match in decisions.matches}
    if (payment.public_id, MatchKind.RETURNED) in before:
        decisions.wait(row, AGAIN)
    elif batch_sums.has_left_out(payment):
        decisions.wait(row, RETURNED_THOUGH_REJECTED)
    else:
        rule = REFERENCE if reference else END_TO_END_ID
        decisions.match(row, MatchKind.RETURNED, subject=payment.public_id, rule=rule, platform=payment.platform)


def _decide(
    decisions: Decisions, row: BankStatementLine, known: Sequence[references.Named], in_force: Sequence[BankRule]
) -> None:
    batch = batch_sums.find(decisions.connection, row, by_amount=not known)
    if len(known) > 1 or (known and batch):
        decisions.wait(row, AMBIGUOUS)
    elif batch is not None:
        _settle_batch(decisions, row, batch)
    elif known and not (row.reason_code or row.is_reversal):
        _receive(decisions, row, known[0], rule=REFERENCE)
    elif (chosen := rules.choose(connection=decisions.connection, row=row, rules=in_force)) is not None:
        _follow(decisions, row, chosen)
    elif row.is_fee:
        _charge(decisions, row, decisions.connection.platform, rule=FEE_CODE)
    else:
        decisions.wait(row, UNKNOWN)


def _recognise(decisions: Decisions, row: BankStatementLine, before: earlier.Earlier) -> None:
    """Match a line with the deposit booked before it came; with other facts it waits for people."""
    if before.is_same:
        deposit = before.deposit
        decisions.match(
            row, MatchKind.DEPOSIT, subject=deposit.public_id, rule=BOOKED_BEFORE, platform=deposit.platform
        )
    else:
        decisions.wait(row, DEPOSIT_DIFFERS)


def _follow(decisions: Decisions, row: BankStatementLine, chosen: rules.Chosen) -> None:
    if chosen.is_fee:
        _charge(decisions, row, chosen.platform or decisions.connection.platform, rule=chosen.rule)
    elif chosen.named is None:
        decisions.wait(row, AMBIGUOUS)
    else:
        _receive(decisions, row, chosen.named, rule=chosen.rule)


def _settle_batch(decisions: Decisions, row: BankStatementLine, batch: batch_sums.Sum) -> None:
    if not batch.fits:
        decisions.wait(row, AMOUNT_DIFFERS)
        return
    same = {batch.public_id, *batch.payments}
    earlier = decided.matched(same) | {(match.subject, match.kind) for match in decisions.matches}
    if any(subject in same and kind != MatchKind.RETURNED for subject, kind in earlier):
        # A part of the batch has its line already, so this one is not the sum of the batch alone: people decide.
        decisions.wait(row, AGAIN)
        return
    paid = [Answer(end_to_end_id, Kind.SETTLED) for end_to_end_id in batch.end_to_end_ids]
    answers.apply(answers=paid, now=decisions.now, connection_name=decisions.connection.name)
    decisions.match(row, MatchKind.BATCH, subject=batch.public_id, rule=BATCH)


def _charge(decisions: Decisions, row: BankStatementLine, platform: Platform | None, *, rule: str) -> None:
    if platform is None:
        decisions.wait(row, NO_PLATFORM)
        return
    entry = fees.book(row, platform_id=platform.pk, now=decisions.at(platform))
    decisions.match(row, MatchKind.FEE, rule=rule, platform=platform, entry_id=entry)


def _receive(decisions: Decisions, row: BankStatementLine, named: references.Named, *, rule: str) -> None:
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
                now=decisions.at(named.platform),
            )
    except (errors.DomainError, DataError):
        logger.exception("a line of a bank's statement was refused", extra={"subject": row.public_id})
        decisions.wait(row, REFUSED)
        return
    corrections.note(deposit.entry_id, happened_on=row.booked_on, now=decisions.at(named.platform))
    decisions.match(row, MatchKind.DEPOSIT, subject=deposit.public_id, rule=rule, platform=named.platform)
