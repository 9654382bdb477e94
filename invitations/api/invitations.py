"""The /invitations endpoints."""

from drf_spectacular.utils import extend_schema_serializer

from invitations import queries, representations
from invitations.models import LONGEST_NAME
from invitations.operations import invitations
from platforms.models import Permission
from platforms.rest.fields import AmountField, Body, MomentField, NameField, Query, UmaAddressField
from platforms.rest.schema import operation
from platforms.rest.views import Call, CommandView, QueryView, Reply


@extend_schema_serializer(component_name="UmaInvitationCreateRequest")
class InvitationBody(Body):
    """What an invitation says."""

    inviterUma = UmaAddressField()
    firstName = NameField(required=False, max_length=LONGEST_NAME)
    amountToSend = AmountField(required=False, min_value=1)
    expiresAt = MomentField(required=False, help_text="In the future.")


@extend_schema_serializer(component_name="UmaInvitationClaimRequest")
class ClaimBody(Body):
    """Who claims an invitation."""

    inviteeUma = UmaAddressField(help_text="Not the inviter's own.")


class Invitations(CommandView):
    """The platform's invitations."""

    permission = Permission.MANAGE

    @operation(
        "createInvitation",
        summary="Invite somebody in the name of a customer",
        request=InvitationBody,
        response=representations.InvitationRepresentation,
        status=201,
        errors_too=(404, 410),
    )
    def post(self, call: Call) -> Reply:
        """Invite somebody in the name of a customer."""
        wanted = call.read_body(InvitationBody)
        made = invitations.create(
            platform_id=call.caller.platform_id,
            inviter_uma=wanted["inviterUma"],
            first_name=wanted.get("firstName"),
            amount=wanted.get("amountToSend"),
            expires_at=wanted.get("expiresAt"),
            actor=call.actor,
            now=call.now,
        )
        return Reply(representations.invitation(made, viewer=made.platform_id, now=call.now), 201)


class OneInvitation(QueryView):
    """One invitation, of any platform of the same environment."""

    @operation("getInvitation", summary="Read an invitation", response=representations.InvitationRepresentation)
    def get(self, call: Call, invitation_code: str) -> Reply:
        """Answer with the invitation as the caller's platform may see it."""
        call.read_query(Query)
        found = queries.invitation(code=invitation_code, environment=call.caller.environment)
        return Reply(representations.invitation(found, viewer=call.caller.platform_id, now=found.platform.now()))


class Claim(CommandView):
    """Accepting an invitation."""

    permission = Permission.MANAGE

    @operation(
        "claimInvitation",
        summary="Claim an invitation for a customer",
        request=ClaimBody,
        response=representations.InvitationRepresentation,
        errors_too=(410,),
    )
    def post(self, call: Call, invitation_code: str) -> Reply:
        """Claim it; the inviter's platform is told. No money moves."""
        wanted = call.read_body(ClaimBody)
        claimed = invitations.claim(
            platform_id=call.caller.platform_id,
            environment=call.caller.environment,
            code=invitation_code,
            invitee_uma=wanted["inviteeUma"],
            actor=call.actor,
            now=call.now,
        )
        return Reply(representations.invitation(claimed, viewer=call.caller.platform_id, now=call.now))


class Cancel(CommandView):
    """Withdrawing an invitation."""

    permission = Permission.MANAGE

    @operation(
        "cancelInvitation", summary="Cancel a pending invitation", response=representations.InvitationRepresentation
    )
    def post(self, call: Call, invitation_code: str) -> Reply:
        """Withdraw it, if it is still pending."""
        cancelled = invitations.cancel(
            platform_id=call.caller.platform_id,
            environment=call.caller.environment,
            code=invitation_code,
            actor=call.actor,
            now=call.now,
        )
        return Reply(representations.invitation(cancelled, viewer=call.caller.platform_id, now=call.now))
