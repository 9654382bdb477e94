"""Internal accounts are found by the number that payers have: an index, made beside running payments."""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations


class Migration(migrations.Migration):
    """Make the index."""

    atomic = False
    dependencies = [("payments", "0037_payment_files"), ("platforms", "0008_payee_verification")]

    operations = [
        AddIndexConcurrently(
            "internalaccount",
            GinIndex(OpClass("funding_instructions", name="jsonb_path_ops"), name="internal_account_by_number"),
        ),
    ]
