"""Effects of decisions about lines of bank statements, shown to both people before they decide."""

import uuid
from typing import Any

from django.db import transaction

from payments.accounts import internal_accounts
from payments.admin import names
from payments.bank_statements import (
    arrivals,
    decisions,
    importing,
    line_kinds,
    lines,
    matched_by_hand,
    matching,
    open_lines,
    rules,
)
from payments.bank_statements.contents import Head
from payments.deposits import deposits
from payments.ledger import journal, movements
from payments.ledger.movements import Movement
from payments.models import BankException, BankIncomingFile, BankRule, BankRuleKind, MatchKind, Transaction
from platforms.backoffice import columns, masking
from platforms.backoffice.effects import Effect
from platforms.base import errors
from platforms.base.money import major_units
from platforms.encryption import encryption


def settle(*, exception: uuid.UUID | None, end_to_end_id: str) -> Effect:
    """Return the effect of matching a line with a payment; raises as `matched_by_hand.settle` does."""
    one = open_lines.find(exception)
    with transaction.atomic():  # for the lock of the deposit
        deposit = matched_by_hand.deposit_of(one, end_to_end_id)
    if deposit is not None:
        return Effect(
            does=f"Matches the line with {deposit.public_id}, which was booked before: it is the same money.",
            amount=_amount(one),
            source=_account(one),
            target=deposit.public_id,
            booked="Nothing.",
            sent="Nothing.",
            notes=_notes(one),
        )
    payment = matched_by_hand.payment_of(one, end_to_end_id)
    kind = line_kinds.kind_of(one.line, payment)
    amount = _amount(one)
    is_settled = kind == MatchKind.SETTLED
    with transaction.atomic():  # for the lock of the transfer
        transfer = matched_by_hand.collected(payment, kind)
    if transfer is not None:
        return _reversed(one, payment.public_id, transfer)
    return Effect(
        does=f"Matches the line with {payment.public_id} ({end_to_end_id}): the bank "
        + (f"has carried out {amount}." if is_settled else f"has sent {amount} back."),
        amount=amount,
        source=_account(one),
        target=payment.public_id,
        booked="By the payment's worker, as for every answer of a bank.",
        sent="The platform is told how its payment stands.",
        notes=_notes(one),
    )


def _reversed(one: BankException, subject: str, transfer: Transaction) -> Effect:
    holder = internal_accounts.load(transfer.internal_account_id)
    if (holder.ledger_account.balance or 0) < one.line.amount:
        raise journal.InsufficientBalance
    amount = _amount(one)
    return Effect(
        does=f"Matches the line with {subject}, a settled collection: the payer's bank has taken {amount} back, "
        f"and {holder.public_id} is debited.",
        amount=amount,
        source=holder.public_id,
        target=_account(one),
        booked=f"Immediately: {_entry(movements.TRANSFER_IN_CAME_BACK)}.",
        sent=f"The platform is told that {transfer.public_id} has failed.",
        notes=_notes(one),
    )


def credit(*, exception: uuid.UUID | None, named: str) -> Effect:
    """Return the effect of crediting the money of a line; raises as `decisions.credit` does."""
    return _deposit(open_lines.find(exception), named, None)


def suspend(*, exception: uuid.UUID | None, platform: uuid.UUID | None = None) -> Effect:
    """Return the effect of moving the money of a line into suspense; raises as `decisions.suspend` does."""
    return _deposit(open_lines.find(exception), "", platform)


def send_back(*, exception: uuid.UUID | None, platform: uuid.UUID | None = None) -> Effect:
    """Return the effect of returning the money of a line to its payer; raises as `decisions.send_back` does."""
    one = open_lines.find(exception)
    deposit = decisions.foresee(one, named="", platform=platform)
    amount = _amount(one)
    return Effect(
        does=f"Sends {amount} back to the account that it came from, by {_account(one)}.",
        amount=amount,
        source=f"suspense of {deposit.platform.public_id}",
        target="the payer",
        booked=f"Immediately: {_entry(movements.DEPOSIT_SUSPENDED)}. "
        f"{_entry(movements.SUSPENSE_GIVEN_BACK)} once the bank has settled it; if it fails, the item opens again.",
        sent=f"{amount} in the next file to the bank, once that is released.",
        notes=_notes(one),
    )


def charge(*, exception: uuid.UUID | None, platform: uuid.UUID | None = None) -> Effect:
    """Return the effect of booking a line as a fee; raises as `decisions.charge` does."""
    one = open_lines.find(exception)
    mine = open_lines.platform_of(one, platform)
    amount = _amount(one)
    movement = movements.BANK_FEE_REFUNDED if one.line.is_credit else movements.BANK_FEE
    what = f"{amount} as a fee that the bank refunded" if one.line.is_credit else f"{amount} as the bank's fee"
    return Effect(
        does=f"Books {what}, in the books of {mine.public_id}.",
        amount=amount,
        source=_account(one),
        target="bank fees" if not one.line.is_credit else _account(one),
        booked=f"Immediately: {_entry(movement)}.",
        sent="Nothing.",
        notes=_notes(one),
    )


def note(*, exception: uuid.UUID | None) -> Effect:
    """Return the effect of closing an exception; raises as `decisions.note` does."""
    one = open_lines.find(exception)
    return Effect(
        does=f"Closes this line of {_amount(one)} without booking anything: books and bank differ by it.",
        amount=_amount(one),
        source=_account(one),
        booked="Nothing.",
        sent="Nothing.",
        notes=_notes(one),
    )


def read_file(*, file: uuid.UUID | None) -> Effect:
    """Return what a file says whose lines would be booked; raises NotSetAside, and DamagedFile."""
    found = arrivals.find_set_aside(file)
    said = {"Received": _uploaded(found), "SHA-256": bytes(found.sha256).hex(), "Size": f"{found.size} bytes"}
    if found.size <= arrivals.PART:
        try:
            format_, heads = importing.look(found)
        except encryption.Unreadable:
            raise errors.InvalidInput.field("reason", "the content of the file can't be decrypted") from None
        said |= {"Format": format_}
        if heads:
            told = [_statement(head) for head in heads[:_STATEMENTS]]
            more = [f"and {len(heads) - _STATEMENTS} more"] if len(heads) > _STATEMENTS else []
            said |= {"Lines": f"{sum(head.lines for head in heads)}", "Statements": "; ".join(told + more)}
    return Effect(
        does=f"Reads the file {found.name} for {found.connection.name}, as if the bank had delivered it.",
        booked="What its statements say, line by line, without a second person: as for every file of the bank.",
        more=said,
    )


_STATEMENTS = 10
"""Statements of a file that are named."""


def _uploaded(file: BankIncomingFile) -> str:
    return f"uploaded by {file.received_by}" if file.received_by else "fetched from the bank"


def _statement(head: Head) -> str:
    """Return a statement by its number, last day and balances."""
    said = head.statement
    name = f"{said.kind} {lines.clean(said.number or said.id, 35)}"
    if head.opening is None or head.closing is None:
        return name
    opening, closing = (major_units(one.amount, one.currency) for one in (head.opening, head.closing))
    return f"{name} of {head.closing.on}: from {opening} to {closing}"


def undo(*, match: uuid.UUID | None) -> Effect:
    """Return the effect of undoing a decision; raises as `decisions.undo` does."""
    former = decisions.undoable(match)
    amount = major_units(former.amount, former.currency)
    movement = movements.BANK_FEE_REFUND_UNDONE if former.is_credit else movements.BANK_FEE_UNDONE
    is_fee = former.kind == MatchKind.FEE
    return Effect(
        does=f"Undoes the decision {former.kind} about {amount}. The line waits for people again.",
        amount=amount,
        booked=f"Immediately: {_entry(movement)}." if is_fee else "Nothing.",
        sent="Nothing.",
    )


def enter_rule(**entered: Any) -> Effect:
    """Return the effect of a rule; raises as `rules.enter` does."""
    said = {"code": "", "line": None, "internal_account": "", "platform": None, "days": 0, "ratio": 0} | entered
    rule = rules.check(**said)
    waiting = BankException.objects.filter(
        connection__name=rule.connection_name, closed_at=None, reason__in=(matching.UNKNOWN, matching.NO_PLATFORM)
    ).count()
    return Effect(
        does=f"{_rule(rule)} It holds for lines of {rule.connection_name} that nothing else explains, "
        f"with priority {rule.priority}, also for those that wait now.",
        booked="For each such line, without a second person: as if it were decided by hand.",
        notes={"Lines that wait now": f"{waiting}"},
    )


def end_rule(*, rule: uuid.UUID | None) -> Effect:
    """Return the effect of ending a rule; raises RuleNotFound."""
    found = rules.find(rule)
    return Effect(
        does=f"Ends this rule of {found.connection_name}: {_rule(found)} Earlier decisions stay.", booked="Nothing."
    )


def _rule(rule: BankRule) -> str:
    if rule.kind == BankRuleKind.CODE:
        assert rule.platform is not None
        return f"Lines whose bank transaction code begins with {rule.code} are fees of {rule.platform.public_id}."
    if rule.kind == BankRuleKind.PAYER:
        assert rule.internal_account is not None
        return f"Money from one payer's account is for {rule.internal_account.public_id}."
    return (
        f"Money is for the one unpaid quote of its amount, not older than {rule.days} days, whose payer's name is alike"
        f" by {rule.ratio} %."
    )


def _deposit(one: BankException, named: str, platform: uuid.UUID | None) -> Effect:
    deposit = decisions.foresee(one, named=named, platform=platform)
    with transaction.atomic():  # for the locks of the account's checks
        quote = deposits.foresee(deposit)
    amount = _amount(one)
    if quote is not None:
        target, entry = quote.transaction.public_id, movements.FUNDING_RECEIVED
        does = f"Pays {target} with {amount}; it is carried out if the amount fits."
    elif deposit.reason or deposit.internal_account is None:
        target, entry = f"suspense of {deposit.platform.public_id}", movements.DEPOSIT_SUSPENDED
        does = f"Moves {amount} into suspense until two people decide whose it is."
    else:
        target, entry = deposit.internal_account.public_id, movements.DEPOSIT_CREDITED
        does = f"Credits {amount} to {target}."
    return Effect(
        does=does,
        amount=amount,
        source="the payer",
        target=target,
        booked=f"Immediately: {_entry(entry)}.",
        sent="The platform is told." if not deposit.reason else "Nothing.",
        notes=_notes(one),
    )


def _amount(one: BankException) -> str:
    return major_units(one.line.amount, one.line.currency)


def _account(one: BankException) -> str:
    return f"the account of {one.connection.name}"


def _notes(one: BankException) -> dict[str, str]:
    """Return the other side's name, account (its last four characters) and text: personal data."""
    said = one.line.said
    told = {"Name": said.get("name"), "Account": masking.masked(said.get("account")), "Text": said.get("text")}
    return {label: text for label, text in told.items() if text}


def _entry(movement: Movement) -> str:
    return f"{columns.words(movement.purpose, names.PURPOSES)} ({movement.purpose})"
