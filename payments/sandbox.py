"""Functions of the sandbox alone: adding money, and moving the clock."""

import datetime as dt
import functools
import uuid

from payments.accounts.internal_accounts import InternalAccountNotFound
from payments.accounts.refusals import CurrencyMismatch
from payments.deposits import deposits
from payments.due import ADVANCE_TASK
from payments.models import InternalAccount, Quote, QuoteSourceType, Transaction, TransactionStatus
from payments.providers.sandbox import forced_funding
from payments.quotes import quotes
from payments.uma.directory import sandbox_counterparty
from payments.workflow import transactions
from platforms import audit
from platforms.base import errors, identifiers, jobs
from platforms.database.rows import by_key
from platforms.http import authentication
from platforms.models import Platform
from webhooks.outbox import events
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
    forced = forced_funding.chosen(platform_id=platform_id, subjects=_about(quote))
    if forced == "TOO_LATE":
        _end_time(quote, now=now)
    paid = quote.total_sending if amount is None else amount
    receive = functools.partial(
        deposits.receive,
        platform_id=platform_id,
        provider_reference=_new_reference(),
        amount=paid + 1 if forced == "AMOUNT_DIFFERS" else paid,
        currency=currency,
        named=quote.public_id,
        actor=actor,
        now=now,
    )
    deposit = receive()
    assert deposit.receipt is not None
    if forced == "TOLD_TWICE":
        receive()
    if forced == "PAID_TWICE":
        receive(provider_reference=_new_reference())
    payment: Transaction = deposit.receipt.transaction
    return payment


def _about(quote: Quote) -> list[str]:
    customer = Transaction.objects.only("customer_id").get(id=quote.transaction_id).customer_id
    customers = [identifiers.public("Customer", customer)] if customer else []
    return [identifiers.public("Transaction", quote.transaction_id), *customers]


def _end_time(quote: Quote, *, now: dt.datetime) -> None:
    """Let a quote's time be over, if it still waits."""
    payment = transactions.lock(quote.transaction_id)
    if payment is not None and payment.status == TransactionStatus.PENDING:
        events.emit_many(quotes.run_out(payment=payment, now=now))


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
