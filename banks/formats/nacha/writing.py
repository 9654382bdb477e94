"""NACHA files written: every field is checked, and the file is read back before it is handed out."""

import io
import re

from banks.formats import characters
from banks.formats.nacha.reading import read_entries
from banks.formats.nacha.records import HASH, LENGTH, LONGEST_TEXT, OFFSET, Batch, Entry, EntryClass, File
from banks.formats.records import Unwritable

_BLOCK = 10
_MIXED, _CREDITS, _DEBITS = "200", "220", "225"
"""Service classes: what a batch has."""
_MAX_ENTRIES = 9_999_999
MAX_LINES = 999_999
"""Entries and addenda of one batch."""
_MAX_AMOUNT = 99_999_999_99
_MAX_TOTAL = 999_999_999_999


def write(file: File) -> bytes:
    """Return the file. Raises Unwritable, which names the field; totals are compared by reading the file back."""
    writer = _Writer(file)
    for index, batch in enumerate(file.batches):
        writer.batch(batch, index)
    content = writer.end()
    written = [(entry.id, entry.amount) for _, entry in read_entries(io.BytesIO(content))]
    asked = [(entry.id, entry.amount) for batch in file.batches for entry in batch.entries]
    if written != asked + [(entry.id, entry.amount) for entry, _ in _own_entries(file)]:
        raise Unwritable("batches", "the file that was written does not say what they say")
    return content


def _own_entries(file: File) -> list[tuple[Entry, bool]]:
    """Return the entries of the company's own account, each with whether it is a debit; none if the file has none.

    A sum that is too large for one entry takes several.
    """
    if file.own_account is None:
        return []
    made = []
    for is_debit in (True, False):
        rest = sum(entry.amount for batch in file.batches if batch.is_debit is not is_debit for entry in batch.entries)
        while rest:
            entry = Entry(
                id=OFFSET,
                amount=min(rest, _MAX_AMOUNT),
                name=file.company_name,
                routing_number=file.own_account.routing_number,
                account_number=file.own_account.account_number,
            )
            made.append((entry, is_debit))
            rest -= entry.amount
    return made


class _Writer:
    """The lines of a file, and its totals so far."""

    def __init__(self, file: File) -> None:
        if not file.batches:
            raise Unwritable("batches", "there are none")
        self._file = file
        self._lines: list[str] = []
        self._routing = _routing(file.destination, "destination")
        self._entries, self._hash, self._debits, self._credits = 0, 0, 0, 0
        self._trace = 0
        created = file.created
        if not re.fullmatch("[A-Z0-9]", file.modifier):
            raise Unwritable("modifier", "it is no letter or digit")
        self._add(
            "101",
            f" {self._routing}",
            _identifier(file.origin, "origin", 10).rjust(10),
            f"{created:%y%m%d%H%M}{file.modifier}094101",
            _name(file.destination_name, "destination_name", 23),
            _name(file.origin_name, "origin_name", 23),
            " " * 8,
        )

    def batch(self, batch: Batch, index: int) -> None:
        """Add a batch."""
        field = f"batches[{index}]"
        if not batch.entries:
            raise Unwritable(f"{field}.entries", "there are none")
        if batch.entry_class is EntryClass.WEB and not batch.is_debit:
            raise Unwritable(f"{field}.is_debit", "WEB is for debits only")
        file, number = self._file, index + 1
        own = _own_entries(file) if number == len(file.batches) else []
        company_id = _identifier(file.company_id, "company_id", 10).ljust(10)
        service = _MIXED if own else _DEBITS if batch.is_debit else _CREDITS
        bank = self._routing[:8]
        self._add(
            f"5{service}",
            _name(file.company_name, "company_name", 16),
            " " * 20,
            company_id,
            batch.entry_class,
            _text(batch.description, f"{field}.description", 10),
            " " * 6,
            f"{batch.due:%y%m%d}   1{bank}{number:07}",
        )
        entries = [(entry, batch.is_debit, f"{field}.entries[{place}]") for place, entry in enumerate(batch.entries)]
        entries += [(entry, is_debit, "own_account") for entry, is_debit in own]
        lines, routing_hash = 0, 0
        totals = {True: 0, False: 0}
        for entry, is_debit, name in entries:
            lines += self._entry(entry, batch.entry_class, name, is_debit=is_debit)
            routing_hash += int(entry.routing_number[:8])
            totals[is_debit] += entry.amount
        if max(totals.values()) > _MAX_TOTAL:
            raise Unwritable(f"{field}.entries", "their total has more than 12 digits")
        if lines > MAX_LINES:
            raise Unwritable(f"{field}.entries", f"with their texts they are more than {MAX_LINES}")
        debits, credits_ = totals[True], totals[False]
        self._add(
            f"8{service}{lines:06}{routing_hash % HASH:010}{debits:012}{credits_:012}{company_id}",
            " " * 25,
            f"{bank}{number:07}",
        )
        self._entries += lines
        self._hash += routing_hash
        self._debits += debits
        self._credits += credits_

    def end(self) -> bytes:
        """Add the end, in blocks of ten lines, and return the file."""
        if max(self._debits, self._credits) > _MAX_TOTAL or self._trace > _MAX_ENTRIES:
            raise Unwritable("batches", "their total has more than 12 digits, or they have too many entries")
        blocks = -(-(len(self._lines) + 1) // _BLOCK)
        self._add(
            f"9{len(self._file.batches):06}{blocks:06}{self._entries:08}{self._hash % HASH:010}",
            f"{self._debits:012}{self._credits:012}",
            " " * 39,
        )
        self._lines += ["9" * LENGTH] * (blocks * _BLOCK - len(self._lines))
        return "".join(f"{line}\r\n" for line in self._lines).encode("ascii")

    def _entry(self, entry: Entry, entry_class: EntryClass, field: str, *, is_debit: bool) -> int:
        """Add an entry and its text for the receiver; return the number of lines."""
        if not 0 < entry.amount <= _MAX_AMOUNT:
            raise Unwritable(f"{field}.amount", "it is not between 0.01 and 99,999,999.99 USD")
        if entry.is_recurring and entry_class is not EntryClass.WEB:
            raise Unwritable(f"{field}.is_recurring", "it is said in WEB only")
        self._trace += 1
        trace = f"{self._routing[:8]}{self._trace:07}"
        kind = ("37" if entry.is_savings else "27") if is_debit else ("32" if entry.is_savings else "22")
        # In WEB the field for the company's own use tells whether the collection is one of several.
        use = ("R " if entry.is_recurring else "S ") if entry_class is EntryClass.WEB else "  "
        self._add(
            f"6{kind}{_routing(entry.routing_number, f'{field}.routing_number')}",
            _identifier(entry.account_number, f"{field}.account_number", 17).ljust(17),
            f"{entry.amount:010}",
            _identifier(entry.id, f"{field}.id", 15).ljust(15),
            _name(entry.name, f"{field}.name", 22),
            f"{use}{1 if entry.remittance else 0}{trace}",
        )
        if not entry.remittance:
            return 1
        self._add("705", _text(entry.remittance, f"{field}.remittance", LONGEST_TEXT), f"0001{trace[-7:]}")
        return 2

    def _add(self, *parts: str) -> None:
        line = "".join(parts)
        assert len(line) == LENGTH, line
        self._lines.append(line)


def _routing(number: str, field: str) -> str:
    """Return a routing number of nine digits; raises Unwritable for a wrong check digit."""
    if not re.fullmatch("[0-9]{9}", number):
        raise Unwritable(field, "it does not have 9 digits")
    if sum(int(digit) * weight for digit, weight in zip(number, (3, 7, 1) * 3, strict=True)) % 10:
        raise Unwritable(field, "its check digit is wrong")
    return number


def _text(text: str, field: str, limit: int) -> str:
    return characters.fit(text, field, limit=limit, allowed=characters.NACHA).ljust(limit)


def _name(text: str, field: str, limit: int) -> str:
    return characters.name(text, field, limit=limit, allowed=characters.NACHA, in_whole_words=True).ljust(limit)


def _identifier(text: str, field: str, limit: int) -> str:
    return characters.identifier(text, field, limit=limit, allowed=characters.NACHA)
