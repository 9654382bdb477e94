"""Decisions about a hit: a different person with a similar name, or a true match."""

import datetime as dt
import uuid

from compliance.models import HIT_TRANSITIONS, Customer, CustomerStatus, HitState, ScreeningHit
from compliance.verification import customer_statuses
from platforms import audit
from platforms.base import errors, states

_SHORTEST_REASON = 10
_LONGEST_REASON = 1000


class HitNotFound(errors.NotFound):
    """There is no such hit."""

    message = "There is no such hit."


def resolve(*, hit_id: uuid.UUID, state: HitState, reason: str, actor: audit.Actor, now: dt.datetime) -> ScreeningHit:
    """Decide an open hit. CONFIRMED rejects its customer at once, so that no money moves; CLEARED changes no status.

    `state` is CLEARED or CONFIRMED, `reason` 10 to 1000 characters. Raises HitNotFound, InvalidInput, and
    ForbiddenTransition for a hit that is decided already.
    """
    found = ScreeningHit.objects.filter(id=hit_id).values_list("customer_id", flat=True).first()
    if found is None:
        raise HitNotFound
    # The customer before the hit: the lock order of all operations.
    customer = Customer.objects.select_for_update(no_key=True).get(id=found)
    hit: ScreeningHit = ScreeningHit.objects.select_for_update().get(id=hit_id)
    states.require(HIT_TRANSITIONS, hit.state, state)
    if not _SHORTEST_REASON <= len(reason.strip()) <= _LONGEST_REASON:
        raise errors.InvalidInput.field(
            "reason", f"must say why, in {_SHORTEST_REASON} to {_LONGEST_REASON} characters"
        )
    hit.state, hit.reason, hit.decided_at = state, reason.strip(), now
    hit.decided_by_kind, hit.decided_by_id = actor.kind, actor.id
    hit.save()
    if state == HitState.CONFIRMED:
        _reject(customer, actor=actor, now=now)
    audit.record_for(hit, "screening_hit.resolve", actor=actor, now=now, state=state, customer=customer.public_id)
    return hit


def _reject(customer: Customer, *, actor: audit.Actor, now: dt.datetime) -> None:
    if customer.is_deleted or customer.status == CustomerStatus.REJECTED:
        return
    before = customer.status
    customer_statuses.assign(customer, CustomerStatus.REJECTED)
    customer.updated_at = now
    customer.save(update_fields=["kyc_status", "kyb_status", "updated_at"])
    customer_statuses.announce(customer, before=before, cause="screening", actor=actor, now=now)
