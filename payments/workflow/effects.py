"""Effects of moves that are written together: the moves of many payments, as one statement stores them.

A `Move` decides, and writes each effect at once. Where many payments get the same kind of answer, it collects its
effects here instead, and WRITE stores those of all. Every payment of it is locked, so WRITE checks nothing again; an
entry that the books refuse fails the whole statement.
"""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from payments.accounts import internal_accounts
from payments.ledger import chart, journal
from payments.ledger.entries import Movement
from payments.models import Transaction
from payments.workflow import provider_messages, transactions
from payments.workflow.provider_messages import Message
from platforms import audit
from platforms.base import jobs
from platforms.database import prepared, sql
from webhooks.outbox import events


class NeedsItsOwn(Exception):
    """The move has an effect that is not written with others: it needs a database transaction of its own."""


@dataclasses.dataclass(slots=True)
class Effects:
    """What one move changes beside its payment: at most one entry, and one change of status."""

    entry: dict[str, Any] = dataclasses.field(default_factory=dict)
    before: str | None = None
    """The former status, where it changes."""
    cause: str = ""
    told: list[events.NewEvent] = dataclasses.field(default_factory=list)
    verb: str | None = None
    """What the audit log calls the move; None: it is not audited."""
    details: Mapping[str, object] = dataclasses.field(default_factory=dict)

    def post(self, movement: Movement, of: object, *, platform_id: uuid.UUID, party: int | None) -> journal.PostResult:
        """Collect an entry. The balance that it leaves to `party` is not known yet: LATER stands for it."""
        lines = movement.lines_of(of, platform_id=platform_id, party=party)
        entry = {
            "accounts": [line.account for line in lines],
            "sides": [line.side for line in lines],
            "amounts": [line.amount for line in lines],
        }
        return self._collect(movement, party, entry)

    def undo(self, movement: Movement, *, party: int | None) -> journal.PostResult:
        """Collect the reversal of the payment's entry that `movement` reverses."""
        if party is None:
            raise NeedsItsOwn
        return self._collect(movement, party, {"reverses": movement.reverses})

    def change(self, before: str, cause: str) -> None:
        """Collect a change of status."""
        if self.before is not None:
            raise NeedsItsOwn
        self.before, self.cause = before, cause

    def note(self, verb: str, details: Mapping[str, object]) -> None:
        """Collect the audit row."""
        self.verb, self.details = verb, audit.details_of(audit.SYSTEM, details)

    def _collect(self, movement: Movement, party: int | None, entry: dict[str, Any]) -> journal.PostResult:
        if self.entry:
            raise NeedsItsOwn
        self.entry = {"purpose": movement.purpose, "guarded": party, **entry}
        later = orjson.Fragment(internal_accounts.LATER)
        return journal.PostResult(0, {} if party is None else {party: later})  # type: ignore[dict-item]  # only shown


def row(payment: Transaction, effects: Effects, message: Message, *, now: dt.datetime) -> dict[str, Any]:
    """Return the row of WRITE for a locked payment that a move has changed, and the rail's answer about it."""
    mark = message.account_mark
    return {
        "id": payment.id,
        "platform": payment.platform_id,
        "now": now,
        **{name: getattr(payment, name) for name in transactions.MOVED},
        "before": effects.before,
        "cause": effects.cause,
        **effects.entry,
        "events": [events.store(event)._asdict() for event in effects.told],
        "verb": effects.verb,
        "details": effects.details,
        "message": message._replace(account_mark=None)._asdict(),
        "mark": None if mark is None else mark.hex(),
    }


def write(rows: Sequence[Mapping[str, Any]]) -> None:
    """Store the effects of moves of locked payments, in the caller's database transaction. Raises as `journal.post`."""
    prepared.rows(WRITE, [orjson.dumps(rows).decode()])
    if any(each["events"] for each in rows):
        jobs.notify(events.DELIVER_TASK)


_ASKED = (
    "id uuid, platform uuid, now timestamptz, status text, updated_at timestamptz, failure_reason text,"
    " settled_at timestamptz, next_action text, next_action_at timestamptz, attempts integer, provider_reference text,"
    " before text, cause text, purpose text, guarded bigint, reverses text, accounts bigint[], sides text[],"
    " amounts bigint[], events json, verb text, details jsonb, message json, mark text"
)
# Balances are locked in the order of their accounts, so that no two statements deadlock. Payments are found by their
# keys, however many rows the planner expects.
WRITE = sql.of_constants(
    """
WITH asked AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS asked({asked})
), posted AS MATERIALIZED (
    SELECT moved.id, entry.guarded_balances[1]::text AS balance
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
    SELECT asked.*, asked.status AS after, '{kind}' AS actor_kind, '{actor}' AS actor_id, '' AS request_id,
           'Transaction:' || id AS subject, posted.balance
      FROM asked LEFT JOIN posted USING (id)
), {record}
""",
    asked=_ASKED,
    debit=chart.DEBIT,
    credit=chart.CREDIT,
    set_columns=", ".join(f"{name} = asked.{name}" for name in transactions.MOVED),
    kind=audit.SYSTEM.kind,
    actor=audit.SYSTEM.id,
    into_messages=provider_messages.INTO,
    record=transactions.RECORD,
)
"""Stores what moves have changed: one parameter, a JSON list of rows as `row` makes them."""
