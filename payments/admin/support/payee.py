"""The payee of a screening hit, for the reviewer who decides it: who is to be paid, beside the entry of the list."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest

from payments.models import ExternalAccount
from platforms.backoffice import actions, columns, links, panels
from platforms.backoffice.actions import Role
from platforms.base import identifiers
from platforms.database.rows import by_key

_REVIEWERS = (Role.REVIEWER, Role.LEAD_REVIEWER)


@panels.contributed_to("compliance.ScreeningHit")
def of_hit(request: HttpRequest, hit: Any) -> Sequence[panels.Panel | None]:
    """Return what is known of the payee that a hit is about, for reviewers alone; nothing for a hit of a customer."""
    key = identifiers.parse("ExternalAccount", hit.subject)
    if key is None or not actions.has_role(request.user, _REVIEWERS):
        return ()
    account: ExternalAccount | None = by_key(ExternalAccount.objects.select_related("platform"), key)
    if account is None:
        return ()
    rows = [(name, value) for name, value in _facts(account) if value]
    return (panels.Panel("Payee", ("fact", "what is known"), rows),)


def _facts(account: ExternalAccount) -> Sequence[tuple[str, str]]:
    facts: Mapping[str, Any] = account.account_info.get("beneficiary") or {}
    address: Mapping[str, Any] = facts.get("address") or {}
    verified: Mapping[str, Any] = account.beneficiary_verified_data or {}
    return (
        ("Name", str(facts.get("fullName") or facts.get("legalName") or "")),
        ("Name that the bank has told", str(verified.get("fullName") or "")),
        ("Type", columns.words(str(facts.get("beneficiaryType") or ""))),
        ("Born in", str(facts.get("birthDate") or "")[:4]),
        ("Nationality", str(facts.get("nationality") or "")),
        ("Country of residence", str(facts.get("countryOfResidence") or "")),
        ("Country of the address", str(address.get("country") or "")),
        ("Account", links.to_public_id(account.public_id)),
        ("Type of account", f"{account.account_type}, {account.currency}"),
        ("Status of the account", columns.words(account.status)),
        ("Platform", str(account.platform)),
    )
