"""Deposits: money that arrived, booked once for each reference of the provider, to its recipient.

It has arrived, so it can't be refused. Money that can't be credited, or has no known recipient, waits in suspense for a
person. Rails, bank files, staff and the sandbox all book it here.
"""

import datetime as dt
import logging
import uuid
from typing import Protocol

from django.db import connection

from compliance import gates
from compliance.gates import Moment
from payments.accounts import internal_accounts
from payments.deposits import funding_receipts
from payments.due import ADVANCE_TASK
from payments.ledger import journal, movements
from payments.ledger.entries import Movement
from payments.ledger.holds import AccountHeld
from payments.models import Deposit, DepositUse, InternalAccount, LedgerAccount, Quote, QuoteSourceType
from payments.workflow import suspense
from payments.workflow.suspense import (
    ACCOUNT_CLOSED,
    ACCOUNT_HELD,
    BALANCE_OUT_OF_RANGE,
    CURRENCY_DIFFERS,
    CURRENCY_DROPPED,
    UNKNOWN_REFERENCE,
)
from platforms import audit
from platforms.base import clock, errors, identifiers, jobs, money
from platforms.database.locks import Lock
from platforms.models import Platform
from webhooks.outbox import events

logger = logging.getLogger(__name__)
LONGEST_TEXT = 140


class Find(Protocol):
    """Returns the deposit of an arrival that others have told of, None for none; raises DomainError while they decide.

    It is called in the database transaction that books the deposit otherwise.
    """

    def __call__(self, *, platform_id: uuid.UUID, reference: str, amount: int, currency: str) -> Deposit | None:
        """Return it."""


_others: list[Find] = []


class DepositDiffers(errors.DomainError):
    """The provider's reference belongs to a deposit with other facts."""

    code = "INVALID_INPUT"
    message = "This reference is booked already, with another amount, currency or purpose."


def receive(
    *,
    platform_id: uuid.UUID,
    provider_reference: str,
    amount: int,
    currency: str,
    named: str,
    reason: str = "",
    is_made_up: bool = False,
    is_of_line: bool = False,
    actor: audit.Actor,
    now: dt.datetime,
) -> Deposit:
    """Book money that has arrived, and return the deposit; one already booked is returned unchanged.

    `amount` in the currency's smallest unit. `named` is the stated purpose: a funding reference, the reference of a
    quote's payment, or the public identifier of an internal account, a quote or its payment; empty when unknown.
    `reason` is why staff book it. Raises DepositDiffers, and InvalidInput for money that can't be booked at all; unless
    it is booked from a line of a statement (`is_of_line`), also the errors of those who may have told of it before.
    For money made up by the sandbox (`is_made_up`) it also raises the errors of `require_creditable`.
    """
    _require_bookable(provider_reference, amount, currency, named)
    with connection.cursor() as cursor:
        # Of two concurrent arrivals with one reference, the second waits and finds the first one booked.
        Lock.DEPOSIT.hold(cursor, f"{platform_id} {provider_reference}")
    earlier = _booked(platform_id, provider_reference)
    is_by_line = False
    if earlier is None and not (is_of_line or is_made_up):
        earlier = _told_before(platform_id, provider_reference, amount, currency)
        is_by_line = earlier is not None
    if earlier is not None:
        if is_by_line and _is_for_same(earlier, named):
            return earlier
        if (earlier.amount, earlier.currency, earlier.named) != (amount, currency, named):
            logger.error("a deposit was told again with other facts", extra={"deposit": earlier.public_id})
            raise DepositDiffers(deposit=earlier.public_id)
        return earlier
    deposit = Deposit(
        platform_id=platform_id,
        provider_reference=provider_reference,
        amount=amount,
        currency=currency,
        named=named,
        at=now,
    )
    events.emit_many(_book(deposit, is_made_up=is_made_up, now=now))
    _audit(deposit, actor=actor, now=now, reason=reason)
    return deposit


def receive_by_hand(
    *,
    platform_id: uuid.UUID,
    provider_reference: str,
    amount: int,
    currency: str,
    named: str,
    reason: str,
    actor: audit.Actor,
    real_now: clock.RealTime,
) -> Deposit:
    """Book a deposit as `receive` does, for staff who have seen the money at the provider.

    Raises its errors, and InvalidInput for a reference already booked, also from a line of a statement: the person
    entering it does not know.
    """
    require_unknown(platform_id=platform_id, provider_reference=provider_reference, amount=amount, currency=currency)
    platform: Platform = Platform.objects.get(id=platform_id)
    return receive(
        platform_id=platform_id,
        provider_reference=provider_reference,
        amount=amount,
        currency=currency,
        named=named,
        reason=reason,
        actor=actor,
        now=clock.of(platform, real_now),
    )


def require_unknown(*, platform_id: uuid.UUID, provider_reference: str, amount: int, currency: str) -> None:
    """Raise InvalidInput for a reference that is booked already, and the errors of those who were told of it before."""
    booked = _booked(platform_id, provider_reference) or _told_before(platform_id, provider_reference, amount, currency)
    if booked is not None:
        raise errors.InvalidInput.field(
            "provider_reference", f"is booked already, as {booked.public_id}: look for it in the deposits"
        )


def ask_first(find: Find) -> None:
    """Have an app above asked whether it knows of an arrival already, before a deposit is booked."""
    _others.append(find)


def _told_before(platform_id: uuid.UUID, reference: str, amount: int, currency: str) -> Deposit | None:
    deposits = (
        find(platform_id=platform_id, reference=reference, amount=amount, currency=currency) for find in _others
    )
    return next((deposit for deposit in deposits if deposit is not None), None)


def require_creditable(account: InternalAccount, *, amount: int) -> None:
    """Raise unless money can be credited to an account, whose holder is then locked until this transaction ends.

    Raises InvalidInput for a currency that the platform has removed, CustomerDeleted, AccountHeld, BalanceOutOfRange.
    """
    internal_accounts.lock_currency(platform_id=account.platform_id, code=account.currency)
    internal_accounts.lock_payee(account, Moment.FUNDING)
    ledger: LedgerAccount = LedgerAccount.objects.select_for_update(no_key=True).get(id=account.ledger_account_id)
    if ledger.held_at is not None:
        raise AccountHeld
    if (ledger.balance or 0) + amount > money.MAX_AMOUNT:
        raise journal.BalanceOutOfRange


_REASONS: dict[type[errors.DomainError], str] = {
    errors.InvalidInput: CURRENCY_DROPPED,
    gates.CustomerDeleted: ACCOUNT_CLOSED,
    AccountHeld: ACCOUNT_HELD,
    journal.BalanceOutOfRange: BALANCE_OUT_OF_RANGE,
}


def _require_bookable(provider_reference: str, amount: int, currency: str, named: str) -> None:
    problems: list[tuple[str, str]] = []
    if not 0 < len(provider_reference) <= LONGEST_TEXT or not provider_reference.isprintable():
        problems.append(("provider_reference", f"must be 1 to {LONGEST_TEXT} printable characters"))
    if len(named) > LONGEST_TEXT or not named.isprintable():
        problems.append(("named", f"must be at most {LONGEST_TEXT} printable characters"))
    if not 0 < amount <= money.MAX_AMOUNT:
        problems.append(("amount", "must be above zero, and no larger than an amount can be"))
    if currency not in money.SUPPORTED_CURRENCIES:
        problems.append(("currency", "must be a currency that the service knows"))
    if problems:
        raise errors.InvalidInput(problems)


def _booked(platform_id: uuid.UUID, provider_reference: str) -> Deposit | None:
    # Nearly always there is none: what belongs to one is read when it is asked for.
    rows = Deposit.objects.filter(platform_id=platform_id, provider_reference=provider_reference)
    found: Deposit | None = rows.first()
    return found


def _is_for_same(earlier: Deposit, named: str) -> bool:
    """Tell whether a purpose is that of a deposit, in other words; an empty one contradicts nothing."""
    if not named or named.upper() == earlier.named.upper():
        return True
    account = _account(earlier.platform_id, named)
    quote = _quote(earlier.platform_id, named) if account is None else None
    if account is not None:
        return account.pk == earlier.internal_account_id
    receipt = earlier.receipt
    return quote is not None and receipt is not None and quote.transaction_id == receipt.transaction_id


def foresee(deposit: Deposit, *, is_made_up: bool = False) -> Quote | None:
    """Return the quote that a deposit, not stored yet, pays for.

    Else sets the account that it is for, and why it can't be credited; without either it is for nobody that is known.
    """
    account = deposit.internal_account = _account(deposit.platform_id, deposit.named)
    quote = _quote(deposit.platform_id, deposit.named) if account is None else None
    if quote is not None and quote.sending_currency == deposit.currency:
        return quote
    if quote is not None:
        deposit.reason = CURRENCY_DIFFERS
    elif account is None:
        deposit.reason = UNKNOWN_REFERENCE
    else:
        deposit.reason = _objection(account, deposit, is_made_up=is_made_up)
    return None


def _book(deposit: Deposit, *, is_made_up: bool, now: dt.datetime) -> list[events.NewEvent]:
    """Book a deposit where it belongs, store it, and return the events that tell it."""
    quote = foresee(deposit, is_made_up=is_made_up)
    if quote is not None:
        deposit.use = DepositUse.FOR_QUOTE
        deposit.receipt = funding_receipts.use(quote=quote, amount=deposit.amount, now=now)
        deposit.save(force_insert=True)
        jobs.notify(ADVANCE_TASK)
        return []
    account = deposit.internal_account
    if account is not None and not deposit.reason:
        return _credit(deposit, account, now=now)
    suspense.suspend_deposit(deposit, now=now)
    return []


def _quote(platform_id: uuid.UUID, named: str) -> Quote | None:
    """Return the quote that a deposit is for, if it is one that is paid from outside."""
    rows = Quote.objects.filter(platform_id=platform_id, source_type=QuoteSourceType.REALTIME_FUNDING)
    if key := identifiers.parse("Quote", named):
        rows = rows.filter(id=key)
    elif key := identifiers.parse("Transaction", named):
        rows = rows.filter(transaction_id=key)
    elif named and ":" not in named:
        rows = rows.filter(transaction__platform_id=platform_id, transaction__reference=named.upper())
    else:
        return None
    found: Quote | None = rows.first()
    return found


def _account(platform_id: uuid.UUID, named: str) -> InternalAccount | None:
    rows = InternalAccount.objects.for_platform(platform_id).select_related("ledger_account")
    if key := identifiers.parse("InternalAccount", named):
        rows = rows.filter(id=key)
    elif named and ":" not in named:
        rows = rows.filter(funding_reference=named.upper())
    else:
        return None
    found: InternalAccount | None = rows.first()
    return found


def _objection(account: InternalAccount, deposit: Deposit, *, is_made_up: bool) -> str:
    """Return why a deposit can't be credited to its account; empty when it can."""
    if account.currency != deposit.currency:
        return CURRENCY_DIFFERS
    try:
        require_creditable(account, amount=deposit.amount)
    except tuple(_REASONS) as refusal:
        if is_made_up:
            raise
        return _REASONS[type(refusal)]
    return ""


def _credit(deposit: Deposit, account: InternalAccount, *, now: dt.datetime) -> list[events.NewEvent]:
    posted = _post(deposit, movements.DEPOSIT_CREDITED, account.ledger_account_id, now=now)
    deposit.use = DepositUse.CREDITED
    deposit.save(force_insert=True)
    return [internal_accounts.changed(account, posted, deposit_id=deposit.id, now=now)]


def _post(deposit: Deposit, movement: Movement, party: int | None = None, *, now: dt.datetime) -> journal.PostResult:
    posted = movement.post(deposit, platform_id=deposit.platform_id, transaction_id=None, party=party, now=now)
    deposit.entry_id = posted.entry_id
    return posted


def _audit(deposit: Deposit, *, actor: audit.Actor, now: dt.datetime, reason: str) -> None:
    subject = deposit.public_id
    if deposit.receipt is not None:
        subject = deposit.receipt.transaction.public_id
    elif deposit.internal_account is not None:
        subject = deposit.internal_account.public_id
    said = {"reason": reason} if reason else {}
    audit.record(
        audit.Subject(deposit.platform_id, subject),
        "deposit.receive",
        actor=actor,
        now=now,
        deposit=deposit.public_id,
        amount=deposit.amount,
        currency=deposit.currency,
        use=deposit.reason or deposit.use,
        **said,
    )
