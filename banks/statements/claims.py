"""Claims: money that others owe us, because a bank took it from our account; opened, and settled in parts.

Money of an account that its holder has spent is lent to the holder: the bank has it, and the claim says who owes it.
Every operation runs in the caller's database transaction.
"""

import datetime as dt
import uuid
from collections.abc import Sequence
from typing import Any

from banks.models import BankException, BankStatementLine, Claim, ClaimReason, ClaimSettlement, ClaimWay, Debtor
from banks.statements import movements, references
from payments.accounts import internal_accounts
from payments.ledger import corrections, journal
from payments.ledger.entries import Amount
from payments.models import InternalAccount
from platforms import audit
from platforms.base import clock, errors, identifiers
from platforms.base.money import major_units
from platforms.database.rows import by_key
from platforms.models import Platform
from webhooks.outbox import events


class ClaimNotFound(errors.NotFound):
    """There is no such claim."""

    message = "There is no such claim."


class NothingOwed(errors.DomainError):
    """The claim is settled, or less of it is open."""

    code = "INVALID_INPUT"

    def __init__(self, claim: Claim) -> None:
        """Take the claim."""
        left = major_units(claim.open_amount, claim.currency)
        super().__init__(f"Of this claim {left} is still owed, and no more can be settled. Look at it again.")


def open_claim(
    *,
    line: BankStatementLine,
    platform: Platform,
    amount: int,
    reason: ClaimReason,
    debtor: Debtor,
    lent_to: InternalAccount | None = None,
    transaction_id: uuid.UUID | None = None,
    actor: audit.Actor,
    now: dt.datetime,
) -> Claim:
    """Book what the bank took by a line as owed to us; `lent_to` the holder who has to have it, to be taken next.

    Raises AccountHeld, and BalanceOutOfRange.
    """
    movement = movements.CLAIM_LENT if lent_to else movements.CLAIM_OPENED
    posted = movement.post(
        Amount(amount, line.currency),
        platform_id=platform.pk,
        transaction_id=None,
        party=lent_to.ledger_account_id if lent_to else None,
        now=now,
    )
    corrections.note(posted.entry_id, happened_on=line.booked_on, now=now)
    if lent_to is not None:
        _tell(lent_to, posted, now=now)
    claim: Claim = Claim.objects.create(
        platform=platform,
        line=line,
        reason=reason,
        debtor=debtor,
        transaction_id=transaction_id,
        internal_account=lent_to,
        amount=amount,
        currency=line.currency,
        open_amount=amount,
        entry_id=posted.entry_id,
        opened_at=now,
    )
    _audit(claim, "claim.open", actor=actor, now=now, line=line.public_id, about=reason, debtor=debtor)
    return claim


def named(one: BankException, text: str) -> Claim | None:
    """Return the claim that a line of money in pays, locked; None for a text that names none.

    Raises ClaimNotFound and NothingOwed; InvalidInput for money out.
    """
    key = identifiers.parse("Claim", text.strip())
    if key is None:
        return None
    claim = _lock(key)
    served = references.platforms(one.connection).filter(pk=claim.platform_id)
    if claim.currency != one.line.currency or not served.exists():
        raise ClaimNotFound
    if not one.line.is_credit:
        raise errors.InvalidInput.field(
            "end_to_end_id", "must be left out: a claim is paid by money that arrives, and this line took some"
        )
    if one.line.amount > claim.open_amount:
        raise NothingOwed(claim)
    return claim


def ids_of_lines(ids: Sequence[str]) -> set[str]:
    """Return those of these end-to-end ids by whose lines the bank took money that is still owed to us."""
    if not ids:
        return set()
    owed = Claim.objects.filter(settled_at=None, reason=ClaimReason.NOT_ORDERED, line__end_to_end_id__in=ids)
    return set(owed.values_list("line__end_to_end_id", flat=True))


def pay(claim: Claim, *, line: BankStatementLine, reason: str, actor: audit.Actor, now: dt.datetime) -> ClaimSettlement:
    """Settle a locked claim, or a part of it, with the money of a line."""
    return _settle(claim, ClaimWay.PAID, line.amount, line=line, reason=reason, actor=actor, now=now)


def foresee(claim: uuid.UUID | None, *, amount: int | None, account: str = "") -> tuple[Claim, int, InternalAccount]:
    """Return a claim, the part of it to be taken from an account, and the account; by default the holder's.

    Without an amount as much as is owed and the account has. Raises ClaimNotFound, NothingOwed, InsufficientBalance and
    InvalidInput.
    """
    found = _lock(claim)
    holder = _account(found, account)
    balance = holder.ledger_account.balance or 0
    part = _part(found, amount if amount is not None else min(found.open_amount, balance) or None)
    if part > balance:
        raise journal.InsufficientBalance
    return found, part, holder


def take(
    *,
    claim: uuid.UUID | None,
    account: str = "",
    amount: int | None = None,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> Claim:
    """Take what is owed, or a part of it, from an internal account of the platform. Raises as `foresee` does."""
    found, part, holder = foresee(claim, amount=amount, account=account)
    moment = clock.of(found.platform, now)
    _settle(found, ClaimWay.TAKEN, part, account=holder, reason=reason, actor=actor, now=moment)
    return found


def foresee_write_off(claim: uuid.UUID | None, *, amount: int | None) -> tuple[Claim, int]:
    """Return a claim, and the part of it to be written off. Raises ClaimNotFound and NothingOwed."""
    found = _lock(claim)
    return found, _part(found, amount)


def write_off(
    *, claim: uuid.UUID | None, amount: int | None = None, reason: str, actor: audit.Actor, now: clock.RealTime
) -> Claim:
    """Book what nobody will pay, or a part of it, as a loss. Raises as `foresee_write_off` does."""
    found, part = foresee_write_off(claim, amount=amount)
    moment = clock.of(found.platform, now)
    _settle(found, ClaimWay.WRITTEN_OFF, part, reason=reason, actor=actor, now=moment)
    return found


def is_undoable(public_id: str) -> bool:
    """Tell whether nothing of a claim is settled, and nobody was lent its money: its line can wait again."""
    key = identifiers.parse("Claim", public_id)
    untouched = Claim.objects.filter(settlements=None, internal_account=None, transaction=None)
    return key is not None and untouched.filter(id=key).exists()


def undo(public_id: str, *, reason: str, actor: audit.Actor, now: dt.datetime) -> None:
    """Undo a claim of which nothing is settled: its entry is reversed. Raises NothingOwed."""
    claim = _lock(identifiers.parse("Claim", public_id))
    if claim.open_amount != claim.amount:
        raise NothingOwed(claim)
    _settle(claim, ClaimWay.UNDONE, claim.amount, reason=reason, actor=actor, now=now)


def _settle(
    claim: Claim,
    way: ClaimWay,
    amount: int,
    *,
    line: BankStatementLine | None = None,
    account: InternalAccount | None = None,
    reason: str,
    actor: audit.Actor,
    now: dt.datetime,
) -> ClaimSettlement:
    posted = _post(claim, way, amount, account, now)
    if account is not None:
        _tell(account, posted, now=now)
    settled: ClaimSettlement = ClaimSettlement.objects.create(
        claim=claim,
        number=ClaimSettlement.objects.filter(claim=claim).count() + 1,
        way=way,
        amount=amount,
        internal_account=account,
        line=line,
        entry_id=posted.entry_id,
        decided_by=actor.id,
        reason=reason,
        at=now,
    )
    claim.open_amount -= amount
    claim.settled_at = None if claim.open_amount else now
    claim.save(update_fields=["open_amount", "settled_at"])
    _audit(claim, "claim.settle", actor=actor, now=now, way=way, settled=amount, reason=reason)
    return settled


def _post(
    claim: Claim, way: ClaimWay, amount: int, account: InternalAccount | None, now: dt.datetime
) -> journal.PostResult:
    if way == ClaimWay.UNDONE:
        return journal.reverse(entry_id=claim.entry_id, purpose=movements.CLAIM_UNDONE.purpose, now=now)
    movement = {
        ClaimWay.PAID: movements.CLAIM_PAID,
        ClaimWay.TAKEN: movements.CLAIM_TAKEN,
        ClaimWay.WRITTEN_OFF: movements.CLAIM_WRITTEN_OFF,
    }[way]
    return movement.post(
        Amount(amount, claim.currency),
        platform_id=claim.platform_id,
        transaction_id=None,
        party=account.ledger_account_id if account else None,
        now=now,
    )


def _part(claim: Claim, amount: int | None) -> int:
    part = claim.open_amount if amount is None else amount
    if not 0 < part <= claim.open_amount:
        raise NothingOwed(claim)
    return part


def _account(claim: Claim, name: str) -> InternalAccount:
    """Return the account named by staff, else that of the holder who owes it, else the platform's own."""
    rows = InternalAccount.objects.select_related("ledger_account").filter(
        platform_id=claim.platform_id, currency=claim.currency
    )
    if name.strip():
        rows = rows.filter(id=identifiers.parse("InternalAccount", name.strip()))
    elif claim.internal_account_id is not None:
        rows = rows.filter(id=claim.internal_account_id)
    else:
        rows = rows.filter(customer=None)
    found: InternalAccount | None = rows.first()
    if found is None:
        raise errors.InvalidInput.field("account", f"must be an internal account of the platform in {claim.currency}")
    return found


def _lock(key: uuid.UUID | None) -> Claim:
    rows = Claim.objects.select_for_update(of=("self",)).select_related("platform")
    claim: Claim | None = by_key(rows, key)
    if claim is None:
        raise ClaimNotFound
    return claim


def _tell(account: InternalAccount, posted: journal.PostResult, *, now: dt.datetime) -> None:
    events.emit_many([internal_accounts.changed(account, posted, now=now)])


def _audit(claim: Claim, verb: str, *, actor: audit.Actor, now: dt.datetime, **details: Any) -> None:
    audit.record(
        claim,
        verb,
        actor=actor,
        now=now,
        amount=claim.amount,
        currency=claim.currency,
        open=claim.open_amount,
        **details,
    )
