"""Estimates of the fees of a withdrawal to a wallet on a blockchain: no money moves."""

import dataclasses
import datetime as dt
import functools
import uuid

from payments.account_types import networks, validation
from payments.account_types.fields import Circumstances, Severity
from payments.account_types.rows import AccountType
from payments.accounts import external_accounts
from payments.accounts.internal_accounts import InternalAccountNotFound
from payments.models import InternalAccount
from payments.pricing import arithmetic, fee_schedules
from payments.providers import asking, registry
from payments.providers.network_fees import NetworkFee, NetworkFeesUnknown
from platforms.base import errors, money
from platforms.database.rows import by_key

CURRENCIES = sorted({code for row in networks.NETWORKS.values() for code in row.currencies})
"""The currencies carried by at least one network."""


class WithdrawalCurrencyMismatch(errors.DomainError):
    """The account holds another currency than the one to be withdrawn."""

    code = "CURRENCY_MISMATCH"
    message = "The account holds another currency than the one to be withdrawn."


class FeeUnknown(errors.DomainError):
    """The network's fee is not available at the moment."""

    code = "QUOTE_REQUEST_FAILED"
    is_passing = True
    message = "The fee of this network is not known at the moment."


class NothingLeft(errors.DomainError):
    """The fees exceed the amount."""

    code = "AMOUNT_OUT_OF_RANGE"
    message = "The amount is too small: the fees would take all of it."


@dataclasses.dataclass(frozen=True, slots=True)
class Withdrawal:
    """A valid withdrawal. `amount` in the smallest unit of `currency`."""

    currency: str
    network: str
    amount: int


@dataclasses.dataclass(frozen=True, slots=True)
class Estimate:
    """The cost of a withdrawal. All but `network_fee` in the smallest unit of the withdrawn currency."""

    network_fee: NetworkFee
    application_fee: int
    total_fee: int
    net_amount: int


def check(*, currency: str, network: str, address: str, amount: int, environment: str) -> Withdrawal:
    """Return the withdrawal if its network carries the currency to such an address.

    Raises InvalidInput with every problem (INVALID_CURRENCY when no network carries the currency).
    """
    if currency not in CURRENCIES:
        raise errors.InvalidInput.field("currency", f"must be one of {', '.join(CURRENCIES)}", code="INVALID_CURRENCY")
    name = networks.read(
        network,
        field="cryptoNetwork",
        test_networks=registry.network_fees(environment).test_networks,
        currency=currency,
    )
    circumstances = external_accounts.circumstances(environment, crypto_network=network)
    problem = _address_problem(networks.NETWORKS[name], circumstances, address=address, currency=currency)
    if problem is not None:
        raise errors.InvalidInput.field("destinationAddress", problem)
    return Withdrawal(currency, name, amount)


def ask(*, withdrawal: Withdrawal, environment: str, platform_id: uuid.UUID) -> NetworkFee:
    """Ask for the network's fee. To be called outside a database transaction.

    Raises FeeUnknown, and Busy and NoAnswer when the provider does not answer.
    """
    estimate = functools.partial(
        registry.network_fees(environment).estimate, network=withdrawal.network, currency=withdrawal.currency
    )
    try:
        return asking.ask(estimate, party=platform_id)
    except NetworkFeesUnknown:
        raise FeeUnknown from None


def estimate(
    *,
    platform_id: uuid.UUID,
    account_id: uuid.UUID | None,
    withdrawal: Withdrawal,
    network_fee: NetworkFee,
    now: dt.datetime,
) -> Estimate:
    """Return the fees of a withdrawal from an account, and the amount that would arrive.

    The network's fee is converted by its asset's price and rounded up; the platform's fee schedule for the currency
    adds ours. Raises InternalAccountNotFound, WithdrawalCurrencyMismatch, NothingLeft.
    """
    account: InternalAccount | None = by_key(InternalAccount.objects, account_id)
    if account is None or account.platform_id != platform_id:
        raise InternalAccountNotFound
    if account.currency != withdrawal.currency:
        raise WithdrawalCurrencyMismatch(accountCurrency=account.currency)
    fees = fee_schedules.find(
        platform_id=platform_id, sending=withdrawal.currency, receiving=withdrawal.currency, now=now
    ).fees
    share = fees.variable_rate.as_integer_ratio()
    application_fee = fees.fixed + arithmetic.to_units(withdrawal.amount * share[0], share[1], side=arithmetic.Side.UP)
    units = network_fee.in_major_units() * 10 ** money.currency(withdrawal.currency).decimals
    total = application_fee + arithmetic.to_units(units.numerator, units.denominator, side=arithmetic.Side.UP)
    if withdrawal.amount - total < 1:
        raise NothingLeft(totalFee=total)
    return Estimate(network_fee, application_fee, total, withdrawal.amount - total)


def _address_problem(row: AccountType, circumstances: Circumstances, *, address: str, currency: str) -> str | None:
    """Return the problem of an address, by the account type of the network's wallets."""
    reasons = []
    for field in row.fields:
        info = {"accountType": row.code, field.name: address}
        try:
            validation.validate(info, currency=currency, circumstances=circumstances)
        except validation.AccountInfoInvalid as invalid:
            is_of_the_form = invalid.code == Severity.INVALID_BANK_ACCOUNT.value
            reasons.append(invalid.errors[0][1] if is_of_the_form else f"must be {field.expected}")
        else:
            return None
    return ", or ".join(reasons).replace(", or must be", ", or")
