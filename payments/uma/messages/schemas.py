"""Checks of received values: types, lengths, bounds. Every failure raises ProtocolError."""

import contextlib
import dataclasses
import datetime as dt
import math
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any
from urllib.parse import urlsplit

from payments.uma.messages import texts
from payments.uma.messages.errors import ProtocolError, Reason
from payments.uma.messages.signatures import Signature
from platforms.base import money
from platforms.models import CounterpartyField

MAX_BODY_BYTES = 64 * 1024
"""The longest message that is read, of any kind."""
MAX_MSAT = 21_000_000 * 100_000_000 * 1000
"""All bitcoin there will ever be, in millisatoshis."""
MULTIPLIER_DIGITS = 15
"""Significant digits that a JSON number of double precision always keeps."""
_LONGEST_TEXT = 1024
_LONGEST_SIGNATURE = 512
_DOMAIN = re.compile(r"(?=.{1,253}\Z)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]")
_ADDRESS = re.compile(r"\$[a-z0-9_.+-]{1,64}@(?P<domain>[^@]{1,253})")
_VERSION = re.compile(r"(?P<major>[0-9]{1,4})\.[0-9]{1,4}")
_EARLIEST, _LATEST = 0, 2**33

FIELD_KEYS: Mapping[str, str] = {
    CounterpartyField.FULL_NAME.value: "name",
    CounterpartyField.BIRTH_DATE.value: "birthDate",
    CounterpartyField.NATIONALITY.value: "nationality",
    CounterpartyField.PHONE_NUMBER.value: "phoneNumber",
    CounterpartyField.EMAIL.value: "email",
    CounterpartyField.POSTAL_ADDRESS.value: "postalAddress",
    CounterpartyField.TAX_ID.value: "taxId",
    CounterpartyField.REGISTRATION_NUMBER.value: "registrationNumber",
    CounterpartyField.USER_TYPE.value: "userType",
    CounterpartyField.COUNTRY_OF_RESIDENCE.value: "countryOfResidence",
    CounterpartyField.ACCOUNT_IDENTIFIER.value: "accountIdentifier",
    CounterpartyField.FI_LEGAL_ENTITY_NAME.value: "fiLegalEntityName",
    CounterpartyField.FI_ADDRESS.value: "fiAddress",
    CounterpartyField.PURPOSE_OF_PAYMENT.value: "purposeOfPayment",
    CounterpartyField.ULTIMATE_INSTITUTION_COUNTRY.value: "ultimateInstitutionCountry",
    CounterpartyField.IDENTIFIER.value: "identifier",
    CounterpartyField.BUSINESS_TYPE.value: "businessType",
}
"""The messages' names of the facts about a person or institution."""
_FIELDS = {key: field for field, key in FIELD_KEYS.items()}
_STRUCTURE = frozenset({"compliance", "identifier"})
"""Members of payer and payee data that belong to the protocol itself."""


def domain_of(address: str) -> str:
    """Return the domain of an UMA address in lower case; raises ProtocolError when it is none."""
    domain = _domain_of(address)
    if domain is None:
        raise ProtocolError(Reason.INVALID_INPUT, "That is not an UMA address.")
    return domain


def multiplier(rate: Fraction) -> Decimal:
    """Return a rate as messages can carry it: 15 significant digits, rounded down.

    Promised amounts must be computed with this very number, because the other side computes with it.
    """
    if rate <= 0:
        message = "a rate is positive"
        raise ValueError(message)
    exponent = math.floor(math.log10(rate)) - MULTIPLIER_DIGITS + 1
    digits = math.floor(rate / Fraction(10) ** exponent)
    # The logarithm of a number next to a power of ten may be off by one.
    if digits >= 10**MULTIPLIER_DIGITS:
        digits, exponent = digits // 10, exponent + 1
    return Decimal(digits).scaleb(exponent).normalize()


@dataclasses.dataclass(frozen=True, slots=True)
class Checks:
    """The checks of one kind of message: all of them raise ProtocolError with its code."""

    reason: Reason

    def refuse(self, text: str) -> ProtocolError:
        """Return the error to raise."""
        return ProtocolError(self.reason, text)

    def require_size(self, body: bytes) -> None:
        """Refuse a body that is too long."""
        if len(body) > MAX_BODY_BYTES:
            raise self.refuse("The message is too long.")

    @contextlib.contextmanager
    def parsing(self) -> Iterator[None]:
        """Turn all errors of the library on odd input into the protocol's error."""
        try:
            yield
        except ProtocolError:
            raise
        except Exception:  # noqa: BLE001 - it raises half a dozen kinds, and recursion and overflow errors beside
            raise self.refuse("The message cannot be understood.") from None

    def text(self, value: object, name: str, *, longest: int = _LONGEST_TEXT) -> str:
        """Return a text that is not empty and has only printable characters."""
        if not isinstance(value, str) or not 0 < len(value) <= longest or not value.isprintable():
            raise self.refuse(f"{name} must be a text of 1 to {longest} printable characters.")
        return value

    def words(self, value: object, name: str, *, longest: int = _LONGEST_TEXT) -> str:
        """Return a text written by a person, without invisible characters; absent is empty."""
        if value is None:
            return ""
        if not isinstance(value, str) or len(value) > longest:
            raise self.refuse(f"{name} must be a text of at most {longest} characters.")
        return texts.readable(value)

    def optional_text(self, value: object, name: str, *, longest: int = _LONGEST_TEXT) -> str:
        """Return a text, empty when it is absent."""
        return "" if value is None or value == "" else self.text(value, name, longest=longest)

    def integer(self, value: object, name: str, *, least: int, most: int) -> int:
        """Return an integer within bounds; a value that only looks like one is refused."""
        if type(value) is not int or not least <= value <= most:
            raise self.refuse(f"{name} must be an integer from {least} to {most}.")
        return value

    def amount(self, value: object, name: str, *, least: int = 1) -> int:
        """Return an amount that the books can hold."""
        return self.integer(value, name, least=least, most=money.MAX_AMOUNT)

    def rate(self, value: object, name: str) -> Decimal:
        """Return a positive, finite rate, exactly as written."""
        if type(value) not in {int, float} or not 0 < value <= MAX_MSAT:  # type: ignore[operator]
            raise self.refuse(f"{name} must be a positive number.")
        return Decimal(repr(value))

    def url(self, value: object, name: str) -> str:
        """Return a well-formed address; the transport decides whether it may be called."""
        text = self.text(value, name, longest=2048)
        with self.parsing():
            parts = urlsplit(text)
            if parts.scheme in {"http", "https"} and parts.hostname and parts.username is None and parts.port != 0:
                return text
        raise self.refuse(f"{name} must be an http(s) address.")

    def domain(self, value: object, name: str) -> str:
        """Return a domain in lower case."""
        text = self.text(value, name, longest=253)
        if not text.isascii() or not _DOMAIN.fullmatch(text.lower()):
            raise self.refuse(f"{name} must be a domain.")
        return text.lower()

    def address(self, value: object, name: str) -> str:
        """Return a UMA address as it was written (signatures cover it so)."""
        text = self.text(value, name, longest=320)
        if _domain_of(text) is None:
            raise self.refuse(f"{name} must be an UMA address.")
        return text

    def version(self, value: object) -> str:
        """Return a version of the protocol that this service supports; raises UNSUPPORTED_UMA_VERSION for others."""
        found = _VERSION.fullmatch(self.text(value, "umaVersion", longest=16))
        if found is None:
            raise self.refuse("umaVersion must be two numbers with a dot between.")
        if found["major"] != "1":
            raise self.unsupported_version()
        return found.string

    def unsupported_version(self) -> ProtocolError:
        """Return the error that tells the other side which versions are supported."""
        return ProtocolError(
            Reason.UNSUPPORTED_UMA_VERSION, "This service speaks version 1.", supportedMajorVersions=[1]
        )

    def metadata(self, value: object, *, longest: int) -> str:
        """Return the metadata of a lookup: JSON in a text, kept as it is because hashes cover it."""
        if not isinstance(value, str) or not 0 < len(value) <= longest or not value.replace("\n", "").isprintable():
            raise self.refuse("metadata must be a text of printable characters.")
        return value

    def hexadecimal(self, value: object, name: str, *, longest: int) -> bytes:
        """Return the bytes of hexadecimal digits; absent is empty."""
        try:
            return bytes.fromhex(self.optional_text(value, name, longest=2 * longest))
        except ValueError:
            raise self.refuse(f"{name} must be hexadecimal digits.") from None

    def signature(self, payload: bytes, *, nonce: object, timestamp: object, value: object) -> Signature:
        """Return a signature to be verified later. `payload` must be made of checked parts."""
        seconds = self.integer(timestamp, "the timestamp of the signature", least=_EARLIEST, most=_LATEST)
        digits = self.text(value, "the signature", longest=_LONGEST_SIGNATURE)
        try:
            raw = bytes.fromhex(digits)
        except ValueError:
            raise self.refuse("the signature must be hexadecimal digits.") from None
        return Signature(
            payload=payload,
            nonce=self.text(nonce, "the nonce", longest=128),
            signed_at=dt.datetime.fromtimestamp(seconds, dt.UTC),
            value=raw,
        )

    def facts(self, data: Mapping[str, Any], name: str) -> dict[str, str]:
        """Return the facts about a party, by our names; members unknown to the protocol are left out."""
        told = {
            _FIELDS[key]: self.words(value, f"{name}.{key}")
            for key, value in data.items()
            if key in _FIELDS and key not in _STRUCTURE
        }
        return {field: value for field, value in told.items() if value}

    def wanted(self, options: object, name: str, *, unknown: Reason) -> dict[str, bool]:
        """Return the requested facts about a party, by our names, each with whether it is mandatory."""
        if options is None:
            return {}
        if not isinstance(options, Mapping):
            raise self.refuse(f"{name} must be an object.")
        found = {}
        for key, option in options.items():
            mandatory = getattr(option, "mandatory", None)
            if type(mandatory) is not bool:
                raise self.refuse(f"{name}: each entry says whether it is mandatory.")
            if key in _FIELDS and key not in _STRUCTURE:
                found[_FIELDS[key]] = mandatory
            elif mandatory and key not in _STRUCTURE:
                raise ProtocolError(unknown, f"{name} asks for something that this service does not know.")
        return found


def number(rate: Decimal) -> float:
    """Return a rate as JSON writes it: the only place where a rate becomes a float.

    The reader gets the same decimal digits back, because `multiplier` leaves no more of them than a float keeps.
    """
    return float(rate)


def keyed(facts: Mapping[str, str]) -> dict[str, str]:
    """Return facts under the names of the messages."""
    return {FIELD_KEYS[field]: value for field, value in facts.items()}


def _domain_of(address: str) -> str | None:
    # Some letters of other alphabets become Latin ones in lower case.
    found = _ADDRESS.fullmatch(address.lower()) if address.isascii() else None
    return found["domain"] if found and _DOMAIN.fullmatch(found["domain"]) else None
