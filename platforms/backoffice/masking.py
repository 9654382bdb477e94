"""Masking of personal data: the back office shows enough to recognise a value, not enough to use it."""

import contextlib
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from typing import Any

_is_off: ContextVar[bool] = ContextVar("nothing is masked", default=False)

DOTS = "••••"
_SHORTEST_WITH_A_TAIL = 8
_ACCOUNTS = frozenset({"accountInfo", "counterpartyInformation"})
_ADDRESSES = frozenset({"address", "postalAddress", "POSTAL_ADDRESS"})
_DATES = frozenset({"birthDate", "BIRTH_DATE"})
_IDENTIFIERS = frozenset({"taxId", "identifier", "email", "phoneNumber", "registrationNumber"})
# The harmless members of an account's description. Everything else there is an identifier until it is listed here.
_OPEN = frozenset(
    {
        "accountType",
        "bankAccountType",
        "bankName",
        "beneficiaryType",
        "businessType",
        "countries",
        "country",
        "countryOfResidence",
        "fullName",
        "legalName",
        "nationality",
        "paymentRails",
        "pixKeyType",
        "provider",
        "region",
    }
)


@contextlib.contextmanager
def off() -> Iterator[None]:
    """Mask nothing in this block: the audit log records that the person looks (see `reveal`)."""
    before = _is_off.set(True)
    try:
        yield
    finally:
        _is_off.reset(before)


def masked(value: object) -> str:
    """Return the last four characters of an identifier behind dots; for a short one the dots alone.

    Of an e-mail or UMA address: the first letter and the domain. Its last four would be those of many others.
    """
    text = "" if value is None else str(value)
    if not text or _is_off.get():
        return text
    name, at, domain = text.rpartition("@")
    if at and domain:
        return f"{_beginning(name)}{DOTS}@{domain}"
    return f"{DOTS} {text[-4:]}" if len(text) >= _SHORTEST_WITH_A_TAIL else DOTS


def _beginning(name: str) -> str:
    """Return the first letter of what stands before the @, behind the sign of a UMA address; of one letter nothing."""
    sign = "$" if name.startswith("$") else ""
    rest = name.removeprefix(sign)
    return sign + (rest[0] if len(rest) > 1 else "")


def year(value: object) -> str:
    """Return the year of a date (a `date`, or ISO 8601 text) with its month and day masked."""
    text = "" if value is None else str(value)
    if not text or _is_off.get():
        return text
    return f"{text[:4]}-••-••"


def address(value: object) -> object:
    """Return a postal address with everything but its country masked."""
    if _is_off.get():
        return value
    if not isinstance(value, Mapping):
        return masked(value)
    return {key: part if key == "country" else part and DOTS for key, part in value.items()}


def account(value: object) -> object:
    """Return the description of an account or of its holder: masked except for members known to be harmless."""
    if _is_off.get():
        return value
    if isinstance(value, Mapping):
        return {key: part if key in _OPEN else _personal_part(key, part, account) for key, part in value.items()}
    if isinstance(value, list):
        return [account(part) for part in value]
    return value if value is None or isinstance(value, bool) else masked(value)


def personal(value: object) -> object:
    """Return the JSON of any resource with its personal data masked."""
    if isinstance(value, Mapping):
        return {key: _personal_part(key, part, personal) for key, part in value.items()}
    if isinstance(value, list):
        return [personal(part) for part in value]
    return value


def _personal_part(key: str, part: Any, otherwise: Any) -> object:
    if key in _DATES:
        return year(part)
    if key in _ADDRESSES:
        return address(part)
    if key in _ACCOUNTS:
        return account(part)
    if key in _IDENTIFIERS and isinstance(part, str):
        return masked(part)
    result: object = otherwise(part)
    return result
