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

    code = serializers.CharField()
    createdAt = MomentField()
    claimedAt = MomentField(required=False)
    url = serializers.CharField(help_text="The page that the invited person opens.")
    expiresAt = MomentField(required=False)
    inviterUma = serializers.CharField()
    inviteeUma = serializers.CharField(
        required=False, help_text="Shown to the inviter's platform and to the one whose customer claimed it."
    )
    status = serializers.ChoiceField(choices=InvitationStatus.choices)
    firstName = serializers.CharField(required=False)
    amountToSend = CurrencyAmountSerializer(
        required=False, help_text="What the inviter means to send once it is claimed. A promise, not a payment."
    )


def invitation(invitation: Invitation, *, viewer: uuid.UUID, now: dt.datetime) -> dict[str, Any]:
    """Return the JSON of an invitation as a platform sees it at a moment of the inviter's platform.

    Who claimed it is shown to both sides, and not to others who happen to have the code.
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
