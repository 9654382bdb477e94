"""Test data, built through the operations, so that it obeys the rules."""

import dataclasses
import datetime as dt
import itertools
import secrets
from typing import Any

from django.db import transaction

from compliance.models import BeneficialOwner, Customer
from payments.models import InternalAccount, UmaProvider
from platforms import audit
from platforms.base import clock, identifiers
from platforms.http import authentication
from platforms.models import ApiToken, Permission, Platform, UmaDomain
from platforms.operations import api_tokens, platforms, uma_domains

OPERATOR = audit.operator("tests")
CURRENCIES = ("USD", "EUR", "GBP", "MXN", "BRL", "INR", "PHP", "NGN", "CAD", "BTC", "USDC")
_numbers = itertools.count(1)


@dataclasses.dataclass
class Tenant:
    """A platform with the credentials of its first token."""

    platform: Platform
    client_id: str
    client_secret: str


def tenant(name: str = "acme", **options: Any) -> Tenant:
    return with_token(platform(name, **options))


def platform(
    name: str = "acme", *, environment: str = "SANDBOX", currencies=CURRENCIES, regulated: bool = False
) -> Platform:
    with transaction.atomic():
        made = platforms.create_platform(
            name=name,
            environment=environment,
            uma_domain=f"{name}{next(_numbers)}.example.com",
            currencies=currencies,
            is_regulated=regulated,
            actor=OPERATOR,
            now=clock.real_now(),
        )
        domain_checked(made.uma_domain, of=made)
    return made


def domain_checked(domain: str, *, of: Platform, problem: str = "") -> UmaDomain:
    """Note that the proof of a domain was found, or what was met with instead."""
    named = UmaDomain.objects.get(platform=of, domain=domain)
    with transaction.atomic():
        return uma_domains.record(domain_id=named.id, problem=problem, now=clock.real_now())


def with_token(platform: Platform, *, days_ahead: int = 0) -> Tenant:
    """Give a platform a token; after that move its clock. The row is stored past the checks: most tests need one."""
    now, key, secret = clock.real_now(), identifiers.new_key(), secrets.token_urlsafe(32)
    stored = ApiToken.objects.create(
        id=key,
        platform_id=platform.id,
        name="tests",
        permissions=list(Permission.values),
        client_id=secrets.token_hex(16),
        secret_hash=authentication.hash_secret(
            secret, row=authentication.row_of(token_id=key, platform_id=platform.id)
        ),
        key_fingerprint=authentication.fingerprints()[0],
        created_at=now,
        updated_at=now,
    )
    if days_ahead:
        platform.clock_offset = dt.timedelta(days=days_ahead)
        platform.save(update_fields=["clock_offset"])
    return Tenant(platform, stored.client_id, secret)


def token(platform: Platform, permissions=tuple(Permission.values), **options) -> api_tokens.NewToken:
    with transaction.atomic():
        return api_tokens.create(
            platform_id=platform.id,
            name="tests",
            permissions=permissions,
            granted_by=frozenset(Permission.values),
            actor=OPERATOR,
            now=clock.real_now(),
            **options,
        )


def blocked_provider(domain: str) -> UmaProvider:
    """An institution that nothing is to be sent to, or taken from."""
    now = clock.real_now()
    return UmaProvider.objects.create(
        environment="SANDBOX", name="Bank", domain=domain, is_blocked=True, created_at=now, updated_at=now
    )


def owner_of(business: Customer, **person: str) -> BeneficialOwner:
    """Somebody who owns half of a business and was approved: stored past the checks."""
    now = clock.real_now()
    owner: BeneficialOwner = BeneficialOwner.objects.create(
        platform_id=business.platform_id,
        customer=business,
        roles=["UBO"],
        ownership_percentage=50,
        personal_info=person,
        kyc_status="APPROVED",
        created_at=now,
        updated_at=now,
    )
    return owner


def beneficiary(name: str = "Ada Lovelace") -> dict[str, Any]:
    return {
        "beneficiaryType": "INDIVIDUAL",
        "fullName": name,
        "birthDate": "1990-01-31",
        "nationality": "GB",
        "address": {"line1": "1 Main Street", "city": "London", "postalCode": "N1 9GU", "country": "GB"},
    }


def usd_account(suffix: str = "789", *, number: str | None = None) -> dict[str, Any]:
    """A US bank account whose number ends in `suffix`, which selects the sandbox scenario."""
    return {
        "accountType": "USD_ACCOUNT",
        "accountNumber": number or f"{next(_numbers):06d}{suffix}",
        "routingNumber": "021000021",
        "beneficiary": beneficiary(),
    }


def us_bank_of(customer: str, suffix: str) -> dict[str, Any]:
    """What makes a US bank account of a customer."""
    return {"customerId": customer, "currency": "USD", "accountInfo": usd_account(suffix)}


def individual(name: str = "Ada Lovelace", **fields) -> dict[str, Any]:
    return {
        "customerType": "INDIVIDUAL",
        "fullName": name,
        "birthDate": "1990-01-31",
        "nationality": "GB",
        "address": {"line1": "1 Main Street", "city": "London", "postalCode": "N1 9GU", "country": "GB"},
        **fields,
    }


def born(today: dt.date, *, years: int) -> dt.date:
    """The latest day of birth of somebody who is so old."""
    is_leap_day = (today.month, today.day) == (2, 29)
    return today.replace(year=today.year - years, day=28 if is_leap_day else today.day)


def balance_of(account_public_id: str) -> int:
    key = account_public_id.partition(":")[2]
    return InternalAccount.objects.select_related("ledger_account").get(id=key).ledger_account.balance or 0
