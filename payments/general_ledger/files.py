"""Files of the journal for accounting systems, made for staff and written to the audit log."""

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from payments.general_ledger import beancount, codes, datev, journal
from payments.general_ledger.codes import Codes
from payments.general_ledger.datev import Client
from platforms import audit
from platforms.base import errors
from platforms.base.reports import csv_text
from platforms.base.reports.periods import Period
from platforms.models import Platform

CSV, DATEV, BEANCOUNT = "CSV", "DATEV", "BEANCOUNT"
_COLUMNS = (
    *("day", "time", "entry", "purpose", "transaction", "account", "code", "currency", "debit", "credit"),
    "corrects",
)


class File(NamedTuple):
    """A file to be streamed."""

    name: str
    content_type: str
    chunks: Iterable[bytes]


def make(
    *,
    platform: Platform,
    form: str,
    period: Period,
    currency: str = "",
    client: Client | None = None,
    actor: audit.Actor,
    now: dt.datetime,
) -> File:
    """Return the journal of a period of UTC days as a file, after writing to the audit log who gets it.

    `currency` and `client` are for DATEV. Raises NotDatev, and InvalidInput for a form that is none.
    """
    known = codes.of_platform(platform.pk)
    name = f"journal-{period.first:%Y%m%d}-{period.last:%Y%m%d}"
    if form == CSV:
        file = File(f"{name}.csv", "text/csv; charset=utf-8", _encoded(_csv(platform, period, known)))
    elif form == BEANCOUNT:
        # As a list: the sums take the time that a page has, not that of a stream.
        moves = list(journal.moves(platform_id=platform.pk, period=period, code=beancount.account(known)))
        file = File(f"{name}.beancount", "text/plain; charset=utf-8", _encoded(beancount.written(moves)))
    elif form == DATEV and client is not None:
        file = _datev(platform, period, currency, client, known, now=now)
    else:
        raise errors.InvalidInput.field("form", "must be a format that the journal has")
    audit.record(
        audit.Subject(platform.pk, platform.public_id),
        "general_ledger.export",
        actor=actor,
        now=now,
        form=form,
        first=period.first.isoformat(),
        last=period.last.isoformat(),
        currency=currency if form == DATEV else "",
    )
    return file


def _datev(
    platform: Platform, period: Period, currency: str, client: Client, known: Codes, *, now: dt.datetime
) -> File:
    datev.require_sayable(period=period, currency=currency, client=client)
    places = [place for place in journal.used(platform.pk, period) if place[1] == currency]
    missing = [kind for kind, code in places if not known.of(kind, code)]
    datev.require_codes(missing, [known.of(kind, code) for kind, code in places if kind not in missing])
    moves = journal.moves(platform_id=platform.pk, period=period, code=known.of)
    # As a list: a refusal comes before the first byte.
    content = list(datev.written(moves=moves, period=period, currency=currency, client=client, now=now))
    # The program that imports it looks for this beginning.
    name = f"EXTF_Buchungsstapel_{period.first:%Y%m%d}-{period.last:%Y%m%d}_{currency}.csv"
    return File(name, "text/csv; charset=windows-1252", content)


def _csv(platform: Platform, period: Period, known: Codes) -> Iterator[str]:
    yield csv_text.lines([_COLUMNS])
    for line in journal.lines(platform.pk, period):
        amount = journal.decimal_text(line.amount, line.currency)
        at = line.at.astimezone(dt.UTC)
        yield csv_text.lines(
            [
                [
                    at.date(),
                    at.isoformat().replace("+00:00", "Z"),
                    line.entry,
                    line.purpose,
                    line.transaction or "",
                    line.kind,
                    known.of(line.kind, line.currency),
                    line.currency,
                    amount if line.side == "D" else "",
                    amount if line.side == "C" else "",
                    f"{line.corrects:%Y-%m}" if line.corrects else "",
                ]
            ]
        )


def _encoded(chunks: Iterable[str]) -> Iterator[bytes]:
    return (chunk.encode() for chunk in chunks)
