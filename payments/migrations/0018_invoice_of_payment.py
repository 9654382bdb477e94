"""The invoice that a payment is for."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the column, empty in all rows."""

    dependencies = [("payments", "0017_refused_accounts")]

    operations = [migrations.AddField("transaction", "invoice_hash", models.CharField(max_length=64, null=True))]
