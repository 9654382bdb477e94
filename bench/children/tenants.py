"""A platform without a rate limit, its token, and customers with funded accounts."""

import base64
import dataclasses
import datetime as dt
import uuid
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db import transaction

from compliance.customers import customers
from payments import sandbox
from payments.accounts import external_accounts
from payments.models import InternalAccount
from platforms import audit
from platforms.base import clock, identifiers
from platforms.models import Permission, Platform
from platforms.operations import api_tokens, platforms

NO_LIMIT = 1_000_000
_ACTOR = audit.operator("bench")
_AT_ONCE = 200


@dataclasses.dataclass(frozen=True)
class Tenant:
    """A platform and the headers of its token."""

    platform_id: uuid.UUID
    authorization: str

    @property
    def headers(self) -> dict[str, str]:
        """The headers of every request."""
        return {"Authorization": self.authorization}


def run(*, count: int, currencies: Sequence[str]) -> dict[str, Any]:
    """Make a platform and its customers.

    Returns its key, the headers of its token, and for each customer the public identifiers of the internal accounts by
    currency and of the external account.
    """
    owner = tenant(currencies=currencies)
    made = holders(owner, count=count)
    return {"platform": str(owner.platform_id), "headers": owner.headers, "holders": made}


def tenant(name: str = "bench", *, webhook_endpoint: str = "", currencies: Sequence[str] = ("USD",)) -> Tenant:
    """Make a sandbox platform with its currencies, and a token with all permissions and no rate limit."""
    now = clock.real_now()
    with transaction.atomic():
        platform = platforms.create_platform(
            name=name,
            environment="SANDBOX",
            uma_domain=f"{name}.{settings.SANDBOX_UMA_DOMAIN}",
            currencies=list(currencies),
            webhook_endpoint=webhook_endpoint,
            actor=_ACTOR,
            now=now,
        )
        Platform.objects.filter(id=platform.id).update(rate_limit_per_second=NO_LIMIT, rate_limit_burst=NO_LIMIT)
        made = api_tokens.create(
            platform_id=platform.id,
            name=name,
            permissions=Permission.values,
            granted_by=frozenset(Permission.values),
            actor=_ACTOR,
            now=now,
        )
    credentials = base64.b64encode(f"{made.token.client_id}:{made.client_secret}".encode()).decode()
    return Tenant(platform.id, f"Basic {credentials}")


def holders(owner: Tenant, *, count: int) -> list[dict[str, str]]:
    """Make approved customers through the operations, each with its accounts: dollars are funded."""
    made: list[dict[str, str]] = []
    while len(made) < count:
        with transaction.atomic():
            made += [_holder(owner, number) for number in range(len(made), min(count, len(made) + _AT_ONCE))]
    return made


def _holder(owner: Tenant, number: int) -> dict[str, str]:
    now = clock.real_now()
    person = {
        "fullName": f"Ada Lovelace {number}",
        "birthDate": dt.date(1990, 1, 31),
        "nationality": "GB",
        "address": {"line1": "1 Main Street", "city": "London", "postalCode": "N1 9GU", "country": "GB"},
    }
    customer = customers.create(
        platform_id=owner.platform_id, details={"customerType": "INDIVIDUAL", **person}, actor=_ACTOR, now=now
    )
    internal = {account.currency: account for account in InternalAccount.objects.filter(customer=customer)}
    sandbox.fund_account(
        platform_id=owner.platform_id, account_id=internal["USD"].id, amount=sandbox.MAX_FUNDING, actor=_ACTOR, now=now
    )
    checked = external_accounts.check(
        account_info={
            "accountType": "USD_ACCOUNT",
            # The end of the number selects a sandbox scenario: this one succeeds at once.
            "accountNumber": f"{number:06d}789",
            "routingNumber": "021000021",
            "beneficiary": {**person, "beneficiaryType": "INDIVIDUAL", "birthDate": "1990-01-31"},
        },
        currency="USD",
        environment="SANDBOX",
        platform_id=owner.platform_id,
    )
    external = external_accounts.create(
        platform_id=owner.platform_id,
        customer_id=customer.id,
        belongs_to_customer=True,
        currency="USD",
        checked=checked,
        options={},
        actor=_ACTOR,
        now=now,
    )
    keys = {currency: account.public_id for currency, account in internal.items()}
    return {**keys, "external": identifiers.public("ExternalAccount", external.id)}
