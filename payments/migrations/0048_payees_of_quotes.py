"""Payments keep the customer whose internal account a quote pays."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add a column that may be empty, which takes a moment."""

    dependencies = [("payments", "0047_found_by_metadata"), ("compliance", "0001_initial")]

    operations = [
        migrations.AddField(
            "transaction",
            "payee_customer",
            models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="compliance.customer",
            ),
        ),
    ]
