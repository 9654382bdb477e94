"""Endpoints beside that of the configuration, with the events on their way to them; types and state of endpoints."""

from pathlib import Path

import django.contrib.postgres.fields
import django.contrib.postgres.functions
import django.db.models.deletion
import platforms.base.identifiers
from django.db import migrations, models


SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    """Add tables and columns, and a trigger that queues new events for the new endpoints."""

    dependencies = [
        ("platforms", "0012_saved_views"),
        ("webhooks", "0002_lists_of_events"),
    ]

    operations = [
        migrations.AddField(
            model_name="delivery",
            name="endpoint_id",
            field=models.UUIDField(null=True),
        ),
        migrations.AddField(
            model_name="delivery",
            name="location",
            field=models.CharField(blank=True, db_default="", default="", max_length=2048),
        ),
        migrations.AddField(
            model_name="endpointhealth",
            name="disabled_reason",
            field=models.CharField(
                blank=True,
                choices=[("GONE", "Gone"), ("FAILING", "Failing"), ("SWITCHED_OFF", "Switched Off")],
                db_default="",
                default="",
                max_length=16,
            ),
        ),
        migrations.AddField(
            model_name="endpointhealth",
            name="set_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="endpointhealth",
            name="types",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=64),
                blank=True,
                db_default=models.Value("{}"),
                default=list,
                size=None,
            ),
        ),
        migrations.CreateModel(
            name="FurtherEndpoint",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("url", models.CharField(max_length=2048)),
                (
                    "types",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=64),
                        blank=True,
                        db_default=models.Value("{}"),
                        default=list,
                        size=None,
                    ),
                ),
                ("consecutive_failures", models.PositiveIntegerField(default=0)),
                ("failing_since", models.DateTimeField(null=True)),
                ("last_success_at", models.DateTimeField(null=True)),
                ("last_failure_at", models.DateTimeField(null=True)),
                ("warned_at", models.DateTimeField(null=True)),
                ("recovered_at", models.DateTimeField(null=True)),
                ("disabled_at", models.DateTimeField(null=True)),
                (
                    "disabled_reason",
                    models.CharField(
                        blank=True,
                        choices=[("GONE", "Gone"), ("FAILING", "Failing"), ("SWITCHED_OFF", "Switched Off")],
                        db_default="",
                        default="",
                        max_length=16,
                    ),
                ),
                ("disabled_told_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
                ("deleted_at", models.DateTimeField(null=True)),
                (
                    "platform",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="platforms.platform"
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="FurtherEvent",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=django.contrib.postgres.functions.RandomUUID(),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("stream", models.CharField(max_length=128)),
                ("number", models.BigIntegerField()),
                ("sequence", models.BigIntegerField(null=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("PENDING", "Pending"),
                            ("WAITING", "Waiting"),
                            ("DELIVERED", "Delivered"),
                            ("REFUSED", "Refused"),
                            ("ABANDONED", "Abandoned"),
                            ("NO_ENDPOINT", "No Endpoint"),
                        ],
                        default="PENDING",
                        max_length=16,
                    ),
                ),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("next_attempt_at", models.DateTimeField(null=True)),
                (
                    "endpoint",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="webhooks.furtherendpoint",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="further",
                        to="webhooks.event",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "PENDING")),
                        fields=["endpoint", "next_attempt_at"],
                        name="webhook_further_event_due",
                    ),
                    models.Index(
                        condition=models.Q(("state__in", ("PENDING", "WAITING"))),
                        fields=["stream", "number"],
                        name="webhook_further_event_in_line",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["PENDING", "WAITING", "DELIVERED", "REFUSED", "ABANDONED", "NO_ENDPOINT"])
                        ),
                        name="webhook_further_event_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "PENDING"), _negated=True),
                            ("next_attempt_at__isnull", False),
                            _connector="OR",
                        ),
                        name="webhook_further_event_pending_has_due_time",
                    ),
                    models.UniqueConstraint(fields=("event", "endpoint"), name="webhook_further_event_unique"),
                ],
            },
        ),
        migrations.CreateModel(
            name="FurtherShare",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("holder", models.UUIDField()),
                ("places", models.PositiveSmallIntegerField()),
                ("held_until", models.DateTimeField()),
                (
                    "endpoint",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="webhooks.furtherendpoint",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("endpoint", "holder"), name="webhook_further_share_one_per_sender")
                ],
            },
        ),
        migrations.CreateModel(
            name="FurtherStream",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("stream", models.CharField(max_length=128)),
                ("last_sequence", models.BigIntegerField(default=0)),
                ("claimed_by", models.UUIDField(null=True)),
                ("claimed_until", models.DateTimeField(null=True)),
                (
                    "endpoint",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="webhooks.furtherendpoint",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("stream",), name="webhook_further_stream_unique")],
            },
        ),
        migrations.RunSQL(
            (SQL / "0003_further_endpoints.sql").read_text(),
            "DROP TRIGGER webhooks_event_for_further_endpoints ON webhooks_event;"
            "DROP FUNCTION webhooks_queue_for_further_endpoints()",
        ),
    ]
