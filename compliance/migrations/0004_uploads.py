"""How many files came through an identity link, and how much a platform uploads in a day."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the counter and the table."""

    dependencies = [
        ("compliance", "0003_addresses_of_platforms"),
        ("platforms", "0003_work_failure"),
    ]

    operations = [
        migrations.AddField(
            model_name="kyclink",
            name="uploads",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.CreateModel(
            name="UploadDay",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("day", models.DateField()),
                ("files", models.PositiveIntegerField()),
                ("size", models.BigIntegerField()),
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
                    models.UniqueConstraint(fields=("platform", "day"), name="upload_day_unique"),
                ],
            },
        ),
    ]
