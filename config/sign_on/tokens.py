"""What an ID token says of a person, once it is proven to be the provider's, for us, and for this very sign-on."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from authlib.oidc.core import CodeIDToken
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from joserfc import jwt
from joserfc.errors import InvalidClaimError, InvalidKeyIdError, JoseError, MissingClaimError
from joserfc.jwk import KeySet
from joserfc.jws import JWSRegistry

from config.sign_on import provider
from config.sign_on.provider import Begun, Kind, ProviderError
from platforms.base import clock

_ALGORITHMS = [f"{kind}{bits}" for kind in ("RS", "PS", "ES") for bits in (256, 384, 512)]
"""Signatures by a key that is the provider's alone."""
_LEEWAY_SECONDS = 60
"""How far the provider's clock may be off."""
_LONGEST_SUBJECT = 255
_VERIFIED = ("email_verified", "xms_edov")
"""Claims of which one says that the address is the person's: the second is that of Entra."""
_TRUE: tuple[object, ...] = (True, "true", "1")


@dataclasses.dataclass(frozen=True, slots=True)
class Person:
    """Who somebody is at the provider."""

    subject: str
    email: str
    groups: frozenset[str]
    has_second_factor: bool
    """Whether the provider says that it asked for one."""
    authenticated_at: int
    """When she last showed who she is, in seconds since 1970; 0 where the provider does not say."""


def person(tokens: Mapping[str, Any], begun: Begun) -> Person:
    """Return the person whom a reply of the provider names. Raises ProviderError."""
    claims = _proven(tokens, begun)
    told = dict(claims)
    if not {"email", settings.OIDC_GROUPS_CLAIM} <= told.keys() and isinstance(tokens.get("access_token"), str):
        beside = provider.knows(tokens["access_token"])
        if beside and beside.get("sub") != claims["sub"]:
            raise ProviderError(Kind.UNUSABLE, "userinfo is about somebody else")
        told = {
            name: beside[name] for name in ("email", *_VERIFIED, settings.OIDC_GROUPS_CLAIM) if name in beside
        } | told
    return Person(
        subject=_subject(claims),
        email=_email(told),
        groups=_groups(told),
        has_second_factor=any(value in _texts(claims.get(name)) for name, value in settings.OIDC_SECOND_FACTOR),
        authenticated_at=_authenticated_at(claims, begun),
    )


def _proven(tokens: Mapping[str, Any], begun: Begun) -> CodeIDToken:
    text = tokens.get("id_token")
    if not isinstance(text, str):
        raise ProviderError(Kind.UNUSABLE, "no ID token")
    try:
        try:
            decoded = _decoded(text, is_fresh=False)
        except InvalidKeyIdError:
            # It may have begun to sign with another key.
            decoded = _decoded(text, is_fresh=True)
        claims = CodeIDToken(
            decoded.claims,
            decoded.header,
            {
                "iss": {"essential": True, "value": settings.OIDC_ISSUER},
                "aud": {"essential": True, "value": settings.OIDC_CLIENT_ID},
            },
            {
                "nonce": begun.nonce,
                "client_id": settings.OIDC_CLIENT_ID,
                "access_token": tokens.get("access_token"),
                "max_age": begun.max_age,
            },
        )
        claims.validate(now=int(clock.real_now().timestamp()), leeway=_LEEWAY_SECONDS)
    except ProviderError:
        raise
    except (InvalidClaimError, MissingClaimError) as error:
        raise ProviderError(Kind.UNUSABLE, f"the claim {provider.word(getattr(error, 'claim', ''))}") from None
    except JoseError as error:
        raise ProviderError(Kind.UNUSABLE, f"the token: {type(error).__name__}") from None
    except Exception as error:  # noqa: BLE001 - whatever the provider sends is no fault of ours
        raise ProviderError(Kind.UNUSABLE, f"no token that can be read: {type(error).__name__}") from None
    return claims


def _decoded(text: str, *, is_fresh: bool) -> jwt.Token:
    known = KeySet.import_key_set(provider.keys(is_fresh=is_fresh))  # type: ignore[arg-type]
    return jwt.decode(text, known, registry=JWSRegistry(algorithms=_ALGORITHMS, strict_check_header=False))


def _subject(claims: Mapping[str, Any]) -> str:
    subject = claims["sub"]
    if not isinstance(subject, str) or not 0 < len(subject) <= _LONGEST_SUBJECT or "\0" in subject:
        raise ProviderError(Kind.UNUSABLE, "the claim sub")
    return subject


def _email(told: Mapping[str, Any]) -> str:
    email = told.get("email")
    try:
        EmailValidator()(email)
    except ValidationError:
        raise ProviderError(Kind.UNUSABLE, "the claim email") from None
    if not any(told.get(name) in _TRUE for name in _VERIFIED):
        raise ProviderError(Kind.UNUSABLE, "the claim email_verified")
    return str(email).lower()


def _groups(told: Mapping[str, Any]) -> frozenset[str]:
    name = settings.OIDC_GROUPS_CLAIM
    elsewhere = told.get("_claim_names")
    if name not in told and isinstance(elsewhere, dict) and name in elsewhere:
        # Entra leaves out groups that are too many, and names where they could be read.
        raise ProviderError(Kind.UNUSABLE, "more groups than the token has room for")
    return frozenset(_texts(told.get(name)))


def _texts(claim: object) -> list[str]:
    """Return the texts of a claim, which is one or a list."""
    return [each for each in (claim if isinstance(claim, list) else [claim]) if isinstance(each, str)]


def _authenticated_at(claims: Mapping[str, Any], begun: Begun) -> int:
    at = claims.get("auth_time")
    moment = int(at) if isinstance(at, int | float) and not isinstance(at, bool) else 0
    now = int(clock.real_now().timestamp())
    if begun.max_age and moment < now - begun.max_age - _LEEWAY_SECONDS:
        raise ProviderError(Kind.UNUSABLE, "the claim auth_time")
    # A clock that goes ahead gives nobody a later moment.
    return min(moment, now)
