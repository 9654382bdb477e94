"""Bounded parallelism per endpoint across processes, and shared secrets that sign besides the keys."""

import django.db.models.deletion
from django.db import migrations, models

import platforms.kit.identifiers
import platforms.kit.sealed


class Migration(migrations.Migration):
    """Two tables. The first holds leases of seconds: it is not logged, which makes it cheap to write."""

    dependencies = [("platforms", "0002_functions"), ("webhooks", "0002_order")]

    operations = [
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
                    models.UniqueConstraint(
                        fields=("platform", "holder"), name="webhook_endpoint_share_one_per_sender"
                    )
                ]
            },
        ),
        migrations.RunSQL(
            "ALTER TABLE webhooks_endpointshare SET UNLOGGED", "ALTER TABLE webhooks_endpointshare SET LOGGED"
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
                        condition=models.Q(signs_until__isnull=True),
                        fields=("platform",),
                        name="webhook_signing_secret_one_newest",
                    )
                ]
            },
        ),
    ]
