"""Indexes of the decisions of reviewers and of hits by time, for the numbers about the review desk."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Build them without holding up who writes."""

    atomic = False
    dependencies = [("compliance", "0016_grounds_of_rejections")]

    operations = [
        AddIndexConcurrently(
            "verificationstatuschange",
            models.Index(fields=["at"], condition=models.Q(cause="review"), name="verification_decision_time"),
        ),
        AddIndexConcurrently(
            "verificationstatuschange",
            models.Index(fields=["actor_id", "id"], condition=models.Q(cause="review"), name="verification_decision_of"),
        ),
        AddIndexConcurrently("screeninghit", models.Index(fields=["created_at"], name="screening_hit_by_time")),
    ]
