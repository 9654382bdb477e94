"""Exchange rates entered by staff."""

from django.db import models

from platforms.base.public_ids import WithPublicId


class StaffRate(WithPublicId):
    """Price of one major unit of `destination` in `source`, from a time on. Append-only: the history of the rate.

    The latest effective rate counts; of two for the same time, the one entered later.
    """

    SOURCE = "STAFF"
    """Name of the rate source made of these rows."""

    source = models.CharField(max_length=8)
    destination = models.CharField(max_length=8)
    rate = models.DecimalField(max_digits=45, decimal_places=30)
    effective_at = models.DateTimeField()
    entered_by = models.CharField(max_length=64)
    reason = models.TextField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=models.Q(rate__gt=0), name="staff_rate_positive"),
            models.CheckConstraint(
                condition=~models.Q(source=models.F("destination")), name="staff_rate_between_two_currencies"
            ),
        )
        indexes = (models.Index(fields=["source", "destination", "effective_at", "id"], name="staff_rate_history"),)

    def __str__(self) -> str:
        return f"1 {self.destination} = {self.rate.normalize():f} {self.source}"
