"""Slot leases: how many requests each sender may have in flight to an endpoint at the same time."""

from django.db import models

from platforms.models import Platform


class EndpointShare(models.Model):
    """Slots at one endpoint that one sender has leased. All leases of an endpoint together have a bound.

    The table is not logged: after a crash of the database all slots are free, and so are the senders' claims.
    """

    platform = models.ForeignKey(
        Platform, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    holder = models.UUIDField()
    """The sender."""
    places = models.PositiveSmallIntegerField()
    held_until = models.DateTimeField()
    """When the lease ends, by the database's clock."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["platform", "holder"], name="webhook_endpoint_share_one_per_sender"),
        )

    def __str__(self) -> str:
        return f"{self.places} of {self.platform_id}"
