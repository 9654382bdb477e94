"""Tables of the compliance app."""

from compliance.models.customer import (
    STATUS_TRANSITIONS,
    Customer,
    CustomerStatus,
    CustomerStatusChange,
    CustomerType,
)

__all__ = ["STATUS_TRANSITIONS", "Customer", "CustomerStatus", "CustomerStatusChange", "CustomerType"]
