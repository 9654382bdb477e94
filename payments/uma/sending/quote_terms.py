"""The price of a payment to a UMA address: ours for the bitcoin that the receiver's side asks for.

Two rates are combined. The receiver's side gives the millisatoshis for one unit of the receiving currency; we give the
price of a bitcoin in the sending currency, margin and fees included. Bitcoin leaves the service in whole satoshis: an
invoice for a fraction of one is rounded up, and the sender pays the booked amount.
"""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from payments.accounts.quote_parties import Parties
from payments.accounts.refusals import AmountOutOfRange
from payments.models import LockSide, OutgoingUmaPayment
from payments.pricing import arithmetic, fee_schedules
from payments.pricing.arithmetic import PlatformFee
from payments.pricing.fee_schedules import FeeTerms
from payments.providers.lightning_node import MSAT_PER_SATOSHI
from payments.rates import RateBook
from payments.uma.directory.counterparties import CounterpartyFailed
from payments.uma.sending.senders import BITCOIN, MSAT_DECIMALS
from platforms.base import money

BRIDGE = BITCOIN
"""The currency between the two institutions."""
MOST_FEE_SHARE, LEAST_FEE_MSAT = Fraction(1, 200), 5 * MSAT_PER_SATOSHI
"""Maximum fee of the route: half a per cent, five satoshis at least. The service pays it."""


@dataclasses.dataclass(frozen=True, slots=True)
class Offer:
    """The price of a currency at the receiver's side, from the lookup."""

    currency: str
    decimals: int
    multiplier: Fraction
    """Millisatoshis for one smallest unit."""
    minimum: int
    maximum: int
    min_msat: int
    max_msat: int
    said_code: str
    """The receiver's side's name for the currency; with `said_decimals`, its unit: a satoshi for instance."""
    said_decimals: int
    per_unit: int
    """How many of its smallest units are one of ours: amounts and rates of messages are in its own."""


@dataclasses.dataclass(frozen=True, slots=True)
class Terms:
    """Our side of the price: one bitcoin in the sending currency, and our fees."""

    schedule: FeeTerms
    mid_rate: Decimal
    """The book's price of a bitcoin; `schedule` has the margin."""
    sending_decimals: int
    platform_fee: PlatformFee | None = None
    """What the platform charges the payer; None: nothing."""

    def price(self, *, lock: str, amount: int) -> arithmetic.Price:
        """Price bitcoin: `amount` is the sent one when `lock` is SENDING, and satoshis when it is RECEIVING."""
        return arithmetic.price(
            lock=lock,
            amount=amount,
            exchange_rate=self.schedule.exchange_rate(self.mid_rate),
            sending_decimals=self.sending_decimals,
            receiving_decimals=money.currency(BITCOIN).decimals,
            fees=self.schedule.fees,
            platform_fee=self.platform_fee,
        )


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Agreed:
    """The checked promise of the receiver's side in answer to a pay request."""

    transaction_id: uuid.UUID
    """The key that the payment will have: the other side was given it."""
    counterparty_domain: str
    terms: Terms
    price: arithmetic.Price
    """The price of the bitcoin: `receiving` in satoshis."""
    receiving: int
    """The receiver's amount, in the smallest unit of its currency."""
    receiving_decimals: int
    multiplier: Fraction
    fee_msat: int
    invoice: str
    payment_hash: bytes
    amount_msat: int
    payable_for: dt.timedelta
    """How long the invoice can still be paid."""
    callback_url: str
    payee_data: Mapping[str, str]


def terms(*, parties: Parties, book: RateBook, now: dt.datetime) -> Terms:
    """Return our side of the price for a payer: one query. Raises RateUnknown, RatesStale."""
    sending = parties.sending_currency
    schedule = fee_schedules.find(
        platform_id=parties.platform_id, sending=sending, receiving=parties.destination.currency, now=now
    )
    decimals = money.currency(sending).decimals
    return Terms(schedule, book.rate(sending, BITCOIN), decimals, parties.platform_fee)


def wanted_msat(*, lock: str, amount: int, offer: Offer, terms: Terms, parties: Parties) -> int:
    """Return the amount of the invoice: exact when the sending side is locked, else by the lookup's rate.

    Raises AmountTooSmall, AmountTooLarge, and AmountOutOfRange where either side's bounds forbid it, so that the other
    side is not asked needlessly.
    """
    if lock == LockSide.SENDING:
        require_in_limits(parties, amount)
        msat = terms.price(lock=lock, amount=amount).receiving * MSAT_PER_SATOSHI
        receiving = arithmetic.to_units(*(msat / offer.multiplier).as_integer_ratio(), side=arithmetic.Side.DOWN)
    else:
        receiving = amount
        msat = arithmetic.to_units(*(amount * offer.multiplier).as_integer_ratio(), side=arithmetic.Side.UP)
    if not offer.minimum <= receiving <= offer.maximum:
        raise AmountOutOfRange(offer.minimum, offer.maximum, field="lockedCurrencyAmount")
    if not offer.min_msat <= msat <= offer.max_msat:
        raise AmountOutOfRange(
            max(
                1, arithmetic.to_units(*(offer.min_msat / offer.multiplier).as_integer_ratio(), side=arithmetic.Side.UP)
            ),
            arithmetic.to_units(*(offer.max_msat / offer.multiplier).as_integer_ratio(), side=arithmetic.Side.DOWN),
            field="lockedCurrencyAmount",
        )
    if lock == LockSide.RECEIVING:
        require_in_limits(parties, terms.price(lock=lock, amount=satoshis(msat)).sending)
    return msat


def require_in_limits(parties: Parties, sending: int) -> None:
    """Raise AmountOutOfRange unless the platform's limits allow sending this amount."""
    if not max(1, parties.minimum) <= sending <= parties.maximum:
        raise AmountOutOfRange(max(1, parties.minimum), parties.maximum, field="lockedCurrencyAmount")


def satoshis(msat: int) -> int:
    """Return an amount of millisatoshis as it is booked: in whole satoshis, rounded up."""
    return arithmetic.to_units(msat, MSAT_PER_SATOSHI, side=arithmetic.Side.UP)


def rate_details(agreed: Agreed) -> dict[str, Any]:
    """Return the composition of the price, as the API shows it.

    The counterparty's part is that of the receiver's side: the major units of the receiving currency for one bitcoin,
    and its fee in satoshis.
    """
    given = Fraction(10) ** (MSAT_DECIMALS - agreed.receiving_decimals) / agreed.multiplier
    return {
        "counterpartyMultiplier": float(arithmetic.round_rate(given)),
        "counterpartyFixedFee": satoshis(agreed.fee_msat),
        "serviceApiMultiplier": float(agreed.terms.schedule.multiplier),
        "serviceApiFixedFee": agreed.terms.schedule.fees.fixed,
        "serviceApiVariableFeeRate": float(agreed.terms.schedule.fees.variable_rate),
        "serviceApiVariableFeeAmount": agreed.price.variable_fee,
    }


def exchange_rate(agreed: Agreed) -> Decimal:
    """Return the rate that follows from the rates of both sides and the other one's fee."""
    return arithmetic.effective_rate(
        exchanged=agreed.price.exchanged,
        receiving=agreed.receiving,
        sending_decimals=agreed.terms.sending_decimals,
        receiving_decimals=agreed.receiving_decimals,
    )


def store(*, agreed: Agreed, platform_id: uuid.UUID) -> None:
    """Store the session of a new payment; raises CounterpartyFailed for an invoice that was used before."""
    share = arithmetic.to_units(*(agreed.amount_msat * MOST_FEE_SHARE).as_integer_ratio(), side=arithmetic.Side.DOWN)
    session = OutgoingUmaPayment(
        transaction_id=agreed.transaction_id,
        platform_id=platform_id,
        counterparty_domain=agreed.counterparty_domain,
        invoice=agreed.invoice,
        payment_hash=agreed.payment_hash.hex(),
        amount_msat=agreed.amount_msat,
        most_fee_msat=max(LEAST_FEE_MSAT, share),
        callback_url=agreed.callback_url,
    )
    OutgoingUmaPayment.objects.bulk_create([session], ignore_conflicts=True)
    if not OutgoingUmaPayment.objects.filter(transaction_id=agreed.transaction_id).exists():
        raise CounterpartyFailed("INVALID_PAYREQ_RESPONSE", "The receiver's institution gave an invoice out twice.")
