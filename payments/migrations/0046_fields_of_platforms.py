"""Metadata and text of platforms on payments and external accounts; the rail of a payment, and when it is to settle."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("payments", "0045_account_codes")]

    operations = [
        migrations.AddField("transaction", "metadata", models.JSONField(null=True)),
        migrations.AddField("transaction", "remittance_information", models.CharField(max_length=140, null=True)),
        migrations.AddField("transaction", "payment_rail", models.CharField(max_length=64, default="", db_default="")),
        migrations.AddField("transaction", "expected_settlement_at", models.DateTimeField(null=True)),
        migrations.AddField("externalaccount", "metadata", models.JSONField(null=True)),
    ]
