"""Lookups of a receiver: facts for a platform before it asks for a quote, kept until the quote names it."""

import dataclasses
import datetime as dt
import uuid
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import orjson

from compliance import gates
from compliance.gates import Moment, Side
from compliance.queries import CustomerNotFound
from payments.accounts.external_accounts import ExternalAccountNotFound
from payments.models import Lookup, LookupKind
from payments.pricing import arithmetic, fee_schedules
from payments.rates import RateBook, RatesStale
from platforms.base import clock, errors, identifiers, money
from platforms.database import sql
from platforms.database.rows import by_key

LIFETIME = dt.timedelta(minutes=30)
KEPT_FOR = dt.timedelta(days=30)
"""How long a lookup can be seen in the back office."""
_STEP = 5000


class LookupRefused(errors.DomainError):
    """A quote names a lookup that is not valid for it."""

    code = "LOOKUP_REQUEST_FAILED"
    message = "There is no such lookup. Look the receiver up again."


@dataclasses.dataclass(frozen=True, slots=True)
class Receivable:
    """A currency that the receiver can get, with estimated rate and bounds."""

    currency: str
    sending: str
    """The currency that the sender is taken to pay in."""
    exchange_rate: Decimal
    """Price of one major unit of this currency in major units of the sending currency, margin included."""
    minimum: int
    """In the smallest unit of this currency, like `maximum`: the platform's limits for sending, at this rate."""
    maximum: int


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """Facts about a receiver."""

    lookup_id: uuid.UUID
    receivable: Receivable
    required_payer_fields: list[dict[str, Any]]


class Facts(NamedTuple):
    """An external account and its potential sender: a row of `LOAD`."""

    account_id: uuid.UUID | None
    owner_id: uuid.UUID | None
    deleted_at: dt.datetime | None
    receiving: str
    is_unnamed: bool
    is_one: bool
    customer_id: uuid.UUID
    holder_id: uuid.UUID | None
    status: str | None
    left_at: dt.datetime | None
    sending: str | None
    minimum: int
    maximum: int
    required_fields: str | None
    """JSON."""


# By keys alone, and the platform compared afterwards: see payments.queries. The customer is named by key, by UMA
# address, or by both; without a name it is the account's own holder. Of the customer's accounts with money,
# or of all if none has any, it sends from that in the receiving currency, else from that in its first currency.
ASKED = "account uuid, sender uuid, named text"
LOAD = """
SELECT external.id, external.platform_id, external.deleted_at, external.currency,
       asked.sender IS NULL AND asked.named IS NULL AND external.customer_id IS NULL,
       asked.named IS NULL OR asked.named = customer.uma_address,
       customer.id, customer.platform_id, customer.status, customer.deleted_at,
       sending.code, sending.min_amount, sending.max_amount, receiving.required_counterparty_fields::text
  FROM (VALUES (asked.account)) AS given(external)
  LEFT JOIN payments_externalaccount external ON external.id = given.external
  LEFT JOIN compliance_party customer ON customer.id = CASE
            WHEN asked.sender IS NULL AND asked.named IS NOT NULL
            THEN (SELECT id FROM compliance_party WHERE platform_id = asked.platform AND uma_address = asked.named)
            ELSE coalesce(asked.sender, external.customer_id) END
  LEFT JOIN platforms_platformcurrency receiving
         ON receiving.platform_id = asked.platform AND receiving.code = external.currency
  LEFT JOIN LATERAL (
       SELECT usable.code, usable.min_amount, usable.max_amount
         FROM unnest(customer.currencies) WITH ORDINALITY AS held(code, place)
         JOIN platforms_platformcurrency usable ON usable.platform_id = asked.platform AND usable.code = held.code
         LEFT JOIN payments_internalaccount account
                ON account.customer_id = customer.id AND account.currency = held.code
         LEFT JOIN payments_ledgeraccount ledger ON ledger.id = account.ledger_account_id
        ORDER BY coalesce(ledger.balance, 0) > 0 DESC, held.code = external.currency DESC, held.place
        LIMIT 1) AS sending ON true
"""
"""The facts of a lookup: a query by columns of `asked`, ASKED and the calling platform."""
WRITTEN = "id uuid, customer uuid, account uuid, now timestamptz, expires_at timestamptz"
WRITE = sql.of_constants(
    """
INSERT INTO payments_lookup (id, platform_id, customer_id, kind, external_account_id, created_at, expires_at)
SELECT id, platform, customer, '{account}', account, now, expires_at FROM asked
""",
    account=LookupKind.ACCOUNT,
)
"""The step that stores lookups: a row of `asked` for each, with columns WRITTEN and the platform."""


def look_up_account(
    *, facts: Facts, platform_id: uuid.UUID, book: RateBook | RatesStale, now: dt.datetime
) -> tuple[Answer, dict[str, Any]]:
    """Return what a customer can send to an external account, and the row of it that WRITE stores.

    `now` by the platform's clock. Raises ExternalAccountNotFound, CustomerNotFound, CustomerDeleted, RateUnknown,
    RatesStale, and InvalidInput when key and address name two customers, when no customer is named for an account of
    the platform itself, and when the platform no longer has the currency that the customer would send.
    """
    sending = _require_allowed(facts, platform_id)
    if isinstance(book, RatesStale):
        raise book
    terms = fee_schedules.find(platform_id=platform_id, sending=sending, receiving=facts.receiving, now=now)
    rate = terms.exchange_rate(book.rate(sending, facts.receiving))
    lookup_id = identifiers.new_key()
    required = orjson.loads(facts.required_fields) if facts.required_fields else []
    row = {
        "id": lookup_id,
        "customer": facts.customer_id,
        "account": facts.account_id,
        "now": now,
        "expires_at": now + LIFETIME,
    }
    return Answer(lookup_id, _receivable(facts, sending, rate), required), row


def require(
    *, platform_id: uuid.UUID, lookup_id: uuid.UUID | None, external_account_id: uuid.UUID | None, now: dt.datetime
) -> Lookup:
    """Return the lookup that a quote to an external account names; `now` by the platform's clock.

    Raises LookupRefused when it is unknown, another platform's, expired, or for another receiver.
    """
    found: Lookup | None = by_key(Lookup.objects, lookup_id)
    if found is None or found.platform_id != platform_id:
        raise LookupRefused
    if found.is_expired(now):
        raise LookupRefused("The lookup has expired. Look the receiver up again.")
    if found.kind != LookupKind.ACCOUNT or found.external_account_id != external_account_id:
        raise LookupRefused("The lookup is of another receiver than the quote's destination.")
    return found


def forget(*, real_now: clock.RealTime) -> int:
    """Delete the oldest lookups that were made more than KEPT_FOR ago, some thousands at most; return how many.

    Goes by the keys, which hold real time: a sandbox platform's clock may run ahead by years.
    """
    milliseconds = int((real_now - KEPT_FOR).timestamp() * 1000)
    old = Lookup.objects.filter(id__lt=uuid.UUID(int=milliseconds << 80)).order_by("id")[:_STEP]
    deleted, _ = Lookup.objects.filter(id__in=old.values("id")).delete()
    return deleted


def unnamed_sender() -> errors.InvalidInput:
    """Return the error for a lookup without a sender."""
    return errors.InvalidInput.field("customerId", "is required, or senderUmaAddress in its place")


def two_senders() -> errors.InvalidInput:
    """Return the error for a lookup that names a customer and another one's UMA address."""
    return errors.InvalidInput.field(
        "senderUmaAddress", "must be the UMA address of the customer that customerId names"
    )


def _require_allowed(facts: Facts, platform_id: uuid.UUID) -> str:
    """Return the currency that the customer would send."""
    if facts.owner_id != platform_id or facts.deleted_at is not None:
        raise ExternalAccountNotFound
    if facts.is_unnamed:
        raise unnamed_sender()
    if facts.holder_id != platform_id:
        raise CustomerNotFound
    if not facts.is_one:
        raise two_senders()
    gates.require(Moment.LOOKUP, Side.PAYER, status=facts.status, deleted_at=facts.left_at)
    if facts.sending is None:
        raise errors.InvalidInput.field(
            "customerId", "must be a customer with a currency that the platform uses", code="INVALID_CURRENCY"
        )
    return facts.sending


def _receivable(facts: Facts, sending: str, rate: Decimal) -> Receivable:
    decimals = [money.currency(code).decimals for code in (sending, facts.receiving)]
    cost = Fraction(rate) * Fraction(10) ** (decimals[0] - decimals[1])
    least, most = facts.minimum / cost, facts.maximum / cost
    maximum = arithmetic.to_units(most.numerator, most.denominator, side=arithmetic.Side.DOWN)
    minimum = arithmetic.to_units(least.numerator, least.denominator, side=arithmetic.Side.UP)
    return Receivable(
        facts.receiving, sending, rate, max(1, min(minimum, money.MAX_AMOUNT)), max(1, min(maximum, money.MAX_AMOUNT))
    )
