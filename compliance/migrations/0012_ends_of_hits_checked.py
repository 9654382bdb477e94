"""Indexes of hits that wait for somebody; looks at the rows that migration 0011 has given new limits."""

from django.contrib.postgres.operations import AddIndexConcurrently, ValidateConstraint
from django.db import migrations, models


class Migration(migrations.Migration):
    """Build the indexes and validate the constraints, without holding up who writes."""

    atomic = False
    dependencies = [("compliance", "0011_ends_of_hits")]

    operations = [
        AddIndexConcurrently(
            "screeninghit",
            models.Index(
                fields=["created_at"], condition=models.Q(state__in=["OPEN", "MORE_ASKED"]), name="screening_hit_waiting"
            ),
        ),
        AddIndexConcurrently(
            "screeninghit",
            models.Index(fields=["review_on"], condition=models.Q(state="ACCEPTED"), name="screening_hit_to_review"),
        ),
        ValidateConstraint("screeninghit", "screening_hit_state_known"),
        ValidateConstraint("screeninghit", "screening_hit_accepted_with_care"),
    ]
