"""Handlers of signals from the apps below."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.db import connection, transaction
from django.dispatch import receiver

from compliance.models import Customer
from compliance.signals import (
    customer_closing,
    customer_currencies_enabled,
    customer_currency_disabling,
    customer_erasing,
    customers_created,
    payee_decided,
)
from payments.accounts import beneficiary_screening, closing, erasure, internal_accounts
from payments.directory import institutions
from payments.models import Institution
from payments.uma.directory import providers
from payments.uma.protocol import keys
from platforms import audit
from platforms.base import clock
from platforms.models import Platform
from platforms.signals import currencies_enabled, currency_disabling, uma_domain_changed


@receiver(customers_created)
def open_accounts_of_customers(*, customers: Sequence[Customer], now: dt.datetime, **_: Any) -> None:
    """Open the customers' internal accounts in the transaction that creates the customers."""
    internal_accounts.open_for_new_customers(customers=customers, now=now)


@receiver(customer_closing)
def guard_money_of_customer(*, customer: Customer, **_: Any) -> None:
    """Object to a deletion while the customer has money, also under way or in suspense."""
    closing.refuse_to_close_customer(customer=customer)


@receiver(customer_erasing)
def forget_accounts_of_customer(*, customer: Customer, now: dt.datetime, **_: Any) -> None:
    """Erase the person in accounts and payments; object while the customer has money, or money under way."""
    erasure.forget_customer(customer=customer, now=now)


@receiver(customer_currencies_enabled)
def open_accounts_of_customer(*, customer: Customer, codes: Sequence[str], now: dt.datetime, **_: Any) -> None:
    """Open a customer's accounts in further currencies."""
    internal_accounts.open_for_customer(customer=customer, currencies=codes, now=now)


@receiver(customer_currency_disabling)
def guard_money_of_customer_in_currency(*, customer: Customer, code: str, **_: Any) -> None:
    """Object to a customer losing a currency in which it has money, also under way or in suspense."""
    closing.refuse_to_take_currency(customer=customer, code=code)


@receiver(payee_decided)
def follow_decision_about_beneficiary(
    *, account: str, is_listed: bool, actor: audit.Actor, now: dt.datetime, **_: Any
) -> None:
    """End the account of a beneficiary who is on a list, or release it."""
    beneficiary_screening.decide(account=account, is_listed=is_listed, actor=actor, now=now)


@receiver(currencies_enabled)
def open_accounts_in_currencies(*, platform: Platform, codes: Sequence[str], now: dt.datetime, **_: Any) -> None:
    """Open the accounts of new currencies."""
    internal_accounts.open_currencies(platform=platform, codes=codes, now=now)


@receiver(currency_disabling)
def guard_money_in_currency(*, platform: Platform, code: str, **_: Any) -> None:
    """Object to removing a currency in which a holder has money."""
    closing.refuse_to_drop_currency(platform=platform, code=code)


@receiver(uma_domain_changed)
def forget_keys_of_domain(*, domain: str, environment: str, **_: Any) -> None:
    """Forget the cached keys of a domain."""
    keys.drop(domain, environment=environment)


def load_directories(**_: Any) -> None:
    """Load the directories of banks and counterparties; after every `migrate`, so that data follows code."""
    if Institution._meta.db_table not in connection.introspection.table_names():
        return  # migrated back to before there was a directory
    with transaction.atomic():
        institutions.load(now=clock.real_now())
        providers.seed(now=clock.real_now())
