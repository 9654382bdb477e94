"""Invitations: created, claimed, cancelled, expired.

An invitation leaves PENDING once, by an update with the condition that it is still pending and not overdue: the second
of two concurrent updates changes nothing. Locks: customers before invitations, as everywhere.
"""

import datetime as dt
import itertools
import uuid
from collections.abc import Sequence

from django.db.models import DateTimeField, ExpressionWrapper, F, QuerySet, Value

from compliance import gates
from compliance import queries as customers
from compliance.gates import Moment, Side
from compliance.models import Customer, CustomerType
from invitations import codes, queries, representations
from invitations.models import LONGEST_NAME, Invitation, InvitationStatus
from payments.accounts.refusals import AmountOutOfRange
from platforms import audit
from platforms.base import clock, errors
from platforms.models import PlatformCurrency, TransactionDirection
from webhooks.outbox import events
from webhooks.outbox.event_types import EventType


class InvitationAlreadyClaimed(errors.DomainError):
    """The invitation was claimed before."""

    code = "INVITATION_ALREADY_CLAIMED"
    message = "This invitation was claimed before."


class InvitationCancelled(errors.DomainError):
    """The inviter's platform has cancelled the invitation, or the inviter was deleted."""

    code = "INVITATION_CANCELLED"
    message = "This invitation was cancelled."


class InvitationExpired(errors.DomainError):
    """The invitation has expired."""

    code = "INVITATION_EXPIRED"
    message = "This invitation has expired."


class NotTheInvitersPlatform(errors.DomainError):
    """Only the platform that made an invitation may cancel it."""

    code = "FORBIDDEN"
    message = "Only the platform that created an invitation can cancel it."


_REFUSALS: dict[str, type[errors.DomainError]] = {
    InvitationStatus.CLAIMED: InvitationAlreadyClaimed,
    InvitationStatus.CANCELLED: InvitationCancelled,
    InvitationStatus.EXPIRED: InvitationExpired,
}


def create(
    *,
    platform_id: uuid.UUID,
    inviter_uma: str,
    first_name: str | None,
    amount: int | None,
    expires_at: dt.datetime | None,
    actor: audit.Actor,
    now: dt.datetime,
) -> Invitation:
    """Create an invitation of a live customer, approved or not: moving money later requires approval.

    `amount` in the smallest unit of the customer's first currency, within the limits for sending. Raises
    InvalidInput (INVALID_UMA_ADDRESS, INVALID_CURRENCY), AmountOutOfRange, CustomerNotFound, CustomerDeleted.
    """
    inviter = _hold_customer(platform_id, inviter_uma, field="inviterUma", side=Side.PAYER)
    if expires_at is not None and expires_at <= now:
        raise errors.InvalidInput.field("expiresAt", "must be in the future")
    made: Invitation = Invitation.objects.create(
        code=codes.new(),
        platform=inviter.platform,
        inviter=inviter,
        first_name=first_name or _name_of(inviter),
        amount=amount,
        currency=None if amount is None else _currency_to_send(inviter, amount),
        created_at=now,
        expires_at=expires_at,
    )
    audit.record(made, "invitation.create", actor=actor, now=now, inviter=inviter.public_id)
    return made


def claim(
    *, platform_id: uuid.UUID, environment: str, code: str, invitee_uma: str, actor: audit.Actor, now: dt.datetime
) -> Invitation:
    """Claim an invitation for a live customer of this platform, approved or not. Of concurrent claims one succeeds.

    `now` on the clock of this platform; the invitation's own times are on that of the inviter's. Raises
    InvitationNotFound, InvitationAlreadyClaimed, InvitationCancelled, InvitationExpired, CustomerNotFound,
    CustomerDeleted, InvalidInput (INVALID_UMA_ADDRESS, SELF_PAYMENT).
    """
    found = queries.invitation(code=code, environment=environment)
    invitee = _hold_customer(platform_id, invitee_uma, field="inviteeUma", side=Side.PAYEE)
    if invitee.id == found.inviter_id:
        raise errors.InvalidInput.field(
            "inviteeUma", "must be another address than the inviter's own", code="SELF_PAYMENT"
        )
    moment = clock.of(found.platform, clock.real(invitee.platform, now))
    _end(found, InvitationStatus.CLAIMED, invitee=invitee, now=moment)
    events.emit(
        platform_id=found.platform_id,
        type=EventType.INVITATION_CLAIMED,
        resource=found.code,
        data=representations.invitation(found, viewer=found.platform_id, now=moment),
        now=moment,
    )
    # Each platform finds it in its part of the log.
    details = {"inviter": f"Customer:{found.inviter_id}", "invitee": invitee.public_id}
    platform_ids = dict.fromkeys((found.platform_id, platform_id))
    subjects = [(audit.Subject(each, found.public_id), details) for each in platform_ids]
    audit.record_each(subjects, "invitation.claim", actor=actor, now=moment)
    return found


def cancel(*, platform_id: uuid.UUID, environment: str, code: str, actor: audit.Actor, now: dt.datetime) -> Invitation:
    """Cancel a pending invitation.

    Raises InvitationNotFound, NotTheInvitersPlatform, InvitationAlreadyClaimed, InvitationCancelled, InvitationExpired.
    """
    found = queries.invitation(code=code, environment=environment)
    if found.platform_id != platform_id:
        raise NotTheInvitersPlatform
    _end(found, InvitationStatus.CANCELLED, now=now)
    audit.record(found, "invitation.cancel", actor=actor, now=now)
    return found


def cancel_all_of_customer(*, customer: Customer, now: dt.datetime) -> int:
    """Cancel the pending invitations of a customer who is about to be deleted; return how many there were.

    A concurrent claim either commits first, or waits for this database transaction and is refused.
    """
    rows = list(_open(now).filter(inviter=customer).select_for_update(no_key=True).order_by("id"))
    if not rows:
        return 0
    _rows(rows).update(status=InvitationStatus.CANCELLED, ended_at=now)
    details = {"cause": "inviter deleted"}
    audit.record_each([(row, details) for row in rows], "invitation.cancel", actor=audit.SYSTEM, now=now)
    return len(rows)


def overdue(*, real_now: clock.RealTime, limit: int) -> list[uuid.UUID]:
    """Return the keys of some overdue invitations, the longest overdue first."""
    platforms_now = ExpressionWrapper(
        Value(real_now, DateTimeField()) + F("platform__clock_offset"), output_field=DateTimeField()
    )
    rows = Invitation.objects.get_queryset().filter(status=InvitationStatus.PENDING, expires_at__lte=platforms_now)
    return list(rows.order_by("expires_at").values_list("id", flat=True)[:limit])


def expire(*, keys: Sequence[uuid.UUID], real_now: clock.RealTime) -> int:
    """Mark overdue invitations as expired; return how many were still pending.

    Only lists and the back office depend on it: a claim checks the time itself.
    """
    pending = Invitation.objects.get_queryset().filter(id__in=keys, status=InvitationStatus.PENDING)
    pending = pending.select_for_update(skip_locked=True, no_key=True, of=("self",)).select_related("platform")
    rows = list(pending.order_by("id"))
    if not rows:
        return 0
    _rows(rows).update(status=InvitationStatus.EXPIRED, ended_at=F("expires_at"))

    def local_now(invitation: Invitation) -> dt.datetime:
        return clock.of(invitation.platform, real_now)

    for moment, group in itertools.groupby(sorted(rows, key=local_now), key=local_now):
        audit.record_each([(row, {}) for row in group], "invitation.expire", actor=audit.SYSTEM, now=moment)
    return len(rows)


def _rows(locked: Sequence[Invitation]) -> QuerySet[Invitation]:
    rows: QuerySet[Invitation] = Invitation.objects.get_queryset().filter(id__in=[row.id for row in locked])
    return rows


def _open(now: dt.datetime) -> QuerySet[Invitation]:
    rows: QuerySet[Invitation] = Invitation.objects.get_queryset().filter(status=InvitationStatus.PENDING)
    return rows.exclude(expires_at__lte=now)


def _end(
    invitation: Invitation, status: InvitationStatus, *, invitee: Customer | None = None, now: dt.datetime
) -> None:
    """Move a pending invitation to its final status; raises its actual status, also when that changed meanwhile."""
    changed = _open(now).filter(id=invitation.id).update(status=status, invitee=invitee, ended_at=now)
    if not changed:
        invitation.refresh_from_db(fields=["status"])
        raise _REFUSALS[invitation.status_at(now)]
    invitation.status, invitation.invitee, invitation.ended_at = status, invitee, now


def _hold_customer(platform_id: uuid.UUID, uma_address: str, *, field: str, side: Side) -> Customer:
    """Return the platform's live customer of an address, locked against deletion until this transaction ends."""
    if not uma_address.startswith("$") or "@" not in uma_address:
        raise errors.InvalidInput.field(field, "must be a UMA address: $user@domain", code="INVALID_UMA_ADDRESS")
    rows = Customer.objects.get_queryset().select_related("platform").select_for_update(of=("self",), no_key=True)
    found: Customer | None = rows.filter(uma_address=uma_address.lower(), platform_id=platform_id).first()
    if found is None:
        raise customers.CustomerNotFound
    gates.require(Moment.INVITATION, side, status=found.status, deleted_at=found.deleted_at)
    return found


def _name_of(customer: Customer) -> str | None:
    """Return the default name to show: a person's first word, a business's trade name."""
    if customer.customer_type == CustomerType.INDIVIDUAL:
        words = (customer.full_name or "").split()
        return words[0][:LONGEST_NAME] if words else None
    info = customer.business_info or {}
    name = info.get("doingBusinessAs") or info.get("legalName") or ""
    return name[:LONGEST_NAME] or None


def _currency_to_send(inviter: Customer, amount: int) -> str:
    code = inviter.currencies[0] if inviter.currencies else ""
    limits = PlatformCurrency.objects.filter(platform_id=inviter.platform_id, code=code).first()
    if limits is None or TransactionDirection.OUTGOING not in limits.enabled_transaction_types:
        raise errors.InvalidInput.field(
            "amountToSend", "must be left out: the inviter's first currency can't be sent", code="INVALID_CURRENCY"
        )
    if not max(1, limits.min_amount) <= amount <= limits.max_amount:
        raise AmountOutOfRange(max(1, limits.min_amount), limits.max_amount, field="amountToSend")
    return code
