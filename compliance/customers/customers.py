"""Customers: create, update, delete."""

import contextlib
import datetime as dt
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db import IntegrityError
from django.db.models import prefetch_related_objects

from compliance import signals
from compliance.customers import uma_addresses
from compliance.models import Customer, CustomerStatus, CustomerType
from compliance.providers import registry
from compliance.providers.base import Individual
from compliance.screening import screenings
from compliance.verification import customer_statuses, locks, verifications
from platforms import audit
from platforms.base import errors, identifiers
from platforms.models import Platform

_OLDEST = dt.date(1900, 1, 1)
_IDENTITY = ("full_name", "birth_date", "nationality")
"""The facts that an individual's check is based on: when one of them changes, the check is run again."""
_BUSINESS_IDENTITY = ("legalName", "country", "registrationNumber", "taxId", "incorporatedOn", "entityType")
"""The facts that the approval of a business is based on: when one of them changes, it must be verified again."""


class CustomerHasFunds(errors.DomainError):
    """The customer can't be deleted; raised by receivers of `customer_closing`."""

    code = "CUSTOMER_HAS_FUNDS"
    message = "This customer holds money, or has a payment, a refund or other money on its way."


def create(
    *,
    platform_id: uuid.UUID,
    details: Mapping[str, Any],
    is_checked_later: bool = False,
    actor: audit.Actor,
    now: dt.datetime,
) -> Customer:
    """Create a customer and, through `customers_created`, its internal accounts.

    `details` as the API names them, already of the right types; `kycStatus` and `kybStatus` in them are ignored.
    `is_checked_later`: nothing is known of the person yet, who stays UNVERIFIED until the identity page is completed.
    Raises InvalidInput (INVALID_CURRENCY, INVALID_UMA_ADDRESS) and UmaAddressExists.
    """
    platform = _hold(platform_id)
    customer = _draft(platform, details, now=now)
    examinations = _assess([customer], platform, is_checked_later=is_checked_later)
    _save(customer, force_insert=True)
    if "umaAddress" in details:
        _require_own_addresses([customer])
    _introduce([customer], platform, examinations, actor=actor, now=now)
    return customer


def create_many(
    *, platform_id: uuid.UUID, batch: Sequence[Mapping[str, Any]], actor: audit.Actor, now: dt.datetime
) -> list[Customer | errors.DomainError]:
    """Create customers as `create` does, with a few statements for all; return each customer, or its refusal.

    Of two that want the same address the first gets it. Raises UmaAddressExists when another request takes an address
    concurrently: no customer is created then, and the same batch can be tried again.
    """
    platform = _hold(platform_id)
    # Asked once for all customers.
    prefetch_related_objects([platform], "currencies")
    outcomes: list[Customer | errors.DomainError] = []
    for details in batch:
        try:
            outcomes.append(_draft(platform, details, now=now))
        except errors.DomainError as refusal:
            outcomes.append(refusal)
    addresses = [outcome.uma_address for outcome in outcomes if isinstance(outcome, Customer)]
    named = Customer.objects.for_platform(platform_id).filter(uma_address__in=addresses)
    # Nobody had a generated one before.
    pairs = zip(outcomes, batch, strict=True)
    chosen = [made for made, details in pairs if isinstance(made, Customer) and "umaAddress" in details]
    taken = {*named.values_list("uma_address", flat=True), *uma_addresses.formerly_of_others(chosen)}
    for index, outcome in enumerate(outcomes):
        if isinstance(outcome, Customer):
            if outcome.uma_address in taken:
                outcomes[index] = uma_addresses.UmaAddressExists()
            taken.add(outcome.uma_address)
    created = [outcome for outcome in outcomes if isinstance(outcome, Customer)]
    if created:
        examinations = _assess(created, platform)
        with _one_address_each():
            Customer.objects.bulk_create(created)
        if chosen:
            _require_own_addresses(created)
        _introduce(created, platform, examinations, actor=actor, now=now)
    return outcomes


def update(
    *, platform_id: uuid.UUID, customer_id: object, changes: Mapping[str, Any], actor: audit.Actor, now: dt.datetime
) -> Customer:
    """Change a customer; fields that `changes` lacks stay.

    `address` is replaced as a whole, `businessInfo` fact by fact. An individual whose identity changes is checked
    again. Raises CustomerNotFound, CustomerDeleted, InvalidInput (also for what never changes: type, region,
    platformCustomerId), UmaAddressExists, and whatever a receiver of `customer_currency_disabling` objects with.
    """
    platform = _hold(platform_id)
    customer = locks.live_customer(platform_id=platform_id, customer_id=customer_id)
    _check_fixed(customer, changes)
    _check_days(changes, now.date())
    before = _facts(customer)
    if "currencies" in changes:
        customer.currencies = _check_currencies(changes["currencies"], platform)
    if "umaAddress" in changes:
        customer.uma_address = _changed_address(changes["umaAddress"], platform, current=customer.uma_address)
    _take_facts(customer, changes)
    after = _facts(customer)
    changed = sorted(name for name, value in after.items() if value != before[name])
    if not changed:
        return customer
    status = customer.status
    if set(changed) & {*_IDENTITY, "business_info"}:
        _check_again(customer, before["business_info"] or {}, actor=actor, now=now)
    customer.updated_at = now
    _save(customer)
    if customer.uma_address != before["uma_address"]:
        _require_own_addresses([customer])
        uma_addresses.give_up(customer, before["uma_address"], now=now)
    _announce_currencies(customer, before=before["currencies"], now=now)
    if customer.status != status:
        customer_statuses.announce(customer, before=status, cause="identity_changed", actor=actor, now=now)
    audit.record(customer, "customer.update", actor=actor, now=now, fields=changed)
    facts_changed = bool(set(changed) & {*_IDENTITY, "address", "business_info"})
    verifications.recheck(customer=customer, facts_changed=facts_changed, actor=actor, now=now)
    return customer


def delete(*, platform_id: uuid.UUID, customer_id: object, actor: audit.Actor, now: dt.datetime) -> Customer:
    """Delete a customer; its history, and its UMA address, stay.

    Raises CustomerNotFound, CustomerDeleted, and CustomerHasFunds through receivers of `customer_closing`.
    """
    _hold(platform_id)
    customer = locks.live_customer(platform_id=platform_id, customer_id=customer_id)
    signals.customer_closing.send(sender=Customer, customer=customer, now=now)
    customer.deleted_at = customer.updated_at = now
    customer.save(update_fields=["deleted_at", "updated_at"])
    audit.record(customer, "customer.delete", actor=actor, now=now)
    return customer


def _hold(platform_id: uuid.UUID) -> Platform:
    # A shared lock, taken before a customer's: a change of the platform's currencies waits for us, or we for it, so
    # that no customer misses a currency; customers of one platform do not wait for each other.
    held = Platform.objects.raw(_HOLD, [platform_id])
    return held[0]


# With the domain of new addresses: the platform's, or, until that is verified, the last verified one.
_HOLD = """
SELECT platform.*,
       (SELECT owned.domain FROM platforms_umadomain owned
         WHERE owned.platform_id = platform.id AND owned.state <> 'UNVERIFIED'
         ORDER BY owned.domain = platform.uma_domain DESC, owned.created_at DESC LIMIT 1) AS domain_of_names
  FROM platforms_platform platform WHERE platform.id = %s FOR SHARE OF platform
"""


def _draft(platform: Platform, details: Mapping[str, Any], *, now: dt.datetime) -> Customer:
    _check_days(details, now.date())
    key = identifiers.new_key()
    customer = Customer(
        id=key,
        platform=platform,
        platform_customer_id=details.get("platformCustomerId", str(key)),
        customer_type=details["customerType"],
        region=details.get("region"),
        currencies=_check_currencies(details.get("currencies"), platform),
        uma_address=_first_address(details, key, platform),
        created_at=now,
        updated_at=now,
    )
    _take_facts(customer, details)
    return customer


def _assess(
    customers: Sequence[Customer], platform: Platform, *, is_checked_later: bool = False
) -> list[screenings.Examination]:
    """Set the first status of new customers; return the screening result of each."""
    is_open = is_checked_later and not platform.is_regulated_financial_institution
    examinations = screenings.examine([(customer, ()) for customer in customers])
    for customer, examination in zip(customers, examinations, strict=True):
        checked = CustomerStatus.UNVERIFIED if is_open else _check_identity(customer, platform)
        customer_statuses.assign(customer, _after_screening(checked, needs_people=examination.needs_people))
    return examinations


def _introduce(
    customers: Sequence[Customer],
    platform: Platform,
    examinations: Sequence[screenings.Examination],
    *,
    actor: audit.Actor,
    now: dt.datetime,
) -> None:
    # Few statements for all of them, however many they are.
    found = list(zip(customers, examinations, strict=True))
    screenings.store(found, cause=screenings.CREATION, actor=actor, now=now)
    signals.customers_created.send(sender=Customer, customers=customers, platform=platform, now=now)
    customer_statuses.announce_new(customers, cause="creation", actor=actor, now=now)
    created = [(customer, {"customerType": customer.customer_type}) for customer in customers]
    audit.record_each(created, "customer.create", actor=actor, now=now)


def _save(customer: Customer, *, force_insert: bool = False) -> None:
    with _one_address_each():
        customer.save(force_insert=force_insert)


def _require_own_addresses(customers: Sequence[Customer]) -> None:
    """Raise UmaAddressExists if a customer that was just stored has an address that another one had before."""
    if uma_addresses.formerly_of_others(customers):
        raise uma_addresses.UmaAddressExists


@contextlib.contextmanager
def _one_address_each() -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        # The index decides between two that want one address concurrently. The database transaction is
        # aborted, rightly: the refusal ends it.
        if "customer_uma_address_unique" in str(error):
            raise uma_addresses.UmaAddressExists from None
        raise


def _first_address(details: Mapping[str, Any], key: uuid.UUID, platform: Platform) -> str:
    if "umaAddress" in details:
        return _chosen_address(details["umaAddress"], platform)
    # Without a verified domain a platform can choose no addresses. This one is generated, and is valid as soon as the
    # platform proves that it owns the domain.
    return uma_addresses.generate(key, domain=platform.domain_of_names or platform.uma_domain)


def _changed_address(wanted: str, platform: Platform, *, current: str) -> str:
    # An address from before the platform moved to another domain may be sent back unchanged.
    return current if wanted.lower() == current else _chosen_address(wanted, platform)


def _chosen_address(wanted: str, platform: Platform) -> str:
    return uma_addresses.check(wanted, domain=platform.domain_of_names, named=platform.uma_domain)


def _check_currencies(wanted: Sequence[str] | None, platform: Platform) -> list[str]:
    offered = [row.code for row in platform.currencies.all()]
    if wanted is None:
        return offered
    unknown = [index for index, code in enumerate(wanted) if code not in offered]
    if unknown:
        reason = f"must be one of the platform's currencies: {', '.join(offered) or 'it has none'}"
        problems = [(f"currencies.{index}", reason) for index in unknown]
        raise errors.InvalidInput(problems, code="INVALID_CURRENCY")
    twice = [index for index, code in enumerate(wanted) if code in wanted[:index]]
    if twice:
        raise errors.InvalidInput((f"currencies.{index}", "must be listed once") for index in twice)
    return list(wanted)


def _check_days(details: Mapping[str, Any], today: dt.date) -> None:
    problems = []
    birth_date = details.get("birthDate")
    if birth_date is not None and not _OLDEST <= birth_date <= today:
        problems.append(("birthDate", "must be from 1900 on and not in the future"))
    incorporated_on = details.get("businessInfo", {}).get("incorporatedOn")
    if incorporated_on is not None and incorporated_on > today:
        problems.append(("businessInfo.incorporatedOn", "must not be in the future"))
    if problems:
        raise errors.InvalidInput(problems)


def _check_fixed(customer: Customer, changes: Mapping[str, Any]) -> None:
    fixed = {
        "customerType": customer.customer_type,
        "region": customer.region,
        "platformCustomerId": customer.platform_customer_id,
    }
    changed = [name for name, value in fixed.items() if changes.get(name, value) != value]
    if changed:
        raise errors.InvalidInput((name, "must stay as it is: leave it out") for name in changed)


def _take_facts(customer: Customer, details: Mapping[str, Any]) -> None:
    if "metadata" in details:
        customer.metadata = details["metadata"]
    if "address" in details:
        customer.address = dict(details["address"])
    if customer.customer_type == CustomerType.INDIVIDUAL:
        customer.full_name = details.get("fullName", customer.full_name)
        customer.birth_date = details.get("birthDate", customer.birth_date)
        customer.nationality = details.get("nationality", customer.nationality)
        customer.email = details.get("email", customer.email)
        customer.phone_number = details.get("phoneNumber", customer.phone_number)
    elif "businessInfo" in details:
        info = dict(details["businessInfo"])
        if "incorporatedOn" in info:
            info["incorporatedOn"] = info["incorporatedOn"].isoformat()
        customer.business_info = (customer.business_info or {}) | info
        if "legalName" not in customer.business_info:
            raise errors.InvalidInput.field("businessInfo.legalName", "is required")


def _facts(customer: Customer) -> dict[str, Any]:
    names = ("currencies", "uma_address", "address", "metadata", "email", "phone_number", *_IDENTITY, "business_info")
    return {name: getattr(customer, name) for name in names}


def _check_identity(customer: Customer, platform: Platform) -> CustomerStatus:
    if platform.is_regulated_financial_institution:
        # A regulated platform's licence obliges it to know its customers.
        return CustomerStatus.APPROVED
    if customer.customer_type == CustomerType.BUSINESS:
        return CustomerStatus.UNVERIFIED
    individual = Individual(
        customer.full_name,
        customer.birth_date,
        customer.nationality,
        customer.address,
        platform_id=platform.id,
        resource_id=customer.public_id,
    )
    return registry.for_platform(platform.environment).check_individual(individual)


def _check_again(customer: Customer, business_info: Mapping[str, Any], *, actor: audit.Actor, now: dt.datetime) -> None:
    """Set the status that follows from changed facts, without saving; `business_info` is from before the change."""
    needs_people = screenings.screen_customer(
        customer=customer, cause=screenings.IDENTITY_CHANGED, actor=actor, now=now
    )
    status, checked = customer.status, customer.status
    if customer.customer_type == CustomerType.INDIVIDUAL:
        checked = _after_screening(_check_identity(customer, customer.platform), needs_people=needs_people)
    elif status == CustomerStatus.APPROVED and not customer.platform.is_regulated_financial_institution:
        facts = customer.business_info or {}
        if any(facts.get(name) != business_info.get(name) for name in _BUSINESS_IDENTITY):
            # Possibly another business than the one that was approved: it must be verified again.
            checked = CustomerStatus.UNVERIFIED
    if checked != status:
        customer_statuses.assign(customer, checked)


def _after_screening(checked: str, *, needs_people: bool) -> str:
    # A possible match with a watchlist is not approved before a person has looked.
    return CustomerStatus.PENDING if needs_people and checked == CustomerStatus.APPROVED else checked


def _announce_currencies(customer: Customer, *, before: Sequence[str], now: dt.datetime) -> None:
    for code in sorted(set(before) - set(customer.currencies)):
        signals.customer_currency_disabling.send(sender=Customer, customer=customer, code=code)
    if codes := sorted(set(customer.currencies) - set(before)):
        signals.customer_currencies_enabled.send(sender=Customer, customer=customer, codes=codes, now=now)
