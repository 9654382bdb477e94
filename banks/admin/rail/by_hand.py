"""Decisions about movements by file that no answer of a bank ends, each by two people: dialogs and effects."""

import uuid
from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminSelectWidget

from banks.models import BankPayment
from banks.rail import by_hand, connections, payers
from payments.admin import names
from payments.ledger import movements
from payments.models import SuspenseItem
from payments.providers.base import Leg
from payments.workflow import suspense
from platforms.backoffice import fields, masking
from platforms.backoffice.actions import Action, Fields, Role
from platforms.backoffice.effects import Effect
from platforms.base import clock
from platforms.base.money import major_units

_TWO: dict[str, Any] = {"roles": [Role.OPERATIONS], "takes_two": True}
_LATER = "By the payment's worker, as for every answer of a bank."
_ALONE = "Books against bank shows it as known to the books alone. Match its line with {}."


def _amount(row: BankPayment | SuspenseItem) -> str:
    return major_units(row.amount, row.currency)


def _to(payment: BankPayment) -> str:
    return "the payer" if payment.leg == Leg.REFUND else "the payee"


def _carry_out(*, payment: uuid.UUID | None) -> Effect:
    row = by_hand.find(payment)
    by_hand.require_waiting(row)
    amount, subject = _amount(row), by_hand.subject_of(row)
    return Effect(
        does=f"Ends {subject} as settled: people have paid {amount} to {_to(row)} at the bank. No file pays it.",
        amount=amount,
        source=f"our account at the bank of {row.connection_name}",
        target=_to(row),
        booked=_LATER,
        sent="No money. The platform is told how its payment stands.",
        more={"Until its line comes": _ALONE.format(subject)},
    )


def _give_up(*, payment: uuid.UUID | None) -> Effect:
    row = by_hand.find(payment)
    by_hand.require_open(row)
    amount, subject = _amount(row), by_hand.subject_of(row)
    has_settled = row.state == "SETTLED"
    return Effect(
        does=f"Ends {subject} as not carried out: the bank has not paid {amount} to {_to(row)}, and never will."
        + (" It had said that it has, and no line of a statement shows it." if has_settled else ""),
        amount=amount,
        source="nobody",
        target="who had the money before, or suspense",
        booked=_LATER,
        sent="No money. The platform is told how its payment stands.",
        more={"If the bank pays after all": "its line waits for people: the money is paid twice."},
    )


def _enter_account(*, payment: uuid.UUID | None, account: str) -> Effect:
    row, info = by_hand.find(payment), by_hand.unseal(account)
    by_hand.require_account_wanted(row)
    connection = connections.current(row.connection_name)
    if connection is not None:
        by_hand.require_writable(connection=connection, payment=row, info=info, at=clock.real_now())
    amount = _amount(row)
    return Effect(
        does=f"Sends the refund of {by_hand.subject_of(row)}, {amount}, to the account that was entered.",
        amount=amount,
        source=f"our account at the bank of {row.connection_name}",
        target="the account that was entered",
        booked="Nothing now: once the bank has settled it.",
        sent=f"{amount} in the next file to the bank, once that is released.",
        notes=_account(info, row.platform.environment),
    )


def _send_to(*, item_id: uuid.UUID, account: str) -> Effect:
    item, info = by_hand.require_returnable(item_id), by_hand.unseal(account)
    suspense.require_not_taken_back(item, "GIVE_BACK")
    amount = _amount(item)
    return Effect(
        does=f"Sends {amount} of {item.public_id} to the account that was entered.",
        amount=amount,
        source=f"suspense of {item.platform.public_id}",
        target="the account that was entered",
        booked=f"{names.entry(movements.SUSPENSE_GIVEN_BACK)} once the bank has settled it; "
        "if it fails, the item opens.",
        sent=f"{amount} in the next file to the bank, once that is released.",
        notes=_account(info, item.platform.environment),
    )


def _returned(*, item_id: uuid.UUID, connection_name: str) -> Effect:
    item = by_hand.require_returnable(item_id)
    suspense.require_not_taken_back(item, "GIVE_BACK")
    by_hand.require_own(connection_name, item)
    amount = _amount(item)
    return Effect(
        does=f"Ends {item.public_id}: people have returned {amount} to the payer at the bank. No file pays it.",
        amount=amount,
        source=f"suspense of {item.platform.public_id}",
        target="the payer",
        booked=f"Immediately: {names.entry(movements.SUSPENSE_GIVEN_BACK)}.",
        sent="No money. The platform is told, where this ends a refund.",
        more={"Until its line comes": _ALONE.format(item.public_id)},
    )


def _account(info: dict[str, Any], environment: str) -> dict[str, str]:
    """Return the entered account, for the two who decide: personal data."""
    name = info["beneficiary"]["fullName"]
    listed = {"List of sanctions": "The name is like one of it."} if payers.is_listed(name, environment) else {}
    number = info.get("iban") or info.get("accountNumber")
    return {"Name": name, "Account": masking.masked(number), **listed}


def _fields(_: Any) -> Fields:
    return {
        "name": fields.text("Name of the account's holder"),
        "number": fields.text("Account number", "An IBAN, or another number with the number of its bank."),
        "bank": fields.text("Bank", "BIC, sort code or routing number. Empty for an IBAN.", required=False),
    }


def _sealed(_: Any, entered: dict[str, Any]) -> dict[str, Any]:
    """Return the account as a proposal may keep it: encrypted."""
    return {"account": by_hand.seal(**{name: entered[name] for name in ("name", "number", "bank")})}


def _connection(item: SuspenseItem | None) -> Fields:
    names_ = [one.name for one in by_hand.own_connections(item)] if item is not None else []
    return {
        "connection_name": forms.ChoiceField(
            label="Bank connection",
            choices=[(name, name) for name in names_],
            widget=UnfoldAdminSelectWidget,
            help_text="From whose account it was returned.",
        )
    }


_ON_PAYMENT: dict[str, Any] = {**_TWO, "on": BankPayment, "key": "payment"}
_ON_ITEM: dict[str, Any] = {
    **_TWO,
    "on": SuspenseItem,
    "key": "item_id",
    "offered": lambda item, _: by_hand.is_returnable(item),
}
Action(
    "bank_payment.enter_account",
    **_ON_PAYMENT,
    path="enter_account",
    button="Enter the account",
    icon="edit",
    offered=lambda row, _: row.leg == Leg.REFUND and by_hand.is_waiting(row),
    title="Enter the account of this refund",
    text="A second person approves it. The refund goes there with the next file. Take the account from the payer or "
    "the bank, not from an e-mail that you have not checked.",
    fields=_fields,
    arguments=_sealed,
    effect=_enter_account,
    perform=by_hand.enter_account,
    proposed_as="Enter the account of a refund",
)
Action(
    "bank_payment.carry_out",
    **_ON_PAYMENT,
    path="carry_out",
    button="Carried out by hand",
    icon="task_alt",
    offered=lambda row, _: by_hand.is_waiting(row),
    title="End this as carried out at the bank by hand",
    text="A second person approves it. Only what you have seen at the bank: no file pays it any more. Match its line "
    "when the statement comes.",
    effect=_carry_out,
    perform=by_hand.carry_out,
    proposed_as="End a payment by file as carried out by hand",
)
Action(
    "bank_payment.give_up",
    **_ON_PAYMENT,
    path="give_up",
    button="Not carried out",
    icon="block",
    offered=lambda row, _: by_hand.may_be_given_up(row),
    title="End this as not carried out",
    text="A second person approves it. Ask the bank first: if it pays all the same, the money is paid twice.",
    effect=_give_up,
    perform=by_hand.give_up,
    proposed_as="End a payment by file as not carried out",
)
Action(
    "suspense.send_to",
    **_ON_ITEM,
    path="send_to",
    button="Send to an account",
    icon="edit",
    title="Send this money to an account that you enter",
    text="A second person approves it. It goes there with the next file to the bank, and stays in suspense until the "
    "bank has settled it.",
    fields=_fields,
    arguments=_sealed,
    effect=_send_to,
    perform=by_hand.send_to,
    proposed_as="Send money in suspense to an account",
)
Action(
    "suspense.returned",
    **_ON_ITEM,
    path="returned",
    button="Returned by hand",
    icon="undo",
    title="End this as returned to the payer at the bank",
    text="A second person approves it. Only what you have seen at the bank. Match its line when the statement comes.",
    fields=_connection,
    effect=_returned,
    perform=by_hand.returned,
    proposed_as="End money in suspense as returned by hand",
)
