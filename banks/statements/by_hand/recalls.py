"""Money that had arrived, and that the bank takes back: from whom it was booked for, or as our claim."""

from typing import NamedTuple

from banks.models import BankException, ClaimReason, Debtor, MatchKind
from banks.statements import claims, decided, movements, references
from payments.accounts import internal_accounts
from payments.ledger import corrections
from payments.ledger.entries import Amount
from payments.models import Deposit, DepositUse, InternalAccount, SuspenseItem
from payments.workflow import suspense
from platforms import audit
from platforms.base import clock, errors, identifiers
from webhooks.outbox import events


class NoSuchDeposit(errors.DomainError):
    """No deposit fits the line."""

    code = "INVALID_INPUT"
    message = (
        "No money that arrived by this bank has this identifier, and the amount and currency of the line. "
        "If the bank took it for another reason, book the line as a claim."
    )


class RecalledBefore(errors.DomainError):
    """Another line took the money back already."""

    code = "INVALID_INPUT"
    message = "Another line of a statement took this money back already. If the bank took it twice, book a claim."


class Recall(NamedTuple):
    """A deposit that the bank takes back, and from whom: an account, suspense, or nobody yet."""

    deposit: Deposit
    account: InternalAccount | None
    item: SuspenseItem | None
    """The open item in suspense that has the money."""
    claimed: int
    """What the account lacks, or all that is neither on an account nor in suspense any more."""


def find(one: BankException, public_id: str) -> Recall | None:
    """Return the deposit that a line of money out takes back; None for a text that names none, and for money in.

    Raises NoSuchDeposit and RecalledBefore.
    """
    key = identifiers.parse("Deposit", public_id.strip())
    row = one.line
    if key is None or row.is_credit:
        return None
    rows = Deposit.objects.select_related("platform", "receipt")
    deposit: Deposit | None = rows.filter(
        id=key, amount=row.amount, currency=row.currency, platform__in=references.platforms(one.connection)
    ).first()
    if deposit is None:
        raise NoSuchDeposit
    if (deposit.public_id, MatchKind.RECALLED) in decided.matched([deposit.public_id]):
        raise RecalledBefore
    if deposit.use == DepositUse.CREDITED:
        account = internal_accounts.load(deposit.internal_account_id)
        return Recall(deposit, account, None, max(0, row.amount - (account.ledger_account.balance or 0)))
    items = SuspenseItem.objects.filter(deposit=deposit, resolved_at=None, way="")
    item = items.first() if deposit.use == DepositUse.SUSPENSE else None
    return Recall(deposit, None, item, 0 if item else row.amount)


def book(recall: Recall, one: BankException, *, reason: str, actor: audit.Actor, now: clock.RealTime) -> int | None:
    """Book what `find` has returned; return the key of the entry of what was taken from an account.

    Raises InsufficientBalance, if the account has less meanwhile, and AccountHeld.
    """
    deposit, account, row = recall.deposit, recall.account, one.line
    at = clock.of(deposit.platform, now)
    if recall.claimed:
        claims.open_claim(
            line=row,
            platform=deposit.platform,
            amount=recall.claimed,
            reason=ClaimReason.DEPOSIT_RECALLED,
            debtor=Debtor.HOLDER if account else Debtor.PLATFORM,
            lent_to=account,
            transaction_id=deposit.receipt.transaction_id if deposit.receipt else None,
            actor=actor,
            now=at,
        )
    if recall.item is not None:
        suspense.taken_back(recall.item.pk, reason=reason, actor=actor, now=at)
    if account is None:
        return None
    posted = movements.DEPOSIT_RECALLED.post(
        Amount(row.amount, row.currency),
        platform_id=deposit.platform_id,
        transaction_id=None,
        party=account.ledger_account_id,
        now=at,
    )
    corrections.note(posted.entry_id, happened_on=row.booked_on, now=at)
    events.emit_many([internal_accounts.changed(account, posted, now=at)])
    return posted.entry_id
