"""Accounts of a currency, and payments that are not completed, of a customer or of a type, newest first."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """A filter that few rows matched read all of the platform, or all of the customer."""

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
        AddIndexConcurrently(
            "transaction",
            models.Index(
                fields=["platform", "customer", "status", "created_at", "id"],
                condition=~models.Q(status="COMPLETED"),
                name="transaction_customer_status",
            ),
        ),
        AddIndexConcurrently(
            "transaction",
            models.Index(
                fields=["platform", "type", "status", "created_at", "id"],
                condition=~models.Q(status="COMPLETED"),
                name="transaction_type_status",
            ),
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]
