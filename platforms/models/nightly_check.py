"""How far the nightly checks are: of the books, and of the audit log. Written by `platforms.operations.nightly_checks`.

A key is as JSON has it: a number, or a text; null stands for the first, or the last, that there can be.
"""

from django.db import models


class NightlyCheck(models.Model):
    """A check that is made a page at a time, every night."""

    name = models.CharField(max_length=16, primary_key=True)
    began_at = models.DateTimeField()
    """When this night's began, in real time."""
    ended_at = models.DateTimeField(null=True)
    """Empty while pages are left."""
    former_at = models.DateTimeField(null=True)
    """When the last one began that came to its end before this one; empty at the first."""

    def __str__(self) -> str:
        return self.name


class CheckStage(models.IntegerChoices):
    """What a part reads tonight, in this order."""

    NEW = 1
    """Rows that have come since the night before."""
    OLD = 2
    """A seventh of all others."""
    FOUND = 3
    """Pages with differences that were found on other nights."""
    DONE = 4


class CheckPart(models.Model):
    """How far one comparison of a check is."""

    parent = models.ForeignKey(NightlyCheck, on_delete=models.PROTECT, related_name="parts")
    name = models.CharField(max_length=32)
    stage = models.PositiveSmallIntegerField(choices=CheckStage.choices, default=CheckStage.NEW)
    pages = models.BigIntegerField(default=0)
    """Pages read so far: of two that have read the same one, the first notes it."""
    position = models.JSONField(null=True)
    """The next page of new rows begins after this key."""
    new_after = models.JSONField(null=True)
    """Tonight's new rows have keys after it; the old ones have keys up to it."""
    new_next = models.JSONField(null=True)
    """Where the new rows of the next night begin."""
    round_position = models.JSONField(null=True)
    """Up to this key the old rows were read in this round."""
    round_began_at = models.DateTimeField(null=True)
    round_rows = models.BigIntegerField(default=0)
    """Rows read in this round."""
    round_size = models.BigIntegerField(default=0)
    """Rows that the last whole round has read."""
    whole_since = models.DateTimeField(null=True)
    """Every row was read since then, when the last whole round began. Empty before the first one."""
    good_until = models.DateTimeField(null=True)
    """Every row that was written before then has been read once."""
    rows = models.BigIntegerField(default=0)
    """Rows read tonight."""
    faults = models.JSONField(default=list)
    """Differences that stand: kind, subject, detail and more, each with `page`, the keys between which it was found,
    and `seen`, the night when it was seen last."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["parent", "name"], name="check_part_once"),)

    def __str__(self) -> str:
        return self.name
