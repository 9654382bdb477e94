"""Actions of support staff: ask a rail again, end a payment, resolve a suspense item."""

import uuid
from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget, UnfoldBooleanSwitchWidget

from payments import steps
from payments.admin import effects, names
from payments.admin.support import explanations
from payments.models import SuspenseItem, SuspenseWay, Transaction
from payments.quotes import releasing
from payments.workflow import staff_actions, suspense
from platforms.backoffice import actions, amounts, notes
from platforms.backoffice.actions import Action, Role
from platforms.base import clock

_SUPPORT = [Role.SUPPORT, Role.OPERATIONS]
_ACCOUNTS = {
    "": "Only for write-offs",
    suspense.TO_PLATFORM: "The platform's own internal account",
    suspense.TO_WRITTEN_OFF: "The write-off account of the ledger",
}


def _retry(*, transaction_id: uuid.UUID, now: clock.RealTime, **by: Any) -> Transaction:
    return staff_actions.retry(transaction_id=transaction_id, real_now=now, **by)


Action(
    "transaction.retry",
    roles=_SUPPORT,
    on=Transaction,
    button="Ask the bank again now",
    icon="refresh",
    offered=lambda payment, _: staff_actions.can_retry(payment),
    title="Ask the bank again now",
    text="The next step runs immediately. The bank or network moves the money of a payment once, however often it is "
    "asked.",
    submit="Ask now",
    key="transaction_id",
    perform=_retry,
    message="The next step runs now.",
)


def _may_decide(payment: Transaction) -> bool:
    # Few payments wait: the others' pages need no platform's clock.
    return payment.awaits_approval and releasing.may_decide(payment, now=payment.platform.now())


def _approve(*, transaction_id: uuid.UUID, now: clock.RealTime, **by: Any) -> Transaction:
    return releasing.approve_by_staff(transaction_id=transaction_id, real_now=now, **by)


def _refuse(*, transaction_id: uuid.UUID, now: clock.RealTime, **by: Any) -> Transaction:
    return releasing.refuse_by_staff(transaction_id=transaction_id, real_now=now, **by)


Action(
    "transaction.release",
    roles=_SUPPORT,
    on=Transaction,
    button="Approve",
    icon="check",
    offered=lambda payment, _: _may_decide(payment),
    title="Approve this payment",
    text="It is beyond what its token may pay alone, and waits. Approved, it goes on its way at once.",
    key="transaction_id",
    perform=_approve,
    message="It is on its way.",
)
Action(
    "transaction.refuse",
    roles=_SUPPORT,
    on=Transaction,
    button="Refuse",
    icon="block",
    offered=lambda payment, _: _may_decide(payment),
    title="Refuse this payment",
    text="It is beyond what its token may pay alone, and waits. Refused, it ends as FAILED. The payer gets the money "
    "back, and the token what it may spend.",
    key="transaction_id",
    perform=_refuse,
    message="Refused.",
)


def _failures(payment: Transaction | None) -> actions.Fields:
    fitting = steps.step_of(payment.next_action).failures if payment else ()
    return {
        "failure_reason": forms.ChoiceField(
            label="Reason sent to the platform",
            choices=[(reason, explanations.FAILURES[reason]) for reason in fitting],
            widget=UnfoldAdminSelectWidget,
        ),
        "is_not_paid": forms.BooleanField(
            label="I confirmed with the bank that it will not pay",
            help_text="If the bank pays anyway, the money is paid twice.",
            widget=UnfoldBooleanSwitchWidget,
        ),
    }


def _fail(*, transaction_id: uuid.UUID, failure_reason: str, now: clock.RealTime, **by: Any) -> Transaction:
    return staff_actions.fail_and_refund(
        transaction_id=transaction_id, failure_reason=failure_reason, real_now=now, **by
    )


Action(
    "transaction.fail_and_refund",
    roles=_SUPPORT,
    takes_two=True,
    on=Transaction,
    button="Fail and refund",
    icon="undo",
    offered=lambda payment, _: staff_actions.can_fail(payment),
    title="Fail this payment and refund it",
    text="The payment ends as FAILED. The payer is refunded in full, including fees.",
    fields=_failures,
    key="transaction_id",
    arguments=lambda _, entered: {"failure_reason": entered["failure_reason"]},
    perform=_fail,
    effect=effects.fail_payment,
    proposed_as="Fail a payment and refund it",
    message="Failed and refunded.",
)


def _where_it_can_go(item: SuspenseItem | None) -> actions.Fields:
    """Return the resolutions that fit an item's reason, and the account to credit where no payment determines it."""
    labels: dict[str, str] = dict(names.WAYS)
    if item and item.deposit:
        labels[SuspenseWay.CREDIT_HOLDER] = "Credit an internal account"
    fields: dict[str, forms.Field] = {
        "way": forms.ChoiceField(
            label="Send to",
            choices=[(way.value, labels[way]) for way in (suspense.ways(item) if item else ())],
            widget=UnfoldAdminSelectWidget,
            help_text=f"Amount: {amounts.major_units(item.amount, item.currency)}." if item else "",
        ),
        "account": forms.ChoiceField(
            label="Write-off account", choices=list(_ACCOUNTS.items()), required=False, widget=UnfoldAdminSelectWidget
        ),
    }
    if item is None or item.deposit:
        fields["credited"] = _credited(item)
    return fields


def _credited(item: SuspenseItem | None) -> forms.CharField:
    meant = item.deposit.internal_account if item and item.deposit else None
    return forms.CharField(
        label="Credit to",
        max_length=64,
        required=False,
        initial=meant.public_id if item and meant and meant.currency == item.currency else "",
        widget=UnfoldAdminTextInputWidget,
        help_text="InternalAccount:… of the platform. Only for credits.",
    )


def _way(_: SuspenseItem | None, entered: dict[str, Any]) -> dict[str, Any]:
    """Return the resolution, and the account that goes with it."""
    account = {SuspenseWay.WRITE_OFF: entered["account"], SuspenseWay.CREDIT_HOLDER: entered.get("credited", "")}
    return {"way": entered["way"], "account": account.get(entered["way"], "")}


def _resolve(*, item_id: uuid.UUID, now: clock.RealTime, **entered: Any) -> SuspenseItem:
    return suspense.resolve(item_id=item_id, real_now=now, **entered)


Action(
    "suspense.resolve",
    roles=_SUPPORT,
    takes_two=True,
    on=SuspenseItem,
    button="Resolve",
    icon="task_alt",
    is_main=True,
    offered=lambda item, _: item.resolved_at is None and not item.way,
    title="Resolve suspense item",
    text="Money sent by a bank or network stays in suspense until it has settled; if it fails, the item opens again.",
    fields=_where_it_can_go,
    key="item_id",
    arguments=_way,
    perform=_resolve,
    effect=effects.resolve_suspense,
    proposed_as="Resolve suspense item",
    message="Resolved.",
)


notes.offer_on(
    Transaction,
    customer=lambda payment: payment.customer_id,
    kept="Kept until the customer of the payment is erased. Without a customer, for good: then name nobody.",
    offered=lambda *_: True,
)
