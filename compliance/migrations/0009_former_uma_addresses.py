"""UMA addresses that customers gave up: nobody else can take them."""

import django.db.models.deletion
from django.db import migrations, models

import platforms.base.identifiers
from platforms.encryption.encrypted_fields import BlindIndexField, EncryptedTextField


class Migration(migrations.Migration):
    """Add the table."""

    dependencies = [
        ("compliance", "0008_names_of_list_kinds"),
        ("platforms", "0006_proposals_by_subject"),
    ]

    operations = [
        migrations.CreateModel(
            name="FormerUmaAddress",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("address", EncryptedTextField(null=True)),
                ("digest", BlindIndexField(is_compact=False, null=True, source="address")),
                ("created_at", models.DateTimeField()),
                (
                    "customer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="former_uma_addresses",
                        to="compliance.customer",
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
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("digest", "platform"), name="former_uma_address_unique"),
                ],
            },
        ),
    ]
