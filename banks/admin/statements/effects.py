"""Effects of decisions about lines of bank statements, shown to both people before they decide."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.db import transaction

from banks.admin.statements import back_effects, claim_effects
from banks.models import BankException, BankIncomingFile, BankRule, BankRuleKind, MatchKind
from banks.rail import by_hand
from banks.rail.answers import Done
from banks.statements import claims, contents, lines
from banks.statements import movements as bank_movements
from banks.statements.by_hand import carried_out, decisions, matched_by_hand, open_lines, recalls, taken_back
from banks.statements.by_hand.matched_by_hand import Target
from banks.statements.contents import Head
from banks.statements.incoming import arrivals, importing
from banks.statements.matching import matching, rules
from payments.admin import names
from payments.deposits import deposits
from payments.ledger import movements
from payments.models import SuspenseItem
from payments.providers.base import Direction
from platforms.backoffice import masking
from platforms.backoffice.effects import Effect
from platforms.base import errors
from platforms.base.money import major_units
from platforms.encryption import encryption
from platforms.models import Platform


def settle(*, exception: uuid.UUID | None, end_to_end_id: str, platform: uuid.UUID | None = None) -> Effect:
    """Return the effect of matching a line with what is named; raises as `matched_by_hand.settle` does."""
    open_line = open_lines.find(exception)
    with transaction.atomic():  # for the locks of claim and transfers
        deposit = matched_by_hand.deposit_of(open_line, end_to_end_id)
        if deposit is not None:
            return _same_money(open_line, deposit.public_id)
        if (recall := recalls.find(open_line, end_to_end_id)) is not None:
            return _recalled(open_line, recall)
        if (claim := claims.named(open_line, end_to_end_id)) is not None:
            return claim_effects.paid(claim, open_line.line.amount, source=account(open_line), notes=notes(open_line))
        if (item := carried_out.open_item(open_line, end_to_end_id)) is not None:
            by_hand.require_returnable(item.pk)
            return _returned_item(open_line, item)
        target = matched_by_hand.target_of(open_line, end_to_end_id)
        of_fee = matched_by_hand.fee_platform(one=open_line, target=target, platform=platform)
        backs = taken_back.plan(target.payments) if target.is_back else []
    return _matched(open_line, target, of_fee, backs)


def _same_money(one: BankException, deposit: str) -> Effect:
    return Effect(
        does=f"Matches the line with {deposit}, which was booked before: it is the same money.",
        amount=_amount(one),
        source=account(one),
        target=deposit,
        booked="Nothing.",
        sent="Nothing.",
        notes=notes(one),
    )


def _returned_item(one: BankException, item: SuspenseItem) -> Effect:
    amount = _amount(one)
    return Effect(
        does=f"Matches the line with {item.public_id}: people have returned {amount} to the payer at the bank.",
        amount=amount,
        source=f"suspense of {item.platform.public_id}",
        target="the payer",
        booked=f"Immediately: {names.entry(movements.SUSPENSE_GIVEN_BACK)}.",
        sent="No money. The platform is told, where this ends a refund.",
        notes=notes(one),
    )


def _recalled(open_line: BankException, recall: recalls.Recall) -> Effect:
    amount, deposit = _amount(open_line), recall.deposit.public_id
    booked = []
    if recall.account is not None:
        who, target = f"{recall.account.public_id} is debited", recall.account.public_id
        booked = [names.entry(bank_movements.DEPOSIT_RECALLED)]
        if recall.claimed:
            who += f"; the {_money(open_line, recall.claimed)} that it lacks are owed to us by its holder"
            booked = [names.entry(bank_movements.CLAIM_LENT), *booked]
    elif recall.item is not None:
        who, target = "it leaves suspense", f"suspense of {recall.deposit.platform.public_id}"
        booked = [names.entry(movements.SUSPENSE_GIVEN_BACK)]
    else:
        who, target = "it has gone on since, so the platform owes it to us", recall.deposit.platform.public_id
        booked = [names.entry(bank_movements.CLAIM_OPENED)]
    return Effect(
        does=f"Matches the line with {deposit}: the bank has taken this money back, {amount}, and {who}.",
        amount=amount,
        source=target,
        target=account(open_line),
        booked=f"Immediately: {', '.join(booked)}.",
        sent="The platform is told the new balance." if recall.account else "Nothing.",
        notes=notes(open_line),
    )


def _matched(
    open_line: BankException, target: Target, of_fee: Platform | None, backs: Sequence[taken_back.Back]
) -> Effect:
    count, total = len(target.payments), _money(open_line, target.total)
    whom = f"{f'the {count} payments of ' if target.is_batch else ''}{target.subject} ({target.name})"
    is_collected = any(payment.direction == Direction.PULL for payment in target.payments)
    done = f"the bank has carried out {total}."
    if target.is_back and is_collected:
        done = f"the payer's bank has taken {total} back{back_effects.sentence(backs, open_line.line.currency)}"
    elif target.is_back:
        done = f"the bank has sent {total} back."
    booked = [names.entry(movement) for movement in back_effects.entries(backs)]
    fee = ""
    if of_fee is not None:
        charge = _money(open_line, target.difference)
        fee = f" The line is {_amount(open_line)}: the difference of {charge} is booked as the bank's fee of "
        fee += f"{of_fee.public_id}."
        booked.append(names.entry(bank_movements.BANK_FEE))
    later = "" if backs and len(backs) == count else "By the payments' workers, as for every answer of a bank."
    return Effect(
        does=f"Matches the line with {whom}: {done}{fee}",
        amount=_amount(open_line),
        source=back_effects.source(backs) or account(open_line),
        target=account(open_line) if backs else target.subject,
        booked=" ".join(filter(None, (f"Immediately: {', '.join(booked)}." if booked else "", later))),
        sent=back_effects.told(backs),
        notes=notes(open_line),
    )


def claim(*, exception: uuid.UUID | None, debtor: str, platform: uuid.UUID | None = None) -> Effect:
    """Return the effect of booking a line as owed to us; raises as `decisions.claim` does."""
    one = open_lines.find(exception)
    mine, who = decisions.foresee_claim(one, debtor=debtor, platform=platform)
    amount = _amount(one)
    return Effect(
        does=f"Books {amount} as owed to us by {claim_effects.DEBTORS[who]}, in the books of {mine.public_id}, until "
        "it is paid, taken from an account or written off.",
        amount=amount,
        source=account(one),
        target=claim_effects.DEBTORS[who],
        booked=f"Immediately: {names.entry(bank_movements.CLAIM_OPENED)}.",
        sent="Nothing.",
        notes=notes(one),
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
        does=f"Sends {amount} back to the account that it came from, by {account(one)}.",
        amount=amount,
        source=f"suspense of {deposit.platform.public_id}",
        target="the payer",
        booked=f"Immediately: {names.entry(movements.DEPOSIT_SUSPENDED)}. "
        f"{names.entry(movements.SUSPENSE_GIVEN_BACK)} once the bank has settled it; if it fails, the item "
        "opens again.",
        sent=f"{amount} in the next file to the bank, once that is released.",
        notes=notes(one),
    )


def charge(*, exception: uuid.UUID | None, platform: uuid.UUID | None = None) -> Effect:
    """Return the effect of booking a line as a fee; raises as `decisions.charge` does."""
    one = open_lines.find(exception)
    mine = open_lines.platform_of(one, platform)
    amount = _amount(one)
    movement = bank_movements.BANK_FEE_REFUNDED if one.line.is_credit else bank_movements.BANK_FEE
    what = f"{amount} as a fee that the bank refunded" if one.line.is_credit else f"{amount} as the bank's fee"
    return Effect(
        does=f"Books {what}, in the books of {mine.public_id}.",
        amount=amount,
        source=account(one),
        target="bank fees" if not one.line.is_credit else account(one),
        booked=f"Immediately: {names.entry(movement)}.",
        sent="Nothing.",
        notes=notes(one),
    )


def note(*, exception: uuid.UUID | None) -> Effect:
    """Return the effect of closing an exception; raises as `decisions.note` does."""
    one = open_lines.find(exception)
    return Effect(
        does=f"Closes this line of {_amount(one)} without booking anything: books and bank differ by it.",
        amount=_amount(one),
        source=account(one),
        booked="Nothing.",
        sent="Nothing.",
        notes=notes(one),
    )


def read_file(*, file: uuid.UUID | None) -> Effect:
    """Return what a file says whose lines would be booked; raises NotSetAside, and DamagedFile."""
    incoming = arrivals.find_set_aside(file)
    shown = {"Received": _uploaded(incoming), "SHA-256": bytes(incoming.sha256).hex(), "Size": f"{incoming.size} bytes"}
    if incoming.size <= arrivals.PART:
        try:
            seen = importing.look(incoming)
        except encryption.Unreadable:
            raise errors.InvalidInput.field("reason", "the content of the file can't be decrypted") from None
        shown |= {"Format": seen.format}
        if seen.heads:
            statements = [_statement(head) for head in seen.heads[:_STATEMENTS]]
            more = [f"and {len(seen.heads) - _STATEMENTS} more"] if len(seen.heads) > _STATEMENTS else []
            shown |= {"Lines": f"{sum(head.lines for head in seen.heads)}", "Statements": "; ".join(statements + more)}
        if seen.format not in contents.STATEMENTS:
            shown |= _answers(*importing.foresee(incoming, seen.format))
    return Effect(
        does=f"Reads the file {incoming.name} for {incoming.connection.name}, as if the bank had delivered it.",
        booked="What it says, line by line, without a second person: as for every file of the bank.",
        more=shown,
    )


_OUTCOMES = {"SETTLED": "Settles", "REJECTED": "Rejects", "RETURNED": "Returns"}
_PAYMENTS = 10
"""Payments of a file that are named."""


def _answers(count: int, done: Done) -> dict[str, str]:
    """Return what the answers of a file do: how many payments of how much, and the first of them."""
    shown = {"Answers": f"{count}"}
    for state, verb in _OUTCOMES.items():
        rows = [row for row in done.rows if row.state == state]
        sums: dict[str, int] = {}
        for row in rows:
            sums[row.currency] = sums.get(row.currency, 0) + row.amount
        amounts = ", ".join(major_units(amount, currency) for currency, amount in sums.items())
        if rows:
            shown[verb] = f"{len(rows)} {'payment' if len(rows) == 1 else 'payments'}, {amounts}"
    first = done.rows[:_PAYMENTS]
    first_payments = [f"{row.end_to_end_id} {major_units(row.amount, row.currency)} {row.state}" for row in first]
    more = [f"and {len(done.rows) - _PAYMENTS} more"] if len(done.rows) > _PAYMENTS else []
    shown["Payments"] = "; ".join(first_payments + more) or "none is changed"
    if done.contradicted:
        shown["Contradicts"] = f"what the bank did or said before of {done.contradicted} payments: they become cases"
    kinds = sorted({answer.kind for answer in done.unapplied})
    if kinds:
        counts = (f"{sum(answer.kind == kind for answer in done.unapplied)} {kind}" for kind in kinds)
        shown["Moves nothing"] = ", ".join(counts)
    return shown


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
    movement = bank_movements.BANK_FEE_REFUND_UNDONE if former.is_credit else bank_movements.BANK_FEE_UNDONE
    if former.kind == MatchKind.CLAIM:
        movement = bank_movements.CLAIM_UNDONE
    return Effect(
        does=f"Undoes the decision {former.kind} about {amount}. The line waits for people again.",
        amount=amount,
        booked="Nothing." if former.kind == MatchKind.NOTED else f"Immediately: {names.entry(movement)}.",
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


def _deposit(open_line: BankException, named: str, platform: uuid.UUID | None) -> Effect:
    deposit = decisions.foresee(open_line, named=named, platform=platform)
    with transaction.atomic():  # for the locks of the account's checks
        quote = deposits.foresee(deposit)
    amount = _amount(open_line)
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
        booked=f"Immediately: {names.entry(entry)}.",
        sent="The platform is told." if not deposit.reason else "Nothing.",
        notes=notes(open_line),
    )


def _amount(one: BankException) -> str:
    return _money(one, one.line.amount)


def _money(one: BankException, amount: int) -> str:
    return major_units(amount, one.line.currency)


def account(one: BankException) -> str:
    """Return our account at the bank, by the name of its connection."""
    return f"the account of {one.connection.name}"


def notes(one: BankException) -> dict[str, str]:
    """Return the other side's name, account (its last four characters) and text: personal data."""
    said = one.line.said
    told = {"Name": said.get("name"), "Account": masking.masked(said.get("account")), "Text": said.get("text")}
    return {label: text for label, text in told.items() if text}
