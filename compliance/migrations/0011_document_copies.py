"""The same file sent for several customers, found by its hash."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Not atomic: the index is built while documents come and go."""

    atomic = False
    dependencies = [("compliance", "0010_customer_names")]

    operations = [
        AddIndexConcurrently(
            model_name="document",
            index=models.Index(condition=models.Q(("deleted_at", None)), fields=["sha256"], name="document_by_content"),
        ),
    ]
