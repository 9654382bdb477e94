"""E-mail addresses and telephone numbers of individuals, encrypted, and blind indexes of them."""

from django.db import migrations

import platforms.encryption.encrypted_fields


class Migration(migrations.Migration):
    """Add the columns; no row is written anew."""

    dependencies = [("compliance", "0026_found_by_metadata")]

    operations = [
        migrations.AddField(
            "customer", "email", platforms.encryption.encrypted_fields.EncryptedTextField(blank=True, null=True)
        ),
        migrations.AddField(
            "customer", "phone_number", platforms.encryption.encrypted_fields.EncryptedTextField(blank=True, null=True)
        ),
        migrations.AddField(
            "customer",
            "email_digest",
            platforms.encryption.encrypted_fields.BlindIndexField(
                is_compact=False, null=True, source="email_in_small_letters"
            ),
        ),
        migrations.AddField(
            "customer",
            "phone_digest",
            platforms.encryption.encrypted_fields.BlindIndexField(is_compact=True, null=True, source="phone_number"),
        ),
    ]
