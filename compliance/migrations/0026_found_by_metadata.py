"""Customers found by the metadata of platforms."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Make the index while others write."""

    atomic = False
    dependencies = [("compliance", "0025_metadata_of_platforms")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "customer",
            GinIndex(
                fields=["metadata"],
                opclasses=["jsonb_path_ops"],
                condition=models.Q(metadata__isnull=False),
                name="customer_by_metadata",
            ),
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]
