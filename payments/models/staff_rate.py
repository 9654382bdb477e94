"""Exchange rates that staff have entered."""

from django.db import models

from platforms.base.public_ids import WithPublicId


class StaffRate(WithPublicId):
    """What one major unit of `destination` costs in `source`, from a moment on. Append-only: the history of the rate.

    Of all that have become effective the latest counts; between two of one moment, the one entered later.
    """

    SOURCE = "STAFF"
    """The name of the rate source that these rows make up."""

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
