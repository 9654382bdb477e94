"""The tables of the webhooks app."""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

import platforms.kit.identifiers
import platforms.kit.sealed
import webhooks.models.event

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    """Number events by a sequence, create the tables, then say how some are stored."""

    initial = True

    dependencies = [
        ("platforms", "0001_initial"),
    ]

    operations = [
        migrations.RunSQL((SQL / "event_number.sql").read_text(), "DROP SEQUENCE webhooks_event_number"),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "platform",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
                ("type", models.CharField(max_length=64)),
                ("resource", models.CharField(max_length=64)),
                ("number", models.BigIntegerField(db_default=webhooks.models.event._NextNumber(), editable=False)),
                ("sequence", models.BigIntegerField(null=True)),
                ("payload", models.TextField()),
                ("created_at", models.DateTimeField()),
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
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "PENDING")),
                        fields=["platform", "next_attempt_at"],
                        name="webhook_event_due",
                    ),
                    models.Index(
                        condition=models.Q(("state__in", ("PENDING", "WAITING"))),
                        fields=["resource", "number"],
                        name="webhook_event_in_line",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["PENDING", "WAITING", "DELIVERED", "REFUSED", "ABANDONED", "NO_ENDPOINT"])
                        ),
                        name="webhook_event_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "PENDING"), _negated=True),
                            ("next_attempt_at__isnull", False),
                            _connector="OR",
                        ),
                        name="webhook_event_pending_has_due_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="webhooks.event"
                    ),
                ),
                ("attempt", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("url", models.CharField(max_length=2048)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("milliseconds", models.PositiveIntegerField()),
                ("reply", models.TextField(blank=True, default="")),
                ("error", models.CharField(blank=True, default="", max_length=32)),
            ],
            options={
                "verbose_name_plural": "deliveries",
            },
        ),
        migrations.CreateModel(
            name="EndpointHealth",
            fields=[
                (
                    "platform",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="platforms.platform",
                    ),
                ),
                ("url", models.CharField(max_length=2048)),
                ("consecutive_failures", models.PositiveIntegerField(default=0)),
                ("failing_since", models.DateTimeField(null=True)),
                ("last_success_at", models.DateTimeField(null=True)),
                ("last_failure_at", models.DateTimeField(null=True)),
                ("warned_at", models.DateTimeField(null=True)),
                ("recovered_at", models.DateTimeField(null=True)),
                ("disabled_at", models.DateTimeField(null=True)),
                ("disabled_told_at", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name_plural": "endpoint health",
            },
        ),
        migrations.CreateModel(
            name="EndpointShare",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "platform",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
                ("holder", models.UUIDField()),
                ("places", models.PositiveSmallIntegerField()),
                ("held_until", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("platform", "holder"), name="webhook_endpoint_share_one_per_sender")
                ],
            },
        ),
        migrations.CreateModel(
            name="EventStream",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("resource", models.CharField(max_length=64)),
                (
                    "platform",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
                ("last_sequence", models.BigIntegerField(default=0)),
                ("claimed_by", models.UUIDField(null=True)),
                ("claimed_until", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("resource",), name="webhook_event_stream_resource_unique")
                ],
            },
        ),
        migrations.CreateModel(
            name="SigningKey",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "platform",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="platforms.platform"
                    ),
                ),
                (
                    "algorithm",
                    models.CharField(choices=[("ECDSA_P256", "P256"), ("ED25519", "Ed25519")], max_length=16),
                ),
                ("sealed_private_key", models.BinaryField()),
                ("public_key", models.TextField()),
                ("created_at", models.DateTimeField()),
                ("signs_from", models.DateTimeField()),
                ("published_until", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("published_until__isnull", True)),
                        fields=("platform", "algorithm"),
                        name="webhook_signing_key_one_newest",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("algorithm__in", ["ECDSA_P256", "ED25519"])),
                        name="webhook_signing_key_algorithm_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SigningSecret",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "platform",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="platforms.platform"
                    ),
                ),
                ("secret", platforms.kit.sealed.SealedTextField()),
                ("created_at", models.DateTimeField()),
                ("signs_until", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("signs_until__isnull", True)),
                        fields=("platform",),
                        name="webhook_signing_secret_one_newest",
                    )
                ],
            },
        ),
        migrations.RunSQL((SQL / "storage.sql").read_text(), migrations.RunSQL.noop),
    ]
