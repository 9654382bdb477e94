"""Erasure of a deleted customer's personal data. Numbers needed by the books remain."""

import datetime as dt
from typing import Any

from compliance import signals
from compliance.customers import uma_addresses
from compliance.models import BeneficialOwner, BulkImportError, Customer, KycLink
from compliance.review_desk import hand_opened_cases, notes
from compliance.verification import documents
from platforms import audit
from platforms.base import errors, identifiers
from platforms.encryption import encryption
from platforms.operations import notes as page_notes
from platforms.operations import stored_replies
from webhooks.outbox import events

_NOBODY: dict[str, Any] = {
    "firstName": "erased",
    "lastName": "erased",
    "birthDate": "1900-01-01",
    "nationality": "ZZ",
    "address": {"line1": "erased", "postalCode": "erased", "country": "ZZ"},
    "identifier": "erased",
}


def erase(*, customer: Customer, actor: audit.Actor, reason: str, now: dt.datetime) -> Customer:
    """Erase a deleted customer: names, addresses, dates, identifiers, accounts, documents, and their copies.

    `reason` says who asked and where that is filed; it is kept, so it must name no person. Amounts, our identifiers and
    histories stay. Safe to repeat. Raises InvalidInput unless the customer is deleted, and CustomerHasFunds.
    """
    customer = Customer.objects.select_for_update(no_key=True).get(id=customer.id)
    if customer.deleted_at is None:
        raise errors.InvalidInput.field("customer", "must be deleted before it is erased")
    if not reason.strip():
        raise errors.InvalidInput.field("reason", "is required")
    signals.customer_erasing.send(sender=Customer, customer=customer, now=now)
    counts = _forget_belongings(customer, now=now)
    _forget_person(customer, now=now)
    audit.record(customer, "customer.erase", actor=actor, now=now, reason=reason.strip()[:500], **counts)
    return customer


def _forget_belongings(customer: Customer, *, now: dt.datetime) -> dict[str, object]:
    owners = list(BeneficialOwner.objects.filter(customer=customer).select_for_update(no_key=True).order_by("id"))
    for owner in owners:
        owner.personal_info = {**_NOBODY, "idType": owner.personal_info["idType"]}
        owner.updated_at = now
        owner.save(update_fields=["personal_info", "updated_at"])
    KycLink.objects.filter(customer=customer).update(answers=None, redirect_uri="", session_hash=None)
    BulkImportError.objects.filter(
        bulk_import__platform=customer.platform_id, correlation_id=customer.platform_customer_id
    ).update(correlation_id="erased", details={})
    named = [str(customer.id), *(str(owner.id) for owner in owners)]
    return {
        "documents": documents.forget(customer_id=customer.id, now=now),
        "notes": notes.forget(customer_id=customer.id) + page_notes.forget(customer=customer.id),
        "cases": hand_opened_cases.forget(customer_id=customer.id),
        "events": events.forget(platform_id=customer.platform_id, named=named),
        "replies": stored_replies.forget(platform_id=customer.platform_id, named=named),
    }


def _forget_person(customer: Customer, *, now: dt.datetime) -> None:
    domain = customer.uma_address.rpartition("@")[2]
    is_own_choice = customer.uma_address != uma_addresses.generate(customer.id, domain=domain)
    if is_own_choice and customer.erased_at is None:
        # Money sent to the old address must never reach another person.
        customer.retired_uma_digest = encryption.digest(customer.uma_address, purpose=uma_addresses.PURPOSE)
        # Of a new key, because another customer may have chosen the address that this one's key makes.
        customer.uma_address = uma_addresses.generate(identifiers.new_key(), domain=domain)
    uma_addresses.forget(customer)
    customer.platform_customer_id = str(customer.id)
    customer.full_name = customer.birth_date = customer.nationality = None
    customer.email = customer.phone_number = None
    customer.address = customer.business_info = customer.metadata = None
    customer.erased_at, customer.updated_at = customer.erased_at or now, now
    customer.save()
