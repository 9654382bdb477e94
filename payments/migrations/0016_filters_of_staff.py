"""What two filters at once ask for, in the indexes: the rows themselves were read, also where none fits both."""

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models
from django.db.migrations.operations.base import Operation


def _widened(name: str, field: str, *, by: str) -> list[Operation]:
    """Return the steps that add a column to the index of a field, which serves until the new one is there."""
    wide = models.Index(fields=["platform", field, "created_at", "id"], include=[by], name=f"{name}_wide")
    return [
        AddIndexConcurrently("transaction", wide),
        RemoveIndexConcurrently("transaction", name),
        migrations.RenameIndex("transaction", new_name=name, old_name=wide.name),
    ]


class Migration(migrations.Migration):
    """Payments of a customer with a status, and of a type with a status."""

    atomic = False
    dependencies = [("payments", "0015_transactions_by_type")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        *_widened("transaction_of_customer", "customer", by="status"),
        *_widened("transaction_by_status", "status", by="type"),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]
