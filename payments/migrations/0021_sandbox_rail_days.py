"""Days of rails by a sandbox platform's own clock, beside those that all platforms share."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """The table of shared days stays as the former release writes it."""

    dependencies = [("payments", "0020_arrivals_by_reference"), ("platforms", "0007_superusers")]

    operations = [
        migrations.CreateModel(
            name="SandboxRailDay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rail", models.CharField(max_length=32)),
                ("currency", models.CharField(max_length=8)),
                ("day", models.DateField()),
                ("begun", models.BigIntegerField(default=0)),
                ("completed", models.BigIntegerField(default=0)),
                ("failed", models.BigIntegerField(default=0)),
                ("amount", models.DecimalField(decimal_places=0, default=0, max_digits=38)),
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
                    models.UniqueConstraint(
                        fields=("platform", "day", "rail", "currency"), name="sandbox_rail_day_unique"
                    )
                ],
            },
        ),
    ]
