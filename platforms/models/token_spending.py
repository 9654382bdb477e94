"""What tokens with a budget have spent."""

import datetime as dt

from django.db import models

from platforms.models.api_token import ApiToken


class Recurrence(models.TextChoices):
    """How often a budget begins anew: with each day or month in UTC, or never."""

    DAY = "DAY"
    MONTH = "MONTH"
    NONE = "NONE"

    def window(self, now: dt.datetime) -> tuple[dt.datetime, dt.datetime | None]:
        """Return when the window of a budget began and when the next begins, as `platforms_spending_window` does."""
        day = now.astimezone(dt.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        if self == Recurrence.DAY:
            return day, day + dt.timedelta(days=1)
        if self == Recurrence.MONTH:
            month = day.replace(day=1)
            return month, (month + dt.timedelta(days=32)).replace(day=1)
        return dt.datetime.fromtimestamp(0, dt.UTC), None


class TokenSpending(models.Model):
    """The sum of the payments that a token has made in one window of a budget. Written by `platforms_spend`."""

    id = models.BigAutoField(primary_key=True)
    token = models.ForeignKey(ApiToken, on_delete=models.PROTECT, related_name="spendings", db_index=False)
    currency = models.CharField(max_length=8)
    recurrence = models.CharField(max_length=8, choices=Recurrence.choices)
    began_at = models.DateTimeField()
    """When the window began, by the platform's clock; 1970 for a budget that never begins anew."""
    spent = models.BigIntegerField()
    """In the currency's smallest unit."""

    class Meta:
        verbose_name = "spending of a token"
        verbose_name_plural = "spending of tokens"
        constraints = (
            models.UniqueConstraint(fields=["token", "currency", "recurrence", "began_at"], name="token_spending_once"),
            models.CheckConstraint(condition=models.Q(spent__gte=0), name="token_spending_not_negative"),
        )

    def __str__(self) -> str:
        return f"{self.currency} {self.recurrence} {self.began_at:%Y-%m-%d}"
