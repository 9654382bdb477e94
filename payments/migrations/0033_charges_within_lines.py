"""Terms of bank connections: charges within lines that are booked without people."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Columns of bank connections."""

    dependencies = [("payments", "0032_suspense_by_movement")]

    operations = [
        migrations.AddField("bankconnection", "max_charge", models.BigIntegerField(null=True)),
        migrations.AddField("bankconnection", "max_charge_share", models.PositiveIntegerField(null=True)),
        migrations.AddField("bankconnection", "max_day_charges", models.BigIntegerField(null=True)),
    ]
