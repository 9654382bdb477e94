"""Who else pays to the accounts outside that the customer of a case has: a table of the review desk."""

from collections.abc import Sequence

from django.http import HttpRequest

from compliance.admin.review_desk.evidence import related
from compliance.models import Customer
from compliance.review_desk import related_customers
from payments.models import ExternalAccount
from platforms.backoffice import panels

_READ = 200
"""The newest accounts of a customer that are compared."""
_HOLDERS = 500
"""Accounts of others that are read."""


@panels.contributed_to("compliance.Customer", place=related.PLACE)
def of_customer(_: HttpRequest, customer: Customer) -> Sequence[panels.Panel]:
    """Return the customers of the same platform with an account of the same number. Costs three queries at most."""
    own = ExternalAccount.objects.filter(customer=customer, primary_identifier_digest__isnull=False)
    digests = set(own.order_by("-pk").values_list("primary_identifier_digest", flat=True)[:_READ])
    if not digests:
        return ()
    same = ExternalAccount.objects.filter(primary_identifier_digest__in=digests, platform=customer.platform_id)
    others = same.exclude(customer=None).exclude(customer=customer.pk).order_by()
    # Of an account that thousands pay to any so many are read.
    holders = dict.fromkeys(others.values_list("customer", flat=True)[:_HOLDERS])
    newest_first = sorted(holders, reverse=True)[: related_customers.MOST + 1]
    shared = {"external account": newest_first} if newest_first else {}
    return [related.panel(one) for one in related_customers.named(shared)]
