"""Corridors of a platform, with the result of sending or receiving an amount."""

import dataclasses
import datetime as dt
import functools
import uuid
from collections.abc import Collection, Iterator
from decimal import Decimal

from payments.account_types import table
from payments.pricing import arithmetic, fee_schedules
from payments.pricing.fee_schedules import FeeTerms
from payments.rates import feed
from payments.rates.book import RateBook
from platforms.base import errors, money
from platforms.models import PlatformCurrency


@dataclasses.dataclass(frozen=True, slots=True)
class Corridor:
    """A sending currency, a receiving currency and a rail, with the result for an amount. In smallest units."""

    sending: str
    receiving: str
    rail: str
    minimum: int
    maximum: int
    sending_amount: int
    receiving_amount: int
    """0 when fees and exchange exceed the amount."""
    exchange_rate: Decimal
    fixed_fee: int
    variable_rate: Decimal
    updated_at: dt.datetime


def priced(
    *,
    platform_id: uuid.UUID,
    environment: str,
    sending: str | None,
    receiving: Collection[str] | None,
    amount: int,
    now: dt.datetime,
) -> list[Corridor]:
    """Return a corridor per pair of currencies and rail of the receiving one: three queries, however many there are.

    Without `sending` or `receiving` all of the platform's currencies are taken. A currency against itself is listed
    when both are named, and a pair without a known rate is not. Rates too old for a quote are shown with their age.
    Raises InvalidInput (INVALID_CURRENCY), AmountTooLarge, RatesStale when no rates were ever fetched.
    """
    limits = {row.code: row for row in PlatformCurrency.objects.filter(platform_id=platform_id)}
    _require_known(limits, sourceCurrency=[sending] if sending else [], destinationCurrency=receiving or [])
    book = feed.ensure(environment, platform_id)
    tariff = fee_schedules.tariff(platform_id=platform_id, now=now)
    is_named = sending is not None and receiving is not None
    return [
        corridor
        for source in ([limits[sending]] if sending else limits.values())
        for destination in dict.fromkeys(receiving or limits)
        if source.code != destination or is_named
        for corridor in _corridors(
            source, destination, amount, book, tariff.terms(sending=source.code, receiving=destination)
        )
    ]


def _require_known(limits: Collection[str], **named: Collection[str]) -> None:
    problems = [
        (parameter, f"must be a currency of the platform: PATCH /config adds {code}")
        for parameter, codes in named.items()
        for code in codes
        if code not in limits
    ]
    if problems:
        raise errors.InvalidInput(problems, code="INVALID_CURRENCY")


def _corridors(
    source: PlatformCurrency, destination: str, amount: int, book: RateBook, terms: FeeTerms
) -> Iterator[Corridor]:
    mid = book.find(source.code, destination)
    if mid is None:
        return
    rate = terms.exchange_rate(mid.rate)
    received = _received(source.code, destination, amount, rate, terms)
    for rail in _rails(destination):
        yield Corridor(
            sending=source.code,
            receiving=destination,
            rail=rail,
            minimum=source.min_amount,
            maximum=source.max_amount,
            sending_amount=amount,
            receiving_amount=received,
            exchange_rate=rate,
            fixed_fee=terms.fees.fixed,
            variable_rate=terms.fees.variable_rate,
            updated_at=book.taken_at,
        )


def _received(sending: str, receiving: str, amount: int, rate: Decimal, terms: FeeTerms) -> int:
    try:
        return arithmetic.price(
            lock="SENDING",
            amount=amount,
            exchange_rate=rate,
            sending_decimals=money.currency(sending).decimals,
            receiving_decimals=money.currency(receiving).decimals,
            fees=terms.fees,
        ).receiving
    except arithmetic.AmountTooSmall:
        return 0


@functools.cache
def _rails(currency: str) -> tuple[str, ...]:
    """Return the rails that a currency is paid out by."""
    # A client that asks for prices knows the first type of a currency, and pays by another one as it would by that.
    rows = [row for row in table.ACCOUNT_TYPES.values() if currency in row.currencies and not row.is_further]
    return tuple(dict.fromkeys(rail for row in rows for rail in row.ways))
