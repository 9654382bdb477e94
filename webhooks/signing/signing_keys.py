"""Signing keys: made when first needed, replaced with an overlap."""

import datetime as dt
import uuid
from collections.abc import Sequence

from django.db import connection

from platforms import audit
from platforms.base import clock, identifiers
from webhooks import queries
from webhooks.models import Algorithm, SigningKey, SigningSecret
from webhooks.models.signing_key import ENCRYPTED_PRIVATE_KEY
from webhooks.signing import signatures

OVERLAP = dt.timedelta(days=2)
"""How long a successor is published before it signs, and how long a predecessor stays published after it stopped."""


def signers(*, platform_ids: Sequence[uuid.UUID], now: clock.RealTime) -> dict[uuid.UUID, signatures.Signer]:
    """Return a signer for each platform at `now` (real time); makes the keys of a platform without any.

    Raises the error of any key or secret that can't be read.
    """
    found, unreadable = readable_signers(platform_ids=platform_ids, now=now)
    for error in unreadable.values():
        raise error
    return found


def readable_signers(
    *, platform_ids: Sequence[uuid.UUID], now: clock.RealTime
) -> tuple[dict[uuid.UUID, signatures.Signer], dict[uuid.UUID, Exception]]:
    """Return a signer for each platform, as `signers` does; and the errors of those whose keys can't be read."""
    published = _published(platform_ids, now=now)
    missing = [platform_id for platform_id in platform_ids if platform_id not in published]
    if missing:
        for platform_id in missing:
            ensure(platform_id=platform_id, now=now)
        published |= _published(missing, now=now)
    secrets: dict[uuid.UUID, list[SigningSecret]] = {}
    for secret in queries.live_secrets(*platform_ids, now=now):
        secrets.setdefault(secret.platform_id, []).append(secret)
    found: dict[uuid.UUID, signatures.Signer] = {}
    unreadable: dict[uuid.UUID, Exception] = {}
    for platform_id, keys in published.items():
        try:
            opened = [signatures.load_secret(secret.secret) for secret in secrets.get(platform_id, [])]
            found[platform_id] = _signer(keys, secrets=opened, now=now)
        except Exception as error:  # noqa: BLE001 - whatever a damaged key leads to in the library
            unreadable[platform_id] = error
    return found, unreadable


def ensure(*, platform_id: uuid.UUID, now: clock.RealTime) -> None:
    """Make a key of each algorithm that the platform lacks. Of two concurrent callers, one wins."""
    assert connection.in_atomic_block
    for algorithm in Algorithm:
        if not queries.published_keys(platform_id, now=now).filter(algorithm=algorithm).exists():
            SigningKey.objects.bulk_create([_new(platform_id, algorithm, now, signs_from=now)], ignore_conflicts=True)


def rotate(
    *,
    platform_id: uuid.UUID,
    actor: audit.Actor,
    now: clock.RealTime,
    overlap: dt.timedelta = OVERLAP,
    reason: str = "",
) -> None:
    """Replace the platform's keys: the new ones are published at once and sign after `overlap`.

    The old ones sign until then and stay published for another `overlap`, for events still being delivered.
    """
    assert connection.in_atomic_block
    ensure(platform_id=platform_id, now=now)
    newest = SigningKey.objects.for_platform(platform_id).filter(published_until=None)
    retiring = list(newest.select_for_update().order_by("id"))
    newest.filter(id__in=[key.id for key in retiring]).update(published_until=now + 2 * overlap)
    SigningKey.objects.bulk_create(
        _new(platform_id, Algorithm(key.algorithm), now, signs_from=now + overlap) for key in retiring
    )
    audit.record(
        audit.Subject(platform_id, identifiers.public("PlatformConfig", platform_id)),
        "signing_keys.rotate",
        actor=actor,
        now=now,
        signs_from=now + overlap,
        reason=reason,
    )


def _new(platform_id: uuid.UUID, algorithm: Algorithm, now: clock.RealTime, *, signs_from: dt.datetime) -> SigningKey:
    key, (private, public) = identifiers.new_key(), signatures.generate(algorithm)
    return SigningKey(
        id=key,
        platform_id=platform_id,
        algorithm=algorithm,
        sealed_private_key=ENCRYPTED_PRIVATE_KEY.seal(private, row=key),
        public_key=public,
        created_at=now,
        signs_from=signs_from,
    )


def _published(platform_ids: Sequence[uuid.UUID], *, now: clock.RealTime) -> dict[uuid.UUID, list[SigningKey]]:
    found: dict[uuid.UUID, list[SigningKey]] = {}
    for key in queries.published_keys(*platform_ids, now=now):
        found.setdefault(key.platform_id, []).append(key)
    return found


def _signer(keys: Sequence[SigningKey], *, secrets: Sequence[bytes], now: clock.RealTime) -> signatures.Signer:
    return signatures.Signer(
        p256=signatures.load_p256(_ready(keys, Algorithm.P256, now=now)[0].private_key),
        ed25519=[signatures.load_ed25519(key.private_key) for key in _ready(keys, Algorithm.ED25519, now=now)],
        secrets=secrets,
    )


def _ready(keys: Sequence[SigningKey], algorithm: Algorithm, *, now: clock.RealTime) -> list[SigningKey]:
    """Return the keys of an algorithm that sign at `now`, newest first as they are given."""
    candidates = [key for key in keys if key.algorithm == algorithm]
    # Another process may have made a platform's first key a moment after our `now`.
    return [key for key in candidates if key.signs_from <= now] or candidates[-1:]
