"""Pages of API tokens and idempotency keys. Neither shows a secret: hashes and stored replies are withheld."""

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join

from platforms import audit, queries
from platforms.backoffice import columns, masking, panels
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.database.rows import by_key
from platforms.models import ApiToken, IdempotencyKey, Recurrence, TokenSpending
from platforms.operations import api_tokens


def _revoke(*, token_id: uuid.UUID | None, actor: audit.Actor, now: dt.datetime, reason: str) -> ApiToken:
    token: ApiToken | None = by_key(ApiToken.objects.select_related("platform"), token_id)
    if token is None:
        raise api_tokens.TokenNotFound
    api_tokens.revoke(
        platform_id=token.platform_id, token_id=token.id, actor=actor, now=token.platform.now(), reason=reason
    )
    return token


Action(
    "token.revoke",
    roles=[Role.OPERATIONS, Role.ADMINISTRATOR],
    on=ApiToken,
    button="Revoke",
    icon="key_off",
    offered=lambda token, _: token.revoked_at is None,
    title="Revoke this token",
    text="From this moment every request with it is refused. This can't be undone: the platform creates another token.",
    key="token_id",
    perform=_revoke,
    message="The token is revoked.",
)


def _limits(token: ApiToken) -> str:
    """Return what limits the payments of a token, amounts aside: those are in a table of their own."""
    if token.spending is None:
        return "none: whatever the payer has"
    moments = {
        name: columns.moment_text(dt.datetime.fromisoformat(token.spending[name]))
        for name in ("validFrom", "validUntil")
        if name in token.spending
    }
    payees = [masking.masked(payee) if "@" in payee else payee for payee in token.spending.get("allowedPayees", ())]
    lines = [
        ("Pays from", moments.get("validFrom", "")),
        ("Pays until", moments.get("validUntil", "")),
        ("Pays only", ", ".join(payees)),
        ("Pays only in", ", ".join(terms["currency"] for terms in token.spending.get("currencies", ()))),
    ]
    return format_html_join("", "<div>{}: {}</div>", [line for line in lines if line[1]])


def _budgets(token: ApiToken) -> panels.Panel | None:
    """Return the table of what a token may spend in each currency, and has spent in the present window."""
    currencies = (token.spending or {}).get("currencies")
    if not currencies:
        return None
    sums = queries.spent_in_windows(token.platform.now()).filter(token=token)
    spent = {(row.currency, row.recurrence): row.spent for row in sums}
    return panels.Panel(
        "What it may spend",
        ("currency", "one payment", "budget", "spent", "left", "begins anew", "waits above"),
        [_budget(terms, spent, token.platform.now()) for terms in currencies],
        numeric=frozenset({2, 3, 4, 6}),
        note="Spent are payments that were begun, those that failed included.",
    )


def _budget(terms: Mapping[str, Any], spent: Mapping[tuple[str, str], int], now: dt.datetime) -> Sequence[str]:
    currency, budget = terms["currency"], terms.get("budget")
    one_payment = _range(terms.get("amountRange", {}), currency)
    above = terms.get("approvalAbove")
    waits = columns.EMPTY if above is None else columns.money_text(above, currency)
    if budget is None:
        return currency, one_payment, "no bound", columns.EMPTY, columns.EMPTY, columns.EMPTY, waits
    taken = spent.get((currency, budget["recurrence"]), 0)
    amounts = (budget["max"], taken, max(0, budget["max"] - taken))
    renews_at = Recurrence(budget["recurrence"]).window(now)[1]
    shown = [columns.money_text(amount, currency) for amount in amounts]
    return currency, one_payment, *shown, columns.moment_text(renews_at) or "never", waits


def _range(bounds: Mapping[str, int], currency: str) -> str:
    parts = [
        format_html("{} {}", word, columns.money_text(bounds[name], currency))
        for name, word in (("min", "from"), ("max", "up to"))
        if name in bounds
    ]
    return format_html_join(" ", "{}", [(part,) for part in parts]) if parts else "any amount"


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    """Tokens: their permissions, the addresses that they may be used from, and what they may spend."""

    exact = ("client_id",)
    through = {"PlatformConfig": "platform_id"}
    search_help_text = "Token:…, client id or PlatformConfig:…"
    list_display = ("name", "platform", "permissions", "client_id", "last_used_at", "expires_at", "revoked_at")
    list_filter = ("platform",)
    loads = ("platform",)
    groups = (
        ("Token", ("public_id", "name", "platform", "permissions", "allowed_ips", "spending")),
        ("Credentials", ("client_id", "secret_hash", "key_fingerprint")),
    )
    has_personal_data = True
    shown = (columns.column("spending", _limits, title="limits of payments", is_wide=True),)

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show what the token may spend, and has spent."""
        return (_budgets(row),)


@admin.register(TokenSpending)
class TokenSpendingAdmin(ReadOnlyAdmin):
    """What tokens with a budget have spent, a row for each window."""

    through = {"Token": "token_id"}
    search_help_text = "Token:…"
    list_display = ("began_at", "token", "currency", "recurrence", "spent")
    loads = ("token",)
    titles = {"began_at": "window began", "recurrence": "begins anew"}
    shown = (
        columns.money("spent", currency="currency"),
        columns.named("recurrence", {"DAY": "with each day", "MONTH": "with each month", "NONE": "never"}),
    )


@admin.register(IdempotencyKey)
class IdempotencyKeyAdmin(ReadOnlyAdmin):
    """Idempotency keys in use. Stored replies are not shown: they can hold a client secret or personal data."""

    exact = ("key",)
    through = {"PlatformConfig": "platform_id"}
    search_help_text = "the key as the platform sent it"
    list_display = ("key", "platform", "method", "path", "status", "moved_money", "created_at")
    list_filter = ("platform", "moved_money")
    loads = ("platform",)
