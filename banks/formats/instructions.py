"""pain.001, credit transfers, and pain.008, direct debits: written for a bank, and read back."""

import dataclasses
import datetime as dt
import enum
import io
import re
from xml.etree import ElementTree as ET

from banks.formats import addresses, characters, elements
from banks.formats.elements import add
from banks.formats.lines import Bounded
from banks.formats.records import (
    Account,
    Batch,
    Collection,
    DamagedFile,
    Mandate,
    Party,
    Payment,
    Scheme,
    Sequence,
    Unwritable,
    decimal_text,
)
from platforms.base import money

_ID = 35
_NAME = 70
_IBAN = re.compile(r"[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}")
_BIC = re.compile(r"[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?")
_CODE = re.compile(r"[A-Z0-9]{4}")
_CURRENCY = re.compile(r"[A-Z]{3}")


class Version(enum.StrEnum):
    """The messages written. Banks take the newer of each pair; some still take the older one, too."""

    CREDIT_TRANSFERS_03 = "pain.001.001.03"
    CREDIT_TRANSFERS_09 = "pain.001.001.09"
    DIRECT_DEBITS_02 = "pain.008.001.02"
    DIRECT_DEBITS_08 = "pain.008.001.08"

    @property
    def is_newer(self) -> bool:
        """Whether it has the names of 2019: BICFI for BIC, a choice of date and moment."""
        return self in {self.CREDIT_TRANSFERS_09, self.DIRECT_DEBITS_08}

    @property
    def collects(self) -> bool:
        """Whether it is for direct debits."""
        return self in {self.DIRECT_DEBITS_02, self.DIRECT_DEBITS_08}


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Requirements of one kind of payment. `max_amount` and amounts are in the smallest unit of `currency`."""

    name: str
    service_level: str | None
    charge_bearer: str
    remittance: int = 140
    currency: str | None = None
    max_amount: int | None = None
    needs_iban: bool = False
    clearing_system: str | None = None


SEPA = Profile(
    name="SEPA",
    service_level="SEPA",
    charge_bearer="SLEV",
    currency="EUR",
    max_amount=99_999_999_999,
    needs_iban=True,
)
FASTER_PAYMENTS = Profile(
    name="Faster Payments",
    service_level="URNS",
    charge_bearer="SHAR",
    remittance=18,
    currency="GBP",
    max_amount=100_000_000,
    clearing_system="GBDSC",
)
GENERIC = Profile(name="Generic", service_level=None, charge_bearer="SHAR")
PROFILES = (SEPA, FASTER_PAYMENTS, GENERIC)
_TOTAL_DIGITS = 18


def write(batch: Batch, *, version: Version, profile: Profile) -> bytes:
    """Return the file of a batch, in UTF-8.

    Raises Unwritable, which names the field, for values that the profile does not allow. The file is read back, and its
    count and total are compared.
    """
    _check(batch, version, profile)
    root = elements.document(version)
    message = add(root, "CstmrDrctDbtInitn" if version.collects else "CstmrCdtTrfInitn")
    header = add(message, "GrpHdr")
    message_id = characters.identifier(batch.message_id, "message_id", limit=_ID)
    add(header, "MsgId", message_id)
    add(header, "CreDtTm", batch.created.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
    _totals(header, batch)
    add(header, "InitgPty/Nm", characters.name(batch.owner.name, "owner.name", limit=_NAME))
    information = add(message, "PmtInf")
    add(information, "PmtInfId", message_id)
    add(information, "PmtMtd", "DD" if version.collects else "TRF")
    _totals(information, batch)
    _head(information, batch, version, profile)
    ids = set()
    for index, payment in enumerate(batch.payments):
        if payment.end_to_end_id in ids:
            raise Unwritable(f"payments[{index}].end_to_end_id", "another payment of the batch has it")
        ids.add(payment.end_to_end_id)
        _payment(information, payment, f"payments[{index}]", batch, version=version, profile=profile)
    content = b'<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root)
    _compare(content, batch)
    return content


def _check(batch: Batch, version: Version, profile: Profile) -> None:
    if not batch.payments:
        raise Unwritable("payments", "there are none")
    if profile.currency not in {None, batch.currency}:
        raise Unwritable("currency", f"{profile.name} takes {profile.currency} only")
    if not _CURRENCY.fullmatch(batch.currency):
        raise Unwritable("currency", "ISO 20022 has currencies of three letters only")
    if version.collects != (batch.collection is not None):
        raise Unwritable("collection", "direct debits need it, and credit transfers have none")
    if version.collects and profile is not SEPA:
        raise Unwritable("profile", "direct debits are written for SEPA only")
    if len(str(_total(batch))) > _TOTAL_DIGITS:
        raise Unwritable("payments", "their total has more than 18 digits")
    if batch.created.tzinfo is None:
        raise Unwritable("created", "it has no time zone")


def _total(batch: Batch) -> int:
    return sum(payment.amount for payment in batch.payments)


def _totals(parent: ET.Element, batch: Batch) -> None:
    add(parent, "NbOfTxs", str(len(batch.payments)))
    add(parent, "CtrlSum", decimal_text(_total(batch), batch.currency))


def _head(information: ET.Element, batch: Batch, version: Version, profile: Profile) -> None:
    """Write what the payments have in common; the direction decides who is debtor and who creditor."""
    collection = batch.collection
    if profile.service_level:
        kind = add(information, "PmtTpInf")
        add(kind, "SvcLvl/Cd", profile.service_level)
        if collection:
            add(kind, "LclInstrm/Cd", collection.scheme)
            add(kind, "SeqTp", collection.sequence)
    day = "ReqdColltnDt" if collection else "ReqdExctnDt/Dt" if version.is_newer else "ReqdExctnDt"
    add(information, day, batch.due.isoformat())
    ours = "Cdtr" if collection else "Dbtr"
    _party(add(information, ours), batch.owner, "owner")
    account = add(information, f"{ours}Acct")
    _account(account, batch.account, "account", profile)
    add(account, "Ccy", batch.currency)
    _agent(add(information, f"{ours}Agt/FinInstnId"), batch.account, "account", version, profile)
    add(information, "ChrgBr", profile.charge_bearer)
    if collection:
        scheme = add(information, "CdtrSchmeId/Id/PrvtId/Othr")
        add(scheme, "Id", characters.identifier(collection.creditor_id, "collection.creditor_id", limit=_ID))
        add(scheme, "SchmeNm/Prtry", "SEPA")


def _payment(
    information: ET.Element, payment: Payment, field: str, batch: Batch, *, version: Version, profile: Profile
) -> None:
    if payment.amount <= 0:
        raise Unwritable(f"{field}.amount", "it is not positive")
    if payment.amount > (profile.max_amount or money.MAX_AMOUNT):
        most = money.major_units(profile.max_amount or money.MAX_AMOUNT, batch.currency)
        raise Unwritable(f"{field}.amount", f"it is more than {profile.name} takes, {most}")
    theirs = add(information, "DrctDbtTxInf" if batch.collection else "CdtTrfTxInf")
    end_to_end_id = characters.identifier(payment.end_to_end_id, f"{field}.end_to_end_id", limit=_ID)
    add(theirs, "PmtId/EndToEndId", end_to_end_id)
    if payment.service_level:
        if profile.service_level or batch.collection:
            raise Unwritable(f"{field}.service_level", f"{profile.name} has one of its own")
        add(theirs, "PmtTpInf/SvcLvl/Cd", _code(payment.service_level, f"{field}.service_level"))
    amount = add(
        theirs, "InstdAmt" if batch.collection else "Amt/InstdAmt", decimal_text(payment.amount, batch.currency)
    )
    amount.set("Ccy", batch.currency)
    _mandate(theirs, payment.mandate, f"{field}.mandate", needed=version.collects)
    who = "Dbtr" if batch.collection else "Cdtr"
    if batch.collection or payment.account.bic or payment.account.clearing_number:
        _agent(add(theirs, f"{who}Agt/FinInstnId"), payment.account, f"{field}.account", version, profile)
    elif not payment.account.is_iban:
        raise Unwritable(f"{field}.account", "a number that is no IBAN needs its bank")
    _party(add(theirs, who), payment.party, f"{field}.party")
    _account(add(theirs, f"{who}Acct"), payment.account, f"{field}.account", profile)
    if payment.purpose:
        add(theirs, "Purp/Cd", _code(payment.purpose, f"{field}.purpose"))
    if payment.remittance:
        text = characters.fit(payment.remittance, f"{field}.remittance", limit=profile.remittance)
        add(theirs, "RmtInf/Ustrd", text)


def _code(code: str, field: str) -> str:
    if not _CODE.fullmatch(code):
        raise Unwritable(field, "it is no code of four capital letters or digits")
    return code


def _mandate(theirs: ET.Element, mandate: Mandate | None, field: str, *, needed: bool) -> None:
    if needed != (mandate is not None):
        raise Unwritable(field, "direct debits need it, and credit transfers have none")
    if mandate:
        related = add(theirs, "DrctDbtTx/MndtRltdInf")
        add(related, "MndtId", characters.identifier(mandate.id, f"{field}.id", limit=_ID))
        add(related, "DtOfSgntr", mandate.signed_on.isoformat())


def _party(element: ET.Element, party: Party, field: str) -> None:
    add(element, "Nm", characters.name(party.name, f"{field}.name", limit=_NAME))
    addresses.write(element, party, field)


def _account(element: ET.Element, account: Account, field: str, profile: Profile) -> None:
    if account.is_iban:
        number = account.number.replace(" ", "")
        if not _IBAN.fullmatch(number):
            raise Unwritable(f"{field}.number", "it is no IBAN")
        add(element, "Id/IBAN", number)
    elif profile.needs_iban:
        raise Unwritable(f"{field}.number", f"{profile.name} takes IBANs only")
    else:
        add(element, "Id/Othr/Id", characters.identifier(account.number, f"{field}.number", limit=34))


def _agent(element: ET.Element, account: Account, field: str, version: Version, profile: Profile) -> None:
    if account.bic:
        if not _BIC.fullmatch(account.bic):
            raise Unwritable(f"{field}.bic", "it is no BIC of 8 or 11 characters")
        add(element, "BICFI" if version.is_newer else "BIC", account.bic)
    if account.clearing_number:
        member = add(element, "ClrSysMmbId")
        if system := account.clearing_system or profile.clearing_system:
            add(member, "ClrSysId/Cd", system)
        number = characters.identifier(account.clearing_number, f"{field}.clearing_number", limit=_ID)
        add(member, "MmbId", number)
    if not (account.bic or account.clearing_number):
        if not account.is_iban:
            raise Unwritable(f"{field}.bic", "a number that is no IBAN needs its bank")
        add(element, "Othr/Id", "NOTPROVIDED")


def _compare(content: bytes, batch: Batch) -> None:
    """Read the file back; raises Unwritable when it differs from the batch."""
    written = read(content)
    expected = {payment.end_to_end_id: payment.amount for payment in batch.payments}
    if written.message_id != batch.message_id or {p.end_to_end_id: p.amount for p in written.payments} != expected:
        raise Unwritable("payments", "the file that was written does not say what the batch says")


def read(content: bytes) -> Batch:
    """Return the batch of a file with one block of payments, as `write` makes them.

    Raises DamagedFile for another message, or for wrong counts and totals.
    """
    root = [stack[0] for _, stack in elements.walk(Bounded(io.BytesIO(content), is_ours=True), down_to=1)][-1]
    message = elements.message_name(root.tag)
    if message not in set(Version):
        raise DamagedFile("the first element", "it is no message that is read here")
    reader = elements.Reader(message, "the message")
    if Version(message).collects:
        return _batch(reader, reader.one(root, "CstmrDrctDbtInitn"), "DrctDbtTxInf", ours="Cdtr", theirs="Dbtr")
    return _batch(reader, reader.one(root, "CstmrCdtTrfInitn"), "CdtTrfTxInf", ours="Dbtr", theirs="Cdtr")


def _batch(reader: elements.Reader, message: ET.Element, name: str, *, ours: str, theirs: str) -> Batch:
    header, blocks = reader.one(message, "GrpHdr"), reader.all(message, "PmtInf")
    if len(blocks) != 1:
        raise reader.damaged("PmtInf", "one is read, and there are others or none")
    block = blocks[0]
    currency = reader.text(block, f"{ours}Acct/Ccy")
    payments = []
    for index, element in enumerate(reader.all(block, name)):
        part = elements.Reader(reader.message, f"payment {index + 1}")
        payments.append(_read_payment(part, element, theirs, currency))
    for element in (header, block):
        _check_totals(reader, element, payments, currency)
    due = reader.date(block, "ReqdColltnDt" if theirs == "Dbtr" else "ReqdExctnDt")
    created = reader.moment(header, "CreDtTm")
    if due is None or created is None:
        raise reader.damaged("CreDtTm", "it, or the day of the payments, is missing")
    return Batch(
        message_id=reader.text(header, "MsgId"),
        created=created,
        due=due,
        currency=currency,
        owner=_read_party(reader, reader.one(block, ours)),
        account=_read_account(reader, block, ours),
        payments=tuple(payments),
        collection=_read_collection(reader, block) if theirs == "Dbtr" else None,
    )


def _check_totals(reader: elements.Reader, element: ET.Element, payments: list[Payment], currency: str) -> None:
    if reader.text(element, "NbOfTxs") != str(len(payments)):
        raise reader.damaged("NbOfTxs", "it is not the number of payments")
    total = reader.one(element, "CtrlSum")
    if (total.text or "") != decimal_text(sum(payment.amount for payment in payments), currency):
        raise reader.damaged("CtrlSum", "it is not the total of the payments")


def _read_payment(reader: elements.Reader, element: ET.Element, theirs: str, currency: str) -> Payment:
    amount, paid_in = reader.amount(reader.one(element, "InstdAmt" if theirs == "Dbtr" else "Amt/InstdAmt"))
    if paid_in != currency:
        raise reader.damaged("InstdAmt", "its currency is not the account's")
    mandate = None
    if theirs == "Dbtr":
        path = "DrctDbtTx/MndtRltdInf/"
        signed = reader.day(reader.text(element, f"{path}DtOfSgntr"), "DtOfSgntr")
        mandate = Mandate(id=reader.text(element, f"{path}MndtId"), signed_on=signed)
    return Payment(
        end_to_end_id=reader.text(element, "PmtId/EndToEndId"),
        amount=amount,
        party=_read_party(reader, reader.one(element, theirs)),
        account=_read_account(reader, element, theirs),
        remittance=reader.maybe(element, "RmtInf/Ustrd") or "",
        mandate=mandate,
        purpose=reader.maybe(element, "Purp/Cd"),
        service_level=reader.maybe(element, "PmtTpInf/SvcLvl/Cd"),
    )


def _read_party(reader: elements.Reader, element: ET.Element) -> Party:
    return Party(
        name=reader.text(element, "Nm"),
        town=reader.maybe(element, "PstlAdr/TwnNm"),
        country=reader.maybe(element, "PstlAdr/Ctry"),
        postal_code=reader.maybe(element, "PstlAdr/PstCd"),
        address=tuple(reader.texts(element, "PstlAdr/AdrLine")),
    )


def _read_account(reader: elements.Reader, element: ET.Element, who: str) -> Account:
    iban = reader.maybe(element, f"{who}Acct/Id/IBAN")
    return Account(
        number=iban or reader.text(element, f"{who}Acct/Id/Othr/Id"),
        is_iban=iban is not None,
        bic=reader.maybe(element, f"{who}Agt/FinInstnId/BICFI", f"{who}Agt/FinInstnId/BIC"),
        clearing_number=reader.maybe(element, f"{who}Agt/FinInstnId/ClrSysMmbId/MmbId"),
        clearing_system=reader.maybe(element, f"{who}Agt/FinInstnId/ClrSysMmbId/ClrSysId/Cd"),
    )


def _read_collection(reader: elements.Reader, block: ET.Element) -> Collection:
    try:
        return Collection(
            creditor_id=reader.text(block, "CdtrSchmeId/Id/PrvtId/Othr/Id"),
            scheme=Scheme(reader.text(block, "PmtTpInf/LclInstrm/Cd")),
            sequence=Sequence(reader.text(block, "PmtTpInf/SeqTp")),
        )
    except ValueError:
        raise reader.damaged("PmtTpInf", "its scheme or sequence is unknown") from None
