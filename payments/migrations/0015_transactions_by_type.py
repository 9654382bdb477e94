"""An index of payments by type: the list of a rare type read all payments of its platform."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """`/transactions?type=INCOMING` of a platform that almost only pays out."""

    atomic = False
    dependencies = [("payments", "0014_lists_of_staff")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "transaction",
            models.Index(fields=["platform", "type", "created_at", "id"], name="transaction_by_type"),
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]
