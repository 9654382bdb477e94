"""Indexes of the decisions of reviewers and of hits by time, for the numbers about the review desk."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Build them without holding up who writes."""

    atomic = False
    dependencies = [("compliance", "0016_grounds_of_rejections")]

    operations = [
        AddIndexConcurrently("verificationstatuschange", models.Index(fields=["at"], name="verification_change_time")),
        AddIndexConcurrently(
            "verificationstatuschange",
            models.Index(fields=["actor_id", "id"], condition=models.Q(cause="review"), name="verification_decision_of"),
        ),
        AddIndexConcurrently(
            "verificationstatuschange",
            models.Index(
                fields=["id"],
                condition=models.Q(
                    cause="review", actor_kind="STAFF", to_status__in=["APPROVED", "REJECTED", "RESOLVE_ERRORS"]
                ),
                name="verification_decision_people",
            ),
        ),
        AddIndexConcurrently(
            "verificationstatuschange",
            models.Index(
                fields=["id"],
                condition=models.Q(to_status__in=["APPROVED", "REJECTED"]) & ~models.Q(actor_kind="STAFF"),
                name="verification_decision_service",
            ),
        ),
        AddIndexConcurrently("screeninghit", models.Index(fields=["created_at"], name="screening_hit_by_time")),
    ]
