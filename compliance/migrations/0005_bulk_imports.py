"""Bulk imports, and lists of customers by the state of their check."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.expressions
import platforms.kit.clock
import platforms.kit.identifiers
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add their tables and indexes."""

    dependencies = [("compliance", "0004_documents"), ("platforms", "0002_functions")]

    operations = [
        migrations.CreateModel(
            name="BulkImport",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("PENDING", "Pending"),
                            ("PROCESSING", "Processing"),
                            ("COMPLETED", "Completed"),
                            ("FAILED", "Failed"),
                        ],
                        default="PENDING",
                        max_length=16,
                    ),
                ),
                ("size", models.BigIntegerField()),
                (
                    "columns",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(blank=True, max_length=64), size=None
                    ),
                ),
                ("position", models.BigIntegerField()),
                ("total", models.IntegerField(default=0)),
                ("processed", models.IntegerField(default=0)),
                ("successful", models.IntegerField(default=0)),
                ("failed", models.IntegerField(default=0)),
                ("actor_kind", models.CharField(max_length=16)),
                ("actor_id", models.CharField(max_length=64)),
                ("request_id", models.CharField(blank=True, max_length=64)),
                ("next_run_at", models.DateTimeField(blank=True, null=True)),
                ("attempts", models.IntegerField(default=0)),
                ("failures", models.IntegerField(default=0)),
                ("created_at", models.DateTimeField(default=platforms.kit.clock.now)),
                ("updated_at", models.DateTimeField(default=platforms.kit.clock.now)),
                ("completed_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="BulkImportError",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("row", models.IntegerField()),
                ("correlation_id", models.CharField(max_length=255)),
                ("code", models.CharField(max_length=64)),
                ("message", models.CharField(max_length=500)),
                ("details", models.JSONField(default=dict)),
            ],
        ),
        migrations.CreateModel(
            name="BulkImportPart",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("number", models.IntegerField()),
                ("content", models.BinaryField()),
            ],
        ),
        migrations.AddIndex(
            model_name="customer",
            index=models.Index(
                models.F("platform"),
                models.F("kyc_status"),
                models.OrderBy(models.F("created_at"), descending=True),
                models.OrderBy(models.F("id"), descending=True),
                condition=models.Q(("kyc_status__isnull", False)),
                name="customer_by_kyc_status",
            ),
        ),
        migrations.AddIndex(
            model_name="customer",
            index=models.Index(
                models.F("platform"),
                models.F("kyb_status"),
                models.OrderBy(models.F("created_at"), descending=True),
                models.OrderBy(models.F("id"), descending=True),
                condition=models.Q(("kyb_status__isnull", False)),
                name="customer_by_kyb_status",
            ),
        ),
        migrations.AddField(
            model_name="bulkimport",
            name="platform",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="platforms.platform"
            ),
        ),
        migrations.AddField(
            model_name="bulkimporterror",
            name="bulk_import",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="errors",
                to="compliance.bulkimport",
            ),
        ),
        migrations.AddField(
            model_name="bulkimportpart",
            name="bulk_import",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="parts",
                to="compliance.bulkimport",
            ),
        ),
        migrations.AddIndex(
            model_name="bulkimport",
            index=models.Index(
                models.F("platform"),
                models.OrderBy(models.F("created_at"), descending=True),
                name="bulk_import_newest_first",
            ),
        ),
        migrations.AddIndex(
            model_name="bulkimport",
            index=models.Index(
                condition=models.Q(("next_run_at__isnull", False)), fields=["next_run_at"], name="bulk_import_due"
            ),
        ),
        migrations.AddConstraint(
            model_name="bulkimport",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ["PENDING", "PROCESSING", "COMPLETED", "FAILED"])),
                name="bulk_import_status_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="bulkimport",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "processed",
                        django.db.models.expressions.CombinedExpression(
                            models.F("successful"), "+", models.F("failed")
                        ),
                    )
                ),
                name="bulk_import_counters_add_up",
            ),
        ),
        migrations.AddConstraint(
            model_name="bulkimport",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("status__in", ("COMPLETED", "FAILED")), ("completed_at__isnull", False), ("next_run_at", None)
                    ),
                    models.Q(
                        models.Q(("status__in", ("COMPLETED", "FAILED")), _negated=True),
                        ("completed_at", None),
                        ("next_run_at__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="bulk_import_over_or_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="bulkimporterror",
            constraint=models.UniqueConstraint(fields=("bulk_import", "row"), name="bulk_import_error_once"),
        ),
        migrations.AddConstraint(
            model_name="bulkimportpart",
            constraint=models.UniqueConstraint(fields=("bulk_import", "number"), name="bulk_import_part_unique"),
        ),
    ]
