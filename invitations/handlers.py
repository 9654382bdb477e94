"""Handlers of signals from the apps below."""

import datetime as dt
from typing import Any

from django.dispatch import receiver

from compliance.models import Customer
from compliance.signals import customer_closing, customer_erasing
from invitations.operations import erasure, invitations


@receiver(customer_closing, dispatch_uid="invitations.withdraw_invitations_of_customer")
def withdraw_invitations_of_customer(*, customer: Customer, now: dt.datetime, **_: Any) -> None:
    """Cancel the pending invitations of a customer who is being deleted."""
    invitations.cancel_all_of_customer(customer=customer, now=now)


@receiver(customer_erasing, dispatch_uid="invitations.forget_invitations_of_customer")
def forget_invitations_of_customer(*, customer: Customer, **_: Any) -> None:
    """Erase the person's name and address in invitations."""
    erasure.forget_customer(customer=customer)
