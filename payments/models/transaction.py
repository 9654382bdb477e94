"""Transactions: payments from beginning to end, with their state table."""

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib.postgres.indexes import GinIndex
from django.db import models

from payments.due import CALL_STEPS, RAIL_STEPS
from payments.models.external_account import ExternalAccount
from payments.models.internal_account import InternalAccount
from platforms.base import identifiers, states
from platforms.base.public_ids import WithPublicId
from platforms.models import Platform, TransactionDirection
from platforms.models.platform import OwnedManager

TransactionType = TransactionDirection


class TransactionStatus(models.TextChoices):
    """The status of a payment."""

    CREATED = "CREATED"
    PENDING = "PENDING"
    PROCESSING = "PROCESSING"
    COMPLETED = "COMPLETED"
    REJECTED = "REJECTED"
    FAILED = "FAILED"
    REFUNDED = "REFUNDED"
    EXPIRED = "EXPIRED"


_S = TransactionStatus
TRANSITIONS: states.Table = {
    _S.CREATED: frozenset({_S.PENDING, _S.PROCESSING, _S.COMPLETED, _S.FAILED, _S.REJECTED}),
    _S.PENDING: frozenset({_S.PROCESSING, _S.EXPIRED, _S.FAILED, _S.REJECTED, _S.COMPLETED}),
    _S.PROCESSING: frozenset({_S.COMPLETED, _S.FAILED, _S.REJECTED, _S.REFUNDED}),
    _S.COMPLETED: frozenset({_S.FAILED, _S.REFUNDED}),
}
"""The allowed transitions of a payment (contract, section 6)."""


IN_FLIGHT = (_S.CREATED, _S.PENDING, _S.PROCESSING)
"""Statuses of a payment whose money is under way."""


class FailureReason(models.TextChoices):
    """Why a payment failed or was rejected. The first four are those of transfers."""

    INSUFFICIENT_FUNDS = "INSUFFICIENT_FUNDS"
    ACCOUNT_INVALID = "ACCOUNT_INVALID"
    BANK_REJECTED = "BANK_REJECTED"
    TIMED_OUT = "TIMED_OUT"
    LNURLP_FAILED = "LNURLP_FAILED"
    PAY_REQUEST_FAILED = "PAY_REQUEST_FAILED"
    PAYMENT_APPROVAL_WEBHOOK_ERROR = "PAYMENT_APPROVAL_WEBHOOK_ERROR"
    PAYMENT_APPROVAL_TIMED_OUT = "PAYMENT_APPROVAL_TIMED_OUT"
    OFFRAMP_FAILED = "OFFRAMP_FAILED"
    MISSING_MANDATORY_PAYEE_DATA = "MISSING_MANDATORY_PAYEE_DATA"
    QUOTE_EXPIRED = "QUOTE_EXPIRED"
    QUOTE_EXECUTION_FAILED = "QUOTE_EXECUTION_FAILED"
    LIGHTNING_PAYMENT_FAILED = "LIGHTNING_PAYMENT_FAILED"
    FUNDING_AMOUNT_MISMATCH = "FUNDING_AMOUNT_MISMATCH"
    COUNTERPARTY_POST_TX_FAILED = "COUNTERPARTY_POST_TX_FAILED"
    CANCELLED = "CANCELLED"
    """By the platform, before any rail was asked: no answer of a rail."""


class PaymentDirection(models.TextChoices):
    """Whether the money of a payment comes to an internal account, leaves one, or both."""

    IN = "IN"
    OUT = "OUT"
    BOTH = "BOTH"


class PendingReason(models.TextChoices):
    """What a payment under way waits for."""

    EXECUTION = "EXECUTION"
    FUNDING = "FUNDING"
    APPROVAL = "APPROVAL"
    COLLECTION = "COLLECTION"
    PAYOUT = "PAYOUT"
    CREDITING = "CREDITING"
    REFUND = "REFUND"
    REVIEW = "REVIEW"


class NextAction(models.TextChoices):
    """A worker's next step for a payment when it is due."""

    TRANSFER = "TRANSFER"
    """Submit a transfer to the rail, or ask for its status."""
    EXPIRE = "EXPIRE"
    """End a quote that was not executed or paid."""
    COLLECT = "COLLECT"
    """Collect the money for a quote from an external account."""
    PAY_OUT = "PAY_OUT"
    """Submit the exchanged money to the rail, or ask for its status; also whether a settled payout was returned."""
    PAY_IN = "PAY_IN"
    """Credit the exchanged money to an internal account."""
    GIVE_BACK = "GIVE_BACK"
    """Refund the money of a failed payment to the payer."""
    END_APPROVAL = "END_APPROVAL"
    """End a payment by UMA that was not approved, or whose requester was not answered."""
    RECEIVE = "RECEIVE"
    """Ask for the status of the invoice of a payment by UMA; take its money, or end the payment."""
    DEPOSIT = "DEPOSIT"
    """Submit money that arrived by UMA to the rail, or ask for its status."""
    CONFIRM = "CONFIRM"
    """Tell the sender's side of a payment by UMA the result."""
    PAY_INVOICE = "PAY_INVOICE"
    """Pay the invoice of a payment by UMA, or ask for its status."""
    CALL_BACK = "CALL_BACK"
    """Tell the receiver's side of a payment by UMA that it is complete."""
    AWAIT_APPROVAL = "AWAIT_APPROVAL"
    """End a payment beyond what its token may pay alone, whose money is set apart, unless a person approves it."""
    AWAIT_COLLECT = "AWAIT_COLLECT"
    """The same of a payment whose money is to be collected first."""


AWAITING = (NextAction.AWAIT_APPROVAL, NextAction.AWAIT_COLLECT)
"""Steps that end a payment unless a person approves it before."""
LONGEST_WAIT = dt.timedelta(hours=24)
"""How long it waits for that."""
_PENDING: Mapping[str, str] = {
    NextAction.COLLECT: PendingReason.COLLECTION.value,
    NextAction.PAY_OUT: PendingReason.PAYOUT.value,
    NextAction.PAY_IN: PendingReason.CREDITING.value,
    NextAction.GIVE_BACK: PendingReason.REFUND.value,
    NextAction.END_APPROVAL: PendingReason.APPROVAL.value,
    NextAction.AWAIT_APPROVAL: PendingReason.APPROVAL.value,
    NextAction.AWAIT_COLLECT: PendingReason.APPROVAL.value,
    NextAction.RECEIVE: PendingReason.FUNDING.value,
    NextAction.DEPOSIT: PendingReason.PAYOUT.value,
    NextAction.PAY_INVOICE: PendingReason.PAYOUT.value,
}
"""By the step that is due; that of a quote and of a transfer depends on the payment."""
RATE: dict[str, Any] = {"max_digits": 60, "decimal_places": 30}
"""Holds any exchange rate: 15 significant digits between 1e-12 and 1e12, exactly."""


_INTERNAL = "InternalAccount:"


def _account(public_id: str, currency: str, customer_id: uuid.UUID | None) -> dict[str, str]:
    holder = {"customerId": identifiers.public("Customer", customer_id)} if customer_id else {}
    return {"accountId": public_id, "currency": currency, **holder}


class Transaction(WithPublicId):
    """One payment. `sender` and `receiver` are for filters of lists: an account's public id or an address."""

    # No checked keys on what every payment writes: docs/decisions/0008-keys-of-hot-tables.md.
    platform = models.ForeignKey(
        Platform, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    customer = models.ForeignKey(
        "compliance.Customer",
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    """None: the platform's own account pays, or is paid."""
    platform_customer_id = models.CharField(max_length=255, default="", db_default="")
    """The customer's, which never changes; copied so that reading a payment needs one row."""
    payee_customer = models.ForeignKey(
        "compliance.Customer",
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    """Of a quote that pays an internal account: its holder. None: the platform itself, or not a payment like that."""
    type = models.CharField(max_length=16, choices=TransactionType.choices)
    status = models.CharField(max_length=16, choices=TransactionStatus.choices)
    internal_account = models.ForeignKey(
        InternalAccount, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    """A transfer's internal account; the internal account that a quote is paid from."""
    external_account = models.ForeignKey(
        ExternalAccount, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    """A transfer's external account; the external account that a quote pays to."""
    sender = models.CharField(max_length=320)
    """Empty when a payment from outside, made for a quote, is the source."""
    receiver = models.CharField(max_length=320)
    sent_amount = models.BigIntegerField()
    sent_currency = models.CharField(max_length=8)
    received_amount = models.BigIntegerField()
    received_currency = models.CharField(max_length=8)
    fees = models.BigIntegerField(default=0, db_default=0)
    platform_fees = models.BigIntegerField(null=True)
    """The part of `fees` that is the platform's; None for none."""
    exchange_rate = models.DecimalField(**RATE, null=True)
    rate_details = models.JSONField(null=True)
    quote_id = models.UUIDField(null=True)
    payment_instructions = models.JSONField(null=True)
    refund = models.JSONField(null=True)
    description = models.TextField(null=True)  # noqa: DJ001 - absent differs from empty
    counterparty_information = models.JSONField(null=True)
    metadata = models.JSONField(null=True)
    """What the platform noted under keys of its own; texts, and never an empty object."""
    remittance_information = models.CharField(max_length=140, null=True)  # noqa: DJ001 - absent differs from empty
    """What the platform tells the payee, beside the reference."""
    payment_rail = models.CharField(max_length=64, default="", db_default="")
    """The rail that it goes by; empty while that is not known, and where it leaves no account."""
    expected_settlement_at = models.DateTimeField(null=True)
    """When the rail expects the money to arrive, by the platform's clock; None where it does not say."""
    reference = models.CharField(max_length=32)
    """Shown by both banks on the statement; shown to the platform once the payment has left CREATED."""
    failure_reason = models.CharField(max_length=64, null=True)  # noqa: DJ001 - absent unless it failed
    settled_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    provider_reference = models.CharField(max_length=64, default="", db_default="")
    next_action_at = models.DateTimeField(null=True)
    """When a worker must act on the payment again, by the platform's clock; None when nothing is due."""
    next_action = models.CharField(
        max_length=16, choices=NextAction.choices, default=NextAction.TRANSFER, db_default=NextAction.TRANSFER
    )
    attempts = models.PositiveIntegerField(default=0, db_default=0)
    """How often a worker has claimed the payment."""
    invoice_hash = models.CharField(max_length=64, null=True)  # noqa: DJ001 - absent differs from empty
    """Of a payment to an account that is a Lightning invoice: the invoice's payment hash, in hexadecimal."""
    request_id = models.UUIDField(null=True)
    """The request that made the payment, or executed its quote; None where no request did, or before it was kept."""

    objects = OwnedManager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(status__in=TransactionStatus.values), name="transaction_status_known"
            ),
            models.CheckConstraint(condition=models.Q(type__in=TransactionType.values), name="transaction_type_known"),
            models.CheckConstraint(
                condition=models.Q(next_action__in=NextAction.values), name="transaction_next_action_known"
            ),
            models.CheckConstraint(
                condition=models.Q(sent_amount__gt=0, received_amount__gt=0, fees__gte=0),
                name="transaction_amounts_positive",
            ),
            models.UniqueConstraint(
                fields=["invoice_hash"],
                condition=models.Q(invoice_hash__isnull=False),
                name="transaction_pays_invoice_once",
            ),
        )
        indexes = (
            models.Index(fields=["platform", "created_at", "id"], name="transaction_list"),
            # Beside what an index is ordered by, it has what is asked for at the same time.
            models.Index(
                fields=["platform", "customer", "created_at", "id"], include=["status"], name="transaction_of_customer"
            ),
            models.Index(
                fields=["platform", "platform_customer_id", "created_at", "id"], name="transaction_of_their_customer"
            ),
            models.Index(
                fields=["platform", "status", "created_at", "id"], include=["type"], name="transaction_by_status"
            ),
            # What others pay to an internal account: all that its holder collects goes to the same receiver.
            models.Index(
                fields=["platform", "receiver", "created_at", "id"],
                condition=models.Q(type=TransactionType.OUTGOING, receiver__startswith=_INTERNAL),
                name="transaction_of_other_payer",
            ),
            # Few payments are not completed: those of a customer or of a type are not looked for among all others.
            models.Index(
                fields=["platform", "customer", "status", "created_at", "id"],
                condition=~models.Q(status=TransactionStatus.COMPLETED),
                name="transaction_customer_status",
            ),
            models.Index(
                fields=["platform", "type", "status", "created_at", "id"],
                condition=~models.Q(status=TransactionStatus.COMPLETED),
                name="transaction_type_status",
            ),
            # A platform that pays out receives little, and asks for what it received.
            models.Index(fields=["platform", "type", "created_at", "id"], name="transaction_by_type"),
            models.Index(fields=["platform", "sender", "created_at", "id"], name="transaction_by_sender"),
            models.Index(fields=["platform", "receiver", "created_at", "id"], name="transaction_by_receiver"),
            models.Index(fields=["platform", "reference"], name="transaction_by_reference"),
            # What changed since a moment, in the order of the changes: docs/decisions/0069-changes-and-both-sides.md.
            models.Index(fields=["platform", "updated_at", "id"], name="transaction_by_change"),
            # For staff, who know neither platform nor key: docs/decisions/0020-support-desk.md.
            models.Index(fields=["sent_amount", "sent_currency", "id"], name="transaction_by_amount_sent"),
            models.Index(
                fields=["received_amount", "received_currency", "id"],
                condition=~models.Q(
                    received_amount=models.F("sent_amount"), received_currency=models.F("sent_currency")
                ),
                name="transaction_by_amount_received",
            ),
            models.Index(
                fields=["fees", "sent_currency", "id"], condition=models.Q(fees__gt=0), name="transaction_by_fee"
            ),
            # Of those that failed alone: a payment that is paid writes nothing there.
            models.Index(
                fields=["failure_reason", "id"],
                condition=models.Q(failure_reason__isnull=False),
                name="transaction_by_failure",
            ),
            models.Index(
                fields=["provider_reference"],
                condition=~models.Q(provider_reference=""),
                name="transaction_by_provider",
            ),
            GinIndex(
                fields=["metadata"],
                opclasses=["jsonb_path_ops"],
                condition=models.Q(metadata__isnull=False),
                name="transaction_by_metadata",
            ),
            models.Index(
                fields=["next_action_at"], condition=models.Q(next_action_at__isnull=False), name="transaction_due"
            ),
            # A payment is in one of these at most: docs/decisions/0030-neighbours.md.
            models.Index(
                fields=["platform", "next_action_at"],
                condition=models.Q(next_action_at__isnull=False, next_action__in=list(RAIL_STEPS)),
                name="transaction_due_for_rail",
            ),
            models.Index(
                fields=["platform", "next_action_at"],
                condition=models.Q(next_action_at__isnull=False, next_action__in=list(CALL_STEPS)),
                name="transaction_due_call",
            ),
            models.Index(
                fields=["platform", "next_action_at"],
                condition=models.Q(~models.Q(next_action__in=[*RAIL_STEPS, *CALL_STEPS]), next_action_at__isnull=False),
                name="transaction_due_own",
            ),
        )

    @property
    def source(self) -> dict[str, str]:
        """The source of the money, as the API shows it."""
        if not self.sender:
            holder = {"customerId": self.customer_public_id} if self.customer_id else {}
            return {"sourceType": "REALTIME_FUNDING", "currency": self.sent_currency, **holder}
        if self.sender.startswith("$"):
            return {"sourceType": "UMA_ADDRESS", "umaAddress": self.sender}
        payer = self.customer_id if self.sender.startswith(_INTERNAL) else None
        return {"sourceType": "ACCOUNT", **_account(self.sender, self.sent_currency, payer)}

    @property
    def destination(self) -> dict[str, str]:
        """The destination of the money, as the API shows it."""
        if self.receiver.startswith("$"):
            shown = {"destinationType": "UMA_ADDRESS", "umaAddress": self.receiver}
            return {**shown, "currency": self.received_currency}
        return {"destinationType": "ACCOUNT", **_account(self.receiver, self.received_currency, self._payee)}

    @property
    def _payee(self) -> uuid.UUID | None:
        if not self.receiver.startswith(_INTERNAL):
            return None
        return self.customer_id if self.type == TransactionType.INCOMING else self.payee_customer_id

    @property
    def direction(self) -> str:
        """Whether the money comes to an internal account, leaves one, or both; where none is named, its type says."""
        leaves, arrives = (side.startswith(_INTERNAL) for side in (self.sender, self.receiver))
        if leaves and arrives:
            return PaymentDirection.BOTH.value
        is_in = arrives or (not leaves and self.type == TransactionType.INCOMING)
        return PaymentDirection.IN.value if is_in else PaymentDirection.OUT.value

    @property
    def pending_reason(self) -> str | None:
        """What the payment waits for; None once it has ended."""
        if self.status not in IN_FLIGHT:
            return None
        if self.next_action_at is None:
            return PendingReason.REVIEW.value
        if self.next_action == NextAction.EXPIRE:
            return PendingReason.EXECUTION.value if self.sender else PendingReason.FUNDING.value
        if self.next_action == NextAction.TRANSFER:
            is_in = self.type == TransactionType.INCOMING
            return PendingReason.COLLECTION.value if is_in else PendingReason.PAYOUT.value
        return _PENDING.get(self.next_action)

    @property
    def awaits_approval(self) -> bool:
        """Whether it is beyond what its token may pay alone, and nobody has decided about it yet."""
        return self.next_action in AWAITING and self.next_action_at is not None

    def wait_for_approval(self, now: dt.datetime) -> None:
        """Have it wait for a person in place of its first step, which is set; the caller stores it."""
        self.next_action = AWAITING[self.next_action == NextAction.COLLECT]
        self.next_action_at = now + LONGEST_WAIT

    @property
    def shown_rail(self) -> str | None:
        """The rail that the payment goes by; None where it is not known, or there is none."""
        return self.payment_rail or None

    @property
    def expected_settlement(self) -> dt.datetime | None:
        """When the money should arrive, while the payment is under way and its rail has said so."""
        return self.expected_settlement_at if self.status in IN_FLIGHT else None

    @property
    def customer_public_id(self) -> str:
        """The customer's public identifier; empty when the platform itself pays or is paid."""
        return identifiers.public("Customer", self.customer_id) if self.customer_id else ""

    @property
    def reconciliation_instructions(self) -> dict[str, str] | None:
        """What to look for on a bank statement; None while the payment is only CREATED."""
        return None if self.status == TransactionStatus.CREATED else {"reference": self.reference}
