"""How a customer goes, and is forgotten."""

from django.db import transaction

from compliance.customers import erasure
from compliance.models import Customer
from platforms import audit
from platforms.base import clock, identifiers


def erase(public_id: str) -> Customer:
    customer = Customer.objects.get(id=identifiers.parse("Customer", public_id))
    with transaction.atomic():
        return erasure.erase(
            customer=customer,
            actor=audit.operator("tests"),
            reason="request 17 of the privacy desk",
            now=clock.real_now(),
        )


def delete(api, customer: str) -> None:
    assert api.delete(f"/customers/{customer}").status_code in {200, 204}
