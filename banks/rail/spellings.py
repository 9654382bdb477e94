"""Names of beneficiaries in Latin letters, for files: typed by one person, in force once two have confirmed it.

Banks compare the name in a file with what their customer is called. A name whose letters have no one Latin spelling
waits for one, instead of being sent as something that nobody is called.
"""

import datetime as dt
import uuid

from banks.formats import characters
from banks.formats.records import Unwritable
from banks.models import BankPayment, BankPaymentState
from banks.rail import batches
from payments.models import ExternalAccount
from platforms import audit
from platforms.base import errors
from platforms.database.rows import by_key
from platforms.encryption import encryption

LONGEST = 70
WAITS = "its name has no one spelling in Latin letters, and banks compare names: enter it at "
"""How the reason of a payment that waits for a spelling begins; the public id of the account follows."""
_PURPOSE = "names of beneficiaries in files"


class AccountNotFound(errors.DomainError):
    """There is no such account, or it is deleted."""

    code = "NOT_FOUND"
    message = "There is no such external account, or it is deleted."


class NothingEntered(errors.DomainError):
    """No other spelling was entered than the one in force, or another one than was shown."""

    code = "INVALID_INPUT"
    message = "There is no such spelling to confirm: enter it first, or look again at the one that was entered."


def enter(
    *, account: uuid.UUID | None, latin_name: str, reason: str, actor: audit.Actor, now: dt.datetime
) -> ExternalAccount:
    """Enter the spelling of a beneficiary's name. Raises InvalidInput and AccountNotFound; in force it is not yet."""
    row = _lock(account)
    row.entered_latin_name = _checked(latin_name)
    row.save(update_fields=["entered_latin_name"])
    audit.record(row, "external_account.spell", actor=actor, now=now, reason=reason)
    return row


def confirm(
    *, account: uuid.UUID | None, digest: str, reason: str, actor: audit.Actor, now: dt.datetime
) -> ExternalAccount:
    """Put the entered spelling in force, as it was shown with `digest`; what waits for it is tried again.

    Raises AccountNotFound and NothingEntered.
    """
    row = _lock(account)
    if not row.entered_latin_name or digest_of(row) != digest:
        raise NothingEntered
    row.latin_name, row.entered_latin_name = row.entered_latin_name, ""
    row.save(update_fields=["latin_name", "entered_latin_name"])
    audit.record(row, "external_account.confirm_spelling", actor=actor, now=now, reason=reason, digest=digest)
    waiting = BankPayment.objects.filter(state=BankPaymentState.WAITING, reason=WAITS + row.public_id)
    batches.make_due(list(waiting.values_list("movement", flat=True)))
    return row


def digest_of(account: ExternalAccount) -> str:
    """Return a keyed digest of the entered spelling: proposals and the audit log hold no names."""
    return encryption.digest(f"{account.public_id} {account.entered_latin_name}", purpose=_PURPOSE).hex()


def _lock(key: uuid.UUID | None) -> ExternalAccount:
    rows = ExternalAccount.objects.select_for_update(no_key=True)
    row: ExternalAccount | None = by_key(rows.filter(deleted_at=None), key)
    if row is None:
        raise AccountNotFound
    return row


def _checked(text: str) -> str:
    typed = " ".join(text.split())
    try:
        written = characters.name(typed, "latin_name", limit=LONGEST)
    except Unwritable:
        written = ""
    if not any(letter.isalpha() for letter in typed) or typed != written:
        problem = f"must be the name in Latin letters without accents, {LONGEST} characters at most, as a bank has it"
        raise errors.InvalidInput.field("latin_name", problem)
    return typed
