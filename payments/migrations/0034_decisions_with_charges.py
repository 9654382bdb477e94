"""An index of decisions about lines with a bank's charge in them."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """One index, built while others write."""

    atomic = False
    dependencies = [("payments", "0033_charges_within_lines")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "bankmatch",
            models.Index(fields=["at"], condition=models.Q(("difference__gt", 0)), name="bank_match_with_charges"),
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]
