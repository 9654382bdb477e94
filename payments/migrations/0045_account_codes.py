"""Kinds of ledger accounts have codes, by which accounting systems know them."""

import django.db.models.deletion
import platforms.base.identifiers
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the table."""

    dependencies = [
        ("payments", "0044_closed_months"),
        ("platforms", "0009_notes"),
    ]

    operations = [
        migrations.CreateModel(
            name="AccountCode",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("kind", models.CharField(max_length=32)),
                ("currency", models.CharField(blank=True, max_length=8)),
                ("code", models.CharField(blank=True, max_length=64)),
                ("entered_at", models.DateTimeField()),
                ("entered_by", models.CharField(max_length=64)),
                ("reason", models.TextField()),
                (
                    "platform",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="platforms.platform"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["platform", "kind", "currency", "id"], name="account_code_latest")],
            },
        ),
    ]
