"""Stored names that would be refused today: rules have become stricter since."""

from collections.abc import Iterator

from compliance.models import BeneficialOwner, Customer
from platforms.base import names

_AT_ONCE = 500


def find() -> Iterator[tuple[str, str, str]]:
    """Yield the public id of each live customer or owner whose name would be refused, the field, and the reason."""
    for customer in Customer.objects.filter(deleted_at=None).order_by("id").iterator(chunk_size=_AT_ONCE):
        info = customer.business_info or {}
        of_business = {f"businessInfo.{field}": info.get(field) for field in ("legalName", "doingBusinessAs")}
        yield from _problems(customer.public_id, {"fullName": customer.full_name, **of_business})
    owners = BeneficialOwner.objects.filter(customer__deleted_at=None).order_by("id")
    for owner in owners.iterator(chunk_size=_AT_ONCE):
        parts = ("firstName", "middleName", "lastName")
        yield from _problems(owner.public_id, {f"personalInfo.{part}": owner.personal_info.get(part) for part in parts})


def _problems(public_id: str, given: dict[str, str | None]) -> Iterator[tuple[str, str, str]]:
    for field, name in given.items():
        # A person with one name has an empty other one.
        if name and (problem := names.problem(name)):
            yield public_id, field, problem
