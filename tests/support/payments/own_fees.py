"""What platforms charge their own customers: limits by the operation that two people approve, the rest over the API."""

from decimal import Decimal
from typing import Any

from django.db import connection, transaction

from payments import tasks
from payments.ledger import holds, movements
from payments.ledger.chart import AccountKind
from payments.models import InternalAccount, PlatformFeePayout, Posting
from platforms import audit
from platforms.base import clock
from platforms.models import Platform
from platforms.operations import platform_fees
from tests.support import factories
from tests.support.payments.rate_entries import CLERK


def allow(
    tenant: factories.Tenant,
    currency: str = "USD",
    *,
    fixed: int = 10_00,
    share: str = "0.05",
    by: audit.Actor = CLERK,
) -> None:
    """Let a platform charge up to this."""
    with transaction.atomic():
        platform_fees.limit(
            platform_id=tenant.platform.id,
            currency=currency,
            most_fixed=fixed,
            most_share=Decimal(share),
            actor=by,
            now=clock.real_now(),
            reason="agreed with the platform",
        )


def limits_of(platform: Platform) -> dict[str, Any]:
    """What a proposal keeps of limits."""
    return {"platform_id": str(platform.pk), "currency": "USD", "most_fixed": 5_00, "most_share": "0.015"}


def config(currency: str = "USD", *, fixed: int = 0, share: float = 0, **fields: Any) -> dict[str, Any]:
    return {"currency": currency, "fixed": fixed, "variableRate": share, **fields}


def configure(api: Any, *configs: dict[str, Any]) -> Any:
    reply = api.patch("/config", {"feeConfigs": list(configs)})
    assert reply.status_code == 200, reply.content
    return reply.json()


def override(*, fixed: int = 0, share: float = 0) -> dict[str, Any]:
    """The field of a quote."""
    return {"platformFeeOverride": {"fixed": fixed, "variableRate": share}}


def pass_day(api: Any) -> int:
    """Let the platform's clock reach the next day, and pay what is due; return how many accounts were credited."""
    for _ in range(2):
        assert api.post("/sandbox/clock/advance", {"seconds": 12 * 3600}).status_code == 200
    return tasks.pay_platform_fees()


def leave(platform: Platform, amount: int) -> None:
    """Pay dollars to a platform that has charged none: they are taken from later fees."""
    now = platform.now()
    row = InternalAccount.objects.get(platform=platform, currency="USD", customer=None)
    payout = PlatformFeePayout(platform=platform, amount=amount, currency=row.currency, until=now, at=now)
    posted = movements.PLATFORM_FEES_PAID.post(
        payout, platform_id=platform.pk, transaction_id=None, party=row.ledger_account_id, now=now
    )
    payout.entry_id = posted.entry_id
    payout.save(force_insert=True)


def accrued(tenant: factories.Tenant, currency: str = "USD", kind: AccountKind = AccountKind.PLATFORM_FEES) -> int:
    """Credits less debits of a shared account."""
    rows = Posting.objects.filter(account__platform=tenant.platform, account__kind=kind, currency=currency)
    return sum(row.amount if row.side == "C" else -row.amount for row in rows)


def hold(account: str) -> None:
    """Hold an internal account, as the check of the books does."""
    with transaction.atomic():
        holds.hold({_books_of(account)}, now=clock.real_now())


def release(account: str) -> None:
    with transaction.atomic():
        holds.release(_books_of(account), now=clock.real_now())


def _books_of(account: str) -> int:
    return int(InternalAccount.objects.values_list("ledger_account_id", flat=True).get(id=account.partition(":")[2]))


def charge_more(quote: str, amount: int) -> None:
    """Write by hand, past the triggers, that a platform charges more for a quote than it does."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(
            "UPDATE payments_quote SET platform_fees = platform_fees + %s, fees_included = fees_included + %s"
            " WHERE id = %s",
            [amount, amount, quote.partition(":")[2]],
        )
