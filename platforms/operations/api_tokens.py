"""API tokens: create, limit and revoke."""

import dataclasses
import datetime as dt
import ipaddress
import secrets
import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db.models import Q

from platforms import audit, queries
from platforms.base import errors, identifiers
from platforms.database.rows import by_key
from platforms.http import addresses, authentication
from platforms.models import ApiToken, Permission, Platform


class TokenNotFound(errors.NotFound):
    """The platform has no such live token."""

    code = "TOKEN_NOT_FOUND"
    message = "There is no such API token."


class PermissionsExceeded(errors.DomainError):
    """A token tried to grant more than it has."""

    code = "FORBIDDEN"
    message = "A token can grant only permissions that it has itself."


class BoundsExceeded(errors.DomainError):
    """A token tried to create one that lasts longer, or may be used from more addresses, than itself."""

    code = "FORBIDDEN"


class TooManyTokens(errors.DomainError):
    """The platform has as many live tokens as it may."""

    code = "FORBIDDEN"


class OwnLimits(errors.DomainError):
    """A token tried to change what it may spend itself, or one with limits to give rights to another."""

    code = "FORBIDDEN"
    message = "A token can't change its own spendingLimits. While it has some, it can't create tokens or change theirs."


class OwnToken(errors.InvalidInput):
    """A token tried to delete itself."""

    def __init__(self) -> None:
        """Take the way to do it instead."""
        super().__init__([("tokenId", "must be another token than the one that asks")])


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
    allowed_ips: Sequence[str] = (),
    ends_by: dt.datetime | None = None,
    ips_within: Sequence[addresses.Network] = (),
    spending: dict[str, Any] | None = None,
) -> NewToken:
    """Create a token within the bounds of its creator: `granted_by`, `ends_by` and `ips_within`.

    Without an end, or without addresses, it gets those of its creator. `spending` is what it may spend, as the API
    takes it. Raises PermissionsExceeded, BoundsExceeded, OwnLimits where the creator is a token with limits,
    TooManyTokens, and InvalidInput for an end that has passed.
    """
    wanted = [permission for permission in Permission.values if permission in set(permissions)]
    if not set(wanted) <= granted_by:
        raise PermissionsExceeded
    if expires_at is not None and expires_at <= now:
        raise errors.InvalidInput.field("expiresAt", "must be in the future")
    end, ips = expires_at or ends_by, allowed_ips or [str(network) for network in ips_within]
    _require_within(end, ips, ends_by=ends_by, ips_within=ips_within)
    _hold_platform(platform_id)
    _require_unlimited(actor)
    _require_room(platform_id, now)
    key, secret = identifiers.new_key(), secrets.token_urlsafe(32)
    row = authentication.row_of(token_id=key, platform_id=platform_id)
    token = ApiToken.objects.create(
        id=key,
        platform_id=platform_id,
        name=name,
        permissions=wanted,
        client_id=secrets.token_hex(16),
        secret_hash=authentication.hash_secret(secret, row=row),
        key_fingerprint=authentication.fingerprints()[0],
        allowed_ips=list(ips),
        expires_at=end,
        spending=spending,
        created_at=now,
        updated_at=now,
    )
    audit.record(token, "token.create", actor=actor, now=now, permissions=wanted, limits=_told(spending))
    return NewToken(token, secret)


def limit(
    *,
    platform_id: uuid.UUID,
    token_id: uuid.UUID | None,
    spending: dict[str, Any] | None,
    actor: audit.Actor,
    now: dt.datetime,
) -> None:
    """Replace what a token may spend; None lifts its limits. What it has spent in the window counts on.

    Raises TokenNotFound, and OwnLimits where the actor is that token or has limits itself.
    """
    _hold_platform(platform_id)
    # Not FOR NO KEY UPDATE: payments that are being taken from the limits keep the key (`platforms_spend`).
    token = by_key(queries.live_tokens(platform_id).select_for_update(), token_id)
    if token is None:
        raise TokenNotFound
    if actor.kind == "TOKEN" and actor.id == str(token.id):
        raise OwnLimits
    _require_unlimited(actor)
    before, token.spending, token.updated_at = token.spending, spending, now
    token.save(update_fields=["spending", "updated_at"])
    audit.record(token, "token.limit", actor=actor, now=now, before=_told(before), after=_told(spending))


def revoke(
    *, platform_id: uuid.UUID, token_id: uuid.UUID | None, actor: audit.Actor, now: dt.datetime, reason: str = ""
) -> None:
    """Revoke a token at once; raises TokenNotFound, or OwnToken when the actor is that token.

    Staff give a `reason`; platforms need none.
    """
    token = by_key(queries.live_tokens(platform_id).select_for_update(), token_id)
    if token is None:
        raise TokenNotFound
    if actor.kind == "TOKEN" and actor.id == str(token.id):
        raise OwnToken
    token.revoked_at = token.updated_at = now
    token.save(update_fields=["revoked_at", "updated_at"])
    authentication.forget_cached()
    audit.record(token, "token.revoke", actor=actor, now=now, reason=reason)


def _require_within(
    end: dt.datetime | None,
    ips: Sequence[str],
    *,
    ends_by: dt.datetime | None,
    ips_within: Sequence[addresses.Network],
) -> None:
    if ends_by is not None and end is not None and end > ends_by:
        raise BoundsExceeded("expiresAt: a token can't make one that outlives it.")
    for text in ips if ips_within else ():
        if not any(_is_part_of(ipaddress.ip_network(text), network) for network in ips_within):
            raise BoundsExceeded("allowedIps: a token can't make one for addresses from which it may not be used.")


def _is_part_of(one: addresses.Network, other: addresses.Network) -> bool:
    # Two comparisons for the type checker: networks of two versions have nothing in common.
    if isinstance(one, ipaddress.IPv4Network):
        return isinstance(other, ipaddress.IPv4Network) and one.subnet_of(other)
    return isinstance(other, ipaddress.IPv6Network) and one.subnet_of(other)


def _hold_platform(platform_id: uuid.UUID) -> None:
    """Keep two requests from both taking the last free number, and a token from making another while it is limited."""
    Platform.objects.select_for_update(no_key=True).only("id").get(id=platform_id)


def _require_unlimited(actor: audit.Actor) -> None:
    """Raise OwnLimits where the actor is a token with limits: by another token it would spend without them."""
    if actor.kind == "TOKEN" and ApiToken.objects.filter(id=actor.id, spending__isnull=False).exists():
        raise OwnLimits


def _told(spending: Mapping[str, Any] | None) -> object:
    """Return limits as the audit log keeps them: payees may be people, so it has how many there are."""
    if spending is None:
        return ""
    payees = {"allowedPayees": len(spending["allowedPayees"])} if "allowedPayees" in spending else {}
    return {**spending, **payees}


def _require_room(platform_id: uuid.UUID, now: dt.datetime) -> None:
    live = queries.live_tokens(platform_id).filter(Q(expires_at=None) | Q(expires_at__gt=now)).count()
    if live >= settings.TOKENS_PER_PLATFORM:
        raise TooManyTokens(f"This platform has {live} live tokens, as many as it may. Revoke one that is not used.")
