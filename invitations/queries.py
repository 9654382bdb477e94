"""Reads of the invitations app."""

from invitations import codes
from invitations.models import Invitation
from platforms.base import errors


class InvitationNotFound(errors.NotFound):
    """No platform of this environment has such an invitation."""

    code = "INVITATION_NOT_FOUND"
    message = "There is no such invitation."


def invitation(*, code: str, environment: str) -> Invitation:
    """Return an invitation, of any platform of the environment, with its platform and its customers.

    Not narrowed to one platform: an invitation may be claimed elsewhere, and knowing its code is the permission to see
    it. Raises InvitationNotFound.
    """
    found = by_code(code)
    if found is None or found.platform.environment != environment:
        raise InvitationNotFound
    return found


def by_code(code: str) -> Invitation | None:
    """Return the invitation of a code in any spelling, with its platform and its customers.

    A text that can't be a code is looked up too, so that the time taken reveals nothing.
    """
    rows = Invitation.objects.get_queryset().select_related("platform", "inviter", "invitee")
    found: Invitation | None = rows.filter(code=codes.read(code) or "").first()
    return found
