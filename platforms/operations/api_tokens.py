"""API tokens: create and revoke."""

import dataclasses
import datetime as dt
import secrets
import uuid
from collections.abc import Iterable

from platforms import audit, queries
from platforms.kit import errors
from platforms.models import ApiToken, Permission
from platforms.rest import authentication


class TokenNotFound(errors.NotFound):
    """The platform has no such live token."""

    code = "TOKEN_NOT_FOUND"
    message = "There is no such API token."


class PermissionsExceeded(errors.DomainError):
    """A token tried to grant more than it has."""

    code = "FORBIDDEN"
    message = "A token can grant only permissions that it has itself."


class OwnToken(errors.InvalidInput):
    """A token tried to delete itself."""

    def __init__(self) -> None:
        """Say what to do instead."""
        super().__init__([("tokenId", "a token can't delete itself; use another one")])


@dataclasses.dataclass(frozen=True, slots=True)
class NewToken:
    """A created token with its secret, which exists in clear only here."""

    token: ApiToken
    client_secret: str


def create(
    *,
    platform_id: uuid.UUID,
    name: str,
    permissions: Iterable[str],
    granted_by: frozenset[str],
    actor: audit.Actor,
    now: dt.datetime,
    expires_at: dt.datetime | None = None,
    allowed_ips: Iterable[str] = (),
) -> NewToken:
    """Create a token; raises PermissionsExceeded when it would have more than `granted_by`."""
    wanted = [permission for permission in Permission.values if permission in set(permissions)]
    if not set(wanted) <= granted_by:
        raise PermissionsExceeded
    if expires_at is not None and expires_at <= now:
        raise errors.InvalidInput.field("expiresAt", "must be in the future")
    secret = secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        platform_id=platform_id,
        name=name,
        permissions=wanted,
        client_id=secrets.token_hex(16),
        secret_hash=authentication.hash_secret(secret),
        allowed_ips=list(allowed_ips),
        expires_at=expires_at,
        created_at=now,
        updated_at=now,
    )
    audit.record(
        actor=actor,
        platform_id=platform_id,
        verb="token.create",
        subject=token.public_id,
        now=now,
        details={"permissions": wanted},
    )
    return NewToken(token, secret)


def revoke(
    *, platform_id: uuid.UUID, token_id: uuid.UUID | None, actor: audit.Actor, now: dt.datetime, reason: str = ""
) -> None:
    """Revoke a token at once; raises TokenNotFound, or OwnToken when the actor is that token.

    Staff give a `reason`; platforms need none.
    """
    token = queries.live_tokens(platform_id).select_for_update().filter(id=token_id).first()
    if token is None:
        raise TokenNotFound
    if actor.kind == "TOKEN" and actor.id == str(token.id):
        raise OwnToken
    token.revoked_at = token.updated_at = now
    token.save(update_fields=["revoked_at", "updated_at"])
    authentication.forget_cached()
    audit.record(
        actor=actor,
        platform_id=platform_id,
        verb="token.revoke",
        subject=token.public_id,
        now=now,
        details={"reason": reason} if reason else None,
    )
