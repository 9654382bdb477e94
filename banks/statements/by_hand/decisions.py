"""Decisions of staff that book a line as money received or as a fee, or book nothing: each is a row."""

import uuid

from banks.models import BankException, BankMatch, BankRule, ClaimReason, Debtor, MatchKind
from banks.rail import connections
from banks.statements import claims, decided, fees, references
from banks.statements.by_hand import open_lines
from banks.statements.matching import earlier, matching, rules
from payments.deposits import deposits
from payments.ledger import corrections
from payments.models import Deposit, DepositUse, SuspenseItem, SuspenseWay
from payments.workflow import suspense
from platforms import audit
from platforms.base import clock, errors
from platforms.database.rows import by_key
from platforms.models import Platform


class BookedBefore(errors.DomainError):
    """The money of the line was booked before, by staff or an adapter, under the bank's reference."""

    code = "INVALID_INPUT"

    def __init__(self, deposit: str) -> None:
        """Take the public identifier of the deposit."""
        super().__init__(
            f"This money is booked already, as {deposit}. Match the line with it: enter {deposit} as the end-to-end id."
        )


class NotUndoable(errors.DomainError):
    """The decision credited somebody, or is not the latest."""

    code = "INVALID_INPUT"
    message = (
        "Only the latest decision of a line can be undone, and only a fee, a claim of which nothing is settled, or one "
        "that booked nothing."
    )


class NotTaken(errors.DomainError):
    """The line is money that arrived: nobody owes it to us."""

    code = "INVALID_INPUT"
    message = "This money has arrived. A claim is for money that the bank took: credit this, or move it into suspense."


def foresee(open_line: BankException, *, named: str, platform: uuid.UUID | None) -> Deposit:
    """Return the deposit made by `credit`, not stored. Raises InvalidInput."""
    row = open_line.line
    if not row.is_credit:
        raise errors.InvalidInput.field("named", "must be left out: the line is no money that arrived")
    beneficiary = references.named(open_line.connection, named) if named.strip() else None
    if named.strip() and beneficiary is None:
        raise errors.InvalidInput.field(
            "named", "must be an internal account or its reference, or a quote's payment or its reference"
        )
    before = earlier.deposit_of(open_line.connection, row)
    if before is not None and (before.deposit.amount, before.deposit.currency) == (row.amount, row.currency):
        raise BookedBefore(before.deposit.public_id)
    mine = beneficiary.platform if beneficiary else open_lines.platform_of(open_line, platform)
    return Deposit(
        platform=mine,
        provider_reference=row.public_id,
        amount=row.amount,
        currency=row.currency,
        named=beneficiary.name if beneficiary else "",
    )


def credit(
    *, exception: uuid.UUID | None, named: str, reason: str, actor: audit.Actor, now: clock.RealTime
) -> BankException:
    """Credit the money of a line to an internal account or a quote. Raises as `find` and `deposits.receive` do."""
    if not named.strip():
        raise errors.InvalidInput.field("named", "must say whom the money is for")
    return _receive(exception, named=named, platform=None, reason=reason, actor=actor, now=now)[0]


def suspend(
    *,
    exception: uuid.UUID | None,
    platform: uuid.UUID | None = None,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> BankException:
    """Move the money of a line into suspense. Raises as `credit` does."""
    return _receive(exception, named="", platform=platform, reason=reason, actor=actor, now=now)[0]


def send_back(
    *,
    exception: uuid.UUID | None,
    platform: uuid.UUID | None = None,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> BankException:
    """Return the money of a line to the payer's account, by way of suspense. Raises as `credit` does."""
    one, deposit = _receive(exception, named="", platform=platform, reason=reason, actor=actor, now=now)
    if deposit.use == DepositUse.SUSPENSE:
        item = SuspenseItem.objects.get(deposit=deposit)
        suspense.resolve(item_id=item.pk, way=SuspenseWay.GIVE_BACK, reason=reason, actor=actor, real_now=now)
    return one


def charge(
    *,
    exception: uuid.UUID | None,
    platform: uuid.UUID | None = None,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> BankException:
    """Book a line as a fee of the bank, or as a refunded one. Raises as `find` and `platform_of` do."""
    one = open_lines.find(exception, lock=True)
    mine = open_lines.platform_of(one, platform)
    entry = fees.book(one.line, platform_id=mine.pk, now=clock.of(mine, now))
    return open_lines.close(one, MatchKind.FEE, platform=mine, entry_id=entry, reason=reason, actor=actor, now=now)


def claim(
    *,
    exception: uuid.UUID | None,
    debtor: str,
    platform: uuid.UUID | None = None,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> BankException:
    """Book a line of money that nobody here ordered as owed to us. Raises as `find`, `foresee_claim` do."""
    open_line = open_lines.find(exception, lock=True)
    mine, who = foresee_claim(open_line, debtor=debtor, platform=platform)
    made = claims.open_claim(
        line=open_line.line,
        platform=mine,
        amount=open_line.line.amount,
        reason=ClaimReason.NOT_ORDERED,
        debtor=who,
        actor=actor,
        now=open_lines.at(platform=mine, now=now),
    )
    return open_lines.close(
        open_line, MatchKind.CLAIM, subject=made.public_id, platform=mine, reason=reason, actor=actor, now=now
    )


def foresee_claim(one: BankException, *, debtor: str, platform: uuid.UUID | None) -> tuple[Platform, Debtor]:
    """Return in whose books a claim is opened, and who owes it. Raises NotTaken and InvalidInput."""
    if one.line.is_credit:
        raise NotTaken
    if debtor not in CLAIMED_FROM:
        raise errors.InvalidInput.field("debtor", "must be the bank, the platform, or not known yet")
    return open_lines.platform_of(one, platform), Debtor(debtor)


CLAIMED_FROM = (Debtor.BANK, Debtor.PLATFORM, Debtor.UNKNOWN)
"""Who may owe us the money of a line that nobody ordered."""


def note(*, exception: uuid.UUID | None, reason: str, actor: audit.Actor, now: clock.RealTime) -> BankException:
    """Close an exception without booking anything. Raises as `find` does."""
    return open_lines.close(open_lines.find(exception, lock=True), MatchKind.NOTED, reason=reason, actor=actor, now=now)


def undoable(key: uuid.UUID | None) -> BankMatch:
    """Return a decision, if it can be undone. Raises NotUndoable."""
    rows = BankMatch.objects.select_related("line__statement__connection__platform", "platform")
    found = by_key(decided.live(rows), key)
    if found is None or not (found.kind in {MatchKind.FEE, MatchKind.NOTED} or _is_untouched_claim(found)):
        raise NotUndoable
    return found


def _is_untouched_claim(match: BankMatch) -> bool:
    return match.kind == MatchKind.CLAIM and not match.is_credit and claims.is_undoable(match.subject)


def undo(*, match: uuid.UUID | None, reason: str, actor: audit.Actor, now: clock.RealTime) -> BankException:
    """Undo a decision without credited money: the line is an exception again. Raises NotUndoable."""
    former = undoable(match)
    connection = former.line.statement.connection
    at = open_lines.at(platform=former.platform or connection.platform, now=now)
    exception, _ = BankException.objects.get_or_create(
        line=former.line, defaults={"connection": connection, "reason": matching.UNDONE, "opened_at": at}
    )
    # When two people undo at once, the second waits here and then meets the first one's decision.
    BankException.objects.select_for_update().get(pk=exception.pk)
    undoable(match)
    entry = fees.undo(former, now=at) if former.kind == MatchKind.FEE else None
    if former.kind == MatchKind.CLAIM:
        claims.undo(former.subject, reason=reason, actor=actor, now=at)
    open_lines.close(
        exception, MatchKind.UNDONE, platform=former.platform, entry_id=entry, reason=reason, actor=actor, now=now
    )
    exception.closed_at, exception.reason = None, matching.UNDONE
    exception.save(update_fields=["closed_at", "reason"])
    return exception


def enter_rule(*, reason: str, actor: audit.Actor, now: clock.RealTime, **entered: object) -> BankRule:
    """Enter a rule, and apply it to open exceptions. Raises as `rules.enter` does."""
    made = rules.enter(reason=reason, actor=actor, now=now, **entered)  # type: ignore[arg-type]
    connection = connections.current(made.connection_name)
    if connection is not None:
        matching.reconsider(connection=connection, now=now)
    return made


def _receive(
    exception: uuid.UUID | None,
    *,
    named: str,
    platform: uuid.UUID | None,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> tuple[BankException, Deposit]:
    # Before the exception, as workers do: either what was booked meanwhile is seen here, or this is seen by who books.
    earlier.take_turn(open_lines.find(exception).connection)
    open_line = open_lines.find(exception, lock=True)
    wanted = foresee(open_line, named=named, platform=platform)
    deposit = deposits.receive(
        platform_id=wanted.platform_id,
        provider_reference=wanted.provider_reference,
        amount=wanted.amount,
        currency=wanted.currency,
        named=wanted.named,
        reason=reason,
        is_of_line=True,
        actor=actor,
        now=open_lines.at(platform=wanted.platform, now=now),
    )
    corrections.note(
        deposit.entry_id,
        happened_on=open_line.line.booked_on,
        now=open_lines.at(platform=wanted.platform, now=now),
    )
    open_lines.close(
        open_line,
        MatchKind.DEPOSIT,
        subject=deposit.public_id,
        platform=wanted.platform,
        reason=reason,
        actor=actor,
        now=now,
    )
    return open_line, deposit
