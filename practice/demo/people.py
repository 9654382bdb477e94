"""The customers of the fintech: people and businesses whose names are in their own scripts. None of them exists."""

import csv
import dataclasses
import pathlib
import re

from anyascii import anyascii

from practice.demo.client import Json

_FOLDER = pathlib.Path(__file__).parent
_HOME = {
    **dict.fromkeys(("DE", "FR", "ES", "IT", "PT", "NL", "AT", "IE", "GR", "LT"), "EUR"),
    "GB": "GBP",
    "MX": "MXN",
    "BR": "BRL",
    "IN": "INR",
    "PH": "PHP",
    "NG": "NGN",
    "CA": "CAD",
}
_MAGIC = re.compile(r" 00\d$")


@dataclasses.dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is a customer or is paid."""

    name: str
    birth_date: str
    country: str
    address: Json

    @property
    def currency(self) -> str:
        """What the person gets the salary in."""
        return _HOME.get(self.country, "USD")

    @property
    def latin(self) -> str:
        """The name as a passport writes it for machines, without what the sandbox reads from its end."""
        return anyascii(_MAGIC.sub("", self.name))

    @property
    def slug(self) -> str:
        """The name as a part of an address."""
        return ".".join(re.findall("[a-z]+", self.latin.lower()))[:40].rstrip(".")

    def beneficiary(self) -> Json:
        """Return what a bank is told about who is paid."""
        told = {"birthDate": self.birth_date, "nationality": self.country, "address": self.address}
        return {"beneficiaryType": "INDIVIDUAL", "fullName": self.name, **told}

    def body(self) -> Json:
        """Return the body of `POST /customers`."""
        facts = {"birthDate": self.birth_date, "nationality": self.country, "address": self.address}
        return {"customerType": "INDIVIDUAL", "region": self.country, "fullName": self.name, **facts}


@dataclasses.dataclass(frozen=True, slots=True)
class Owner:
    """Somebody who owns a part of a business, or directs it."""

    first_name: str
    last_name: str
    share: int
    roles: list[str]
    birth_date: str
    nationality: str
    address: Json

    @property
    def latin(self) -> str:
        """The name as a passport writes it for machines."""
        return anyascii(f"{self.first_name} {self.last_name}")

    def body(self, customer_id: str, *, number: int) -> Json:
        """Return the body of `POST /beneficial-owners`; `number` tells tax numbers apart."""
        in_us = self.nationality == "US"
        identity = {
            "firstName": self.first_name,
            "lastName": self.last_name,
            "birthDate": self.birth_date,
            "nationality": self.nationality,
            "address": self.address,
            "idType": "SSN" if in_us else "NON_US_TAX_ID",
            "identifier": f"123-45-{6700 + number}" if in_us else f"{self.nationality}{8_804_417 + number}",
            "countryOfIssuance": self.nationality,
        }
        shares = {"roles": self.roles, "ownershipPercentage": self.share}
        return {"customerId": customer_id, **shares, "personalInfo": identity}


@dataclasses.dataclass(frozen=True, slots=True)
class Business:
    """A company and its owners."""

    name: str
    country: str
    address: Json
    info: Json
    owners: list[Owner]

    @property
    def currency(self) -> str:
        """What the company invoices in."""
        return _HOME.get(self.country, "USD")

    @property
    def latin(self) -> str:
        """The name in Latin letters."""
        return anyascii(self.name)

    @property
    def latin_address(self) -> str:
        """Where it is, in Latin letters."""
        return anyascii(f"{self.address['line1']}, {self.address['postalCode']} {self.address['city']}")

    @property
    def slug(self) -> str:
        """The name as a part of an address."""
        return ".".join(re.findall("[a-z]+", self.latin.lower())[:2])

    def body(self) -> Json:
        """Return the body of `POST /customers`."""
        facts = {"address": self.address, "businessInfo": {"legalName": self.name, **self.info}}
        return {"customerType": "BUSINESS", "region": self.country, **facts}


def individuals() -> list[Person]:
    """Return the people, in the order in which they come."""
    return [Person(row["name"], row["birthDate"], row["country"], _address(row)) for row in _rows("people.csv")]


def payees() -> list[Person]:
    """Return people elsewhere, whom customers pay."""
    return [Person(row["name"], row["birthDate"], row["country"], _address(row)) for row in _rows("payees.csv")]


def businesses() -> list[Business]:
    """Return the businesses, in the order in which they come."""
    owners: dict[str, list[Owner]] = {}
    for row in _rows("owners.csv"):
        owner = Owner(
            first_name=row["firstName"],
            last_name=row["lastName"],
            share=int(row["share"]),
            roles=row["roles"].split(),
            birth_date=row["birthDate"],
            nationality=row["country"],
            address=_address(row),
        )
        owners.setdefault(row["business"], []).append(owner)
    return [_business(row, owners[row["name"]]) for row in _rows("businesses.csv")]


def _business(row: dict[str, str], owners: list[Owner]) -> Business:
    names = ("country", "registrationNumber", "taxId", "entityType", "businessType", "incorporatedOn")
    info = {name: row[name] for name in names} | {"purposeOfAccount": "SUPPLIER_PAYMENTS"}
    return Business(row["name"], row["country"], _address(row), info, owners)


def _address(row: dict[str, str]) -> Json:
    return {name: row[name] for name in ("line1", "city", "state", "postalCode", "country") if row[name]}


def _rows(name: str) -> list[dict[str, str]]:
    with (_FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
