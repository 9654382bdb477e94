"""Payments and external accounts in the order of their changes."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Make the indexes while others write."""

    atomic = False
    dependencies = [("payments", "0048_payees_of_quotes")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "transaction", models.Index(fields=["platform", "updated_at", "id"], name="transaction_by_change")
        ),
        AddIndexConcurrently(
            "externalaccount", models.Index(fields=["platform", "updated_at", "id"], name="external_account_by_change")
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]
