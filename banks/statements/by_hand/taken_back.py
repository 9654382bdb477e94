"""Collections that the payer's bank took back after they had settled: from their holders, or as our claim."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from banks.models import BankPayment, BankPaymentState, BankStatementLine, ClaimReason, Debtor
from banks.statements import claims
from banks.statements.by_hand import open_lines
from payments.accounts import internal_accounts
from payments.models import FailureReason, FundingReceipt, InternalAccount, NextAction, Transaction, TransactionStatus
from payments.providers.base import Direction, Leg
from payments.workflow import settlement, transactions
from platforms import audit
from platforms.base import clock, errors
from platforms.models import Platform

_ENDED = {TransactionStatus.COMPLETED, TransactionStatus.FAILED, TransactionStatus.REJECTED}


class NotReversible(errors.DomainError):
    """The collection is still under way: its worker has not yet recorded how it ended."""

    code = "INVALID_INPUT"
    message = (
        "This collection has not ended yet: its worker has not recorded the bank's answer. Match it again in a minute."
    )


class Back(NamedTuple):
    """A collection that came back, and what is booked for it."""

    payment: BankPayment
    transaction: Transaction
    account: InternalAccount | None
    """The account that the money of a transfer is taken from; None for a quote."""
    taken: int
    claimed: int
    """What the account lacks, or all that a quote was paid with: owed to us."""


def plan(payments: Iterable[BankPayment]) -> list[Back]:
    """Return what is booked for each collection of these that had settled, their transactions locked.

    Those that never reached their holders are left out. Raises NotReversible.
    """
    mine = [one for one in payments if one.direction == Direction.PULL and one.state in _SETTLED]
    backs, balances = [], dict[uuid.UUID, int]()
    for payment in sorted(mine, key=lambda one: one.movement):
        transaction = transactions.lock(payment.movement)
        if transaction is None:
            raise NotReversible
        back = (
            _transfer(payment, transaction, balances) if payment.leg == Leg.TRANSFER else _quote(payment, transaction)
        )
        if back is not None:
            backs.append(back)
    return backs


_SETTLED = {BankPaymentState.SETTLED, BankPaymentState.RETURNED}


def book(
    backs: Sequence[Back],
    *,
    line: BankStatementLine,
    platforms: Mapping[uuid.UUID, Platform],
    actor: audit.Actor,
    now: clock.RealTime,
) -> None:
    """Book what `plan` has returned. Raises InsufficientBalance, if an account has less meanwhile, and AccountHeld."""
    for back in backs:
        platform = platforms[back.payment.platform_id]
        at = open_lines.at(platform=platform, now=now)
        if back.claimed:
            claims.open_claim(
                line=line,
                platform=platform,
                amount=back.claimed,
                reason=ClaimReason.COLLECTION_RETURNED if back.account else ClaimReason.FUNDING_RETURNED,
                debtor=Debtor.HOLDER if back.account else Debtor.PLATFORM,
                lent_to=back.account,
                transaction_id=back.transaction.pk,
                actor=actor,
                now=at,
            )
        if back.account is not None:
            settlement.reverse_collection(
                payment=back.transaction,
                failure_reason=back.payment.failure_reason or FailureReason.BANK_REJECTED,
                actor=actor,
                now=at,
            )


def _transfer(payment: BankPayment, transaction: Transaction, balances: dict[uuid.UUID, int]) -> Back | None:
    if transaction.status not in _ENDED:
        raise NotReversible
    if transaction.status != TransactionStatus.COMPLETED:
        return None
    account = internal_accounts.load(transaction.internal_account_id)
    balance = balances.get(account.pk, account.ledger_account.balance or 0)
    taken = min(balance, payment.amount)
    balances[account.pk] = balance - taken
    return Back(payment, transaction, account, taken, payment.amount - taken)


def _quote(payment: BankPayment, transaction: Transaction) -> Back | None:
    if FundingReceipt.objects.filter(transaction=transaction).exists():
        return Back(payment, transaction, None, 0, payment.amount)
    if transaction.next_action == NextAction.COLLECT and transaction.next_action_at is not None:
        raise NotReversible
    return None
