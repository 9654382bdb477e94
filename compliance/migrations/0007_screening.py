"""Screening against lists."""

from pathlib import Path

import django.contrib.postgres.fields
import django.db.models.deletion
import platforms.kit.identifiers
from django.db import migrations, models

SQL = (Path(__file__).parent / "sql" / "0007_screening.sql").read_text()
UNDO = "DROP TRIGGER compliance_screening_append_only ON compliance_screening;"


class Migration(migrations.Migration):
    """Add their tables."""

    dependencies = [("compliance", "0006_personal_data")]

    operations = [
        migrations.CreateModel(
            name="Screening",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("cause", models.CharField(max_length=32)),
                (
                    "subjects",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=64), size=None),
                ),
                (
                    "compared_with",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=128), size=None),
                ),
                ("threshold", models.PositiveSmallIntegerField()),
                (
                    "outcome",
                    models.CharField(
                        choices=[("CLEAR", "Clear"), ("HITS", "Hits"), ("NOT_SCREENED", "Not Screened")], max_length=16
                    ),
                ),
                ("hit_count", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "customer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="screenings", to="compliance.customer"
                    ),
                ),
                (
                    "platform",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ScreeningHit",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("subject", models.CharField(max_length=64)),
                ("list_name", models.CharField(max_length=128)),
                ("entry_reference", models.CharField(max_length=64)),
                ("kind", models.CharField(choices=[("SANCTION", "Sanction"), ("PEP", "Pep")], max_length=16)),
                ("matched_name", models.CharField(max_length=512)),
                ("score", models.PositiveSmallIntegerField()),
                ("details", models.JSONField(default=dict)),
                ("fingerprint", models.CharField(max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[("OPEN", "Open"), ("CLEARED", "Cleared"), ("CONFIRMED", "Confirmed")], max_length=16
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(null=True)),
                ("decided_by_kind", models.CharField(blank=True, max_length=16)),
                ("decided_by_id", models.CharField(blank=True, max_length=64)),
                ("reason", models.CharField(blank=True, max_length=1000)),
                (
                    "customer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="screening_hits",
                        to="compliance.customer",
                    ),
                ),
                (
                    "platform",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="platforms.platform"
                    ),
                ),
                (
                    "screening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="hits", to="compliance.screening"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ScreeningListVersion",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=64)),
                ("kind", models.CharField(choices=[("SANCTION", "Sanction"), ("PEP", "Pep")], max_length=16)),
                ("checksum", models.CharField(max_length=64)),
                ("published_at", models.DateTimeField()),
                ("loaded_at", models.DateTimeField()),
                ("entry_count", models.PositiveIntegerField()),
                ("is_current", models.BooleanField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_current", True)), fields=("name",), name="screening_list_one_current"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["SANCTION", "PEP"])), name="screening_list_kind_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ScreeningListEntry",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("reference", models.CharField(max_length=64)),
                ("kind", models.CharField(choices=[("PERSON", "Person"), ("BUSINESS", "Business")], max_length=16)),
                (
                    "names",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=512), size=None),
                ),
                (
                    "birth_years",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(), null=True, size=2
                    ),
                ),
                (
                    "birth_dates",
                    django.contrib.postgres.fields.ArrayField(base_field=models.DateField(), default=list, size=None),
                ),
                (
                    "countries",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=2), default=list, size=None
                    ),
                ),
                (
                    "identifiers",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=64), default=list, size=None
                    ),
                ),
                ("listed_on", models.CharField(blank=True, max_length=32)),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="compliance.screeninglistversion",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "screening list entries",
            },
        ),
        migrations.CreateModel(
            name="ScreeningSweep",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("cursor", models.UUIDField(null=True)),
                ("customer_count", models.PositiveIntegerField(default=0)),
                ("hit_count", models.PositiveIntegerField(default=0)),
                ("started_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(null=True)),
                ("is_running", models.BooleanField(default=True)),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sweeps",
                        to="compliance.screeninglistversion",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="screening",
            constraint=models.CheckConstraint(
                condition=models.Q(("outcome__in", ["CLEAR", "HITS", "NOT_SCREENED"])), name="screening_outcome_known"
            ),
        ),
        migrations.AddIndex(
            model_name="screeninghit",
            index=models.Index(
                condition=models.Q(("state", "OPEN")), fields=["created_at"], name="screening_hit_queue"
            ),
        ),
        migrations.AddConstraint(
            model_name="screeninghit",
            constraint=models.UniqueConstraint(fields=("subject", "fingerprint"), name="screening_hit_once"),
        ),
        migrations.AddConstraint(
            model_name="screeninghit",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["OPEN", "CLEARED", "CONFIRMED"])), name="screening_hit_state_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="screeninghit",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["SANCTION", "PEP"])), name="screening_hit_kind_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="screeninghit",
            constraint=models.CheckConstraint(
                condition=models.Q(("score__lte", 100)), name="screening_hit_score_bounded"
            ),
        ),
        migrations.AddConstraint(
            model_name="screeninghit",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("decided_at", None), ("state", "OPEN")),
                    models.Q(
                        models.Q(("state", "OPEN"), _negated=True),
                        ("decided_at__isnull", False),
                        models.Q(("reason", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="screening_hit_decided_with_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="screeninglistentry",
            constraint=models.UniqueConstraint(fields=("version", "reference"), name="screening_entry_unique"),
        ),
        migrations.AddConstraint(
            model_name="screeninglistentry",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["PERSON", "BUSINESS"])), name="screening_entry_kind_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="screeningsweep",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_running", True)), fields=("is_running",), name="screening_one_sweep"
            ),
        ),
        migrations.RunSQL(SQL, UNDO),
    ]
