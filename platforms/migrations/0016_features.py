"""What platforms have turned on of what clients of the first day do not know."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the column; no row is written anew."""

    dependencies = [("platforms", "0015_platform_fees")]

    operations = [
        migrations.AddField(
            "platform",
            "features",
            django.contrib.postgres.fields.ArrayField(
                models.CharField(max_length=32),
                blank=True,
                db_default=models.Value("{}"),
                default=list,
                size=None,
            ),
        ),
    ]
