"""Tables of files from banks: the files, statements and their lines, decisions about lines, exceptions, and rules."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from banks.models.rail import BankConnection
from payments.models.internal_account import InternalAccount
from payments.models.ledger import JournalEntry
from platforms.base.public_ids import WithPublicId
from platforms.encryption.encrypted_fields import BlindIndexField, EncryptedJSONField
from platforms.models import Platform


class IncomingState(models.TextChoices):
    """The state of a file from a bank."""

    RECEIVED = "RECEIVED"
    """Stored; a worker has applied it up to `position`."""
    APPLIED = "APPLIED"
    SET_ASIDE = "SET_ASIDE"
    """Damaged, or not for this connection: nothing of it was applied. `place` and `problem` say why."""


class BankIncomingFile(WithPublicId):
    """A file from a bank; its content is encrypted in the storage of documents, in parts."""

    connection = models.ForeignKey(BankConnection, on_delete=models.PROTECT, related_name="+")
    connection_name = models.CharField(max_length=32)
    name = models.CharField(max_length=255)
    storage_keys = ArrayField(models.CharField(max_length=128))
    size = models.BigIntegerField()
    sha256 = models.BinaryField(max_length=32)
    format = models.CharField(max_length=16, blank=True)
    """Recognised by the content: PAIN_002, CAMT, SWIFT or NACHA; empty before the file was read, or if unknown."""
    state = models.CharField(max_length=16, choices=IncomingState.choices, default=IncomingState.RECEIVED)
    position = models.PositiveIntegerField(default=0)
    """The number of applied lines or answers."""
    unknown = models.PositiveIntegerField(default=0)
    """The number of answers about payments of other connections, or about payments not given to the bank."""
    place = models.CharField(max_length=255, blank=True)
    problem = models.CharField(max_length=255, blank=True)
    received_at = models.DateTimeField()
    received_by = models.CharField(max_length=64, blank=True)
    """The member of staff who uploaded it; empty: fetched."""
    reason = models.TextField(blank=True)
    leased_until = models.DateTimeField(null=True)
    """Real time: until then a worker is reading it."""
    finished_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "payments_bankincomingfile"
        constraints = (
            models.UniqueConstraint(fields=["connection_name", "sha256"], name="bank_incoming_file_once"),
            models.CheckConstraint(
                condition=models.Q(state__in=IncomingState.values), name="bank_incoming_file_state_known"
            ),
        )
        indexes = (
            models.Index(
                fields=["received_at"], condition=models.Q(state="RECEIVED"), name="bank_incoming_file_to_read"
            ),
            models.Index(fields=["id"], condition=models.Q(state="SET_ASIDE"), name="bank_incoming_file_set_aside"),
        )

    def __str__(self) -> str:
        return self.name


class BankStatement(WithPublicId):
    """A group of lines of one account in a file: a statement, a report of the day, or a notification. Append-only."""

    file = models.ForeignKey(BankIncomingFile, on_delete=models.PROTECT, related_name="+")
    connection = models.ForeignKey(BankConnection, on_delete=models.PROTECT, related_name="+")
    connection_name = models.CharField(max_length=32)
    number = models.PositiveIntegerField()
    """Its place in the file, from 1."""
    kind = models.CharField(max_length=16)
    """STATEMENT, REPORT or NOTIFICATION: only the lines of a statement move money by themselves."""
    currency = models.CharField(max_length=3)
    said_id = models.CharField(max_length=64)
    """The bank's own identifier."""
    sequence = models.CharField(max_length=35, blank=True)
    page = models.CharField(max_length=35, blank=True)
    said_at = models.DateTimeField(null=True)
    opening = models.BigIntegerField(null=True)
    opening_on = models.DateField(null=True)
    closing = models.BigIntegerField(null=True)
    closing_on = models.DateField(null=True)
    """Balances in the smallest unit, negative where the account is overdrawn."""
    moved = models.BigIntegerField(null=True)
    """The sum of its booked lines, credits less debits, where the balances differed by it when it was read."""
    digest = models.BinaryField(max_length=32)
    """Of all identifying fields, so that the same message in another file is not read again."""
    received_at = models.DateTimeField()

    class Meta:
        db_table = "payments_bankstatement"
        constraints = (
            models.UniqueConstraint(fields=["connection_name", "digest"], name="bank_statement_once"),
            models.UniqueConstraint(fields=["file", "number"], name="bank_statement_place"),
        )
        indexes = (
            models.Index(fields=["connection_name", "closing_on"], name="bank_statement_by_account"),
            models.Index(fields=["connection_name", "closing"], name="bank_statement_by_closing"),
        )

    def __str__(self) -> str:
        return f"{self.connection_name} {self.closing_on or self.said_id} {self.sequence}".strip()


class BankStatementLine(WithPublicId):
    """A movement of a statement, or one of the payments within it. Append-only."""

    statement = models.ForeignKey(BankStatement, on_delete=models.PROTECT, related_name="lines")
    file = models.ForeignKey(BankIncomingFile, on_delete=models.PROTECT, related_name="+", db_index=False)
    connection_name = models.CharField(max_length=32)
    number = models.PositiveIntegerField()
    """Its place in the file, from 1."""
    part = models.PositiveIntegerField(default=0)
    """Its place among the payments of the line, from 1; 0: the line is one movement."""
    place = models.CharField(max_length=255)
    """The position in the file, in the words of its reader."""
    is_credit = models.BooleanField()
    """Money in, seen from our account."""
    is_booked = models.BooleanField()
    is_reversal = models.BooleanField()
    is_fee = models.BooleanField()
    """The bank's own fee, by its code."""
    amount = models.BigIntegerField()
    currency = models.CharField(max_length=8)
    booked_on = models.DateField(null=True)
    value_on = models.DateField(null=True)
    end_to_end_id = models.CharField(max_length=64, blank=True)
    bank_reference = models.CharField(max_length=64, blank=True)
    code = models.CharField(max_length=64, blank=True)
    """The bank transaction code."""
    reason_code = models.CharField(max_length=35, blank=True)
    content = EncryptedJSONField()
    """The other side's name, account and bank, and the text, encrypted."""
    account_digest = BlindIndexField(source="their_account", is_compact=True, null=True)
    fingerprint = models.BinaryField(max_length=32)
    """Equal for equal lines, so that a line repeated in another statement is not credited again."""

    class Meta:
        db_table = "payments_bankstatementline"
        constraints = (
            models.UniqueConstraint(fields=["file", "number", "part"], name="bank_line_once"),
            models.CheckConstraint(condition=models.Q(amount__gte=0), name="bank_line_amount_not_negative"),
        )
        indexes = (
            models.Index(
                fields=["end_to_end_id"], condition=~models.Q(end_to_end_id=""), name="bank_line_by_end_to_end_id"
            ),
            # What staff or an adapter book under the bank's reference may be in a statement already.
            models.Index(
                fields=["bank_reference"], condition=~models.Q(bank_reference=""), name="bank_line_by_bank_reference"
            ),
            models.Index(fields=["connection_name", "fingerprint"], name="bank_line_by_fingerprint"),
            # Who has paid from an account: a refund to one from which many pay waits for people.
            models.Index(
                fields=["account_digest"],
                condition=models.Q(account_digest__isnull=False, is_credit=True),
                name="bank_line_by_payer",
            ),
            models.Index(fields=["connection_name", "booked_on"], name="bank_line_by_day"),
        )

    @property
    def their_account(self) -> str:
        """The other side's account number."""
        return str(self.said.get("account") or "")

    @property
    def said(self) -> dict[str, str]:
        """The other side's name, account and bank, and the text."""
        found: dict[str, str] = self.content.get("said") or {}
        return found


class MatchKind(models.TextChoices):
    """The kind of a decision about a line."""

    SETTLED = "SETTLED"
    """A payment of ours was carried out."""
    RETURNED = "RETURNED"
    """A payment of ours was returned, or not carried out."""
    BATCH = "BATCH"
    """All payments of a batch were carried out, in one sum."""
    DEPOSIT = "DEPOSIT"
    """Money arrived: for an account, for a quote, or into suspense."""
    RECALLED = "RECALLED"
    """The bank took money back that had arrived."""
    FEE = "FEE"
    """A fee of the bank, or a refunded one."""
    CLAIM = "CLAIM"
    """Money that somebody owes us since; or, for money in, that is paid by it."""
    NOTED = "NOTED"
    """Nothing is booked for it."""
    UNDONE = "UNDONE"
    """The decision before is undone."""


class BankMatch(WithPublicId):
    """A decision about a line, by a rule or by two people. Append-only: undoing is another row."""

    line = models.ForeignKey(BankStatementLine, on_delete=models.PROTECT, related_name="matches", db_index=False)
    number = models.PositiveIntegerField()
    """The number among the line's decisions, from 1. The latest is valid."""
    kind = models.CharField(max_length=16, choices=MatchKind.choices)
    subject = models.CharField(max_length=64, blank=True)
    """Public identifier of the payment by file, the batch, the deposit or the claim."""
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, null=True, related_name="+")
    """The platform of the entries; None: several platforms, or no entry."""
    amount = models.BigIntegerField()
    currency = models.CharField(max_length=8)
    is_credit = models.BooleanField()
    """Of the line."""
    difference = models.BigIntegerField(default=0, db_default=0)
    """What the bank has kept, or taken beside the amount of the payment or batch: booked as its fee."""
    entry = models.OneToOneField(JournalEntry, on_delete=models.PROTECT, null=True, related_name="+")
    """The journal entry of a fee or a recalled deposit, or the one that reverses a fee."""
    rule = models.CharField(max_length=64, blank=True)
    """The rule of the decision; empty: decided by people."""
    decided_by = models.CharField(max_length=64)
    reason = models.TextField(blank=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "payments_bankmatch"
        verbose_name_plural = "bank matches"
        constraints = (
            models.UniqueConstraint(fields=["line", "number"], name="bank_match_one_after_another"),
            models.CheckConstraint(condition=models.Q(kind__in=MatchKind.values), name="bank_match_kind_known"),
            models.CheckConstraint(condition=models.Q(difference__gte=0), name="bank_match_difference_not_negative"),
        )
        indexes = (
            models.Index(fields=["subject"], condition=~models.Q(subject=""), name="bank_match_by_subject"),
            models.Index(fields=["id"], condition=models.Q(entry__isnull=False), name="bank_match_of_entries"),
            # How much of a day's charges is booked already.
            models.Index(fields=["at"], condition=models.Q(difference__gt=0), name="bank_match_with_charges"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}".strip()


class BankException(WithPublicId):
    """A line without a decision by a rule: it waits for people, and is closed by their decision."""

    public_type: ClassVar[str] = "BankException"
    line = models.OneToOneField(BankStatementLine, on_delete=models.PROTECT, related_name="exception")
    connection = models.ForeignKey(BankConnection, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=32)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "payments_bankexception"
        indexes = (
            models.Index(fields=["id"], condition=models.Q(closed_at=None), name="bank_exception_open"),
            models.Index(fields=["-closed_at"], name="bank_exception_closed"),
        )


class BankRuleKind(models.TextChoices):
    """The criterion of a rule."""

    CODE = "CODE"
    """The bank transaction code: such lines are fees."""
    PAYER = "PAYER"
    """The payer's account: such money is for one internal account."""
    NAME = "NAME"
    """Amount, date and name: such money is for the one quote that they fit."""


class BankRule(WithPublicId):
    """A rule for lines without an end-to-end id or a reference. A change is another row."""

    connection_name = models.CharField(max_length=32)
    kind = models.CharField(max_length=8, choices=BankRuleKind.choices)
    priority = models.PositiveSmallIntegerField()
    """The lowest number comes first; of two equal ones the newer rule."""
    code = models.CharField(max_length=64, blank=True)
    """The beginning of a bank transaction code."""
    account_digest = models.BinaryField(max_length=32, null=True)
    """Blind index of the payer's account number."""
    internal_account = models.ForeignKey(InternalAccount, on_delete=models.PROTECT, null=True, related_name="+")
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, null=True, related_name="+")
    """The platform to book a fee for."""
    days = models.PositiveSmallIntegerField(default=0)
    """The greatest age of a quote."""
    ratio = models.PositiveSmallIntegerField(default=0)
    """The least similarity of names, in percent."""
    entered_by = models.CharField(max_length=64)
    reason = models.TextField()
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "payments_bankrule"
        constraints = (
            models.CheckConstraint(condition=models.Q(kind__in=BankRuleKind.values), name="bank_rule_kind_known"),
        )
        indexes = (
            models.Index(
                fields=["connection_name", "priority"], condition=models.Q(ended_at=None), name="bank_rule_in_force"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.connection_name} {self.priority}"
