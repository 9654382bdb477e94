"""Quotes: created, or expired; `executing` executes them.

A quote holds terms and never changes. The payment is a transaction from the first moment on, PENDING until the quote
is executed or paid (PROCESSING) or expires (EXPIRED); from then on `quoted_payments` continues it. How long a quote can
be used: `prices.LIFETIME`. What rounding leaves over: `pricing.arithmetic`.
"""

import datetime as dt
import decimal
import uuid
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from compliance.gates import Moment
from payments.account_types import networks
from payments.accounts import internal_accounts, lookups, quote_holds, quote_parties
from payments.accounts.quote_parties import Parties, Wanted
from payments.due import ADVANCE_TASK
from payments.models import (
    FailureReason,
    NextAction,
    Quote,
    QuoteSourceType,
    Transaction,
    TransactionStatus,
    TransactionType,
)
from payments.pricing import arithmetic
from payments.providers import asking, registry
from payments.quotes import prices
from payments.quotes.prices import Priced
from payments.rates import RateBook
from payments.uma.sending import quote_terms
from payments.uma.sending.quote_terms import Agreed
from payments.workflow import quoted_payments, step_functions, transactions
from platforms import audit
from platforms.base import errors, identifiers, jobs
from platforms.database import instances, sql, writes
from platforms.database.rows import by_key
from webhooks.outbox import events

_ROUNDINGS = decimal.Context(prec=60)
_ROUNDING_DECIMALS = Decimal("1e-30")
"""Decimals of the column: 30 digits before the point and 30 after it."""


class QuoteNotFound(errors.NotFound):
    """The platform has no such quote."""

    code = "QUOTE_NOT_FOUND"
    message = "There is no such quote."


class QuoteExpired(errors.DomainError):
    """The quote has expired."""

    code = "QUOTE_EXPIRED"
    message = "The quote has expired. Ask for a new one."


class FundingUnavailable(errors.DomainError):
    """A quote can't be paid from outside: there is no account of ours to pay to."""

    code = "QUOTE_REQUEST_FAILED"

    def __init__(self, currency: str) -> None:
        """Take the currency."""
        super().__init__(f"A quote in {currency} can't be paid from outside here. Pay it from an account.")


class QuoteNotPending(errors.DomainError):
    """The quote was executed, paid or ended before."""

    code = "QUOTE_NOT_PENDING"

    def __init__(self, status: str) -> None:
        """Take the present status of the payment."""
        super().__init__(f"The quote can't be executed: its payment is {status}.", transactionStatus=status)


def create(
    *, wanted: Wanted, book: RateBook, agreed: Agreed | None = None, actor: audit.Actor, now: dt.datetime
) -> Quote:
    """Price a payment, guarantee the price until `expires_at`, and begin its transaction; execute it if requested.

    `agreed`: terms promised by the receiver's side for a payment to a UMA address. Raises the errors of
    `quote_parties.load`, RateUnknown and RatesStale, AmountTooSmall, AmountTooLarge, AmountOutOfRange, LookupRefused,
    CounterpartyFailed, FundingUnavailable, and the errors of `execute`.
    """
    parties = quote_parties.load(wanted)
    if wanted.lookup_id is not None and agreed is None:
        lookups.require(
            platform_id=wanted.platform_id,
            lookup_id=identifiers.parse("Lookup", wanted.lookup_id),
            external_account_id=parties.destination.external_id,
            now=now,
        )
    priced = (
        prices.between_accounts(wanted=wanted, parties=parties, book=book, now=now)
        if agreed is None
        else prices.bridged(agreed)
    )
    quote = _terms(wanted, parties, book, priced, now=now)
    payment = quote.transaction
    _hold(parties)
    if agreed is not None:
        quote_terms.store(agreed=agreed, platform_id=wanted.platform_id)
    transactions.begin(payment, cause="quote", actor=actor, now=now)
    _store(quote)
    events.emit_many(transactions.status_events(payment, now=now))
    audit.record(quote, "quote.create", actor=actor, now=now, **details(quote))
    if wanted.is_immediate:
        # The next step changes rows that were only collected so far.
        writes.flush()
        quoted_payments.start(quote=quote, payment=payment, actor=actor, now=now)
    jobs.notify(ADVANCE_TASK)
    return quote


def expire(*, transaction_id: uuid.UUID, now: dt.datetime) -> Transaction | None:
    """End an expired quote; None, and no change, when it was used first."""
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
    """Move a locked PENDING payment to EXPIRED and return its event."""
    payment.failure_reason, payment.next_action_at = FailureReason.QUOTE_EXPIRED, None
    transactions.move(payment, to=TransactionStatus.EXPIRED, cause="quote_expired", actor=audit.SYSTEM, now=now)
    audit.record(payment, "transaction.expired", actor=audit.SYSTEM, now=now)
    return transactions.status_events(payment, now=now)


def find(*, platform_id: uuid.UUID, quote_id: uuid.UUID | None) -> Quote:
    """Return the terms of one of a platform's quotes, without its transaction; raises QuoteNotFound."""
    quote: Quote | None = by_key(Quote.objects, quote_id)
    if quote is None or quote.platform_id != platform_id:
        raise QuoteNotFound
    return quote


def _terms(wanted: Wanted, parties: Parties, book: RateBook, priced: Priced, *, now: dt.datetime) -> Quote:
    """Return the quote for `wanted`, with its transaction; nothing is stored yet."""
    sending, receiving, price = parties.sending_currency, parties.destination.currency, priced.price
    is_exchange = bool(priced.bridge_currency) or sending != receiving
    key = identifiers.new_key()
    payment = _payment(wanted, parties, priced, quote_id=key, now=now)
    quote = instances.build_row(
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
            "destination_address": wanted.destination_address,
            "total_sending": price.sending,
            "total_receiving": priced.receiving,
            "bridge_currency": priced.bridge_currency,
            "bridge_amount": price.receiving if priced.bridge_currency else None,
            "fees_included": price.fees,
            "exchange_rate": priced.exchange_rate,
            "rounding": _stored_rounding(price),
            "rate_details": priced.rate_details,
            "rate_snapshot_id": book.snapshot_id if is_exchange else None,
            "fee_schedule_id": priced.schedule_id,
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
    priced: Priced,
    *,
    quote_id: uuid.UUID,
    now: dt.datetime,
) -> Transaction:
    key = priced.transaction_id
    reference = f"TX{key.hex[-16:].upper()}"
    return instances.build_row(
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
            "sent_amount": priced.price.sending,
            "sent_currency": parties.sending_currency,
            "received_amount": priced.receiving,
            "received_currency": parties.destination.currency,
            "fees": priced.price.fees,
            "exchange_rate": priced.exchange_rate,
            "rate_details": priced.rate_details,
            "quote_id": quote_id,
            "payment_instructions": _instructions(wanted, parties, quote_id, reference),
            "description": wanted.description,
            "counterparty_information": priced.counterparty_information,
            "reference": reference,
            "created_at": now,
            "updated_at": now,
            "next_action": NextAction.EXPIRE,
            "next_action_at": now + priced.lifetime,
        },
    )


def _instructions(wanted: Wanted, parties: Parties, quote_id: uuid.UUID, reference: str) -> list[dict[str, Any]] | None:
    """Return how to pay a quote that is funded in real time; None for any other."""
    if wanted.source_type != QuoteSourceType.REALTIME_FUNDING:
        return None
    with asking.IN_TRANSACTION.held(parties.platform_id):
        ways = registry.funding_instructions(wanted.environment).instructions(
            currency=parties.sending_currency,
            account_key=quote_id,
            reference=reference,
            holder_is_platform=parties.customer_id is None,
        )
    if not ways:
        raise FundingUnavailable(parties.sending_currency)
    if not wanted.crypto_network:
        return ways
    field = "source.cryptoNetwork"
    network = networks.read(
        wanted.crypto_network, field=field, test_networks=registry.network_fees(wanted.environment).test_networks
    )
    fitting = [way for way in ways if networks.of_account_type(way["accountOrWalletInfo"]["accountType"]) == network]
    if not fitting:
        raise errors.InvalidInput.field(field, f"{parties.sending_currency} can't be paid on {network}")
    return fitting


def _hold(parties: Parties) -> None:
    """Lock the currencies and the parties while the payment begins; a payment under way protects them later."""
    # The currency of a receiver elsewhere need not be one of the platform.
    codes = {parties.sending_currency} | ({parties.destination.currency} if parties.destination.is_ours else set())
    internal_accounts.lock_currencies(platform_id=parties.platform_id, codes=codes)
    payer, payee = parties.customer_id, parties.destination
    if payer is not None or payee.customer_id is not None:
        quote_holds.hold(payer=payer, internal=payee.internal_id, external=payee.external_id, moment=Moment.QUOTE)


_BRIDGE_COLUMNS = ("destination_address", "bridge_currency", "bridge_amount")
"""Left to the database's defaults where a payment has no bridge: fewer parameters make fewer statements."""
_BRIDGED_COLUMNS = tuple(field.attname for field in Quote._meta.concrete_fields)
_COLUMNS = tuple(name for name in _BRIDGED_COLUMNS if name not in _BRIDGE_COLUMNS)
_JSON_COLUMNS = {"rate_details", "payment_instructions", "counterparty_information", "sender_information"}
_SENDER_FIELD = Quote._meta.get_field("sender_information")


def _insertion(columns: Sequence[str]) -> str:
    places = ", ".join("%s::jsonb" if name in _JSON_COLUMNS else "%s" for name in columns)
    return sql.of_constants(
        "INSERT INTO payments_quote ({columns}) VALUES ({places})", columns=", ".join(columns), places=places
    )


_INSERT, _INSERT_BRIDGED = _insertion(_COLUMNS), _insertion(_BRIDGED_COLUMNS)


def _store(quote: Quote) -> None:
    columns, statement = (_BRIDGED_COLUMNS, _INSERT_BRIDGED) if quote.bridge_currency else (_COLUMNS, _INSERT)
    values = [
        transactions.json_text(getattr(quote, name)) if name in _JSON_COLUMNS else getattr(quote, name)
        for name in columns
    ]
    if quote.sender_information is not None:
        sealed = _SENDER_FIELD.seal(quote.sender_information, row=quote.id)
        values[columns.index("sender_information")] = sealed.stored
    writes.write(statement, values)


def _stored_rounding(price: arithmetic.Price) -> Decimal:
    # Not in the usual context: if a unit of the receiving currency is very valuable, its 28 digits are too few.
    exact = _ROUNDINGS.divide(Decimal(price.rounding.numerator), Decimal(price.rounding.denominator))
    return exact.quantize(_ROUNDING_DECIMALS, context=_ROUNDINGS)


def details(quote: Quote) -> dict[str, object]:
    """Return what the audit log says of a quote."""
    return {
        "transaction": quote.transaction.public_id,
        "sending": [quote.total_sending, quote.sending_currency],
        "receiving": [quote.total_receiving, quote.receiving_currency],
    }


step_functions.register(NextAction.EXPIRE, own=expire)
