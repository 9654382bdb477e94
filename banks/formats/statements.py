"""camt.052, camt.053 and camt.054: reports, statements and notifications of a bank, version .02 and newer, streamed."""

import dataclasses
import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from banks.formats.elements import Fields, Reader, reader_of, walk
from banks.formats.lines import Bounded, Source
from banks.formats.records import (
    Balance,
    BalanceKind,
    DamagedFile,
    Detail,
    Line,
    LineKind,
    Reversals,
    Statement,
    StatementKind,
    Totals,
)

_MESSAGE = re.compile(r"camt\.05([234])\.001\.(\d\d)")
_OLDEST = 2
_KINDS = {
    "BkToCstmrAcctRpt": ("2", StatementKind.REPORT),
    "BkToCstmrStmt": ("3", StatementKind.STATEMENT),
    "BkToCstmrDbtCdtNtfctn": ("4", StatementKind.NOTIFICATION),
}
"""Kinds by the element below the root, with the digit in the message's name."""
_PAGES = ("StmtPgntn", "RptPgntn", "NtfctnPgntn")
_BALANCES = {
    "OPBD": BalanceKind.OPENING,
    "PRCD": BalanceKind.OPENING,
    "CLBD": BalanceKind.CLOSING,
    "OPAV": BalanceKind.AVAILABLE,
    "CLAV": BalanceKind.AVAILABLE,
    "ITAV": BalanceKind.AVAILABLE,
    "FWAV": BalanceKind.AVAILABLE,
}
_INTERIM = {
    BalanceKind.OPENING: BalanceKind.INTERIM_OPENING,
    BalanceKind.CLOSING: BalanceKind.INTERIM_CLOSING,
}
FEE_FAMILIES = frozenset({"CHRG", "COMM", "COMT", "FEES"})
"""Sub-families of ISO 20022's bank transaction codes that are the bank's own charges."""
_NO_ID = "NOTPROVIDED"
_MESSAGE_PART, _STATEMENT, _ENTRY, _DETAIL = 2, 3, 4, 6
_LONGEST_NAME = 40


def read(source: Source, *, reversals: Reversals = Reversals.OWN_SIDE) -> Iterator[Statement | Balance | Line]:
    """Yield the records of a message: each statement's head, then its balances, then its lines.

    Raises DamagedFile, possibly after the last line, for an unreliable file: so no record may be used before the end.
    It is ReversedSides where the lines lead from balance to balance if the bank gives reversals the original's side.
    """
    reading = _Reading(Bounded(source), reversals)
    for begins, stack in walk(reading.source, down_to=_DETAIL):
        name = stack[-1].tag.rpartition("}")[2]
        yield from reading.begin(stack, name) if begins else reading.end(stack, name)


class _Reading:
    """A file while it is read: its message, and the open statement."""

    def __init__(self, source: Bounded, reversals: Reversals) -> None:
        self.source = source
        self._reversals = reversals
        self._reader, self._kind = Reader("", ""), StatementKind.STATEMENT
        self._statement: _Current | None = None
        self._statements, self._entries = 0, 0

    def begin(self, stack: list[ET.Element], name: str) -> Iterator[Statement | Balance]:
        """Take the beginning of an element; yield the head of a statement before its first entry."""
        if len(stack) == 1:
            self._reader, self._statements, self._entries = _message(stack[0].tag), 0, 0
        elif len(stack) == _MESSAGE_PART:
            self._kind = _kind(self._reader, name)
        elif len(stack) == _ENTRY and name == "Ntry":
            self._entries += 1
            yield from self._head(stack[_STATEMENT - 1])
            assert self._statement
            self._statement.begin(stack[-1], self._entries)

    def end(self, stack: list[ET.Element], name: str) -> Iterator[Statement | Balance | Line]:
        """Take the end of an element; yield an entry."""
        if self._statement and len(stack) == _DETAIL and name in {"Btch", "TxDtls"}:
            self._statement.part(stack[_ENTRY - 1], stack[-1], name)
            stack[-2].clear()
            self.source.part_done()
        elif self._statement and len(stack) == _ENTRY and name == "Ntry":
            yield self._statement.line(stack[-1])
            stack[-2].clear()
            self.source.done()
        elif len(stack) == _STATEMENT and name in {"Stmt", "Rpt", "Ntfctn"}:
            yield from self._head(stack[-1])
            assert self._statement
            self._statement.end()
            self._statement = None
            self._statements += 1
            stack[-2].clear()
            self.source.done()
        elif len(stack) == 1:
            self._end_message()

    def _head(self, element: ET.Element) -> Iterator[Statement | Balance]:
        """Yield the records before the lines of a statement, once."""
        if self._statement is None:
            self._statement = _Current(self._reader, self._kind, self._reversals, element)
            yield from self._statement.head()

    def _end_message(self) -> None:
        if not self._statements:
            raise DamagedFile("the message", "it has no statement, report or notification")
        if self._kind == StatementKind.NOTIFICATION and not self._entries:
            raise DamagedFile("the message", "it has no entry")


def _message(tag: str) -> Reader:
    reader = reader_of(tag)
    message = _MESSAGE.fullmatch(reader.message)
    if reader.message and (message is None or int(message[2]) < _OLDEST):
        raise DamagedFile("the first element", "it is no camt.052, camt.053 or camt.054 of version 02 or newer")
    return reader


def _kind(reader: Reader, name: str) -> StatementKind:
    """Return the kind of what the message's only element tells, which its name has to say too, if it has one."""
    digit, kind = _KINDS.get(name, ("", StatementKind.STATEMENT))
    message = _MESSAGE.fullmatch(reader.message)
    if not digit or (message and message[1] != digit):
        raise DamagedFile("the message", f"{name[:_LONGEST_NAME]}: it is not what a camt.052, camt.053 or camt.054 has")
    return kind


class _Current:
    """A statement while it is read: its head, the sums of its lines, and the details of the open line."""

    def __init__(self, reader: Reader, kind: StatementKind, reversals: Reversals, element: ET.Element) -> None:
        reader = dataclasses.replace(reader, place="a statement")
        self._id = reader.text(element, "Id")
        self._reader = dataclasses.replace(reader, place=f"statement {self._id}")
        self._kind, self._reversals = kind, reversals
        self._has_lines = False
        self._details: list[Detail] = []
        self._batch_id: str | None = None
        self._statement = self._head(element)
        self._balances = tuple(self._balance(one) for one in self._reader.all(element, "Bal"))
        self._totals = Totals(self._reader.place, self._is_whole(element))
        self._expected = self._reader.maybe(element, "TxsSummry/TtlNtries/NbOfNtries")

    def head(self) -> Iterator[Statement | Balance]:
        """Yield the records before the lines."""
        yield self._statement
        for balance in self._balances:
            self._totals.balance(balance)
            yield balance

    def begin(self, entry: ET.Element, number: int) -> None:
        """Begin the next line of the file."""
        self._reader = dataclasses.replace(self._reader, place=f"entry {number}, of statement {self._id}")
        self._details, self._batch_id = [], None

    def part(self, entry: ET.Element, element: ET.Element, name: str) -> None:
        """Keep the batch of the line, or a payment of it; fields of the entry before it were read already."""
        if name == "Btch":
            self._batch_id = self._batch_id or self._reader.maybe(element, "PmtInfId", "MsgId")
            return
        fields = Fields(self._reader, element)
        is_credit, is_back = self._is_entry_credit(entry), self._is_reversal(entry)
        self._details.append(self._detail(fields, is_credit=is_credit, is_back=is_back))
        self._batch_id = self._batch_id or fields.maybe("Refs/PmtInfId", "Refs/MsgId")

    def line(self, entry: ET.Element) -> Line:
        """Return the line at its end."""
        reader, fields = self._reader, Fields(self._reader, entry)
        amount, currency = reader.amount(fields.one("Amt"))
        is_credit = self._is_entry_credit(entry)
        self._has_lines = True
        code = _code(fields)
        line = Line(
            place=reader.place,
            kind=LineKind.FEE if _is_fee(code) else LineKind.CREDIT if is_credit else LineKind.DEBIT,
            amount=amount,
            currency=currency,
            is_credit=is_credit,
            is_booked=fields.text("Sts/Cd", "Sts") == "BOOK",
            is_reversal=self._is_reversal(entry),
            booked_on=fields.date("BookgDt"),
            value_on=fields.date("ValDt"),
            reference=fields.maybe("NtryRef"),
            bank_reference=fields.maybe("AcctSvcrRef"),
            code=code,
            text=fields.maybe("AddtlNtryInf") or "",
            batch_id=self._batch_id,
            details=self._with_charges(fields, currency),
        )
        self._totals.line(line)
        return line

    def _with_charges(self, fields: Fields, currency: str) -> tuple[Detail, ...]:
        """Return the details; some banks state the charges of a line's only payment beside it."""
        if len(self._details) == 1 and self._details[0].charges is None:
            return (dataclasses.replace(self._details[0], charges=self._charges(fields, currency)),)
        return tuple(self._details)

    def end(self) -> None:
        """Compare the lines with the statement's declared totals."""
        if self._kind == StatementKind.STATEMENT and not (self._has_lines or self._balances):
            raise self._reader.damaged("Stmt", "it has neither a balance nor an entry, and so says nothing")
        self._totals.check(self._expected)

    def _head(self, element: ET.Element) -> Statement:
        reader = self._reader
        return Statement(
            kind=self._kind,
            id=self._id,
            account=reader.text(element, "Acct/Id/IBAN", "Acct/Id/Othr/Id"),
            currency=reader.maybe(element, "Acct/Ccy"),
            number=reader.maybe(element, "ElctrncSeqNb", "LglSeqNb"),
            page=reader.maybe(element, *(f"{name}/PgNb" for name in _PAGES)),
            created=reader.moment(element, "CreDtTm"),
        )

    def _is_whole(self, element: ET.Element) -> bool:
        """Tell whether the statement is in one part: only then its totals are those of its lines."""
        last = self._reader.maybe(element, *(f"{name}/LastPgInd" for name in _PAGES))
        return self._statement.page in {None, "1"} and last in {None, "true", "1"}

    def _balance(self, element: ET.Element) -> Balance:
        reader = self._reader
        kind = _BALANCES.get(reader.maybe(element, "Tp/CdOrPrtry/Cd") or "", BalanceKind.OTHER)
        if reader.maybe(element, "Tp/SubTp/Cd") == "INTM":
            kind = _INTERIM.get(kind, kind)
        amount, currency = reader.amount(reader.one(element, "Amt"))
        on = reader.date(element, "Dt")
        if on is None:
            raise reader.damaged("Bal/Dt", "it is missing")
        return Balance(kind=kind, amount=amount if self._is_credit(element) else -amount, currency=currency, on=on)

    def _is_credit(self, element: ET.Element) -> bool:
        said = self._reader.text(element, "CdtDbtInd")
        if said not in {"CRDT", "DBIT"}:
            raise self._reader.damaged("CdtDbtInd", "it is neither CRDT nor DBIT")
        return said == "CRDT"

    def _is_entry_credit(self, entry: ET.Element) -> bool:
        """Tell whether an entry is money in: of a reversal some banks say which side the original had."""
        is_other = self._reversals is Reversals.ORIGINALS_SIDE and self._is_reversal(entry)
        return self._is_credit(entry) != is_other

    def _is_reversal(self, entry: ET.Element) -> bool:
        return self._reader.maybe(entry, "RvslInd") in {"true", "1"}

    def _detail(self, fields: Fields, *, is_credit: bool, is_back: bool) -> Detail:
        """Read a payment. Its counterparty is the payer, for money in; for a return, the payee of our payment."""
        reason = fields.maybe("RtrInf/Rsn/Cd", "RtrInf/Rsn/Prtry")
        who = "Dbtr" if is_credit != (is_back or reason is not None) else "Cdtr"
        amount, currency = self._amount(fields, "Amt", "AmtDtls/TxAmt/Amt")
        end_to_end_id = fields.maybe("Refs/EndToEndId")
        remittance = (*fields.texts("RmtInf/Ustrd"), *fields.texts("RmtInf/Strd/CdtrRefInf/Ref"))
        agent = f"RltdAgts/{who}Agt/FinInstnId/"
        return Detail(
            amount=amount,
            currency=currency,
            charges=self._charges(fields, currency),
            end_to_end_id=None if end_to_end_id == _NO_ID else end_to_end_id,
            instruction_id=fields.maybe("Refs/InstrId"),
            transaction_id=fields.maybe("Refs/TxId", "Refs/AcctSvcrRef"),
            mandate_id=fields.maybe("Refs/MndtId"),
            name=fields.maybe(f"RltdPties/{who}/Pty/Nm", f"RltdPties/{who}/Nm"),
            account=fields.maybe(f"RltdPties/{who}Acct/Id/IBAN", f"RltdPties/{who}Acct/Id/Othr/Id"),
            bank=fields.maybe(f"{agent}BICFI", f"{agent}BIC", f"{agent}ClrSysMmbId/MmbId"),
            remittance=" ".join(remittance),
            reason=reason,
            reason_text=" ".join(fields.texts("RtrInf/AddtlInf")),
        )

    def _amount(self, fields: Fields, *paths: str) -> tuple[int, str] | tuple[None, None]:
        for path in paths:
            for found in fields.all(path):
                return self._reader.amount(found)
        return None, None

    def _charges(self, fields: Fields, currency: str | None) -> int | None:
        """Return the deducted charges in the payment's currency."""
        for path in ("Chrgs/TtlChrgsAndTaxAmt", "Chrgs/Rcrd/Amt", "Chrgs/Amt"):
            found = [self._reader.amount(one) for one in fields.all(path)]
            if found:
                return sum(amount for amount, _ in found) if {said for _, said in found} == {currency} else None
        return None


def _code(fields: Fields) -> str | None:
    """Return a line's bank transaction code."""
    parts = [fields.maybe(f"BkTxCd/Domn/{path}") for path in ("Cd", "Fmly/Cd", "Fmly/SubFmlyCd")]
    return "/".join(part for part in parts if part) or fields.maybe("BkTxCd/Prtry/Cd")


def _is_fee(code: str | None) -> bool:
    """Tell whether a code is of a charge; German banks write SWIFT's NCHG into a code of their own."""
    return code is not None and (code.rpartition("/")[2] in FEE_FAMILIES or code.startswith("NCHG"))
