"""The public JSON of an invitation."""

import datetime as dt
import uuid
from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from invitations.models import Invitation, InvitationStatus
from platforms.base import clock
from platforms.base.money_json import currency_amount
from platforms.http.fields import CurrencyAmountSerializer, MomentField


@extend_schema_serializer(component_name="UmaInvitation")
class InvitationRepresentation(serializers.Serializer[Any]):
    """An invitation."""

    code = serializers.CharField(help_text="What the invited person hands on; it names the invitation in paths.")
    createdAt = MomentField()
    claimedAt = MomentField(required=False, help_text="When it was claimed. Absent before.")
    url = serializers.CharField(help_text="Address of the page that the invited person opens.")
    expiresAt = MomentField(
        required=False,
        help_text=(
            "Until when it can be claimed, by the clock of the inviter's platform. Absent for one that does not end."
        ),
    )
    inviterUma = serializers.CharField(help_text="The UMA address of who invites.")
    inviteeUma = serializers.CharField(
        required=False,
        help_text=(
            "The UMA address of who claimed it, shown to the inviter's platform and to the one whose customer it is."
            " Absent for others, and before."
        ),
    )
    status = serializers.ChoiceField(
        choices=InvitationStatus.choices, help_text="Whether it can still be claimed: only a `PENDING` one."
    )
    firstName = serializers.CharField(
        required=False, help_text="What the inviter is called on the page. Absent where nothing is known."
    )
    amountToSend = CurrencyAmountSerializer(
        required=False,
        help_text=(
            "What the inviter means to send once it is claimed: a promise, not a payment. Absent where nothing was"
            " promised."
        ),
    )


def invitation(invitation: Invitation, *, viewer: uuid.UUID, now: dt.datetime) -> dict[str, Any]:
    """Return the JSON of an invitation for a platform, at a time on the clock of the inviter's platform.

    The invitee is shown to both sides only, not to others who have the code.
    """
    shown: dict[str, Any] = {"code": invitation.code, "createdAt": clock.iso(invitation.created_at)}
    if invitation.claimed_at is not None:
        shown["claimedAt"] = clock.iso(invitation.claimed_at)
    shown["url"] = address(invitation)
    if invitation.expires_at is not None:
        shown["expiresAt"] = clock.iso(invitation.expires_at)
    shown["inviterUma"] = invitation.inviter.uma_address
    invitee = invitation.invitee
    if invitee is not None and viewer in {invitation.platform_id, invitee.platform_id}:
        shown["inviteeUma"] = invitee.uma_address
    shown["status"] = invitation.status_at(now).value
    if invitation.first_name is not None:
        shown["firstName"] = invitation.first_name
    if invitation.amount is not None and invitation.currency is not None:
        shown["amountToSend"] = currency_amount(invitation.amount, invitation.currency)
    return shown


def address(invitation: Invitation) -> str:
    """Return the address of an invitation's page."""
    return f"{settings.PUBLIC_BASE_URL.rstrip('/')}{reverse('invitation', 'invitations.urls', args=[invitation.code])}"
