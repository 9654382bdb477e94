"""Payments by the reason of their failure."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Make the index while others write."""

    atomic = False
    dependencies = [("payments", "0042_found_as_people_speak")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "transaction",
            models.Index(
                fields=["failure_reason", "id"],
                condition=models.Q(failure_reason__isnull=False),
                name="transaction_by_failure",
            ),
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]
