"""The books: accounts, journal entries and their postings. Written by `payments.ledger.journal` alone."""

from django.db import models

from platforms.base import money
from platforms.models import Platform, Seal

_SIDES = {"D": "Debit", "C": "Credit"}


class LedgerAccount(models.Model):
    """An account of the books. A guarded one stores a balance that the database keeps from going negative."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=32)
    """A row of `payments.ledger.chart`."""
    currency = models.CharField(max_length=8)
    normal_side = models.CharField(max_length=1)
    """The side that increases it: D (debit) or C (credit)."""
    is_guarded = models.BooleanField()
    balance = models.BigIntegerField(null=True)
    """Posted balance in the smallest unit, on the normal side; only guarded accounts have one to lock."""
    balance_changed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    held_at = models.DateTimeField(null=True)
    """Since when no entry may touch it, in real time: see `payments.ledger.holds`."""
    closed_until = models.DateTimeField(null=True)
    """No entry is dated before this time any more, by the platform's clock: the account was exported up to it."""

    class Meta:
        indexes = (models.Index(fields=["id"], condition=models.Q(held_at__isnull=False), name="ledger_account_held"),)
        constraints = (
            models.UniqueConstraint(
                fields=["platform", "kind", "currency"],
                condition=models.Q(is_guarded=False),
                name="ledger_system_account_unique",
            ),
            models.CheckConstraint(
                condition=models.Q(is_guarded=True, balance__gte=0) | models.Q(is_guarded=False, balance=None),
                name="ledger_guarded_balance_not_negative",
            ),
            models.CheckConstraint(condition=models.Q(normal_side__in=["D", "C"]), name="ledger_account_side_known"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.currency} #{self.pk}"


class JournalEntry(models.Model):
    """One balanced movement of money. Never changed; a correction is another entry that reverses it."""

    # No checked keys on what every payment writes: docs/decisions/0008-keys-of-hot-tables.md.
    platform = models.ForeignKey(
        Platform, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    purpose = models.CharField(max_length=32)
    """Why the money moved, for example TRANSFER_OUT_SENT."""
    transaction = models.ForeignKey(
        "payments.Transaction",
        on_delete=models.PROTECT,
        null=True,
        related_name="journal_entries",
        db_constraint=False,
    )
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="reversed_by")
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "journal entries"

    def __str__(self) -> str:
        return f"{self.purpose} #{self.pk}"


class Posting(models.Model):
    """One side of a journal entry: an amount on the debit or the credit side of an account."""

    entry = models.ForeignKey(JournalEntry, on_delete=models.PROTECT, related_name="postings", db_constraint=False)
    account = models.ForeignKey(
        LedgerAccount, on_delete=models.PROTECT, related_name="postings", db_constraint=False, db_index=False
    )
    side = models.CharField(max_length=1)
    amount = models.BigIntegerField()
    currency = models.CharField(max_length=8)
    at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=["account", "at", "id"], include=["side", "amount"], name="posting_statement"),)
        constraints = (
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="posting_amount_positive"),
            models.CheckConstraint(condition=models.Q(side__in=["D", "C"]), name="posting_side_known"),
        )

    def __str__(self) -> str:
        return f"{_SIDES.get(self.side, self.side)} {money.major_units(self.amount, self.currency)}"


class JournalSeal(Seal):
    """A range of the journal: entries with their postings, and the holders of the accounts."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["after_id"], name="journal_seal_one_behind_another"),
            models.CheckConstraint(
                condition=models.Q(number__gte=1, rows__gte=1, last_id__gt=models.F("after_id")),
                name="journal_seal_of_something",
            ),
        )


class LedgerCheckRun(models.Model):
    """A run of the nightly check of the books, with its result."""

    started_at = models.DateTimeField()
    finished_at = models.DateTimeField()
    entries = models.BigIntegerField()
    """Read in this run, as `postings`: of a night, new ones and a seventh of the others."""
    postings = models.BigIntegerField()
    seals = models.BigIntegerField(default=0, db_default=0)
    """Number of seals of the journal."""
    faults = models.JSONField(default=list)
    """One object per fault: the fields of `check_parts.Fault`, and `since`, when a check first found it."""
    parts = models.JSONField(default=list, db_default=[])
    """How far each part was then: `nightly_checks.progress`."""

    class Meta:
        indexes = (models.Index(fields=["-finished_at"], name="ledger_check_latest"),)

    def __str__(self) -> str:
        return f"{self.finished_at:%Y-%m-%d %H:%M} {len(self.faults)} faults"
