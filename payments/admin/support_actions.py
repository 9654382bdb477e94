"""What support staff can make happen: ask a rail again, end a payment, let money go that is in suspense."""

import uuid
from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget, UnfoldBooleanSwitchWidget

from payments.models import SuspenseItem, SuspenseWay, Transaction
from payments.operations import interventions, suspense
from payments.workflow import steps
from platforms.backoffice import actions, amounts
from platforms.backoffice.actions import Action, Role
from platforms.kit import clock

_SUPPORT = [Role.SUPPORT, Role.OPERATIONS]
_FAILURES = {
    "TIMED_OUT": "Timed out: the rail never said what became of it",
    "BANK_REJECTED": "The receiving bank rejected it",
    "ACCOUNT_INVALID": "The account can't be paid",
    "INSUFFICIENT_FUNDS": "The account to collect from has not enough",
    "QUOTE_EXECUTION_FAILED": "The payment could not be carried out",
    "OFFRAMP_FAILED": "The payout failed",
}
_WAYS = {
    SuspenseWay.GIVE_BACK: "Give it back to who paid",
    SuspenseWay.PAY_AGAIN: "Pay it to the beneficiary once more",
    SuspenseWay.CREDIT_HOLDER: "Credit the internal account of the customer who paid",
    SuspenseWay.WRITE_OFF: "Write it off",
}
_ACCOUNTS = {
    "": "Only where it is written off",
    suspense.TO_PLATFORM: "The platform's own internal account",
    suspense.TO_WRITTEN_OFF: "What is written off (an account of the books)",
}


def _retry(*, transaction_id: uuid.UUID, now: clock.RealTime, **by: Any) -> Transaction:
    return interventions.retry(transaction_id=transaction_id, real_now=now, **by)


Action(
    "transaction.retry",
    roles=_SUPPORT,
    on=Transaction,
    button="Ask the rail again now",
    icon="refresh",
    offered=lambda payment, _: interventions.can_retry(payment),
    title="Ask the rail again now",
    text="A worker takes the payment up at once. A rail moves the money of one payment once, however often it is "
    "asked.",
    submit="Ask now",
    key="transaction_id",
    perform=_retry,
    message="A worker takes it up now.",
)


def _failures(payment: Transaction | None) -> actions.Fields:
    fitting = steps.step_of(payment.next_action).failures if payment else ()
    return {
        "failure_reason": forms.ChoiceField(
            label="What the platform is told",
            choices=[(reason, _FAILURES[reason]) for reason in fitting],
            widget=UnfoldAdminSelectWidget,
        ),
        "is_not_paid": forms.BooleanField(
            label="The rail has said that it has not paid this and is not going to",
            help_text="If it pays all the same, the money is lost: the payer has it back by then.",
            widget=UnfoldBooleanSwitchWidget,
        ),
    }


def _fail(*, transaction_id: uuid.UUID, failure_reason: str, now: clock.RealTime, **by: Any) -> Transaction:
    return interventions.fail_and_refund(
        transaction_id=transaction_id, failure_reason=failure_reason, real_now=now, **by
    )


Action(
    "transaction.fail_and_refund",
    roles=_SUPPORT,
    takes_two=True,
    on=Transaction,
    button="Fail and give back",
    icon="undo",
    offered=lambda payment, _: interventions.can_fail(payment),
    title="Fail this payment and give the money back",
    text="The payment ends as FAILED, and whoever was debited has everything back, fees too.",
    fields=_failures,
    key="transaction_id",
    arguments=lambda _, entered: {"failure_reason": entered["failure_reason"]},
    perform=_fail,
    proposed_as="Fail a payment and give the money back",
    message="Failed, and given back.",
)


def _where_it_can_go(item: SuspenseItem | None) -> actions.Fields:
    """Return the ways that fit why the money is here, and the account to credit where no payment tells it."""
    said = dict(_WAYS)
    if item and item.deposit:
        said[SuspenseWay.CREDIT_HOLDER] = "Credit it to an internal account"
    fields: dict[str, forms.Field] = {
        "way": forms.ChoiceField(
            label="Where it goes",
            choices=[(way.value, said[way]) for way in (suspense.ways(item) if item else ())],
            widget=UnfoldAdminSelectWidget,
            help_text=f"It is about {amounts.major_units(item.amount, item.currency)}." if item else "",
        ),
        "account": forms.ChoiceField(
            label="Written off to", choices=list(_ACCOUNTS.items()), required=False, widget=UnfoldAdminSelectWidget
        ),
    }
    if item is None or item.deposit:
        fields["credited"] = _credited(item)
    return fields


def _credited(item: SuspenseItem | None) -> forms.CharField:
    meant = item.deposit.internal_account if item and item.deposit else None
    return forms.CharField(
        label="Credited to",
        max_length=64,
        required=False,
        initial=meant.public_id if item and meant and meant.currency == item.currency else "",
        widget=UnfoldAdminTextInputWidget,
        help_text="InternalAccount:… of the platform. Only where it is credited.",
    )


def _way(_: SuspenseItem | None, entered: dict[str, Any]) -> dict[str, Any]:
    """Return the way, and the account that goes with it."""
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
    title="Let this money go",
    text="What leaves by a rail stays in suspense until the rail has settled it; a failure opens the item again.",
    fields=_where_it_can_go,
    key="item_id",
    arguments=_way,
    perform=_resolve,
    proposed_as="Resolve money in suspense",
    message="Resolved.",
)
