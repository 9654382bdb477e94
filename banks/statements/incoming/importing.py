"""A worker's steps with a file from a bank: read whole, then applied in parts, each in a database transaction.

Its lines are kept in between. The file's row holds how far the file was applied, and changes with each part: after a
killed worker the next one reads the file again, and goes on there. A damaged file is refused before any part of it is
applied.
"""

import dataclasses
import datetime as dt
import functools
import hashlib
import uuid
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q

from banks.due import STATEMENTS_TASK
from banks.formats.records import DamagedFile, Line, Reversals, ReversedSides
from banks.models import BankConnection, BankIncomingFile, BankStatement, IncomingState
from banks.rail import answers, connections, long_leases
from banks.statements import contents, lines, shown
from banks.statements.contents import FileFormat, Head
from banks.statements.incoming import accounts, arrivals, unapplied
from banks.statements.incoming.kept_lines import KeptLines
from banks.statements.matching import matching
from platforms import audit
from platforms.base import clock, identifiers, money
from platforms.database.rows import by_key
from platforms.operations import attempts

PART = 1000
"""Lines that one database transaction applies; one with all its payments is never divided."""
LEASE = long_leases.LEASE
_AFTER_FAILURE = dt.timedelta(minutes=15)
"""How long a file that failed is left alone."""
_AT_ONCE = 20
_LONGEST = 255
_CHANGED = ("format", "state", "position", "unknown", "place", "problem", "leased_until", "finished_at")


def advance(*, now: clock.RealTime) -> int:
    """Apply the files received; return their number."""
    claimed = _claim(now)
    held = set(claimed)
    with long_leases.renewed(BankIncomingFile, held):
        for key in claimed:
            part = functools.partial(_read, key, now)
            subject = identifiers.public("BankIncomingFile", key)
            has_failed = attempts.attempt(part, work=STATEMENTS_TASK, subject=subject, now=now) is None
            held.discard(key)
            if has_failed:
                rows = BankIncomingFile.objects.filter(pk=key, leased_until__isnull=False)
                rows.update(leased_until=now + _AFTER_FAILURE)
    return len(claimed)


def _claim(now: clock.RealTime) -> list[uuid.UUID]:
    """Claim files, the oldest first. A file that failed is claimed again after a pause, and delays no other."""
    free = Q(leased_until=None) | Q(leased_until__lte=now)
    with transaction.atomic(durable=True):
        found = BankIncomingFile.objects.select_for_update(skip_locked=True).filter(free, state=IncomingState.RECEIVED)
        keys = list(found.order_by("id").values_list("id", flat=True)[:_AT_ONCE])
        BankIncomingFile.objects.filter(id__in=keys).update(leased_until=now + LEASE)
    return keys


def _read(key: uuid.UUID, now: clock.RealTime) -> bool:
    """Apply the rest of a file; return True. Opens its own database transactions."""
    file: BankIncomingFile = BankIncomingFile.objects.select_related("connection__platform").get(pk=key)
    try:
        with KeptLines() as kept:
            seen = look(file, kept)
            if seen.format in contents.STATEMENTS:
                _apply_lines(file, seen, kept, now)
            else:
                _apply_answers(file, seen.format, now)
    except DamagedFile as damage:
        _set_aside(file, damage, now)
    return True


class Seen(NamedTuple):
    """What a file is, and its statements, if it has any, each with the connection whose account it is of."""

    format: FileFormat
    heads: Sequence[Head] = ()
    whose: Sequence[BankConnection] = ()


def look(file: BankIncomingFile, kept: KeptLines | None = None) -> Seen:
    """Read a file whole, before anything of it is applied. Keeps its lines. Raises DamagedFile."""
    format_ = contents.format_of(arrivals.content_of(file))
    if format_ not in contents.STATEMENTS:
        return Seen(format_)
    take = kept.take if kept else None
    try:
        heads = contents.heads(arrivals.content_of(file), format_, take=take)
    except ReversedSides:
        # Balances tell which side the bank gives to entries of reversals. Without them, or where both fit, it is the
        # entry's own, as ISO 20022 has it.
        if format_ != FileFormat.CAMT:
            raise
        if kept is not None:
            kept.clear()
        heads = contents.heads(arrivals.content_of(file), format_, reversals=Reversals.ORIGINALS_SIDE, take=take)
    return Seen(format_, heads, accounts.connections_of(file, heads))


def _apply_answers(file: BankIncomingFile, format_: FileFormat, now: clock.RealTime) -> None:
    """Apply an answer to files of ours, as a whole: the status of a file holds for payments without their own."""
    with transaction.atomic(durable=True):
        locked = _lock(file, position=0)
        if locked is None:
            return
        matching.lock_sums(file.connection)
        locked.position, done = _answer(file, format_, now)
        matching.reconsider_sums(connection=file.connection, now=now)
        unapplied.store(file=file, unapplied=done.unapplied, now=now)
        locked.format, locked.unknown = format_, len(done.unknown)
        _finish(locked, IncomingState.APPLIED, now, changed=done.changed, unknown=len(done.unknown))


def _answer(file: BankIncomingFile, format_: FileFormat, now: clock.RealTime) -> tuple[int, answers.Done]:
    """Apply the answers of a file in the caller's database transaction; return their number, and what they did."""
    if format_ == FileFormat.PAIN_002:
        statuses = contents.statuses(arrivals.content_of(file))
        return len(statuses), answers.apply_statuses(statuses=statuses, now=now, connection_name=file.connection_name)
    returned = contents.returns(arrivals.content_of(file))
    return len(returned), answers.apply_returns(returned=returned, now=now, connection_name=file.connection_name)


def foresee(file: BankIncomingFile, format_: FileFormat) -> tuple[int, answers.Done]:
    """Return the number of a file's answers, and what they would do now: it is done, and undone. Raises DamagedFile."""
    with transaction.atomic():
        foreseen = _answer(file, format_, clock.real_now())
        transaction.set_rollback(True)
    return foreseen


@dataclasses.dataclass(frozen=True, slots=True)
class _Placed:
    """A line with its place in the file, its statement (None for one stored from another file), and whose it is."""

    number: int
    line: Line
    statement: BankStatement | None
    connection: BankConnection


def _apply_lines(file: BankIncomingFile, seen: Seen, kept: KeptLines, now: clock.RealTime) -> None:
    statements = _statements(file, seen, now)
    file.refresh_from_db(fields=["position"])
    position = file.position
    for part in _parts(kept, statements, seen.whose, after=position):
        with transaction.atomic(durable=True):
            locked = _lock(file, position=position)
            if locked is None:
                return
            # A line without its statement is stored already, from another file.
            rows = [
                row
                for placed in part
                if placed.statement is not None
                for row in lines.rows(statement=placed.statement, number=placed.number, line=placed.line)
            ]
            matching.store(connection=part[0].connection, rows=rows, now=now)
            position = locked.position = part[-1].number
            locked.leased_until = clock.real_now() + LEASE
            locked.save(update_fields=["position", "leased_until"])
    with transaction.atomic(durable=True):
        locked = _lock(file, position=position)
        if locked is not None:
            for connection in accounts.distinct([file.connection, *seen.whose]):
                matching.reconsider_sums(connection=connection, now=now)
                matching.reconsider_failed(connection=connection, now=now)
                shown.note_rejected(connection)
            _finish(locked, IncomingState.APPLIED, now, lines=position)


def _parts(
    kept: KeptLines, statements: Sequence[BankStatement | None], whose: Sequence[BankConnection], *, after: int
) -> Iterator[list[_Placed]]:
    """Yield the lines behind a position, in parts for one database transaction each: lines of one connection."""
    part, rows = list[_Placed](), 0
    for number, (at, line) in enumerate(kept, start=1):
        if number <= after:
            continue
        if part and (rows >= PART or part[-1].connection.pk != whose[at].pk):
            yield part
            part, rows = [], 0
        part.append(_Placed(number, line, statements[at], whose[at]))
        rows += max(1, len(line.details))
    if part:
        yield part


def _statements(file: BankIncomingFile, seen: Seen, now: clock.RealTime) -> list[BankStatement | None]:
    """Store the statements of a file; return each, None for one stored from another file."""
    pairs = enumerate(zip(seen.heads, seen.whose, strict=True), start=1)
    new = [_statement(file, number, head, connection, now) for number, (head, connection) in pairs]
    with transaction.atomic(durable=True):
        accounts.require_once(file=file, format_=seen.format, heads=seen.heads, whose=seen.whose)
        BankIncomingFile.objects.filter(pk=file.pk).update(format=seen.format)
        BankStatement.objects.bulk_create(new, ignore_conflicts=True)
        stored = {
            (statement.connection_name, bytes(statement.digest)): statement
            for statement in BankStatement.objects.filter(
                connection_name__in={statement.connection_name for statement in new},
                digest__in=[statement.digest for statement in new],
            )
        }
    stored_as = [(statement, stored[statement.connection_name, bytes(statement.digest)]) for statement in new]
    return [
        kept if (kept.file_id, kept.number) == (file.pk, statement.number) else None for statement, kept in stored_as
    ]


def _statement(
    file: BankIncomingFile, number: int, head: Head, connection: BankConnection, now: clock.RealTime
) -> BankStatement:
    statement, opening, closing = head.statement, head.opening, head.closing
    row = BankStatement(
        file=file,
        connection=connection,
        connection_name=connection.name,
        number=number,
        kind=statement.kind,
        currency=statement.currency or connection.currency,
        said_id=lines.clean(statement.id, 64),
        sequence=lines.clean(statement.number, 35),
        page=lines.clean(statement.page, 35),
        said_at=statement.created,
        opening=opening.amount if opening else None,
        opening_on=opening.on if opening else None,
        closing=closing.amount if closing else None,
        closing_on=closing.on if closing else None,
        moved=_moved(head),
        received_at=connections.now_of(connection, now),
    )
    told = (
        statement.kind,
        statement.id,
        statement.number,
        statement.page,
        statement.created,
        opening,
        closing,
        head.lines,
        head.digest(),
    )
    row.digest = hashlib.sha256(repr(told).encode()).digest()
    return row


def _moved(head: Head) -> int | None:
    """Return the sum of the lines, if the balances differ by it, and a row can hold it."""
    opening, closing = head.opening, head.closing
    if opening is None or closing is None or closing.amount - opening.amount != head.moved:
        return None
    return head.moved if abs(head.moved) <= money.MAX_AMOUNT else None


def _lock(file: BankIncomingFile, *, position: int) -> BankIncomingFile | None:
    """Lock a file at this position; None if another worker has gone on with it."""
    rows = BankIncomingFile.objects.select_for_update(of=("self",)).select_related("connection__platform")
    found: BankIncomingFile | None = by_key(rows.filter(state=IncomingState.RECEIVED, position=position), file.pk)
    return found


def _set_aside(file: BankIncomingFile, damage: DamagedFile, now: clock.RealTime) -> None:
    with transaction.atomic(durable=True):
        locked = _lock(file, position=0)
        if locked is None:
            # What was read whole before was not damaged then: another release reads it otherwise, and a person has to
            # look. A file that is done with was set aside by another worker, or by this one, which did not hear of it.
            if BankIncomingFile.objects.filter(pk=file.pk, state=IncomingState.RECEIVED).exists():
                raise damage
            return
        locked.place = lines.clean(damage.where, _LONGEST)
        locked.problem = lines.clean(damage.text.removeprefix(f"{damage.where}: "), _LONGEST)
        _finish(locked, IncomingState.SET_ASIDE, now, place=locked.place, problem=locked.problem)


def _finish(file: BankIncomingFile, state: IncomingState, now: clock.RealTime, **details: object) -> None:
    at = connections.now_of(file.connection, now)
    file.state, file.finished_at, file.leased_until = state, at, None
    file.save(update_fields=_CHANGED)
    audit.record(
        audit.Subject(file.connection.platform_id, file.public_id),
        "bank_incoming_file.apply" if state == IncomingState.APPLIED else "bank_incoming_file.set_aside",
        actor=audit.SYSTEM,
        now=at,
        **details,
    )
