"""Erasure of a person in invitations. Codes, amounts, states and times stay."""

import collections
import uuid

from django.db.models import Q

from compliance.models import Customer
from invitations.models import Invitation
from platforms.operations import stored_replies
from webhooks.outbox import events


def forget_customer(*, customer: Customer) -> None:
    """Erase the name and address of a customer, inviter or invitee, in events and stored replies of both platforms.

    Reads the customer's address, which the caller replaces afterwards.
    """
    named = collections.defaultdict[uuid.UUID, list[str]](list)
    rows = Invitation.objects.get_queryset().select_related("invitee").order_by("id")
    for row in rows.filter(Q(inviter=customer) | Q(invitee=customer)).select_for_update(of=("self",), no_key=True):
        for platform_id in {row.platform_id, row.invitee.platform_id if row.invitee else row.platform_id}:
            named[platform_id].append(row.code)
    Invitation.objects.get_queryset().filter(inviter=customer).update(first_name=None)
    for platform_id, codes in named.items():
        events.forget(platform_id=platform_id, named=codes)
        stored_replies.forget(platform_id=platform_id, named=codes)
