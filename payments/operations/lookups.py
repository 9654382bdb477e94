"""Lookups of a receiver: what a platform learns before it asks for a quote, kept until the quote names it."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import orjson

from compliance import gates
from compliance.gates import Moment, Side
from compliance.queries import CustomerNotFound
from payments import pricing
from payments.models import Lookup, LookupKind
from payments.operations import fee_schedules
from payments.operations.external_accounts import ExternalAccountNotFound
from payments.rates import RateBook, RatesStale
from platforms.kit import clock, errors, identifiers, money, questions, writes

LIFETIME = dt.timedelta(minutes=30)
KEPT_FOR = dt.timedelta(days=30)
"""How long a lookup can be seen in the back office."""
_STEP = 5000


class LookupRefused(errors.DomainError):
    """A quote names a lookup that does not stand for it."""

    code = "LOOKUP_REQUEST_FAILED"
    message = "There is no such lookup. Look the receiver up again."


@dataclasses.dataclass(frozen=True, slots=True)
class Receivable:
    """A currency that the receiver can get, at what estimated rate, and between which bounds."""

    currency: str
    exchange_rate: Decimal
    """Major units of the sending currency that one major unit of this currency costs, margin included."""
    minimum: int
    """In the smallest unit of this currency, like `maximum`: the platform's limits for sending, at this rate."""
    maximum: int


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """What is known about a receiver."""

    lookup_id: uuid.UUID
    receivable: Receivable
    required_payer_fields: list[dict[str, Any]]


@dataclasses.dataclass(frozen=True, slots=True)
class _Parties:
    """Who sends what to where: one row of one query."""

    customer_id: uuid.UUID
    receiving: str
    sending: str
    minimum: int
    maximum: int
    required_fields: list[dict[str, Any]]


# By keys alone, and the platform compared afterwards: see payments.queries. The customer sends from the account in
# the receiving currency where it has one, else from that in its first currency.
_ASKED = ("looking uuid", "receiver uuid", "sender {type}", "named text")
_LOAD = """
SELECT external.platform_id, external.deleted_at, external.currency,
       asked.sender IS NULL AND external.customer_id IS NULL, asked.named IS NULL OR asked.named = customer.uma_address,
       customer.platform_id, coalesce(customer.kyc_status, customer.kyb_status), customer.deleted_at, customer.id,
       sending.code, sending.min_amount, sending.max_amount, receiving.required_counterparty_fields::text
  FROM (VALUES (asked.receiver)) AS given(external)
  LEFT JOIN payments_externalaccount external ON external.id = given.external
  LEFT JOIN compliance_customer customer ON customer.{key} = {value}
  LEFT JOIN platforms_platformcurrency receiving
         ON receiving.platform_id = asked.looking AND receiving.code = external.currency
  LEFT JOIN platforms_platformcurrency sending
         ON sending.platform_id = asked.looking
        AND sending.code = CASE WHEN external.currency = ANY(customer.currencies) THEN external.currency
                                ELSE customer.currencies[1] END
"""
_COLUMNS = {name: tuple(column.format(type=name) for column in _ASKED) for name in ("uuid", "text")}
_BY_KEY = _LOAD.format(key="id", value="coalesce(asked.sender, external.customer_id)")
_BY_UMA_ADDRESS = _LOAD.format(key="platform_id = asked.looking AND customer.uma_address", value="asked.sender")
_INTO = "payments_lookup (id, platform_id, customer_id, kind, external_account_id, created_at, expires_at)"


def question(
    *,
    platform_id: uuid.UUID,
    account_id: uuid.UUID | None,
    customer_id: uuid.UUID | None,
    sender_uma_address: str | None,
) -> questions.Question:
    """Return what a lookup of an external account for a customer has to know.

    The customer is named by key, by UMA address, or by both; who is not named is the account's own holder.
    """
    named = sender_uma_address.lower() if sender_uma_address is not None else None
    if named is None or customer_id is not None:
        return questions.Question(_COLUMNS["uuid"], _BY_KEY, [platform_id, account_id, customer_id, named])
    return questions.Question(_COLUMNS["text"], _BY_UMA_ADDRESS, [platform_id, account_id, named, named])


def look_up_account(
    *,
    platform_id: uuid.UUID,
    account_id: uuid.UUID | None,
    facts: Sequence[Any],
    book: RateBook | RatesStale,
    now: dt.datetime,
) -> Answer:
    """Note that a customer wants to pay an external account, and say what it can get.

    To be called in a block of `writes`. `facts` is the answer to `question`; `now` by the platform's clock. Raises
    ExternalAccountNotFound, CustomerNotFound, CustomerDeleted, RateUnknown, RatesStale, and InvalidInput when key and
    address name two customers, when nobody is named for an account of the platform itself, and when the platform no
    longer has the currency that the customer would send.
    """
    parties = _parties(platform_id, facts)
    if isinstance(book, RatesStale):
        raise book
    terms = fee_schedules.find(platform_id=platform_id, sending=parties.sending, receiving=parties.receiving, now=now)
    rate = terms.exchange_rate(book.rate(parties.sending, parties.receiving))
    lookup_id = identifiers.new_key()
    expires_at = now + LIFETIME
    writes.insert(
        _INTO,
        "(%s, %s, %s, %s, %s, %s, %s)",
        [lookup_id, platform_id, parties.customer_id, LookupKind.ACCOUNT.value, account_id, now, expires_at],
    )
    return Answer(lookup_id, _receivable(parties, rate), parties.required_fields)


def require(
    *, platform_id: uuid.UUID, lookup_id: uuid.UUID | None, external_account_id: uuid.UUID | None, now: dt.datetime
) -> Lookup:
    """Return the lookup that a quote to an external account names; `now` by the platform's clock.

    Raises LookupRefused when it is unknown, another platform's, expired, or of another receiver.
    """
    found: Lookup | None = Lookup.objects.filter(id=lookup_id).first() if lookup_id else None
    if found is None or found.platform_id != platform_id:
        raise LookupRefused
    if found.is_expired(now):
        raise LookupRefused("The lookup has expired. Look the receiver up again.")
    if found.kind != LookupKind.ACCOUNT or found.external_account_id != external_account_id:
        raise LookupRefused("The lookup is of another receiver than the quote's destination.")
    return found


def forget(*, real_now: clock.RealTime) -> int:
    """Delete the oldest lookups that were made more than KEPT_FOR ago, some thousands at most; return how many.

    Goes by the keys, which hold the time on the real clock, for a sandbox platform's may run ahead by years.
    """
    milliseconds = int((real_now - KEPT_FOR).timestamp() * 1000)
    old = Lookup.objects.filter(id__lt=uuid.UUID(int=milliseconds << 80)).order_by("id")[:_STEP]
    deleted, _ = Lookup.objects.filter(id__in=old.values("id")).delete()
    return deleted


def unnamed_sender() -> errors.InvalidInput:
    """Return the error for a look-up that does not say who wants to send."""
    return errors.InvalidInput.field("customerId", "customerId or senderUmaAddress must be given")


def two_senders() -> errors.InvalidInput:
    """Return the error for a look-up that names a customer and another one's UMA address."""
    return errors.InvalidInput.field("senderUmaAddress", "is not the UMA address of the customer named by customerId")


def _parties(platform_id: uuid.UUID, facts: Sequence[Any]) -> _Parties:
    owner, deleted_at, receiving, is_unnamed, is_one, holder, status, left_at, customer, *rest = facts
    sending, minimum, maximum, fields = rest
    if owner != platform_id or deleted_at is not None:
        raise ExternalAccountNotFound
    if is_unnamed:
        raise unnamed_sender()
    if holder != platform_id:
        raise CustomerNotFound
    if not is_one:
        raise two_senders()
    gates.require(Moment.LOOKUP, Side.PAYER, status=status, deleted_at=left_at)
    if sending is None:
        raise errors.InvalidInput.field(
            "customerId", "the customer has no currency that the platform still uses", code="INVALID_CURRENCY"
        )
    required = orjson.loads(fields) if fields else []
    return _Parties(customer, receiving, sending, minimum, maximum, required)


def _receivable(parties: _Parties, rate: Decimal) -> Receivable:
    decimals = [money.currency(code).decimals for code in (parties.sending, parties.receiving)]
    cost = Fraction(rate) * Fraction(10) ** (decimals[0] - decimals[1])
    least, most = parties.minimum / cost, parties.maximum / cost
    maximum = pricing.to_units(most.numerator, most.denominator, side=pricing.Side.DOWN)
    minimum = pricing.to_units(least.numerator, least.denominator, side=pricing.Side.UP)
    return Receivable(
        parties.receiving, rate, max(1, min(minimum, money.MAX_AMOUNT)), max(1, min(maximum, money.MAX_AMOUNT))
    )
