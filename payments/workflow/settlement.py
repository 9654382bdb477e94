"""Settlement: payments claimed by a worker; answers of the rail about transfers, recorded.

A worker claims due payments by moving their due time ahead (a lease), calls the rail outside of any
database transaction, and records each outcome in one of its own. A worker that dies in between loses nothing:
the lease expires, and the next one submits the same transaction to the rail again, which the port allows.

Encrypted columns are opened when the payment is worked on, not when it is claimed: an unreadable row, or one with
values unknown to this release, fails alone and is postponed.
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

from payments import due
from payments.accounts import internal_accounts
from payments.due import ADVANCE_TASK
from payments.ledger import movements
from payments.models import (
    ExternalAccount,
    FailureReason,
    Transaction,
    TransactionStatus,
    TransactionType,
)
from payments.providers.base import Direction, Instruction, Leg, RailOutcome, Verdict
from payments.steps import STEPS
from payments.workflow import leases, moves
from payments.workflow.moves import Move
from platforms import audit
from platforms.base import clock

LEASE = leases.LEASE
QUEUE = leases.Queue("payments_transaction", "next_action_at", "row.next_action", ADVANCE_TASK, "Transaction")


@dataclasses.dataclass(frozen=True, slots=True)
class ClaimedPayment:
    """A due payment with all data for a rail, as the database holds it: a row of `_CLAIM`."""

    key: uuid.UUID
    platform_id: uuid.UUID
    type: str
    step: str
    """A NextAction, or a step of a later release."""
    amount: int | Decimal
    currency: str
    account_id: uuid.UUID | None
    """The external account; None, with its columns, where there is none."""
    account_type: str | None
    sealed_info: str | None
    sealed_identifier: str | None
    reference: str
    environment: str
    clock_offset: dt.timedelta
    provider_reference: str
    """Empty until the rail has accepted the payment."""
    attempts: int
    is_refused: bool
    """A reviewer has refused an account of it for good."""
    has_failed: bool
    """The last attempt failed, on our side or on the provider's."""
    lease: Decimal
    """The due time written by the claim, in seconds of the epoch."""

    @property
    def transaction_id(self) -> uuid.UUID:
        """The payment's key."""
        return self.key

    @property
    def noted_as(self) -> str:
        """The step under which messages of the rail are stored."""
        return self.step

    @property
    def refusal(self) -> RailOutcome | None:
        """Return the outcome of a payment that no rail is asked for, as it would go to or come from a refused account.

        None for one that a rail has accepted before: its answer decides.
        """
        if not self.is_refused or self.provider_reference:
            return None
        failures = STEPS[self.step].failures
        reason = FailureReason.ACCOUNT_INVALID if FailureReason.ACCOUNT_INVALID in failures else "".join(failures[:1])
        return RailOutcome(Verdict.FAILED, failure_reason=reason or None)

    def instruction(self) -> Instruction:
        """Return the instruction for a rail; raises Unreadable, and any error of a damaged row."""
        leg = Leg(STEPS[self.step].leg)
        is_transfer_in = leg == Leg.TRANSFER and TransactionType(self.type) == TransactionType.INCOMING
        is_pull = leg == Leg.COLLECTION or is_transfer_in
        return Instruction(
            transaction_id=self.key,
            leg=leg,
            direction=Direction.PULL if is_pull else Direction.PUSH,
            amount=int(self.amount),
            currency=self.currency,
            account_type=self.account_type or "",
            account_info=_INFO.open(self.sealed_info, row=self.account_id) if self.sealed_info else {},
            primary_identifier=(
                _IDENTIFIER.open(self.sealed_identifier, row=self.account_id) if self.sealed_identifier else ""
            ),
            reference=self.reference,
            platform_id=self.platform_id,
        )


# Due by the platform's own clock. Skipping locked rows keeps workers from waiting for each other. No value of a single
# row may fail the statement: sums are numbers without bounds, waiting times are in seconds. Rows are found by their
# keys, however many the planner expects to be due.
_CLAIM = f"""
UPDATE payments_transaction payment
   SET next_action_at = %(now)s + due.clock_offset + %(lease)s,
       attempts = LEAST(payment.attempts, 2147483646) + 1
  FROM due LEFT JOIN LATERAL (
       SELECT * FROM payments_externalaccount WHERE id = due.external_account_id LIMIT 1) external ON TRUE
 WHERE payment.id = due.id AND payment.id = ANY(ARRAY(SELECT id FROM due))
RETURNING payment.id, payment.platform_id, payment.type, payment.next_action,
          CASE WHEN {due.IS_PAYOUT} THEN payment.received_amount
               WHEN {due.IS_REFUND} THEN coalesce((
                   SELECT sum(receipt.amount) FROM payments_fundingreceipt receipt
                    WHERE receipt.transaction_id = payment.id AND receipt.use <> 'SUSPENSE'
               ), 0)
               ELSE payment.sent_amount END,
          CASE WHEN {due.IS_PAYOUT} THEN payment.received_currency ELSE payment.sent_currency END,
          external.id, external.account_type, external.account_info::text, external.primary_identifier,
          payment.reference, due.environment, due.clock_offset, payment.provider_reference, payment.attempts,
          due.is_refused,
          EXISTS (SELECT FROM platforms_workfailure failure
                   WHERE failure.work = %(work)s AND failure.subject = 'Transaction:' || payment.id),
          extract(epoch FROM payment.next_action_at),
          due.turn, extract(epoch FROM due.next_action_at) - extract(epoch FROM due.clock_offset)
"""  # noqa: S608 - constants


def _of_party(steps: str, party: str, limit: int) -> str:
    """Return SQL for the due payments of each party, as many as its share."""
    return f"""
    SELECT party.id AS platform_id, party.environment, party.clock_offset, party.is_for_rail, party.share, payment.*
      FROM party CROSS JOIN LATERAL (
           SELECT payment.id, payment.next_action_at,
                  CASE WHEN {due.IS_OF_PAYER} THEN quote.source_external_account_id
                       ELSE payment.external_account_id END AS external_account_id,
                  {due.IS_REFUSED} AS is_refused
             FROM payments_transaction payment
             LEFT JOIN LATERAL (SELECT * FROM payments_quote WHERE id = payment.quote_id LIMIT 1) quote ON TRUE
            WHERE {party} AND {due.is_due_of("party")} AND {steps} AND NOT ({due.WAITS})
            ORDER BY payment.platform_id, payment.next_action_at
            LIMIT {limit}
              FOR UPDATE OF payment SKIP LOCKED) payment
"""  # noqa: S608 - constants


# A party is a platform with the steps that wait for its rail, or with its other steps. Each gets the same share of a
# batch, and parties take turns: however much work one has, another's next payment is among the first. Limits are in
# the text: the planner must know that they are small.
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

    The longest waiting payments of a platform come first. Platforms in `left_out` get no payments claimed that ask a
    rail. Steps that call addresses of outsiders are claimed by `due_calls`.
    """
    arguments = {
        "left_out": [*left_out],
        "environments_left_out": [*environments_left_out],
        "now": clock.real_now(),
    }
    return claim(_due(limit), arguments)


def claim(due: str, arguments: dict[str, Any]) -> list[ClaimedPayment]:
    """Claim the rows found by `due`, the beginning of a statement with its own arguments."""
    with connection.cursor() as cursor:
        arguments = {**arguments, "lease": LEASE, "work": ADVANCE_TASK}
        cursor.execute(due + _CLAIM, arguments)
        # An UPDATE returns its rows in any order.
        rows = sorted(cursor.fetchall(), key=_FAILED_LAST)
    return [ClaimedPayment(*row[:-2]) for row in rows]


_FAILED_LAST = operator.itemgetter(-4, -2, -1)
_INFO = ExternalAccount._meta.get_field("account_info")
_IDENTIFIER = ExternalAccount._meta.get_field("primary_identifier")


def settled(move: Move, outcome: RailOutcome) -> None:
    """Complete a transfer; an outgoing one may be returned while the rail wants to be asked again."""
    if move.payment.type == TransactionType.OUTGOING:
        move.settle(movements.TRANSFER_OUT_SETTLED, outcome, keeps_reference=True)
        return
    # A transfer in is asked about once: the bank itself tells that it has taken the money back.
    outcome = dataclasses.replace(outcome, ask_again_after=None)
    holder = internal_accounts.load(move.payment.internal_account_id)
    move.settle(movements.TRANSFER_IN_SETTLED, outcome, credited=holder, keeps_reference=True)


def failed(move: Move, outcome: RailOutcome) -> None:
    """End a transfer that failed, or was returned; the holder of an outgoing one gets the money back."""
    payment, cause = move.payment, f"rail_{outcome.verdict.lower()}"
    payment.next_action_at = None
    if payment.status == TransactionStatus.COMPLETED:
        _take_back(move, outcome, cause=cause)
        return
    if payment.type == TransactionType.OUTGOING:
        holder = internal_accounts.load(payment.internal_account_id)
        move.credit(holder, move.undo(movements.TRANSFER_OUT_RETURNED))
    payment.failure_reason = outcome.failure_reason
    is_rejected = outcome.verdict == Verdict.REJECTED
    move.to(TransactionStatus.REJECTED if is_rejected else TransactionStatus.FAILED, cause=cause)


def reverse_collection(*, payment: Transaction, failure_reason: str, actor: audit.Actor, now: dt.datetime) -> None:
    """Reverse a completed, locked transfer in, after its return by the payer's bank: its holder has the money no more.

    Raises InsufficientBalance and AccountHeld.
    """
    move = Move(payment, now, actor=actor)
    payment.failure_reason = failure_reason
    holder = internal_accounts.load(payment.internal_account_id)
    move.credit(holder, move.undo(movements.TRANSFER_IN_CAME_BACK))
    move.to(TransactionStatus.FAILED, cause="collection_returned")
    move.finish()


def _take_back(move: Move, outcome: RailOutcome, *, cause: str) -> None:
    """Reverse a settled transfer that was called back, or returned by the receiving bank: its holder has the money."""
    payment, is_cancelled = move.payment, outcome.verdict == Verdict.CANCELLED
    if not is_cancelled:
        payment.failure_reason = outcome.failure_reason or FailureReason.BANK_REJECTED
        move.to(TransactionStatus.FAILED, cause=cause)
    move.begin_refund(moves.USER_CANCELLATION if is_cancelled else moves.TRANSACTION_FAILED)
    holder = internal_accounts.load(payment.internal_account_id)
    is_back = move.repay(holder, movements.TRANSFER_OUT_CAME_BACK, movements.TRANSFER_OUT_RETURNED)
    move.end_refund(is_back=is_back, reason=FailureReason.ACCOUNT_INVALID, cause=cause)
