"""Beneficial owners: create, update, and the only writer of their status."""

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from stdnum.us import ein, itin, ssn

from compliance import queries
from compliance.models import (
    OWNER_TRANSITIONS,
    BeneficialOwner,
    Customer,
    CustomerType,
    OwnerStatus,
    business,
)
from compliance.providers import base, registry
from compliance.screening import screenings
from compliance.verification import completeness, locks, requirements, verifications
from platforms import audit
from platforms.base import errors, identifiers, states

_WHOLE = Decimal(100)
_OLDEST = dt.date(1900, 1, 1)
_IDENTITY = frozenset({"firstName", "middleName", "lastName", "birthDate", "nationality", "idType", "identifier"})
"""The facts that a person's check is based on: when one of them changes, the check is run again."""
_FORMATS: Mapping[str, Any] = {
    business.IdentificationType.SSN: ssn,
    business.IdentificationType.ITIN: itin,
    business.IdentificationType.EIN: ein,
}
Problems = list[tuple[str, str]]


def create(
    *, platform_id: uuid.UUID, details: Mapping[str, Any], actor: audit.Actor, now: dt.datetime
) -> BeneficialOwner:
    """Record a person who owns or controls a business; the person's identity is checked at once.

    `details` as the API names them, already of the right types. Raises CustomerNotFound, CustomerDeleted, and
    InvalidInput: the customer is no business, the shares exceed 100 per cent, the person is a minor, the number is
    not one of its type.
    """
    customer = locks.live_customer(platform_id=platform_id, customer_id=details["customerId"])
    if customer.customer_type != CustomerType.BUSINESS:
        raise errors.InvalidInput.field("customerId", "must be a business: an individual has no beneficial owners")
    owner = BeneficialOwner(
        platform_id=platform_id,
        customer=customer,
        roles=list(details["roles"]),
        ownership_percentage=details["ownershipPercentage"],
        personal_info=_as_stored(details["personalInfo"]),
        created_at=now,
        updated_at=now,
    )
    _check(owner, customer, now.date())
    owner.kyc_status = _check_identity(owner, customer)
    owner.save(force_insert=True)
    verifications.write_owner_history(owner, before="", cause="creation", actor=actor, now=now)
    screenings.screen_customer(
        customer=customer, owners=(owner,), cause=screenings.IDENTITY_CHANGED, actor=actor, now=now
    )
    audit.record(owner, "beneficial_owner.create", actor=actor, now=now, customer=customer.public_id, roles=owner.roles)
    verifications.recheck(customer=customer, facts_changed=True, actor=actor, now=now)
    return owner


def update(
    *, platform_id: uuid.UUID, owner_id: object, changes: Mapping[str, Any], actor: audit.Actor, now: dt.datetime
) -> BeneficialOwner:
    """Change an owner; fields that `changes` lacks stay, and `personalInfo` changes fact by fact.

    A person whose identity changes is checked again. Raises BeneficialOwnerNotFound, CustomerDeleted, and InvalidInput
    as `create` does, also for another customer.
    """
    found = queries.beneficial_owner(platform_id=platform_id, owner_id=owner_id)
    customer_id = identifiers.public("Customer", found.customer_id)
    customer = locks.live_customer(platform_id=platform_id, customer_id=customer_id)
    owner: BeneficialOwner = BeneficialOwner.objects.get(id=found.id)
    if changes.get("customerId", customer_id) != customer_id:
        raise errors.InvalidInput.field(
            "customerId", "must stay the customer that it is: an owner is not moved to another"
        )
    before = (owner.roles, owner.ownership_percentage, owner.personal_info)
    owner.roles = list(changes.get("roles", owner.roles))
    owner.ownership_percentage = changes.get("ownershipPercentage", owner.ownership_percentage)
    owner.personal_info = owner.personal_info | _as_stored(changes.get("personalInfo", {}))
    if before == (owner.roles, owner.ownership_percentage, owner.personal_info):
        return owner
    _check(owner, customer, now.date())
    status = owner.kyc_status
    changed = sorted(name for name, value in owner.personal_info.items() if value != before[2].get(name))
    if _IDENTITY.intersection(changed):
        owner.kyc_status = _check_identity(owner, customer)
    owner.updated_at = now
    owner.save()
    if owner.kyc_status != status:
        states.require(OWNER_TRANSITIONS, status, owner.kyc_status)
        verifications.write_owner_history(owner, before=status, cause="identity_changed", actor=actor, now=now)
    if _IDENTITY.intersection(changed):
        screenings.screen_customer(
            customer=customer, owners=(owner,), cause=screenings.IDENTITY_CHANGED, actor=actor, now=now
        )
    names = [name for name in ("roles", "ownershipPercentage") if name in changes]
    fields = [*names, *(f"personalInfo.{name}" for name in changed)]
    audit.record(owner, "beneficial_owner.update", actor=actor, now=now, fields=fields)
    verifications.recheck(customer=customer, facts_changed=True, actor=actor, now=now)
    return owner


def _as_stored(info: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value.isoformat() if isinstance(value, dt.date) else value for name, value in info.items()}


def _check(owner: BeneficialOwner, customer: Customer, today: dt.date) -> None:
    problems = [*_role_problems(owner.roles), *_share_problems(owner, customer), *_person_problems(owner, today)]
    if problems:
        raise errors.InvalidInput(problems)


def _role_problems(roles: Sequence[str]) -> Problems:
    return [(f"roles.{index}", "must be listed once") for index, role in enumerate(roles) if role in roles[:index]]


def _share_problems(owner: BeneficialOwner, customer: Customer) -> Problems:
    # Under the lock on the customer, so that two concurrent new owners see each other.
    others = BeneficialOwner.objects.filter(customer=customer).exclude(id=owner.id)
    taken = sum(others.values_list("ownership_percentage", flat=True), Decimal(0))
    if taken + owner.ownership_percentage <= _WHOLE:
        return []
    left = f"{(_WHOLE - taken).normalize():f}"
    return [("ownershipPercentage", f"must be at most {left}: the shares of all owners are 100 together")]


def _person_problems(owner: BeneficialOwner, today: dt.date) -> Problems:
    info, problems = owner.personal_info, []
    if not (info.get("firstName") or info.get("lastName")):
        problems.append(("personalInfo.firstName", "must be given where lastName is not"))
        problems.append(("personalInfo.lastName", "must be given where firstName is not"))
    born = dt.date.fromisoformat(info["birthDate"])
    if not _OLDEST <= born <= today:
        problems.append(("personalInfo.birthDate", "must be from 1900 on and not in the future"))
    elif completeness.age(born, today) < requirements.ADULT_AGE:
        problems.append(("personalInfo.birthDate", f"must be at least {requirements.ADULT_AGE} years ago"))
    id_type, number_format = info["idType"], _FORMATS.get(info["idType"])
    if number_format is not None and not number_format.is_valid(info["identifier"]):
        problems.append(("personalInfo.identifier", f"must be a valid {id_type}"))
    if number_format is None and info.get("countryOfIssuance") == "US":
        problems.append(("personalInfo.countryOfIssuance", f"must be another country than US for {id_type}"))
    if number_format is not None and info.get("countryOfIssuance", "US") != "US":
        problems.append(("personalInfo.countryOfIssuance", f"must be US for {id_type}"))
    return problems


def _check_identity(owner: BeneficialOwner, customer: Customer) -> OwnerStatus:
    if customer.platform.is_regulated_financial_institution:
        # A regulated platform's licence obliges it to know its customers.
        return OwnerStatus.APPROVED
    verifier = registry.for_platform(customer.platform.environment)
    person = base.Owner(
        owner.public_id,
        None,
        owner.personal_info,
        platform_id=customer.platform_id,
        customer_id=customer.public_id,
    )
    return verifier.check_owner(person)
