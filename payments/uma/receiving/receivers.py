"""Receivers of payments by UMA: whether they may be paid, and on which terms."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import orjson

from compliance import gates, parties
from compliance.gates import Moment, Side
from compliance.parties import Party
from compliance.queries import CustomerNotFound
from payments.accounts.refusals import AmountOutOfRange
from payments.models import TransactionType
from payments.pricing import arithmetic, fee_schedules
from payments.pricing.arithmetic import Fees
from payments.rates import RateBook
from payments.uma.directory.counterparties import CounterpartyNotAllowed
from payments.uma.protocol import hosts
from platforms.base import errors, identifiers, money
from platforms.database import prepared, sql
from platforms.operations import uma_domains

BITCOIN = "BTC"
MSAT_DECIMALS = 11
"""Lightning counts in thousandths of a satoshi."""
LEAST_MSAT = 1000
"""The books count in satoshis: less than one can't be booked."""


class SenderDataMissing(errors.DomainError):
    """The sender's side has not given facts about the sender that the receiver's platform requires."""

    code = "MISSING_MANDATORY_USER_INFO"

    def __init__(self, missing: list[str]) -> None:
        """Take the missing facts."""
        super().__init__(f"Missing information about the sender: {', '.join(missing)}.", missing=missing)


@dataclasses.dataclass(frozen=True, slots=True)
class Receiver:
    """A customer to be paid in a currency, with all facts that decide about it: one row of one query."""

    customer_id: uuid.UUID
    platform_id: uuid.UUID
    environment: str
    clock_offset: dt.timedelta
    uma_address: str
    platform_customer_id: str
    status: str | None
    deleted_at: dt.datetime | None
    facts: Mapping[str, str]
    """Facts about the customer, by counterparty field."""
    currency: str
    decimals: int
    internal_account_id: uuid.UUID
    deposit_account_id: uuid.UUID | None
    """The external account that the customer chose for such money; None: the internal one."""
    minimum: int
    maximum: int
    required_fields: list[dict[str, Any]]

    @property
    def domain(self) -> str:
        """The domain of the address, by which messages about the receiver are signed."""
        return self.uma_address.rpartition("@")[2]


@dataclasses.dataclass(frozen=True, slots=True)
class Terms:
    """The price of a payment for its sender's side, and the receiver's amount. `price.sending` is in msat."""

    price: arithmetic.Price
    exchange_rate: Decimal
    """Price of one major unit of the receiving currency in bitcoin, margin included."""
    multiplier: Decimal
    """The same rate in the protocol's form: msat for one smallest unit."""
    margin: Decimal
    fees: Fees
    """In msat."""
    rate_snapshot_id: uuid.UUID | None
    fee_schedule_id: uuid.UUID | None

    @property
    def told_fee_msat(self) -> int:
        """Return the fee for the sender's side: with it, amount and rate make up the invoice to the unit.

        Beside the fees it includes the remainder from rounding the receiver's amount to whole units.
        """
        cost = Fraction(self.multiplier) * self.price.receiving
        return self.price.sending - arithmetic.to_units(cost.numerator, cost.denominator, side=arithmetic.Side.UP)

    def rate_details(self) -> dict[str, Any]:
        """Return the service's charges, as the API shows them: fees in satoshis."""
        return {
            "serviceApiMultiplier": float(self.margin),
            "serviceApiFixedFee": self.fees.fixed // 1000,
            "serviceApiVariableFeeRate": float(self.fees.variable_rate),
            "serviceApiVariableFeeAmount": arithmetic.to_units(self.price.variable_fee, 1000, side=arithmetic.Side.UP),
        }


OWNERS = """
       (SELECT array_agg(owned.environment::text)
          FROM platforms_umadomain owned WHERE owned.domain = {domain} AND owned.state <> 'UNVERIFIED')
"""
"""In SQL: the environments of the platforms of this service that own a domain; NULL for none."""
# By the customer's key alone, like every hot read. The deposit account is used if it has the currency.
_LOAD = sql.of_constants(
    """
SELECT customer.platform_id, platform.environment, platform.clock_offset, customer.uma_address,
       customer.platform_customer_id, customer.status, customer.deleted_at,
       jsonb_build_object(
           'FULL_NAME', customer.name, 'BIRTH_DATE', customer.birth_date, 'NATIONALITY', customer.nationality,
           'COUNTRY_OF_RESIDENCE', customer.country, 'POSTAL_ADDRESS', customer.address_line,
           'BUSINESS_TYPE', customer.business_type, 'USER_TYPE', customer.customer_type,
           'ACCOUNT_IDENTIFIER', customer.uma_address
       ),
       internal.id, deposit.id, enabled.min_amount, enabled.max_amount, enabled.enabled_transaction_types,
       enabled.required_counterparty_fields, provider.is_blocked,
       EXISTS (SELECT FROM platforms_umadomain owned
                WHERE owned.platform_id = platform.id AND owned.state <> 'UNVERIFIED'
                  AND owned.domain = split_part(customer.uma_address, '@', 2)),
       {owners}
  FROM compliance_party customer
  JOIN platforms_platform platform ON platform.id = customer.platform_id
  LEFT JOIN platforms_platformcurrency enabled ON enabled.platform_id = platform.id AND enabled.code = $2::text
  LEFT JOIN payments_internalaccount internal
         ON internal.customer_id = customer.id AND internal.currency = $2::text
        AND $2::text = ANY(customer.currencies)
  LEFT JOIN payments_externalaccount deposit
         ON deposit.customer_id = customer.id AND deposit.currency = $2::text
        AND deposit.default_uma_deposit_account AND deposit.status = 'ACTIVE' AND deposit.deleted_at IS NULL
  LEFT JOIN payments_umaprovider provider
         ON provider.environment = platform.environment AND provider.domain = $3::text
 WHERE customer.id = $1::uuid
""",
    owners=OWNERS.format(domain="$3::text"),
)


def named(*, platform_id: uuid.UUID, uma_address: str | None, customer_id: str | None) -> uuid.UUID:
    """Return the key of a platform's customer to be paid, named by address, by public identifier or by both alike.

    Raises CustomerNotFound, CustomerDeleted, UserNotReady.
    """
    by: dict[str, object] = {}
    if uma_address is not None:
        by["uma_address"] = uma_address.lower()
    if customer_id is not None or uma_address is None:
        by["id"] = identifiers.parse("Customer", customer_id)
    party = parties.find(platform_id=platform_id, **by)
    if party is None:
        raise CustomerNotFound
    require_ready(party)
    return party.id


def load(*, customer_id: uuid.UUID, currency: str, counterparty_domain: str) -> Receiver:
    """Return a customer who may be paid in a currency from a domain: one query.

    Raises CustomerNotFound (also for a deleted one), UserNotReady, InvalidInput (INVALID_CURRENCY;
    INVALID_UMA_ADDRESS where the domain of the address is not the platform's own) and CounterpartyNotAllowed.
    """
    found = prepared.rows(_LOAD, [customer_id, currency, counterparty_domain])
    if not found or found[0][6] is not None:
        raise CustomerNotFound
    row = found[0]
    gates.require(Moment.UMA_IN, Side.PAYEE, status=row[5], deleted_at=row[6])
    if row[14] or uma_domains.is_elsewhere(counterparty_domain, environment=row[1], owners=row[16] or ()):
        raise CounterpartyNotAllowed
    if not row[15]:
        raise errors.InvalidInput.field(
            "umaDomain",
            "must be shown to be the platform's own: that of the receiver's address is not",
            code="INVALID_UMA_ADDRESS",
        )
    if row[8] is None or row[10] is None or TransactionType.INCOMING not in row[12]:
        raise errors.InvalidInput.field(
            "convert",
            f"must be a currency that the receiver can be paid in: {currency} is none",
            code="INVALID_CURRENCY",
        )
    known = {name: value for name, value in orjson.loads(row[7]).items() if value}
    return Receiver(
        customer_id=customer_id,
        platform_id=row[0],
        environment=row[1],
        clock_offset=row[2],
        uma_address=row[3],
        platform_customer_id=row[4],
        status=row[5],
        deleted_at=row[6],
        facts=known,
        currency=currency,
        decimals=money.currency(currency).decimals,
        internal_account_id=row[8],
        deposit_account_id=row[9],
        minimum=max(1, row[10]),
        maximum=row[11],
        required_fields=orjson.loads(row[13]),
    )


def identity(receiver: Receiver) -> uuid.UUID | None:
    """Return the identity whose keys sign and decrypt for a receiver: None for the sandbox's counterparty."""
    return None if receiver.domain == hosts.counterpart().domain else receiver.platform_id


def require_ready(party: Party) -> None:
    """Raise CustomerDeleted or UserNotReady unless a customer may be paid."""
    gates.require(Moment.UMA_IN, Side.PAYEE, status=party.status, deleted_at=party.deleted_at)


def require_sender_data(*, receiver: Receiver, sender_information: Mapping[str, str]) -> None:
    """Raise SenderDataMissing unless the sender's side has given all facts that the receiver's platform requires."""
    known = {name for name, value in sender_information.items() if value.strip()}
    required = [field["name"] for field in receiver.required_fields if field["mandatory"]]
    missing = [name for name in required if name not in known]
    if missing:
        raise SenderDataMissing(missing)


def require_in_bounds(*, receiver: Receiver, amount: int) -> None:
    """Raise AmountOutOfRange unless the receiver may be paid an amount of its currency's smallest unit."""
    if not receiver.minimum <= amount <= receiver.maximum:
        raise AmountOutOfRange(receiver.minimum, receiver.maximum)


def terms(*, receiver: Receiver, lock_side: str, amount: int, book: RateBook, now: dt.datetime) -> Terms:
    """Price a payment: `amount` is the receiver's, or the sender's side's in msat, by `lock_side`.

    Raises RateUnknown, RatesStale, AmountTooSmall, AmountTooLarge, AmountOutOfRange.
    """
    mid_rate = book.rate(BITCOIN, receiver.currency)
    schedule = fee_schedules.find(
        platform_id=receiver.platform_id, sending=BITCOIN, receiving=receiver.currency, now=now
    )
    exchange_rate = schedule.exchange_rate(mid_rate)
    fees = Fees(schedule.fees.fixed * 1000, schedule.fees.variable_rate)
    price = arithmetic.price(
        lock=lock_side,
        amount=amount,
        exchange_rate=exchange_rate,
        sending_decimals=MSAT_DECIMALS,
        receiving_decimals=receiver.decimals,
        fees=fees,
    )
    require_in_bounds(receiver=receiver, amount=price.receiving)
    if price.sending < LEAST_MSAT:
        raise arithmetic.AmountTooSmall
    return Terms(
        price=price,
        exchange_rate=exchange_rate,
        multiplier=exchange_rate.scaleb(MSAT_DECIMALS - receiver.decimals),
        margin=schedule.multiplier,
        fees=fees,
        rate_snapshot_id=book.snapshot_id if receiver.currency != BITCOIN else None,
        fee_schedule_id=schedule.schedule_id,
    )
