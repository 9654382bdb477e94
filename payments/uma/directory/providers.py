"""The directory of UMA providers: staff add and change entries, each time with a reason. Nothing is deleted."""

import dataclasses
import datetime as dt
import re
import uuid
from collections.abc import Iterator
from urllib.parse import urlsplit

from django.db import IntegrityError
from stdnum import lei

from payments.models import UmaProvider
from payments.providers.sandbox import uma_directory
from platforms import audit
from platforms.base import countries, errors, identifiers, money
from platforms.database.rows import by_key
from platforms.models import Environment

_DOMAIN = re.compile(r"(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}")
_SHORTEST_REASON = 5


class UmaProviderNotFound(errors.NotFound):
    """The directory has no such entry."""

    message = "There is no such UMA provider."


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Fields of a provider as entered by staff."""

    name: str
    domain: str
    lei: str | None
    logo_url: str | None
    regions: tuple[str, ...]
    currencies: tuple[str, ...]
    is_blocked: bool


def add(*, environment: str, entry: Entry, reason: str, actor: audit.Actor, now: dt.datetime) -> UmaProvider:
    """Add a provider to the directory of an environment. Raises InvalidInput with every problem."""
    entry = _checked(entry, reason)
    if environment not in Environment.values:
        raise errors.InvalidInput.field("environment", f"must be one of {', '.join(Environment.values)}")
    provider = UmaProvider(
        id=identifiers.new_key(), environment=environment, created_at=now, updated_at=now, **dataclasses.asdict(entry)
    )
    _save(provider, is_new=True)
    _record(
        provider, "uma_provider.add", reason=reason, actor=actor, now=now, changed=sorted(dataclasses.asdict(entry))
    )
    return provider


def change(
    *, provider_id: uuid.UUID | None, entry: Entry, reason: str, actor: audit.Actor, now: dt.datetime
) -> UmaProvider:
    """Change an entry. Raises UmaProviderNotFound, and InvalidInput with every problem."""
    rows = UmaProvider.objects.select_for_update()
    provider = by_key(rows, provider_id)
    if provider is None:
        raise UmaProviderNotFound
    wanted = dataclasses.asdict(_checked(entry, reason))
    changed = sorted(name for name, value in wanted.items() if _stored(provider, name) != value)
    for name in changed:
        setattr(provider, name, wanted[name])
    provider.updated_at = now
    _save(provider, is_new=False)
    _record(provider, "uma_provider.change", reason=reason, actor=actor, now=now, changed=changed)
    return provider


def seed(*, now: dt.datetime) -> None:
    """Add the sandbox's counterparty to the directory unless it is there; changes by staff stay."""
    known = dataclasses.asdict(uma_directory.counterparty())
    UmaProvider.objects.bulk_create(
        [UmaProvider(id=identifiers.new_key(), created_at=now, updated_at=now, **known)], ignore_conflicts=True
    )


def _checked(entry: Entry, reason: str) -> Entry:
    """Return the entry in its stored form."""
    clean = dataclasses.replace(
        entry,
        name=" ".join(entry.name.split()),
        domain=entry.domain.strip().lower(),
        lei=(entry.lei or "").strip().upper() or None,
        logo_url=(entry.logo_url or "").strip() or None,
        regions=tuple(sorted({region.strip().upper() for region in entry.regions})),
        currencies=tuple(dict.fromkeys(code.strip().upper() for code in entry.currencies)),
    )
    problems = [*_problems(clean)]
    if len(reason.strip()) < _SHORTEST_REASON:
        problems.append(("reason", f"must say why, in at least {_SHORTEST_REASON} characters"))
    if problems:
        raise errors.InvalidInput(problems)
    return clean


def _problems(entry: Entry) -> Iterator[tuple[str, str]]:
    if not 1 <= len(entry.name) <= 255:
        yield "name", "must be 1 to 255 characters"
    if not _DOMAIN.fullmatch(entry.domain):
        yield "domain", "must be a domain name such as pay.example.com"
    if entry.lei is not None and not lei.is_valid(entry.lei):
        yield "lei", "must be a Legal Entity Identifier: 20 letters and digits whose check digits fit"
    if entry.logo_url is not None and not _is_https(entry.logo_url):
        yield "logo_url", "must be an https address"
    unknown = [region for region in entry.regions if region not in countries.CODES]
    if unknown or not entry.regions:
        yield "regions", f"must be country codes of ISO 3166-1 alpha-2{_not(unknown)}"
    unsupported = [code for code in entry.currencies if code not in money.SUPPORTED_CURRENCIES]
    if unsupported or not entry.currencies:
        yield "currencies", f"must be currencies that the service supports{_not(unsupported)}"


def _not(codes: list[str]) -> str:
    return f", not {', '.join(codes)}" if codes else ""


def _is_https(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme == "https" and bool(parts.hostname) and len(address) <= 2048 and address.isprintable()


def _stored(provider: UmaProvider, name: str) -> object:
    value = getattr(provider, name)
    return tuple(value) if isinstance(value, list) else value


def _save(provider: UmaProvider, *, is_new: bool) -> None:
    try:
        provider.save(force_insert=is_new)
    except IntegrityError as error:
        # The unique index decides, so that one of two concurrent entries is refused.
        if "uma_provider_unique" in str(error):
            raise errors.InvalidInput.field("domain", "is in the directory already") from None
        raise


def _record(
    provider: UmaProvider, verb: str, *, reason: str, actor: audit.Actor, now: dt.datetime, changed: list[str]
) -> None:
    audit.record(
        audit.Subject(None, provider.public_id),
        verb,
        actor=actor,
        now=now,
        domain=provider.domain,
        environment=provider.environment,
        changed=changed,
        isBlocked=provider.is_blocked,
        reason=reason.strip(),
    )
