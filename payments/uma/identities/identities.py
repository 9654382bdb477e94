"""Our identities in the UMA protocol: key pairs, made when first needed and replaced without a gap.

An identity is a platform, or, as `platform_id=None`, the counterparty of the sandbox. The domain is not part of it: a
platform that changes its `umaDomain` keeps its keys.

Others may keep a copy of our public keys for COPIES_LIVE at most. A successor becomes active that long after it was
made, and the copies handed out until then expire with its predecessor: at that moment everybody asks again and gets the
successor. Secrets encrypted for an earlier key can be opened for OPENS_FOR.
"""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Sequence

from django.db import connection
from django.db.models import Q, QuerySet

from payments.models import UmaKey, UmaKeyPurpose
from payments.models.uma.protocol import ENCRYPTED_PRIVATE_KEY
from payments.uma import messages
from payments.uma.identities import certificates
from platforms import audit
from platforms.base import identifiers

COPIES_LIVE = dt.timedelta(hours=1)
OPENS_FOR = dt.timedelta(days=2)
"""How long a replaced key still opens secrets encrypted for it; then its private half is erased."""
REPLACED_AFTER = dt.timedelta(days=365)
"""The age at which a task replaces a key."""
_BATCH = 100


@dataclasses.dataclass(frozen=True, slots=True)
class Published:
    """An identity's published keys."""

    signing_certificate: str
    encryption_certificate: str
    expires_at: dt.datetime
    """Until when copies may be kept."""


def ensure(*, platform_id: uuid.UUID | None, now: dt.datetime) -> None:
    """Give an identity its keys unless it has them. Of two concurrent callers, one wins."""
    present = set(_of(platform_id).filter(replaced_at=None).values_list("purpose", flat=True))
    missing = [purpose for purpose in UmaKeyPurpose if purpose.value not in present]
    if missing:
        UmaKey.objects.bulk_create(
            [_new(platform_id, purpose, now=now, active_from=now) for purpose in missing], ignore_conflicts=True
        )


def signer(*, platform_id: uuid.UUID | None, domain: str, now: dt.datetime) -> messages.Signer:
    """Return the signer of an identity under its domain: one query once it has keys, which the first call makes."""
    return messages.Signer(domain=domain, private_key=_open(_current(platform_id, now=now)[0]))


def opening_keys(*, platform_id: uuid.UUID | None) -> list[bytes]:
    """Return the private keys that open secrets encrypted for an identity, the newest first: one query."""
    rows = _of(platform_id).filter(purpose=UmaKeyPurpose.ENCRYPTION).exclude(sealed_private_key=b"")
    return [_open(key) for key in rows.order_by("-active_from")]


def published(*, platform_id: uuid.UUID | None, now: dt.datetime) -> Published:
    """Return the keys published now: one query once the identity has keys, which the first call makes."""
    pair = _current(platform_id, now=now)
    ends = [key.replaced_at for key in pair if key.replaced_at is not None]
    return Published(pair[0].certificate, pair[1].certificate, min([now + COPIES_LIVE, *ends]))


def rotate(*, platform_id: uuid.UUID | None, actor: audit.Actor, now: dt.datetime, reason: str = "") -> bool:
    """Make successors of an identity's keys, active when all copies of the present ones have expired.

    False, and no change, while successors are waiting already. Times are real.
    """
    assert connection.in_atomic_block
    ensure(platform_id=platform_id, now=now)
    newest = _of(platform_id).filter(replaced_at=None, active_from__lte=now)
    retiring = list(newest.select_for_update().order_by("id"))
    if not retiring:
        return False
    _succeed(
        platform_id, retiring, "uma_keys.rotate", actor=actor, now=now, active_from=now + COPIES_LIVE, reason=reason
    )
    return True


def replace_at_once(*, platform_id: uuid.UUID | None, actor: audit.Actor, now: dt.datetime) -> None:
    """Invalidate an identity's keys, and waiting successors, at once: they may be compromised.

    Until copies kept by others have expired, they reject our signatures unless they ask again.
    """
    assert connection.in_atomic_block
    ensure(platform_id=platform_id, now=now)
    living = _of(platform_id).filter(Q(replaced_at=None) | Q(replaced_at__gt=now))
    retiring = list(living.select_for_update().order_by("id"))
    _succeed(platform_id, retiring, "uma_keys.replace_at_once", actor=actor, now=now, active_from=now)


def due_for_rotation(*, now: dt.datetime) -> list[uuid.UUID | None]:
    """Return some identities with keys due for rotation."""
    old = UmaKey.objects.filter(replaced_at=None, active_from__lte=now - REPLACED_AFTER)
    return list(old.order_by("platform_id").values_list("platform_id", flat=True).distinct()[:_BATCH])


def erase_retired(*, now: dt.datetime) -> int:
    """Erase the private halves of keys that nobody can have used for OPENS_FOR; return how many there were."""
    retired = UmaKey.objects.filter(replaced_at__lt=now - OPENS_FOR).exclude(sealed_private_key=b"")
    return int(retired.update(sealed_private_key=b""))


def identities() -> list[uuid.UUID | None]:
    """Return every identity that has keys."""
    return list(UmaKey.objects.order_by("platform_id").values_list("platform_id", flat=True).distinct())


def subject_of(platform_id: uuid.UUID | None) -> str:
    """Return an identity's name in the audit log."""
    return identifiers.public("PlatformConfig", platform_id) if platform_id else "sandbox counterparty"


def _succeed(
    platform_id: uuid.UUID | None,
    retiring: Sequence[UmaKey],
    verb: str,
    *,
    actor: audit.Actor,
    now: dt.datetime,
    active_from: dt.datetime,
    reason: str = "",
) -> None:
    for key in retiring:
        key.active_from, key.replaced_at = min(key.active_from, active_from), active_from
        key.save(update_fields=["active_from", "replaced_at"])
    UmaKey.objects.bulk_create(
        [_new(platform_id, purpose, now=now, active_from=active_from) for purpose in UmaKeyPurpose]
    )
    audit.record(
        audit.Subject(platform_id, subject_of(platform_id)),
        verb,
        actor=actor,
        now=now,
        active_from=active_from,
        retired=[key.public_id for key in retiring],
        reason=reason,
    )


def _of(platform_id: uuid.UUID | None) -> QuerySet[UmaKey]:
    rows: QuerySet[UmaKey] = (
        UmaKey.objects.filter(platform_id=platform_id) if platform_id else UmaKey.objects.filter(platform=None)
    )
    return rows


def _current(platform_id: uuid.UUID | None, *, now: dt.datetime) -> tuple[UmaKey, UmaKey]:
    """Return the signing and the encryption key that are active."""
    rows = _of(platform_id).filter(Q(replaced_at=None) | Q(replaced_at__gt=now)).order_by("-active_from")
    found = list(rows)
    if {key.purpose for key in found} < set(UmaKeyPurpose.values):
        ensure(platform_id=platform_id, now=now)
        found = list(rows.all())
    return _pick(found, UmaKeyPurpose.SIGNING, now=now), _pick(found, UmaKeyPurpose.ENCRYPTION, now=now)


def _pick(keys: Sequence[UmaKey], purpose: UmaKeyPurpose, *, now: dt.datetime) -> UmaKey:
    candidates = [key for key in keys if key.purpose == purpose]
    # Another process may have made an identity's first key a moment after our `now`.
    return next((key for key in candidates if key.active_from <= now), candidates[-1])


def _new(
    platform_id: uuid.UUID | None, purpose: UmaKeyPurpose, *, now: dt.datetime, active_from: dt.datetime
) -> UmaKey:
    key = UmaKey(platform_id=platform_id, purpose=purpose, created_at=now, active_from=active_from)
    pair = certificates.generate(name=key.public_id, purpose=purpose.value, now=now)
    key.sealed_private_key = ENCRYPTED_PRIVATE_KEY.seal(pair.private_key, row=key.id)
    key.certificate = pair.certificate
    return key


def _open(key: UmaKey) -> bytes:
    return ENCRYPTED_PRIVATE_KEY.open(bytes(key.sealed_private_key), row=key.id)
