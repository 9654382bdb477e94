"""Statements of an account: camt.053 and MT940 of a day, and camt.054 of single lines."""

import dataclasses
import datetime as dt
import enum
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as ET

import anyascii

from practice.bank.markup import add, content_of, document, major_unit


class Statements(enum.StrEnum):
    """The formats of statements."""

    CAMT_02 = "camt.053.001.02"
    CAMT_08 = "camt.053.001.08"
    MT940 = "MT940"
    MT940_GERMAN = "MT940-GERMAN"
    """With texts in fields of 27 characters, as German banks write them."""


class Kind(enum.StrEnum):
    """The kind of a line."""

    TRANSFER = "TRANSFER"
    COLLECTION = "COLLECTION"
    TRANSFER_BACK = "TRANSFER_BACK"
    COLLECTION_BACK = "COLLECTION_BACK"
    PAID_IN = "PAID_IN"
    FEE = "FEE"
    FOREIGN_DEBIT = "FOREIGN_DEBIT"
    """Somebody else's collection from the account."""
    RECALL = "RECALL"
    """Money paid in that the bank has taken back."""


_CODES = {
    Kind.TRANSFER: ("PMNT/ICDT/ESCT", "NTRF"),
    Kind.COLLECTION: ("PMNT/IDDT/ESDD", "NDDT"),
    Kind.TRANSFER_BACK: ("PMNT/ICDT/RRTN", "NRTI"),
    Kind.COLLECTION_BACK: ("PMNT/IDDT/UPDD", "NRTI"),
    Kind.PAID_IN: ("PMNT/RCDT/ESCT", "NTRF"),
    Kind.FEE: ("ACMT/MDOP/CHRG", "NCHG"),
    Kind.FOREIGN_DEBIT: ("PMNT/RDDT/ESDD", "NDDT"),
    Kind.RECALL: ("PMNT/RCDT/RRTN", "NRTI"),
}
"""Bank transaction code of ISO 20022, and SWIFT's."""
_BACK = frozenset({Kind.TRANSFER_BACK, Kind.COLLECTION_BACK, Kind.RECALL})
_FROM_PAYERS = frozenset({Kind.PAID_IN, Kind.COLLECTION, Kind.COLLECTION_BACK, Kind.RECALL})
"""Lines whose other side is a payer. Returned money keeps its parties: the payee is still the creditor."""
_WIDTH, _MOST_LINES = 65, 6
_GERMAN_WIDTH = 27
_GERMAN_CODES = {Kind.TRANSFER: "116", Kind.PAID_IN: "166", Kind.COLLECTION: "171", Kind.FOREIGN_DEBIT: "105"}
_MARKS = {(True, False): "C", (False, False): "D", (True, True): "RD", (False, True): "RC"}
"""SWIFT's mark of a line, by two flags: a credit, and a return."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One payment of a line. `name` and `account` are of the other side; `code` is the reason of a return."""

    amount: int
    name: str = ""
    account: str = ""
    end_to_end_id: str = ""
    text: str = ""
    code: str = ""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A movement of the account; `amount` is negative for money out. `batch` and `count` are of a sum."""

    number: int
    kind: Kind
    amount: int
    booked_on: dt.date
    value_on: dt.date
    said: tuple[Said, ...] = ()
    batch: str = ""
    count: int = 1
    charge: int = 0
    """The bank's charge within `amount`."""

    @property
    def reference(self) -> str:
        """The bank's own reference: the same in every statement and notification."""
        return f"PB{self.number:010}"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """Lines with the balances around them; `number` counts statements. A notification has no balances.

    A correction is another message with the same statement.
    """

    account: str
    currency: str
    number: int
    created: dt.datetime
    lines: Sequence[Line]
    opening: int = 0
    closing: int = 0
    is_correction: bool = False

    @property
    def id(self) -> str:
        """The statement's own id."""
        return f"ST{self.created:%Y}{self.number:06}"


def statement(said: Statement, form: Statements) -> bytes:
    """Return the statement of a day."""
    if form in {Statements.MT940, Statements.MT940_GERMAN}:
        return _mt940(said, form)
    return _camt(said, form, "BkToCstmrStmt", "Stmt")


def notification(said: Statement, form: Statements) -> bytes:
    """Return a camt.054, also with statements in MT940: SWIFT's notification has little room."""
    message = "camt.054.001.02" if form is Statements.CAMT_02 else "camt.054.001.08"
    return _camt(said, message, "BkToCstmrDbtCdtNtfctn", "Ntfctn")


def _camt(said: Statement, message: str, outer: str, inner: str) -> bytes:
    is_newer = message.endswith("08")
    root = document(message)
    body = add(root, outer)
    header = add(body, "GrpHdr")
    add(header, "MsgId", f"M{inner[:1]}{said.number:010}{'C' if said.is_correction else ''}")
    add(header, "CreDtTm", f"{said.created:%Y-%m-%dT%H:%M:%SZ}")
    part = add(body, inner)
    add(part, "Id", said.id)
    add(part, "ElctrncSeqNb", str(said.number))
    add(part, "CreDtTm", f"{said.created:%Y-%m-%dT%H:%M:%SZ}")
    account = add(part, "Acct")
    _account(account, said.account)
    add(account, "Ccy", said.currency)
    if inner == "Stmt":
        day = said.lines[-1].booked_on
        for kind, amount in (("OPBD", said.opening), ("CLBD", said.closing)):
            _balance(part, kind, amount, said.currency, day)
    add(part, "TxsSummry/TtlNtries/NbOfNtries", str(len(said.lines)))
    for line in said.lines:
        _entry(add(part, "Ntry"), line, said.currency, is_newer=is_newer)
    return content_of(root)


def _account(parent: ET.Element, number: str) -> None:
    add(parent, "Id/IBAN" if number[:2].isalpha() else "Id/Othr/Id", number)


def _balance(part: ET.Element, kind: str, amount: int, currency: str, day: dt.date) -> None:
    balance = add(part, "Bal")
    add(balance, "Tp/CdOrPrtry/Cd", kind)
    _amount(balance, amount, currency)
    add(balance, "Dt/Dt", day.isoformat())


def _amount(parent: ET.Element, amount: int, currency: str) -> None:
    add(parent, "Amt", major_unit(abs(amount), currency)).set("Ccy", currency)
    add(parent, "CdtDbtInd", "CRDT" if amount >= 0 else "DBIT")


def _entry(entry: ET.Element, line: Line, currency: str, *, is_newer: bool) -> None:
    _amount(entry, line.amount, currency)
    add(entry, "RvslInd", "true" if line.kind in _BACK else "false")
    add(entry, "Sts/Cd" if is_newer else "Sts", "BOOK")
    add(entry, "BookgDt/Dt", line.booked_on.isoformat())
    add(entry, "ValDt/Dt", line.value_on.isoformat())
    add(entry, "AcctSvcrRef", line.reference)
    domain = add(entry, "BkTxCd/Domn")
    main, family, sub_family = _CODES[line.kind][0].split("/")
    add(domain, "Cd", main)
    add(domain, "Fmly/Cd", family)
    add(domain[-1], "SubFmlyCd", sub_family)
    if line.charge:
        record = add(entry, "Chrgs/Rcrd")
        _amount(record, -line.charge, currency)
        add(record, "ChrgInclInd", "true")
    if not (line.said or line.batch):
        add(entry, "AddtlNtryInf", "Charge")
        return
    details = add(entry, "NtryDtls")
    if line.batch:
        batch = add(details, "Btch")
        add(batch, "PmtInfId", line.batch)
        add(batch, "NbOfTxs", str(line.count))
    for one in line.said:
        _detail(add(details, "TxDtls"), one, line, currency, is_newer=is_newer)


def _detail(part: ET.Element, said: Said, line: Line, currency: str, *, is_newer: bool) -> None:
    refs = add(part, "Refs")
    if not line.batch:
        add(refs, "AcctSvcrRef", line.reference)
    add(refs, "EndToEndId", said.end_to_end_id or "NOTPROVIDED")
    if is_newer:
        _amount(part, said.amount if line.amount >= 0 else -said.amount, currency)
    else:
        add(part, "AmtDtls/TxAmt/Amt", major_unit(said.amount, currency)).set("Ccy", currency)
    who = "Dbtr" if line.kind in _FROM_PAYERS else "Cdtr"
    parties = add(part, "RltdPties")
    add(parties, f"{who}/Pty/Nm" if is_newer else f"{who}/Nm", said.name)
    if said.account:
        _account(add(parties, f"{who}Acct"), said.account)
    if said.text:
        add(part, "RmtInf/Ustrd", said.text)
    if said.code:
        add(part, "RtrInf/Rsn/Cd", said.code)


def _mt940(said: Statement, form: Statements) -> bytes:
    day = said.lines[-1].booked_on
    lines = [
        f":20:{said.id}",
        f":25:{said.account}",
        f":28C:{said.number}/1",
        f":60F:{_swift_balance(said.opening, day, said.currency)}",
        *(text for line in said.lines for text in _swift_line(line, said.currency, form)),
        f":62F:{_swift_balance(said.closing, day, said.currency)}",
        "-",
    ]
    return "".join(f"{line}\r\n" for line in lines).encode("ascii")


def _swift_balance(amount: int, day: dt.date, currency: str) -> str:
    return f"{'C' if amount >= 0 else 'D'}{day:%y%m%d}{currency}{_swift_amount(amount, currency)}"


def _swift_amount(amount: int, currency: str) -> str:
    text = major_unit(abs(amount), currency).replace(".", ",")
    return text if "," in text else f"{text},"


def _swift_line(line: Line, currency: str, form: Statements) -> Iterator[str]:
    mark = _MARKS[line.amount > 0, line.kind in _BACK]
    own = line.said[0].end_to_end_id if len(line.said) == 1 else ""
    amount, code = _swift_amount(line.amount, currency), _CODES[line.kind][1]
    is_german = form is Statements.MT940_GERMAN
    # Sixteen characters have room for no id of ours: German banks say it in the text alone.
    ours = "" if is_german else own
    yield f":61:{line.value_on:%y%m%d}{line.booked_on:%m%d}{mark}{amount}{code}{ours or 'NONREF'}//{line.reference}"
    yield from _wrapped(f":86:{_told_in_german_fields(line) if is_german else _told(line)}")


def _told(line: Line) -> str:
    """Return the text of :86: in SWIFT's structure; a sum names its batch alone, for lack of room."""
    if line.kind is Kind.FEE:
        return "CHARGE"
    if line.batch or len(line.said) != 1:
        return f"/PREF/{line.batch}/REMI/{line.count} payments"
    [one] = line.said
    parts = {"EREF": one.end_to_end_id, "RTRN": one.code, "NAME": one.name, "IBAN": one.account, "REMI": one.text}
    return "".join(f"/{name}/{_plain(text)}" for name, text in parts.items() if text)


def _told_in_german_fields(line: Line) -> str:
    """Return the text of :86: as German banks write it: what does not fit into one field goes on in the next."""
    code = f"{_GERMAN_CODES.get(line.kind, '835')}?00{line.kind.replace('_', ' ')}"
    if line.kind is Kind.FEE:
        return f"{code}?20CHARGE"
    if line.batch or len(line.said) != 1:
        text, name = f"KREF+{line.batch}SVWZ+{line.count} PAYMENTS", ""
    else:
        [one] = line.said
        text = f"EREF+{one.end_to_end_id}" if one.end_to_end_id else ""
        text += f"SVWZ+{_plain(f'{one.code} {one.text}'.strip())}"
        name = f"?32{_plain(one.name)[:_GERMAN_WIDTH]}"
    texts = [text[at : at + _GERMAN_WIDTH] for at in range(0, len(text), _GERMAN_WIDTH)]
    return code + "".join(f"?{number}{part}" for number, part in enumerate(texts, start=20)) + name


def _plain(text: str) -> str:
    """Return a text in SWIFT's characters, without those with a meaning in fields."""
    return anyascii.anyascii(text).replace("/", " ").replace(":", " ").replace("\n", " ")


def _wrapped(text: str) -> Iterator[str]:
    """Yield the lines of a field. A hyphen at the beginning of a later line would end the statement, and is moved."""
    count = 0
    while text and count < _MOST_LINES:
        width = _WIDTH
        while text[width : width + 1] == "-":
            width -= 1
        yield text[:width]
        text, count = text[width:], count + 1
