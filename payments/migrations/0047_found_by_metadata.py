"""Payments and external accounts found by the metadata of platforms."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Make the indexes while others write."""

    atomic = False
    dependencies = [("payments", "0046_fields_of_platforms")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "transaction",
            GinIndex(
                fields=["metadata"],
                opclasses=["jsonb_path_ops"],
                condition=models.Q(metadata__isnull=False),
                name="transaction_by_metadata",
            ),
        ),
        AddIndexConcurrently(
            "externalaccount",
            GinIndex(
                fields=["metadata"],
                opclasses=["jsonb_path_ops"],
                condition=models.Q(metadata__isnull=False),
                name="external_account_by_metadata",
            ),
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]
