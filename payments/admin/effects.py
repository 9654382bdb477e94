"""What two people are told before money moves by their hands: how much, from whom, to whom, what is booked and sent."""

import uuid
from collections.abc import Callable, Mapping
from types import MappingProxyType

from django.db import transaction
from django.db.models import Sum

from payments.accounts import internal_accounts
from payments.admin import names
from payments.admin.support import money_location
from payments.deposits import deposits
from payments.ledger import movements
from payments.ledger.chart import AccountKind
from payments.ledger.entries import Movement
from payments.models import (
    Deposit,
    ExternalAccount,
    InternalAccount,
    NextAction,
    PaymentFile,
    PaymentFileRowState,
    Posting,
    SuspenseItem,
    SuspenseWay,
    Transaction,
    TransactionType,
)
from payments.transfers import files
from payments.workflow import staff_actions, suspense, transactions
from platforms.backoffice import columns
from platforms.backoffice.effects import Effect
from platforms.base import errors, identifiers
from platforms.base.money import major_units
from platforms.database.rows import by_key

_PAYERS = (AccountKind.CUSTOMER_FUNDS, AccountKind.PLATFORM_FUNDS, AccountKind.FUNDING_CLEARING)
_MOST_SHORT = 10
_LATER = "Ledger entry {} once the bank or network has settled it; if it fails, the item opens again."


def resolve_suspense(*, item_id: uuid.UUID, way: str, account: str = "") -> Effect:
    """Return the effect of resolving an open item; raises as `suspense.resolve` does before it books."""
    rows = SuspenseItem.objects.select_related("platform", "transaction", "deposit__internal_account")
    item: SuspenseItem | None = by_key(rows, item_id)
    if item is None:
        raise suspense.ItemNotFound
    if item.resolved_at is not None or item.way:
        raise suspense.ItemNotOpen
    if way not in suspense.ways(item):
        raise errors.InvalidInput.field("way", f"must be one for money that is here for {item.reason}")
    suspense.require_not_taken_back(item, way)
    return _WAYS[SuspenseWay(way)](item, account)


def _release(item: SuspenseItem, _: str) -> Effect:
    amount, payer = major_units(item.amount, item.currency), _payer(item)
    payment = item.transaction
    if item.reason in suspense.UNDOABLE and payment is not None:
        return _undo_exchange(item, payment)
    booked = _LATER.format(names.entry(movements.SUSPENSE_GIVEN_BACK))
    return Effect(
        does=f"Sends {amount} back to {payer}.",
        amount=amount,
        source=_suspense(item),
        target=payer,
        booked=booked,
        sent=f"{amount} by the bank or network of {payer}.",
        notes=_notes(item),
    )


def _undo_exchange(item: SuspenseItem, payment: Transaction) -> Effect:
    paid, payer = _paid(payment, movements.QUOTE_REVERSED), _payer(item)
    held = major_units(item.amount, item.currency)
    outside = payment.internal_account_id is None
    entries = (
        f"{names.entry(movements.SUSPENSE_RELEASED)} ({held}) and {names.entry(movements.QUOTE_REVERSED)} ({paid})"
    )
    return Effect(
        does=f"Undoes the exchange of {payment.public_id} and returns {paid} to {payer}.",
        amount=paid,
        source=f"{_suspense(item)}: {held}",
        target=payer,
        booked=f"Immediately: {entries}.",
        sent=f"{paid} by the bank or network of {payer}." if outside else "The platform is told that the refund ended.",
        notes=_notes(item),
    )


def _pay_again(item: SuspenseItem, _: str) -> Effect:
    # The account that is paid, also of a payment that came to an address.
    paid = item.transaction.external_account_id if item.transaction else None
    assert paid is not None, "this way is only for a payment to an external account"
    if ExternalAccount.objects.filter(id=paid, deleted_at__isnull=False).exists():
        raise errors.InvalidInput.field("way", "must be another one: the beneficiary's external account was deleted")
    payee = identifiers.public("ExternalAccount", paid)
    amount = major_units(item.amount, item.currency)
    return Effect(
        does=f"Pays {amount} once more to {payee}.",
        amount=amount,
        source=f"{_suspense(item)}, paid by {_payer(item)}",
        target=payee,
        booked=_LATER.format(names.entry(movements.SUSPENSE_PAID)),
        sent=f"{amount} by the bank or network of {payee}.",
        notes=_notes(item),
    )


def _credit_holder(item: SuspenseItem, account: str) -> Effect:
    if item.transaction is None:
        key = identifiers.parse("InternalAccount", account)
        credited_account = by_key(InternalAccount.objects.filter(platform=item.platform, currency=item.currency), key)
        problem = ("credited", f"must be an internal account of the platform in {item.currency}")
    else:
        customer = item.transaction.customer_id
        credited_account = _account_of(item, customer_id=customer)
        problem = ("way", f"must be another one: who paid has no open account in {item.currency}")
    return _credit(item, credited_account, movements.SUSPENSE_CREDITED, problem)


def _write_off(item: SuspenseItem, account: str) -> Effect:
    if account == suspense.TO_PLATFORM:
        problem = ("account", f"must be another one: the platform has no open account in {item.currency}")
        return _credit(item, _account_of(item, customer_id=None), movements.SUSPENSE_WRITTEN_OFF, problem)
    if account != suspense.TO_WRITTEN_OFF:
        raise errors.InvalidInput.field("account", "must say which account the money is written off to")
    amount = major_units(item.amount, item.currency)
    return Effect(
        does=f"Writes off {amount} of {_payer(item)} to the write-off account of the ledger. Nobody is paid.",
        amount=amount,
        source=f"{_suspense(item)}, paid by {_payer(item)}",
        target="the write-off account of the ledger",
        booked=f"Immediately: {names.entry(movements.SUSPENSE_WRITTEN_OFF)}.",
        notes=_notes(item),
    )


_WAYS: Mapping[SuspenseWay, Callable[[SuspenseItem, str], Effect]] = MappingProxyType(
    {
        SuspenseWay.GIVE_BACK: _release,
        SuspenseWay.PAY_AGAIN: _pay_again,
        SuspenseWay.CREDIT_HOLDER: _credit_holder,
        SuspenseWay.WRITE_OFF: _write_off,
    }
)


def _credit(
    item: SuspenseItem, account: InternalAccount | None, movement: Movement, problem: tuple[str, str]
) -> Effect:
    if account is None:
        raise errors.InvalidInput([problem])
    amount = major_units(item.amount, item.currency)
    does = f"Credits {amount} to {account.public_id}."
    if movement is movements.SUSPENSE_WRITTEN_OFF:
        does = f"Writes off {amount} of {_payer(item)} to {account.public_id}, the platform's own."
    return Effect(
        does=does,
        amount=amount,
        source=f"{_suspense(item)}, paid by {_payer(item)}",
        target=account.public_id,
        booked=f"Immediately: {names.entry(movement)}.",
        sent="The platform is told the new balance.",
        notes=_notes(item),
    )


def fail_payment(*, transaction_id: uuid.UUID, failure_reason: str) -> Effect:
    """Return the effect of ending a payment as failed; raises what `staff_actions.fail_and_refund` does."""
    payment: Transaction | None = by_key(Transaction.objects, transaction_id)
    if payment is None:
        raise transactions.TransactionNotFound
    if not staff_actions.can_fail(payment):
        raise staff_actions.NothingUnderWay
    staff_actions.require_endable(payment)
    ends = f"Ends {payment.public_id} as FAILED ({failure_reason})"
    payer, payee = _party(payment.sender), _party(payment.receiver)
    webhook_text = "The platform is told that the payment failed."
    notes = {
        "Now": money_location.sentence(payment, money_location.find(payment.id)),
        **staff_actions.notes(payment),
        **_addresses(payment),
    }
    movement = _refund(payment)
    amount = _paid(payment, movement) if movement else ""
    if movement is None or not amount:
        wanted = major_units(payment.sent_amount, payment.sent_currency)
        return Effect(
            does=f"{ends}. No money was taken from {payer}, so none is returned, and {payee} is not paid.",
            amount=f"{wanted}, not moved",
            source=payer,
            target=payee,
            booked="Nothing.",
            sent=webhook_text,
            notes=notes,
        )
    by_rail = payment.internal_account_id is None
    return Effect(
        does=f"{ends} and returns {amount} to {payer}. {payee} is not paid.",
        amount=amount,
        source=f"what was on its way to {payee}",
        target=payer,
        booked=f"Immediately: {names.entry(movement)}.",
        sent=f"{amount} by the bank or network of {payer}. {webhook_text}" if by_rail else webhook_text,
        notes=notes,
    )


def _refund(payment: Transaction) -> Movement | None:
    """Return the movement by which the payer has the money back; None where no money was taken."""
    if payment.next_action == NextAction.TRANSFER and payment.type == TransactionType.OUTGOING:
        return movements.TRANSFER_OUT_RETURNED
    return movements.QUOTE_REVERSED if payment.next_action == NextAction.PAY_OUT else None


def record_deposit(*, platform: uuid.UUID, provider_reference: str, amount: int, currency: str, named: str) -> Effect:
    """Return where money that has arrived would be booked; raises what `deposits.receive_by_hand` does."""
    deposit = Deposit(
        platform_id=platform, provider_reference=provider_reference, amount=amount, currency=currency, named=named
    )
    with transaction.atomic():  # for the locks of the account's checks
        deposits.require_unknown(
            platform_id=platform, provider_reference=provider_reference, amount=amount, currency=currency
        )
        quote = deposits.foresee(deposit)
    arrived = major_units(amount, currency)
    source = f"whoever sent {arrived} with the bank reference {provider_reference}"
    notes = {"Named": named} if named else {}
    if quote is not None:
        payment: Transaction = quote.transaction
        return Effect(
            does=f"Takes {arrived} for {payment.public_id}, which is carried out if the amount fits.",
            amount=arrived,
            source=source,
            target=f"{payment.public_id}, paid to {_party(payment.receiver)}",
            booked=f"Immediately: {names.entry(movements.FUNDING_RECEIVED)}.",
            sent=f"If it fits: {major_units(quote.leaving_amount, quote.leaving_currency)} to the beneficiary.",
            notes=notes,
        )
    if deposit.reason or deposit.internal_account is None:
        why = columns.words(deposit.reason, names.REASONS).lower()
        return Effect(
            does=f"Puts {arrived} into suspense ({why}): two people must say whose it is.",
            amount=arrived,
            source=source,
            target="suspense",
            booked=f"Immediately: {names.entry(movements.DEPOSIT_SUSPENDED)}.",
            notes=notes,
        )
    target = deposit.internal_account.public_id
    return Effect(
        does=f"Credits {arrived} to {target}.",
        amount=arrived,
        source=source,
        target=target,
        booked=f"Immediately: {names.entry(movements.DEPOSIT_CREDITED)}.",
        sent="The platform is told the new balance.",
    )


def release_account(*, account_id: uuid.UUID | None) -> Effect:
    """Return the effect of releasing a held account; raises InternalAccountNotFound and AccountNotHeld."""
    rows = InternalAccount.objects.select_related("ledger_account")
    account: InternalAccount | None = by_key(rows, account_id)
    if account is None:
        raise internal_accounts.InternalAccountNotFound
    held_at = account.ledger_account.held_at
    if held_at is None:
        raise internal_accounts.AccountNotHeld
    return Effect(
        does=f"Lets money move again on {account.public_id}, held since {held_at:%Y-%m-%d %H:%M:%S} UTC "
        "for a fault in the books.",
        booked="Nothing. The fault stays in the books; the account is held again only for another one.",
        notes={"Balance": major_units(account.ledger_account.balance or 0, account.currency)},
    )


def _paid(payment: Transaction, movement: Movement) -> str:
    """Return what the entry that `movement` reverses took from the payer, by the books; empty without one."""
    taken = Posting.objects.filter(
        entry__transaction_id=payment.id,
        entry__purpose=movement.reverses,
        entry__reversed_by=None,
        account__kind__in=_PAYERS,
        side="D",
    ).values_list("amount", "currency")
    return " and ".join(major_units(amount, currency) for amount, currency in taken)


def _account_of(item: SuspenseItem, *, customer_id: uuid.UUID | None) -> InternalAccount | None:
    rows = InternalAccount.objects.filter(platform=item.platform, customer=customer_id, currency=item.currency)
    found: InternalAccount | None = rows.first()
    return found


def _suspense(item: SuspenseItem) -> str:
    return f"suspense ({columns.words(item.reason, names.REASONS).lower()})"


def _payer(item: SuspenseItem) -> str:
    if item.deposit is not None:
        return f"whoever sent the bank reference {item.deposit.provider_reference}"
    assert item.transaction is not None, "an item is of a payment or of a deposit"
    return _party(item.transaction.sender)


def _party(named: str) -> str:
    """Return a side of a payment for a text that is kept: an address on another network is personal data."""
    if not named:
        return "whoever paid for the quote from outside"
    return "the holder of a UMA address" if named.startswith("$") else named


def _addresses(payment: Transaction) -> dict[str, str]:
    sides = {"UMA address of the payer": payment.sender, "UMA address of the beneficiary": payment.receiver}
    return {label: address for label, address in sides.items() if address.startswith("$")}


def _notes(item: SuspenseItem) -> dict[str, str]:
    if item.transaction is None:
        return {}
    payment = item.transaction
    items = SuspenseItem.objects.filter(transaction=payment, resolved_at=None)
    now = money_location.sentence(payment, money_location.find(payment.id), items=list(items))
    return {"Payment": payment.public_id, "Now": now, **_addresses(payment)}


def release_payment_file(*, file: uuid.UUID) -> Effect:
    """Return the effect of making the payments of a file; raises as `files.release` does."""
    found: PaymentFile | None = by_key(PaymentFile.objects.select_related("platform"), file)
    files.require_releasable(found)
    assert found is not None
    count = found.rows - found.refused
    sums = ", ".join(major_units(amount, code) for code, (_, amount) in sorted(found.totals.items()))
    return Effect(
        does=f"Makes {count:,} payments of {found.platform.public_id} from the file {found.name}.",
        amount=sums,
        source="the internal accounts that the rows name",
        target="the external accounts that the rows name",
        booked=f"{count:,} times {names.entry(movements.TRANSFER_OUT_SENT)}",
        sent="each payment by its rail; the platform is told of each by webhooks",
        more={"Refused rows": f"{found.refused:,} of {found.rows:,}, which stay out"},
        notes=_short_accounts(found),
    )


def _short_accounts(file: PaymentFile) -> dict[str, str]:
    """Name the accounts whose balances do not suffice at present; rows that they can't pay are refused then."""
    wanted = file.lines.filter(state=PaymentFileRowState.WAITING).values("internal_id").annotate(total=Sum("amount"))
    needed = {row["internal_id"]: row["total"] for row in wanted}
    accounts = InternalAccount.objects.filter(id__in=needed).select_related("ledger_account").order_by("id")
    short = [account for account in accounts if account.ledger_account.balance < needed[account.id]]
    said = ", ".join(
        f"{account.public_id} lacks"
        f" {major_units(needed[account.id] - account.ledger_account.balance, account.currency)}"
        for account in short[:_MOST_SHORT]
    )
    more = f" and {len(short) - _MOST_SHORT} more" if len(short) > _MOST_SHORT else ""
    return {"Balances that do not suffice": f"{said}{more}"} if short else {}
