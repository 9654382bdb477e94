"""An index of the accounts that are held, built while payments go on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the index."""

    atomic = False

    dependencies = [("payments", "0002_holds")]

    operations = [
        AddIndexConcurrently(
            "ledgeraccount",
            models.Index(fields=["id"], condition=models.Q(("held_at__isnull", False)), name="ledger_account_held"),
        ),
    ]
