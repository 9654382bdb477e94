"""Quotes: made, executed by an account's holder, or run out of time.

A quote is its terms and never changes. The payment is a transaction from the first moment on, PENDING until the quote
is executed or paid (PROCESSING) or runs out (EXPIRED); from then on `quoted_payments` carries it.
"""

import datetime as dt
import decimal
import uuid
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from compliance import gates
from payments import pricing
from payments.account_types import funding
from payments.models import (
    FailureReason,
    NextAction,
    Quote,
    QuoteSourceType,
    Transaction,
    TransactionStatus,
    TransactionType,
)
from payments.operations import accounts, fee_schedules, lookups, quote_parties, quoted_payments, transactions
from payments.operations.quote_parties import Parties, Wanted
from payments.operations.transfers import ADVANCE_TASK, AmountOutOfRange
from payments.rates import RateBook
from platforms import audit
from platforms.kit import errors, identifiers, instances, money, queue, writes
from webhooks import events

LIFETIME = dt.timedelta(minutes=5)
_ROUNDINGS = decimal.Context(prec=60)
_ROUNDING_DECIMALS = Decimal("1e-30")
"""As the column holds them: 30 digits before the point and 30 after it."""


class QuoteNotFound(errors.NotFound):
    """The platform has no such quote."""

    code = "QUOTE_NOT_FOUND"
    message = "There is no such quote."


class QuoteExpired(errors.DomainError):
    """The quote's time has run out."""

    code = "QUOTE_EXPIRED"
    message = "The quote has expired. Ask for a new one."


class QuoteNotPending(errors.DomainError):
    """The quote was executed, paid or ended before."""

    code = "QUOTE_NOT_PENDING"

    def __init__(self, status: str) -> None:
        """Name the status that the payment has reached."""
        super().__init__(f"The quote can't be executed: its payment is {status}.", transactionStatus=status)


def create(*, wanted: Wanted, book: RateBook, actor: audit.Actor, now: dt.datetime) -> Quote:
    """Price a payment, promise the price until `expires_at`, and begin its transaction; execute it when that is wanted.

    Raises what the two sides of the payment object to (`quote_parties.load`), RateUnknown and RatesStale,
    AmountTooSmall, AmountTooLarge, AmountOutOfRange, LookupRefused, and what `execute` raises.
    """
    parties = quote_parties.load(wanted)
    if wanted.lookup_id is not None:
        lookups.require(
            platform_id=wanted.platform_id,
            lookup_id=identifiers.parse("Lookup", wanted.lookup_id),
            external_account_id=parties.destination.external_id,
            now=now,
        )
    quote = _terms(wanted, parties, book, now=now)
    payment = quote.transaction
    _hold(parties)
    transactions.begin(payment, cause="quote", actor=actor, now=now)
    _store(quote)
    events.emit_many(transactions.status_events(payment, now=now))
    _audit(quote, "quote.create", actor=actor, now=now)
    if wanted.is_immediate:
        # What comes next changes the rows that were only collected so far.
        writes.flush()
        quoted_payments.start(quote=quote, payment=payment, actor=actor, now=now)
    queue.ring(ADVANCE_TASK)
    return quote


def execute(*, platform_id: uuid.UUID, quote_id: uuid.UUID | None, actor: audit.Actor, now: dt.datetime) -> Quote:
    """Debit the source of a quote and send the payment on its way; of many executions at once, one does it.

    Raises QuoteNotFound, QuoteExpired, QuoteNotPending, InvalidInput for a quote that is funded by a payment,
    CustomerDeleted, UserNotReady, InsufficientBalance.
    """
    quote = find(platform_id=platform_id, quote_id=quote_id)
    payment = Transaction.objects.select_for_update(of=("self",)).get(id=quote.transaction_id)
    quote.transaction = payment
    _require_pending(payment, quote, now=now)
    if quote.source_type == QuoteSourceType.REALTIME_FUNDING:
        raise errors.InvalidInput.field(
            "quoteId", "this quote is funded by the payment that its paymentInstructions describe, not by executing it"
        )
    if quote.customer_id is not None:
        customer = accounts.hold_customer(quote.customer_id)
        gates.require_can_pay(status=customer.status, deleted_at=customer.deleted_at)
    quoted_payments.start(quote=quote, payment=payment, actor=actor, now=now)
    _audit(quote, "quote.execute", actor=actor, now=now)
    queue.ring(ADVANCE_TASK)
    return quote


def _require_pending(payment: Transaction, quote: Quote, *, now: dt.datetime) -> None:
    """Raise QuoteExpired or QuoteNotPending unless a quote with this locked transaction may still be used."""
    is_pending = payment.status == TransactionStatus.PENDING
    if payment.status == TransactionStatus.EXPIRED or (is_pending and quote.expires_at <= now):
        raise QuoteExpired
    if not is_pending:
        raise QuoteNotPending(payment.status)


def expire(*, transaction_id: uuid.UUID, now: dt.datetime) -> Transaction | None:
    """End a quote whose time has run out; None, and no change, when somebody has used it first."""
    payment = transactions.lock(transaction_id)
    if payment is None or payment.status != TransactionStatus.PENDING:
        return None
    quote = Quote.objects.get(transaction_id=transaction_id)
    if quote.expires_at > now:
        payment.next_action_at = quote.expires_at
        payment.save(update_fields=["next_action_at"])
        return None
    events.emit_many(run_out(payment=payment, now=now))
    return payment


def run_out(*, payment: Transaction, now: dt.datetime) -> list[events.NewEvent]:
    """Move a locked PENDING payment to EXPIRED and return the event that tells it."""
    payment.failure_reason, payment.next_action_at = FailureReason.QUOTE_EXPIRED, None
    transactions.move(payment, to=TransactionStatus.EXPIRED, cause="quote_expired", actor=audit.SYSTEM, now=now)
    audit.record(
        actor=audit.SYSTEM,
        platform_id=payment.platform_id,
        verb="transaction.expired",
        subject=payment.public_id,
        now=now,
    )
    return transactions.status_events(payment, now=now)


def find(*, platform_id: uuid.UUID, quote_id: uuid.UUID | None) -> Quote:
    """Return the terms of one of a platform's quotes, without its transaction; raises QuoteNotFound."""
    quote: Quote | None = Quote.objects.filter(id=quote_id).first() if quote_id else None
    if quote is None or quote.platform_id != platform_id:
        raise QuoteNotFound
    return quote


def _terms(wanted: Wanted, parties: Parties, book: RateBook, *, now: dt.datetime) -> Quote:
    """Return the quote that `wanted` gets, with its transaction; nothing is stored yet."""
    sending, receiving = parties.sending_currency, parties.destination.currency
    mid_rate = book.rate(sending, receiving)
    terms = fee_schedules.find(platform_id=wanted.platform_id, sending=sending, receiving=receiving, now=now)
    exchange_rate = terms.exchange_rate(mid_rate)
    price = pricing.price(
        lock=wanted.lock_side,
        amount=wanted.amount,
        exchange_rate=exchange_rate,
        sending_decimals=money.currency(sending).decimals,
        receiving_decimals=money.currency(receiving).decimals,
        fees=terms.fees,
    )
    if not max(1, parties.minimum) <= price.sending <= parties.maximum:
        raise AmountOutOfRange(max(1, parties.minimum), parties.maximum, field="lockedCurrencyAmount")
    key = identifiers.new_key()
    rate_details = {
        "counterpartyMultiplier": float(mid_rate),
        "counterpartyFixedFee": 0,
        "serviceApiMultiplier": float(terms.multiplier),
        "serviceApiFixedFee": terms.fees.fixed,
        "serviceApiVariableFeeRate": float(terms.fees.variable_rate),
        "serviceApiVariableFeeAmount": price.variable_fee,
    }
    payment = _payment(wanted, parties, price, quote_id=key, rate_details=rate_details, now=now)
    payment.exchange_rate = exchange_rate
    quote = instances.fill(
        Quote,
        {
            "id": key,
            "platform_id": wanted.platform_id,
            "customer_id": parties.customer_id,
            "transaction_id": payment.id,
            "lock_side": wanted.lock_side,
            "source_type": wanted.source_type,
            "source_internal_account_id": parties.source.internal_id,
            "source_external_account_id": parties.source.external_id,
            "crypto_network": wanted.crypto_network,
            "destination_internal_account_id": parties.destination.internal_id,
            "destination_external_account_id": parties.destination.external_id,
            "payment_rail": wanted.payment_rail,
            "sending_currency": sending,
            "receiving_currency": receiving,
            "total_sending": price.sending,
            "total_receiving": price.receiving,
            "fees_included": price.fees,
            "exchange_rate": exchange_rate,
            "rounding": _stored_rounding(price),
            "rate_details": rate_details,
            "rate_snapshot_id": book.snapshot_id if sending != receiving else None,
            "fee_schedule_id": terms.schedule_id,
            "lookup_id": identifiers.parse("Lookup", wanted.lookup_id) if wanted.lookup_id else None,
            "payment_instructions": payment.payment_instructions,
            "counterparty_information": payment.counterparty_information,
            "sender_information": dict(wanted.sender_information) or None,
            "purpose": wanted.purpose,
            "expires_at": payment.next_action_at,
            "created_at": now,
        },
    )
    quote.transaction = payment
    return quote


def _payment(
    wanted: Wanted,
    parties: Parties,
    price: pricing.Price,
    *,
    quote_id: uuid.UUID,
    rate_details: Mapping[str, Any],
    now: dt.datetime,
) -> Transaction:
    key = identifiers.new_key()
    reference = f"TX{key.hex[-16:].upper()}"
    return instances.fill(
        Transaction,
        {
            "id": key,
            "platform_id": wanted.platform_id,
            "customer_id": parties.customer_id,
            "platform_customer_id": parties.platform_customer_id,
            "type": TransactionType.OUTGOING,
            "status": TransactionStatus.PENDING,
            "internal_account_id": parties.source.internal_id,
            "external_account_id": parties.destination.external_id,
            "sender": parties.source.public_id,
            "receiver": parties.destination.public_id,
            "sent_amount": price.sending,
            "sent_currency": parties.sending_currency,
            "received_amount": price.receiving,
            "received_currency": parties.destination.currency,
            "fees": price.fees,
            "rate_details": rate_details,
            "quote_id": quote_id,
            "payment_instructions": _instructions(wanted, parties, quote_id, reference),
            "description": wanted.description,
            "counterparty_information": parties.destination.beneficiary or None,
            "reference": reference,
            "created_at": now,
            "updated_at": now,
            "next_action": NextAction.EXPIRE,
            "next_action_at": now + LIFETIME,
        },
    )


def _instructions(wanted: Wanted, parties: Parties, quote_id: uuid.UUID, reference: str) -> list[dict[str, Any]] | None:
    """Return how to pay a quote that is funded in real time; None for any other."""
    if wanted.source_type != QuoteSourceType.REALTIME_FUNDING:
        return None
    ways = funding.instructions(
        currency=parties.sending_currency,
        account_key=quote_id,
        reference=reference,
        holder_is_platform=parties.customer_id is None,
    )
    if not wanted.crypto_network:
        return ways
    wanted_type = f"{wanted.crypto_network}_WALLET"
    fitting = [way for way in ways if way["accountOrWalletInfo"]["accountType"] == wanted_type]
    if not fitting:
        raise errors.InvalidInput.field(
            "source.cryptoNetwork", f"{parties.sending_currency} can't be paid on {wanted.crypto_network}"
        )
    return fitting


def _hold(parties: Parties) -> None:
    """Keep the currencies and the customer from ending while the payment begins; what is in flight keeps them later."""
    accounts.hold_currencies(
        platform_id=parties.platform_id, codes={parties.sending_currency, parties.destination.currency}
    )
    if parties.customer_id is not None:
        customer = accounts.hold_customer(parties.customer_id)
        gates.require_can_pay(status=customer.status, deleted_at=customer.deleted_at)


_COLUMNS = tuple(field.attname for field in Quote._meta.concrete_fields)
_JSON_COLUMNS = {"rate_details", "payment_instructions", "counterparty_information", "sender_information"}
_SENDER = _COLUMNS.index("sender_information")
_SENDER_FIELD = Quote._meta.get_field("sender_information")
_INSERT = (
    f"INSERT INTO payments_quote ({', '.join(_COLUMNS)})"  # noqa: S608 - names of our own columns
    f" VALUES ({', '.join('%s::jsonb' if name in _JSON_COLUMNS else '%s' for name in _COLUMNS)})"
)


def _store(quote: Quote) -> None:
    values = [
        transactions.json_text(getattr(quote, name)) if name in _JSON_COLUMNS else getattr(quote, name)
        for name in _COLUMNS
    ]
    if quote.sender_information is not None:
        values[_SENDER] = _SENDER_FIELD.seal(quote.sender_information, row=quote.id).stored
    writes.write(_INSERT, values)


def _stored_rounding(price: pricing.Price) -> Decimal:
    # Not in the usual context: where a unit of the receiving currency is dear, its 28 digits are too few.
    exact = _ROUNDINGS.divide(Decimal(price.rounding.numerator), Decimal(price.rounding.denominator))
    return exact.quantize(_ROUNDING_DECIMALS, context=_ROUNDINGS)


def _audit(quote: Quote, verb: str, *, actor: audit.Actor, now: dt.datetime) -> None:
    audit.record(
        actor=actor,
        platform_id=quote.platform_id,
        verb=verb,
        subject=quote.public_id,
        now=now,
        details={
            "transaction": quote.transaction.public_id,
            "sending": [quote.total_sending, quote.sending_currency],
            "receiving": [quote.total_receiving, quote.receiving_currency],
        },
    )
