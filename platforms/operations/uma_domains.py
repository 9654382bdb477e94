"""Domains that platforms name as theirs, without effect on other platforms, and the checks that verify them.

The code that looks for the proof stands above this app: it claims due domains (`claim_due`) and stores results
(`record`).
"""

import dataclasses
import datetime as dt
import secrets
import uuid
from collections.abc import Collection, Iterator
from urllib.parse import urlsplit

from django.conf import settings
from django.db import IntegrityError, connection

from platforms import audit, signals
from platforms.base import backoff, clock, errors, jobs
from platforms.models import COUNTS, DomainState, Environment, Platform, UmaDomain

VERIFY_TASK = "payments.verify_uma_domains"
CHECKED_EVERY = dt.timedelta(days=1)
FAILING_CHECKED_EVERY = dt.timedelta(hours=1)
GRACE = dt.timedelta(days=7)
"""How long a domain stays in use after a check that found no proof."""
MOST_NAMED = 50
"""Domains that one platform may ever name: rows stay, and each one in use is checked."""
LEASE = dt.timedelta(minutes=2)
_FIRST_PAUSE = dt.timedelta(seconds=30)
"""Pause between two checks of an unverified domain; doubled each time, CHECKED_EVERY at most."""
_LONGEST_LABEL = 63 - len("-01234567")
_HELD = "another platform of this service shows that the domain is its own"


@dataclasses.dataclass(frozen=True, slots=True)
class Due:
    """A domain due for a check."""

    domain_id: uuid.UUID
    domain: str
    proof: str


def taken() -> errors.InvalidInput:
    """Return the refusal of a domain that another platform has proved to own."""
    return errors.InvalidInput.field(
        "umaDomain", "must be a domain of your own: another platform has shown that this one is its own"
    )


def require_allowed(domain: str, *, environment: str) -> None:
    """Raise InvalidInput for a well-formed domain that no platform, or none of an environment, may name."""
    host = urlsplit(settings.PUBLIC_BASE_URL).hostname or ""
    if is_sandbox_name(domain):
        # They may be below the service's host.
        if environment != Environment.SANDBOX:
            raise errors.InvalidInput.field("umaDomain", "must be a domain of your own: this is a name of the sandbox")
    elif domain == host or domain.endswith(f".{host}"):
        raise errors.InvalidInput.field("umaDomain", "must be a domain of your own: this is a name of this service")


def is_sandbox_name(domain: str) -> bool:
    """Tell whether a domain (lower case) is one of the service's own for the sandbox: its counterparty's, or below."""
    suffix = settings.SANDBOX_UMA_DOMAIN.lower()
    return domain == suffix or bool(domain.endswith(f".{suffix}"))


def is_elsewhere(domain: str, *, environment: str, owners: Collection[str]) -> bool:
    """Tell whether a domain belongs to the other environment: play money never meets real money.

    `owners`: the environments of the platforms that own it. Production ignores domains of sandbox platforms: such a
    domain may be that of a real institution trying the sandbox.
    """
    if environment == Environment.PRODUCTION:
        return is_sandbox_name(domain)
    return set(owners) == {Environment.PRODUCTION.value}


def name(*, platform: Platform, domain: str, now: clock.RealTime) -> UmaDomain:
    """Store a domain that a platform names as its own; a sandbox domain is verified, any other checked at once.

    Domains named before stay: verified ones remain in use. Raises InvalidInput for a domain that another platform of
    the environment has proved to own, or when the platform has named too many.
    """
    assert connection.in_atomic_block
    others = UmaDomain.objects.filter(COUNTS, domain=domain, environment=platform.environment)
    # If the owner no longer proves it, the next platform to name it may.
    others = others.exclude(platform=platform).exclude(state=DomainState.FAILING)
    if others.exists():
        raise taken()
    row = UmaDomain.objects.filter(platform=platform, domain=domain).first() or _new(platform, domain, now=now)
    if is_sandbox_name(domain):
        _verify_at_once(row, now=now)
    else:
        # Not more often than a failed check is repeated: a platform must not make us ask an outside server all the
        # time.
        earliest = row.checked_at + _FIRST_PAUSE if row.checked_at else now
        row.next_check_at, row.failures = max(now, earliest), 0
        row.save(update_fields=["next_check_at", "failures"])
        jobs.notify(VERIFY_TASK)
    return row


def claim_due(*, limit: int, now: clock.RealTime) -> list[Due]:
    """Claim domains due for a check; no other worker gets them before LEASE is over."""
    assert connection.in_atomic_block
    due = UmaDomain.objects.filter(next_check_at__lte=now).order_by("next_check_at")
    rows = list(due.select_for_update(skip_locked=True)[:limit])
    UmaDomain.objects.filter(id__in=[row.id for row in rows]).update(next_check_at=now + LEASE)
    return [Due(row.id, row.domain, row.proof) for row in rows]


def record(*, domain_id: uuid.UUID, problem: str, now: clock.RealTime) -> UmaDomain:
    """Store the result of a check: proved where `problem` is empty. Return the domain's new state.

    If several platforms prove the same domain, the first one keeps it until a check of it fails.
    """
    assert connection.in_atomic_block
    wanted = UmaDomain.objects.get(id=domain_id)
    # All rows of the name, locked in one order: a worker checking another of them waits.
    same_name = UmaDomain.objects.filter(domain=wanted.domain, environment=wanted.environment)
    locked = same_name.select_related("platform").select_for_update(of=("self",)).order_by("id")
    rows = {row.id: row for row in locked}
    row: UmaDomain = rows[domain_id]
    owner = next((other for other in rows.values() if other.counts and other.id != domain_id), None)
    if not problem and owner is not None:
        problem = _take_over(owner, now=now)
    row.checked_at, row.problem = now, problem[:200]
    if problem:
        _failed(row, now=now)
    else:
        _succeeded(row, now=now)
    return row


def _new(platform: Platform, domain: str, *, now: clock.RealTime) -> UmaDomain:
    if UmaDomain.objects.filter(platform=platform).count() >= MOST_NAMED:
        raise errors.InvalidInput.field(
            "umaDomain", f"must stay as it is: it can be changed to {MOST_NAMED} domains in all"
        )
    row = UmaDomain(
        platform=platform,
        environment=platform.environment,
        domain=domain,
        proof=secrets.token_urlsafe(24),
        created_at=now,
    )
    for subdomain in _subdomains(row):
        taken_by = UmaDomain.objects.filter(subdomain=subdomain)
        named_so = Platform.objects.filter(proxy_uma_subdomain=subdomain).exclude(id=platform.id)
        if taken_by.exists() or named_so.exists():
            continue
        row.subdomain = subdomain
        UmaDomain.objects.bulk_create([row], ignore_conflicts=True)
        # Another platform may have taken the name at this moment.
        if UmaDomain.objects.filter(id=row.id).exists():
            return row
    raise taken()


def _subdomains(row: UmaDomain) -> Iterator[str]:
    """Return names below the service's host, the best first: the first label, then with a part of the key appended."""
    label = row.domain.split(".", 1)[0]
    yield label
    yield f"{label[:_LONGEST_LABEL]}-{str(row.platform_id)[-8:]}"
    yield f"{label[:_LONGEST_LABEL]}-{str(row.id)[-8:]}"


def _verify_at_once(row: UmaDomain, *, now: clock.RealTime) -> None:
    if not row.counts:
        _set_state(row, DomainState.VERIFIED, now=now)
    row.verified_at, row.next_check_at = now, None
    try:
        row.save()
    except IntegrityError:
        # Another platform took it at this moment. The database transaction is aborted, rightly: the refusal ends it.
        raise taken() from None


def _take_over(owner: UmaDomain, *, now: clock.RealTime) -> str:
    """End another platform's unproved ownership; return the refusal where it is proved."""
    if owner.state != DomainState.FAILING:
        return _HELD
    _set_state(owner, DomainState.UNVERIFIED, now=now)
    owner.save()
    return ""


def _succeeded(row: UmaDomain, *, now: clock.RealTime) -> None:
    if row.state != DomainState.VERIFIED:
        _set_state(row, DomainState.VERIFIED, now=now)
    row.verified_at, row.failing_since, row.failures = now, None, 0
    row.next_check_at = now + CHECKED_EVERY
    row.save()


def _failed(row: UmaDomain, *, now: clock.RealTime) -> None:
    row.failures += 1
    if row.state == DomainState.VERIFIED:
        row.failing_since = now
        _set_state(row, DomainState.FAILING, now=now)
    elif row.state == DomainState.FAILING and row.failing_since is not None and row.failing_since <= now - GRACE:
        _set_state(row, DomainState.UNVERIFIED, now=now)
    row.next_check_at = _next_check(row, now=now)
    row.save()


def _next_check(row: UmaDomain, *, now: clock.RealTime) -> dt.datetime | None:
    if row.counts:
        return now + FAILING_CHECKED_EVERY
    if row.platform.uma_domain != row.domain:
        return None
    # Sooner at first, so that a platform that has just set it up need not wait.
    return now + backoff.pause(row.failures, first=_FIRST_PAUSE, longest=CHECKED_EVERY)


def _set_state(row: UmaDomain, state: DomainState, *, now: clock.RealTime) -> None:
    counted, row.state = row.counts, state
    if counted != row.counts:
        signals.uma_domain_changed.send(sender=UmaDomain, domain=row.domain, environment=row.environment)
    moment = clock.of(row.platform, now)
    verb = f"uma_domain.{_VERBS[state]}"
    audit.record(row, verb, actor=audit.SYSTEM, now=moment, domain=row.domain, problem=row.problem)


_VERBS = {DomainState.VERIFIED: "verify", DomainState.FAILING: "doubt", DomainState.UNVERIFIED: "end"}
