"""Who else has the same as the customer of a case: tables for its page. Higher apps add what they know."""

from collections.abc import Sequence

from django.http import HttpRequest

from compliance.models import Customer
from compliance.review_desk import case_files, related_customers
from compliance.review_desk.related_customers import Related
from platforms.backoffice import columns, links, panels

PLACE = "related"
"""Where higher apps add their tables, by `panels.contributed_to`."""


def of(request: HttpRequest, file: case_files.CaseFile) -> Sequence[panels.Panel]:
    """Return a table for each thing that others share with the customer; none where nobody does."""
    own = [_panel(related) for related in related_customers.of(file.customer)]
    added = (one for one in panels.contributed(request, file.customer, place=PLACE) if one is not None)
    return [*own, *added]


def _panel(related: Related) -> panels.Panel:
    """Return the table of those who share something."""
    number = len(related.customers)
    others = "1 other customer" if number == 1 else f"{number} other customers"
    return panels.Panel(
        title=f"Same {related.what}: {others}{', or more' if related.is_cut else ''}",
        headers=("customer", "status", "since"),
        rows=[_row(customer) for customer in related.customers],
    )


def _row(customer: Customer) -> Sequence[str]:
    status = columns.words(customer.status) + (", deleted" if customer.is_deleted else "")
    name = links.to(links.page(Customer, customer.pk), links.named(customer), title=customer.public_id)
    return name, status, f"{customer.created_at:%Y-%m-%d}"
