"""The formats of files for banks, and files made of payments."""

import dataclasses
import datetime as dt
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

import schwifty
from schwifty import exceptions

from banks.formats import addresses, characters, instructions, nacha
from banks.formats.instructions import Profile, Version
from banks.formats.nacha import EntryClass
from banks.formats.records import (
    Account,
    Batch,
    Collection,
    Mandate,
    Party,
    Payment,
    Scheme,
    Unwritable,
)
from banks.formats.records import (
    Sequence as CollectionSequence,
)
from banks.models import BankConnection
from payments.account_types import fields, national
from payments.models import PurposeOfPayment


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format, named by connections. NACHA has no version."""

    label: str
    is_debit: bool = False
    currency: str | None = None
    version: Version | None = None
    profile: Profile = instructions.GENERIC
    scheme: Scheme | None = None
    rail: str = ""
    """As the account types name it; empty where the bank chooses."""

    @property
    def extension(self) -> str:
        """The extension of a file's name."""
        return "xml" if self.version else "ach"


_RAILS = {instructions.SEPA.name: "SEPA", instructions.FASTER_PAYMENTS.name: "FASTER_PAYMENTS"}


def _credits(version: Version, profile: Profile) -> Format:
    return Format(
        label=f"{version}, {profile.name} credit transfers",
        currency=profile.currency,
        version=version,
        profile=profile,
        rail=_RAILS.get(profile.name, ""),
    )


def _debits(version: Version, scheme: Scheme) -> Format:
    return Format(
        label=f"{version}, SEPA {scheme} direct debits",
        is_debit=True,
        currency="EUR",
        version=version,
        profile=instructions.SEPA,
        scheme=scheme,
        rail="SEPA",
    )


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "SEPA_001_09": _credits(Version.CREDIT_TRANSFERS_09, instructions.SEPA),
        "SEPA_001_03": _credits(Version.CREDIT_TRANSFERS_03, instructions.SEPA),
        "FASTER_PAYMENTS_001_09": _credits(Version.CREDIT_TRANSFERS_09, instructions.FASTER_PAYMENTS),
        "FASTER_PAYMENTS_001_03": _credits(Version.CREDIT_TRANSFERS_03, instructions.FASTER_PAYMENTS),
        "GENERIC_001_09": _credits(Version.CREDIT_TRANSFERS_09, instructions.GENERIC),
        "GENERIC_001_03": _credits(Version.CREDIT_TRANSFERS_03, instructions.GENERIC),
        "NACHA_CREDIT": Format(label="NACHA credits: PPD to people, CCD to companies", currency="USD", rail="ACH"),
        "SEPA_CORE_008_08": _debits(Version.DIRECT_DEBITS_08, Scheme.CORE),
        "SEPA_CORE_008_02": _debits(Version.DIRECT_DEBITS_02, Scheme.CORE),
        "SEPA_B2B_008_08": _debits(Version.DIRECT_DEBITS_08, Scheme.B2B),
        "SEPA_B2B_008_02": _debits(Version.DIRECT_DEBITS_02, Scheme.B2B),
        "NACHA_DEBIT": Format(
            label="NACHA debits: WEB from people, CCD from companies", is_debit=True, currency="USD", rail="ACH"
        ),
    }
)
"""By their keys in connections and batches, in the order in which they are offered: the newer version first."""
NACHA = frozenset({"NACHA_CREDIT", "NACHA_DEBIT"})
"""Formats whose banks correct an account by notifications of change."""


@dataclasses.dataclass(frozen=True, slots=True)
class Item:
    """One payment of a file. `content` is made by `content_of`."""

    end_to_end_id: str
    amount: int
    content: Mapping[str, Any]


def name_of(account_info: Mapping[str, Any]) -> str:
    """Return the name of the other side; empty without one."""
    beneficiary = account_info.get("beneficiary") or {}
    return str(beneficiary.get("legalName") or beneficiary.get("fullName") or "")


def content_of(
    account_info: Mapping[str, Any],
    *,
    reference: str,
    text: str = "",
    key: str = "",
    mandate: Mandate | None = None,
    latin_name: str = "",
    purpose: str = "",
    rail: str = "",
) -> dict[str, Any]:
    """Return the other side's fields of a file of format `key`: name, account, text.

    `purpose` is that of a quote, `text` the platform's for the other side, and `rail` the one that it asked for, or
    that the amount chose. Raises Unwritable without a bank account, and for one that the format does not reach.
    """
    iban = account_info.get("iban")
    number = iban or account_info.get("accountNumber") or account_info.get("clabeNumber")
    beneficiary = account_info.get("beneficiary") or {}
    name = latin_name or name_of(account_info)
    if not number or not name:
        raise Unwritable("payments[0].account", "there is no bank account with a number and a holder's name")
    if key and (problem := reach_problem(account_info, FORMATS[key].profile)):
        raise Unwritable("payments[0].account.number", problem)
    address = beneficiary.get("address") or {}
    content: dict[str, Any] = {
        "name": name,
        "isBusiness": beneficiary.get("beneficiaryType") == "BUSINESS",
        "number": number,
        "isIban": bool(iban),
        "bic": account_info.get("swiftCode") or (_bic_of(iban) if iban else ""),
        "clearingNumber": next(filter(None, map(account_info.get, _CLEARING_NUMBERS)), ""),
        "country": address.get("country") or "",
        "town": address.get("city") or "",
        "postalCode": address.get("postalCode") or "",
        "address": [line for line in (address.get("line1"), address.get("line2")) if line],
        "remittance": _remittance(text, reference, key),
    }
    if account_info.get("bankAccountType") == "SAVINGS":
        content["isSavings"] = True
    if purpose in _PURPOSES:
        content["purpose"] = _PURPOSES[purpose]
    if rail in _SERVICE_LEVELS:
        content["serviceLevel"] = _SERVICE_LEVELS[rail]
    if mandate:
        content["mandate"] = {"id": mandate.id, "signedOn": mandate.signed_on.isoformat()}
    return content


def reach_problem(info: Mapping[str, Any], profile: Profile) -> str:
    """Return why files of a profile don't reach an account, which banks say days later; empty if they do."""
    iban = info.get("iban", "")
    if profile is instructions.SEPA and iban and iban[:2] not in national.SEPA:
        return "SEPA does not reach the country of the IBAN"
    if profile is instructions.FASTER_PAYMENTS and not (info.get("sortCode") or iban[:2] == "GB"):
        return "Faster Payments reach accounts that have a sort code, or an IBAN of the United Kingdom"
    return ""


_CLEARING_NUMBERS = ("sortCode", "routingNumber", "ifscCode")
_IFSC = re.compile(fields.IFSC_PATTERN)
_SERVICE_LEVELS: Mapping[str, str] = {"NEFT": "NURG", "RTGS": "URGP"}
"""Rails that a bank is asked for by a code of ISO 20022: for payments that are not urgent, and that are."""


def _clearing_system(number: str) -> str | None:
    """Return the clearing system of a bank's number that shows it by its form: that of India alone has letters."""
    return "INFSC" if _IFSC.fullmatch(number) else None


def _remittance(text: str, reference: str, key: str) -> str:
    if not text:
        return reference
    if key in NACHA:
        return characters.memo(text, reference, limit=nacha.LONGEST_TEXT, allowed=characters.NACHA)
    return characters.memo(text, reference, limit=FORMATS[key].profile.remittance)


_PURPOSES: Mapping[str, str] = {
    PurposeOfPayment.GIFT: "GIFT",
    PurposeOfPayment.GOODS_OR_SERVICES: "GDSV",
    PurposeOfPayment.EDUCATION: "EDUC",
    PurposeOfPayment.HEALTH_OR_MEDICAL: "MDCS",
    PurposeOfPayment.TAX_PAYMENT: "TAXS",
    PurposeOfPayment.LOAN_PAYMENT: "LOAR",
    PurposeOfPayment.UTILITY_BILL: "UBIL",
    PurposeOfPayment.DONATION: "CHAR",
    PurposeOfPayment.OTHER: "OTHR",
}
"""Purposes of quotes as codes of ISO 20022. The others have none that means the same."""
_WITH_BIC = frozenset({"AD", "CH", "GB", "GI", "LI", "MC", "SM", "VA"})
"""Countries from whose banks, and for LI to whose banks, some banks of SEPA still ask for a BIC beside the IBAN."""


def _bic_of(iban: str) -> str:
    """Return the BIC of an account's bank where banks ask for it and the directory knows it; else nothing."""
    if iban[:2] not in _WITH_BIC:
        return ""
    try:
        return str(schwifty.IBAN(iban).bic or "")
    except exceptions.SchwiftyException:
        return ""


def file_of(
    *,
    connection: BankConnection,
    key: str,
    items: Sequence[Item],
    message_id: str,
    created: dt.datetime,
    value_date: dt.date,
    modifier: str = "A",
) -> bytes:
    """Return the file of these payments: the same bytes for the same arguments. Raises Unwritable."""
    chosen = FORMATS[key]
    if chosen.version is None:
        return nacha.write(_nacha(connection, chosen, items, created=created, value_date=value_date, modifier=modifier))
    if connection.needs_addresses and not chosen.is_debit:
        _require_addresses(items)
    batch = Batch(
        message_id=message_id,
        created=created,
        due=value_date,
        currency=connection.currency,
        owner=_owner(connection),
        account=account_of(connection),
        payments=tuple(_payment(item) for item in items),
        collection=Collection(
            creditor_id=connection.sender_id, scheme=chosen.scheme, sequence=CollectionSequence.RECURRING
        )
        if chosen.scheme
        else None,
    )
    return instructions.write(batch, version=chosen.version, profile=chosen.profile)


def account_of(connection: BankConnection) -> Account:
    """Return our own account. A number that begins with two letters is an IBAN."""
    return Account(
        number=connection.account_number,
        is_iban=connection.account_number[:2].isalpha(),
        bic=connection.bic or None,
        clearing_number=connection.clearing_number or None,
        clearing_system=_clearing_system(connection.clearing_number),
    )


def _owner(connection: BankConnection) -> Party:
    """Return the owner of our account: with an address if town and country are known."""
    if not (connection.owner_town and connection.owner_country):
        return Party(name=connection.owner_name)
    return Party(
        name=connection.owner_name,
        town=connection.owner_town,
        country=connection.owner_country,
        postal_code=connection.owner_postal_code or None,
        address=(connection.owner_street,) if connection.owner_street else (),
    )


def _require_addresses(items: Sequence[Item]) -> None:
    for index, item in enumerate(items):
        if not _party(item).town:
            problem = "this bank needs it: the beneficiary's address must have a city and a country that fit a file"
            raise Unwritable(f"payments[{index}].party.town", problem)


def _party(item: Item) -> Party:
    """Return the other side, with as much of its address as a file can carry."""
    said = item.content
    # Payments that were taken over by an earlier release have no more than a country, which is no address.
    party = Party(
        name=said["name"],
        town=said.get("town"),
        country=said["country"],
        postal_code=said.get("postalCode"),
        address=tuple(said.get("address", ())),
    )
    return addresses.fitting(party)


def _payment(item: Item) -> Payment:
    content = item.content
    mandate = content.get("mandate")
    return Payment(
        end_to_end_id=item.end_to_end_id,
        amount=item.amount,
        party=_party(item),
        account=Account(
            number=content["number"],
            is_iban=content["isIban"],
            bic=content["bic"] or None,
            clearing_number=content["clearingNumber"] or None,
            clearing_system=_clearing_system(content["clearingNumber"]),
        ),
        remittance=content["remittance"],
        mandate=Mandate(id=mandate["id"], signed_on=dt.date.fromisoformat(mandate["signedOn"])) if mandate else None,
        purpose=None if mandate else content.get("purpose"),
        service_level=content.get("serviceLevel"),
    )


def _nacha(
    connection: BankConnection,
    chosen: Format,
    items: Sequence[Item],
    *,
    created: dt.datetime,
    value_date: dt.date,
    modifier: str,
) -> nacha.File:
    by_head: dict[tuple[EntryClass, str], list[Item]] = {}
    for item in items:
        by_head.setdefault(_head(connection, chosen, item), []).append(item)
    batches = [
        nacha.Batch(
            entry_class=entry_class,
            is_debit=chosen.is_debit,
            description=description,
            due=value_date,
            entries=tuple(_entry(item) for item in some),
        )
        # The batch of companies is the last one: the entry of our own account, which is a company's, stands there.
        for (entry_class, description), some in sorted(
            by_head.items(), key=lambda one: (one[0][0] is EntryClass.CCD, one[0][1])
        )
    ]
    own = nacha.OwnAccount(routing_number=connection.clearing_number, account_number=connection.account_number)
    return nacha.File(
        destination=connection.clearing_number,
        destination_name=connection.bank_name,
        origin=connection.sender_id,
        origin_name=connection.owner_name,
        company_id=connection.sender_id,
        company_name=connection.owner_name,
        created=created.astimezone(ZoneInfo(connection.time_zone)),
        modifier=modifier,
        batches=tuple(batches),
        own_account=own if connection.balances_files else None,
    )


def _head(connection: BankConnection, chosen: Format, item: Item) -> tuple[EntryClass, str]:
    """Return the class of a payment's batch, and what the batch is for, as receivers' statements show it."""
    people = EntryClass.WEB if chosen.is_debit else EntryClass.PPD
    entry_class = EntryClass.CCD if item.content["isBusiness"] else people
    entered: str = connection.debit_description if chosen.is_debit else connection.credit_description
    if entered and RESERVED.get(entered.upper()) in {None, entry_class}:
        return entry_class, entered
    return entry_class, _DESCRIPTIONS.get(item.content.get("purpose", ""), _DESCRIPTION)


_DESCRIPTION = "PAYMENT"
_DESCRIPTIONS: Mapping[str, str] = {
    "GIFT": "GIFT",
    "GDSV": "GOODS SVCS",
    "EDUC": "EDUCATION",
    "MDCS": "MEDICAL",
    "TAXS": "TAX",
    "LOAR": "LOAN",
    "UBIL": "UTILITIES",
    "CHAR": "DONATION",
}
"""What a batch of payouts is for, by the ISO 20022 code of its quotes' purpose."""
RESERVED = {"PAYROLL": EntryClass.PPD, "PURCHASE": EntryClass.WEB}
"""Descriptions that Nacha keeps for one class since March 2026: wages to people, and purchases of people online."""


def _entry(item: Item) -> nacha.Entry:
    said = item.content
    return nacha.Entry(
        id=item.end_to_end_id,
        amount=item.amount,
        name=said["name"],
        routing_number=said["clearingNumber"],
        account_number=said["number"],
        is_savings=said.get("isSavings", False),
        remittance=said["remittance"],
    )
