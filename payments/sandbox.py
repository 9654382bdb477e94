"""Functions of the sandbox alone: adding money, and moving the clock."""

import datetime as dt
import uuid

from payments.accounts.internal_accounts import InternalAccountNotFound
from payments.accounts.refusals import CurrencyMismatch
from payments.deposits import deposits
from payments.due import ADVANCE_TASK
from payments.models import InternalAccount, Quote, QuoteSourceType, Transaction
from payments.quotes import quotes
from payments.uma.directory import sandbox_counterparty
from platforms import audit
from platforms.base import errors, identifiers, jobs
from platforms.database.rows import by_key
from platforms.http import authentication
from platforms.models import Platform
from webhooks.outbox.events import DELIVER_TASK

MAX_FUNDING = 100_000_000_000
"""What one funding may add to an account, in the currency's smallest unit."""
MAX_ADVANCE_SECONDS = 366 * 24 * 3600
MAX_OFFSET = dt.timedelta(days=20 * 366)


def advance_clock(*, platform_id: uuid.UUID, seconds: int, actor: audit.Actor, now: dt.datetime) -> dt.datetime:
    """Move a sandbox platform's clock ahead and return its new time; delays, expiries and retries come due."""
    platform = Platform.objects.select_for_update(no_key=True).get(id=platform_id)
    platform.clock_offset += dt.timedelta(seconds=seconds)
    if platform.clock_offset > MAX_OFFSET:
        raise errors.InvalidInput.field("seconds", "must not move the sandbox's clock more than 20 years ahead in all")
    platform.save(update_fields=["clock_offset"])
    authentication.forget_cached()
    sandbox_counterparty.pass_time(platform=platform, by=dt.timedelta(seconds=seconds))
    audit.record(
        audit.Subject(platform_id, platform.public_id), "sandbox.advance_clock", actor=actor, now=now, seconds=seconds
    )
    jobs.notify(ADVANCE_TASK)
    jobs.notify(DELIVER_TASK)
    return now + dt.timedelta(seconds=seconds)


def fund_account(
    *, platform_id: uuid.UUID, account_id: uuid.UUID | None, amount: int, actor: audit.Actor, now: dt.datetime
) -> InternalAccount:
    """Add money to an internal account. Money that would go into suspense is refused, since none was really sent.

    Raises InternalAccountNotFound and the errors of `deposits.require_creditable`.
    """
    account: InternalAccount | None = by_key(InternalAccount.objects.for_platform(platform_id), account_id)
    if account is None:
        raise InternalAccountNotFound
    deposit = deposits.receive(
        platform_id=platform_id,
        provider_reference=_new_reference(),
        amount=amount,
        currency=account.currency,
        named=account.public_id,
        is_made_up=True,
        actor=actor,
        now=now,
    )
    assert deposit.internal_account is not None
    return deposit.internal_account


def fund_quote(
    *,
    platform_id: uuid.UUID,
    quote_id: uuid.UUID | None,
    currency: str,
    amount: int | None,
    actor: audit.Actor,
    now: dt.datetime,
) -> Transaction:
    """Add the payment for a quote and return its transaction; without an `amount` the quote's total is paid.

    Raises QuoteNotFound, CurrencyMismatch, InvalidInput for a quote that is not paid from outside.
    """
    quote: Quote = quotes.find(platform_id=platform_id, quote_id=quote_id)
    if quote.source_type != QuoteSourceType.REALTIME_FUNDING:
        raise errors.InvalidInput.field(
            "quoteId", "must be a quote for real-time funding: this one is paid from an account, so execute it"
        )
    if currency != quote.sending_currency:
        raise CurrencyMismatch(f"The quote is to be paid in {quote.sending_currency}.")
    deposit = deposits.receive(
        platform_id=platform_id,
        provider_reference=_new_reference(),
        amount=quote.total_sending if amount is None else amount,
        currency=currency,
        named=quote.public_id,
        actor=actor,
        now=now,
    )
    assert deposit.receipt is not None
    payment: Transaction = deposit.receipt.transaction
    return payment


def note_uma_payment(
    *, platform_id: uuid.UUID, transaction_id: uuid.UUID, actor: audit.Actor, now: dt.datetime
) -> None:
    """Write to the audit log who had the sandbox's counterparty pay: the payment itself comes by the public paths."""
    audit.record(
        audit.Subject(platform_id, identifiers.public("Transaction", transaction_id)),
        "sandbox.uma_receive",
        actor=actor,
        now=now,
    )


def _new_reference() -> str:
    return f"SANDBOX-{identifiers.new_key()}"
