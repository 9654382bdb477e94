"""Internal accounts: opened with the customer or the currency; each change of balance is an event."""

import datetime as dt
import secrets
import uuid
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

import orjson
from django.db import connection

from compliance import gates, parties, queries
from compliance.gates import Moment, Side
from compliance.models import Customer
from payments import balance_representations
from payments.balance_representations import Change
from payments.ledger import chart, holds, journal
from payments.models import InternalAccount
from payments.providers import asking, registry
from platforms import audit
from platforms.base import clock, errors, identifiers
from platforms.database import prepared
from platforms.database.rows import by_key
from platforms.models import Platform, PlatformCurrency
from webhooks.outbox import events

_CHUNK = 1000
# No vowels and no look-alikes: a payer copies it by hand from a screen to a bank form.
_REFERENCE_LETTERS = "BCDFGHJKLMNPQRSTVWXYZ23456789"


class InternalAccountNotFound(errors.NotFound):
    """The platform has no such internal account."""

    code = "INTERNAL_ACCOUNT_NOT_FOUND"
    message = "There is no such internal account."


class AccountNotHeld(errors.DomainError):
    """The account is not held: money moves on it."""

    code = "INVALID_INPUT"
    message = "This account is not held."


def of_platform(*, platform_id: uuid.UUID, account_id: str, is_platforms: bool) -> InternalAccount:
    """Return an account with its ledger account, by its public id; raises InternalAccountNotFound.

    `is_platforms`: one of the platform itself is meant, and none of a customer; else the other way round.
    """
    accounts = InternalAccount.objects.for_platform(platform_id).filter(customer__isnull=is_platforms)
    key = identifiers.parse("InternalAccount", account_id)
    account: InternalAccount | None = by_key(accounts.select_related("ledger_account"), key)
    if account is None:
        raise InternalAccountNotFound
    return account


def open_for_customer(*, customer: Customer, currencies: Sequence[str], now: dt.datetime) -> None:
    """Open a customer's internal account in each currency in which it has none."""
    existing = set(InternalAccount.objects.filter(customer=customer).values_list("currency", flat=True))
    missing = [code for code in currencies if code not in existing]
    _open(platform=customer.platform, holders=[(customer.id, code) for code in missing], now=now)


def open_for_new_customers(*, customers: Sequence[Customer], now: dt.datetime) -> None:
    """Open the internal accounts of customers of one platform who have none yet."""
    holders = [(customer.id, code) for customer in customers for code in customer.currencies]
    _open(platform=customers[0].platform, holders=holders, now=now)


def open_currencies(*, platform: Platform, codes: Sequence[str], now: dt.datetime) -> None:
    """Open the accounts of new currencies: shared ledger accounts, the platform's, one for every live customer."""
    chart.open_system_accounts(platform_id=platform.id, currencies=codes)
    own = InternalAccount.objects.filter(platform=platform, customer=None).values_list("currency", flat=True)
    if missing := sorted(set(codes) - set(own)):
        _open(platform=platform, holders=[(None, code) for code in missing], now=now)
    customers = queries.customers(platform_id=platform.id, filters={})
    for code in codes if customers.exists() else ():
        without = customers.exclude(internal_accounts__currency=code).values_list("id", flat=True)
        for chunk in _chunks(without.iterator(chunk_size=_CHUNK)):
            _open(platform=platform, holders=[(key, code) for key in chunk], now=now)


def release(
    *, account_id: uuid.UUID | None, reason: str, actor: audit.Actor, real_now: clock.RealTime
) -> InternalAccount:
    """Release an account that the check of the books holds, whatever the check has found.

    It is held again when a check finds another fault. Raises InternalAccountNotFound and AccountNotHeld.
    """
    rows = InternalAccount.objects.select_related("ledger_account", "platform")
    account: InternalAccount | None = by_key(rows, account_id)
    if account is None:
        raise InternalAccountNotFound
    if not holds.release(account.ledger_account_id, now=real_now):
        raise AccountNotHeld
    moment = clock.of(account.platform, real_now)
    audit.record(account, "internal_account.release", actor=actor, now=moment, reason=reason)
    return account


def lock_currency(*, platform_id: uuid.UUID, code: str) -> PlatformCurrency:
    """Lock a platform's currency, so that it can't be removed before this database transaction ends; return it.

    Raises InvalidInput when the platform does not have it. To be called before customers are locked.
    """
    held = PlatformCurrency.objects.raw(
        "SELECT * FROM platforms_platformcurrency WHERE platform_id = %s AND code = %s FOR KEY SHARE",
        [platform_id, code],
    )
    for currency in held:
        return currency
    raise errors.InvalidInput.field(
        "currency", f"must be a currency of the platform: PATCH /config adds {code}", code="INVALID_CURRENCY"
    )


_HOLD_CURRENCIES = (
    "SELECT code FROM platforms_platformcurrency WHERE platform_id = $1 AND code = ANY($2::text[])"
    " ORDER BY code FOR KEY SHARE"
)


def hold_currencies(*, platform_id: uuid.UUID, codes: Collection[str]) -> set[str]:
    """Lock those of the currencies that the platform has, as `lock_currency` does, in order, and return them."""
    if not codes:
        return set()
    return {code for (code,) in prepared.rows(_HOLD_CURRENCIES, [platform_id, sorted(codes)])}


def lock_open(account: InternalAccount) -> bool:
    """Lock an account's currency and holder until this database transaction ends; False if one is gone."""
    try:
        lock_currency(platform_id=account.platform_id, code=account.currency)
        lock_payee(account, Moment.CREDIT)
    except errors.DomainError:
        return False
    return True


def lock_payee(account: InternalAccount, moment: Moment) -> None:
    """Lock an account's holder until this database transaction ends; raise where it may not be paid."""
    if account.customer_id is not None:
        holder = parties.lock(account.customer_id)
        gates.require(moment, Side.PAYEE, status=holder.status, deleted_at=holder.deleted_at)


def load(account_id: uuid.UUID | None) -> InternalAccount:
    """Return an internal account with its account in the books."""
    account: InternalAccount = InternalAccount.objects.select_related("ledger_account").get(id=account_id)
    return account


def changed(
    account: InternalAccount,
    posted: journal.PostResult,
    *,
    deposit_id: uuid.UUID | None = None,
    now: dt.datetime,
) -> events.NewEvent:
    """Set the balance that an entry, of a deposit if one is named, left on a loaded account; return the event of it."""
    key = account.ledger_account_id
    account.ledger_account.balance = posted.balances[key]
    account.ledger_account.balance_changed_at = now
    change = Change(posted.changes[key], posted.purpose, posted.transaction_id, deposit_id)
    return _balance_updated(account, change, now=now)


def _balance_updated(account: InternalAccount, change: Change, *, now: dt.datetime) -> events.NewEvent:
    return events.NewEvent(
        platform_id=account.platform_id,
        type="INTERNAL_ACCOUNT.BALANCE_UPDATED",
        resource=account.public_id,
        data=balance_representations.shown(account, change),
        now=now,
    )


LATER = "\x01"
"""In the text of an event, stands for a balance set by the statement that stores the event.

JSON writes no control character as it is, so no text of a client is ever taken for it.
"""


def changed_later(account: InternalAccount, change: Change, *, now: dt.datetime) -> events.NewEvent:
    """Return the event of a change whose balance is not known yet: LATER stands for it."""
    account.ledger_account.balance = orjson.Fragment(LATER)  # type: ignore[assignment]  # only shown
    account.ledger_account.balance_changed_at = now
    return _balance_updated(account, change, now=now)


def _open(*, platform: Platform, holders: Sequence[tuple[uuid.UUID | None, str]], now: dt.datetime) -> None:
    ledger_keys = _open_ledger_accounts(platform.id, holders, now=now)
    funding = registry.funding_instructions(platform.environment)
    accounts = []
    with asking.IN_TRANSACTION.held(platform.id):
        for (customer_id, currency), ledger_key in zip(holders, ledger_keys, strict=True):
            key, reference = identifiers.new_key(), _new_reference()
            accounts.append(
                InternalAccount(
                    id=key,
                    platform_id=platform.id,
                    customer_id=customer_id,
                    currency=currency,
                    ledger_account_id=ledger_key,
                    funding_reference=reference,
                    funding_instructions=funding.instructions(
                        currency=currency, account_key=key, reference=reference, holder_is_platform=customer_id is None
                    ),
                    created_at=now,
                    updated_at=now,
                )
            )
    InternalAccount.objects.bulk_create(accounts)


def _open_ledger_accounts(
    platform_id: uuid.UUID, holders: Sequence[tuple[uuid.UUID | None, str]], *, now: dt.datetime
) -> list[int]:
    kinds = [
        (chart.AccountKind.PLATFORM_FUNDS if customer_id is None else chart.AccountKind.CUSTOMER_FUNDS).value
        for customer_id, _ in holders
    ]
    with connection.cursor() as cursor:
        # Keys are drawn in the order of the rows, so they are returned in the order of the holders.
        cursor.execute(
            "INSERT INTO payments_ledgeraccount"
            " (platform_id, kind, currency, normal_side, is_guarded, balance, created_at)"
            " SELECT %s, row.kind, row.currency, 'C', true, 0, %s"
            " FROM unnest(%s::text[], %s::text[]) WITH ORDINALITY AS row(kind, currency, position)"
            " ORDER BY row.position RETURNING id",
            [platform_id, now, kinds, [currency for _, currency in holders]],
        )
        return sorted(key for (key,) in cursor.fetchall())


def _new_reference() -> str:
    return "".join(secrets.choice(_REFERENCE_LETTERS) for _ in range(10))


def _chunks(keys: Iterator[uuid.UUID]) -> Iterator[list[uuid.UUID]]:
    while chunk := list(islice(keys, _CHUNK)):
        yield chunk
