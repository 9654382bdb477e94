"""An index of the live customers whose identity was rejected, built while customers are made and changed."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the index."""

    atomic = False

    dependencies = [("compliance", "0001_initial")]

    operations = [
        AddIndexConcurrently(
            "customer",
            models.Index(
                condition=models.Q(
                    ("deleted_at", None),
                    models.Q(("kyc_status", "REJECTED"), ("kyb_status", "REJECTED"), _connector="OR"),
                ),
                fields=["id"],
                name="customer_rejected",
            ),
        ),
    ]
