"""The only writer of a customer's status: status, history row and event go together."""

import datetime as dt
from collections.abc import Sequence

from compliance import representations
from compliance.models import STATUS_TRANSITIONS, Customer, CustomerStatus, CustomerStatusChange, CustomerType
from platforms import audit
from platforms.base import states
from webhooks.outbox import events


def assign(customer: Customer, status: str) -> None:
    """Set the status that fits the customer's type, without saving; a transition that the table lacks is a bug."""
    before = customer.kyc_status or customer.kyb_status
    if before is not None:
        states.require(STATUS_TRANSITIONS, before, status)
    if customer.customer_type == CustomerType.INDIVIDUAL:
        customer.kyc_status = status
    else:
        customer.kyb_status = status


def change(customer: Customer, status: CustomerStatus, *, cause: str, actor: audit.Actor, now: dt.datetime) -> None:
    """Save another status of a customer with its history row and its event; the same status again changes nothing."""
    before = customer.status
    if before == status:
        return
    assign(customer, status)
    customer.updated_at = now
    customer.save(update_fields=["kyc_status", "kyb_status", "updated_at"])
    announce(customer, before=before, cause=cause, actor=actor, now=now)


def announce(customer: Customer, *, before: str, cause: str, actor: audit.Actor, now: dt.datetime) -> None:
    """Write the history row of a saved status, and its event.

    `before` is empty for a new customer. UNVERIFIED has no event: nothing was checked.
    """
    _change(customer, before=before, cause=cause, actor=actor, now=now).save(force_insert=True)
    if customer.status != CustomerStatus.UNVERIFIED:
        events.emit_many([_event(customer, now=now)])


def announce_new(customers: Sequence[Customer], *, cause: str, actor: audit.Actor, now: dt.datetime) -> None:
    """Write the rows and events of `announce` for new customers, with two statements."""
    changes = [_change(customer, before="", cause=cause, actor=actor, now=now) for customer in customers]
    CustomerStatusChange.objects.bulk_create(changes)
    decided = [customer for customer in customers if customer.status != CustomerStatus.UNVERIFIED]
    events.emit_many([_event(customer, now=now) for customer in decided])


def _change(
    customer: Customer, *, before: str, cause: str, actor: audit.Actor, now: dt.datetime
) -> CustomerStatusChange:
    return CustomerStatusChange(
        customer=customer,
        from_status=before,
        to_status=customer.status,
        at=now,
        cause=cause,
        actor_kind=actor.kind,
        actor_id=actor.id,
    )


def _event(customer: Customer, *, now: dt.datetime) -> events.NewEvent:
    check = "KYC" if customer.customer_type == CustomerType.INDIVIDUAL else "KYB"
    return events.NewEvent(
        platform_id=customer.platform_id,
        type=f"CUSTOMER.{check}_{customer.status}",
        resource=customer.public_id,
        data=representations.customer(customer),
        now=now,
    )
