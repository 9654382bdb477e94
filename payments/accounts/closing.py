"""Refusals to delete or erase a customer, or to drop a currency, as long as money needs it.

What counts is what the books and the bank say, not the balance alone: a refund that waits, money in suspense, and a
return that the bank has told but no worker has recorded are the holder's money too.
"""

from collections.abc import Collection

from django.db.models import Exists, Q, QuerySet

from compliance.customers.customers import CustomerHasFunds
from compliance.models import Customer
from payments.accounts import platform_fee_payouts
from payments.models import (
    IN_FLIGHT,
    ExternalAccount,
    InternalAccount,
    NextAction,
    SuspenseItem,
    Transaction,
    TransactionStatus,
)
from platforms.base import errors
from platforms.models import Platform

_returned: list[Exists] = []
"""Whether a rail of an app above has told that a payment came back; each refers to the payment by `OuterRef`."""


def heed_returns(told: Exists) -> None:
    """Have a payment counted as under way while a rail says that it came back, and no worker has recorded it."""
    _returned.append(told)


def refuse_to_close_customer(*, customer: Customer) -> None:
    """Raise CustomerHasFunds when a customer holds money, or money of the customer is under way or in suspense."""
    accounts = InternalAccount.objects.filter(customer=customer).select_related("ledger_account")
    # Locked, so that no payment begins between this check and the deletion.
    locked = list(accounts.select_for_update(of=("ledger_account",)).order_by("ledger_account_id"))
    holds_money = any(account.ledger_account.balance for account in locked)
    if holds_money or _under_way(customer).exists() or _in_suspense(customer).exists():
        raise CustomerHasFunds


def refuse_to_erase_accounts(*, customer: Customer, accounts: Collection[ExternalAccount]) -> None:
    """Raise CustomerHasFunds when a payment is on its way to one of the customer's external accounts, whoever pays.

    Also for one that failed, and whose money staff may still send to the account.
    """
    named, keys = [account.public_id for account in accounts], [account.pk for account in accounts]
    paid = Transaction.objects.filter(platform=customer.platform_id, receiver__in=named, status__in=IN_FLIGHT)
    undecided = SuspenseItem.objects.filter(resolved_at=None, transaction__external_account__in=keys)
    if named and (paid.exists() or undecided.exists()):
        raise CustomerHasFunds(
            "A payment is on its way to an external account of this customer, or waits for a decision."
            " Erase the customer once it has ended."
        )


def refuse_to_drop_currency(*, platform: Platform, code: str) -> None:
    """Raise InvalidInput when a holder has money in a currency, or money in it is under way or in suspense.

    One statement: money that returns from a failed payment is seen in one of them.
    """
    held = InternalAccount.objects.filter(platform=platform, currency=code, ledger_account__balance__gt=0)
    moving = Transaction.objects.filter(_in(code), _is_under_way(), platform=platform)
    undecided = SuspenseItem.objects.filter(platform=platform, currency=code, resolved_at=None)
    is_held = Platform.objects.filter(Exists(held) | Exists(moving) | Exists(undecided), id=platform.id).exists()
    if is_held or platform_fee_payouts.unpaid(platform_id=platform.id, currency=code) > 0:
        raise errors.InvalidInput.field("supportedCurrencies", f"must still list {code}: money is held or moving in it")


def refuse_to_take_currency(*, customer: Customer, code: str) -> None:
    """Raise InvalidInput when a customer holds money in a currency, or money in it is under way or in suspense."""
    held = InternalAccount.objects.filter(customer=customer, currency=code, ledger_account__balance__gt=0)
    moving = _under_way(customer).filter(_in(code))
    if held.exists() or moving.exists() or _in_suspense(customer).filter(currency=code).exists():
        raise errors.InvalidInput.field(
            "currencies", f"must still list {code}: the customer holds money in it, or money in it is on its way"
        )


def _is_under_way() -> Q:
    """Return the condition of payments whose money is not where it stays: also a refund that waits, and a return."""
    under_way = Q(status__in=IN_FLIGHT) | Q(next_action=NextAction.GIVE_BACK, next_action_at__isnull=False)
    for told in _returned:
        under_way |= Q(told, status=TransactionStatus.COMPLETED, next_action_at__isnull=False)
    return under_way


def _in(code: str) -> Q:
    return Q(sent_currency=code) | Q(received_currency=code)


def _under_way(customer: Customer) -> QuerySet[Transaction]:
    return Transaction.objects.filter(_is_under_way(), platform=customer.platform_id, customer=customer)


def _in_suspense(customer: Customer) -> QuerySet[SuspenseItem]:
    its = Q(transaction__customer=customer) | Q(deposit__internal_account__customer=customer)
    return SuspenseItem.objects.filter(its, platform=customer.platform_id, resolved_at=None)
