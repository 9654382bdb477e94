"""Platforms that may ask whether an account of another platform belongs to a name."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the column; no row is written anew."""

    dependencies = [("platforms", "0007_superusers")]

    operations = [
        migrations.AddField("platform", "may_verify_payees", models.BooleanField(default=False, db_default=False)),
    ]
