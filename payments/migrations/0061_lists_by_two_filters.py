"""Accounts of a currency, payments that are not completed, and payments to the accounts of others."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """A filter that few rows matched read all of the platform, or all of the customer."""

    atomic = False
    dependencies = [("payments", "0060_requests_of_payments")]

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
        AddIndexConcurrently(
            "transaction",
            models.Index(
                fields=["platform", "receiver", "created_at", "id"],
                condition=models.Q(type="OUTGOING", receiver__startswith="InternalAccount:"),
                name="transaction_of_other_payer",
            ),
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]
