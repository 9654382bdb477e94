"""Customers as other apps see them: in their SQL by the view `compliance_party`, in Python by these functions.

The view is in `migrations/sql/0005_party.sql`. No statement of another app names a table of this one.
"""

import datetime as dt
import uuid
from typing import Any, NamedTuple

from django.db.models.functions import Coalesce

from compliance.models import Customer
from platforms.database import prepared

LOCK = """
SELECT id, coalesce(kyc_status, kyb_status), deleted_at FROM compliance_customer
 WHERE id = ANY ({keys}) ORDER BY id FOR SHARE
"""
"""Rows of Party that stay as they are until the database transaction ends. `keys`: an array, as SQL.

In the order of their keys, so that no two callers wait for each other.
"""
_LOCK_ONE = LOCK.format(keys="ARRAY[$1::uuid]")


class Party(NamedTuple):
    """A customer, with what `gates` asks for."""

    id: uuid.UUID
    status: str
    """Its kycStatus or kybStatus, whichever it has."""
    deleted_at: dt.datetime | None


def lock(customer_id: uuid.UUID) -> Party:
    """Return a customer, who is neither changed nor deleted before this database transaction ends."""
    [row] = prepared.rows(_LOCK_ONE, [customer_id])
    return Party(*row)


def find(**named: object) -> Party | None:
    """Return the customer with these values of `id`, `platform_id` or `uma_address`, deleted or not."""
    rows = Customer.objects.filter(**named).order_by("id")
    found = rows.values_list("id", Coalesce("kyc_status", "kyb_status"), "deleted_at").first()
    return None if found is None else Party(*found)


def open_identifiers(stored: str | None, *, customer_id: object) -> dict[str, str]:
    """Return the `taxId` and `registrationNumber` of the view's `encrypted_identifiers`, where there are any."""
    if stored is None:
        return {}
    field: Any = Customer._meta.get_field("business_info")
    opened: dict[str, str] = field.open(stored, row=customer_id)
    return opened
