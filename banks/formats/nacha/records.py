"""Payments, batches and files as they are handed to the writer, and what the reader makes of returns."""

import dataclasses
import datetime as dt
import enum

LENGTH = 94
LONGEST_TEXT = 80
"""Characters of the text for the receiver."""
"""Characters of a record."""
OFFSET = "OFFSET"
"""The id of an entry of the company's own account; no payment's id is so short."""
HASH = 10**10
"""A hash is the sum of routing numbers without their check digits, cut to ten digits."""


class EntryClass(enum.StrEnum):
    """The class of a batch: to people by written agreement, to companies, or collections agreed on a website."""

    PPD = "PPD"
    CCD = "CCD"
    WEB = "WEB"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One payment. `id` is repeated in a return; `is_recurring` is for WEB only."""

    id: str
    amount: int
    name: str
    routing_number: str
    account_number: str
    is_savings: bool = False
    is_recurring: bool = False
    remittance: str = ""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Entries of one class in one direction; `description` is printed on statements, such as PAYROLL."""

    entry_class: EntryClass
    is_debit: bool
    description: str
    due: dt.date
    entries: tuple[Entry, ...]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class OwnAccount:
    """The company's checking account at the bank that takes the file."""

    routing_number: str
    account_number: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file from a company to its bank. `modifier`, A to Z or 0 to 9, is different for each file of a day.

    `destination` is the bank's routing number, `origin` the bank's identifier of the sender of files, ten characters at
    most, like `company_id`, the company that pays. With `own_account` the file is balanced: its last batch also has an
    entry of that account over the sum of all payments, in the other direction.
    """

    destination: str
    destination_name: str
    origin: str
    origin_name: str
    company_id: str
    company_name: str
    created: dt.datetime
    modifier: str
    batches: tuple[Batch, ...]
    own_account: OwnAccount | None = None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """A returned entry of ours, or with `correction` a paid one with data to be corrected.

    `trace_number` is the original one, `reason` the code, R01 to R85 or C01 to C14. `text` is the addenda information.
    `day` is the entry's in our file, YYMMDD, where the bank repeats it.
    """

    place: str
    reason: str
    trace_number: str
    id: str
    amount: int
    is_debit: bool
    name: str
    account_number: str
    correction: str | None = None
    text: str = ""
    day: str = ""
