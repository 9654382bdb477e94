"""Exports of statements: CSV, camt.053.001.08 of ISO 20022, and PDF. In limited memory, and the first two streamed.

An export closes nothing. While the books of its account are open it is preliminary, and says so: entries may still be
booked in its period. `close` is an act of its own. A closed period is final: it always gives the same statement.

In each file credits are positive and debits negative, whatever the account's normal side: a balance is the sum of the
credits less that of the debits.
"""

import csv
import dataclasses
import datetime as dt
import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple
from xml.etree import ElementTree as ET

from django.db import OperationalError
from psycopg import errors as pg_errors

from payments import balance_representations
from payments.ledger import statements
from payments.models import InternalAccount, LedgerAccount
from payments.reporting import account_entries, statement_pdf
from platforms import audit
from platforms.base import errors, identifiers, money

NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"
_AMOUNTS = ("debit", "credit", "balance_credits_less_debits", "currency", "balance_side", "state")
"""The balance is credits less debits; `balance_side` says it in a word, as camt.053 does: CRDT, or DBIT below zero."""
FINAL, PRELIMINARY = "FINAL", "PRELIMINARY"
_TITLED = ("purpose", "kind")
"""The column of a CSV that says in its first and last line that they have the balances."""
_MOST_DECIMALS = 5
_RETRY_SECONDS = 30
"""Whoever posts has ended by then, or its database transaction was cut off."""
_HEAD = f'<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="{NAMESPACE}"><BkToCstmrStmt>'
_FOOT = "</Stmt></BkToCstmrStmt></Document>\n"
_SIGNS = "Balances are credits less debits: CRDT above zero, DBIT below."
_PRELIMINARY = "Preliminary: the books are open, and entries may still be booked in this period."


class JournalBusy(errors.DomainError):
    """A database transaction that posts has not ended yet: it has done so when the same is asked for again."""

    code = "SERVICE_UNAVAILABLE"
    message = "Something is being posted that takes long. Try again in a minute."

    def __init__(self) -> None:
        """Take how soon to try again."""
        super().__init__(retryAfter=_RETRY_SECONDS)


class PeriodNotOver(errors.DomainError):
    """The books are not closed until a moment that is still to come."""

    code = "INVALID_INPUT"

    def __init__(self, until: dt.datetime, now: dt.datetime) -> None:
        """Take the requested end, and the time of the platform."""
        super().__init__(
            f"The period is not over. It can be closed from {until:%Y-%m-%d %H:%M:%S} UTC on, by the platform's"
            f" clock, which shows {now:%Y-%m-%d %H:%M:%S}."
        )


class PeriodEmpty(errors.DomainError):
    """The period ends before it begins."""

    code = "INVALID_INPUT"
    message = "The end of the period must be later than its beginning."


class NotExportable(errors.DomainError):
    """ISO 20022 has no code for this currency."""

    code = "INVALID_INPUT"
    message = "camt.053 has currencies of three letters with at most five decimals. Export this account as CSV."


class Names(NamedTuple):
    """How a file names its account and the entries: staff read numbers, platforms what their API says."""

    account: str
    """At most 34 characters."""
    title: str
    columns: tuple[str, ...]
    """Of a CSV, between the time of an entry and its amounts."""
    cells: Callable[[statements.Line], tuple[str, ...]]
    """What stands in these columns."""
    reference: Callable[[statements.Line], str]
    """Names the entry in camt.053, in at most 35 characters."""
    entry: Callable[[statements.Line], str]
    """Names what it is a part of, in at most 35 characters."""
    code: Callable[[str], str]
    """Returns the code of a purpose, in at most 35 characters."""


class Export(NamedTuple):
    """A file to be streamed."""

    name: str
    content_type: str
    chunks: Iterator[str] | Iterator[bytes]


@dataclasses.dataclass(slots=True)
class _Echo:
    """The target of a CSV writer: returns the line."""

    line: str = ""

    def write(self, text: str) -> int:
        self.line = text
        return len(text)


def close(
    *, account: LedgerAccount, until: dt.datetime, reason: str, actor: audit.Actor, now: dt.datetime
) -> LedgerAccount:
    """Close the books of an account up to a moment, for good; what is closed further already stays so.

    The period ends before `until`, by the clock of the account's platform. Raises InvalidInput without a reason,
    PeriodNotOver, and JournalBusy when the account is locked for long.
    """
    if not reason.strip():
        raise errors.InvalidInput.field("reason", "is needed")
    if until > now:
        raise PeriodNotOver(until, now)
    try:
        statements.close(account.pk, until=until)
    except OperationalError as error:
        if isinstance(error.__cause__, pg_errors.LockNotAvailable):
            raise JournalBusy from None
        raise
    details: dict[str, object] = {"until": until.isoformat(), "reason": reason.strip()}
    subject = f"LedgerAccount:{account.pk}"
    audit.record(audit.Subject(account.platform_id, subject), "ledger.close", actor=actor, now=now, **details)
    return account


def is_final(account: LedgerAccount, *, until: dt.datetime) -> bool:
    """Tell whether nothing can be booked any more before `until`."""
    return account.closed_until is not None and until <= account.closed_until


def make(
    *,
    account: LedgerAccount,
    form: str,
    since: dt.datetime,
    until: dt.datetime,
    actor: audit.Actor,
    now: dt.datetime,
    shows_address: bool = False,
) -> Export:
    """Return the statement of a period as `csv`, `camt` or `pdf`, and write the audit log. It closes nothing.

    A period that is not over ends now. `shows_address`: a PDF has the holder's address, not the country alone. Raises
    PeriodEmpty, NotExportable, TooManyEntries for a PDF, and JournalBusy while an entry that may belong to the period
    has not committed. A PDF is drawn when its only chunk is asked for, which raises NotDrawn, or Busy.
    """
    whole, state = _whole(account, form, since=since, until=until, now=now)
    if form == "pdf":
        statement_pdf.check(whole)
    audit.record(
        audit.Subject(account.platform_id, f"LedgerAccount:{account.pk}"),
        "ledger.export",
        actor=actor,
        now=now,
        form=form,
        since=since.isoformat(),
        until=whole.until.isoformat(),
        postings=whole.credits.number + whole.debits.number,
        state=state,
        address="shown" if form == "pdf" and shows_address else "",
    )
    name = _file_name(f"{account.kind.lower()}-{account.currency.lower()}-{account.pk}", whole, state)
    if form == "pdf":
        drawn = _pdf(account, whole, state=state, now=now, shows_address=shows_address)
        return Export(f"{name}.pdf", "application/pdf", drawn)
    return _text_file(name, form, account, whole, names=_of_staff(account), state=state, now=now)


def of_internal_account(
    *, internal: InternalAccount, form: str, since: dt.datetime, until: dt.datetime, now: dt.datetime
) -> Export:
    """Return the statement of an internal account as `csv` or `camt` for its platform, which writes nothing.

    Its ledger account must be loaded with it. Raises PeriodEmpty, NotExportable and JournalBusy, as `make` does.
    """
    account = internal.ledger_account
    whole, state = _whole(account, form, since=since, until=until, now=now)
    name = _file_name(f"statement-{account.currency.lower()}-{internal.id}", whole, state)
    return _text_file(name, form, account, whole, names=_of_platform(internal), state=state, now=now)


def _whole(
    account: LedgerAccount, form: str, *, since: dt.datetime, until: dt.datetime, now: dt.datetime
) -> tuple[statements.Summary, str]:
    until = min(until, now)
    if until <= since:
        raise PeriodEmpty
    if form == "camt" and not _is_sayable(account.currency):
        raise NotExportable
    state = FINAL if is_final(account, until=until) else PRELIMINARY
    whole = statements.summary(account.pk, since=since, until=until, is_closed=state == FINAL)
    if whole is None:
        raise JournalBusy
    return whole, state


def _file_name(subject: str, whole: statements.Summary, state: str) -> str:
    name = f"{subject}-{whole.since:%Y%m%dT%H%M%S}-{whole.until:%Y%m%dT%H%M%S}"
    return f"{name}-preliminary" if state == PRELIMINARY else name


def _text_file(
    name: str,
    form: str,
    account: LedgerAccount,
    whole: statements.Summary,
    *,
    names: Names,
    state: str,
    now: dt.datetime,
) -> Export:
    if form == "camt":
        return Export(f"{name}.xml", "application/xml", _camt(account, whole, names=names, state=state, now=now))
    return Export(f"{name}.csv", "text/csv; charset=utf-8", _csv(account, whole, names=names, state=state))


def _of_staff(account: LedgerAccount) -> Names:
    return Names(
        account=str(account.pk),
        title=account.kind,
        columns=("posting", "entry", "purpose", "transaction"),
        cells=lambda line: (str(line.posting_id), str(line.entry_id), line.purpose, str(line.transaction_id or "")),
        reference=lambda line: str(line.posting_id),
        entry=lambda line: str(line.entry_id),
        code=lambda purpose: purpose,
    )


def _of_platform(internal: InternalAccount) -> Names:
    """Return the names of the API. Numbers would tell how many entries there are of all platforms."""

    def key(line: statements.Line) -> str:
        return account_entries.key_of(line.posting_id).hex

    return Names(
        account=internal.id.hex,
        title=internal.public_id,
        columns=("entry", "kind", "transaction"),
        cells=lambda line: (
            account_entries.id_of(line.posting_id),
            balance_representations.kind(line.purpose),
            identifiers.public("Transaction", line.transaction_id) if line.transaction_id else "",
        ),
        reference=key,
        entry=key,
        code=balance_representations.kind,
    )


def _pdf(
    account: LedgerAccount, whole: statements.Summary, *, state: str, now: dt.datetime, shows_address: bool
) -> Iterator[bytes]:
    yield statement_pdf.draw(account, whole, is_final=state == FINAL, shows_address=shows_address, now=now)


def _csv(account: LedgerAccount, whole: statements.Summary, *, names: Names, state: str) -> Iterator[str]:
    echo = _Echo()
    writer = csv.writer(echo)

    def line_of(at: dt.datetime, cells: Sequence[str], debit: str, credit: str, balance: int) -> str:
        amounts = debit, credit, _amount(balance, account), account.currency, _side(balance), state
        writer.writerow([_moment(at), *cells, *amounts])
        return echo.line

    def edge(at: dt.datetime, title: str, balance: int) -> str:
        cells = [title if name in _TITLED else "" for name in names.columns]
        return line_of(at, cells, "", "", balance)

    writer.writerow(["time", *names.columns, *_AMOUNTS])
    yield echo.line
    yield edge(whole.since, "OPENING", whole.opening)
    for line in statements.lines(whole):
        amount = _amount(line.amount, account)
        debit, credit = ("", amount) if line.is_credit else (amount, "")
        yield line_of(line.at, names.cells(line), debit, credit, line.balance)
    yield edge(whole.until, "CLOSING", whole.closing)


def _camt(
    account: LedgerAccount, whole: statements.Summary, *, names: Names, state: str, now: dt.datetime
) -> Iterator[str]:
    name = _identification(account, whole)
    header = ET.Element("GrpHdr")
    _text(header, "MsgId", name)
    _text(header, "CreDtTm", _moment(now))
    _text(header, "AddtlInf", _SIGNS)
    yield _HEAD + _xml(header) + "<Stmt>"
    for part in _before_entries(account, whole, names, name=name, state=state, now=now):
        yield _xml(part)
    for line in statements.lines(whole):
        yield _xml(_entry(account, line, names))
    if state == PRELIMINARY:
        yield _xml(_said("AddtlStmtInf", _PRELIMINARY))
    yield _FOOT


def _before_entries(
    account: LedgerAccount, whole: statements.Summary, names: Names, *, name: str, state: str, now: dt.datetime
) -> Iterator[ET.Element]:
    yield _said("Id", name)
    yield _said("CreDtTm", _moment(now))
    period = ET.Element("FrToDt")
    _text(period, "FrDtTm", _moment(whole.since))
    _text(period, "ToDtTm", _moment(_last_moment(whole)))
    yield period
    yield _account(account, names)
    yield _balance(account, "OPBD", whole.opening, whole.since)
    # A closing balance is booked for good; before that the standard calls it interim.
    yield _balance(account, "CLBD" if state == FINAL else "ITBD", whole.closing, _last_moment(whole))
    yield _totals(account, whole)


def _identification(account: LedgerAccount, whole: statements.Summary) -> str:
    """Return the statement's id: always the same for an account and period, and unique, in 35 characters."""
    said = f"{account.platform_id} {account.pk} {whole.since.isoformat()} {whole.until.isoformat()}"
    return hashlib.sha256(said.encode()).hexdigest()[:32].upper()


def _last_moment(whole: statements.Summary) -> dt.datetime:
    """Return the last moment within the period, used by banks for the period and the closing balance."""
    return whole.until - dt.datetime.resolution


def _account(account: LedgerAccount, names: Names) -> ET.Element:
    element = ET.Element("Acct")
    other = ET.SubElement(ET.SubElement(element, "Id"), "Othr")
    _text(other, "Id", names.account)
    _text(element, "Ccy", account.currency)
    _text(element, "Nm", names.title)
    return element


def _balance(account: LedgerAccount, code: str, amount: int, at: dt.datetime) -> ET.Element:
    element = ET.Element("Bal")
    _text(ET.SubElement(ET.SubElement(element, "Tp"), "CdOrPrtry"), "Cd", code)
    _money(element, account, amount)
    _text(ET.SubElement(element, "Dt"), "DtTm", _moment(at))
    return element


def _totals(account: LedgerAccount, whole: statements.Summary) -> ET.Element:
    element = ET.Element("TxsSummry")
    _text(ET.SubElement(element, "TtlNtries"), "NbOfNtries", str(whole.credits.number + whole.debits.number))
    for name, side in (("TtlCdtNtries", whole.credits), ("TtlDbtNtries", whole.debits)):
        total = ET.SubElement(element, name)
        _text(total, "NbOfNtries", str(side.number))
        _text(total, "Sum", _amount(side.amount, account))
    return element


def _entry(account: LedgerAccount, line: statements.Line, names: Names) -> ET.Element:
    element = ET.Element("Ntry")
    _text(element, "NtryRef", names.reference(line))
    _money(element, account, line.amount if line.is_credit else -line.amount)
    _text(ET.SubElement(element, "Sts"), "Cd", "BOOK")
    _text(ET.SubElement(element, "BookgDt"), "DtTm", _moment(line.at))
    _text(element, "AcctSvcrRef", names.entry(line))
    _text(ET.SubElement(ET.SubElement(element, "BkTxCd"), "Prtry"), "Cd", names.code(line.purpose))
    if line.transaction_id:
        references = ET.SubElement(ET.SubElement(ET.SubElement(element, "NtryDtls"), "TxDtls"), "Refs")
        _text(references, "TxId", line.transaction_id.hex)  # 35 characters are allowed, one less than with hyphens
    return element


def _money(parent: ET.Element, account: LedgerAccount, amount: int) -> None:
    ET.SubElement(parent, "Amt", {"Ccy": account.currency}).text = _amount(abs(amount), account)
    _text(parent, "CdtDbtInd", _side(amount))


def _side(amount: int) -> str:
    return "DBIT" if amount < 0 else "CRDT"


def _said(name: str, text: str) -> ET.Element:
    element = ET.Element(name)
    element.text = text
    return element


def _text(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, name).text = text


def _xml(element: ET.Element) -> str:
    return ET.tostring(element, encoding="unicode")


def _moment(at: dt.datetime) -> str:
    return at.astimezone(dt.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _amount(amount: int, account: LedgerAccount) -> str:
    """Return an amount in the major unit, exact, with a point and without any other mark."""
    decimals = money.currency(account.currency).decimals
    whole, rest = divmod(abs(amount), 10**decimals)
    return f"{'-' if amount < 0 else ''}{whole}" + (f".{rest:0{decimals}d}" if decimals else "")


def _is_sayable(code: str) -> bool:
    return bool(re.fullmatch("[A-Z]{3}", code)) and money.currency(code).decimals <= _MOST_DECIMALS
