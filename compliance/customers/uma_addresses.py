"""UMA addresses of customers: `$user@domain`, in lower case, never assigned twice by a platform.

Two platforms may have the same address: it leads to the customer of the platform that has verified the domain.
"""

import re
import uuid

from platforms.base import errors

PURPOSE = "compliance_customer.uma_address"
"""Purpose of the blind index of erased customers' addresses."""
_USER = re.compile(r"[a-z0-9\-_.+]{1,64}", re.ASCII)


class UmaAddressExists(errors.DomainError):
    """Another customer has, or had, this address."""

    code = "UMA_ADDRESS_EXISTS"
    message = "This UMA address is taken."


def check(text: str, *, domain: str | None, named: str) -> str:
    """Return an address in lower case; raises INVALID_UMA_ADDRESS unless it is `$user@` and the platform's domain.

    `domain`: that of new addresses, None while the platform has verified none; `named`: the one that it has named.
    """
    address = text.lower()
    user, separator, host = address.removeprefix("$").rpartition("@")
    if not address.startswith("$") or not separator or not _USER.fullmatch(user):
        raise _invalid("must be $user@domain; the user has 1 to 64 characters of a-z 0-9 - _ . +")
    if host == named != domain:
        raise _invalid(f"must wait until it is shown that {named} is the platform's own: see GET /config")
    if host != (domain or named):
        raise _invalid(f"must end with the platform's UMA domain, @{domain or named}")
    return address


def generate(key: uuid.UUID, *, domain: str) -> str:
    """Return an address for the customer with this key, made from the key's random end, so that it reveals nothing."""
    return f"${key.hex[-16:]}@{domain}"


def _invalid(reason: str) -> errors.InvalidInput:
    return errors.InvalidInput.field("umaAddress", reason, code="INVALID_UMA_ADDRESS")
