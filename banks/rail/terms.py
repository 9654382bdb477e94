"""The terms of a bank connection, each declared once.

A row of `TERMS` is named as its column of `BankConnection`. It says how the dialogs of staff ask for the term, what the
value must be by itself, how the effect tells it to the two people who decide, and whether the audit log has it. What
several terms must be together is in `connections`.
"""

import dataclasses
import datetime as dt
import decimal
import enum
import re
import zoneinfo
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any

from banks.formats import characters
from banks.models import BankConnection
from banks.rail import clearing_calendars, formats
from platforms.base import countries, money

HUNDREDTHS = 100
"""Of a percent: shares are stored in them."""
_MOST_TIMES, _MOST_DATES = 12, 200


class Kind(enum.Enum):
    """What the value of a term is: how it is entered, stored and read."""

    TEXT = enum.auto()
    CHOICE = enum.auto()
    SWITCH = enum.auto()
    NUMBER = enum.auto()
    AMOUNT = enum.auto()
    """Entered in the major unit of the account's currency, stored in the smallest."""
    SHARE = enum.auto()
    """Entered in percent, stored in hundredths of it."""
    TIMES = enum.auto()
    DATES = enum.auto()


@dataclasses.dataclass(frozen=True, slots=True)
class Term:
    """A term of a connection: its field in dialogs, the values that it may have, its part of effects and audit rows."""

    label: str
    help: str = ""
    kind: Kind = Kind.TEXT
    _: dataclasses.KW_ONLY
    is_required: bool = False
    initial: int | str | None = None
    """Filled into the dialog; where the term may be left empty, also its value then."""
    choices: Callable[[], Mapping[str, str]] = dict
    """The values of a choice, with their labels."""
    no_choice: str = ""
    """The label for choosing nothing; without one, something has to be chosen."""
    allows: Callable[[Any], bool] = lambda _: True
    """Whether a value is right. Not asked about none, unless the term is required."""
    must: str = ""
    """What a value must be that `allows` or the choices refuse, as "must be …"."""
    line: str
    """The line of effects that tells the term, alone or with others."""
    told: str = "{}"
    """How the line tells a value."""
    told_empty: str = ""
    """What the line says where there is no value."""
    is_audited: bool = False


def is_empty(value: Any) -> bool:
    """Tell whether a term has no value; 0 is one."""
    return value is None or value is False or value in ("", [])


def problem(term: Term, value: Any) -> str:
    """Return what the value of a term must be, if it is not that; else nothing."""
    if is_empty(value) and not term.is_required:
        return ""
    is_right = value in term.choices() if term.kind == Kind.CHOICE else term.allows(value)
    return "" if is_right else term.must


def text(term: Term, value: Any, *, currency: str) -> str:
    """Return the value of a term as people read it; empty without one."""
    if is_empty(value):
        return ""
    texts: Mapping[Kind, Callable[[], str]] = {
        Kind.CHOICE: lambda: term.choices()[value],
        Kind.AMOUNT: lambda: money.major_units(value, currency),
        Kind.SHARE: lambda: f"{decimal.Decimal(value) / HUNDREDTHS} %",
        Kind.TIMES: lambda: ", ".join(f"{time:%H:%M}" for time in value),
        Kind.DATES: lambda: ", ".join(f"{day}" for day in value),
    }
    return texts.get(term.kind, lambda: f"{value}")()


def read(term: Term, entered: Any) -> Any:
    """Return an entered value as the row has it. Raises ValueError, with what it must be."""
    if term.kind == Kind.TIMES:
        return _times(_words(entered))
    if term.kind == Kind.DATES:
        return _dates(_words(entered))
    return entered.strip() if isinstance(entered, str) else entered


def _times(words: Collection[str]) -> list[dt.time]:
    must = ValueError("must be times such as 14:30, separated by commas")
    try:
        times = sorted({dt.time.fromisoformat(word) for word in words})
    except ValueError:
        raise must from None
    if not 0 < len(times) <= _MOST_TIMES or any(time.tzinfo or time.second for time in times):
        raise must
    return times


def _dates(words: Collection[str]) -> list[dt.date]:
    try:
        dates = sorted({dt.date.fromisoformat(word) for word in words})
    except ValueError:
        raise ValueError("must be dates such as 2026-12-25, separated by commas") from None
    if len(dates) > _MOST_DATES:
        raise ValueError(f"must be {_MOST_DATES} dates at most")
    return dates


def _words(entered: Any) -> list[str]:
    return str(entered or "").replace(",", " ").split()


def _formats(*, is_debit: bool) -> dict[str, Any]:
    labels = {key: chosen.label for key, chosen in formats.FORMATS.items() if chosen.is_debit == is_debit}
    return {"choices": lambda: labels, "no_choice": "None", "must": "must be a format of the list"}


def _between(least: int, most: int) -> dict[str, Any]:
    return {"allows": lambda value: least <= value <= most, "must": f"must be between {least} and {most}"}


def _positive(most: int, must: str) -> dict[str, Any]:
    return {"allows": lambda value: 0 < value <= most, "must": must}


CURRENCIES = MappingProxyType({code: code for code in sorted(money.SUPPORTED_CURRENCIES) if len(code) == 3})
ACCOUNT, ADDRESS, CALENDAR = "Account", "Address of the owner", "Calendar"
CHARGES, DELIVERY = "Charges within lines", "Delivery"
"""Lines of effects that a function tells as a whole. Any other puts together what its terms say."""
BANK, FORMATS, CUT_OFFS, LIMITS = "Bank", "Formats", "Cut-offs", "Limits"
_NACHA, _VALUE_DATE = "NACHA description", "Days to the value date"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_USUAL_DAYS: int = BankConnection._meta.get_field("confirm_days").default
_OLDER = "Choose an older version (001.03, 008.02) only if your bank still asks for it: many ended it in November 2026."
_DESCRIBED = (
    "At most 10 letters that receivers read on their statements, such as PAYROLL or PURCHASE, which Nacha demands for "
    "wages to people and for purchases of people online. Empty: what the quote is for, else PAYMENT."
)
_CHARGE = (
    "A line that differs from its payment by no more is matched by itself, and the difference booked as the bank's "
    "fee. In the major unit. Empty, with the next one too: people decide about each."
)
_BY_CURRENCY = "By the currency: TARGET for EUR, Federal Reserve for USD, Bacs for GBP, SIC for CHF, else its country"
_LIMIT = "In the major unit of the currency, such as 1,234.56. Empty: none."
_AMOUNT = _positive(money.MAX_AMOUNT, "must be positive, or empty")
_SHARE = _positive(10 * HUNDREDTHS, "must be above 0 and at most 10 percent, or empty")
_PORT = _positive(65_535, "must be a port")

# fmt: off
NAME = Term("Name", "Small letters, digits, hyphens.", line="", is_required=True, is_audited=True,
            allows=lambda value: bool(_NAME.fullmatch(value)),
            must="must be small letters, digits and hyphens, 32 at most")
"""Entered once: a connection that replaces another keeps its name."""
TERMS: Mapping[str, Term] = MappingProxyType({
    "currency": Term("Currency of the account", "", Kind.CHOICE, is_required=True, choices=lambda: CURRENCIES,
                     no_choice="Choose one", must="must be a currency of this service, of three letters",
                     line=ACCOUNT, is_audited=True),
    "owner_name": Term("Name of the account's owner", is_required=True, allows=characters.is_spelt, line=ACCOUNT,
                       must="must be in Latin letters: banks compare it with the name of the account"),
    "owner_street": Term("Street and number of the owner", line=ADDRESS),
    "owner_postal_code": Term("Postal code of the owner", line=ADDRESS),
    "owner_town": Term("Town of the owner", "Files carry the owner's address if town and country are given.",
                       line=ADDRESS),
    "owner_country": Term("Country of the owner", "Two letters.", allows=lambda value: value in countries.CODES,
                          must="must be the two-letter ISO 3166-1 code of a country, or empty", line=ADDRESS),
    "account_number": Term("Account number", "An IBAN, or another number.", is_required=True, line=ACCOUNT),
    "bic": Term("BIC", line=BANK),
    "clearing_number": Term("Bank number", "Sort code, routing number, or IFSC.", line=BANK),
    "bank_name": Term("Name of the bank", "For NACHA.", line=BANK),
    "sender_id": Term("Sender's id", "Creditor identifier (SEPA debits), company id (NACHA).", line="Sender id"),
    "credit_format": Term("Format of payments out", _OLDER, Kind.CHOICE, **_formats(is_debit=False),
                          line=FORMATS, told="out: {}", is_audited=True),
    "debit_format": Term("Format of collections", _OLDER, Kind.CHOICE, **_formats(is_debit=True),
                         line=FORMATS, told="in: {}", is_audited=True),
    "credit_description": Term("NACHA: what payments out are for", _DESCRIBED,
                               line=_NACHA, told="{} out", told_empty="PAYMENT or the quote's purpose out"),
    "debit_description": Term("NACHA: what collections are for", _DESCRIBED,
                              line=_NACHA, told="{} in", told_empty="PAYMENT in"),
    "balances_files": Term("NACHA: files are balanced", "A file also has an entry of this account over the sum of its "
                           "payments. Only if the bank asks for it.", Kind.SWITCH, line="Balanced NACHA files",
                           told="with an entry of this account", told_empty="no", is_audited=True),
    "needs_addresses": Term("The bank needs payees' addresses", "For payments beyond SEPA. A payment to a beneficiary "
                            "without city and country fails at once.", Kind.SWITCH,
                            line="Addresses of payees", told="needed", told_empty="carried where known"),
    "cut_offs": Term("Cut-off times", "Such as 11:00, 15:30.", Kind.TIMES, is_required=True, initial="15:00",
                     line=CUT_OFFS),
    "time_zone": Term("Their time zone", "Such as Europe/Berlin.", is_required=True, line=CUT_OFFS,
                      allows=lambda value: value in zoneinfo.available_timezones(),
                      must="must be a time zone such as Europe/Berlin"),
    "calendar": Term("Calendar", "Days, beside weekends, for which the bank takes no value date.", Kind.CHOICE,
                     choices=clearing_calendars.labels, no_choice=_BY_CURRENCY, line=CALENDAR,
                     must="must be a calendar of the list, or empty for that of the currency"),
    "holidays": Term("Bank holidays", "Beside weekends and calendar: dates such as 2026-12-25, separated by commas.",
                     Kind.DATES, line="Bank holidays", told_empty="none beside calendar and weekends"),
    "worked_days": Term("Days on which the bank works", "Although calendar or weekend say otherwise: dates, separated "
                        "by commas.", Kind.DATES, line="Days worked", told_empty="none beside the calendar's"),
    "credit_lead_days": Term("Days to the value date, out", "Business days after the cut-off.", Kind.NUMBER,
                             is_required=True, initial=0, **_between(0, 5), line=_VALUE_DATE, told="{} out"),
    "debit_lead_days": Term("Days to the value date, collections", "", Kind.NUMBER,
                            is_required=True, initial=1, **_between(0, 5), line=_VALUE_DATE, told="{} in"),
    "confirm_days": Term("Days until a statement shows what the bank has told", "Banking days, 1 to 30. What no line "
                         "shows by then is a case. Empty: 3.", Kind.NUMBER, initial=_USUAL_DAYS, **_between(1, 30),
                         line="Days until a statement shows what the bank has told"),
    "max_payment": Term("Limit of one payment", _LIMIT, Kind.AMOUNT, **_AMOUNT, line=LIMITS, told="{} a payment"),
    "max_day": Term("Limit of one value date", _LIMIT, Kind.AMOUNT, **_AMOUNT, line=LIMITS, told="{} a value date"),
    "max_charge": Term("Largest bank charge within a line", _CHARGE, Kind.AMOUNT, **_AMOUNT,
                       line=CHARGES, is_audited=True),
    "max_charge_share": Term("The same in percent of the payment", "Such as 0.5. At most 10. With both the smaller one "
                             "counts.", Kind.SHARE, **_SHARE, line=CHARGES, is_audited=True),
    "max_day_charges": Term("All such charges of a day", "In the major unit. Lines beyond it wait for people. Needed "
                            "with either of the two.", Kind.AMOUNT, **_AMOUNT, line=CHARGES, is_audited=True),
    "delivery": Term("Delivered by", "", Kind.CHOICE, is_required=True, must="must be FOLDER or SFTP",
                     choices=lambda: {"FOLDER": "Folder", "SFTP": "SFTP"}, line=DELIVERY, is_audited=True),
    "folder": Term("Folder", "Below BANK_FILES_FOLDER; by SFTP the path on the server.", is_required=True,
                   line=DELIVERY, is_audited=True),
    "answers_folder": Term("Folder of files from the bank", "Named alike. Empty: staff upload them.",
                           line="Files from the bank", told_empty="uploaded by staff", is_audited=True),
    "sftp_host": Term("SFTP server", line=DELIVERY, is_audited=True),
    "sftp_port": Term("SFTP port", "", Kind.NUMBER, is_required=True, initial=22, **_PORT, line=DELIVERY),
    "sftp_user": Term("SFTP user", line=DELIVERY),
    "sftp_host_key": Term("SFTP host key", "As ssh-keyscan gives it: ssh-ed25519 AAAA…", line=DELIVERY),
})
# fmt: on
