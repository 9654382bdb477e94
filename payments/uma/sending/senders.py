"""Senders by UMA, and the price for them: the reads for a lookup of a receiver elsewhere, and the lookup's row."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import orjson

from compliance import gates
from compliance.gates import Moment, Side
from compliance.queries import CustomerNotFound
from payments.accounts import lookups
from payments.accounts.lookups import LookupRefused, Receivable
from payments.models import Lookup, LookupKind, TransactionType
from payments.pricing import arithmetic, fee_schedules
from payments.pricing.fee_schedules import Tariff
from payments.rates import RateBook
from payments.uma import messages
from platforms.base import clock, errors, identifiers, money
from platforms.database import prepared, writes
from platforms.database.rows import by_key

BITCOIN = "BTC"
MSAT_DECIMALS = 11
_SATOSHI_NAMES = {"SAT": 1, "SATS": 1, "MSAT": 1000, "MSATS": 1000}
"""Names of bitcoin units that institutions count without decimals, and how many of them are a satoshi."""


@dataclasses.dataclass(frozen=True, slots=True)
class Payable:
    """A currency of the other side in our terms: bounds and multiplier are for `code`'s smallest unit."""

    code: str
    decimals: int
    multiplier: Fraction
    """Millisatoshis for one smallest unit."""
    minimum: int
    maximum: int
    said_code: str
    """The other side's name of it, like `said_decimals`: messages to and from it are in its terms."""
    said_decimals: int
    per_unit: int
    """How many of its smallest units are one of ours."""


@dataclasses.dataclass(frozen=True, slots=True)
class Sender:
    """A customer who asks about a receiver: one row of one query."""

    customer_id: uuid.UUID
    uma_address: str
    currencies: Sequence[str]
    """In the customer's order."""
    funded: Collection[str]
    """Currencies in which the customer has money."""
    limits: Mapping[str, tuple[int, int]]
    """Least and most that may be sent, by currency, in its smallest unit."""
    now: dt.datetime
    """By the platform's clock."""

    def currency_for(self, receiving: str) -> str:
        """Return the currency that the customer would send.

        Of those in which it has money, or of all if it has none: the receiving one if it is among them, else the first.
        """
        usable = [code for code in self.currencies if code in self.limits]
        likely = [code for code in usable if code in self.funded] or usable
        return receiving if receiving in likely else likely[0]


_LOAD = """
SELECT customer.platform_id, customer.id, customer.uma_address,
       customer.status, customer.deleted_at, customer.currencies, platform.clock_offset,
       (SELECT json_object_agg(currency.code, json_build_array(currency.min_amount, currency.max_amount))::text
          FROM platforms_platformcurrency currency
         WHERE currency.platform_id = platform.id AND currency.code = ANY (customer.currencies)
           AND $3::text = ANY (currency.enabled_transaction_types)),
       ARRAY(SELECT account.currency
               FROM payments_internalaccount account
               JOIN payments_ledgeraccount ledger ON ledger.id = account.ledger_account_id
              WHERE account.customer_id = customer.id AND ledger.balance > 0)
  FROM platforms_platform platform
  LEFT JOIN compliance_party customer ON customer.{column} = $1
 WHERE platform.id = $2::uuid
"""
_BY_KEY = _LOAD.format(column="id")
_BY_UMA_ADDRESS = _LOAD.format(column="platform_id = platform.id AND customer.uma_address")
_NOTE = (
    "INSERT INTO payments_lookup"
    " (id, platform_id, customer_id, kind, receiver_address, payload, created_at, expires_at)"
    " VALUES (%s, %s, %s, %s, %s, %s::jsonb, %s, %s)"
)


def load(
    *, platform_id: uuid.UUID, customer_id: uuid.UUID | None, sender_uma_address: str | None, real_now: clock.RealTime
) -> Sender:
    """Return the sending customer, named by key or by UMA address: one query.

    Raises CustomerNotFound, CustomerDeleted, and InvalidInput for nobody, for two customers, and (INVALID_CURRENCY) for
    one who can send nothing.
    """
    outgoing = TransactionType.OUTGOING.value
    if sender_uma_address is None or customer_id is not None:
        [row] = prepared.rows(_BY_KEY, [customer_id, platform_id, outgoing])
    else:
        [row] = prepared.rows(_BY_UMA_ADDRESS, [sender_uma_address.lower(), platform_id, outgoing])
    owner, key, address, status, deleted_at, currencies, offset, limits, funded = row
    if owner != platform_id:
        raise CustomerNotFound
    if sender_uma_address is not None and sender_uma_address.lower() != address:
        raise lookups.two_senders()
    gates.require(Moment.LOOKUP, Side.PAYER, status=status, deleted_at=deleted_at)
    if limits is None:
        raise errors.InvalidInput.field(
            "customerId", "must be a customer with a currency that may be sent", code="INVALID_CURRENCY"
        )
    bounds = {code: (least, most) for code, (least, most) in orjson.loads(limits).items()}
    return Sender(key, address, currencies, funded, bounds, real_now + offset)


def note_lookup(
    *, platform_id: uuid.UUID, sender: Sender, reply: messages.LookupReply, book: RateBook
) -> tuple[uuid.UUID, list[Receivable]]:
    """Store the answer of the receiver's side, for a quote to name; return the lookup's key and the currencies.

    To be called in a block of `writes`. Raises InvalidInput (INVALID_CURRENCY) when there is no currency that the
    sender could pay, RateUnknown, RatesStale.
    """
    tariff = fee_schedules.tariff(platform_id=platform_id, now=sender.now)
    payables = _payables(reply)
    receivables = list(_receivables(sender, payables, tariff, book))
    if not receivables:
        raise errors.InvalidInput.field(
            "receiverUmaAddress", "must take a currency and an amount that the sender can pay", code="INVALID_CURRENCY"
        )
    key = identifiers.new_key()
    writes.write(
        _NOTE,
        [
            key,
            platform_id,
            sender.customer_id,
            LookupKind.UMA.value,
            reply.receiver.lower(),
            orjson.dumps(_payload(reply, payables, receivables)).decode(),
            sender.now,
            sender.now + lookups.LIFETIME,
        ],
    )
    return key, receivables


def find_lookup(
    *,
    platform_id: uuid.UUID,
    lookup_id: uuid.UUID | None,
    address: str,
    customer_id: uuid.UUID | None,
    now: dt.datetime,
) -> Lookup:
    """Return the lookup that a quote to an address names; `now` by the platform's clock.

    Raises LookupRefused when it is unknown, another platform's, expired, or for another receiver or payer.
    """
    found: Lookup | None = by_key(Lookup.objects, lookup_id)
    if found is None or found.platform_id != platform_id:
        raise LookupRefused
    if found.is_expired(now):
        raise LookupRefused("The lookup has expired. Look the receiver up again.")
    if found.kind != LookupKind.UMA or found.receiver_address != address.lower():
        raise LookupRefused("The lookup is of another receiver than the quote's destination.")
    if found.customer_id != customer_id:
        raise LookupRefused("The lookup was made for another customer than the one who pays.")
    return found


def _payload(
    reply: messages.LookupReply, payables: Sequence[Payable], receivables: Sequence[Receivable]
) -> dict[str, Any]:
    return {
        "callback": reply.callback,
        "metadata": reply.metadata,
        "minMsat": reply.min_sendable_msat,
        "maxMsat": reply.max_sendable_msat,
        "isSubjectToTravelRule": reply.is_subject_to_travel_rule,
        "commentLimit": reply.comment_limit,
        "requiredPayerData": dict(reply.required_payer_data),
        # The column keeps the order of a list, but not that of an object's members.
        "preferred": [receivable.currency for receivable in receivables],
        "currencies": {
            payable.code: {
                "decimals": payable.decimals,
                "multiplier": str(payable.multiplier),
                "minimum": payable.minimum,
                "maximum": payable.maximum,
                "saidCode": payable.said_code,
                "saidDecimals": payable.said_decimals,
                "perUnit": payable.per_unit,
            }
            for payable in payables
        },
    }


def _payables(reply: messages.LookupReply) -> list[Payable]:
    """Return the currencies of the other side that this service knows, each once, in its order of preference."""
    found: dict[str, Payable] = {}
    for currency in reply.currencies:
        payable = _payable(currency)
        if payable is not None:
            found.setdefault(payable.code, payable)
    return list(found.values())


def _payable(currency: messages.Currency) -> Payable | None:
    """Return a currency in our terms, None when this service does not know it, or counts it otherwise."""
    code, decimals, per_unit = currency.code, currency.decimals, 1
    if decimals == 0 and code.upper() in _SATOSHI_NAMES:
        code, decimals, per_unit = BITCOIN, money.currency(BITCOIN).decimals, _SATOSHI_NAMES[code.upper()]
    if code not in money.SUPPORTED_CURRENCIES or money.currency(code).decimals != decimals:
        return None
    return Payable(
        code=code,
        decimals=decimals,
        multiplier=Fraction(currency.multiplier) * per_unit,
        minimum=max(1, -(-currency.minimum // per_unit)),
        maximum=currency.maximum // per_unit,
        said_code=currency.code,
        said_decimals=currency.decimals,
        per_unit=per_unit,
    )


def _receivables(sender: Sender, payables: Sequence[Payable], tariff: Tariff, book: RateBook) -> Iterator[Receivable]:
    """Yield the currencies in which a payment is possible, each with its bounds."""
    for currency in payables:
        sending = sender.currency_for(currency.code)
        terms = tariff.terms(sending=sending, receiving=currency.code)
        rate = crossed_rate(
            terms.exchange_rate(book.rate(sending, BITCOIN)), currency.multiplier, decimals=currency.decimals
        )
        unit = Fraction(rate) * Fraction(10) ** (money.currency(sending).decimals - currency.decimals)
        least, most = (bound / unit for bound in sender.limits[sending])
        minimum = max(
            currency.minimum, arithmetic.to_units(least.numerator, least.denominator, side=arithmetic.Side.UP)
        )
        maximum = min(
            currency.maximum, arithmetic.to_units(most.numerator, most.denominator, side=arithmetic.Side.DOWN)
        )
        if minimum <= maximum:
            yield Receivable(currency.code, sending, rate, minimum, maximum)


def crossed_rate(bitcoin_rate: Decimal, multiplier: Fraction, *, decimals: int) -> Decimal:
    """Return the price of one major unit of a receiving currency, in major units of the sending currency.

    `bitcoin_rate`: our price of one bitcoin; `multiplier`: the msat for one smallest receiving unit at the other side.
    """
    return arithmetic.round_rate(Fraction(bitcoin_rate) * multiplier * Fraction(10) ** (decimals - MSAT_DECIMALS))
