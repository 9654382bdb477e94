"""Transfers in one currency between an internal and an external account.

Out: the holder is debited into clearing when the transfer is made; clearing empties into the rail when it
settles, or back to the holder, by a reversing entry, when it fails. In: the holder is credited when it settles.
"""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Collection, Sequence
from typing import Any

import orjson

from compliance import gates
from compliance.gates import Moment, Side
from payments import representations
from payments.account_types import table
from payments.ledger import chart, journal
from payments.ledger.holds import AccountHeld
from payments.models import InternalAccount, LedgerAccount, Transaction, TransactionStatus, TransactionType
from payments.operations import accounts, transactions
from payments.operations.accounts import InternalAccountNotFound
from payments.operations.external_accounts import ExternalAccountNotFound
from platforms import audit
from platforms.kit import errors, identifiers, instances, questions, queue
from webhooks import events

ADVANCE_TASK = "payments.advance_due_payments"
CALL_TASK = "payments.call_counterparties"


class CurrencyMismatch(errors.DomainError):
    """The two accounts hold different currencies."""

    code = "CURRENCY_MISMATCH"
    message = "Both accounts of a transfer must hold the same currency; use a quote to exchange."


class CurrencyContradicted(CurrencyMismatch):
    """A request names another currency than that of the account that it names."""

    message = "The request names another currency than that of the account."


class PullNotSupported(errors.DomainError):
    """Money can't be collected from an account of this type."""

    code = "PULL_NOT_SUPPORTED"
    message = "Money can't be pulled from this type of account. Fund the internal account by its payment instructions."


class AmountOutOfRange(errors.InvalidInput):
    """The amount is outside of what the platform allows in this currency."""

    def __init__(self, minimum: int, maximum: int, *, field: str = "amount") -> None:
        """Name the bounds, and the field that led to the amount."""
        super().__init__(
            [(field, f"must be between {minimum} and {maximum}")],
            code="AMOUNT_OUT_OF_RANGE",
            message="The amount is outside the platform's limits for this currency.",
        )


@dataclasses.dataclass(frozen=True, slots=True)
class _Parties:
    """Both accounts of a transfer with what decides whether it may go ahead: one row of one query."""

    internal: InternalAccount
    holder_status: str | None
    holder_deleted_at: dt.datetime | None
    platform_customer_id: str
    external_id: uuid.UUID
    external_customer_id: uuid.UUID | None
    external_holder_status: str | None
    external_holder_deleted_at: dt.datetime | None
    external_currency: str
    external_status: str
    external_type: str
    minimum: int | None
    maximum: int | None
    directions: list[str]


# By keys alone, and the platform compared afterwards: see payments.queries.
_ASKED = ("transferring uuid", "internal uuid", "external uuid")
_LOAD = """
SELECT internal.id, internal.customer_id, internal.currency, internal.ledger_account_id,
       internal.funding_instructions::text, internal.created_at, internal.updated_at,
       coalesce(customer.kyc_status, customer.kyb_status), customer.deleted_at, customer.platform_customer_id,
       external.id, external.customer_id, external.currency, external.status, external.account_type,
       limits.min_amount, limits.max_amount, limits.enabled_transaction_types,
       internal.platform_id, external.platform_id, external.deleted_at, books.held_at,
       coalesce(owner.kyc_status, owner.kyb_status), owner.deleted_at
  FROM (VALUES (asked.internal)) AS given(internal)
  LEFT JOIN payments_internalaccount internal ON internal.id = given.internal
  LEFT JOIN payments_ledgeraccount books ON books.id = internal.ledger_account_id
  LEFT JOIN payments_externalaccount external ON external.id = asked.external
  LEFT JOIN compliance_customer customer ON customer.id = internal.customer_id
  LEFT JOIN compliance_customer owner ON owner.id = external.customer_id
  LEFT JOIN platforms_platformcurrency limits
         ON limits.platform_id = asked.transferring AND limits.code = internal.currency
"""


def question(
    *, platform_id: uuid.UUID, internal_id: uuid.UUID | None, external_id: uuid.UUID | None
) -> questions.Question:
    """Return what a transfer between two accounts has to know."""
    return questions.Question(_ASKED, _LOAD, [platform_id, internal_id, external_id])


def transfer_out(
    *,
    platform_id: uuid.UUID,
    facts: Sequence[Any],
    amount: int,
    currencies: Collection[str] = (),
    actor: audit.Actor,
    now: dt.datetime,
) -> bytes:
    """Send money from an internal to an external account; the holder is debited at once.

    Return the transaction as its GET shows it, encoded: the reply and the event hold the same text. To be called in a
    block of `writes`: everything it writes is one statement, which guards the balance. `facts` is the answer to
    `question` about the two accounts. `amount` in the currency's smallest unit; `currencies` that the request names, if
    any. Raises InternalAccountNotFound, ExternalAccountNotFound, AccountHeld, CustomerDeleted, UserNotReady,
    CurrencyMismatch, AmountOutOfRange, InvalidInput; InsufficientBalance and AccountHeld when the statement is sent.
    """
    parties = _parties(platform_id, facts)
    _require_allowed(parties, amount=amount, currencies=currencies, direction=TransactionType.OUTGOING)
    payment = _new_payment(parties, type_=TransactionType.OUTGOING, amount=amount, now=now)
    transactions.begin(payment, cause="transfer_out", actor=actor, now=now)
    clearing = chart.system_account(
        platform_id=platform_id, kind=chart.AccountKind.PAYOUT_CLEARING, currency=payment.sent_currency
    )
    late_balance = journal.post_later(
        platform_id=platform_id,
        purpose="TRANSFER_OUT_SENT",
        lines=[journal.debit(parties.internal.ledger_account_id, amount), journal.credit(clearing, amount)],
        now=now,
        transaction_id=payment.id,
    )
    shown = orjson.dumps(representations.transaction(payment))
    events.emit_many(
        [
            *transactions.status_events(payment, now=now, shown=shown),
            accounts.balance_updated_later(parties.internal, late_balance, now=now),
        ]
    )
    _audit(payment, verb="transfer_out.create", actor=actor, now=now)
    queue.ring(ADVANCE_TASK)
    return shown


def transfer_in(
    *,
    platform_id: uuid.UUID,
    source_id: uuid.UUID | None,
    destination_id: uuid.UUID | None,
    amount: int,
    currencies: Collection[str] = (),
    actor: audit.Actor,
    now: dt.datetime,
) -> Transaction:
    """Collect money from an external account into an internal one; the holder is credited when it has arrived.

    Raises what `transfer_out` raises but InsufficientBalance, and PullNotSupported.
    """
    asked = question(platform_id=platform_id, internal_id=destination_id, external_id=source_id)
    parties = _parties(platform_id, questions.ask(asked))
    parties = _hold(parties)
    _require_allowed(parties, amount=amount, currencies=currencies, direction=TransactionType.INCOMING)
    if not table.get(parties.external_type).pull:
        raise PullNotSupported
    if parties.external_customer_id not in {None, parties.internal.customer_id}:
        raise errors.InvalidInput.field("source.accountId", "must belong to the holder of the destination account")
    payment = _new_payment(parties, type_=TransactionType.INCOMING, amount=amount, now=now)
    transactions.begin(payment, cause="transfer_in", actor=actor, now=now)
    announce(payment, now=now)
    _audit(payment, verb="transfer_in.create", actor=actor, now=now)
    queue.ring(ADVANCE_TASK)
    return payment


def announce(
    payment: Transaction, *, now: dt.datetime, accounts_changed: "list[InternalAccount] | None" = None
) -> None:
    """Emit the events of a payment's new status and of the balances it changed: one statement."""
    changed = [accounts.balance_updated(account, now=now) for account in accounts_changed or []]
    events.emit_many([*transactions.status_events(payment, now=now), *changed])


def _parties(platform_id: uuid.UUID, row: Sequence[Any]) -> _Parties:
    if row[18] != platform_id:
        raise InternalAccountNotFound
    if row[19] != platform_id or row[20] is not None:
        raise ExternalAccountNotFound
    if row[21] is not None:
        raise AccountHeld
    internal = instances.fill(
        InternalAccount,
        {
            "id": row[0],
            "platform_id": platform_id,
            "customer_id": row[1],
            "currency": row[2],
            "funding_instructions": orjson.Fragment(row[4]),
            "created_at": row[5],
            "updated_at": row[6],
            "ledger_account_id": row[3],
        },
        ledger_account=instances.fill(LedgerAccount, {"id": row[3]}),
    )
    return _Parties(
        internal=internal,
        holder_status=row[7],
        holder_deleted_at=row[8],
        platform_customer_id=row[9] or "",
        external_id=row[10],
        external_customer_id=row[11],
        external_holder_status=row[22],
        external_holder_deleted_at=row[23],
        external_currency=row[12],
        external_status=row[13],
        external_type=row[14],
        minimum=row[15],
        maximum=row[16],
        directions=row[17] or [],
    )


def _require_allowed(parties: _Parties, *, amount: int, currencies: Collection[str], direction: str) -> None:
    _require_ready(parties, direction)
    if parties.internal.currency != parties.external_currency:
        raise CurrencyMismatch
    if any(code != parties.internal.currency for code in currencies):
        raise CurrencyContradicted
    if parties.minimum is None or parties.maximum is None or direction not in parties.directions:
        raise errors.InvalidInput.field(
            "amount", f"the platform has not enabled {direction} transactions in this currency", code="INVALID_CURRENCY"
        )
    if not max(1, parties.minimum) <= amount <= parties.maximum:
        raise AmountOutOfRange(max(1, parties.minimum), parties.maximum)
    if parties.external_status != "ACTIVE":
        side = "destination" if direction == TransactionType.OUTGOING else "source"
        raise errors.InvalidInput.field(
            f"{side}.accountId", f"the account is {parties.external_status}, not ACTIVE", code="INVALID_BANK_ACCOUNT"
        )


def _require_ready(parties: _Parties, direction: str) -> None:
    inside = parties.internal.customer_id, parties.holder_status, parties.holder_deleted_at
    outside = parties.external_customer_id, parties.external_holder_status, parties.external_holder_deleted_at
    if direction == TransactionType.OUTGOING:
        moment, payer, payee = Moment.TRANSFER_OUT, inside, outside
    else:
        moment, payer, payee = Moment.TRANSFER_IN, outside, inside
    for side, (customer_id, status, deleted_at) in ((Side.PAYER, payer), (Side.PAYEE, payee)):
        if customer_id is not None:
            gates.require(moment, side, status=status, deleted_at=deleted_at)


def _hold(parties: _Parties) -> _Parties:
    # Nothing else keeps an incoming payment apart from the end of its customer or its currency: it debits nobody.
    limits = accounts.hold_currency(platform_id=parties.internal.platform_id, code=parties.internal.currency)
    held = dataclasses.replace(
        parties,
        minimum=limits.min_amount,
        maximum=limits.max_amount,
        directions=limits.enabled_transaction_types,
    )
    if parties.internal.customer_id is None:
        return held
    customer = accounts.hold_customer(parties.internal.customer_id)
    held = dataclasses.replace(held, holder_status=customer.status, holder_deleted_at=customer.deleted_at)
    if parties.external_customer_id != customer.id:
        return held
    return dataclasses.replace(
        held, external_holder_status=customer.status, external_holder_deleted_at=customer.deleted_at
    )


def _new_payment(parties: _Parties, *, type_: str, amount: int, now: dt.datetime) -> Transaction:
    key = identifiers.new_key()
    internal = parties.internal.public_id
    external = identifiers.public("ExternalAccount", parties.external_id)
    is_outgoing = type_ == TransactionType.OUTGOING
    return instances.fill(
        Transaction,
        {
            "id": key,
            "platform_id": parties.internal.platform_id,
            "customer_id": parties.internal.customer_id,
            "platform_customer_id": parties.platform_customer_id,
            "type": type_,
            "status": TransactionStatus.PENDING if is_outgoing else TransactionStatus.CREATED,
            "internal_account_id": parties.internal.id,
            "external_account_id": parties.external_id,
            "sender": internal if is_outgoing else external,
            "receiver": external if is_outgoing else internal,
            "sent_amount": amount,
            "sent_currency": parties.internal.currency,
            "received_amount": amount,
            "received_currency": parties.internal.currency,
            "fees": 0,
            "reference": f"TX{key.hex[-16:].upper()}",
            "created_at": now,
            "updated_at": now,
            "next_action_at": now,
        },
    )


def _audit(payment: Transaction, *, verb: str, actor: audit.Actor, now: dt.datetime) -> None:
    details: dict[str, Any] = {"amount": payment.sent_amount, "currency": payment.sent_currency}
    audit.record(
        actor=actor, platform_id=payment.platform_id, verb=verb, subject=payment.public_id, now=now, details=details
    )
