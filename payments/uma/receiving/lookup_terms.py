"""Terms for lookups of others: whether a customer can be paid by UMA, in which currencies, and at what rates."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import orjson
from django.conf import settings

from compliance import gates
from compliance.gates import Decision, Moment, Side
from payments.models import TransactionType
from payments.pricing import arithmetic, fee_schedules
from payments.rates import RateBook, RatesStale, RateUnknown
from payments.uma import messages
from payments.uma.protocol import hosts
from payments.uma.receiving import receivers
from platforms.base import clock, money
from platforms.database import prepared, sql
from platforms.operations import uma_domains

COMMENT_LIMIT = 255
"""Maximum length of a payer's comment, in characters."""


@dataclasses.dataclass(frozen=True, slots=True)
class Receiver:
    """A customer who can be paid: one row of one query."""

    customer_id: uuid.UUID
    platform_id: uuid.UUID
    clock_offset: dt.timedelta
    address: str
    currencies: Sequence[Mapping[str, Any]]
    """Currencies with incoming payments, in the customer's order: `code`, `minimum`, `maximum`, `fields`."""


@dataclasses.dataclass(frozen=True, slots=True)
class Offer:
    """The answer about a receiver for a sender's side."""

    currencies: tuple[messages.Currency, ...]
    min_msat: int
    max_msat: int
    required_payer_data: Mapping[str, bool]


# By the address, which is unique within the platform that owns its domain; the sandbox's counterparty is no platform,
# and no other customers have its addresses. The sender's domain may be in the directory, or that of a production
# platform of this service: a sandbox platform accepts no money from it. The other way round our own tables are not
# asked, because a sandbox platform's domain may be a real institution's too (`uma_domains.is_elsewhere`).
_FIND = sql.of_constants(
    """
SELECT customer.id, customer.platform_id, platform.clock_offset,
       customer.status, customer.deleted_at, provider.is_blocked,
       {owners},
       (SELECT json_agg(json_build_object('code', currency.code, 'minimum', currency.min_amount,
                                          'maximum', currency.max_amount,
                                          'fields', currency.required_counterparty_fields)
                        ORDER BY array_position(customer.currencies, currency.code))::text
          FROM platforms_platformcurrency currency
         WHERE currency.platform_id = platform.id AND currency.code = ANY (customer.currencies)
           AND $3::text = ANY (currency.enabled_transaction_types))
  FROM compliance_party customer
  JOIN platforms_platform platform ON platform.id = customer.platform_id
  LEFT JOIN payments_umaprovider provider
         ON provider.environment = platform.environment AND provider.domain = $2::text
 WHERE customer.uma_address = $1::text AND ($4::uuid IS NULL OR customer.platform_id = $4::uuid)
""",
    owners=receivers.OWNERS.format(domain="$2::text"),
)


def find(*, host: hosts.Host, address: str, sender_domain: str) -> Receiver:
    """Return the receiver of a payment from a domain: one query.

    Raises ProtocolError: USER_NOT_FOUND, USER_NOT_READY (identity not approved, no currency that may come in) and
    COUNTERPARTY_NOT_ALLOWED (blocked by staff, or of the other environment: play money never meets real money).
    """
    rows = prepared.rows(_FIND, [address.lower(), sender_domain, TransactionType.INCOMING.value, host.platform_id])
    if not rows or rows[0][4] is not None:
        raise messages.ProtocolError(messages.Reason.USER_NOT_FOUND, "Nobody has this address.")
    customer_id, platform_id, offset, status, deleted_at, is_blocked, owners, currencies = rows[0]
    if is_blocked or uma_domains.is_elsewhere(sender_domain, environment=host.environment, owners=owners or ()):
        raise messages.ProtocolError(
            messages.Reason.COUNTERPARTY_NOT_ALLOWED, "Payments from this institution are not accepted."
        )
    decision = gates.decide(Moment.UMA_IN, Side.PAYEE, status=status, deleted_at=deleted_at)
    if decision == Decision.REFUSED or currencies is None:
        raise messages.ProtocolError(messages.Reason.USER_NOT_READY, "The receiver can't be paid yet.")
    return Receiver(customer_id, platform_id, offset, address.lower(), orjson.loads(currencies))


def offer(receiver: Receiver, *, book: RateBook, real_now: clock.RealTime) -> Offer:
    """Return the currencies of a receiver at today's rates, the platform's margin included: one query.

    Raises ProtocolError (USER_NOT_READY) when there is no rate for any of its currencies.
    """
    currencies = tuple(_currencies(receiver, book, real_now))
    if not currencies:
        raise no_rates()
    least = min(Fraction(currency.multiplier) * currency.minimum for currency in currencies)
    most = max(Fraction(currency.multiplier) * currency.maximum for currency in currencies)
    return Offer(
        currencies=currencies,
        min_msat=max(
            receivers.LEAST_MSAT, arithmetic.to_units(least.numerator, least.denominator, side=arithmetic.Side.UP)
        ),
        max_msat=min(
            messages.MAX_MSAT, arithmetic.to_units(most.numerator, most.denominator, side=arithmetic.Side.DOWN)
        ),
        required_payer_data=_required(receiver),
    )


def no_rates() -> messages.ProtocolError:
    """Return the refusal for missing exchange rates."""
    return messages.ProtocolError(messages.Reason.USER_NOT_READY, "There are no exchange rates at the moment.")


def callback_url(receiver: Receiver) -> str:
    """Return the address for pay requests: on the service's own host, whatever the platform's domain."""
    return f"{settings.PUBLIC_BASE_URL}/uma/payreq/{receiver.customer_id}"


def _currencies(receiver: Receiver, book: RateBook, real_now: clock.RealTime) -> Iterator[messages.Currency]:
    tariff = fee_schedules.tariff(platform_id=receiver.platform_id, now=clock.of(receiver, real_now))
    for entry in receiver.currencies:
        currency = money.currency(entry["code"])
        try:
            mid_rate = book.rate(receivers.BITCOIN, currency.code)
        except (RateUnknown, RatesStale):
            continue
        rate = tariff.terms(sending=receivers.BITCOIN, receiving=currency.code).exchange_rate(mid_rate)
        yield messages.Currency(
            code=currency.code,
            name=currency.name,
            symbol=currency.symbol,
            decimals=currency.decimals,
            multiplier=rate.scaleb(receivers.MSAT_DECIMALS - currency.decimals),
            minimum=max(1, entry["minimum"]),
            maximum=max(1, entry["maximum"]),
        )


def _required(receiver: Receiver) -> dict[str, bool]:
    """Return the facts that the platform requests of payers in any of the currencies, since the currency is unknown."""
    required: dict[str, bool] = {}
    for entry in receiver.currencies:
        for field in entry["fields"]:
            required[field["name"]] = required.get(field["name"], False) or field["mandatory"]
    return required
