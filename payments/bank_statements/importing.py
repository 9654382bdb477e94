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

from django.db import connection as database
from django.db import transaction
from django.db.models import Q

from payments.bank_files.records import DamagedFile, Line
from payments.bank_rail import answers, connections
from payments.bank_statements import arrivals, contents, decided, lines, matching
from payments.bank_statements.contents import FileFormat, Head
from payments.bank_statements.kept_lines import KeptLines
from payments.due import STATEMENTS_TASK
from payments.models import BankConnection, BankIncomingFile, BankStatement, BankStatementLine, IncomingState
from platforms import audit
from platforms.base import clock, identifiers
from platforms.operations import attempts

PART = 1000
"""Lines that one database transaction applies; one with all its payments is never divided."""
LEASE = dt.timedelta(minutes=15)
"""How long a worker may read before the first line is applied, and between two parts."""
_AT_ONCE = 20
_LONGEST = 255
_CHANGED = ("format", "state", "position", "unknown", "place", "problem", "leased_until", "finished_at")


def advance(*, now: clock.RealTime) -> int:
    """Apply the files received; return their number."""
    claimed = _claim(now)
    for key in claimed:
        part = functools.partial(_read, key, now)
        attempts.attempt(part, work=STATEMENTS_TASK, subject=identifiers.public("BankIncomingFile", key), now=now)
    return len(claimed)


def _claim(now: clock.RealTime) -> list[uuid.UUID]:
    """Claim files, the oldest first. A file that failed is claimed again after its lease, and delays no other."""
    free = Q(leased_until=None) | Q(leased_until__lte=now)
    with transaction.atomic(durable=True):
        found = BankIncomingFile.objects.select_for_update(skip_locked=True).filter(free, state=IncomingState.RECEIVED)
        keys = list(found.order_by("id").values_list("id", flat=True)[:_AT_ONCE])
        BankIncomingFile.objects.filter(id__in=keys).update(leased_until=now + LEASE)
    return keys


def _read(key: uuid.UUID, now: clock.RealTime) -> None:
    """Apply the rest of a file. Opens its own database transactions."""
    file: BankIncomingFile = BankIncomingFile.objects.select_related("connection__platform").get(pk=key)
    try:
        with KeptLines() as kept:
            format_, heads = look(file, kept)
            if format_ in contents.STATEMENTS:
                _apply_lines(file, format_, heads, kept, now)
            else:
                _apply_answers(file, format_, now)
    except DamagedFile as damage:
        _set_aside(file, damage, now)


def look(file: BankIncomingFile, kept: KeptLines | None = None) -> tuple[FileFormat, list[Head]]:
    """Read a file; return its format and its statements, if it has any. Keeps their lines. Raises DamagedFile."""
    format_ = contents.format_of(_source(file))
    if format_ not in contents.STATEMENTS:
        return format_, []
    heads = contents.heads(_source(file), format_, take=kept.take if kept else None)
    _require_ours(file.connection, heads)
    return format_, heads


def _source(file: BankIncomingFile) -> contents.Parts:
    return contents.Parts(arrivals.content_of(file))


def _require_ours(connection: BankConnection, heads: Sequence[Head]) -> None:
    """Raise DamagedFile for a file with statements of another account."""
    for number, head in enumerate(heads, start=1):
        if not lines.is_account(connection, head.statement.account):
            raise DamagedFile(f"statement {number}", "its account is not the one of the bank connection")
        if head.statement.currency not in {None, connection.currency}:
            raise DamagedFile(f"statement {number}", "its currency is not the one of the bank connection")


def _require_once(file: BankIncomingFile, format_: FileFormat, heads: Sequence[Head]) -> None:
    """Raise DamagedFile if statements of the account were read in another format, or by another connection.

    Of one connection all come in one format. Where it was changed, or another has the account, days are told once.
    Files of one account take turns until the caller's database transaction ends.
    """
    told = [head for head in heads if head.statement.kind == decided.MOVES_MONEY]
    # A file whose statements are stored was looked at by the worker that stored them.
    if not told or BankStatement.objects.filter(file=file).exists():
        return
    connection = file.connection
    account = {name: getattr(connection, name) for name in ("platform_id", "currency", "account_number")}
    with database.cursor() as cursor:
        cursor.execute(_TAKE_TURN, [" ".join(map(str, account.values()))])
    same = {f"connection__{name}": value for name, value in account.items()}
    others = BankStatement.objects.filter(**same, kind=decided.MOVES_MONEY).exclude(
        connection_name=connection.name, file__format=format_
    )
    other = others.filter(connection=connection).values_list("file__format", flat=True).first()
    if other:
        raise DamagedFile("the file", f"statements of this connection come as {other}: its money would be booked twice")
    for number, head in enumerate(told, start=1):
        if (found := others.filter(_same_day(head)).select_related("file").first()) is not None:
            way = f"by {found.connection_name} as {found.file.format}"
            raise DamagedFile(f"statement {number}", f"its day came {way}: its money would be booked twice")


def _same_day(head: Head) -> Q:
    """Return what finds the statements that have a day of this one; any, where it does not say its days.

    The opening balance is of its first day, or of the day before.
    """
    if head.closing is None:
        return Q()
    closing = head.closing.on
    opening = head.opening.on if head.opening else closing
    return (
        Q(closing_on=closing)
        | Q(closing_on=None)
        | Q(opening_on__lt=closing, closing_on__gt=closing)
        | Q(closing_on__gt=opening, closing_on__lt=closing)
    )


_TAKE_TURN = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 6))"


def _apply_answers(file: BankIncomingFile, format_: FileFormat, now: clock.RealTime) -> None:
    """Apply an answer to files of ours, as a whole: the status of a file holds for payments without their own."""
    with transaction.atomic(durable=True):
        locked = _lock(file, position=0)
        if locked is None:
            return
        matching.lock_sums(file.connection)
        if format_ == FileFormat.PAIN_002:
            statuses = contents.statuses(_source(file))
            done = answers.apply_statuses(statuses=statuses, now=now, connection_name=file.connection_name)
            locked.position = len(statuses)
        else:
            returned = contents.returns(_source(file))
            done = answers.apply_returns(returned=returned, now=now, connection_name=file.connection_name)
            locked.position = len(returned)
        matching.reconsider_sums(connection=file.connection, now=now)
        locked.format, locked.unknown = format_, len(done.unknown)
        _finish(locked, IncomingState.APPLIED, now, changed=done.changed, unknown=len(done.unknown))


@dataclasses.dataclass(frozen=True, slots=True)
class _Placed:
    """A line with its place in the file, and its statement; None for one stored from another file."""

    number: int
    line: Line
    statement: BankStatement | None


def _apply_lines(
    file: BankIncomingFile, format_: FileFormat, heads: Sequence[Head], kept: KeptLines, now: clock.RealTime
) -> None:
    statements = _statements(file, format_, heads, connections.now_of(file.connection, now))
    file.refresh_from_db(fields=["position"])
    position = file.position
    for part in _parts(kept, statements, after=position):
        with transaction.atomic(durable=True):
            locked = _lock(file, position=position)
            if locked is None:
                return
            rows = [row for one in part for row in _rows(one)]
            matching.store(connection=file.connection, rows=rows, now=now)
            position = locked.position = part[-1].number
            locked.leased_until = clock.real_now() + LEASE
            locked.save(update_fields=["position", "leased_until"])
    with transaction.atomic(durable=True):
        locked = _lock(file, position=position)
        if locked is not None:
            matching.reconsider_sums(connection=file.connection, now=now)
            matching.reconsider_failed(connection=file.connection, now=now)
            _finish(locked, IncomingState.APPLIED, now, lines=position)


def _rows(one: _Placed) -> list[BankStatementLine]:
    if one.statement is None:
        return []
    return lines.rows(statement=one.statement, number=one.number, line=one.line)


def _parts(kept: KeptLines, statements: Sequence[BankStatement | None], *, after: int) -> Iterator[list[_Placed]]:
    """Yield the lines behind a position, in parts for one database transaction each."""
    part, rows = list[_Placed](), 0
    for number, (at, line) in enumerate(kept, start=1):
        if number > after:
            part.append(_Placed(number, line, statements[at]))
            rows += max(1, len(line.details))
        if rows >= PART:
            yield part
            part, rows = [], 0
    if part:
        yield part


def _statements(
    file: BankIncomingFile, format_: FileFormat, heads: Sequence[Head], now: dt.datetime
) -> list[BankStatement | None]:
    """Store the statements of a file; return each, None for one stored from another file."""
    new = [_statement(file, number, head, now) for number, head in enumerate(heads, start=1)]
    with transaction.atomic(durable=True):
        _require_once(file, format_, heads)
        BankIncomingFile.objects.filter(pk=file.pk).update(format=format_)
        BankStatement.objects.bulk_create(new, ignore_conflicts=True)
        stored = {
            bytes(one.digest): one
            for one in BankStatement.objects.filter(
                connection_name=file.connection_name, digest__in=[one.digest for one in new]
            )
        }
    found = [(one, stored[bytes(one.digest)]) for one in new]
    return [kept if (kept.file_id, kept.number) == (file.pk, one.number) else None for one, kept in found]


def _statement(file: BankIncomingFile, number: int, head: Head, now: dt.datetime) -> BankStatement:
    said, opening, closing = head.statement, head.opening, head.closing
    row = BankStatement(
        file=file,
        connection=file.connection,
        connection_name=file.connection_name,
        number=number,
        kind=said.kind,
        currency=said.currency or file.connection.currency,
        said_id=lines.clean(said.id, 64),
        sequence=lines.clean(said.number, 35),
        page=lines.clean(said.page, 35),
        said_at=said.created,
        opening=opening.amount if opening else None,
        opening_on=opening.on if opening else None,
        closing=closing.amount if closing else None,
        closing_on=closing.on if closing else None,
        received_at=now,
    )
    told = (said.kind, said.id, said.number, said.page, said.created, opening, closing, head.lines, head.digest())
    row.digest = hashlib.sha256(repr(told).encode()).digest()
    return row


def _lock(file: BankIncomingFile, *, position: int) -> BankIncomingFile | None:
    """Lock a file at this position; None if another worker has gone on with it."""
    rows = BankIncomingFile.objects.select_for_update(of=("self",)).select_related("connection__platform")
    found: BankIncomingFile | None = rows.filter(pk=file.pk, state=IncomingState.RECEIVED, position=position).first()
    return found


def _set_aside(file: BankIncomingFile, damage: DamagedFile, now: clock.RealTime) -> None:
    with transaction.atomic(durable=True):
        locked = _lock(file, position=0)
        # What was read whole before was not damaged then: another release reads it otherwise, and a person has to look.
        if locked is None:
            raise damage
        locked.place = lines.clean(damage.where, _LONGEST)
        locked.problem = lines.clean(damage.text.removeprefix(f"{damage.where}: "), _LONGEST)
        _finish(locked, IncomingState.SET_ASIDE, now, place=locked.place, problem=locked.problem)


def _finish(file: BankIncomingFile, state: IncomingState, now: clock.RealTime, **details: object) -> None:
    at = connections.now_of(file.connection, now)
    file.state, file.finished_at, file.leased_until = state, at, None
    file.save(update_fields=_CHANGED)
    audit.record(
        actor=audit.SYSTEM,
        platform_id=file.connection.platform_id,
        verb="bank_incoming_file.apply" if state == IncomingState.APPLIED else "bank_incoming_file.set_aside",
        subject=file.public_id,
        now=at,
        details=details,
    )
