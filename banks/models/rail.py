"""Tables of the rail of bank files: connections to banks, routes, batches, their payments, and the files."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from platforms.base.public_ids import WithPublicId
from platforms.encryption.encrypted_fields import EncryptedJSONField
from platforms.models import Platform


class DeliveryWay(models.TextChoices):
    """How files reach a bank."""

    FOLDER = "FOLDER"
    SFTP = "SFTP"


class BankConnection(WithPublicId):
    """An account of ours at a bank, with the bank's terms. A change is another row, and ends this one."""

    name = models.CharField(max_length=32)
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, null=True, related_name="+")
    """A sandbox platform, whose clock drives its cut-offs; None: all production platforms, by the machine's clock."""
    currency = models.CharField(max_length=3)
    owner_name = models.CharField(max_length=70)
    owner_country = models.CharField(max_length=2, blank=True)
    owner_town = models.CharField(max_length=35, blank=True, default="", db_default="")
    owner_postal_code = models.CharField(max_length=16, blank=True, default="", db_default="")
    owner_street = models.CharField(max_length=70, blank=True, default="", db_default="")
    """With its number. Files carry the owner's address if town and country are known, else none."""
    account_number = models.CharField(max_length=34)
    """An IBAN, or another number."""
    bic = models.CharField(max_length=11, blank=True)
    clearing_number = models.CharField(max_length=35, blank=True)
    """Sort code or routing number of the bank."""
    bank_name = models.CharField(max_length=70, blank=True)
    sender_id = models.CharField(max_length=35, blank=True)
    """The bank's identifier of the sender: creditor identifier of SEPA debits, company id of NACHA."""
    credit_format = models.CharField(max_length=32, blank=True)
    debit_format = models.CharField(max_length=32, blank=True)
    credit_description = models.CharField(max_length=10, blank=True, default="", db_default="")
    debit_description = models.CharField(max_length=10, blank=True, default="", db_default="")
    """What NACHA batches are for, as receivers read it; empty: what their quotes are for, else PAYMENT."""
    balances_files = models.BooleanField(default=False, db_default=False)
    """NACHA files have an entry of the connection's own account too, over the sum of their payments."""
    cut_offs = ArrayField(models.TimeField())
    time_zone = models.CharField(max_length=64)
    holidays = ArrayField(models.DateField(), default=list, blank=True)
    """Days without banking, beside the weekend of its currency and its calendar."""
    calendar = models.CharField(max_length=16, blank=True, default="", db_default="")
    """A key of `clearing_calendars`; empty: the calendar of the currency."""
    worked_days = ArrayField(models.DateField(), default=list, blank=True, db_default=[])
    """Days on which the bank works, although calendar or weekend say otherwise."""
    credit_lead_days = models.PositiveSmallIntegerField()
    debit_lead_days = models.PositiveSmallIntegerField()
    """Business days from the day of the cut-off to the value date."""
    needs_addresses = models.BooleanField(default=False, db_default=False)
    """The bank takes credit transfers with the payee's address alone: one without town and country is refused."""
    max_payment = models.BigIntegerField(null=True)
    max_day = models.BigIntegerField(null=True)
    """In the smallest unit, for a value date; credits and debits are counted apart."""
    max_charge = models.BigIntegerField(null=True)
    """In the smallest unit: the largest difference between a line and its payment that is booked as the bank's charge
    without people; None: `max_charge_share` alone decides."""
    max_charge_share = models.PositiveIntegerField(null=True)
    """The same in hundredths of a percent of the payment. Of both the smaller counts; without either, people decide."""
    max_day_charges = models.BigIntegerField(null=True)
    """In the smallest unit: the sum of such differences that a day may have; given with either of the two."""
    confirm_days = models.SmallIntegerField(default=3, db_default=3)
    """Banking days within which a line of a statement shows what the bank has told by a word."""
    delivery = models.CharField(max_length=8, choices=DeliveryWay.choices)
    folder = models.CharField(max_length=255)
    answers_folder = models.CharField(max_length=255, blank=True, default="", db_default="")
    """The folder of the bank's files for us, reached like `folder`; empty: nothing is fetched."""
    sftp_host = models.CharField(max_length=255, blank=True)
    sftp_port = models.PositiveIntegerField(default=22)
    sftp_user = models.CharField(max_length=64, blank=True)
    sftp_host_key = models.CharField(max_length=1000, blank=True)
    entered_by = models.CharField(max_length=64)
    reason = models.TextField()
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "payments_bankconnection"
        constraints = (
            models.UniqueConstraint(
                fields=["name"], condition=models.Q(ended_at=None), name="bank_connection_one_of_a_name"
            ),
        )

    def __str__(self) -> str:
        return self.name


class RailRoute(WithPublicId):
    """A route of payments to a bank connection. The most specific one in force when a payment was made decides."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, null=True, related_name="+")
    """None: every production platform."""
    currency = models.CharField(max_length=8, blank=True)
    account_type = models.CharField(max_length=32, blank=True)
    connection_name = models.CharField(max_length=32, blank=True)
    """Empty: the rail of the settings."""
    effective_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    entered_by = models.CharField(max_length=64)
    reason = models.TextField()
    created_at = models.DateTimeField()

    class Meta:
        db_table = "payments_railroute"
        indexes = (models.Index(fields=["effective_at"], name="rail_route_history"),)

    def __str__(self) -> str:
        return f"{self.account_type or self.currency or 'any'} → {self.connection_name or 'settings'}"


class BatchState(models.TextChoices):
    """The state of a batch. Each step changes the row, so that the next process goes on after a killed one."""

    OPEN = "OPEN"
    CLOSED = "CLOSED"
    RELEASED = "RELEASED"
    WRITTEN = "WRITTEN"
    PLACED = "PLACED"
    """The whole file is at the bank, under a name ignored by the bank."""
    DELIVERED = "DELIVERED"
    CANCELLED = "CANCELLED"


GIVEN_OUT = (BatchState.RELEASED, BatchState.WRITTEN, BatchState.PLACED, BatchState.DELIVERED)
"""The bank has the payments, or will have them: none is removed any more."""


class BankBatch(WithPublicId):
    """Payments of one connection, format and value date, for one file."""

    connection = models.ForeignKey(BankConnection, on_delete=models.PROTECT, related_name="+")
    format = models.CharField(max_length=32)
    currency = models.CharField(max_length=3)
    value_date = models.DateField()
    cut_off_at = models.DateTimeField()
    """By the clock of the connection."""
    message_id = models.CharField(max_length=35, unique=True)
    state = models.CharField(max_length=16, choices=BatchState.choices, default=BatchState.OPEN)
    count = models.PositiveIntegerField(default=0)
    total = models.BigIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    """Of all fields of the future file, so that exactly the payments shown are released."""
    problem = models.CharField(max_length=255, blank=True)
    """The obstacle to a file of these payments; empty: there is none."""
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    closed_by = models.CharField(max_length=64, blank=True)
    released_at = models.DateTimeField(null=True)
    released_by = models.CharField(max_length=64, blank=True)
    modifier = models.CharField(max_length=1, blank=True)
    """A letter or digit, different for each NACHA file of a day."""
    part_name = models.CharField(max_length=128, blank=True)
    leased_until = models.DateTimeField(null=True)
    """Real time: until then a worker is writing or delivering."""
    delivered_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "payments_bankbatch"
        verbose_name_plural = "bank batches"
        constraints = (
            models.UniqueConstraint(
                fields=["connection", "format", "currency", "value_date"],
                condition=models.Q(state=BatchState.OPEN),
                name="bank_batch_one_open",
            ),
            models.CheckConstraint(condition=models.Q(state__in=BatchState.values), name="bank_batch_state_known"),
        )
        indexes = (
            models.Index(
                fields=["state", "cut_off_at"],
                condition=models.Q(state__in=["OPEN", "RELEASED", "WRITTEN", "PLACED"]),
                name="bank_batch_due",
            ),
        )


class BankPaymentState(models.TextChoices):
    """The state of a payment by file."""

    WAITING = "WAITING"
    """In no batch: `reason` says why."""
    BATCHED = "BATCHED"
    REFUSED = "REFUSED"
    """No file can carry it; its payment fails."""
    CANCELLED = "CANCELLED"
    """Its payment had ended before the batch was released."""
    SETTLED = "SETTLED"
    REJECTED = "REJECTED"
    RETURNED = "RETURNED"


NOT_COLLECTED = (BankPaymentState.REJECTED, BankPaymentState.RETURNED)
"""Of a collection: its payer has the money, whatever the books say."""


class BankPayment(WithPublicId):
    """One movement of money by file, with its fields in the file."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+")
    movement = models.UUIDField()
    """Key of the payment, or of a movement out of suspense."""
    leg = models.CharField(max_length=16)
    direction = models.CharField(max_length=4)
    end_to_end_id = models.CharField(max_length=15, unique=True)
    """Derived from movement and leg: always the same, in every format."""
    connection_name = models.CharField(max_length=32, blank=True)
    batch = models.ForeignKey(BankBatch, on_delete=models.PROTECT, null=True, related_name="+")
    amount = models.BigIntegerField()
    currency = models.CharField(max_length=8)
    content = EncryptedJSONField(opened=("bic", "country"))
    """Name, account and text in the file, encrypted."""
    state = models.CharField(max_length=16, choices=BankPaymentState.choices)
    reason = models.CharField(max_length=255, blank=True)
    bank_code = models.CharField(max_length=35, blank=True)
    """The code of the bank's last answer."""
    failure_reason = models.CharField(max_length=64, blank=True)
    taken_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    unconfirmed_since = models.DateTimeField(null=True)
    """When a word changed its state that no line of a statement has shown yet; None: nothing is to be shown."""

    class Meta:
        db_table = "payments_bankpayment"
        constraints = (
            models.UniqueConstraint(fields=["movement", "leg"], name="bank_payment_once"),
            models.CheckConstraint(
                condition=models.Q(state__in=BankPaymentState.values), name="bank_payment_state_known"
            ),
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="bank_payment_amount_positive"),
            models.CheckConstraint(
                condition=~models.Q(state=BankPaymentState.BATCHED) | models.Q(batch__isnull=False),
                name="bank_payment_batched_has_batch",
            ),
        )
        indexes = (
            models.Index(fields=["state", "connection_name"], name="bank_payment_by_state"),
            # For the exceptions desk: candidates for a line by its amount.
            models.Index(fields=["amount", "connection_name"], name="bank_payment_by_amount"),
            # For the monitor: only what waits for a line is in it.
            models.Index(
                fields=["connection_name", "unconfirmed_since"],
                condition=models.Q(unconfirmed_since__isnull=False),
                name="bank_payment_unconfirmed",
            ),
        )


class BankFile(WithPublicId):
    """A file for a bank. Append-only; its content is encrypted in the storage of documents."""

    batch = models.OneToOneField(BankBatch, on_delete=models.PROTECT, related_name="file")
    name = models.CharField(max_length=128, unique=True)
    storage_key = models.CharField(max_length=128, unique=True)
    size = models.PositiveIntegerField()
    sha256 = models.BinaryField(max_length=32)
    count = models.PositiveIntegerField()
    total = models.BigIntegerField()
    written_at = models.DateTimeField()

    class Meta:
        db_table = "payments_bankfile"

    def __str__(self) -> str:
        return self.name
