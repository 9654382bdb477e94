"""Refunds find their way: whose arrival money in suspense is, and what a bank has told that no line has shown yet."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Columns of suspense items, payments by file and bank connections."""

    dependencies = [("payments", "0022_what_the_check_compares")]

    operations = [
        migrations.AddField("bankconnection", "confirm_days", models.SmallIntegerField(db_default=3, default=3)),
        migrations.AddField("bankpayment", "unconfirmed_since", models.DateTimeField(null=True)),
        migrations.AddField(
            "suspenseitem",
            "receipt",
            models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="payments.fundingreceipt",
            ),
        ),
    ]
