"""Accounts of a currency, newest first."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """A filter by a currency that few accounts have read all accounts of the platform."""

    atomic = False
    dependencies = [("payments", "0057_steps_that_wait")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "externalaccount",
            models.Index(fields=["platform", "currency", "created_at", "id"], name="external_account_by_currency"),
        ),
        AddIndexConcurrently(
            "internalaccount",
            models.Index(fields=["platform", "currency", "created_at", "id"], name="internal_account_by_currency"),
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]
