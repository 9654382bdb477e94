"""Tables for operators: cases of work that does not proceed by itself, and daily totals."""

from typing import Any

from django.db import models
from django.db.models import Q

from platforms.base.public_ids import WithPublicId
from platforms.models import Platform

SUM: dict[str, Any] = {"max_digits": 38, "decimal_places": 0, "default": 0}
"""Holds any sum of amounts."""


class CaseKind(models.TextChoices):
    """The kind of a case's problem."""

    PAYMENT_STUCK = "PAYMENT_STUCK"
    """A payment has kept its state for longer than it should."""
    MONEY_IN_SUSPENSE = "MONEY_IN_SUSPENSE"
    """Money waits for a person's decision."""
    MONEY_OWED = "MONEY_OWED"
    """Somebody owes us money that a bank took from our account."""
    BOOKS_BROKEN = "BOOKS_BROKEN"
    """The check of the ledger found faults, or has not run."""
    AUDIT_LOG_BROKEN = "AUDIT_LOG_BROKEN"
    """The check of the audit log found changed rows, or has not run."""
    HOLDER_REJECTED = "HOLDER_REJECTED"
    """An internal account has money, and its holder's identity was rejected."""
    ENDPOINT_DISABLED = "ENDPOINT_DISABLED"
    """The service has disabled a platform's endpoint, which failed too long."""
    DOMAIN_FAILING = "DOMAIN_FAILING"
    """A platform's domain was verified before, and the proof is now missing."""
    WORK_FAILING = "WORK_FAILING"
    """Due work other than a payment has failed at every attempt for too long."""
    BANK_FILE = "BANK_FILE"
    """A file from a bank was set aside, a statement does not continue the one before, or a line waits for long."""


class CaseState(models.TextChoices):
    """Whether the case still needs attention."""

    OPEN = "OPEN"
    CLOSED = "CLOSED"


class OperationsCase(WithPublicId):
    """A problem that an operator has to look at. Opened by the monitor, and closed by it when its cause is gone."""

    public_type = "Case"
    kind = models.CharField(max_length=32, choices=CaseKind.choices)
    subject = models.CharField(max_length=64)
    """Public identifier of the subject, or other words that name it."""
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, null=True, related_name="+")
    cause = models.CharField(max_length=200)
    """What was found, in words, without personal data."""
    since = models.DateTimeField()
    """When the problem began, in real time."""
    opened_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=CaseState.choices, default=CaseState.OPEN)
    assigned_to = models.CharField(max_length=64, blank=True, default="")
    assigned_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.CharField(max_length=64, blank=True, default="")
    resolution = models.CharField(max_length=1000, blank=True, default="")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["subject", "kind"], condition=Q(state=CaseState.OPEN), name="operations_case_one_open"
            ),
            models.CheckConstraint(condition=Q(state__in=CaseState.values), name="operations_case_state_known"),
            models.CheckConstraint(condition=Q(kind__in=CaseKind.values), name="operations_case_kind_known"),
            models.CheckConstraint(
                condition=Q(state=CaseState.OPEN, closed_at=None, closed_by="")
                | (Q(state=CaseState.CLOSED, closed_at__isnull=False) & ~Q(closed_by="")),
                name="operations_case_end_is_whole",
            ),
        )
        indexes = (
            models.Index(fields=["opened_at", "id"], condition=Q(state=CaseState.OPEN), name="operations_case_queue"),
            models.Index(fields=["subject", "id"], name="operations_case_by_subject"),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.subject}"


class CaseStepKind(models.TextChoices):
    """The kind of an entry in a case's history."""

    OPENED = "OPENED"
    CLAIMED = "CLAIMED"
    RELEASED = "RELEASED"
    NOTED = "NOTED"
    CLOSED = "CLOSED"


class OperationsCaseStep(models.Model):
    """An entry in a case's history: what, by whom, and their text. Never changed."""

    case = models.ForeignKey(OperationsCase, on_delete=models.PROTECT, related_name="steps")
    kind = models.CharField(max_length=16, choices=CaseStepKind.choices)
    at = models.DateTimeField()
    actor_kind = models.CharField(max_length=16)
    actor_id = models.CharField(max_length=64)
    text = models.CharField(max_length=1000, blank=True, default="")

    class Meta:
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(condition=Q(kind__in=CaseStepKind.values), name="operations_case_step_known"),
        )

    def __str__(self) -> str:
        return f"{self.kind} by {self.actor_id}"


class LedgerDay(models.Model):
    """Sums of the postings of a day (UTC, on the platform's clock) in all accounts of a kind and currency.

    Counts postings up to the mark `ledger`; a balance adds those after it:
    `payments.reporting.daily_totals`.
    """

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=32)
    """A row of `payments.ledger.chart`."""
    currency = models.CharField(max_length=8)
    day = models.DateField()
    debit = models.DecimalField(**SUM)
    credit = models.DecimalField(**SUM)
    first_posting = models.BigIntegerField()
    last_posting = models.BigIntegerField()
    """The keys of all postings counted here are within the first and the last."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["platform", "kind", "currency", "day"], name="ledger_day_unique"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.currency} {self.day}"


class RailDay(models.Model):
    """How many payments of a rail and currency began and ended on a day (UTC, in real time)."""

    rail = models.CharField(max_length=32)
    """The type of the external account, `UMA`, or `INTERNAL` for payments without a rail."""
    currency = models.CharField(max_length=8)
    """The sent currency."""
    day = models.DateField()
    begun = models.BigIntegerField(default=0)
    completed = models.BigIntegerField(default=0)
    failed = models.BigIntegerField(default=0)
    """FAILED or REJECTED, after COMPLETED too; an unpaid quote counts nowhere."""
    amount = models.DecimalField(**SUM)
    """Sent amounts of completed payments, in the smallest unit."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["day", "rail", "currency"], name="rail_day_unique"),)

    def __str__(self) -> str:
        return f"{self.rail} {self.currency} {self.day}"


class SandboxRailDay(models.Model):
    """How many payments of a sandbox platform began and ended on a day of its own clock (UTC), by rail and currency.

    A table beside `RailDay`, and no more columns of it: a release that runs beside this one writes that table by its
    unique key, and in shared rows the days of a clock that was moved would be days of production.
    """

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    rail = models.CharField(max_length=32)
    """As in `RailDay`; so are the other columns."""
    currency = models.CharField(max_length=8)
    day = models.DateField()
    begun = models.BigIntegerField(default=0)
    completed = models.BigIntegerField(default=0)
    failed = models.BigIntegerField(default=0)
    amount = models.DecimalField(**SUM)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["platform", "day", "rail", "currency"], name="sandbox_rail_day_unique"),
        )

    def __str__(self) -> str:
        return f"{self.rail} {self.currency} {self.day}"


class DayMark(models.Model):
    """The row up to which a daily total has counted: its key."""

    name = models.CharField(max_length=16, primary_key=True)
    """`ledger`: postings; `rails` and `sandbox rails`: steps of payments."""
    up_to = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name} up to {self.up_to}"
