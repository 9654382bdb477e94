"""An index of items in suspense by the rail's key of their movement."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """One index, built while others write."""

    atomic = False
    dependencies = [("payments", "0031_claims_checked")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "suspenseitem",
            models.Index(
                fields=["movement"], condition=models.Q(("movement__isnull", False)), name="suspense_by_movement"
            ),
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]
