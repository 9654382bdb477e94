"""Files of transfers out that staff upload for a platform: checked, released by a second person, made in batches.

A batch commits with what became of its rows, and holds the lock of its file until then. So a worker that dies has
made all of a batch or nothing, whoever goes on begins after it, and no row is made twice.
"""

import csv
import datetime as dt
import io
import logging
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import orjson
from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction

from payments.models import PaymentFile, PaymentFileRow, PaymentFileRowState, PaymentFileStatus
from payments.models.payment_file import PAYMENT_FILE_TRANSITIONS
from payments.transfers import batches
from platforms import audit
from platforms.base import clock, errors, identifiers, jobs, money, states
from platforms.database import outages
from platforms.database.rows import by_key
from platforms.models import Platform
from platforms.operations import work_failures

logger = logging.getLogger(__name__)
TASK = "payments.make_payment_files"
DUE = """
    (SELECT TRUE FROM payments_paymentfile WHERE next_run_at <= %(now)s ORDER BY next_run_at LIMIT 1)
"""
COLUMNS = ("source", "destination", "amount", "currency")
MOST_ROWS = 10_000
MOST_BYTES = 4 * 1024 * 1024
_CHECKED_AT_ONCE = 500
_RUN_SECONDS = 5.0
_AMOUNT = re.compile(r"([0-9]{1,19})(?:\.([0-9]{1,18}))?", re.ASCII)


class FileNotReleasable(errors.DomainError):
    """The file was released before, or has no row that could be paid."""

    code = "INVALID_INPUT"
    message = "This file was released before, or has no payment that could be made."


class _Row(NamedTuple):
    """A row of a file: what is asked for, or why it can't be."""

    number: int
    item: batches.Item | errors.DomainError
    currency: str = ""


def upload(
    *, platform: Platform, name: str, content: bytes, reason: str, actor: audit.Actor, now: clock.RealTime
) -> PaymentFile:
    """Store the rows of a file, each with what the check found. No payment is made, and no balance is asked.

    Raises InvalidInput for a file that can't be read as a whole.
    """
    moment = clock.of(platform, now)
    rows = list(_read(content))
    refused = _checked(rows, platform, actor, moment)
    totals: dict[str, list[int]] = {}
    for row in rows:
        if row.number not in refused and isinstance(row.item, batches.Item):
            count, amount = totals.get(row.currency, [0, 0])
            totals[row.currency] = [count + 1, amount + row.item.amount]
    file: PaymentFile = PaymentFile.objects.create(
        platform=platform,
        name=name[:255],
        totals=totals,
        rows=len(rows),
        refused=len(refused),
        uploaded_by=actor.id,
        reason=reason,
        created_at=moment,
    )
    PaymentFileRow.objects.bulk_create((_stored(file, row, refused.get(row.number)) for row in rows), batch_size=1000)
    audit.record(file, "payment_file.upload", actor=actor, now=moment, rows=len(rows), refused=len(refused))
    return file


def release(*, file: uuid.UUID, actor: audit.Actor, now: clock.RealTime, reason: str) -> PaymentFile:
    """Let workers make the payments of a file. Raises FileNotReleasable."""
    found: PaymentFile | None = by_key(PaymentFile.objects.select_for_update(no_key=True), file)
    require_releasable(found)
    assert found is not None
    moment = clock.of(found.platform, now)
    _move(found, PaymentFileStatus.RELEASED)
    found.released_by, found.released_at, found.next_run_at = actor.id, moment, now
    found.save(update_fields=["status", "released_by", "released_at", "next_run_at"])
    audit.record(found, "payment_file.release", actor=actor, now=moment, reason=reason)
    jobs.notify(TASK)
    return found


def require_releasable(file: PaymentFile | None) -> None:
    """Raise FileNotReleasable for a file that is none, was released before, or has nothing to be paid."""
    if file is None or file.status != PaymentFileStatus.CHECKED or file.refused == file.rows:
        raise FileNotReleasable


def make_due() -> int:
    """Make payments of released files for some seconds, a batch at a time; return how many rows were done."""
    return jobs.repeat(lambda: _make_some(clock.real_now()), seconds=_RUN_SECONDS, task_name=TASK)


def _make_some(now: clock.RealTime) -> int | None:
    """Make the next payments of the file that is due longest; return how many rows were done, None if none is due."""
    file = None
    try:
        with transaction.atomic(durable=True):
            file = _next(now)
            return None if file is None else _make_batch(file, now)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if file is None:
            raise
        if not outages.warned(logger, error):
            logger.exception("a file of payments is put back", extra={"subject": file.public_id})
        _put_back(file, error, now)
        return 0


def _next(now: clock.RealTime) -> PaymentFile | None:
    due = PaymentFile.objects.filter(next_run_at__lte=now).order_by("next_run_at")
    return due.select_for_update(no_key=True, skip_locked=True, of=("self",)).select_related("platform").first()


def _make_batch(file: PaymentFile, now: clock.RealTime) -> int:
    waiting = file.lines.filter(state=PaymentFileRowState.WAITING).order_by("number")
    rows = list(waiting[: batches.MOST_TRANSFERS])
    moment = clock.of(file.platform, now)
    outcomes = batches.make(
        items=[_asked(row) for row in rows],
        all_or_none=False,
        environment=file.platform.environment,
        platform_id=file.platform_id,
        actor=audit.Actor(kind="STAFF", id=file.released_by, request_id=""),
        now=moment,
    )
    for row, outcome in zip(rows, outcomes, strict=True):
        if isinstance(outcome, bytes):
            row.payment_id = identifiers.parse("Transaction", orjson.loads(outcome)["id"])
            row.state = PaymentFileRowState.MADE
        else:
            row.code, row.problem, row.state = outcome.code, outcome.text[:500], PaymentFileRowState.REFUSED
    PaymentFileRow.objects.bulk_update(rows, ["state", "payment_id", "code", "problem"])
    made = sum(row.state == PaymentFileRowState.MADE for row in rows)
    file.made, file.refused, file.next_run_at = file.made + made, file.refused + len(rows) - made, now
    if file.made + file.refused == file.rows:
        _move(file, PaymentFileStatus.COMPLETED)
        file.next_run_at, file.completed_at = None, moment
        counts = {"made": file.made, "refused": file.refused}
        audit.record(file, "payment_file.complete", actor=audit.SYSTEM, now=moment, **counts)
    file.save(update_fields=["status", "made", "refused", "next_run_at", "completed_at"])
    work_failures.clear(work=TASK, subject=file.public_id)
    return len(rows)


def _asked(row: PaymentFileRow) -> batches.Item:
    return batches.Item(
        is_out=True,
        internal_id=row.internal_id,
        external_id=row.external_id,
        amount=row.amount or 0,
        currencies={row.currency},
    )


def _put_back(file: PaymentFile, error: Exception, now: clock.RealTime) -> None:
    with transaction.atomic(durable=True):
        pause = work_failures.note(
            work=TASK, subject=file.public_id, platform_id=file.platform_id, error=error, now=now
        )
        PaymentFile.objects.filter(id=file.id, status=PaymentFileStatus.RELEASED).update(next_run_at=now + pause)


def _read(content: bytes) -> Iterator[_Row]:
    """Yield the rows of a file; raises InvalidInput where it can't be read as a whole."""
    try:
        lines = [
            cells for cells in csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True) if cells
        ]
    except (UnicodeDecodeError, csv.Error):
        raise errors.InvalidInput.field("file", "must be a CSV file in UTF-8") from None
    header = [cell.strip() for cell in lines[0]] if lines else []
    if sorted(header) != sorted(COLUMNS):
        raise errors.InvalidInput.field("file", f"must begin with a line of these names: {','.join(COLUMNS)}")
    if not 1 < len(lines) <= MOST_ROWS + 1:
        raise errors.InvalidInput.field(
            "file", f"must have 1 to {MOST_ROWS} rows below the names, and has {len(lines) - 1}"
        )
    for number, cells in enumerate(lines[1:], start=1):
        yield _row(number, header, [cell.strip() for cell in cells])


def _row(number: int, header: Sequence[str], cells: Sequence[str]) -> _Row:
    if len(cells) != len(header):
        return _Row(number, errors.InvalidInput.field("row", f"has {len(cells)} cells, and {len(header)} are needed"))
    row = dict(zip(header, cells, strict=True))
    try:
        return _Row(number, _item(row), row["currency"])
    except errors.DomainError as refusal:
        return _Row(number, refusal)


def _item(row: Mapping[str, str]) -> batches.Item:
    keys = [
        identifiers.parse(kind, row[column])
        for column, kind in (("source", "InternalAccount"), ("destination", "ExternalAccount"))
    ]
    if keys[0] is None:
        raise errors.InvalidInput.field("source", "must be an id that begins with InternalAccount:")
    if keys[1] is None:
        raise errors.InvalidInput.field("destination", "must be an id that begins with ExternalAccount:")
    if row["currency"] not in money.SUPPORTED_CURRENCIES:
        raise errors.InvalidInput.field("currency", "must be a currency code such as USD", code="INVALID_CURRENCY")
    amount = _smallest_units(row["amount"], money.currency(row["currency"]).decimals)
    return batches.Item(
        is_out=True, internal_id=keys[0], external_id=keys[1], amount=amount, currencies={row["currency"]}
    )


def _smallest_units(text: str, decimals: int) -> int:
    found = _AMOUNT.fullmatch(text)
    if found is None or len(found[2] or "") > decimals:
        raise errors.InvalidInput.field("amount", f"must be a number such as 12.34, with at most {decimals} decimals")
    amount = int(found[1] + (found[2] or "").ljust(decimals, "0"))
    if not 0 < amount <= money.MAX_AMOUNT:
        raise errors.InvalidInput.field("amount", "must be above zero, and no larger than an amount can be")
    return amount


def _checked(
    rows: Sequence[_Row], platform: Platform, actor: audit.Actor, now: dt.datetime
) -> dict[int, errors.DomainError]:
    """Return the refusals by the numbers of their rows."""
    refused = {row.number: row.item for row in rows if isinstance(row.item, errors.DomainError)}
    asked = [(row.number, row.item) for row in rows if isinstance(row.item, batches.Item)]
    for start in range(0, len(asked), _CHECKED_AT_ONCE):
        refused |= batches.refusals(
            asked=dict(asked[start : start + _CHECKED_AT_ONCE]),
            environment=platform.environment,
            platform_id=platform.id,
            actor=actor,
            now=now,
        )
    return refused


def _stored(file: PaymentFile, row: _Row, refusal: errors.DomainError | None) -> PaymentFileRow:
    asked = row.item if isinstance(row.item, batches.Item) else None
    return PaymentFileRow(
        file=file,
        number=row.number,
        internal_id=asked and asked.internal_id,
        external_id=asked and asked.external_id,
        amount=asked and asked.amount,
        currency=row.currency,
        state=PaymentFileRowState.REFUSED if refusal else PaymentFileRowState.WAITING,
        code=refusal.code if refusal else "",
        problem=refusal.text[:500] if refusal else "",
    )


def _move(file: PaymentFile, status: PaymentFileStatus) -> None:
    states.require(PAYMENT_FILE_TRANSITIONS, file.status, status)
    file.status = status
