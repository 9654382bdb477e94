"""Quotes: the price of a payment across currencies, guaranteed for a time; and the money that arrived for them."""

from django.db import models

from payments.models.external_account import ExternalAccount
from payments.models.fees import FeeSchedule
from payments.models.internal_account import InternalAccount
from payments.models.ledger import JournalEntry
from payments.models.rate_snapshot import RateSnapshot
from payments.models.transaction import RATE, NextAction, Transaction, TransactionStatus
from platforms.base import identifiers, money
from platforms.base.public_ids import WithPublicId
from platforms.encryption.encrypted_fields import EncryptedJSONField
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class LockSide(models.TextChoices):
    """The side of a payment with the requested amount, exact to the unit."""

    SENDING = "SENDING"
    RECEIVING = "RECEIVING"


class QuoteSourceType(models.TextChoices):
    """The source of the money: an account of ours or of the customer, or a payment by the customer."""

    ACCOUNT = "ACCOUNT"
    REALTIME_FUNDING = "REALTIME_FUNDING"


class QuoteStatus(models.TextChoices):
    """The status of a quote, derived from its transaction's status."""

    PENDING = "PENDING"
    PROCESSING = "PROCESSING"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"
    EXPIRED = "EXPIRED"


_T = TransactionStatus
STATUS_OF_QUOTE: dict[str, QuoteStatus] = {
    _T.PENDING: QuoteStatus.PENDING,
    _T.PROCESSING: QuoteStatus.PROCESSING,
    _T.COMPLETED: QuoteStatus.COMPLETED,
    _T.FAILED: QuoteStatus.FAILED,
    _T.REJECTED: QuoteStatus.FAILED,
    _T.REFUNDED: QuoteStatus.FAILED,
    _T.EXPIRED: QuoteStatus.EXPIRED,
}


class PurposeOfPayment(models.TextChoices):
    """The purpose of a payment."""

    GIFT = "GIFT"
    SELF = "SELF"
    GOODS_OR_SERVICES = "GOODS_OR_SERVICES"
    EDUCATION = "EDUCATION"
    HEALTH_OR_MEDICAL = "HEALTH_OR_MEDICAL"
    REAL_ESTATE_PURCHASE = "REAL_ESTATE_PURCHASE"
    TAX_PAYMENT = "TAX_PAYMENT"
    LOAN_PAYMENT = "LOAN_PAYMENT"
    UTILITY_BILL = "UTILITY_BILL"
    DONATION = "DONATION"
    TRAVEL = "TRAVEL"
    OTHER = "OTHER"


class Quote(WithPublicId):
    """The terms of a payment. They never change; only its transaction shows the payment's progress."""

    # No checked keys on what every payment writes: docs/decisions/0008-keys-of-hot-tables.md.
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_constraint=False)
    customer = models.ForeignKey(
        "compliance.Customer",
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    """None: the platform itself pays."""
    transaction = models.OneToOneField(Transaction, on_delete=models.PROTECT, related_name="+", db_constraint=False)
    lock_side = models.CharField(max_length=16, choices=LockSide.choices)
    source_type = models.CharField(max_length=16, choices=QuoteSourceType.choices)
    source_internal_account = models.ForeignKey(
        InternalAccount, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    source_external_account = models.ForeignKey(
        ExternalAccount, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    crypto_network = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The network requested for a real-time funding in a crypto asset."""
    destination_internal_account = models.ForeignKey(
        InternalAccount, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    destination_external_account = models.ForeignKey(
        ExternalAccount, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    destination_address = models.CharField(max_length=320, blank=True, default="", db_default="")
    """The UMA address of the payee; empty when the destination is an account."""
    payment_rail = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The rail requested by the platform; empty: any that serves the account."""
    sending_currency = models.CharField(max_length=8)
    receiving_currency = models.CharField(max_length=8)
    total_sending = models.BigIntegerField()
    """The sender's total, fees included, in the sending currency's smallest unit."""
    total_receiving = models.BigIntegerField()
    """The receiver's amount, in the receiving currency's smallest unit."""
    bridge_currency = models.CharField(max_length=8, blank=True, default="", db_default="")
    """The currency that leaves the service where it is not the receiving one: a payment by UMA is settled in bitcoin,
    and the receiver's side exchanges it."""
    bridge_amount = models.BigIntegerField(null=True)
    """In the smallest unit of `bridge_currency`."""
    fees_included = models.BigIntegerField()
    """Of the service and of the platform, in the smallest unit of the sending currency."""
    platform_fees = models.BigIntegerField(null=True)
    """The part of `fees_included` that is the platform's; None for none."""
    platform_fee_terms = models.JSONField(null=True)
    """What the platform's fee follows from, see `pricing.platform_fees`; None where it charges nothing."""
    exchange_rate = models.DecimalField(**RATE)
    """Price of one major unit of the receiving currency in major units of the sending currency, margin included."""
    rounding = models.DecimalField(max_digits=60, decimal_places=30)
    """Left in the exchange account by rounding to whole units, in smallest units of the sending currency."""
    rate_details = models.JSONField()
    rate_snapshot = models.ForeignKey(
        RateSnapshot, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    """The rates that the mid rate was computed from; None where both sides have one currency."""
    fee_schedule = models.ForeignKey(
        FeeSchedule, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    lookup_id = models.UUIDField(null=True)
    """The lookup that the platform named; no foreign key, because it is deleted after a while."""
    payment_instructions = models.JSONField(null=True)
    counterparty_information = models.JSONField(null=True)
    sender_information = EncryptedJSONField(null=True)
    """Facts about the customer given by the platform for this payment."""
    purpose = models.CharField(max_length=32, choices=PurposeOfPayment.choices, blank=True, default="", db_default="")
    expires_at = models.DateTimeField()
    """By the platform's clock, as `created_at` is."""
    created_at = models.DateTimeField()

    objects = OwnedManager()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=models.Q(lock_side__in=LockSide.values), name="quote_lock_side_known"),
            models.CheckConstraint(
                condition=models.Q(total_sending__gt=0, total_receiving__gt=0, fees_included__gte=0, rounding__gte=0),
                name="quote_amounts_positive",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    source_type="REALTIME_FUNDING", source_internal_account=None, source_external_account=None
                )
                | models.Q(source_type="ACCOUNT", source_internal_account__isnull=False, source_external_account=None)
                | models.Q(source_type="ACCOUNT", source_internal_account=None, source_external_account__isnull=False),
                name="quote_has_one_source",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    destination_internal_account=None,
                    destination_external_account__isnull=False,
                    destination_address="",
                )
                | models.Q(
                    destination_internal_account__isnull=False,
                    destination_external_account=None,
                    destination_address="",
                )
                | (
                    models.Q(destination_internal_account=None, destination_external_account=None)
                    & ~models.Q(destination_address="")
                ),
                name="quote_has_one_destination",
            ),
            models.CheckConstraint(
                condition=models.Q(destination_address="", bridge_currency="", bridge_amount=None)
                | (~models.Q(destination_address="") & ~models.Q(bridge_currency="") & models.Q(bridge_amount__gt=0)),
                name="quote_to_an_address_has_a_bridge",
            ),
        )

    @property
    def first_step(self) -> NextAction:
        """The first step of its payment from an account."""
        return NextAction.COLLECT if self.source_internal_account_id is None else self.delivery

    @property
    def delivery(self) -> NextAction:
        """The step that brings the money to who is to have it."""
        if self.destination_address:
            return NextAction.PAY_INVOICE
        return NextAction.PAY_OUT if self.destination_external_account_id is not None else NextAction.PAY_IN

    @property
    def status(self) -> str:
        """The status of the quote; its transaction must be loaded with it."""
        return STATUS_OF_QUOTE[self.transaction.status].value

    @property
    def source(self) -> dict[str, str]:
        """The source of the money, as the API shows it."""
        holder = {"customerId": identifiers.public("Customer", self.customer_id)} if self.customer_id else {}
        if self.source_type == QuoteSourceType.REALTIME_FUNDING:
            network = {"cryptoNetwork": self.crypto_network} if self.crypto_network else {}
            return {"sourceType": self.source_type, "currency": self.sending_currency, **holder, **network}
        return {"sourceType": "ACCOUNT", "accountId": self.transaction.sender, **holder}

    @property
    def leaving_currency(self) -> str:
        """The currency paid out: the receiving one, or the one that bridges two institutions."""
        return self.bridge_currency or self.receiving_currency

    @property
    def leaving_amount(self) -> int:
        """The amount paid out, in the smallest unit of `leaving_currency`."""
        return self.total_receiving if self.bridge_amount is None else self.bridge_amount

    @property
    def destination(self) -> dict[str, str]:
        """The destination of the money, as the API shows it."""
        if self.destination_address:
            return {
                "destinationType": "UMA_ADDRESS",
                "umaAddress": self.destination_address,
                "currency": self.receiving_currency,
            }
        rail = {"paymentRail": self.payment_rail} if self.payment_rail else {}
        return {"destinationType": "ACCOUNT", "accountId": self.transaction.receiver, **rail}


class ReceiptUse(models.TextChoices):
    """Use of the money that arrived for a quote."""

    APPLIED = "APPLIED"
    """It paid for the quote."""
    RETURNING = "RETURNING"
    """It did not fit, and is refunded to the payer."""
    SUSPENSE = "SUSPENSE"
    """It did not fit, and staff must decide where it goes."""


class FundingReceipt(models.Model):
    """Money that arrived for a quote: paid by the customer, or collected from an account. Append-only."""

    id = models.UUIDField(primary_key=True, default=identifiers.new_key, editable=False)
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+")
    transaction = models.ForeignKey(Transaction, on_delete=models.PROTECT, related_name="+", db_constraint=False)
    amount = models.BigIntegerField()
    currency = models.CharField(max_length=8)
    use = models.CharField(max_length=16, choices=ReceiptUse.choices)
    reason = models.CharField(max_length=64, blank=True)
    """Why it did not fit; empty when it did."""
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="funding_receipt_amount_positive"),
            models.CheckConstraint(condition=models.Q(use__in=ReceiptUse.values), name="funding_receipt_use_known"),
        )

    def __str__(self) -> str:
        return f"{money.major_units(self.amount, self.currency)} {self.use}"


class SuspenseWay(models.TextChoices):
    """Resolutions of a suspense item by staff."""

    GIVE_BACK = "GIVE_BACK"
    """Refund to the payer."""
    PAY_AGAIN = "PAY_AGAIN"
    """Once more to the beneficiary."""
    CREDIT_HOLDER = "CREDIT_HOLDER"
    """To the internal account of the paying customer; of a deposit, to the one named by staff."""
    WRITE_OFF = "WRITE_OFF"
    """To an account named by staff: nobody is going to claim the money."""


class SuspenseItem(WithPublicId):
    """Money in the suspense account that waits for a person: the operators' queue.

    OPEN without a `way`; with one and no `resolved_at` a rail is moving it, and a failure opens it again.
    """

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+")
    transaction = models.ForeignKey(
        Transaction, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False
    )
    """The payment whose money it is; None for a deposit."""
    deposit = models.OneToOneField("payments.Deposit", on_delete=models.PROTECT, null=True, related_name="+")
    receipt = models.ForeignKey(
        FundingReceipt, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    """The arrival whose money it is, where a quote was paid more than once."""
    amount = models.BigIntegerField()
    currency = models.CharField(max_length=8)
    reason = models.CharField(max_length=64)
    opened_at = models.DateTimeField()
    resolved_at = models.DateTimeField(null=True)
    way = models.CharField(max_length=16, choices=SuspenseWay.choices, blank=True, default="", db_default="")
    """The decision of staff; empty before, and again when a rail could not carry it out."""
    entry = models.ForeignKey(JournalEntry, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    """The journal entry that took the money out of suspense."""
    credited = models.ForeignKey(InternalAccount, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    """The account named by staff for the money of a deposit."""
    next_attempt_at = models.DateTimeField(null=True)
    """When a worker asks the rail about it, by the platform's clock; None while no rail is involved."""
    attempts = models.PositiveIntegerField(default=0, db_default=0)
    """How often a worker has claimed it."""
    movement = models.UUIDField(null=True)
    """The rail's key for the movement: a new one for each decision, so that the rail carries out a new movement."""
    provider_reference = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        indexes = (
            models.Index(fields=["opened_at"], condition=models.Q(resolved_at=None), name="suspense_open"),
            models.Index(
                fields=["next_attempt_at"], condition=models.Q(next_attempt_at__isnull=False), name="suspense_due"
            ),
            # The order of the operators' list: what waits first.
            models.Index(fields=["-resolved_at", "id"], name="suspense_list"),
            models.Index(fields=["movement"], condition=models.Q(movement__isnull=False), name="suspense_by_movement"),
        )
        constraints = (
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="suspense_amount_positive"),
            models.CheckConstraint(
                condition=models.Q(transaction__isnull=False, deposit=None, credited=None)
                | models.Q(transaction=None, deposit__isnull=False),
                name="suspense_of_payment_or_deposit",
            ),
            models.CheckConstraint(
                condition=models.Q(way="") | models.Q(way__in=SuspenseWay.values), name="suspense_way_known"
            ),
            models.CheckConstraint(
                condition=models.Q(next_attempt_at=None) | (models.Q(resolved_at=None) & ~models.Q(way="")),
                name="suspense_due_while_under_way",
            ),
        )

    def __str__(self) -> str:
        return f"{money.major_units(self.amount, self.currency)}: {self.reason}"
