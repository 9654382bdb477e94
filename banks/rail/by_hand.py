"""Decisions of staff about movements by file that no bank's answer ends: by hand at the bank, not at all, or elsewhere.

The row of the payment by file keeps the decision as a bank's answer would stand there, and its worker follows. Two
people match the line of the bank's statement for what was carried out by hand
(`banks.statements.by_hand.carried_out`); until it comes only the books know the movement.
"""

import base64
import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

import orjson

from banks.formats.records import Unwritable
from banks.models import GIVEN_OUT, BankConnection, BankPayment, BankPaymentState
from banks.rail import answers, bank_days, batches, collecting, connections, formats, payers, routes
from banks.rail.answers import Answer, Kind
from payments.models import FailureReason, SuspenseItem, SuspenseWay, Transaction
from payments.providers.base import Direction, Instruction, Leg, RailOutcome, Verdict
from payments.workflow import suspense
from platforms import audit
from platforms.base import clock, errors, names
from platforms.database.rows import by_key
from platforms.encryption import encryption

_S = BankPaymentState
_SEALED = "the account of a refund, entered by staff"


class PaymentNotFound(errors.NotFound):
    """There is no such payment by file."""

    message = "There is no such payment by file."


class NotByHand(errors.DomainError):
    """The payment is not in a state in which people decide about it."""

    code = "INVALID_INPUT"


_NOT_WAITING = (
    "This payment does not wait for people: it is in a batch or at the bank, or has ended. Look at its state, and at"
    " what the bank has said."
)
_NOT_OPEN = (
    "Only a refund, or money out of suspense, that waits for people can be ended as not carried out, and a payment that"
    " the bank contradicts, or that was ended by hand, and no line of a statement shows; or one that no line has shown"
    " within the days of the connection. End any other payment with Fail and refund."
)


def find(key: uuid.UUID | None, *, lock: bool = False) -> BankPayment:
    """Return a payment by file, with its platform and batch. Raises PaymentNotFound."""
    rows = BankPayment.objects.select_related("platform", "batch")
    if lock:
        rows = rows.select_for_update(of=("self",))
    payment: BankPayment | None = by_key(rows, key)
    if payment is None:
        raise PaymentNotFound
    return payment


def subject_of(payment: BankPayment) -> str:
    """Return the public identifier of what a movement belongs to: a payment, or an item in suspense."""
    item = SuspenseItem.objects.filter(movement=payment.movement).first()
    return item.public_id if item is not None else Transaction(id=payment.movement).public_id


def is_waiting(payment: BankPayment, *, lock: bool = False) -> bool:
    """Tell whether a movement of ours to somebody waits for people, and has neither ended nor begun."""
    is_out = payment.direction == Direction.PUSH and payment.state == _S.WAITING
    return is_out and batches.is_under_way(payment, lock=lock)


def may_be_given_up(payment: BankPayment, *, lock: bool = False) -> bool:
    """Tell whether people can end a movement as not carried out.

    One that waits, one that the bank contradicts, one whose word no line has shown in time, or one that people had
    ended as carried out by mistake. None that a line of a statement shows.
    """
    if payment.direction != Direction.PUSH:
        return False
    if payment.state == _S.WAITING:
        return is_waiting(payment, lock=lock) and not _is_payments_own(payment)
    if payment.state == _S.SETTLED and payment.unconfirmed_since is None:
        return False
    if payment.batch is None:
        return payment.state == _S.SETTLED
    is_doubtful = bool(payment.reason) or _is_unshown(payment)
    return is_doubtful and payment.batch.state in GIVEN_OUT and payment.state in {_S.BATCHED, _S.SETTLED}


def _is_unshown(payment: BankPayment) -> bool:
    """Tell whether no line has shown a word within the days of the connection."""
    connection = connections.current(payment.connection_name)
    if connection is None or payment.unconfirmed_since is None:
        return False
    zone = ZoneInfo(connection.time_zone)
    yesterday = payment.platform.now().astimezone(zone).date() - dt.timedelta(days=1)
    last = bank_days.before(yesterday, connection.confirm_days, bank=bank_days.of(connection))
    return payment.unconfirmed_since.astimezone(zone).date() <= last


def _is_payments_own(payment: BankPayment) -> bool:
    """Tell whether it is a transfer or a payout, which staff end by failing the payment."""
    return payment.leg != Leg.REFUND and Transaction.objects.filter(id=payment.movement).exists()


def carry_out(*, payment: uuid.UUID | None, reason: str, actor: audit.Actor, now: clock.RealTime) -> BankPayment:
    """End a waiting movement as settled: people have carried it out at the bank. Raises PaymentNotFound, NotByHand."""
    row = find(payment, lock=True)
    require_waiting(row, lock=True)
    settle(row, connection_name=row.connection_name, reason=reason, actor=actor, now=now)
    return row


def require_waiting(payment: BankPayment, *, lock: bool = False) -> None:
    """Raise NotByHand unless a movement waits for people."""
    # Of a locked payment nobody ends the step meanwhile, as Fail and refund would.
    if not is_waiting(payment, lock=lock):
        raise NotByHand(_NOT_WAITING)


def settle(payment: BankPayment, *, connection_name: str, reason: str, actor: audit.Actor, now: clock.RealTime) -> None:
    """Settle a locked movement that waits for people, and make its worker due."""
    at = clock.of(payment.platform, now)
    payment.state, payment.reason, payment.answered_at = _S.SETTLED, "", at
    payment.unconfirmed_since, payment.connection_name = at, connection_name
    payment.save(update_fields=["state", "reason", "answered_at", "unconfirmed_since", "connection_name"])
    _audit(payment, "bank_payment.carry_out", actor=actor, now=at, reason=reason)
    batches.make_due([payment.movement])


def give_up(*, payment: uuid.UUID | None, reason: str, actor: audit.Actor, now: clock.RealTime) -> BankPayment:
    """End a movement as not carried out: its money is in suspense, or with its holder. As `require_open` raises."""
    row = find(payment, lock=True)
    require_open(row, lock=True)
    at = clock.of(row.platform, now)
    _audit(row, "bank_payment.give_up", actor=actor, now=at, reason=reason)
    if row.state == _S.WAITING:
        row.state, row.reason = _S.CANCELLED, "ended by hand: it was not carried out"
        row.failure_reason = FailureReason.BANK_REJECTED
        row.save(update_fields=["state", "reason", "failure_reason"])
        batches.make_due([row.movement])
        return row
    said = Answer(row.end_to_end_id, Kind.NOT_PAID, row.bank_code)
    answers.apply(answers=[said], now=now, connection_name=row.connection_name)
    # No money has moved: a line that shows the payment after all waits for people, as that of a rejected one.
    BankPayment.objects.filter(pk=row.pk).update(state=_S.REJECTED, unconfirmed_since=None)
    row.refresh_from_db()
    return row


def require_open(payment: BankPayment, *, lock: bool = False) -> None:
    """Raise NotByHand unless people may end a movement as not carried out."""
    if not may_be_given_up(payment, lock=lock):
        raise NotByHand(_NOT_OPEN)


def seal(*, name: str, number: str, bank: str) -> str:
    """Return the account of a payee as a proposal keeps it: encrypted. Raises InvalidInput."""
    number, bank, name = payers.compact(number), payers.compact(bank), name.strip()
    if problem := names.problem(name):
        raise errors.InvalidInput.field("name", f"must be the name of the account's holder: it {problem}")
    if problem := payers.account_problem(number, bank):
        raise errors.InvalidInput.field("number", f"must be an account that can be paid: this one {problem}")
    said = payers.account_info(number=number, bank=bank, name=name)
    return base64.b64encode(encryption.encrypt(orjson.dumps(said), context=_SEALED)).decode()


def unseal(account: str) -> dict[str, Any]:
    """Return the fields of a sealed account. Raises InvalidInput for a text that `seal` has not made."""
    try:
        opened: dict[str, Any] = orjson.loads(encryption.decrypt(base64.b64decode(account), context=_SEALED))
    except (ValueError, encryption.Unreadable):
        raise errors.InvalidInput.field("account", "can't be read any more: propose it anew") from None
    return opened


def enter_account(
    *, payment: uuid.UUID | None, account: str, reason: str, actor: audit.Actor, now: clock.RealTime
) -> BankPayment:
    """Send a waiting refund to a sealed account. Raises PaymentNotFound, NotByHand, and InvalidInput."""
    row = find(payment, lock=True)
    require_account_wanted(row, lock=True)
    at = clock.of(row.platform, now)
    _enter(row, account, at=at)
    row.save(update_fields=["content"])
    _audit(row, "bank_payment.enter_account", actor=actor, now=at, reason=reason)
    batches.make_due([row.movement])
    return row


def require_account_wanted(payment: BankPayment, *, lock: bool = False) -> None:
    """Raise NotByHand unless a movement is a refund that waits for people."""
    if payment.leg != Leg.REFUND:
        raise NotByHand("Only a refund may go to an account that staff enter.")
    require_waiting(payment, lock=lock)


def _enter(payment: BankPayment, account: str, *, at: dt.datetime) -> None:
    info = unseal(account)
    connection = connections.current(payment.connection_name)
    if connection is not None:
        require_writable(connection=connection, payment=payment, info=info, at=at)
    payment.content = {payers.ENTERED: info}


def require_writable(
    *, connection: BankConnection, payment: BankPayment, info: Mapping[str, Any], at: dt.datetime
) -> None:
    """Raise InvalidInput for an account that no file of a connection can carry."""
    chosen = formats.FORMATS.get(connection.credit_format)
    if chosen is None:
        raise errors.InvalidInput.field("number", "can't be paid: the connection has no format of payments out")
    if problem := formats.reach_problem(info, chosen.profile):
        raise errors.InvalidInput.field("number", f"can't be paid: {problem}")
    try:
        content = formats.content_of(info, reference="")
        formats.file_of(
            connection=connection,
            key=connection.credit_format,
            items=[formats.Item(payment.end_to_end_id, payment.amount, content)],
            message_id=payment.end_to_end_id,
            created=at,
            value_date=at.date(),
        )
    except Unwritable as refusal:
        raise errors.InvalidInput.field("number", f"can't be in a file of the connection: {refusal.text}") from None


def send_to(*, item_id: uuid.UUID, account: str, reason: str, actor: audit.Actor, now: clock.RealTime) -> SuspenseItem:
    """Give money in suspense back to a sealed account, by file. Raises as `suspense.resolve`, and InvalidInput."""
    require_returnable(item_id)
    item = suspense.resolve(item_id=item_id, way=SuspenseWay.GIVE_BACK, reason=reason, actor=actor, real_now=now)
    name = route_of(item)
    if not name:
        raise errors.InvalidInput.field("account", "can't be paid: no bank connection takes refunds of this currency")
    row = _new(item, name, now)
    _enter(row, account, at=row.taken_at)
    row.save(force_insert=True)
    _audit(row, "bank_payment.enter_account", actor=actor, now=row.taken_at, reason=reason)
    return item


def returned(
    *, item_id: uuid.UUID, connection_name: str, reason: str, actor: audit.Actor, now: clock.RealTime
) -> BankPayment:
    """End an open item: people have returned its money at the bank of a connection, before anything was sent.

    Raises as `suspense.resolve` does, and InvalidInput.
    """
    require_returnable(item_id)
    item = suspense.resolve(item_id=item_id, way=SuspenseWay.GIVE_BACK, reason=reason, actor=actor, real_now=now)
    require_own(connection_name, item)
    row = _new(item, connection_name, now)
    row.state, row.answered_at, row.unconfirmed_since = _S.SETTLED, row.taken_at, row.taken_at
    row.save(force_insert=True)
    _audit(row, "bank_payment.carry_out", actor=actor, now=row.taken_at, reason=reason)
    assert item.movement is not None, "the way of this item leads over a rail"
    # At once: a worker would ask the rail of the route, which may be none by files.
    outcome = RailOutcome(Verdict.SETTLED, provider_reference=row.end_to_end_id)
    suspense.record_outcome(item_id=item.pk, movement=item.movement, outcome=outcome, now=row.taken_at)
    return row


def require_returnable(item_id: uuid.UUID) -> SuspenseItem:
    """Return an open item whose money can go back to a payer outside. Raises ItemNotFound, ItemNotOpen, NotByHand."""
    item: SuspenseItem | None = by_key(
        SuspenseItem.objects.select_related("platform", "transaction", "deposit"), item_id
    )
    if item is None:
        raise suspense.ItemNotFound
    if item.resolved_at is not None or item.way:
        raise suspense.ItemNotOpen
    if not is_returnable(item):
        raise NotByHand("Money that is here for this reason does not go back to a payer outside by itself.")
    return item


def is_returnable(item: SuspenseItem) -> bool:
    """Tell whether an item is open, and its money can go back to a payer outside; its payment is loaded."""
    is_open = item.resolved_at is None and not item.way
    return is_open and SuspenseWay.GIVE_BACK in suspense.ways(item) and item.reason not in suspense.UNDOABLE


def require_own(connection_name: str, item: SuspenseItem) -> None:
    """Raise InvalidInput unless a connection has an account with an item's platform and currency."""
    if connection_name not in {one.name for one in own_connections(item)}:
        raise errors.InvalidInput.field("connection_name", f"must be a bank connection in {item.currency}")


def own_connections(item: SuspenseItem) -> list[BankConnection]:
    """Return the current connections in an item's currency that serve its platform."""
    is_production = item.platform.environment == "PRODUCTION"
    platforms = [item.platform_id, None] if is_production else [item.platform_id]
    rows = BankConnection.objects.filter(currency=item.currency, ended_at=None).order_by("name")
    return [one for one in rows if one.platform_id in platforms]


def route_of(item: SuspenseItem) -> str:
    """Return the bank connection by which a movement of an item goes; empty for another rail."""
    assert item.movement is not None, "the item has a movement"
    return routes.connection_for(_instruction(item), item.platform.environment)


def _instruction(item: SuspenseItem) -> Instruction:
    assert item.movement is not None
    return Instruction(
        transaction_id=item.movement,
        leg=Leg.REFUND,
        direction=Direction.PUSH,
        amount=item.amount,
        currency=item.currency,
        account_type="",
        account_info={},
        primary_identifier="",
        reference="",
        platform_id=item.platform_id,
    )


def _new(item: SuspenseItem, connection_name: str, now: clock.RealTime) -> BankPayment:
    """Return the row of a movement that is new, not stored yet."""
    instruction = _instruction(item)
    row = collecting.new_row(instruction, connection_name=connection_name, now=clock.of(item.platform, now))
    row.platform = item.platform
    return row


def _audit(payment: BankPayment, verb: str, *, actor: audit.Actor, now: dt.datetime, reason: str) -> None:
    details = {"movement": str(payment.movement), "amount": payment.amount, "currency": payment.currency}
    audit.record(payment, verb, actor=actor, now=now, **details, reason=reason)
