"""Snapshots of exchange rates from their sources."""

from django.db import models

from platforms.base import identifiers


class RateSnapshot(models.Model):
    """The rates of a source from the time of its answer until a different answer. Append-only.

    A quote names the snapshot that its price was computed from, so its rate can always be explained.
    """

    id = models.UUIDField(primary_key=True, default=identifiers.new_key, editable=False)
    source = models.CharField(max_length=32)
    taken_at = models.DateTimeField()
    as_of = models.DateTimeField(null=True)
    """The newest time for which the source gives rates; None when they are valid at the time of the request."""
    pairs = models.JSONField()
    """One object per pair: `source`, `destination`, `rate` as a decimal string, `asOf` where the source gives it."""

    class Meta:
        indexes = (models.Index(fields=["source", "id"], name="rate_snapshot_of_source"),)

    def __str__(self) -> str:
        return f"{self.source} {self.taken_at:%Y-%m-%d %H:%M}"


class RateFeed(models.Model):
    """A source: its newest snapshot, when it was last heard, and when it is to be asked again.

    The row that all processes share: of many that find it due, the one that claims it asks the source.
    """

    source = models.CharField(max_length=32, primary_key=True)
    snapshot = models.ForeignKey(RateSnapshot, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    taken_at = models.DateTimeField(null=True)
    """When the source last gave the rates of the snapshot."""
    due_at = models.DateTimeField()
    tried_at = models.DateTimeField()
    claimed_by = models.UUIDField(null=True)
    """The attempt under way; it ends here, or by expiry."""
    claimed_until = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)
    last_error = models.TextField(default="", db_default="")
    """Why the last attempt failed; kept until one succeeds."""

    def __str__(self) -> str:
        return self.source
