"""What support staff can make happen: ask a rail again, end a payment, let money go that is in suspense."""

import uuid
from typing import Any

from django import forms
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget, UnfoldBooleanSwitchWidget

from payments.models import NextAction, SuspenseItem, SuspenseWay, Transaction, TransactionStatus
from payments.operations import interventions, suspense
from platforms import audit
from platforms.backoffice import amounts, dialogs, verbs
from platforms.backoffice.verbs import Role
from platforms.kit import clock

_SUPPORT = (Role.SUPPORT, Role.OPERATIONS)


def _retry(*, transaction_id: str, reason: str, actor: audit.Actor, now: clock.RealTime) -> Transaction:
    return interventions.retry(transaction_id=uuid.UUID(transaction_id), reason=reason, actor=actor, real_now=now)


def _fail(
    *, transaction_id: str, failure_reason: str, reason: str, actor: audit.Actor, now: clock.RealTime
) -> Transaction:
    return interventions.fail_and_refund(
        transaction_id=uuid.UUID(transaction_id),
        failure_reason=failure_reason,
        reason=reason,
        actor=actor,
        real_now=now,
    )


def _resolve(
    *, item_id: str, way: str, account: str, reason: str, actor: audit.Actor, now: clock.RealTime
) -> SuspenseItem:
    return suspense.resolve(
        item_id=uuid.UUID(item_id), way=way, account=account, reason=reason, actor=actor, real_now=now
    )


RETRY = verbs.declare("transaction.retry", title="Ask the rail again now", roles=_SUPPORT, perform=_retry)
FAIL = verbs.declare(
    "transaction.fail_and_refund",
    title="Fail a payment and give the money back",
    roles=_SUPPORT,
    perform=_fail,
    needs_second_person=True,
)
RESOLVE = verbs.declare(
    "suspense.resolve", title="Resolve money in suspense", roles=_SUPPORT, perform=_resolve, needs_second_person=True
)

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


def offered(payment: Transaction) -> tuple[str, ...]:
    """Return the names of the actions that make sense for a payment where it stands."""
    if payment.next_action_at is None or payment.next_action in {NextAction.EXPIRE, NextAction.END_APPROVAL}:
        return ()
    can_fail = payment.next_action in interventions.FAILURES and payment.status != TransactionStatus.COMPLETED
    return ("retry", "fail_and_refund") if can_fail else ("retry",)


class RetryForm(dialogs.OperationForm):
    """The dialog that makes a payment due now."""

    verb = RETRY
    subject_type = "Transaction"

    def arguments(self, **entered: Any) -> dict[str, Any]:
        """Return the payment."""
        return {"transaction_id": str(dialogs.key_of(self.object_id))}


class FailForm(dialogs.OperationForm):
    """The dialog that proposes to end a payment."""

    verb = FAIL
    subject_type = "Transaction"
    failure_reason = forms.ChoiceField(label="What the platform is told", widget=UnfoldAdminSelectWidget)
    is_not_paid = forms.BooleanField(
        label="The rail has said that it has not paid this and is not going to",
        help_text="If it pays all the same, the money is lost: the payer has it back by then.",
        widget=UnfoldBooleanSwitchWidget,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer the reasons that fit the step."""
        super().__init__(*args, **kwargs)
        key = dialogs.key_of(self.object_id)
        payment = Transaction.objects.filter(id=key).only("next_action").first() if key else None
        fitting = interventions.FAILURES.get(payment.next_action, ()) if payment else ()
        self.fields["failure_reason"].choices = [(reason.value, _FAILURES[reason]) for reason in fitting]

    def arguments(self, **entered: Any) -> dict[str, Any]:
        """Return the payment and why it is said to have failed."""
        return {
            "transaction_id": str(dialogs.key_of(self.object_id)),
            "failure_reason": entered["failure_reason"],
        }


class ResolveForm(dialogs.OperationForm):
    """The dialog that proposes where money in suspense is to go."""

    verb = RESOLVE
    subject_type = "SuspenseItem"
    way = forms.ChoiceField(label="Where it goes", widget=UnfoldAdminSelectWidget)
    account = forms.ChoiceField(
        label="Written off to", choices=list(_ACCOUNTS.items()), required=False, widget=UnfoldAdminSelectWidget
    )
    credited = forms.CharField(
        label="Credited to",
        max_length=64,
        required=False,
        widget=UnfoldAdminTextInputWidget,
        help_text="InternalAccount:… of the platform. Only where it is credited.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer the ways that fit why the money is here."""
        super().__init__(*args, **kwargs)
        key = dialogs.key_of(self.object_id)
        rows = SuspenseItem.objects.select_related("transaction", "deposit__internal_account")
        item = rows.filter(id=key).first() if key else None
        fitting = suspense.ways(item) if item else ()
        self.fields["way"].choices = [(way.value, _WAYS[way]) for way in fitting]
        if item is not None:
            self._offer_account(item)
            self.fields["way"].help_text = f"It is about {amounts.major_units(item.amount, item.currency)}."

    def _offer_account(self, item: SuspenseItem) -> None:
        """Ask for the account to credit where no payment tells it."""
        if item.deposit is None:
            del self.fields["credited"]
            return
        ways = [
            (way, "Credit it to an internal account" if way == SuspenseWay.CREDIT_HOLDER else said)
            for way, said in self.fields["way"].choices
        ]
        self.fields["way"].choices = ways
        meant = item.deposit.internal_account
        self.fields["credited"].initial = meant.public_id if meant and meant.currency == item.currency else ""

    def arguments(self, **entered: Any) -> dict[str, Any]:
        """Return the item, the way and the account."""
        account = {SuspenseWay.WRITE_OFF: entered["account"], SuspenseWay.CREDIT_HOLDER: entered.get("credited", "")}
        return {
            "item_id": str(dialogs.key_of(self.object_id)),
            "way": entered["way"],
            "account": account.get(entered["way"], ""),
        }


RETRY_ACTION: dict[str, Any] = {
    "description": "Ask the rail again now",
    "icon": "refresh",
    "dialog": {
        "title": "Ask the rail again now",
        "description": "A worker takes the payment up at once. A rail moves the money of one payment once, however "
        "often it is asked.",
        "form_class": RetryForm,
        "form_submit_text": "Ask now",
    },
}
FAIL_ACTION: dict[str, Any] = {
    "description": "Fail and give back",
    "icon": "undo",
    "dialog": {
        "title": "Fail this payment and give the money back",
        "description": "The payment ends as FAILED, and whoever was debited has everything back, fees too.",
        "form_class": FailForm,
        "form_submit_text": "Propose",
    },
}
RESOLVE_ACTION: dict[str, Any] = {
    "description": "Resolve",
    "icon": "task_alt",
    "variant": ActionVariant.PRIMARY,
    "dialog": {
        "title": "Let this money go",
        "description": "What leaves by a rail stays in suspense until the rail has settled it; a failure opens the "
        "item again.",
        "form_class": ResolveForm,
        "form_submit_text": "Propose",
    },
}
