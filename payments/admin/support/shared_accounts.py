"""Who else pays to the accounts outside that the customer of a case has: a table of the review desk."""

import uuid
from collections.abc import Sequence

from django.http import HttpRequest

from compliance.models import Customer
from payments.models import ExternalAccount
from platforms.backoffice import links, panels, parties
from platforms.base import identifiers

_READ = 200
"""The newest accounts of a customer that are compared."""
_HOLDERS = 500
"""Accounts of others that are read."""
_MOST = 20


@panels.contributed_to("compliance.Customer", place="related")
def of_customer(_: HttpRequest, customer: Customer) -> Sequence[panels.Panel]:
    """Return the customers of the same platform with an account of the same number. Costs three queries at most."""
    own = ExternalAccount.objects.filter(customer=customer, primary_identifier_digest__isnull=False)
    digests = set(own.order_by("-pk").values_list("primary_identifier_digest", flat=True)[:_READ])
    if not digests:
        return ()
    same = ExternalAccount.objects.filter(primary_identifier_digest__in=digests, platform=customer.platform_id)
    others = same.exclude(customer=None).exclude(customer=customer.pk).order_by()
    # Of an account that thousands pay to any so many are read.
    holders = set(others.values_list("customer", flat=True)[:_HOLDERS])
    return (_panel(sorted(holders, reverse=True)),) if holders else ()


def _panel(keys: Sequence[uuid.UUID]) -> panels.Panel:
    """Return the table of the newest holders."""
    public_ids = [identifiers.public("Customer", key) for key in keys[:_MOST]]
    names = parties.find(public_ids)
    others = "1 other customer" if len(keys) == 1 else f"{len(public_ids)} other customers"
    return panels.Panel(
        title=f"Same external account: {others}{', or more' if len(keys) > _MOST else ''}",
        headers=("customer",),
        rows=[
            (links.to(links.page(Customer, key), names[public_id].customer, title=public_id),)
            for key, public_id in zip(keys, public_ids, strict=False)
            if public_id in names
        ],
    )
