"""`manage.py bootstrap_demo`: make the sandbox platform, API token and staff account for `make run`."""

import contextlib
import datetime as dt
import json
import os
import pathlib
import secrets
import tempfile
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.db.models import Q
from django.urls import reverse

from platforms import audit, queries
from platforms.base import clock
from platforms.http import authentication
from platforms.models import ApiToken, Environment, Permission, Platform
from platforms.operations import api_tokens, config, platforms, staff_powers

_NAME = "Demo platform"
_FORMER_DOMAIN = "demo.localhost"
"""Domain in databases of an earlier release: a name that nobody can be shown to own."""
_CURRENCIES = ("USD", "EUR", "GBP", "MXN", "BRL", "INR", "PHP", "NGN", "CAD", "BTC", "USDC")
_STAFF = "admin"


class Command(BaseCommand):
    """Make what is missing, keep what exists, and write the addresses to `sandbox.json` in VAR_DIR."""

    help = "Make a demo sandbox platform with an API token and a staff account, and write them to var/sandbox.json."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run as often as you like: data, token and password stay the same."""
        if settings.IS_PRODUCTION:
            message = "A demo has no place in production. Use create_platform and createsuperuser."
            raise CommandError(message)
        path = settings.VAR_DIR / "sandbox.json"
        known = _read(path)
        with transaction.atomic(durable=True):
            now, actor = clock.real_now(), audit.operator("bootstrap_demo")
            platform = _platform(actor=actor, now=now)
            token = _token(platform, known=known, actor=actor, now=now)
            staff = _staff(known=known, actor=actor, now=now)
            _write_private(path, {**_addresses(platform), **token, **staff})
        self.stdout.write(f"wrote {path}")


def _platform(*, actor: audit.Actor, now: clock.RealTime) -> Platform:
    domain = f"demo.{settings.SANDBOX_UMA_DOMAIN.lower()}"
    # Also by the domain that it was given first: whoever has its token may name another one.
    is_demo = Q(uma_domain__in=(domain, _FORMER_DOMAIN)) | Q(uma_domains__domain=domain)
    known = Platform.objects.filter(is_demo, environment=Environment.SANDBOX)
    found: Platform | None = known.order_by("created_at").first()
    if found is not None and found.uma_domain == _FORMER_DOMAIN:
        return config.update(platform_id=found.id, changes={"umaDomain": domain}, actor=actor, now=found.now())
    return found or platforms.create_platform(
        name=_NAME,
        environment=Environment.SANDBOX,
        uma_domain=domain,
        currencies=_CURRENCIES,
        actor=actor,
        now=now,
    )


def _token(platform: Platform, *, known: dict[str, str], actor: audit.Actor, now: dt.datetime) -> dict[str, str]:
    """Keep the token whose secret is in the file; make one when the file or the database is new."""
    found = queries.live_tokens(platform.id).filter(client_id=known.get("clientId", "")).first()
    if found and _fits(found, known.get("clientSecret", "")):
        return {key: known[key] for key in ("apiTokenId", "clientId", "clientSecret")}
    created = api_tokens.create(
        platform_id=platform.id,
        name="demo",
        permissions=Permission.values,
        granted_by=frozenset(Permission.values),
        actor=actor,
        now=now,
    )
    return {
        "apiTokenId": created.token.public_id,
        "clientId": created.token.client_id,
        "clientSecret": created.client_secret,
    }


def _fits(token: ApiToken, secret: str) -> bool:
    row = authentication.row_of(token_id=token.id, platform_id=token.platform_id)
    return bytes(token.secret_hash) in authentication.hashes_of(secret, row=row)


def _staff(*, known: dict[str, str], actor: audit.Actor, now: dt.datetime) -> dict[str, str]:
    """Keep the account and its password; without the file nobody knows the password, so it gets a new one."""
    accounts = get_user_model().objects
    found = accounts.filter(username=_STAFF).first()
    password = known.get("adminPassword", "")
    if found is None:
        staff_powers.record_superuser(_STAFF, actor=actor, now=now)
    if found is None or not password:
        password = password or secrets.token_urlsafe(15)
        staff = found or accounts.create_superuser(username=_STAFF, email="")
        # One round is enough for a random password. The first sign-in stores it with the usual number.
        hasher = PBKDF2PasswordHasher()
        staff.password = hasher.encode(password, hasher.salt(), iterations=1)
        staff.save(update_fields=["password"])
    return {"adminUser": _STAFF, "adminPassword": password}


def _addresses(platform: Platform) -> dict[str, str]:
    base = settings.PUBLIC_BASE_URL.rstrip("/")
    return {
        "baseUrl": f"{base}/{settings.API_VERSION}",
        # Written out: looking these two up would import every page of the service.
        "docsUrl": f"{base}/docs/",
        "adminUrl": base + settings.BACKOFFICE_PATH,
        "webhookPublicKeyUrl": base
        + reverse("webhook-public-keys", "webhooks.urls", kwargs={"platform_id": platform.id}),
    }


def _read(path: pathlib.Path) -> dict[str, str]:
    """Return what an earlier run wrote; a missing or damaged file counts as none."""
    with contextlib.suppress(OSError, ValueError):
        found = json.loads(path.read_text())
        if isinstance(found, dict):
            return {key: value for key, value in found.items() if isinstance(value, str)}
    return {}


def _write_private(path: pathlib.Path, content: dict[str, str]) -> None:
    """Replace the file in one step; only its owner can read it, from the first byte on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".sandbox.")
    with os.fdopen(descriptor, "w") as file:
        file.write(json.dumps(content, indent=2) + "\n")
    pathlib.Path(name).replace(path)
