"""Claims: one statement reserves due rows for this worker, payments and money on its way out of suspense alike.

It moves the due time of a row ahead by a lease (`leases`). The worker then takes the row's step outside of any database
transaction (`advancing`), and records each outcome in one of its own. A worker that dies in between loses nothing: the
lease expires, and the next one submits the same movement to the rail again, which the port allows.

Encrypted columns are opened when the row is worked on, not when it is claimed: an unreadable row, or one with values
unknown to this release, fails alone and is postponed.
"""

import dataclasses
import datetime as dt
import functools
import operator
import uuid
from collections.abc import Collection, Iterable
from decimal import Decimal
from typing import Any, ClassVar

from django.db import connection

from payments import due
from payments.due import ADVANCE_TASK
from payments.models import (
    Deposit,
    ExternalAccount,
    FailureReason,
    Quote,
    SuspenseItem,
    SuspenseWay,
    TransactionType,
)
from payments.providers.base import Direction, Instruction, Leg, RailOutcome, Verdict
from payments.steps import RAIL, STEPS, step_of
from payments.workflow import leases, provider_messages
from platforms.base import clock, identifiers, tracing
from platforms.database import sql
from platforms.database.rows import by_key

PAYMENTS = leases.Queue("payments_transaction", "next_action_at", "row.next_action", ADVANCE_TASK, "Transaction")
MOVEMENTS = leases.Queue("payments_suspenseitem", "next_attempt_at", "row.movement::text", ADVANCE_TASK, "SuspenseItem")
_INFO = ExternalAccount._meta.get_field("account_info")
_IDENTIFIER = ExternalAccount._meta.get_field("primary_identifier")


@dataclasses.dataclass(frozen=True, slots=True)
class _Claimed:
    """What every claimed row has: the columns with which the claim's statement begins."""

    key: uuid.UUID
    """The row's."""
    platform_id: uuid.UUID
    environment: str
    clock_offset: dt.timedelta
    provider_reference: str
    """Empty until the rail has accepted the movement."""
    attempts: int
    has_failed: bool
    """The last attempt failed, on our side or on the provider's."""
    lease: Decimal
    """The due time written by the claim, in seconds of the epoch."""


_TOLD = frozenset({Leg.TRANSFER, Leg.PAYOUT})
"""Legs that the platform's text and rail are for: those by which the money reaches who is to have it."""


@dataclasses.dataclass(frozen=True, slots=True)
class ClaimedPayment(_Claimed):
    """A due payment with all data for a rail, as the database holds it."""

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
    remittance: str | None
    payment_rail: str
    is_refused: bool
    """A reviewer has refused an account of it for good."""
    request_id: uuid.UUID | None
    """The request that caused the payment."""
    queue: ClassVar[leases.Queue] = PAYMENTS

    @property
    def transaction_id(self) -> uuid.UUID:
        """The payment's key."""
        return self.key

    @property
    def cause(self) -> tracing.Cause:
        """What the step is caused by, and about."""
        return tracing.Cause(str(self.request_id or ""), identifiers.public("Transaction", self.key))

    @property
    def noted_as(self) -> str:
        """The step under which messages of the rail are stored."""
        return self.step

    @property
    def asks(self) -> str:
        """The party that the step asks, as `payments.steps` says."""
        return step_of(self.step).asks

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
            remittance=(self.remittance or "") if leg in _TOLD else "",
            payment_rail=self.payment_rail if leg in _TOLD else "",
        )


@dataclasses.dataclass(frozen=True, slots=True)
class ClaimedMovement(_Claimed):
    """Money that leaves suspense by a rail, as staff have decided: the item is the row, the decision its movement."""

    transaction_id: uuid.UUID | None
    """None of a deposit."""
    movement: uuid.UUID
    request_id: uuid.UUID | None
    """The request that caused the payment whose money it is."""
    queue: ClassVar[leases.Queue] = MOVEMENTS
    asks: ClassVar[str] = RAIL
    noted_as: ClassVar[str] = provider_messages.RESOLVE
    """The step under which messages of the rail are stored."""
    refusal: ClassVar[RailOutcome | None] = None

    @property
    def cause(self) -> tracing.Cause:
        """What the movement is caused by, and about."""
        subject = ("SuspenseItem", self.key) if self.transaction_id is None else ("Transaction", self.transaction_id)
        return tracing.Cause(str(self.request_id or ""), identifiers.public(*subject))

    @property
    def step(self) -> str:
        """The due step: another decision of staff makes another movement."""
        return str(self.movement)

    def instruction(self) -> Instruction:
        """Return the instruction for a rail; raises Unreadable, and any error of a damaged row."""
        item = SuspenseItem.objects.select_related("transaction", "deposit").get(id=self.key)
        account = _account(item)
        return Instruction(
            transaction_id=self.movement,
            leg=Leg.REFUND if SuspenseWay(item.way) == SuspenseWay.GIVE_BACK else Leg.TRANSFER,
            direction=Direction.PUSH,
            amount=item.amount,
            currency=item.currency,
            account_type=account.account_type if account else "",
            account_info=account.account_info if account else {},
            primary_identifier=account.primary_identifier if account else "",
            reference=_reference(item),
            platform_id=self.platform_id,
        )


Claimed = ClaimedPayment | ClaimedMovement


def first_arrival(deposit: Deposit) -> Deposit:
    """Return the deposit that arrived first: one that came back names it."""
    if deposit.reason != "CAME_BACK":
        return deposit
    key = identifiers.parse("Deposit", deposit.named)
    return by_key(Deposit.objects, key) or deposit


def _reference(item: SuspenseItem) -> str:
    # The rail knows the payer of a deposit by its name of the arrival.
    if item.deposit is not None:
        return first_arrival(item.deposit).provider_reference
    return item.transaction.reference if item.transaction else ""


def _account(item: SuspenseItem) -> ExternalAccount | None:
    """Return the destination account; None where only the rail that received the money knows the payer."""
    key = item.transaction.external_account_id if item.transaction else None
    if item.way == SuspenseWay.GIVE_BACK and item.transaction:
        quotes = Quote.objects.filter(transaction_id=item.transaction_id)
        key = quotes.values_list("source_external_account_id", flat=True).first()
    account: ExternalAccount | None = by_key(ExternalAccount.objects, key)
    return account


def _update(queue: leases.Queue, row: str, *, columns: str, joined: str = "") -> str:
    """Return the end of a statement that claims the rows of `due`: `row` is the table's name in it.

    Due by the platform's own clock. No value of a single row may fail the statement: sums are numbers without bounds,
    waiting times are in seconds. Rows are found by their keys, however many the planner expects to be due.
    """
    return sql.of_constants(
        """
UPDATE {table} {row}
   SET {due_at} = %(now)s + due.clock_offset + %(lease)s, attempts = LEAST({row}.attempts, 2147483646) + 1
  FROM due {joined}
 WHERE {row}.id = due.id AND {row}.id = ANY(ARRAY(SELECT id FROM due))
RETURNING {row}.id, {row}.platform_id, due.environment, due.clock_offset, {row}.provider_reference, {row}.attempts,
          EXISTS (SELECT FROM platforms_workfailure failure
                   WHERE failure.work = '{work}' AND failure.subject = '{noun}:' || {row}.id),
          extract(epoch FROM {row}.{due_at}), {columns},
          due.turn, extract(epoch FROM due.{due_at}) - extract(epoch FROM due.clock_offset)
""",
        table=queue.table,
        row=row,
        due_at=queue.due,
        joined=joined,
        work=queue.work,
        noun=queue.noun,
        columns=columns,
    )


_UPDATE_PAYMENTS = _update(
    PAYMENTS,
    "payment",
    columns=sql.of_constants(
        """
          payment.type, payment.next_action,
          CASE WHEN {is_payout} THEN payment.received_amount
               WHEN {is_refund} THEN coalesce((
                   SELECT sum(receipt.amount) FROM payments_fundingreceipt receipt
                    WHERE receipt.transaction_id = payment.id AND receipt.use <> 'SUSPENSE'
               ), 0)
               ELSE payment.sent_amount END,
          CASE WHEN {is_payout} THEN payment.received_currency ELSE payment.sent_currency END,
          external.id, external.account_type, external.account_info::text, external.primary_identifier,
          payment.reference, payment.remittance_information, payment.payment_rail, due.is_refused,
          payment.request_id
""",
        is_payout=due.IS_PAYOUT,
        is_refund=due.IS_REFUND,
    ),
    joined="""
       LEFT JOIN LATERAL (SELECT * FROM payments_externalaccount WHERE id = due.external_account_id LIMIT 1) external
       ON TRUE
""",
)
_DUE_MOVEMENTS = """
WITH due AS (
    SELECT item.id, item.next_attempt_at, platform.environment, platform.clock_offset, 1 AS turn
      FROM payments_suspenseitem item JOIN platforms_platform platform ON platform.id = item.platform_id
     WHERE item.next_attempt_at <= %(now)s + platform.clock_offset
     ORDER BY item.next_attempt_at
     LIMIT %(limit)s
       FOR UPDATE OF item SKIP LOCKED
)
"""
_MOVED = """
item.transaction_id, item.movement,
          (SELECT payment.request_id FROM payments_transaction payment WHERE payment.id = item.transaction_id)
"""
_CLAIM_MOVEMENTS = _DUE_MOVEMENTS + _update(MOVEMENTS, "item", columns=_MOVED)


def _of_party(steps: str, party: str, limit: int) -> str:
    """Return SQL for the due payments of each party, as many as its share."""
    return sql.of_constants(
        """
    SELECT party.id AS platform_id, party.environment, party.clock_offset, party.is_for_rail, party.share, payment.*
      FROM party CROSS JOIN LATERAL (
           SELECT payment.id, payment.next_action_at,
                  CASE WHEN {is_of_payer} THEN quote.source_external_account_id
                       ELSE payment.external_account_id END AS external_account_id,
                  {is_refused} AS is_refused
             FROM payments_transaction payment
             LEFT JOIN LATERAL (SELECT * FROM payments_quote WHERE id = payment.quote_id LIMIT 1) quote ON TRUE
            WHERE {party} AND {is_due} AND {steps} AND NOT ({waits})
            ORDER BY payment.platform_id, payment.next_action_at
            LIMIT {limit}
              FOR UPDATE OF payment SKIP LOCKED) payment
""",
        is_of_payer=due.IS_OF_PAYER,
        is_refused=due.IS_REFUSED,
        party=party,
        is_due=due.is_due_of("party"),
        steps=steps,
        waits=due.WAITS,
        limit=limit,
    )


# A party is a platform with the steps that wait for its rail, or with its other steps. Each gets the same share of a
# batch, and parties take turns: however much work one has, another's next payment is among the first. Limits are in
# the text: the planner must know that they are small. Skipping locked rows keeps workers from waiting for each other.
@functools.cache
def statement_for_payments(limit: int) -> str:
    """Return the statement that claims up to `limit` due payments."""
    return sql.of_constants(
        """
WITH party AS MATERIALIZED (
    SELECT drawn.*, GREATEST(1, {limit} / count(*) OVER ()) AS share
      FROM (SELECT platform.id, platform.environment, platform.clock_offset, kind.is_for_rail
              FROM platforms_platform platform CROSS JOIN (VALUES (TRUE), (FALSE)) AS kind (is_for_rail)
             WHERE CASE WHEN kind.is_for_rail
                        THEN platform.id <> ALL(%(left_out)s::uuid[])
                             AND platform.environment <> ALL(%(environments_left_out)s::text[])
                             AND {is_due_for_rail}
                        ELSE {is_due_otherwise} END
             ORDER BY random() LIMIT {limit}) drawn
), for_rail AS ({of_rails}
), own AS ({of_others}
), due AS (
    SELECT * FROM (
        SELECT each_due.*, row_number() OVER (PARTITION BY platform_id, is_for_rail ORDER BY next_action_at) AS turn
          FROM (SELECT * FROM for_rail UNION ALL SELECT * FROM own) each_due) each_due
     WHERE turn <= share
)
{update_payments}""",
        limit=limit,
        is_due_for_rail=due.payment_of_platform(due.IS_FOR_RAIL),
        is_due_otherwise=due.payment_of_platform(due.IS_OWN),
        of_rails=_of_party(due.IS_FOR_RAIL, "party.is_for_rail", limit),
        of_others=_of_party(due.IS_OWN, "NOT party.is_for_rail", limit),
        update_payments=_UPDATE_PAYMENTS,
    )


def claim_payments(
    *, limit: int, left_out: Collection[uuid.UUID] = (), environments_left_out: Collection[str] = ()
) -> list[ClaimedPayment]:
    """Claim up to `limit` due payments for this worker, platforms in turns, behind them those that failed.

    The longest waiting payments of a platform come first. Platforms in `left_out` get no payments claimed that ask a
    rail. Steps that call addresses of outsiders are claimed by `counterparty_calls`.
    """
    arguments = {"left_out": [*left_out], "environments_left_out": [*environments_left_out], "now": clock.real_now()}
    return [ClaimedPayment(*row) for row in _claim(statement_for_payments(limit), arguments)]


def claim_these_payments(these: str, arguments: dict[str, Any]) -> list[ClaimedPayment]:
    """Claim the payments of `these`, the beginning of a statement with its own arguments."""
    return [ClaimedPayment(*row) for row in _claim(these + _UPDATE_PAYMENTS, arguments)]


def claim_movements(*, limit: int) -> list[ClaimedMovement]:
    """Claim up to `limit` due movements for this worker, the longest waiting first, behind them those that failed."""
    arguments = {"now": clock.real_now(), "limit": limit}
    return [ClaimedMovement(*row) for row in _claim(_CLAIM_MOVEMENTS, arguments)]


def _claim(statement: str, arguments: dict[str, Any]) -> Iterable[tuple[Any, ...]]:
    parameters: dict[str, Any] = {**arguments, "lease": leases.LEASE}
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        # An UPDATE returns its rows in any order.
        rows = sorted(cursor.fetchall(), key=_FAILED_LAST)
    return [row[:-2] for row in rows]


_FAILED_LAST = operator.itemgetter(6, -2, -1)
