"""The lock under which a customer, its owners, documents and verifications change: the customer's row."""

import uuid

from compliance import gates, queries
from compliance.models import Customer
from platforms.base import identifiers
from platforms.database.rows import by_key


def live_customer(*, platform_id: uuid.UUID, customer_id: object) -> Customer:
    """Lock a customer by its public identifier and return it with its platform.

    Raises CustomerNotFound and CustomerDeleted.
    """
    key = identifiers.parse("Customer", customer_id)
    rows = Customer.objects.for_platform(platform_id).select_for_update(no_key=True, of=("self",))
    found: Customer | None = by_key(rows.select_related("platform"), key)
    if found is None:
        raise queries.CustomerNotFound
    gates.require_live(deleted_at=found.deleted_at)
    return found
