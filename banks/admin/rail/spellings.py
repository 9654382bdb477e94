"""Names of beneficiaries in Latin letters, and the rows of other pages that files to banks explain."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest

from banks.rail import spellings
from payments.models import ExternalAccount, SuspenseItem
from platforms.backoffice import fields, panels
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.effects import Effect


@panels.contributed_to("payments.ExternalAccount")
def corrections_of(request: HttpRequest, account: ExternalAccount) -> Sequence[panels.Panel | None]:
    """Return what banks have corrected of an account. Costs one query."""
    shown = ("public_id", "received_at", "code", "content", "in_force_at", "refused_at")
    return (
        panels.rows_of(request, "banks.BankAnswer", *shown, title="Corrected by banks", external_account=account.pk),
    )


@panels.contributed_to("payments.SuspenseItem")
def payment_by_file_of(request: HttpRequest, item: SuspenseItem) -> Sequence[panels.Panel | None]:
    """Return the payment by file of money on its way out of suspense; nothing for money on another rail."""
    shown = ("public_id", "state", "reason", "connection_name", "batch")
    if item.movement is None:
        return ()
    return (panels.rows_of(request, "banks.BankPayment", *shown, title="By file", movement=item.movement),)


def _shown(row: ExternalAccount | None, _: dict[str, Any]) -> dict[str, Any]:
    """Return the digest of the spelling shown: exactly this one is confirmed."""
    if row is None:
        raise spellings.AccountNotFound
    return {"digest": spellings.digest_of(row)}


def _effect(*, account: uuid.UUID | None, digest: str) -> Effect:
    """Return the effect of a spelling of a name; raises as `spellings.confirm` does."""
    rows = ExternalAccount.objects.filter(id__in=[account] if account else [], deleted_at=None)
    external_account: ExternalAccount | None = rows.first()
    if external_account is None:
        raise spellings.AccountNotFound
    if not external_account.entered_latin_name or spellings.digest_of(external_account) != digest:
        raise spellings.NothingEntered
    info = external_account.account_info.get("beneficiary") or {}
    public_id = external_account.public_id
    return Effect(
        does=f"Files to banks name the beneficiary of {public_id} by the spelling in Latin letters below.",
        booked="Nothing. Payments that wait for it go into the next batches.",
        more={"Digest of the spelling": digest},
        notes={
            "Name": info.get("legalName") or info.get("fullName") or "none",
            "In Latin letters": external_account.entered_latin_name,
            "Until then": external_account.latin_name or "none",
        },
    )


Action(
    "external_account.spell",
    roles=[Role.OPERATIONS],
    on=ExternalAccount,
    button="Enter the Latin name",
    icon="translate",
    offered=lambda account, _: account.deleted_at is None,
    title="Enter the name in Latin letters",
    text="For files of banks, which compare it with the name of the account: as in the passport or the register. Then "
    "propose it: it counts once a second person has confirmed it.",
    fields=lambda _: {"latin_name": fields.text("Name in Latin letters", "Without accents, 70 characters at most.")},
    key="account",
    perform=spellings.enter,
    message="Entered. Propose it with Confirm the Latin name.",
)
Action(
    "external_account.confirm_spelling",
    roles=[Role.OPERATIONS],
    takes_two=True,
    on=ExternalAccount,
    button="Confirm the Latin name",
    icon="spellcheck",
    offered=lambda account, _: bool(account.entered_latin_name) and account.deleted_at is None,
    title="Confirm the name in Latin letters",
    text="A second person approves it. Payments by file to this beneficiary then go out under this name.",
    key="account",
    arguments=_shown,
    effect=_effect,
    perform=spellings.confirm,
    proposed_as="Confirm a name in Latin letters",
    message="Payments that waited for it are tried again.",
)
