"""Prices of quotes, for every kind of destination."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from payments import rails
from payments.account_types import table
from payments.accounts import invoices
from payments.accounts.quote_parties import Parties, Place, Wanted
from payments.accounts.refusals import AmountOutOfRange
from payments.pricing import arithmetic
from payments.rates import RateBook
from payments.uma.sending import quote_terms
from payments.uma.sending.quote_terms import Agreed
from platforms.base import errors, identifiers, money

LIFETIME = dt.timedelta(minutes=5)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Priced:
    """The price of a payment with its currencies."""

    transaction_id: uuid.UUID
    price: arithmetic.Price
    """Price of what leaves the service; the receiver gets `receiving`."""
    receiving: int
    exchange_rate: Decimal
    rate_details: Mapping[str, Any]
    schedule_id: uuid.UUID | None
    platform_fee: arithmetic.PlatformFee | None
    """What the fee of the platform follows from; None where it charges nothing."""
    lifetime: dt.timedelta
    counterparty_information: Mapping[str, str] | None
    bridge_currency: str = ""
    rail: str = ""
    """The rail that an external account is paid by, where it was asked for, or type or amount decides it."""


class OtherRail(errors.InvalidInput):
    """The rail that was asked for does not take the amount that the receiver gets."""

    def __init__(self, rail: str, fitting: Sequence[str]) -> None:
        """Take the rail, and the rails of the account that take the amount."""
        field, limits = "destination.paymentRail", rails.RAILS[rail]
        bound = f"at least {limits.minimum}" if limits.minimum > 1 else f"at most {limits.maximum}"
        reason = f"must be a rail that takes what the receiver gets: {rail} takes {bound} in the smallest unit"
        super().__init__([(field, f"{reason} of {limits.currency}")], code="AMOUNT_OUT_OF_RANGE")
        self.expecting({field: list(fitting)})


def between_accounts(*, wanted: Wanted, parties: Parties, book: RateBook, now: dt.datetime) -> Priced:
    """Price a payment between accounts: one query for an invoice, and none for another account.

    Raises RateUnknown, RatesStale, AmountTooSmall, AmountTooLarge, AmountOutOfRange beyond the platform's limits,
    OtherRail beyond those of the rail that was asked for, and InvalidInput for an invoice that does not take it.
    """
    sending, receiving = parties.sending_currency, parties.destination.currency
    mid_rate = book.rate(sending, receiving)
    terms = parties.terms
    exchange_rate = terms.exchange_rate(mid_rate)
    try:
        price = arithmetic.price(
            lock=wanted.lock_side,
            amount=wanted.amount,
            exchange_rate=exchange_rate,
            sending_decimals=money.currency(sending).decimals,
            receiving_decimals=money.currency(receiving).decimals,
            fees=terms.fees,
            platform_fee=parties.platform_fee,
        )
    except arithmetic.AmountTooSmall as refusal:
        raise arithmetic.AmountTooSmall(max(refusal.least or 1, parties.minimum)) from None
    if not max(1, parties.minimum) <= price.sending <= parties.maximum:
        raise AmountOutOfRange(max(1, parties.minimum), parties.maximum, field="lockedCurrencyAmount")
    lifetime = LIFETIME
    if (invoice := parties.destination.invoice) is not None:
        invoices.require(invoice, amount=price.receiving, field="lockedCurrencyAmount", now=now)
        invoices.require_unpaid(invoice.payment_hash)
        lifetime = min(LIFETIME, invoice.expires_at - now)
    return Priced(
        transaction_id=identifiers.new_key(),
        price=price,
        receiving=price.receiving,
        exchange_rate=exchange_rate,
        rate_details={
            "counterpartyMultiplier": float(mid_rate),
            "counterpartyFixedFee": 0,
            "serviceApiMultiplier": float(terms.multiplier),
            "serviceApiFixedFee": terms.fees.fixed,
            "serviceApiVariableFeeRate": float(terms.fees.variable_rate),
            "serviceApiVariableFeeAmount": price.variable_fee,
        },
        schedule_id=terms.schedule_id,
        platform_fee=parties.platform_fee,
        lifetime=lifetime,
        counterparty_information=parties.destination.beneficiary or None,
        rail=_rail(wanted, parties.destination, price.receiving),
    )


def _rail(wanted: Wanted, destination: Place, amount: int) -> str:
    if not destination.account_type:
        return ""
    account_type, rail = table.get(destination.account_type), wanted.payment_rail
    if rail and not rails.takes(rail, amount):
        raise OtherRail(rail, [other for other in account_type.all_rails if rails.takes(other, amount)])
    return rail or account_type.known_rail(amount)


def bridged(agreed: Agreed) -> Priced:
    """Return the price of a payment to a UMA address: that of the bitcoin that bridges both institutions."""
    return Priced(
        transaction_id=agreed.transaction_id,
        price=agreed.price,
        receiving=agreed.receiving,
        exchange_rate=quote_terms.exchange_rate(agreed),
        rate_details=quote_terms.rate_details(agreed),
        schedule_id=agreed.terms.schedule.schedule_id,
        platform_fee=agreed.terms.platform_fee,
        lifetime=min(LIFETIME, agreed.payable_for),
        counterparty_information=dict(agreed.payee_data) or None,
        bridge_currency=quote_terms.BRIDGE,
    )
