"""A bank's answers about payments of ours, applied by end-to-end id: settled, rejected, or returned afterwards.

An answer is kept on the row of the payment by file, and makes the payment due: the payment's worker asks the rail, and
settles, fails or returns it as with any other rail. Answers may come in any order; a repeated one changes nothing.

A status report is a word, and a line is money: what has settled, no report ends. A report that rejects what was
accepted before, or rejects it as a duplicate, moves nothing, and is a case for people (`contradictions`).

A collection returned after its settlement is only noted on its row. Two people match the line of the statement by hand,
because the holder may have spent the money.

Statements go here too: a debit with an end-to-end id is an `Answer` that is SETTLED.
"""

import datetime as dt
import enum
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db import connection as database

from banks.formats import reasons
from banks.formats.nacha import Returned
from banks.formats.reasons import CodeList
from banks.formats.records import Level, Status
from banks.models import GIVEN_OUT, BankAnswerKind, BankPayment, BankPaymentState
from banks.rail import answer_ids, batches, contradictions
from payments.models import FailureReason
from payments.providers.base import Direction
from payments.workflow import come_back
from platforms import audit
from platforms.base import clock


class Kind(enum.StrEnum):
    """The kind of an answer."""

    SETTLED = "SETTLED"
    NOT_PAID = "NOT_PAID"
    """Rejected, or returned if it had settled before."""
    ACCEPTED = "ACCEPTED"
    """On its way, by a status report: a later report that rejects it contradicts this one."""


class Answer(NamedTuple):
    """An answer about one payment; `code` is the bank's, `failure_reason` ours, `amount` None where the bank says none.

    An answer with another amount than the payment's is of none of ours.
    """

    end_to_end_id: str
    kind: Kind
    code: str = ""
    failure_reason: str = FailureReason.BANK_REJECTED
    amount: int | None = None
    is_report: bool = False
    """From a status report, which moves no money; lines and returns are of money that has moved."""
    is_contradicted: bool = False
    """A rejection; the same report accepts the payment too."""


class Unapplied(NamedTuple):
    """An answer of a file that moved nothing, for people: where it stands, and what the bank wrote."""

    kind: BankAnswerKind
    place: str
    end_to_end_id: str = ""
    code: str = ""
    amount: int | None = None
    trace_number: str = ""
    correction: str = ""


class Done(NamedTuple):
    """The number of payments changed, and the ids of answers about unknown payments or impossible states."""

    changed: int
    unknown: tuple[str, ...]
    unapplied: tuple[Unapplied, ...] = ()
    """Those of a file that people have to see."""
    rows: tuple[BankPayment, ...] = ()
    """The payments changed, in their new states."""
    contradicted: int = 0
    """Payments whose rejection contradicts what the bank did or said before."""


_S = BankPaymentState
_CHANGES: Mapping[tuple[str, str], BankPaymentState] = MappingProxyType(
    {
        (_S.BATCHED, Kind.SETTLED): _S.SETTLED,
        (_S.BATCHED, Kind.NOT_PAID): _S.REJECTED,
        (_S.SETTLED, Kind.NOT_PAID): _S.RETURNED,
    }
)
"""All other answers change nothing: a returned payment is not settled by a late answer."""
_KNOWN = {(_S.SETTLED, Kind.SETTLED), (_S.REJECTED, Kind.NOT_PAID), (_S.RETURNED, Kind.NOT_PAID)}
_AFTERWARDS = {(_S.RETURNED, Kind.SETTLED), (_S.REJECTED, Kind.SETTLED)}
SETTLED_CODES = frozenset({"ACSC", "ACCC"})
"""ISO 20022: settled for us, credited to the receiver."""
ACCEPTED_CODES = frozenset({"ACCP", "ACSP", "ACWC", "ACWP", "ACFC", "ACIS", "ACPD"})
"""The bank means to carry the payment out. RCVD, ACTC and PDNG say only that it has read it, and promise nothing."""
REJECTED_CODES = frozenset({"RJCT", "CANC"})


def apply_statuses(*, statuses: Iterable[Status], now: clock.RealTime, connection_name: str = "") -> Done:
    """Apply a whole pain.002: a payment's own status counts before its batch's, and that before the file's.

    With a `connection_name`, to payments by that bank connection only. In the caller's database transaction, after the
    whole report was read: the reader raises DamagedFile before anything changes.
    """
    every = list(statuses)
    ours = answer_ids.known(every)
    answers: dict[str, Answer | None] = {}
    places: dict[str, str] = {}
    unapplied = []
    for status in every:
        if status.level != Level.PAYMENT:
            continue
        name = answer_ids.of_status(status, ours)
        # Also a status that decides nothing, such as pending, is a word of the payment's own.
        answered = _of_status(status, name)
        if name:
            answers[name] = _both(answers.get(name), answered)
            places[name] = status.place
        elif _is_decisive(answered):
            unapplied.append(Unapplied(BankAnswerKind.UNKNOWN, status.place, code=answered.code if answered else ""))
    wholes = sorted((one for one in every if one.level != Level.PAYMENT), key=lambda one: one.level != Level.BATCH)
    for whole in wholes:
        # Our files have one batch, with the id of the message: a bank may write one of its own for the file.
        of_whole = BankPayment.objects.filter(batch__message_id=whole.batch_id or whole.message_id)
        ids = list(of_whole.values_list("end_to_end_id", flat=True))
        for one in ids:
            answers.setdefault(one, _of_status(whole, one))
        if not ids and not ours and _is_decisive(answered := _of_status(whole, "")):
            unapplied.append(Unapplied(BankAnswerKind.UNKNOWN, whole.place, code=answered.code if answered else ""))
    decisive = {name: answer for name, answer in answers.items() if answer}
    done = apply(answers=decisive.values(), now=now, connection_name=connection_name)
    unapplied += [
        Unapplied(BankAnswerKind.UNKNOWN, places.get(name, "the file"), name, decisive[name].code)
        for name in done.unknown
    ]
    return done._replace(unapplied=tuple(unapplied))


def _is_decisive(said: Answer | None) -> bool:
    return said is not None and said.kind != Kind.ACCEPTED


def apply_returns(*, returned: Iterable[Returned], now: clock.RealTime, connection_name: str = "") -> Done:
    """Apply the returns of a NACHA file. Notifications of change move no money, and disputes about returns none yet."""
    rows = list(returned)
    by_trace = answer_ids.of_returns(rows, connection_name=connection_name)
    unapplied, answers, about = [], [], dict[str, Unapplied]()
    for entry in rows:
        name = by_trace.get(entry.place, entry.id)
        row = Unapplied(
            BankAnswerKind.UNKNOWN,
            entry.place,
            name,
            entry.reason,
            entry.amount,
            entry.trace_number,
            entry.correction or "",
        )
        if entry.correction is not None:
            unapplied.append(row._replace(kind=BankAnswerKind.CORRECTION, amount=None))
        elif entry.reason in reasons.DISHONOURS:
            unapplied.append(row._replace(kind=BankAnswerKind.DISHONOURED))
        else:
            reason = _reason(entry.reason, CodeList.ACH_RETURN)
            answers.append(Answer(name, Kind.NOT_PAID, entry.reason, reason, entry.amount))
            about[name] = row
    done = apply(answers=answers, now=now, connection_name=connection_name)
    ours = lock(ids=done.unknown, connection_name=connection_name) if done.unknown else {}
    for name in done.unknown:
        differs = name in ours and ours[name].amount != about[name].amount
        kind = BankAnswerKind.AMOUNT_DIFFERS if differs else BankAnswerKind.UNKNOWN
        unapplied.append(about[name]._replace(kind=kind))
    return done._replace(unapplied=tuple(unapplied))


def return_of(end_to_end_id: str, code: str) -> Answer:
    """Return the answer of a line for a returned payment; `code` is the bank's reason, if it gives one."""
    is_ach = code in reasons.table()[CodeList.ACH_RETURN]
    reason = _reason(code, CodeList.ACH_RETURN if is_ach else CodeList.RETURN)
    return Answer(end_to_end_id, Kind.NOT_PAID, code, reason)


def lock(*, ids: Iterable[str], connection_name: str = "") -> dict[str, BankPayment]:
    """Lock payments in the caller's database transaction; return them by their end-to-end ids.

    With a `connection_name`, those by that bank connection only.
    """
    found = (
        BankPayment.objects.select_for_update(of=("self",))
        .defer("content")
        .prefetch_related("batch", "platform")
        .filter(end_to_end_id__in=set(ids))
    )
    # Compared here: asked for in SQL, the connection leads the planner to all of its payments.
    return {row.end_to_end_id: row for row in found.order_by("id") if connection_name in {"", row.connection_name}}


def apply(
    *,
    answers: Iterable[Answer],
    now: clock.RealTime,
    connection_name: str = "",
    locked: Mapping[str, BankPayment] | None = None,
) -> Done:
    """Apply answers in the caller's database transaction; `now` is real time.

    `locked` is what `lock` has returned for these payments; its rows have the new states afterwards.
    """
    by_id = {answer.end_to_end_id: answer for answer in answers}
    if locked is None:
        locked = lock(ids=by_id, connection_name=connection_name)
    rows = [locked[name] for name in by_id if name in locked]
    unknown = [name for name in by_id if name not in locked and by_id[name].kind != Kind.ACCEPTED]
    changed, noted = [], []
    for row in rows:
        answer = by_id[row.end_to_end_id]
        if answer.amount not in {None, row.amount}:
            unknown.append(row.end_to_end_id)
        elif _note(row, answer):
            noted.append(row)
        elif _apply(row, answer, clock.of(row.platform, now)):
            changed.append(row)
        elif answer.kind != Kind.ACCEPTED and (row.state, answer.kind) not in _KNOWN | _AFTERWARDS:
            unknown.append(row.end_to_end_id)
    _save([*changed, *noted], now)
    _have_come_back([row for row in changed if row.state == _S.RETURNED and row.direction == Direction.PUSH], now)
    batches.make_due([row.movement for row in changed])
    contradictions.open_cases([row for row in noted if row.reason], now=now)
    contradicted = sum(bool(row.reason) for row in noted)
    return Done(len(changed), tuple(unknown), rows=tuple(changed), contradicted=contradicted)


def _note(row: BankPayment, answer: Answer) -> bool:
    """Note a report that changes no state: an acceptance, or a rejection that people have to decide about."""
    if not answer.is_report or row.batch is None or row.batch.state not in GIVEN_OUT:
        return False
    if answer.kind == Kind.ACCEPTED and row.state == _S.BATCHED and not row.reason:
        is_new = row.bank_code not in ACCEPTED_CODES
        row.bank_code = answer.code[:35]
        return is_new
    if answer.kind != Kind.NOT_PAID or row.state not in {_S.BATCHED, _S.SETTLED}:
        return False
    was_accepted = row.state == _S.SETTLED or row.bank_code in ACCEPTED_CODES or answer.is_contradicted
    if not (was_accepted or answer.code in reasons.DUPLICATES or row.reason):
        return False
    row.reason = contradictions.sentence(answer.code, was_accepted=was_accepted)
    row.bank_code = answer.code[:35]
    return True


def is_with_bank(row: BankPayment) -> bool:
    """Tell whether the bank has a payment: in a file, or carried out by hand without one."""
    if row.batch is None:
        return row.state in {_S.SETTLED, _S.RETURNED}
    return row.batch.state in GIVEN_OUT


def _apply(row: BankPayment, answer: Answer, now: dt.datetime) -> bool:
    if not is_with_bank(row):
        return False
    to = _CHANGES.get((row.state, answer.kind))
    if to is None and row.reason and (row.state, answer.kind) == (_S.SETTLED, Kind.SETTLED) and not answer.is_report:
        # A line shows the payment after all: what contradicted it is decided.
        to = _S.SETTLED
    if to is None:
        return False
    row.state, row.answered_at, row.bank_code, row.reason = to, now, answer.code[:35], ""
    row.failure_reason = "" if to == _S.SETTLED else answer.failure_reason
    return True


def _save(rows: Sequence[BankPayment], now: dt.datetime) -> None:
    """Write the answers to the rows of payments, by one statement, with an audit row for each."""
    arguments: list[Any] = [
        [row.pk for row in rows],
        [str(row.state) for row in rows],
        [row.answered_at for row in rows],
        [row.bank_code for row in rows],
        [row.failure_reason for row in rows],
        [row.reason for row in rows],
    ]
    with database.cursor() as cursor:
        cursor.execute(_SAVE, arguments)
    answered_at: dict[dt.datetime, list[tuple[audit.Row, dict[str, object]]]] = {}
    for row in rows:
        details: dict[str, object] = {"state": str(row.state), "code": row.bank_code, "reason": row.reason}
        # The payment's key: by it the row is found beside the payment's own.
        details["movement"] = str(row.movement)
        answered_at.setdefault(clock.of(row.platform, now), []).append((row, details))
    for moment, answered in answered_at.items():
        audit.record_each(answered, "bank_payment.answer", actor=audit.SYSTEM, now=moment)


# A new state is a word until a line of a statement shows it (`banks.statements.shown`).
_SAVE = """
UPDATE payments_bankpayment payment
   SET state = said.state, answered_at = said.at, bank_code = said.code, failure_reason = said.failure,
       reason = said.reason,
       unconfirmed_since = CASE WHEN payment.state = said.state THEN payment.unconfirmed_since ELSE said.at END
  FROM unnest(%s::uuid[], %s::text[], %s::timestamptz[], %s::text[], %s::text[], %s::text[])
       AS said (id, state, at, code, failure, reason)
 WHERE payment.id = said.id
"""


def _both(before: Answer | None, said: Answer | None) -> Answer | None:
    """Return what two statuses of a payment in one report say together: a rejection beside another is contradicted."""
    if before is None or said is None:
        return before or said
    kinds = {before.kind, said.kind}
    if Kind.NOT_PAID in kinds and len(kinds) > 1:
        rejection = before if before.kind == Kind.NOT_PAID else said
        return rejection._replace(is_contradicted=True)
    return before if said.kind == Kind.ACCEPTED else said


def _of_status(status: Status, end_to_end_id: str) -> Answer | None:
    code = status.reasons[0] if status.reasons else ""
    if status.status in SETTLED_CODES:
        return Answer(end_to_end_id, Kind.SETTLED, status.status, is_report=True)
    if status.status in ACCEPTED_CODES:
        return Answer(end_to_end_id, Kind.ACCEPTED, status.status, is_report=True)
    if status.status in REJECTED_CODES:
        failure = _reason(code, CodeList.STATUS)
        return Answer(end_to_end_id, Kind.NOT_PAID, code or status.status, failure, is_report=True)
    return None


def _reason(code: str, code_list: CodeList) -> str:
    return reasons.failure_reason(code, code_list) or FailureReason.BANK_REJECTED


# In the order of keys, as everywhere where several payments are locked. A worker that records a settlement right now is
# waited for: then either the payment is settled here, or `make_due` finds its step still due.
_LOCK = "SELECT id FROM payments_transaction WHERE id = ANY(%s) ORDER BY id FOR UPDATE"
# A settled movement has nothing due: its step is made due again, with the reference known to the rail. The sender of
# money by UMA is told after the payout, which is then the step once more.
_REOPEN = """
UPDATE payments_transaction payment
   SET next_action = CASE WHEN payment.next_action = 'CONFIRM' THEN 'DEPOSIT' ELSE payment.next_action END,
       next_action_at = statement_timestamp() + platform.clock_offset, provider_reference = returned.reference,
       attempts = 0
  FROM unnest(%s::uuid[], %s::text[], %s::text[]) AS returned (id, reference, leg),
       platforms_platform platform
 WHERE payment.id = returned.id AND platform.id = payment.platform_id
   AND CASE returned.leg
       WHEN 'TRANSFER' THEN payment.status = 'COMPLETED' AND payment.next_action = 'TRANSFER'
                            AND payment.next_action_at IS NULL
       WHEN 'PAYOUT' THEN payment.status = 'COMPLETED' AND CASE payment.next_action
            WHEN 'CONFIRM' THEN payment.external_account_id IS NOT NULL
            ELSE payment.next_action IN ('PAY_OUT', 'DEPOSIT') AND payment.next_action_at IS NULL END
       WHEN 'REFUND' THEN payment.refund ->> 'status' = 'COMPLETED' AND payment.next_action = 'GIVE_BACK'
                          AND payment.next_action_at IS NULL
       END
"""


def _have_come_back(rows: Sequence[BankPayment], now: clock.RealTime) -> None:
    """Have settled movements that came back undone in the books: by their payments' workers, or into suspense."""
    if not rows:
        return
    keys = [row.movement for row in rows]
    with database.cursor() as cursor:
        cursor.execute(_LOCK, [keys])
        cursor.execute(_REOPEN, [keys, [row.end_to_end_id for row in rows], [row.leg for row in rows]])
    come_back.suspend(movements_back=keys, now=now)
