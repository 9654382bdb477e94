"""Who payments, quotes, accounts, deposits and items in suspense concern, by name."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db import connection

from payments.models import ExternalAccount
from platforms.backoffice import masking, parties
from platforms.backoffice.parties import Parties
from platforms.encryption import encryption

# Whoever is at the other end is an account of either kind, or an address.
_OF_PAYMENTS = """
SELECT wanted.key, payment.type, payment.customer_id,
       coalesce(customer.name, customer.platform_customer_id, platform.name),
       ends.other, account.id, account.primary_identifier,
       coalesce(account.account_info #>> '{{beneficiary,fullName}}',
                account.account_info #>> '{{beneficiary,legalName}}'),
       CASE WHEN inside.id IS NOT NULL THEN coalesce(holder.name, holder.platform_customer_id, platform.name) END
  FROM ({wanted}) wanted
  JOIN payments_transaction payment ON payment.id = wanted.payment
  JOIN platforms_platform platform ON platform.id = payment.platform_id
  LEFT JOIN compliance_party customer ON customer.id = payment.customer_id
 CROSS JOIN LATERAL (
       SELECT CASE payment.type WHEN 'OUTGOING' THEN payment.receiver ELSE payment.sender END AS other
       ) ends
  LEFT JOIN payments_externalaccount account
    ON account.id = CASE WHEN ends.other LIKE 'ExternalAccount:%%' THEN substring(ends.other FROM 17)::uuid END
  LEFT JOIN payments_internalaccount inside
    ON inside.id = CASE WHEN ends.other LIKE 'InternalAccount:%%' THEN substring(ends.other FROM 17)::uuid END
  LEFT JOIN compliance_party holder ON holder.id = inside.customer_id
"""
_OF_ACCOUNTS = """
SELECT wanted.key, wanted.customer_id, coalesce(customer.name, customer.platform_customer_id)
  FROM ({wanted}) wanted
  JOIN compliance_party customer ON customer.id = wanted.customer_id
"""
Found = Mapping[uuid.UUID, Parties]


@parties.of_type("Transaction")
def of_payments(keys: Sequence[uuid.UUID]) -> Found:
    """Return the parties of payments."""
    return _of_payments("SELECT id AS key, id AS payment FROM payments_transaction WHERE id = ANY(%s)", keys)


@parties.of_type("Quote")
def of_quotes(keys: Sequence[uuid.UUID]) -> Found:
    """Return the parties of quotes: those of their payments."""
    return _of_payments("SELECT id AS key, transaction_id AS payment FROM payments_quote WHERE id = ANY(%s)", keys)


@parties.of_type("SuspenseItem")
def of_items(keys: Sequence[uuid.UUID]) -> Found:
    """Return the parties of items in suspense: of their payment, or of the account that their deposit was meant for."""
    of_payments = "SELECT id AS key, transaction_id AS payment FROM payments_suspenseitem WHERE id = ANY(%s)"
    of_deposits = (
        "SELECT item.id AS key, account.customer_id FROM payments_suspenseitem item"
        " JOIN payments_deposit deposit ON deposit.id = item.deposit_id"
        " JOIN payments_internalaccount account ON account.id = deposit.internal_account_id WHERE item.id = ANY(%s)"
    )
    return {**_of_accounts(of_deposits, keys), **_of_payments(of_payments, keys)}


@parties.of_type("Deposit")
def of_deposits(keys: Sequence[uuid.UUID]) -> Found:
    """Return the customers of the accounts that deposits were credited to, or meant for."""
    return _of_accounts(
        "SELECT deposit.id AS key, account.customer_id FROM payments_deposit deposit"
        " JOIN payments_internalaccount account ON account.id = deposit.internal_account_id WHERE deposit.id = ANY(%s)",
        keys,
    )


@parties.of_type("InternalAccount")
def of_internal_accounts(keys: Sequence[uuid.UUID]) -> Found:
    """Return the holders of internal accounts."""
    return _of_accounts("SELECT id AS key, customer_id FROM payments_internalaccount WHERE id = ANY(%s)", keys)


@parties.of_type("ExternalAccount")
def of_external_accounts(keys: Sequence[uuid.UUID]) -> Found:
    """Return the customers whom accounts outside belong to."""
    return _of_accounts("SELECT id AS key, customer_id FROM payments_externalaccount WHERE id = ANY(%s)", keys)


def named(account: ExternalAccount) -> str:
    """Return the name of an account's holder with the end of its number."""
    return _named(holder(account), account.primary_identifier)


def holder(account: ExternalAccount) -> str:
    """Return the name of an account's holder, empty where none was given."""
    return account.beneficiary_name


def _of_payments(wanted: str, keys: Sequence[uuid.UUID]) -> Found:
    return {
        key: Parties(
            customer=customer,
            customer_id=customer_id,
            other=_other(end, account, sealed, beneficiary, inside),
            is_receiver=kind == "OUTGOING",
        )
        for key, kind, customer_id, customer, end, account, sealed, beneficiary, inside in _rows(
            _OF_PAYMENTS.format(wanted=wanted), keys
        )
    }


def _of_accounts(wanted: str, keys: Sequence[uuid.UUID]) -> Found:
    rows = _rows(_OF_ACCOUNTS.format(wanted=wanted), keys)
    return {key: Parties(customer=name, customer_id=customer) for key, customer, name in rows}


def _other(end: str, account: uuid.UUID | None, sealed: str | None, beneficiary: str | None, inside: str | None) -> str:
    if account is None:
        return inside or end
    field: Any = ExternalAccount._meta.get_field("primary_identifier")
    try:
        number = field.open(sealed, row=account) if sealed else ""
    except encryption.Unreadable:  # one damaged row is no reason to show none
        number = ""
    return _named(beneficiary, number)


def _named(beneficiary: str | None, number: str) -> str:
    return " ".join(filter(None, (beneficiary, masking.masked(number))))


def _rows(sql: str, keys: Sequence[uuid.UUID]) -> Iterator[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, [list(keys)])
        yield from cursor.fetchall()
