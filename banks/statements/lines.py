"""Rows for the lines of statements: the bank's texts, limited to what the database takes, and never changed."""

import re
from collections.abc import Iterator

from banks.formats.records import Detail, Line
from banks.models import BankConnection, BankStatement, BankStatementLine
from platforms.base import identifiers
from platforms.database import instances
from platforms.encryption import encryption

_LONGEST_PLACE, _LONGEST_TEXT, _LONGEST_ACCOUNT = 255, 2000, 100
_NOT_COMPACT = re.compile(r"[^A-Za-z0-9]+")
_WORD = re.compile(r"[A-Z0-9]{10}|TX[A-Z0-9]{16}")
"""References of internal accounts, and of quotes' payments."""
_TOLD = ("booked_on", "value_on", "amount", "currency", "is_credit", "end_to_end_id", "bank_reference")
_PURPOSE = "payments_bankstatementline.fingerprint"
_IBAN_HEAD, _GERMAN_BANK = 4, 8


def rows(*, statement: BankStatement, number: int, line: Line) -> list[BankStatementLine]:
    """Return the rows of a line, not stored yet: one for each payment within it, if their sum is the line's amount."""
    details = line.details
    is_divided = (
        len(details) > 1
        and all(one.amount is not None and one.currency == line.currency for one in details)
        and sum(one.amount or 0 for one in details) == line.amount
    )
    if is_divided:
        return [
            _row(statement, number, line, one, part=part, amount=one.amount or 0)
            for part, one in enumerate(details, start=1)
        ]
    only = details[0] if len(details) == 1 else Detail()
    return [_row(statement, number, line, only, part=0, amount=line.amount)]


def _row(
    statement: BankStatement, number: int, line: Line, detail: Detail, *, part: int, amount: int
) -> BankStatementLine:
    text = " ".join(filter(None, (detail.remittance, detail.reason_text, line.text if part == 0 else "")))
    content = {
        "name": clean(detail.name, 140),
        "account": clean(detail.account, 64),
        "bank": clean(detail.bank, 64),
        "text": clean(text, _LONGEST_TEXT),
        "reference": clean(line.reference, 64),
        # The payment's own, where the bank's reference is that of an entry with several payments.
        "transaction": clean(detail.transaction_id if line.bank_reference else "", 64),
        "batch": clean(line.batch_id if part == 0 else "", 64),
    }
    if detail.charges:
        content["charges"] = f"{detail.charges}"
    if not detail.end_to_end_id:
        # What tells a payment of somebody else from the sum of a batch.
        content |= {"purpose": clean(detail.remittance, _LONGEST_TEXT), "mandate": clean(detail.mandate_id, 64)}
    row = {
        "id": identifiers.new_key(),
        "statement_id": statement.pk,
        "file_id": statement.file_id,
        "connection_name": statement.connection_name,
        "number": number,
        "part": part,
        "place": clean(line.place, _LONGEST_PLACE),
        "is_credit": line.is_credit,
        "is_booked": line.is_booked,
        "is_reversal": line.is_reversal,
        "is_fee": line.kind == "FEE",
        "amount": amount,
        "currency": line.currency,
        "booked_on": line.booked_on or line.value_on,
        "value_on": line.value_on,
        "end_to_end_id": clean(detail.end_to_end_id, 64),
        "bank_reference": clean(line.bank_reference or detail.transaction_id, 64),
        "code": clean(line.code, 64),
        "reason_code": clean(detail.reason, 35),
        "content": {"said": {name: value for name, value in content.items() if value}},
    }
    told = tuple(row[name] for name in _TOLD)
    text = repr((told, content["account"], content["name"], content["text"]))
    row["fingerprint"] = encryption.digest(text, purpose=_PURPOSE)
    return instances.build_row(BankStatementLine, row, statement=statement)


def clean(text: str | None, longest: int) -> str:
    """Return a text for the database: printable characters, and no more than the limit."""
    text = text or ""
    if not text.isprintable():
        text = "".join(letter if letter.isprintable() else " " for letter in text)
    return text.strip()[:longest]


def is_account(connection: BankConnection, said: str) -> bool:
    """Tell whether a statement is of a connection's account.

    Banks write an IBAN, or the bank's code before the number, and some the currency behind it.
    """
    if len(said) > _LONGEST_ACCOUNT:
        return False
    own = _NOT_COMPACT.sub("", connection.account_number).upper()
    # What stands before the number has to be apart from it, or the bank: else it is another, longer number.
    parts = _NOT_COMPACT.split(said.upper().removesuffix(connection.currency).strip())
    found = "".join(parts)
    banks = {_NOT_COMPACT.sub("", one).upper() for one in (connection.bic, connection.clearing_number)}
    ends = {"".join(parts[at:]).lstrip("0") for at in range(len(parts))}
    if own.lstrip("0") in ends or (found.endswith(own) and found.removesuffix(own) in banks - {""}):
        return True
    if not own[:2].isalpha():
        return False
    inner = own[_IBAN_HEAD:]
    # A German IBAN is the bank's code and the number, which MT940 writes without zeros before it.
    return found in {inner, inner[:_GERMAN_BANK] + inner[_GERMAN_BANK:].lstrip("0")}


def words(row: BankStatementLine) -> Iterator[str]:
    """Yield the words of a line, and two or three joined: a payer may write a reference in groups."""
    said = row.said
    for text in (row.end_to_end_id, row.bank_reference, said.get("reference", ""), said.get("text", "")):
        parts = [part for part in _NOT_COMPACT.split(text.upper()) if part]
        for length in (1, 2, 3):
            for at in range(len(parts) - length + 1):
                word = "".join(parts[at : at + length])
                if _WORD.fullmatch(word):
                    yield word
