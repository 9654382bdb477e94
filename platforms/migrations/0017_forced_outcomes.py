"""Outcomes that sandbox platforms force."""

import django.db.models.deletion
from django.db import migrations, models

import platforms.base.identifiers


class Migration(migrations.Migration):
    """Add the table."""

    dependencies = [("platforms", "0016_features")]

    operations = [
        migrations.CreateModel(
            "ForcedOutcome",
            [
                (
                    "id",
                    models.UUIDField(
                        primary_key=True, default=platforms.base.identifiers.new_key, editable=False, serialize=False
                    ),
                ),
                ("step", models.CharField(max_length=32, blank=True)),
                ("subject_kind", models.CharField(max_length=32, blank=True)),
                ("subject", models.CharField(max_length=64, blank=True)),
                ("outcome", models.CharField(max_length=32)),
                ("reason", models.CharField(max_length=64, blank=True)),
                ("delay_seconds", models.IntegerField(null=True)),
                ("times", models.IntegerField()),
                ("remaining", models.IntegerField()),
                ("uses", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
                (
                    "platform",
                    models.ForeignKey(
                        "platforms.Platform",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        db_index=False,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["platform", "id"], name="forced_outcome_of_platform")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(remaining__gte=0, remaining__lte=models.F("times")),
                        name="forced_outcome_counts",
                    )
                ],
            },
        ),
    ]
