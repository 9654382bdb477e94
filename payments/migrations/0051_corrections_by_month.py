"""Corrections are found by the month that they correct."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Make the index while others write."""

    atomic = False
    dependencies = [("payments", "0050_statement_runs")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        AddIndexConcurrently("correction", models.Index(fields=["month"], name="correction_by_month")),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]
