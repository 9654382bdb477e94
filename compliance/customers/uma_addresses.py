"""UMA addresses of customers: `$user@domain`, in lower case, never assigned to a second customer of a platform.

Payers keep addresses. So one that a customer gave up stays that customer's, who may take it back.

Two platforms may have the same address: it leads to the customer of the platform that has verified the domain.
"""

import datetime as dt
import re
import uuid
from collections.abc import Sequence
from typing import Any

from compliance.models import Customer, FormerUmaAddress
from platforms.base import errors
from platforms.encryption import encryption

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


def give_up(customer: Customer, address: str, *, now: dt.datetime) -> None:
    """Keep an address that a customer had until now from all other customers."""
    former = FormerUmaAddress(platform_id=customer.platform_id, customer=customer, address=address, created_at=now)
    # An address that was taken back is given up a second time.
    FormerUmaAddress.objects.bulk_create([former], ignore_conflicts=True)


def formerly_of_others(customers: Sequence[Customer]) -> set[str]:
    """Return those addresses of a platform's customers that another customer gave up, or had until it was erased.

    Asked after the customers are stored: the unique index has waited by then for whoever gave one up meanwhile.
    """
    kept: Any = FormerUmaAddress._meta.get_field("digest")
    owners = {}
    for customer in customers:
        owners[kept.digest(customer.uma_address)] = customer
        owners[encryption.digest(customer.uma_address, purpose=PURPOSE)] = customer
    platforms = {customer.platform_id for customer in customers}
    given_up = FormerUmaAddress.objects.filter(platform__in=platforms, digest__in=owners)
    erased = Customer.objects.filter(platform__in=platforms, retired_uma_digest__in=owners)
    rows = given_up.values_list("digest", "customer_id").union(erased.values_list("retired_uma_digest", "id"), all=True)
    found = ((owners[bytes(digest)], owner) for digest, owner in rows)
    return {customer.uma_address for customer, owner in found if owner != customer.id}


def former(customer: Customer) -> list[str]:
    """Return the addresses that a customer gave up and that are not erased."""
    rows = FormerUmaAddress.objects.filter(customer=customer).exclude(address=None)
    return [str(row.address) for row in rows.order_by("id")]


def forget(customer: Customer) -> None:
    """Erase the addresses that a customer gave up. Their blind indexes remain: nobody else can take them."""
    for row in FormerUmaAddress.objects.filter(customer=customer).exclude(address=None).order_by("id"):
        row.address = None
        row.save(update_fields=["address"])


def _invalid(reason: str) -> errors.InvalidInput:
    return errors.InvalidInput.field("umaAddress", reason, code="INVALID_UMA_ADDRESS")
