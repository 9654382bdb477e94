"""Shares of endpoints: how many places each sender may fill at an endpoint at the same time."""

from django.db import models

from platforms.models import Platform


class EndpointShare(models.Model):
    """Places at one endpoint that one sender has taken. All shares of an endpoint together have a bound.

    The table is not logged: after a crash of the database all places are free, and so are the senders' claims.
    """

    platform = models.ForeignKey(
        Platform, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    holder = models.UUIDField()
    """The sender."""
    places = models.PositiveSmallIntegerField()
    held_until = models.DateTimeField()
    """When others may have them, by the database's clock."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["platform", "holder"], name="webhook_endpoint_share_one_per_sender"),
        )

    def __str__(self) -> str:
        return f"{self.places} of {self.platform_id}"
