"""The /invitations endpoints."""

from drf_spectacular.utils import extend_schema_serializer

from invitations import queries, representations
from invitations.models import LONGEST_NAME
from invitations.operations import invitations
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import AmountField, Body, MomentField, NameField, UmaAddressField
from platforms.models import Permission


@extend_schema_serializer(component_name="UmaInvitationCreateRequest")
class InvitationBody(Body):
    """What an invitation says."""

    inviterUma = UmaAddressField(help_text="The UMA address of your customer who invites.")
    firstName = NameField(
        required=False,
        max_length=LONGEST_NAME,
        help_text="What the inviter is called on the page. Left out: the first word of the customer's name.",
    )
    amountToSend = AmountField(
        required=False,
        min_value=1,
        help_text=(
            "What the inviter means to send, in the smallest unit of the first of the customer's `currencies`,"
            " within the configuration's limits."
        ),
    )
    expiresAt = MomentField(
        required=False, help_text="Until when it can be claimed: in the future. Left out: without end."
    )


@extend_schema_serializer(component_name="UmaInvitationClaimRequest")
class ClaimBody(Body):
    """Who claims an invitation."""

    inviteeUma = UmaAddressField(help_text="The UMA address of your customer who claims: not the inviter's own.")


_SHOWN = representations.InvitationRepresentation


@Endpoint(
    "POST",
    "invitations",
    Permission.MANAGE,
    body=InvitationBody,
    response=_SHOWN,
    status=201,
    errors=("USER_NOT_FOUND", "CUSTOMER_DELETED", "INVALID_UMA_ADDRESS", "INVALID_CURRENCY", "AMOUNT_OUT_OF_RANGE"),
)
def create_invitation(call: Call) -> Json:
    """Invite somebody in the name of a customer.

    Make a code, and a page of it, with which somebody elsewhere can become known to your customer. No money moves.

    Returns:
        The invitation.
    """
    made = invitations.create(
        inviter_uma=call.body["inviterUma"],
        first_name=call.body.get("firstName"),
        amount=call.body.get("amountToSend"),
        expires_at=call.body.get("expiresAt"),
        **call.by,
    )
    return representations.invitation(made, viewer=call.platform_id, now=call.now)


@Endpoint("GET", "invitations/<str:invitation_code>", response=_SHOWN, errors=("INVITATION_NOT_FOUND",))
def get_invitation(call: Call, invitation_code: str) -> Json:
    """Read an invitation.

    Answer with the invitation as the caller's platform may see it.

    Returns:
        The invitation.
    """
    found = queries.invitation(code=invitation_code, environment=call.caller.environment)
    return representations.invitation(found, viewer=call.platform_id, now=found.platform.now())


@Endpoint(
    "POST",
    "invitations/<str:invitation_code>/claim",
    Permission.MANAGE,
    body=ClaimBody,
    response=_SHOWN,
    errors=(
        "INVITATION_NOT_FOUND",
        "INVITATION_ALREADY_CLAIMED",
        "INVITATION_CANCELLED",
        "INVITATION_EXPIRED",
        "USER_NOT_FOUND",
        "CUSTOMER_DELETED",
        "INVALID_UMA_ADDRESS",
        "SELF_PAYMENT",
    ),
)
def claim_invitation(call: Call, invitation_code: str) -> Json:
    """Claim an invitation for a customer.

    Claim it; the inviter's platform is told. No money moves.

    Returns:
        The invitation, CLAIMED.
    """
    claimed = invitations.claim(
        environment=call.caller.environment, code=invitation_code, invitee_uma=call.body["inviteeUma"], **call.by
    )
    return representations.invitation(claimed, viewer=call.platform_id, now=call.now)


@Endpoint(
    "POST",
    "invitations/<str:invitation_code>/cancel",
    Permission.MANAGE,
    response=_SHOWN,
    errors=("INVITATION_NOT_FOUND", "INVITATION_ALREADY_CLAIMED", "INVITATION_CANCELLED", "INVITATION_EXPIRED"),
)
def cancel_invitation(call: Call, invitation_code: str) -> Json:
    """Cancel a pending invitation.

    Withdraw it, if it is still pending. Only the platform that made it can.

    Returns:
        The invitation, CANCELLED.
    """
    cancelled = invitations.cancel(environment=call.caller.environment, code=invitation_code, **call.by)
    return representations.invitation(cancelled, viewer=call.platform_id, now=call.now)
