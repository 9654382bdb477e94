"""Operations: cases of what does not get on by itself, and totals by the day."""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

import platforms.kit.identifiers

SQL = (Path(__file__).parent / "sql" / "0011_operations.sql").read_text()
UNDO = "DROP TRIGGER payments_operationscasestep_append_only ON payments_operationscasestep;"


class Migration(migrations.Migration):
    """Create the tables and the trigger."""

    dependencies = [("payments", "0010_support_indexes")]

    operations = [
        migrations.CreateModel(
            name="DayMark",
            fields=[
                ("name", models.CharField(max_length=16, primary_key=True, serialize=False)),
                ("up_to", models.BigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="OperationsCase",
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
                            ("PAYMENT_STUCK", "Payment Stuck"),
                            ("MONEY_IN_SUSPENSE", "Money In Suspense"),
                            ("BOOKS_BROKEN", "Books Broken"),
                            ("AUDIT_LOG_BROKEN", "Audit Log Broken"),
                            ("ENDPOINT_DISABLED", "Endpoint Disabled"),
                        ],
                        max_length=32,
                    ),
                ),
                ("subject", models.CharField(max_length=64)),
                ("cause", models.CharField(max_length=200)),
                ("since", models.DateTimeField()),
                ("opened_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(choices=[("OPEN", "Open"), ("CLOSED", "Closed")], default="OPEN", max_length=8),
                ),
                ("assigned_to", models.CharField(blank=True, default="", max_length=64)),
                ("assigned_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("closed_by", models.CharField(blank=True, default="", max_length=64)),
                ("resolution", models.CharField(blank=True, default="", max_length=1000)),
                (
                    "platform",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OperationsCaseStep",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("OPENED", "Opened"),
                            ("CLAIMED", "Claimed"),
                            ("RELEASED", "Released"),
                            ("NOTED", "Noted"),
                            ("CLOSED", "Closed"),
                        ],
                        max_length=16,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("actor_kind", models.CharField(max_length=16)),
                ("actor_id", models.CharField(max_length=64)),
                ("text", models.CharField(blank=True, default="", max_length=1000)),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="steps", to="payments.operationscase"
                    ),
                ),
            ],
            options={
                "ordering": ("id",),
            },
        ),
        migrations.CreateModel(
            name="RailDay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rail", models.CharField(max_length=32)),
                ("currency", models.CharField(max_length=8)),
                ("day", models.DateField()),
                ("begun", models.BigIntegerField(default=0)),
                ("completed", models.BigIntegerField(default=0)),
                ("failed", models.BigIntegerField(default=0)),
                ("amount", models.DecimalField(decimal_places=0, default=0, max_digits=38)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("day", "rail", "currency"), name="rail_day_unique")],
            },
        ),
        migrations.CreateModel(
            name="LedgerDay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=32)),
                ("currency", models.CharField(max_length=8)),
                ("day", models.DateField()),
                ("debit", models.DecimalField(decimal_places=0, default=0, max_digits=38)),
                ("credit", models.DecimalField(decimal_places=0, default=0, max_digits=38)),
                ("first_posting", models.BigIntegerField()),
                ("last_posting", models.BigIntegerField()),
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
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("platform", "kind", "currency", "day"), name="ledger_day_unique")
                ],
            },
        ),
        migrations.AddIndex(
            model_name="operationscase",
            index=models.Index(
                condition=models.Q(("state", "OPEN")), fields=["opened_at", "id"], name="operations_case_queue"
            ),
        ),
        migrations.AddIndex(
            model_name="operationscase",
            index=models.Index(fields=["subject", "id"], name="operations_case_by_subject"),
        ),
        migrations.AddConstraint(
            model_name="operationscase",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "OPEN")), fields=("subject", "kind"), name="operations_case_one_open"
            ),
        ),
        migrations.AddConstraint(
            model_name="operationscase",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["OPEN", "CLOSED"])), name="operations_case_state_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="operationscase",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        ["PAYMENT_STUCK", "MONEY_IN_SUSPENSE", "BOOKS_BROKEN", "AUDIT_LOG_BROKEN", "ENDPOINT_DISABLED"],
                    )
                ),
                name="operations_case_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="operationscase",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("closed_at", None), ("closed_by", ""), ("state", "OPEN")),
                    models.Q(
                        ("closed_at__isnull", False), ("state", "CLOSED"), models.Q(("closed_by", ""), _negated=True)
                    ),
                    _connector="OR",
                ),
                name="operations_case_end_is_whole",
            ),
        ),
        migrations.AddConstraint(
            model_name="operationscasestep",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["OPENED", "CLAIMED", "RELEASED", "NOTED", "CLOSED"])),
                name="operations_case_step_known",
            ),
        ),
        migrations.RunSQL(SQL, UNDO),
    ]
