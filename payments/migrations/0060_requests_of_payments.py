"""The request that made a payment, or executed its quote."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the column, empty in all rows."""

    dependencies = [("payments", "0058_nightly_checks")]

    operations = [migrations.AddField("transaction", "request_id", models.UUIDField(null=True))]
