"""Of all payments, one at most is for an invoice."""

from django.db import migrations, models

_ONCE = models.UniqueConstraint(
    fields=["invoice_hash"], condition=models.Q(invoice_hash__isnull=False), name="transaction_pays_invoice_once"
)


class Migration(migrations.Migration):
    """Make the index; one that was left unfinished is made anew."""

    atomic = False
    dependencies = [("payments", "0018_invoice_of_payment")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        migrations.RunSQL(
            "DROP INDEX CONCURRENTLY IF EXISTS transaction_pays_invoice_once", migrations.RunSQL.noop
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    "CREATE UNIQUE INDEX CONCURRENTLY transaction_pays_invoice_once ON payments_transaction"
                    " (invoice_hash) WHERE invoice_hash IS NOT NULL",
                    "DROP INDEX CONCURRENTLY transaction_pays_invoice_once",
                )
            ],
            state_operations=[migrations.AddConstraint("transaction", _ONCE)],
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]
