"""What becomes of a payment after it was made: claimed by a worker; of a transfer: answered by the rail, recorded.

A worker claims due payments by moving their due time ahead (a lease), talks to the rail outside of any
database transaction, and records each outcome in one of its own. A worker that dies in between loses nothing:
the lease runs out, and the next one submits the same transaction to the rail again, which the port allows.

What is encrypted is opened when the payment is worked on, not when it is claimed: a row that can't be read, or holds
what no release of ours has written, fails by itself and is put back.
"""

import dataclasses
import datetime as dt
import functools
import operator
import uuid
from collections.abc import Collection
from decimal import Decimal
from typing import Any

from django.db import connection

from payments import due, leases
from payments.ledger import journal
from payments.ledger.chart import AccountKind
from payments.models import (
    ExternalAccount,
    FailureReason,
    InternalAccount,
    JournalEntry,
    NextAction,
    Transaction,
    TransactionStatus,
    TransactionType,
)
from payments.operations import accounts, bookings, quoted_payments, transactions, transfers
from payments.providers.base import Direction, Instruction, Leg, RailOutcome, Verdict
from platforms import audit
from platforms.kit import clock, identifiers
from platforms.operations import work_failures
from webhooks import events

LEASE = leases.LEASE
QUEUE = leases.Queue("payments_transaction", "next_action_at", "row.next_action", transfers.ADVANCE_TASK, "Transaction")
_TERMINAL = {
    TransactionStatus.COMPLETED,
    TransactionStatus.FAILED,
    TransactionStatus.REJECTED,
    TransactionStatus.REFUNDED,
}


@dataclasses.dataclass(frozen=True, slots=True)
class ClaimedPayment:
    """A due payment with all that a rail must know, as the database holds it: a row of `_CLAIM`."""

    key: uuid.UUID
    platform_id: uuid.UUID
    type: str
    step: str
    """A NextAction, or what a later release wrote."""
    amount: int | Decimal
    currency: str
    account_id: uuid.UUID | None
    """The account outside; None where there is none, and nothing in the columns that are its."""
    account_type: str | None
    sealed_info: str | None
    sealed_identifier: str | None
    reference: str
    environment: str
    clock_offset: dt.timedelta
    provider_reference: str
    """Empty until the rail has taken the payment."""
    attempts: int
    has_failed: bool
    """The last attempt did, on our side or on the provider's."""
    lease: Decimal
    """The due time that the claim wrote, in seconds of the epoch."""

    def instruction(self) -> Instruction:
        """Return what a rail is told; raises Unreadable, and whatever a damaged row leads to."""
        is_transfer_in = self.step == NextAction.TRANSFER and TransactionType(self.type) == TransactionType.INCOMING
        is_pull = self.step == NextAction.COLLECT or is_transfer_in
        return Instruction(
            transaction_id=self.key,
            leg=_LEGS[NextAction(self.step)],
            direction=Direction.PULL if is_pull else Direction.PUSH,
            amount=int(self.amount),
            currency=self.currency,
            account_type=self.account_type or "",
            account_info=_INFO.open(self.sealed_info, row=self.account_id) if self.sealed_info else {},
            primary_identifier=(
                _IDENTIFIER.open(self.sealed_identifier, row=self.account_id) if self.sealed_identifier else ""
            ),
            reference=self.reference,
        )


# Due by the platform's own clock. Skipping locked rows keeps workers out of each other's way. Nothing here may fail for
# what is in one row: sums stay numbers without bounds, how long a payment has been due is told in seconds. Rows are
# found by their keys, however many the planner takes to be due.
_CLAIM = """
UPDATE payments_transaction payment
   SET next_action_at = %(now)s + due.clock_offset + %(lease)s,
       attempts = LEAST(payment.attempts, 2147483646) + 1
  FROM due LEFT JOIN LATERAL (
       SELECT * FROM payments_externalaccount WHERE id = due.external_account_id LIMIT 1) external ON TRUE
 WHERE payment.id = due.id AND payment.id = ANY(ARRAY(SELECT id FROM due))
RETURNING payment.id, payment.platform_id, payment.type, payment.next_action,
          CASE payment.next_action
               WHEN 'PAY_OUT' THEN payment.received_amount
               WHEN 'DEPOSIT' THEN payment.received_amount
               WHEN 'GIVE_BACK' THEN coalesce((
                   SELECT sum(receipt.amount) FROM payments_fundingreceipt receipt
                    WHERE receipt.transaction_id = payment.id AND receipt.use <> 'SUSPENSE'
               ), 0)
               ELSE payment.sent_amount END,
          CASE WHEN payment.next_action IN ('PAY_OUT', 'DEPOSIT') THEN payment.received_currency
               ELSE payment.sent_currency END,
          external.id, external.account_type, external.account_info::text, external.primary_identifier,
          payment.reference, due.environment, due.clock_offset, payment.provider_reference, payment.attempts,
          EXISTS (SELECT FROM platforms_workfailure failure
                   WHERE failure.work = %(work)s AND failure.subject = 'Transaction:' || payment.id),
          extract(epoch FROM payment.next_action_at),
          due.turn, extract(epoch FROM due.next_action_at) - extract(epoch FROM due.clock_offset)
"""


def _of_party(steps: str, party: str, limit: int) -> str:
    """Return SQL for the due payments of each party, as many as its share."""
    return f"""
    SELECT party.id AS platform_id, party.environment, party.clock_offset, party.is_for_rail, party.share, payment.*
      FROM party CROSS JOIN LATERAL (
           SELECT payment.id, payment.next_action_at,
                  CASE WHEN payment.next_action IN ('COLLECT', 'GIVE_BACK') THEN quote.source_external_account_id
                       ELSE payment.external_account_id END AS external_account_id
             FROM payments_transaction payment
             LEFT JOIN LATERAL (SELECT * FROM payments_quote WHERE id = payment.quote_id LIMIT 1) quote ON TRUE
            WHERE {party} AND {due.is_due_of("party")} AND {steps} AND NOT ({due.WAITS})
            ORDER BY payment.platform_id, payment.next_action_at
            LIMIT {limit}
              FOR UPDATE OF payment SKIP LOCKED) payment
"""  # noqa: S608 - constants


# A party is a platform with what waits for its rail, or with its other steps. Each gets the same share of a batch, and
# its turns are mixed with those of the others: however much one has to do, another's next payment is among the first.
# Limits are in the text: the planner must know that they are small.
@functools.cache
def _due(limit: int) -> str:
    return f"""
WITH party AS MATERIALIZED (
    SELECT drawn.*, GREATEST(1, {limit} / count(*) OVER ()) AS share
      FROM (SELECT platform.id, platform.environment, platform.clock_offset, kind.is_for_rail
              FROM platforms_platform platform CROSS JOIN (VALUES (TRUE), (FALSE)) AS kind (is_for_rail)
             WHERE CASE WHEN kind.is_for_rail
                        THEN platform.id <> ALL(%(left_out)s::uuid[])
                             AND platform.environment <> ALL(%(environments_left_out)s::text[])
                             AND {due.payment_of_platform(due.IS_FOR_RAIL)}
                        ELSE {due.payment_of_platform(due.IS_OWN)} END
             ORDER BY random() LIMIT {limit}) drawn
), for_rail AS ({_of_party(due.IS_FOR_RAIL, "party.is_for_rail", limit)}
), own AS ({_of_party(due.IS_OWN, "NOT party.is_for_rail", limit)}
), due AS (
    SELECT * FROM (
        SELECT found.*, row_number() OVER (PARTITION BY platform_id, is_for_rail ORDER BY next_action_at) AS turn
          FROM (SELECT * FROM for_rail UNION ALL SELECT * FROM own) found) found
     WHERE turn <= share
)
"""  # noqa: S608 - constants


def claim_due(
    *, limit: int, left_out: Collection[uuid.UUID] = (), environments_left_out: Collection[str] = ()
) -> list[ClaimedPayment]:
    """Claim up to `limit` due payments for this worker, platforms in turns, behind them those that failed.

    Of each platform the longest waiting come first. Who is left out has no payments claimed that a rail is asked about.
    Steps that call addresses of strangers are claimed by `due_calls`.
    """
    arguments = {
        "left_out": [*left_out],
        "environments_left_out": [*environments_left_out],
        "now": clock.real_now(),
    }
    return claim(_due(limit), arguments)


def claim(due: str, arguments: dict[str, Any]) -> list[ClaimedPayment]:
    """Claim what `due` finds, the beginning of a statement with the arguments of its own."""
    with connection.cursor() as cursor:
        arguments = {**arguments, "lease": LEASE, "work": transfers.ADVANCE_TASK}
        cursor.execute(due + _CLAIM, arguments)
        # An UPDATE gives its rows back in any order.
        rows = sorted(cursor.fetchall(), key=_FAILED_LAST)
    return [ClaimedPayment(*row[:-2]) for row in rows]


_FAILED_LAST = operator.itemgetter(-4, -2, -1)
_INFO = ExternalAccount._meta.get_field("account_info")
_IDENTIFIER = ExternalAccount._meta.get_field("primary_identifier")
_LEGS = {
    NextAction.TRANSFER: Leg.TRANSFER,
    NextAction.COLLECT: Leg.COLLECTION,
    NextAction.PAY_OUT: Leg.PAYOUT,
    NextAction.GIVE_BACK: Leg.REFUND,
    NextAction.DEPOSIT: Leg.PAYOUT,
}


def record_outcome(*, transaction_id: uuid.UUID, outcome: RailOutcome, now: dt.datetime) -> Transaction | None:
    """Record what the rail said: move the money and the status, tell the platform.

    Safe to repeat: a payment that has reached its end stays as it is, and None is returned. One that went out may come
    back after it has settled, for as long as the rail wants to be asked again.
    """
    payment = transactions.lock(transaction_id)
    if payment is None or (payment.status in _TERMINAL and payment.next_action_at is None):
        return None
    if outcome.provider_reference:
        payment.provider_reference = outcome.provider_reference
    if outcome.verdict == Verdict.PENDING:
        _stay_pending(payment, outcome, now=now)
    elif outcome.verdict == Verdict.SETTLED:
        _settle(payment, outcome, now=now)
    elif payment.status == TransactionStatus.COMPLETED:
        _take_back(payment, outcome, now=now)
    else:
        _fail(payment, outcome, now=now)
    return payment


def fail_by_hand(*, payment: Transaction, failure_reason: str, actor: audit.Actor, now: dt.datetime) -> None:
    """End a locked transfer that is under way as failed; the holder of one that goes out has the money back."""
    outcome = RailOutcome(Verdict.FAILED, failure_reason=failure_reason)
    _fail(payment, outcome, cause="failed_by_staff", actor=actor, now=now)


def try_later(*, claimed: ClaimedPayment, error: BaseException, real_now: clock.RealTime) -> None:
    """Put a payment back whose step failed: the more often in a row, the longer the wait.

    Only while it is still this worker's: another may have claimed it since, or brought it to its end.
    """
    pause = work_failures.note(
        work=transfers.ADVANCE_TASK,
        subject=identifiers.public("Transaction", claimed.key),
        platform_id=claimed.platform_id,
        error=error,
        now=real_now,
    )
    Transaction.objects.filter(
        id=claimed.key, next_action=claimed.step, attempts=claimed.attempts, next_action_at__isnull=False
    ).update(next_action_at=real_now + claimed.clock_offset + pause)


def has_succeeded(*, claimed: ClaimedPayment) -> None:
    """Note that the step of a payment is done, if it had failed before, or seemed to have."""
    if claimed.has_failed or not QUEUE.is_held(claimed):
        work_failures.clear(work=transfers.ADVANCE_TASK, subject=identifiers.public("Transaction", claimed.key))


def _stay_pending(payment: Transaction, outcome: RailOutcome, *, now: dt.datetime) -> None:
    payment.next_action_at = now + (outcome.ask_again_after or dt.timedelta(minutes=1))
    payment.provider_reference = payment.provider_reference or str(payment.id)
    if payment.status == TransactionStatus.CREATED:
        transactions.move(payment, to=TransactionStatus.PENDING, cause="rail_pending", actor=audit.SYSTEM, now=now)
        transfers.announce(payment, now=now)
    else:
        payment.save(update_fields=["next_action_at", "provider_reference"])


def _settle(payment: Transaction, outcome: RailOutcome, *, now: dt.datetime) -> None:
    payment.next_action_at = None
    if outcome.ask_again_after is not None and payment.type == TransactionType.OUTGOING:
        payment.next_action_at, payment.attempts = now + outcome.ask_again_after, 0
        payment.provider_reference = payment.provider_reference or str(payment.id)
    if payment.status == TransactionStatus.COMPLETED:
        payment.save(update_fields=["next_action_at", "attempts", "provider_reference"])
        return
    settlement = bookings.account(payment, AccountKind.RAIL_SETTLEMENT, currency=payment.sent_currency)
    changed: list[InternalAccount] = []
    if payment.type == TransactionType.OUTGOING:
        clearing = bookings.account(payment, AccountKind.PAYOUT_CLEARING, currency=payment.sent_currency)
        lines = [journal.debit(clearing, payment.sent_amount), journal.credit(settlement, payment.sent_amount)]
        bookings.post(payment, "TRANSFER_OUT_SETTLED", *lines, now=now)
    else:
        account = _account_of(payment)
        lines = [
            journal.debit(settlement, payment.received_amount),
            journal.credit(account.ledger_account_id, payment.received_amount),
        ]
        accounts.apply_posted(account, bookings.post(payment, "TRANSFER_IN_SETTLED", *lines, now=now), now=now)
        changed.append(account)
    payment.settled_at = now
    transactions.move(payment, to=TransactionStatus.COMPLETED, cause="rail_settled", actor=audit.SYSTEM, now=now)
    transfers.announce(payment, now=now, accounts_changed=changed)
    _audit(payment, now=now)


def _fail(
    payment: Transaction,
    outcome: RailOutcome,
    *,
    cause: str = "",
    actor: audit.Actor = audit.SYSTEM,
    now: dt.datetime,
) -> None:
    changed: list[InternalAccount] = []
    if payment.type == TransactionType.OUTGOING:
        changed.append(_give_back(payment, now=now))
    payment.failure_reason, payment.next_action_at = outcome.failure_reason, None
    status = TransactionStatus.REJECTED if outcome.verdict == Verdict.REJECTED else TransactionStatus.FAILED
    cause = cause or f"rail_{outcome.verdict.lower()}"
    transactions.move(payment, to=status, cause=cause, actor=actor, now=now)
    transfers.announce(payment, now=now, accounts_changed=changed)
    _audit(payment, actor=actor, now=now)


def _take_back(payment: Transaction, outcome: RailOutcome, *, now: dt.datetime) -> None:
    """Undo a settled transfer that was called back, or that the receiving bank sent back: its holder has the money."""
    is_cancelled = outcome.verdict == Verdict.CANCELLED
    payment.next_action_at = None
    told = []
    if not is_cancelled:
        payment.failure_reason = outcome.failure_reason or FailureReason.BANK_REJECTED
        _move_back(payment, TransactionStatus.FAILED, outcome, now=now)
        told += transactions.status_events(payment, now=now)
    reason = quoted_payments.USER_CANCELLATION if is_cancelled else quoted_payments.TRANSACTION_FAILED
    told.append(transactions.begin_refund(payment, reason=reason, now=now))
    # Before the entry, which locks the balance.
    is_open = accounts.hold_open(_account_of(payment))
    _reverse(payment, "TRANSFER_OUT_SETTLED", "TRANSFER_OUT_CAME_BACK", now=now)
    account = _give_back(payment, now=now)
    if is_open:
        told.append(accounts.balance_updated(account, now=now))
    else:
        bookings.suspend(
            payment,
            amount=payment.sent_amount,
            currency=account.currency,
            taken_from=account.ledger_account_id,
            reason="PAYER_GONE",
            now=now,
        )
    transactions.end_refund(payment, status="COMPLETED" if is_open else "FAILED", now=now)
    if is_cancelled:
        payment.failure_reason = None if is_open else FailureReason.ACCOUNT_INVALID
        _move_back(payment, TransactionStatus.REFUNDED if is_open else TransactionStatus.FAILED, outcome, now=now)
        told += transactions.status_events(payment, now=now)
    else:
        payment.save(update_fields=["refund"])
    events.emit_many([*told, transactions.refund_event(payment, now=now)])
    _audit(payment, now=now)


def _move_back(payment: Transaction, to: TransactionStatus, outcome: RailOutcome, *, now: dt.datetime) -> None:
    cause = f"rail_{outcome.verdict.lower()}"
    transactions.move(payment, to=to, cause=cause, actor=audit.SYSTEM, now=now)


def _give_back(payment: Transaction, *, now: dt.datetime) -> InternalAccount:
    """Credit a transfer's holder with what the transfer took, and return the account."""
    account = _account_of(payment)
    posted = _reverse(payment, "TRANSFER_OUT_SENT", "TRANSFER_OUT_RETURNED", now=now)
    accounts.apply_posted(account, posted, now=now)
    return account


def _reverse(payment: Transaction, purpose: str, as_purpose: str, *, now: dt.datetime) -> journal.Posted:
    entry = JournalEntry.objects.values_list("id", flat=True).get(transaction_id=payment.id, purpose=purpose)
    return journal.reverse(entry_id=entry, purpose=as_purpose, now=now)


def _account_of(payment: Transaction) -> InternalAccount:
    account: InternalAccount = InternalAccount.objects.select_related("ledger_account").get(
        id=payment.internal_account_id
    )
    return account


def _audit(payment: Transaction, *, actor: audit.Actor = audit.SYSTEM, now: dt.datetime) -> None:
    audit.record(
        actor=actor,
        platform_id=payment.platform_id,
        verb=f"transaction.{payment.status.lower()}",
        subject=payment.public_id,
        now=now,
        details={"reason": payment.failure_reason} if payment.failure_reason else None,
    )
