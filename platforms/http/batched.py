"""Batched commands: one statement reads what all of them rely on, another writes for all of them.

For the busiest endpoints. Commands that come at the same moment form a batch (`platforms.database.batches`), for which
one of their threads does all the work. The statement that writes is the database transaction, including the stored
replies. Rows read before may have changed by then, so this statement itself checks whatever has to hold (a balance, a
unique key, a status). Each takes one JSON text, an array with an object for each command, so its own text is a
constant.
"""

import contextlib
import dataclasses
import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import orjson
from django.db import DatabaseError, OperationalError, connection, transaction
from psycopg import errors as pg_errors

from platforms.base import clock, jobs
from platforms.database import batches, prepared
from platforms.database.locks import Lock
from platforms.http import errors as rest_errors
from platforms.http import idempotency
from platforms.http.authentication import Caller, forget_cached
from platforms.http.idempotency import KeyedRequest, StoredReply

# What platforms_open_command finds, without the lock on the key. OFFSET 0 keeps the planner from joining all commands
# with a whole table: each goes by its keys.
_READ = """
SELECT asked.number,
       coalesce(known.revoked_at IS NULL AND coalesce(known.expires_at > $2 + owner.clock_offset, true), false),
       owner.clock_offset, kept.fingerprint, kept.status, kept.body, kept.is_sealed, facts.*
  FROM json_to_recordset($1::json)
       AS asked(number int, token uuid, platform uuid, key text, {asked})
  LEFT JOIN LATERAL (SELECT * FROM platforms_apitoken WHERE id = asked.token OFFSET 0) AS known ON true
  LEFT JOIN LATERAL (SELECT * FROM platforms_platform WHERE id = known.platform_id OFFSET 0) AS owner ON true
  LEFT JOIN LATERAL (
       SELECT * FROM platforms_idempotencykey kept
        WHERE kept.platform_id = asked.platform AND kept.key = asked.key OFFSET 0) AS kept ON true
 CROSS JOIN LATERAL ({read} OFFSET 0) AS facts
"""
NOW = "($2::timestamptz + owner.clock_offset)"
"""SQL: the platform's time, for statements that read."""
# The lock of platforms_open_command, so that a look-up of the key sees that its request is being worked on. Of two
# commands with one key the second waits here, and is refused by the unique index on the key.
_WRITE = """
WITH given AS MATERIALIZED (
    SELECT *, {lock} IS NOT NULL AS is_locked
      FROM json_to_recordset($1::json)
           AS row(number int, platform uuid, key text, fingerprint text, status int, body text, key_method text,
                  key_path text, {written})
), {guard}, kept AS (
    INSERT INTO {kept_in}
    SELECT platform, key, decode(fingerprint, 'hex'), status, convert_to(body, 'UTF8'), false, {moves_money},
           key_method, key_path, now()
      FROM asked WHERE key IS NOT NULL
){write}
RETURNING (SELECT array_agg(number) FROM asked)
"""
Row = Mapping[str, Any]
Work = Callable[[dt.datetime, Any], tuple[StoredReply, Row]]
"""Decides about a command, from the platform's time and the facts: returns its reply, and the row to write."""


class Statements:
    """The two statements of an endpoint, from constants of the code."""

    def __init__(
        self,
        *,
        asked: str,
        read: str,
        facts: Callable[..., Any],
        written: str,
        write: str,
        guard: str = "asked AS (SELECT * FROM given)",
        moves_money: bool = False,
        refusal: Callable[[DatabaseError], Exception] = lambda error: error,
        wakes: Sequence[str] = (),
    ) -> None:
        """Take what is specific to the endpoint.

        `read` finds one row by columns of `asked`, which are declared like that, and `facts` takes its values. `write`
        is a last step of a WITH clause over `asked`, with columns `written`, and before it others with their names.
        `guard` is the steps before, the last of them `asked`: those of the rows `given` for which what was read holds
        still, locked so that it does until the commit. A command whose row is not among them is carried out anew.
        `refusal` returns what an error of `write` stands for; tasks named in `wakes` are woken after the commit.
        """
        self.read = _READ.format(asked=asked, read=read)
        steps = write.lstrip()
        self.write = _WRITE.format(
            written=written,
            lock=Lock.COMMAND.held("platform::text || key"),
            kept_in=idempotency.KEPT_IN,
            moves_money=moves_money,
            guard=guard,
            write=f" {steps}" if steps.startswith("INSERT ") else f", {steps}",
        )
        self.facts, self.refusal, self.wakes, self.moves_money = facts, refusal, wakes, moves_money


@dataclasses.dataclass(slots=True, eq=False)
class Command:
    """A request to an endpoint with batched commands. `asked` holds the endpoint's columns."""

    statements: Statements
    caller: Caller
    keyed: KeyedRequest | None
    asked: Row
    work: Work
    is_rolled_back: bool = False
    """Whether it runs in a database transaction that is rolled back in any case: a refusal has nothing to leave."""
    row: Row | None = None
    """The row to be written."""
    reply: StoredReply | None = None
    error: Exception | None = None
    is_sent: bool = False

    def attempt(self, begun: list[bool]) -> StoredReply:
        """Carry the command out, with others if there are any, when called by `idempotency.run`."""
        try:
            if connection.in_atomic_block:
                _execute([self])
            else:
                _together.run(self.statements, self)
        except OperationalError as error:
            if self.keyed is not None and isinstance(error.__cause__, pg_errors.LockNotAvailable):
                raise idempotency.KeyInUse from None
            raise
        finally:
            begun.extend([True] * self.is_sent)
        if self.error is not None:
            raise self.error
        assert self.reply is not None
        return self.reply

    def question(self, number: int) -> Row:
        """Return the command's row for the statement that reads."""
        caller, key = self.caller, self.keyed.key if self.keyed else None
        return {"number": number, "token": caller.token_id, "platform": caller.platform_id, "key": key, **self.asked}

    def decide(self, real_now: dt.datetime, found: Sequence[Any]) -> None:
        """Take the row found, and keep the result: a reply, an error, a row to write."""
        self.row = self.reply = self.error = None
        try:
            self._decide(real_now, found)
        except Exception as error:  # noqa: BLE001 - raised in the command's own thread
            self.error = error

    def _decide(self, real_now: dt.datetime, found: Sequence[Any]) -> None:
        is_live, offset, fingerprint, status, body, is_sealed, *facts = found
        if not is_live:
            forget_cached()
            raise rest_errors.Unauthorized
        if self.keyed is not None and fingerprint is not None:
            stored = fingerprint, status, body
            self.reply = idempotency.as_reply(self.caller, self.keyed, *stored, is_sealed=is_sealed)
            return
        self.reply, row = self.work(real_now + offset, self.statements.facts(*facts))
        self.row = {"platform": self.caller.platform_id, **row}
        if self.keyed is not None:
            self.row |= {
                "key": self.keyed.key,
                "fingerprint": self.keyed.fingerprint.hex(),
                "status": self.reply.status,
                "body": self.reply.body.decode(),
                "key_method": self.keyed.method,
                "key_path": self.keyed.path,
            }


def expected() -> contextlib.AbstractContextManager[None]:
    """Declare that this thread will bring a command soon: others may wait for it a moment."""
    return _together.expected()


def _execute(commands: Sequence[Command]) -> None:
    """Carry out the accepted commands of one endpoint, all or none. Raises what the database refuses."""
    statements, real_now = commands[0].statements, clock.real_now()
    asked = [command.question(number) for number, command in enumerate(commands)]
    for number, *found in prepared.rows(statements.read, [_json(asked), real_now]):
        commands[number].decide(real_now, found)
    written = {number: command for number, command in enumerate(commands) if command.row is not None}
    if not written:
        return
    for command in written.values():
        command.is_sent = True
    rows = [{**(command.row or {}), "number": number} for number, command in written.items()]
    try:
        # Within another database transaction (a test's) a refused statement must not spoil the rest of it.
        is_guarded = connection.in_atomic_block and not commands[0].is_rolled_back
        with transaction.atomic() if is_guarded else contextlib.nullcontext():
            done = prepared.rows(statements.write, [_json(rows)])
    except DatabaseError as error:
        refusal = statements.refusal(error) if len(commands) == 1 else error
        if refusal is error:
            raise
        raise refusal from error
    for number in written.keys() - set(done[0][0] if done else ()):
        written[number].error = prepared.FactsChanged()
    for name in statements.wakes:
        jobs.notify(name)


_together = batches.Batches(_execute)


def _json(rows: Sequence[Row]) -> str:
    return orjson.dumps(rows, default=str).decode()
