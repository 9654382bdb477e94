"""Hosted identity pages."""

import django.db.models.deletion
from django.db import migrations, models

import platforms.kit.identifiers


class Migration(migrations.Migration):
    """Add the table of their links."""

    dependencies = [("compliance", "0007_screening"), ("platforms", "0002_functions")]

    operations = [
        migrations.CreateModel(
            name="KycLink",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("token_hash", models.BinaryField(unique=True)),
                ("redirect_uri", models.CharField(blank=True, db_default="", default="", max_length=2048)),
                ("session_hash", models.BinaryField(null=True)),
                ("answers", models.BinaryField(null=True)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(null=True)),
                ("completed_at", models.DateTimeField(null=True)),
                (
                    "customer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="kyc_links",
                        to="compliance.customer",
                    ),
                ),
                (
                    "verification",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="compliance.verification",
                    ),
                ),
                (
                    "platform",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="platforms.platform"
                    ),
                ),
            ],
        ),
    ]
