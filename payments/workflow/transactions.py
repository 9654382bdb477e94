"""Transactions: creation and changes of status. The only writers of status and history."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from django.db.models import JSONField

from payments import representations
from payments.accounts import internal_accounts
from payments.ledger import chart, journal
from payments.ledger.entries import Movement
from payments.models import TRANSITIONS, Transaction, TransactionStatus, TransactionType
from payments.workflow import provider_messages
from payments.workflow.provider_messages import Message
from platforms import audit
from platforms.base import clock, errors, jobs, states
from platforms.database import instances, prepared, sql, writes
from platforms.database.rows import by_key
from webhooks.outbox import events

EVENT_OF_STATUS: dict[str, dict[str, str]] = {
    TransactionType.OUTGOING: {
        TransactionStatus.PENDING: "OUTGOING_PAYMENT.PENDING",
        TransactionStatus.PROCESSING: "OUTGOING_PAYMENT.PROCESSING",
        TransactionStatus.COMPLETED: "OUTGOING_PAYMENT.COMPLETED",
        TransactionStatus.FAILED: "OUTGOING_PAYMENT.FAILED",
        TransactionStatus.REJECTED: "OUTGOING_PAYMENT.FAILED",
        TransactionStatus.EXPIRED: "OUTGOING_PAYMENT.EXPIRED",
    },
    TransactionType.INCOMING: {
        TransactionStatus.PENDING: "INCOMING_PAYMENT.PENDING",
        TransactionStatus.COMPLETED: "INCOMING_PAYMENT.COMPLETED",
        TransactionStatus.FAILED: "INCOMING_PAYMENT.FAILED",
        TransactionStatus.REJECTED: "INCOMING_PAYMENT.FAILED",
        TransactionStatus.EXPIRED: "INCOMING_PAYMENT.FAILED",
    },
}
"""The event for each status. The catalogue has no event of its own for REJECTED, and for an incoming payment none for
EXPIRED; the payload's status tells them from FAILED."""


class TransactionNotFound(errors.NotFound):
    """The platform has no such transaction."""

    code = "TRANSACTION_NOT_FOUND"
    message = "There is no such transaction."


COLUMNS = instances.columns(Transaction)
INTO = f"payments_transaction ({', '.join(COLUMNS)})"
"""Table and columns for statements that insert transactions themselves."""
ROW = "json_populate_record(NULL::payments_transaction, {})"
"""The row for a transaction given as JSON (`instances.row`)."""
_JSON_COLUMNS = {field.attname for field in Transaction._meta.concrete_fields if isinstance(field, JSONField)}
# Not as JSON, which in these statements cost the database 0.1 ms more for each transaction.
_VALUES = f"({', '.join('%s::jsonb' if name in _JSON_COLUMNS else '%s' for name in COLUMNS)})"
MOVED = (
    "status",
    "updated_at",
    "failure_reason",
    "settled_at",
    "next_action",
    "next_action_at",
    "attempts",
    "provider_reference",
    "payment_rail",
    "expected_settlement_at",
)
"""The columns that a change of status saves; a refund changes `refund` too."""
INTO_CHANGES = (
    "payments_transactionstatuschange (transaction_id, from_status, to_status, at, cause, actor_kind, actor_id)"
)
RECORD = sql.of_constants(
    """
changed AS (
    INSERT INTO {into_changes}
    SELECT id, before, after, now, cause, actor_kind, actor_id FROM moved WHERE before IS NOT NULL
), told AS (
    INSERT INTO {into_events}
    SELECT event.id, platform, event.type, event.resource,
           replace(event.payload, chr({later}), coalesce(moved.balance, '')), now, 'PENDING', 0, now
      FROM moved
     CROSS JOIN LATERAL ROWS FROM (
               json_to_recordset(moved.events) AS (id uuid, type text, resource text, payload text)
           ) WITH ORDINALITY AS event(id, type, resource, payload, number)
     ORDER BY moved.entry, event.number
)
INSERT INTO {into_audit}
SELECT platform, now, actor_kind, actor_id, verb, subject, request_id, details FROM moved WHERE verb IS NOT NULL
""",
    into_changes=INTO_CHANGES,
    into_events=events.INTO,
    later=ord(internal_accounts.LATER),
    into_audit=audit.INTO,
)
"""The last steps of a statement that moves a set of payments: their history, events and audit rows.

They read `moved`, which has a row for each payment, with these columns: `id uuid` and `platform uuid`, keys of payment
and platform; `now timestamptz`; `before text` and `after text`, the statuses, `before` NULL where none has changed;
`cause text`; `actor_kind`, `actor_id` and `request_id text`; `verb text`, `subject text` and `details jsonb` of the
audit row, `verb` NULL where there is none; `events json`, the rows of `events.store`; `balance text`, the balance after
the entry, for events that have LATER in its place, or NULL; `entry bigint`, the key of that entry, or NULL. Events are
numbered in the order of the entries: those of one account tell its balances one after the other.
"""


def begin(payment: Transaction, *, cause: str, actor: audit.Actor, now: dt.datetime) -> None:
    """Store a new transaction with the first row of its history, and the request that makes it."""
    request_id = audit.request_of(actor)
    payment.request_id = uuid.UUID(request_id) if request_id else None
    row = instances.row(payment)
    writes.insert(INTO, _VALUES, [json_text(row[name]) if name in _JSON_COLUMNS else row[name] for name in COLUMNS])
    _note_change(payment, before="", cause=cause, actor=actor, now=now)


def move(payment: Transaction, *, to: str, cause: str, actor: audit.Actor, now: dt.datetime) -> None:
    """Move a locked transaction to another status and write its history; other changed fields are saved with it.

    Raises ForbiddenTransition, a programming error, for a transition that the state table does not have.
    """
    before = change(payment, to=to, now=now)
    payment.save(update_fields=[*MOVED, "refund"])
    _note_change(payment, before=before, cause=cause, actor=actor, now=now)


def change(payment: Transaction, *, to: str, now: dt.datetime) -> str:
    """Set another status, for a caller that writes row and history itself; return the former one.

    Raises ForbiddenTransition.
    """
    states.require(TRANSITIONS, payment.status, to)
    before, payment.status, payment.updated_at = payment.status, to, now
    return before


def status_events(payment: Transaction, *, now: dt.datetime, shown: bytes | None = None) -> list[events.NewEvent]:
    """Return the event for a transaction's new status; none where the catalogue has none.

    `shown` is the transaction as its GET shows it, where the caller has it already.
    """
    event_type = EVENT_OF_STATUS[payment.type].get(payment.status)
    return [] if event_type is None else [_event(payment, event_type, now=now, shown=shown)]


def begin_refund(payment: Transaction, *, reason: str, now: dt.datetime) -> events.NewEvent:
    """Set that the money of a payment goes back to its payer, and return the event; the caller saves."""
    payment.refund = {
        "reference": f"RF{payment.id.hex[-16:].upper()}",
        "initiatedAt": clock.iso(now),
        "status": "PENDING",
        "reason": reason,
    }
    return refund_event(payment, now=now)


def end_refund(payment: Transaction, *, is_back: bool, now: dt.datetime) -> None:
    """Set the end of a refund on its payment, `COMPLETED` or `FAILED`; the caller saves and emits the event."""
    status, settled = ("COMPLETED", {"settledAt": clock.iso(now)}) if is_back else ("FAILED", {})
    # One that came back is settled no more.
    before = {name: value for name, value in (payment.refund or {}).items() if name != "settledAt"}
    payment.refund = {**before, "status": status, **settled}


def end_refund_alone(payment: Transaction, *, is_back: bool, now: dt.datetime) -> events.NewEvent:
    """Save the end of a refund, where nothing else of the payment changes, and return the event."""
    end_refund(payment, is_back=is_back, now=now)
    payment.save(update_fields=["refund"])
    return refund_event(payment, now=now)


def refund_event(payment: Transaction, *, now: dt.datetime) -> events.NewEvent:
    """Return the event for the state of a payment's refund."""
    assert payment.refund is not None
    return _event(payment, f"{payment.type}_PAYMENT.REFUND_{payment.refund['status']}", now=now)


def lock(transaction_id: uuid.UUID) -> Transaction | None:
    """Return a transaction locked for change, None when there is none.

    Waits for the present holder of the lock: a worker looking for due payments holds it for a moment, even for payments
    just claimed by another, and an answer of the rail must not be lost for that.
    """
    return by_key(Transaction.objects.select_for_update(of=("self",)), transaction_id)


def lock_all(keys: Sequence[uuid.UUID]) -> dict[uuid.UUID, Transaction]:
    """Lock transactions for change and return them by key, without those that are not there, or locked by others.

    Who holds the locks of some waits for none: so no two that lock several wait for each other.
    """
    found = {}
    for row in prepared.rows(_LOCK_ALL, [list(keys)]):
        values = dict(zip(COLUMNS, row, strict=True))
        for name in _JSON_COLUMNS:
            if values[name] is not None:
                values[name] = orjson.loads(values[name])
        found[values["id"]] = instances.build_row(Transaction, values)
    return found


_LOCK_ALL = sql.of_constants(
    "SELECT {columns} FROM payments_transaction WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE SKIP LOCKED",
    columns=", ".join(COLUMNS),
)


def json_text(value: object) -> str | None:
    """Return the parameter for a JSON column; None stays SQL's NULL."""
    return None if value is None else orjson.dumps(value).decode()


class NeedsItsOwn(Exception):
    """The move has an effect that is not written with others: it needs a database transaction of its own."""


@dataclasses.dataclass(slots=True)
class Effects:
    """What a move changes beside its payment, to be written with other moves: one entry, one change of status at most.

    A `Move` decides, and writes each effect at once. Where many payments are answered at once, it collects its effects
    here instead, and WRITE_MOVES stores those of all. Every payment of it is locked, so it checks nothing again; an
    entry that the books refuse fails the whole statement.
    """

    entry: dict[str, Any] = dataclasses.field(default_factory=dict)
    before: str | None = None
    """The former status, where it changes."""
    cause: str = ""
    told: list[events.NewEvent] = dataclasses.field(default_factory=list)
    verb: str | None = None
    """What the audit log calls the move; None: it is not audited."""
    details: Mapping[str, object] = dataclasses.field(default_factory=dict)

    def post(self, movement: Movement, of: object, payment: Transaction, *, party: int | None) -> journal.PostResult:
        """Collect an entry. The balance that it leaves to `party` is not known yet: LATER stands for it."""
        lines = movement.lines_of(of, platform_id=payment.platform_id, party=party)
        entry = {
            "accounts": [line.account for line in lines],
            "sides": [line.side for line in lines],
            "amounts": [line.amount for line in lines],
        }
        return self._collect(movement, payment, party, lines, entry)

    def undo(self, movement: Movement, of: object, payment: Transaction, *, party: int | None) -> journal.PostResult:
        """Collect the reversal of the payment's entry that `movement` reverses."""
        if party is None:
            raise NeedsItsOwn
        lines = movement.lines_of(of, platform_id=payment.platform_id, party=party)
        return self._collect(movement, payment, party, lines, {"reverses": movement.reverses})

    def change(self, before: str, cause: str) -> None:
        """Collect a change of status."""
        if self.before is not None:
            raise NeedsItsOwn
        self.before, self.cause = before, cause

    def note(self, verb: str, details: Mapping[str, object]) -> None:
        """Collect the audit row."""
        self.verb, self.details = verb, audit.details_of(audit.SYSTEM, details)

    def row(self, payment: Transaction, message: Message, *, now: dt.datetime) -> dict[str, Any]:
        """Return the row of WRITE_MOVES for a locked payment that the move has changed, with the rail's answer."""
        mark = message.account_mark
        return {
            "id": payment.id,
            "platform": payment.platform_id,
            "now": now,
            **{name: getattr(payment, name) for name in MOVED},
            "before": self.before,
            "cause": self.cause,
            **self.entry,
            "events": [events.store(event)._asdict() for event in self.told],
            "verb": self.verb,
            "details": self.details,
            "request_id": str(payment.request_id or ""),
            "message": message._replace(account_mark=None)._asdict(),
            "mark": None if mark is None else mark.hex(),
        }

    def _collect(
        self,
        movement: Movement,
        payment: Transaction,
        party: int | None,
        lines: Sequence[journal.Line],
        entry: dict[str, Any],
    ) -> journal.PostResult:
        if self.entry:
            raise NeedsItsOwn
        self.entry = {"purpose": movement.purpose, "guarded": party, **entry}
        later = orjson.Fragment(internal_accounts.LATER)
        balances: dict[int, Any] = {} if party is None else {party: later}
        return journal.PostResult(0, movement.purpose, payment.id, balances, journal.changes(lines))


def write_moves(rows: Sequence[Mapping[str, Any]]) -> None:
    """Store the effects of moves of locked payments, in the caller's database transaction. Raises as `journal.post`."""
    prepared.rows(WRITE_MOVES, [orjson.dumps(rows).decode()])
    if any(each["events"] for each in rows):
        jobs.notify(events.DELIVER_TASK)


_MOVES = (
    "id uuid, platform uuid, now timestamptz, status text, updated_at timestamptz, failure_reason text,"
    " settled_at timestamptz, next_action text, next_action_at timestamptz, attempts integer, provider_reference text,"
    " payment_rail text, expected_settlement_at timestamptz, before text, cause text, purpose text, guarded bigint,"
    " reverses text, accounts bigint[], sides text[],"
    " amounts bigint[], events json, verb text, details jsonb, request_id text, message json, mark text"
)
# Balances are locked in the order of their accounts, so that no two statements deadlock. Payments are found by their
# keys, however many rows the planner expects.
WRITE_MOVES = sql.of_constants(
    """
WITH asked AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS asked({asked})
), posted AS MATERIALIZED (
    SELECT moved.id, entry.entry, entry.guarded_balances[1]::text AS balance
      FROM (SELECT * FROM asked WHERE purpose IS NOT NULL ORDER BY guarded, id) AS moved
      LEFT JOIN LATERAL (
           SELECT entry.id,
                  array_agg(posting.account_id ORDER BY posting.id) AS accounts,
                  array_agg(CASE posting.side WHEN '{debit}' THEN '{credit}' ELSE '{debit}' END ORDER BY posting.id)
                      AS sides,
                  array_agg(posting.amount ORDER BY posting.id) AS amounts
             FROM payments_journalentry entry JOIN payments_posting posting ON posting.entry_id = entry.id
            WHERE entry.transaction_id = moved.id AND entry.purpose = moved.reverses
            GROUP BY entry.id
           ) AS undone ON moved.reverses IS NOT NULL
     CROSS JOIN LATERAL payments_post(
               moved.platform, moved.purpose, moved.id, undone.id, moved.now,
               CASE WHEN moved.reverses IS NULL THEN moved.accounts ELSE undone.accounts END,
               CASE WHEN moved.reverses IS NULL THEN moved.sides ELSE undone.sides END,
               CASE WHEN moved.reverses IS NULL THEN moved.amounts ELSE undone.amounts END
           ) AS entry
), saved AS (
    UPDATE payments_transaction payment SET {set_columns}
      FROM asked WHERE payment.id = asked.id AND payment.id = ANY(ARRAY(SELECT id FROM asked))
), noted AS (
    INSERT INTO {into_messages}
    SELECT asked.id, message.step, message.attempt, message.question, message.answer, message.reason,
           message.reference, message.amount, message.currency, decode(asked.mark, 'hex'), message.milliseconds, now
      FROM asked CROSS JOIN LATERAL json_populate_record(NULL::payments_providermessage, asked.message) AS message
), moved AS (
    SELECT asked.*, asked.status AS after, '{kind}' AS actor_kind, '{actor}' AS actor_id,
           'Transaction:' || id AS subject, posted.entry, posted.balance
      FROM asked LEFT JOIN posted USING (id)
), {record}
""",
    asked=_MOVES,
    debit=chart.DEBIT,
    credit=chart.CREDIT,
    set_columns=", ".join(f"{name} = asked.{name}" for name in MOVED),
    kind=audit.SYSTEM.kind,
    actor=audit.SYSTEM.id,
    into_messages=provider_messages.INTO,
    record=RECORD,
)
"""Stores what moves have changed: one parameter, a JSON list of rows as `Effects.row` makes them."""


def _event(payment: Transaction, type_: str, *, now: dt.datetime, shown: bytes | None = None) -> events.NewEvent:
    return events.NewEvent(
        platform_id=payment.platform_id,
        type=type_,
        resource=payment.public_id,
        data=representations.transaction(payment) if shown is None else shown,
        now=now,
    )


def _note_change(payment: Transaction, *, before: str, cause: str, actor: audit.Actor, now: dt.datetime) -> None:
    # The former status is a value of our own enum.
    row = f"(%s, '{before}', %s, %s, %s, %s, %s)"
    writes.insert(INTO_CHANGES, row, [payment.id, payment.status, now, cause, actor.kind, actor.id])
