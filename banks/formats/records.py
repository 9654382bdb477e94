"""Records of bank files, independent of format: instructions written, statements and answers read.

Amounts are integers in the smallest unit of their currency.
"""

import dataclasses
import datetime as dt
import enum

from platforms.base import errors, money


class Unwritable(errors.DomainError):
    """A value outside the limits of the file's format; nothing is cut to fit."""

    code = "INVALID_INPUT"

    def __init__(self, field: str, problem: str) -> None:
        """Take the field and its problem. The value itself is not repeated: it may be personal."""
        super().__init__(f"{field}: {problem}")
        self.field = field


class DamagedFile(errors.DomainError):
    """An unreliable file. Records read from it before the error must not be used."""

    code = "INVALID_INPUT"

    def __init__(self, where: str, problem: str) -> None:
        """Take the line or the record, and its problem."""
        super().__init__(f"{where}: {problem}")
        self.where = where


class ReversedSides(DamagedFile):
    """A statement whose lines fit its balances if those marked as reversals have the other side."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A bank account: its number, or IBAN, and its bank by BIC or clearing number.

    `clearing_system` is the code of ISO 20022 for the system that gave the number, of its set
    ExternalClearingSystemIdentification1Code; None: the format knows it, or the bank does.
    """

    number: str
    is_iban: bool
    bic: str | None = None
    clearing_number: str | None = None
    clearing_system: str | None = None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """A payer or payee. An address has a town and a country, a code of ISO 3166; or there is none.

    `address` are up to two lines, for what is neither town nor postal code: street and number.
    """

    name: str
    town: str | None = None
    country: str | None = None
    postal_code: str | None = None
    address: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Mandate:
    """A payer's signed mandate for collections."""

    id: str
    signed_on: dt.date


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """One payment of a batch, to or from `party`. A collection has a mandate, a credit transfer has none.

    `purpose` and `service_level` are codes of ISO 20022 (ExternalPurpose1Code, ExternalServiceLevel1Code), for credit
    transfers; a format that has a service level of its own takes no other.
    """

    end_to_end_id: str
    amount: int
    party: Party
    account: Account
    remittance: str = ""
    mandate: Mandate | None = None
    purpose: str | None = None
    service_level: str | None = None


class Sequence(enum.StrEnum):
    """Position of a collection among those under one mandate."""

    FIRST = "FRST"
    RECURRING = "RCUR"
    ONE_OFF = "OOFF"
    FINAL = "FNAL"


class Scheme(enum.StrEnum):
    """Debtors of SEPA direct debits: anybody, or businesses only."""

    CORE = "CORE"
    B2B = "B2B"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """Fields of a batch of direct debits beside its payments; `creditor_id` identifies the creditor to the banks."""

    creditor_id: str
    scheme: Scheme
    sequence: Sequence


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Payments from one account of ours, or, with a collection, to it. `message_id` is never used twice."""

    message_id: str
    created: dt.datetime
    due: dt.date
    currency: str
    owner: Party
    account: Account
    payments: tuple[Payment, ...]
    collection: Collection | None = None


class StatementKind(enum.StrEnum):
    """The kind of a group of lines: the day's end, the course of the day, or single movements."""

    STATEMENT = "STATEMENT"
    REPORT = "REPORT"
    NOTIFICATION = "NOTIFICATION"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """The head of a statement: the lines and balances up to the next one belong to it.

    `number` counts the statements of an account, `page` the parts of one statement. `account` is the IBAN or number
    as the bank writes it.
    """

    kind: StatementKind
    id: str
    account: str
    currency: str | None
    number: str | None = None
    page: str | None = None
    created: dt.datetime | None = None


class Reversals(enum.Enum):
    """The side that a bank gives the entry of a reversal: its own, as ISO 20022 has it, or that of the original."""

    OWN_SIDE = enum.auto()
    ORIGINALS_SIDE = enum.auto()


class BalanceKind(enum.StrEnum):
    """The kind of a balance. The inner ones of a statement in parts are `INTERIM_…`."""

    OPENING = "OPENING"
    CLOSING = "CLOSING"
    INTERIM_OPENING = "INTERIM_OPENING"
    INTERIM_CLOSING = "INTERIM_CLOSING"
    AVAILABLE = "AVAILABLE"
    OTHER = "OTHER"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """A balance; `amount` is negative for an overdrawn account."""

    kind: BalanceKind
    amount: int
    currency: str
    on: dt.date


class LineKind(enum.StrEnum):
    """The kind of a line, seen from the account: money in, money out, or the bank's own charge."""

    CREDIT = "CREDIT"
    DEBIT = "DEBIT"
    FEE = "FEE"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """One payment within a line. `reason`, the bank's code, is why it was returned."""

    amount: int | None = None
    currency: str | None = None
    charges: int | None = None
    end_to_end_id: str | None = None
    instruction_id: str | None = None
    transaction_id: str | None = None
    mandate_id: str | None = None
    name: str | None = None
    account: str | None = None
    bank: str | None = None
    remittance: str = ""
    reason: str | None = None
    reason_text: str = ""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One movement of a statement; `place` is its position in the file. A fee may be a credit: a refunded one.

    `batch_id` is our id of the batch that the line is the sum of.
    """

    place: str
    kind: LineKind
    amount: int
    currency: str
    is_credit: bool
    is_booked: bool = True
    is_reversal: bool = False
    booked_on: dt.date | None = None
    value_on: dt.date | None = None
    reference: str | None = None
    bank_reference: str | None = None
    code: str | None = None
    text: str = ""
    batch_id: str | None = None
    details: tuple[Detail, ...] = ()


class Level(enum.StrEnum):
    """The subject of an answer: the whole file, a batch of it, or one payment."""

    FILE = "FILE"
    BATCH = "BATCH"
    PAYMENT = "PAYMENT"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """A bank's answer to our instructions: `status` and `reasons` are its codes, such as RJCT and AC04."""

    place: str
    level: Level
    message_id: str
    status: str
    batch_id: str | None = None
    end_to_end_id: str | None = None
    instruction_id: str | None = None
    reasons: tuple[str, ...] = ()
    reason_text: str = ""


def decimal_text(amount: int, currency: str) -> str:
    """Return an amount in the currency's major unit, with a point: 1234 EUR is 12.34."""
    decimals = money.currency(currency).decimals
    digits = str(amount).rjust(decimals + 1, "0")
    return f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits


def smallest_unit(text: str, currency: str) -> int:
    """Return the amount of a decimal text with a point; raises ValueError for an inexact amount."""
    try:
        decimals = money.currency(currency).decimals
    except KeyError:
        raise ValueError("an unknown currency") from None
    whole, _, fraction = text.partition(".")
    fraction = fraction.rstrip("0")
    if not (whole + fraction).isascii() or not (whole or fraction).isdigit() or len(fraction) > decimals:
        raise ValueError("an amount that the currency does not have")
    if not all(part.isdigit() for part in (whole, fraction) if part):
        raise ValueError("an amount that the currency does not have")
    if len(whole) > 18:
        raise ValueError("an amount that is too large")
    amount = int((whole or "0") + fraction.ljust(decimals, "0"))
    if amount > money.MAX_AMOUNT:
        raise ValueError("an amount that is too large")
    return amount


class Totals:
    """Compares the lines of a statement with its declared number of lines and closing balance."""

    def __init__(self, place: str, is_whole: bool) -> None:  # noqa: FBT001 - one of two facts
        """Take the statement's position; a part of a statement is compared by its own balances, if it has any."""
        self._place, self._is_whole = place, is_whole
        self._balances: dict[BalanceKind, Balance] = {}
        self._lines, self._moved, self._reversed = 0, 0, 0

    def balance(self, balance: Balance) -> None:
        """Take a balance of the statement: of each kind the first opening and the last closing one count."""
        if balance.kind in {BalanceKind.OPENING, BalanceKind.INTERIM_OPENING}:
            self._balances.setdefault(balance.kind, balance)
        else:
            self._balances[balance.kind] = balance

    def line(self, line: Line) -> None:
        """Take a line of the statement."""
        self._lines += 1
        if line.is_booked:
            moved = line.amount if line.is_credit else -line.amount
            self._moved += moved
            self._reversed += moved if line.is_reversal else 0

    def check(self, number: str | None = None) -> None:
        """Compare; raises DamagedFile. `number` is the declared number of lines."""
        if self._is_whole and number is not None and number.lstrip("0") != str(self._lines or ""):
            raise DamagedFile(self._place, f"it has {self._lines} lines, and says that it has another number")
        said = self._balances
        # A part may repeat the first and the last balance of the whole: its own opening one is an interim one.
        opening = said.get(BalanceKind.INTERIM_OPENING)
        if self._is_whole:
            opening = said.get(BalanceKind.OPENING, opening)
        ends = [said.get(BalanceKind.CLOSING), said.get(BalanceKind.INTERIM_CLOSING)]
        closing = next(filter(None, ends if self._is_whole else reversed(ends)), None)
        if opening and closing and opening.currency != closing.currency:
            raise DamagedFile(self._place, "its opening and its closing balance are in two currencies")
        if opening and closing:
            difference = opening.amount + self._moved - closing.amount
            if difference:
                text = money.major_units(abs(difference), opening.currency)
                error = ReversedSides if difference == 2 * self._reversed else DamagedFile
                raise error(self._place, f"its lines and its balances differ by {text}")
