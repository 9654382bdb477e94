"""Money in suspense: staff decide where it goes. Nothing else takes money out of suspense.

Money for an account of ours goes at once. Money for a rail stays in suspense until the rail has settled it: until then
it is still owed, and a failure of the rail opens the item again. Only a payout that failed after its exchange is
returned by reversing both: SUSPENSE_RELEASED, then QUOTE_REVERSED.
"""

import datetime as dt
import uuid
from collections.abc import Mapping
from types import MappingProxyType

from compliance import gates, parties
from compliance.gates import Moment, Side
from payments.accounts import beneficiary_screening, internal_accounts
from payments.due import ADVANCE_TASK
from payments.ledger import chart, journal, movements
from payments.ledger.chart import AccountKind
from payments.ledger.entries import Movement
from payments.models import (
    Deposit,
    DepositUse,
    InternalAccount,
    NextAction,
    Quote,
    SuspenseItem,
    SuspenseWay,
    Transaction,
    TransactionType,
)
from payments.providers.base import RailOutcome, Verdict
from payments.workflow import moves, own_rails, transactions
from payments.workflow.claims import MOVEMENTS, ClaimedMovement
from payments.workflow.moves import Move
from platforms import audit
from platforms.base import clock, errors, identifiers, jobs
from platforms.database.rows import by_key
from webhooks.outbox import events

UNKNOWN_REFERENCE = "UNKNOWN_REFERENCE"
CURRENCY_DIFFERS, CURRENCY_DROPPED = "CURRENCY_DIFFERS", "CURRENCY_DROPPED"
ACCOUNT_CLOSED, ACCOUNT_HELD, BALANCE_OUT_OF_RANGE = "ACCOUNT_CLOSED", "ACCOUNT_HELD", "BALANCE_OUT_OF_RANGE"
"""Why a deposit is in suspense (`Deposit.reason`, `SuspenseItem.reason`)."""
IN_SUSPENSE = (
    UNKNOWN_REFERENCE,
    CURRENCY_DIFFERS,
    CURRENCY_DROPPED,
    ACCOUNT_CLOSED,
    ACCOUNT_HELD,
    BALANCE_OUT_OF_RANGE,
)

REFUND_FAILED, PAID_AGAIN = "REFUND_FAILED", "PAID_AGAIN"
PAYOUT_NOT_GIVEN_BACK, PAYER_GONE = "PAYOUT_NOT_GIVEN_BACK", "PAYER_GONE"
"""Why money is in suspense (`SuspenseItem.reason`)."""
REFUND_CAME_BACK, PAYOUT_CAME_BACK = "REFUND_CAME_BACK", "PAYOUT_CAME_BACK"
PAID_AGAIN_CAME_BACK, CAME_BACK = "PAID_AGAIN_CAME_BACK", "CAME_BACK"
"""Why money is in suspense once more that had left by a rail and came back: a payment's, by what it was, or a deposit's
(`payments.workflow.come_back`)."""
UNDOABLE = frozenset({PAYOUT_NOT_GIVEN_BACK, PAYOUT_CAME_BACK})
"""Exchanged money of a payout: to refund it, payout and exchange are reversed."""

_W = SuspenseWay
WAYS: Mapping[str, tuple[SuspenseWay, ...]] = MappingProxyType(
    {
        REFUND_FAILED: (_W.GIVE_BACK, _W.CREDIT_HOLDER, _W.WRITE_OFF),
        PAID_AGAIN: (_W.GIVE_BACK, _W.CREDIT_HOLDER, _W.WRITE_OFF),
        PAYOUT_NOT_GIVEN_BACK: (_W.GIVE_BACK, _W.PAY_AGAIN, _W.WRITE_OFF),
        PAYER_GONE: (_W.WRITE_OFF,),
        REFUND_CAME_BACK: (_W.GIVE_BACK, _W.CREDIT_HOLDER, _W.WRITE_OFF),
        PAID_AGAIN_CAME_BACK: (_W.GIVE_BACK, _W.CREDIT_HOLDER, _W.WRITE_OFF),
        PAYOUT_CAME_BACK: (_W.GIVE_BACK, _W.PAY_AGAIN, _W.WRITE_OFF),
        **dict.fromkeys((*IN_SUSPENSE, CAME_BACK), (_W.GIVE_BACK, _W.CREDIT_HOLDER, _W.WRITE_OFF)),
    }
)
"""Resolutions of a payer's money, by the reason of its suspense."""
INCOMING = (_W.PAY_AGAIN, _W.CREDIT_HOLDER, _W.WRITE_OFF)
"""Resolutions of a payee's money: its sender has proof that it arrived."""
ANY_REASON = (_W.CREDIT_HOLDER, _W.WRITE_OFF)
"""Resolutions of money in suspense for another reason."""

TO_PLATFORM, TO_WRITTEN_OFF = AccountKind.PLATFORM_FUNDS.value, AccountKind.WRITTEN_OFF.value
"""Accounts for writing off."""


class ItemNotFound(errors.NotFound):
    """There is no such item."""

    message = "There is no such item in suspense."


class ItemNotOpen(errors.DomainError):
    """The item was decided before."""

    code = "INVALID_INPUT"
    message = "Somebody has decided about this money before: look at the item again."


def suspend_deposit(deposit: Deposit, *, now: dt.datetime) -> SuspenseItem:
    """Book money that has arrived, and can't be credited for the deposit's `reason`; store deposit and item."""
    posted = movements.DEPOSIT_SUSPENDED.post(
        deposit, platform_id=deposit.platform_id, transaction_id=None, party=None, now=now
    )
    deposit.entry_id, deposit.use = posted.entry_id, DepositUse.SUSPENSE
    deposit.save(force_insert=True)
    made: SuspenseItem = SuspenseItem.objects.create(
        platform_id=deposit.platform_id,
        deposit=deposit,
        amount=deposit.amount,
        currency=deposit.currency,
        reason=deposit.reason,
        opened_at=now,
    )
    return made


def ways(item: SuspenseItem) -> tuple[SuspenseWay, ...]:
    """Return the resolutions of an item, whose payment is loaded if it has one."""
    payment = item.transaction
    if payment is None:
        return WAYS.get(item.reason, ANY_REASON)
    is_incoming = payment.type == TransactionType.INCOMING
    fitting = INCOMING if is_incoming else WAYS.get(item.reason, ANY_REASON)
    return tuple(way for way in fitting if way != _W.PAY_AGAIN or payment.external_account_id is not None)


def resolve(
    *,
    item_id: uuid.UUID,
    way: str,
    account: str = "",
    reason: str,
    actor: audit.Actor,
    real_now: clock.RealTime,
) -> SuspenseItem:
    """Resolve an open item: to an account at once, or by a rail as soon as a worker gets to it.

    `account` names the account for writing off, TO_PLATFORM or TO_WRITTEN_OFF; or the internal account to credit, by
    its public identifier, where the money is a deposit's. Raises AccountHeld, ItemNotFound, ItemNotOpen,
    CustomerDeleted and UserNotReady for a beneficiary who may not be paid, and InvalidInput for a resolution that does
    not fit, or that needs an account which is closed or does not exist.
    """
    item = _lock(item_id)
    if item.resolved_at is not None or item.way:
        raise ItemNotOpen
    if way not in ways(item):
        raise errors.InvalidInput.field("way", f"must be one for money that is here for {item.reason}")
    require_not_taken_back(item, way)
    payment = item.transaction
    now = clock.of(item.platform, real_now)
    item.way = SuspenseWay(way)
    told = _DO[item.way](item, payment, account, now)
    item.save(update_fields=["way", "resolved_at", "entry", "credited", "next_attempt_at", "movement", "attempts"])
    events.emit_many(told)
    _audit(item, "suspense.resolve", actor=actor, now=now, reason=reason, account=account)
    if item.next_attempt_at is not None or (payment is not None and payment.next_action_at is not None):
        jobs.notify(ADVANCE_TASK)
    return item


def taken_back(item_id: uuid.UUID, *, reason: str, actor: audit.Actor, now: dt.datetime) -> None:
    """Resolve a deposit's item whose money the bank has taken back itself: its payer has it. Raises ItemNotOpen."""
    item = _lock(item_id)
    if item.resolved_at is not None or item.way or item.deposit is None:
        raise ItemNotOpen
    item.way = SuspenseWay.GIVE_BACK
    _take(item, movements.SUSPENSE_GIVEN_BACK, now=now)
    item.save(update_fields=["way", "resolved_at", "entry", "next_attempt_at"])
    _audit(item, "suspense.taken_back", actor=actor, now=now, reason=reason)


def require_not_taken_back(item: SuspenseItem, way: str) -> None:
    """Raise InvalidInput for giving a payer, or its holder, money whose collection the payer's bank has taken back."""
    if item.transaction_id is None or way not in {_W.GIVE_BACK, _W.CREDIT_HOLDER}:
        return
    if any(rail.has_taken_back(item.transaction_id) for rail in own_rails.rails()):
        raise errors.InvalidInput.field(
            "way", "must be to write it off: the payer's bank has taken this money back, so the payer has it"
        )


def record_outcome(
    *,
    item_id: uuid.UUID,
    movement: uuid.UUID,
    outcome: RailOutcome,
    now: dt.datetime,
    claimed: ClaimedMovement | None = None,
) -> SuspenseItem | None:
    """Record a rail's answer about money leaving suspense: it has gone, or waits, or stays as before.

    Safe to repeat: None, and no change, when the movement is no longer under way; also when there was news of it
    during the question: then the rail is asked again. What a rail has settled, and may still take back, waits until it
    can't any more: an item can't be settled twice. So does what was settled by the answer of a worker that has lost the
    item since: there may have been news, and whoever has it now asks. `claimed` is the claim of whoever has asked.
    """
    item = _lock(item_id)
    if item.next_attempt_at is None or item.movement != movement:
        return None
    item.provider_reference = outcome.provider_reference or item.provider_reference
    if item.attempts and item.next_attempt_at <= now:
        # Made due while the worker asked: the answer may be older than the news, and the rail is asked again.
        item.save(update_fields=["provider_reference"])
        return None
    if outcome.verdict == Verdict.SETTLED and claimed and MOVEMENTS.is_lost(claimed, due=item.next_attempt_at):
        item.save(update_fields=["provider_reference"])
        return None
    may_come_back = outcome.verdict == Verdict.SETTLED and outcome.ask_again_after is not None
    if outcome.verdict == Verdict.SETTLED and not may_come_back:
        _settle(item, now=now)
    elif outcome.verdict == Verdict.PENDING or may_come_back:
        item.provider_reference = item.provider_reference or str(movement)
        after = outcome.ask_again_after if may_come_back else outcome.ask_again_after or moves.DEFAULT_WAIT
        item.next_attempt_at = now + (after or dt.timedelta())
        item.save(update_fields=["next_attempt_at", "provider_reference"])
    else:
        _reopen(item, reason=outcome.failure_reason or outcome.verdict.value, now=now)
    return item


def _settle(item: SuspenseItem, *, now: dt.datetime) -> None:
    is_refund = item.way == SuspenseWay.GIVE_BACK
    _take(item, movements.SUSPENSE_GIVEN_BACK if is_refund else movements.SUSPENSE_PAID, now=now)
    item.save(update_fields=["resolved_at", "entry", "next_attempt_at", "provider_reference"])
    payment = item.transaction
    if is_refund and payment is not None:
        events.emit_many(_refunded(item, payment, now=now))
    _audit(item, "suspense.settled", actor=audit.SYSTEM, now=now)


def _reopen(item: SuspenseItem, *, reason: str, now: dt.datetime) -> None:
    tried, item.way, item.next_attempt_at, item.provider_reference = item.way, "", None, ""
    item.save(update_fields=["way", "next_attempt_at", "provider_reference"])
    _audit(item, "suspense.reopen", actor=audit.SYSTEM, now=now, reason=reason, tried=tried)


def _refund(item: SuspenseItem, payment: Transaction | None, account: str, now: dt.datetime) -> list[events.NewEvent]:
    if item.reason in UNDOABLE and payment is not None:
        return _undo_exchange(item, payment, now)
    _hand_over(item, now=now)
    return []


def _pay_again(
    item: SuspenseItem, payment: Transaction | None, account: str, now: dt.datetime
) -> list[events.NewEvent]:
    outside = payment.external_account if payment is not None else None
    if outside is not None and beneficiary_screening.is_stopped(outside):
        raise errors.InvalidInput.field("way", "must be another one: reviewers have not accepted the account")
    if outside is not None and outside.deleted_at is not None:
        raise errors.InvalidInput.field("way", "must be another one: the beneficiary's external account was deleted")
    if outside is not None and outside.customer_id is not None:
        holder = parties.lock(outside.customer_id)
        gates.require(Moment.SUSPENSE_PAID, Side.PAYEE, status=holder.status, deleted_at=holder.deleted_at)
    _hand_over(item, now=now)
    return []


def _credit_holder(
    item: SuspenseItem, payment: Transaction | None, account: str, now: dt.datetime
) -> list[events.NewEvent]:
    if payment is None:
        item.credited = _named(item, account)
        return _credit(item, movements.SUSPENSE_CREDITED, item.credited, now=now)
    holder = _account(item, customer_id=payment.customer_id)
    if holder is None or not internal_accounts.lock_open(holder):
        raise errors.InvalidInput.field("way", f"must be another one: who paid has no open account in {item.currency}")
    return [*_credit(item, movements.SUSPENSE_CREDITED, holder, now=now), *_refunded(item, payment, now=now)]


def _write_off(
    item: SuspenseItem, payment: Transaction | None, account: str, now: dt.datetime
) -> list[events.NewEvent]:
    if account == TO_PLATFORM:
        own = _account(item, customer_id=None)
        if own is None or not internal_accounts.lock_open(own):
            problem = f"must be another one: the platform has no open account in {item.currency}"
            raise errors.InvalidInput.field("account", problem)
        return _credit(item, movements.SUSPENSE_WRITTEN_OFF, own, now=now)
    if account != TO_WRITTEN_OFF:
        raise errors.InvalidInput.field("account", "must say which account the money is written off to")
    written_off = chart.system_account(
        platform_id=item.platform_id, kind=AccountKind.WRITTEN_OFF, currency=item.currency
    )
    _take(item, movements.SUSPENSE_WRITTEN_OFF, written_off, now=now)
    return []


_DO = {
    SuspenseWay.GIVE_BACK: _refund,
    SuspenseWay.PAY_AGAIN: _pay_again,
    SuspenseWay.CREDIT_HOLDER: _credit_holder,
    SuspenseWay.WRITE_OFF: _write_off,
}


def _undo_exchange(item: SuspenseItem, payment: Transaction, now: dt.datetime) -> list[events.NewEvent]:
    """Reverse a payout that never arrived, and its exchange: everything returns to the payer, fees too."""
    move, payer = Move(payment, now), _payer(payment)
    if payer is not None and not internal_accounts.lock_open(payer):
        raise errors.InvalidInput.field("way", "must be another one: the account that paid is closed")
    _take(item, movements.SUSPENSE_RELEASED, now=now)
    posted = move.undo(movements.QUOTE_REVERSED)
    if payer is None:
        # The money is in funding clearing again; a worker refunds it like that of any failed payment.
        payment.refund = {**(payment.refund or {}), "status": "PENDING"}
        move.plan(NextAction.GIVE_BACK)
        return [transactions.refund_event(payment, now=now)]
    balance = internal_accounts.changed(payer, posted, now=now)
    return [balance, transactions.end_refund_alone(payment, is_back=True, now=now)]


def _payer(payment: Transaction) -> InternalAccount | None:
    paid_from = Quote.objects.values_list("source_internal_account_id", flat=True).get(transaction_id=payment.id)
    found: InternalAccount | None = by_key(InternalAccount.objects.select_related("ledger_account"), paid_from)
    return found


def _named(item: SuspenseItem, account: str) -> InternalAccount:
    """Return the account named by staff for the money of a deposit, locked open."""
    found: InternalAccount | None = by_key(
        InternalAccount.objects.for_platform(item.platform_id)
        .select_related("ledger_account")
        .filter(currency=item.currency),
        identifiers.parse("InternalAccount", account),
    )
    if found is None:
        raise errors.InvalidInput.field("credited", f"must be an internal account of the platform in {item.currency}")
    if not internal_accounts.lock_open(found):
        raise errors.InvalidInput.field("credited", "must be open: this account is closed")
    return found


def _account(item: SuspenseItem, *, customer_id: uuid.UUID | None) -> InternalAccount | None:
    found: InternalAccount | None = (
        InternalAccount.objects.select_related("ledger_account")
        .filter(platform_id=item.platform_id, customer_id=customer_id, currency=item.currency)
        .first()
    )
    return found


def _hand_over(item: SuspenseItem, *, now: dt.datetime) -> None:
    item.next_attempt_at, item.movement, item.attempts = now, identifiers.new_key(), 0


def _take(item: SuspenseItem, movement: Movement, party: int | None = None, *, now: dt.datetime) -> journal.PostResult:
    """Take the money of an item out of suspense by the entry that resolves it."""
    posted = movement.post(item, platform_id=item.platform_id, transaction_id=item.transaction_id, party=party, now=now)
    item.resolved_at, item.entry_id, item.next_attempt_at = now, posted.entry_id, None
    return posted


def _credit(
    item: SuspenseItem, movement: Movement, account: InternalAccount, *, now: dt.datetime
) -> list[events.NewEvent]:
    posted = _take(item, movement, account.ledger_account_id, now=now)
    return [internal_accounts.changed(account, posted, now=now)]


def _refunded(item: SuspenseItem, payment: Transaction, *, now: dt.datetime) -> list[events.NewEvent]:
    """Report that a failed refund is now complete; money that arrived twice was never part of one."""
    if item.reason not in {REFUND_FAILED, REFUND_CAME_BACK}:
        return []
    return [transactions.end_refund_alone(payment, is_back=True, now=now)]


def _lock(item_id: uuid.UUID) -> SuspenseItem:
    """Lock an item and its payment, if it has one. Raises ItemNotFound."""
    # The payment before its items, as everywhere: a batch that is released locks them in this order too.
    own = SuspenseItem.objects.filter(id=item_id).values("transaction_id")
    payment = Transaction.objects.select_for_update(of=("self",)).filter(id__in=own).first()
    item: SuspenseItem | None = by_key(
        SuspenseItem.objects.select_for_update(of=("self",)).select_related("platform", "deposit"), item_id
    )
    if item is None:
        raise ItemNotFound
    item.transaction = payment
    return item


def _audit(item: SuspenseItem, verb: str, *, actor: audit.Actor, now: dt.datetime, **details: str) -> None:
    subject = item.deposit.public_id if item.deposit else Transaction(id=item.transaction_id).public_id
    said = {name: text for name, text in details.items() if text}
    audit.record(
        audit.Subject(item.platform_id, subject),
        verb,
        actor=actor,
        now=now,
        item=item.public_id,
        way=item.way,
        amount=item.amount,
        currency=item.currency,
        **said,
    )
