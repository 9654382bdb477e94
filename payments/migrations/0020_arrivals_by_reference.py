"""Lines of statements by the bank's reference: money told by staff or an adapter may be in a statement already."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """An index of the lines with a reference of the bank."""

    atomic = False
    dependencies = [("payments", "0019_invoices_paid_once")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "bankstatementline",
            models.Index(
                fields=["bank_reference"],
                condition=models.Q(("bank_reference", ""), _negated=True),
                name="bank_line_by_bank_reference",
            ),
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]
