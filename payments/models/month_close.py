"""Tables of closed months: how far the books of each platform are closed, what was kept, and what corrects a month."""

from django.db import models
from django.db.models import Q

from payments.models.ledger import JournalEntry
from platforms.base.public_ids import WithPublicId
from platforms.models import Platform


class ClosedBooks(models.Model):
    """How far the books of a platform are closed. A platform that has closed no month has no row."""

    platform = models.OneToOneField(Platform, on_delete=models.PROTECT, primary_key=True, related_name="+")
    closed_until = models.DateTimeField()
    """No entry is dated before this moment any more, by the platform's clock: `payments_post` dates it from here on."""
    sealed_until = models.DateTimeField(null=True)
    """The end of the last month that two people have closed: the database refuses whatever is dated before it."""

    class Meta:
        verbose_name_plural = "closed books"
        constraints = (
            models.CheckConstraint(
                condition=Q(sealed_until=None) | Q(sealed_until__lte=models.F("closed_until")),
                name="closed_books_sealed_within",
            ),
        )

    def __str__(self) -> str:
        return f"closed until {self.closed_until:%Y-%m-%d}"


class MonthState(models.TextChoices):
    """How far the close of a month has come."""

    BEGUN = "BEGUN"
    """Nothing is dated into it any more. Its figures hold still; people explain them."""
    CLOSED = "CLOSED"
    """Two people have closed it; its figures are kept."""
    REOPENED = "REOPENED"
    """Two people have opened it again."""


class MonthClose(WithPublicId):
    """A month of a platform's books, in UTC by the platform's clock, from the beginning of its close on."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+")
    month = models.DateField()
    """Its first day."""
    state = models.CharField(max_length=8, choices=MonthState.choices, default=MonthState.BEGUN)
    begun_at = models.DateTimeField()
    begun_by = models.CharField(max_length=64)
    edition = models.PositiveIntegerField(default=0, db_default=0)
    """How often it was closed. The figures of each time are kept."""
    closed_at = models.DateTimeField(null=True)
    proposed_by = models.CharField(max_length=64, blank=True, default="", db_default="")
    closed_by = models.CharField(max_length=64, blank=True, default="", db_default="")
    checklist = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    """What was asked before it was closed last: name, title, figure, whether it is in order, and the explanation."""
    digest = models.CharField(max_length=64, blank=True, default="", db_default="")
    """SHA-256 of the figures kept last, in hexadecimal. The audit log has it too, which is sealed."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["platform", "month"], name="month_close_once"),
            models.CheckConstraint(condition=Q(state__in=MonthState.values), name="month_close_state_known"),
            models.CheckConstraint(condition=Q(month__day=1), name="month_close_of_a_month"),
        )

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}"


class MonthFigure(models.Model):
    """What a kind of accounts showed in a closed month, in the smallest unit. Append-only, enforced by a trigger."""

    close = models.ForeignKey(MonthClose, on_delete=models.PROTECT, related_name="figures", db_index=False)
    edition = models.PositiveIntegerField()
    kind = models.CharField(max_length=32)
    """A row of `payments.ledger.chart`."""
    currency = models.CharField(max_length=8)
    opening = models.DecimalField(max_digits=38, decimal_places=0)
    """Credits less debits before the month; `closing` after it."""
    debits = models.DecimalField(max_digits=38, decimal_places=0)
    credits = models.DecimalField(max_digits=38, decimal_places=0)
    closing = models.DecimalField(max_digits=38, decimal_places=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["close", "edition", "kind", "currency"], name="month_figure_once"),
            models.CheckConstraint(
                condition=Q(closing=models.F("opening") + models.F("credits") - models.F("debits")),
                name="month_figure_adds_up",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.currency}"


class Correction(models.Model):
    """An entry that corrects a closed month: it came late, reverses an entry of it, or books what a bank did in it."""

    entry = models.OneToOneField(JournalEntry, on_delete=models.PROTECT, primary_key=True, related_name="correction")
    month = models.DateField()
    """The first day of the month that it corrects."""

    class Meta:
        indexes = (models.Index(fields=["month"], name="correction_by_month"),)

    def __str__(self) -> str:
        return f"corrects {self.month:%Y-%m}"
