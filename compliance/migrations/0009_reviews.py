"""The review desk: whose a verification is, what reviewers noted, and the queue of each platform."""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

import platforms.kit.identifiers
import platforms.kit.sealed

SQL = (Path(__file__).parent / "sql" / "0009_reviews.sql").read_text()
UNDO = "DROP TRIGGER compliance_reviewnote_append_only ON compliance_reviewnote;"


class Migration(migrations.Migration):
    """Create the tables, the index and the trigger."""

    dependencies = [("compliance", "0008_kyc_links")]

    operations = [
        migrations.CreateModel(
            name="ReviewAssignment",
            fields=[
                (
                    "verification",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="assignment",
                        serialize=False,
                        to="compliance.verification",
                    ),
                ),
                ("assigned_to", models.CharField(blank=True, default="", max_length=64)),
                ("assigned_at", models.DateTimeField(null=True)),
                ("escalated_by", models.CharField(blank=True, default="", max_length=64)),
                ("escalated_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="ReviewNote",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("NOTE", "Note"),
                            ("RELEASE", "Release"),
                            ("REASSIGNMENT", "Reassignment"),
                            ("ESCALATION", "Escalation"),
                        ],
                        max_length=16,
                    ),
                ),
                ("text", platforms.kit.sealed.SealedTextField()),
                ("at", models.DateTimeField()),
                ("actor_kind", models.CharField(max_length=16)),
                ("actor_id", models.CharField(max_length=64)),
            ],
        ),
        migrations.AddIndex(
            model_name="verification",
            index=models.Index(
                condition=models.Q(("status", "PENDING_MANUAL_REVIEW")),
                fields=["platform", "submitted_at"],
                name="verification_platform_queue",
            ),
        ),
        migrations.AddIndex(
            model_name="reviewassignment",
            index=models.Index(
                condition=models.Q(("assigned_to", ""), _negated=True),
                fields=["assigned_to"],
                name="review_of_reviewer",
            ),
        ),
        migrations.AddIndex(
            model_name="reviewassignment",
            index=models.Index(
                condition=models.Q(("escalated_at__isnull", False)), fields=["escalated_at"], name="review_escalated"
            ),
        ),
        migrations.AddConstraint(
            model_name="reviewassignment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("assigned_at", None), ("assigned_to", "")),
                    models.Q(models.Q(("assigned_to", ""), _negated=True), ("assigned_at__isnull", False)),
                    _connector="OR",
                ),
                name="review_assigned_since",
            ),
        ),
        migrations.AddConstraint(
            model_name="reviewassignment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("escalated_at", None), ("escalated_by", "")),
                    models.Q(models.Q(("escalated_by", ""), _negated=True), ("escalated_at__isnull", False)),
                    _connector="OR",
                ),
                name="review_escalated_since",
            ),
        ),
        migrations.AddField(
            model_name="reviewnote",
            name="verification",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="notes",
                to="compliance.verification",
            ),
        ),
        migrations.AddIndex(
            model_name="reviewnote",
            index=models.Index(fields=["verification", "id"], name="review_note_of_case"),
        ),
        migrations.AddConstraint(
            model_name="reviewnote",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["NOTE", "RELEASE", "REASSIGNMENT", "ESCALATION"])),
                name="review_note_kind_known",
            ),
        ),
        migrations.RunSQL(SQL, UNDO),
    ]
