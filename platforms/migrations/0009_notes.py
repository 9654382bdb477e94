"""Notes of staff on the pages of customers, payments and platforms."""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

import platforms.base.identifiers
import platforms.encryption.encrypted_fields

_SQL = Path(__file__).parent / "sql" / "0009_notes.sql"


class Migration(migrations.Migration):
    """Add the table."""

    dependencies = [("platforms", "0008_payee_verification")]

    operations = [
        migrations.CreateModel(
            "Note",
            [
                (
                    "id",
                    models.UUIDField(
                        default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("subject", models.CharField(max_length=64)),
                ("customer", models.UUIDField(null=True)),
                ("text", platforms.encryption.encrypted_fields.EncryptedTextField()),
                ("salt", models.CharField(blank=True, max_length=32)),
                ("at", models.DateTimeField()),
                ("actor_kind", models.CharField(max_length=16)),
                ("actor_id", models.CharField(max_length=64)),
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
                "indexes": [
                    models.Index(fields=["subject", "id"], name="note_of_subject"),
                    models.Index(
                        fields=["customer"], condition=models.Q(customer__isnull=False), name="note_of_customer"
                    ),
                ]
            },
        ),
        migrations.RunSQL(_SQL.read_text(), migrations.RunSQL.noop),
    ]
