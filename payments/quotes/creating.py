"""Creating quotes: priced, and stored each with its payment.

One statement reads what decides, another stores all quotes that are asked for at the same moment
(`platforms.http.batched`). That one locks the currencies and the customers, and leaves out a quote whose parties are no
longer as they were read, which is then read again. How long a quote can be used: `prices.LIFETIME`. What rounding
leaves over: `pricing.arithmetic`.
"""

import datetime as dt
import decimal
import uuid
from decimal import Decimal
from typing import Any

import orjson
from django.db import DatabaseError

from payments.account_types import networks
from payments.accounts import lookups, quote_holds, quote_parties
from payments.accounts.quote_parties import Parties, Wanted
from payments.due import ADVANCE_TASK
from payments.models import (
    NextAction,
    Quote,
    QuoteSourceType,
    Transaction,
    TransactionStatus,
    TransactionType,
)
from payments.pricing import arithmetic, platform_fees
from payments.providers import asking, registry
from payments.quotes import prices
from payments.quotes.prices import Priced
from payments.quotes.quotes import details
from payments.rates import RateBook
from payments.uma.sending import quote_terms
from payments.uma.sending.quote_terms import Agreed
from payments.workflow import quoted_payments, transactions
from platforms import audit
from platforms.base import errors, identifiers, jobs
from platforms.database import instances, prepared, sql
from platforms.operations import spending
from webhooks.outbox import events

_ROUNDINGS = decimal.Context(prec=60)
_ROUNDING_DECIMALS = Decimal("1e-30")
"""Decimals of the column: 30 digits before the point and 30 after it."""


class FundingUnavailable(errors.DomainError):
    """A quote can't be paid from outside: there is no account of ours to pay to."""

    code = "QUOTE_REQUEST_FAILED"

    def __init__(self, currency: str) -> None:
        """Take the currency."""
        super().__init__(f"A quote in {currency} can't be paid from outside here. Pay it from an account.")


WAKES = (ADVANCE_TASK, events.DELIVER_TASK)
"""The tasks that go on with what WRITE has stored."""
WRITTEN = (
    "id uuid, now timestamptz, sending text, receiving text, transaction json, quote json, events json,"
    f" actor_kind text, actor_id text, request_id text, subject text, details jsonb, {quote_holds.GIVEN}"
)
# In the order of their keys. The currency of a receiver elsewhere need not be one of the platform.
GUARD = sql.of_constants(
    """
currencies AS MATERIALIZED (
    SELECT currency.platform_id, currency.code
      FROM (SELECT DISTINCT platform, code FROM given, unnest(ARRAY[sending, receiving]) AS code ORDER BY 1, 2) AS used
     CROSS JOIN LATERAL (
           SELECT platform_id, code FROM platforms_platformcurrency
            WHERE platform_id = used.platform AND code = used.code FOR KEY SHARE) AS currency
), pending AS MATERIALIZED (
    SELECT number FROM given
     WHERE (platform, sending) IN (SELECT platform_id, code FROM currencies)
       AND (receiving IS NULL OR (platform, receiving) IN (SELECT platform_id, code FROM currencies))
), {parties}
""",
    parties=quote_holds.STEPS,
)
"""The steps that hold currencies and parties while payments begin; a payment under way protects them later."""
_COLUMNS = instances.columns(Quote)
WRITE = sql.of_constants(
    """
begun AS (
    INSERT INTO {into_transactions}
    SELECT {of_transaction} FROM asked CROSS JOIN LATERAL {transaction} AS row
), quoted AS (
    INSERT INTO payments_quote ({columns})
    SELECT {of_quote} FROM asked CROSS JOIN LATERAL json_populate_record(NULL::payments_quote, asked.quote) AS row
), moved AS (
    SELECT asked.*, '' AS before, '{pending}' AS after, 'quote' AS cause, 'quote.create' AS verb, NULL::bigint AS entry,
           NULL::text AS balance
      FROM asked
), {record}
""",
    into_transactions=transactions.INTO,
    of_transaction=", ".join(f"row.{name}" for name in transactions.COLUMNS),
    transaction=transactions.ROW.format("asked.transaction"),
    columns=", ".join(_COLUMNS),
    of_quote=", ".join(f"row.{name}" for name in _COLUMNS),
    pending=TransactionStatus.PENDING,
    record=transactions.RECORD,
)
"""The steps that store quotes with their payments: a row of `asked` for each, with columns WRITTEN and the platform."""
_WRITE_ONE = sql.of_constants(
    """
WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS row(number int, platform uuid, {written})
), {guard}, {write}
RETURNING id
""",
    written=WRITTEN,
    guard=GUARD,
    write=WRITE,
)
# Payment and customers are locked by then, and balances are not.
_WRITE_EXECUTED = sql.of_constants(
    """
WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS row(number int, platform uuid, {written})
), {guard}, {spent}, {write}
RETURNING id, (SELECT bool_or(waits) FROM spent)
""",
    written=WRITTEN,
    guard=GUARD,
    spent=spending.STEP.format(
        "SELECT actor_kind, actor_id, now, transaction ->> 'sent_currency' AS currency,"
        " (transaction ->> 'sent_amount')::bigint AS amount, transaction ->> 'receiver' AS payee,"
        " NULL::boolean AS waits FROM asked"
    ),
    write=WRITE,
)
"""The same for one that is executed at once: it is taken from what its token may spend."""
_SENDER_FIELD = Quote._meta.get_field("sender_information")


def create(
    *,
    wanted: Wanted,
    parties: Parties,
    book: RateBook,
    agreed: Agreed | None = None,
    actor: audit.Actor,
    now: dt.datetime,
) -> tuple[Quote, dict[str, Any]]:
    """Price a payment, and guarantee the price until `expires_at`. Return the quote, and its row for WRITE.

    `agreed`: terms promised by the receiver's side for a payment to a UMA address. Raises RateUnknown and RatesStale,
    AmountTooSmall, AmountTooLarge, AmountOutOfRange, LookupRefused, FundingUnavailable.
    """
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
    return quote, _row(quote, parties, actor=actor, now=now)


def begin(*, wanted: Wanted, book: RateBook, agreed: Agreed | None, actor: audit.Actor, now: dt.datetime) -> Quote:
    """Create a quote in the caller's database transaction, and execute it if that is requested.

    For what is stored or debited with the quote. Raises the errors of `quote_parties.load` and `create`, FactsChanged
    where currencies or parties are no longer as they were read, CounterpartyFailed, LimitExceeded where it is executed,
    and the errors of executing.
    """
    parties = quote_parties.load(wanted, now=now)
    quote, row = create(wanted=wanted, parties=parties, book=book, agreed=agreed, actor=actor, now=now)
    rows = [{"number": 0, "platform": quote.platform_id, **row}]
    try:
        stored = prepared.rows(
            _WRITE_EXECUTED if wanted.is_immediate else _WRITE_ONE, [orjson.dumps(rows, default=str).decode()]
        )
    except DatabaseError as error:
        refusal = spending.refusal(error)
        if refusal is error:
            raise
        raise refusal from error
    if not stored:
        raise prepared.FactsChanged
    if agreed is not None:
        quote_terms.store(agreed=agreed, platform_id=quote.platform_id)
    if wanted.is_immediate:
        waits = bool(stored[0][1])
        quoted_payments.start(quote=quote, payment=quote.transaction, waits=waits, actor=actor, now=now)
    for task in WAKES:
        jobs.notify(task)
    return quote


def _row(quote: Quote, parties: Parties, *, actor: audit.Actor, now: dt.datetime) -> dict[str, Any]:
    payment, terms = quote.transaction, instances.row(quote)
    payment.request_id = uuid.UUID(actor.request_id) if actor.request_id else None
    source, payee = parties.source, parties.destination
    if quote.sender_information is not None:
        sealed = _SENDER_FIELD.seal(quote.sender_information, row=quote.id)
        terms["sender_information"] = orjson.Fragment(sealed.stored)
    return {
        "id": payment.id,
        "now": now,
        "sending": parties.sending_currency,
        "receiving": payee.currency if payee.is_ours else None,
        "transaction": instances.row(payment),
        "quote": terms,
        "events": [events.store(event)._asdict() for event in transactions.status_events(payment, now=now)],
        "actor_kind": actor.kind,
        "actor_id": actor.id,
        "request_id": actor.request_id,
        "subject": quote.public_id,
        "details": details(quote),
        **quote_holds.given(
            payer=parties.payer, payee=parties.payee, payee_account=payee.external_id, payer_account=source.external_id
        ),
    }


def _terms(wanted: Wanted, parties: Parties, book: RateBook, priced: Priced, *, now: dt.datetime) -> Quote:
    """Return the quote for `wanted`, with its transaction; nothing is stored yet."""
    sending, receiving, price = parties.sending_currency, parties.destination.currency, priced.price
    is_exchange, fee = bool(priced.bridge_currency) or sending != receiving, priced.platform_fee
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
            "platform_fees": price.platform_fee or None,
            "platform_fee_terms": fee and platform_fees.terms(fee, is_override=wanted.fee_override is not None),
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
            "payee_customer_id": parties.destination.customer_id if parties.destination.internal_id else None,
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
            "platform_fees": priced.price.platform_fee or None,
            "exchange_rate": priced.exchange_rate,
            "rate_details": priced.rate_details,
            "quote_id": quote_id,
            "payment_instructions": _instructions(wanted, parties, quote_id, reference),
            "description": wanted.description,
            "metadata": wanted.metadata,
            "remittance_information": wanted.remittance,
            "payment_rail": priced.rail,
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
        known = sorted(
            {networks.of_account_type(way["accountOrWalletInfo"]["accountType"]) or "" for way in ways} - {""}
        )
        reason = f"must be one of {', '.join(known)}" if known else "must be left out"
        raise errors.InvalidInput.field(field, f"{reason} for {parties.sending_currency}")
    return fitting


def _stored_rounding(price: arithmetic.Price) -> Decimal:
    # Not in the usual context: if a unit of the receiving currency is very valuable, its 28 digits are too few.
    exact = _ROUNDINGS.divide(Decimal(price.rounding.numerator), Decimal(price.rounding.denominator))
    return exact.quantize(_ROUNDING_DECIMALS, context=_ROUNDINGS)
