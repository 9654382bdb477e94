"""UMA identities, nonces and keys of counterparties."""

import django.db.models.deletion
import platforms.kit.identifiers
from django.db import migrations, models

PURPOSES = [("SIGNING", "Signing"), ("ENCRYPTION", "Encryption")]


class Migration(migrations.Migration):
    """Three tables: our keys, the keys of others, spent nonces."""

    dependencies = [("payments", "0006_personal_data"), ("platforms", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="UmaCounterpartyKeys",
            fields=[
                ("domain", models.CharField(max_length=253, primary_key=True, serialize=False)),
                ("signing_key", models.BinaryField(null=True)),
                ("encryption_key", models.BinaryField(null=True)),
                ("expires_at", models.DateTimeField(null=True)),
                ("asked_at", models.DateTimeField()),
                ("has_failed", models.BooleanField(default=False)),
            ],
            options={
                "verbose_name": "UMA counterparty keys",
                "verbose_name_plural": "UMA counterparty keys",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(signing_key=None, encryption_key=None, expires_at=None)
                        | models.Q(signing_key__isnull=False, encryption_key__isnull=False, expires_at__isnull=False),
                        name="uma_counterparty_keys_all_or_none",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="UmaKey",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("purpose", models.CharField(choices=PURPOSES, max_length=16)),
                ("sealed_private_key", models.BinaryField()),
                ("certificate", models.TextField()),
                ("created_at", models.DateTimeField()),
                ("active_from", models.DateTimeField()),
                ("replaced_at", models.DateTimeField(blank=True, null=True)),
                (
                    "platform",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
            ],
            options={
                "verbose_name": "UMA key",
                "constraints": [
                    models.UniqueConstraint(
                        fields=["platform", "purpose"],
                        condition=models.Q(replaced_at=None, platform__isnull=False),
                        name="uma_key_one_newest",
                    ),
                    models.UniqueConstraint(
                        fields=["purpose"],
                        condition=models.Q(replaced_at=None, platform=None),
                        name="uma_key_one_newest_of_counterparty",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(purpose__in=["SIGNING", "ENCRYPTION"]), name="uma_key_purpose_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(replaced_at=None) | models.Q(replaced_at__gte=models.F("active_from")),
                        name="uma_key_replaced_after_use",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="UmaNonce",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("domain", models.CharField(max_length=253)),
                ("nonce", models.CharField(max_length=128)),
                ("expires_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "UMA nonce",
                "indexes": [models.Index(fields=["expires_at"], name="uma_nonce_by_end")],
                "constraints": [models.UniqueConstraint(fields=["domain", "nonce"], name="uma_nonce_spent_once")],
            },
        ),
    ]
