"""Facts about a customer, in words, in the order in which they are compared with documents."""

import dataclasses
import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from compliance.admin.review_desk import ages, findings
from compliance.models import BeneficialOwner, Customer, CustomerType
from compliance.review_desk.risk_flags import country
from platforms.backoffice import masking

ADULT = 18
"""Age in years from which a person is no minor."""
_ADDRESS = ("line1", "line2", "postalCode", "city", "state", "country")


@dataclasses.dataclass(frozen=True)
class Fact:
    """One line. `value` is empty for a fact that was not given, `warning` for one without anything to notice."""

    label: str
    value: str
    warning: str = ""


def kind(customer: Customer) -> str:
    """Return whether a customer is a person or a business, in a word."""
    return "Person" if customer.customer_type == CustomerType.INDIVIDUAL else "Business"


def of_customer(customer: Customer, *, today: dt.date, is_open: bool) -> Sequence[Fact]:
    """Return the facts of a customer; masked unless `is_open`. `today` is the platform's."""
    hide = _Hide(is_open=is_open)
    address = Fact("Address", _address(hide.address(customer.address)))
    if customer.customer_type == CustomerType.INDIVIDUAL:
        born = customer.birth_date.isoformat() if customer.birth_date else ""
        return (
            Fact("Full name", customer.full_name or ""),
            Fact("Date of birth", hide.day(born)),
            *_age(born, today=today, is_open=is_open),
            Fact("Nationality", country(customer.nationality)),
            Fact("E-mail", hide.number(customer.email)),
            Fact("Telephone", hide.number(customer.phone_number)),
            address,
        )
    info: Mapping[str, Any] = customer.business_info or {}
    return (
        Fact("Legal name", info.get("legalName", "")),
        Fact("Doing business as", info.get("doingBusinessAs", "")),
        Fact("Country", country(info.get("country"))),
        Fact("Legal form", findings.words(info.get("entityType", ""))),
        Fact("Registration number", hide.number(info.get("registrationNumber"))),
        Fact("Tax number", hide.number(info.get("taxId"))),
        Fact("Incorporated on", info.get("incorporatedOn", "")),
        address,
        Fact("Business", _words(info.get("businessType"))),
        Fact("Purpose of account", _words(info.get("purposeOfAccount"))),
        Fact("Source of funds", str(info.get("sourceOfFunds", ""))),
        Fact("Expected payments a month", _words(info.get("expectedMonthlyTransactionCount"))),
        Fact("Expected volume a month", _words(info.get("expectedMonthlyTransactionVolume"))),
    )


def of_owner(owner: BeneficialOwner, *, today: dt.date, is_open: bool) -> Sequence[Fact]:
    """Return the facts of a beneficial owner; masked unless `is_open`. `today` is the platform's."""
    info, hide = owner.personal_info, _Hide(is_open=is_open)
    kind = str(info.get("idType", "Number")).replace("_", " ")
    born = str(info.get("birthDate", ""))
    return (
        Fact("Full name", owner.full_name),
        Fact("Date of birth", hide.day(born)),
        *_age(born, today=today, is_open=is_open),
        Fact("Nationality", country(info.get("nationality"))),
        Fact("Address", _address(hide.address(info.get("address")))),
        Fact(kind, hide.number(info.get("identifier"))),
    )


def _age(born: str, *, today: dt.date, is_open: bool) -> Sequence[Fact]:
    """Return the age of a person; nothing where the date of birth is masked or unknown."""
    if not is_open or not born:
        return ()
    years = ages.years(dt.date.fromisoformat(born), today)
    return (Fact("Age", f"{years} years", warning="minor" if years < ADULT else ""),)


@dataclasses.dataclass(frozen=True)
class _Hide:
    """Masks, unless the person may see the data."""

    is_open: bool

    def day(self, value: str) -> str:
        return value if self.is_open else masking.year(value)

    def number(self, value: object) -> str:
        return str(value or "") if self.is_open else masking.masked(value)

    def address(self, value: Mapping[str, Any] | None) -> Mapping[str, Any]:
        hidden: Any = value if self.is_open else masking.address(value or {})
        return hidden or {}


def _address(address: Mapping[str, Any]) -> str:
    parts = [country(address.get(name)) if name == "country" else address.get(name) for name in _ADDRESS]
    return ", ".join(str(part) for part in parts if part)


def _words(value: str | None) -> str:
    if not value:
        return ""
    text = value.removeprefix("COUNT_").removeprefix("VOLUME_")
    return findings.words(text)
