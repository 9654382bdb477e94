"""What platforms charge their customers, and the limits that the operator sets."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the columns, and the index while others write; no row is written anew."""

    atomic = False
    dependencies = [("platforms", "0014_spending_limits")]

    operations = [
        migrations.AddField("platformcurrency", "most_fixed_fee", models.BigIntegerField(default=0, db_default=0)),
        migrations.AddField(
            "platformcurrency",
            "most_fee_share",
            models.DecimalField(max_digits=9, decimal_places=8, default=0, db_default=0),
        ),
        migrations.AddField("platformcurrency", "fee_configs", models.JSONField(null=True)),
        migrations.AddField("platformcurrency", "fees_due_at", models.DateTimeField(null=True)),
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "platformcurrency",
            models.Index(
                fields=["fees_due_at"], condition=models.Q(fees_due_at__isnull=False), name="platform_currency_fees_due"
            ),
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]
