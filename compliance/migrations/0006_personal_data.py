"""Identifiers are kept encrypted, and a customer can be forgotten."""

import orjson
from django.db import migrations, models

import platforms.kit.sealed


def seal_identifiers(apps, schema_editor):
    """Encrypt the identifiers of the businesses that are there."""
    model = apps.get_model("compliance", "Customer")
    info, digest = (model._meta.get_field(name) for name in ("business_info", "tax_id_digest"))
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT id, business_info::text FROM compliance_customer WHERE business_info IS NOT NULL")
        known = [(key, orjson.loads(text)) for key, text in cursor.fetchall()]
        cursor.executemany(
            "UPDATE compliance_customer SET business_info = %s::jsonb, tax_id_digest = %s WHERE id = %s",
            [
                (
                    info.seal(facts, row=key).stored,
                    digest.digest(facts["taxId"]) if facts.get("taxId") else None,
                    key,
                )
                for key, facts in known
            ],
        )


class Migration(migrations.Migration):
    """Add their columns and encrypt what is there."""

    dependencies = [("compliance", "0005_bulk_imports")]

    operations = [
        migrations.AddField(
            model_name="customer", name="erased_at", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField(
            model_name="customer",
            name="retired_uma_digest",
            field=models.BinaryField(editable=False, null=True, unique=True),
        ),
        migrations.AddField(
            model_name="customer",
            name="tax_id_digest",
            field=platforms.kit.sealed.BlindIndexField(
                db_index=True, editable=False, is_compact=True, null=True, source="tax_id"
            ),
        ),
        migrations.AlterField(
            model_name="customer",
            name="business_info",
            field=platforms.kit.sealed.SealedJSONField(blank=True, closed=("registrationNumber", "taxId"), null=True),
        ),
        migrations.RunPython(seal_identifiers, elidable=False),
    ]
