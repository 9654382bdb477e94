"""Customers that outcomes are forced for, in the sandbox."""

import uuid

from compliance.models import Customer
from compliance.providers import sandbox, sandbox_screening  # noqa: F401 - they register what can be forced
from compliance.queries import CustomerNotFound
from platforms.base import identifiers
from platforms.database.rows import by_key
from platforms.forcing import catalogue
from platforms.forcing.catalogue import Subject


def find_customer(platform_id: uuid.UUID, public_id: str) -> Subject:
    """Return a customer, about whom anything may be asked; raises CustomerNotFound."""
    rows = Customer.objects.for_platform(platform_id).filter(deleted_at__isnull=True)
    customer = by_key(rows, identifiers.parse(Customer.public_type, public_id))
    if customer is None:
        raise CustomerNotFound
    return Subject(customer.public_id, catalogue.steps())


catalogue.register_subject("customerId", find_customer)
